import { TOPIC_STATUS, TOPIC_TYPE, type Topic } from './topic.js';
import type { BcfVersion } from './version.js';
import { element, textElement, xmlFile } from './xml.js';

/** Who wrote a topic, and when. */
export interface Written {
  readonly author: string;
  /** As XML writes it. */
  readonly date: string;
}

/** A file `markup.bcf`. In 3.0 what repeats has an element around it, and viewpoints belong to the topic. `seen`: what there is to see of it. */
export function markupFile(
  topic: Topic,
  index: number,
  written: Written,
  seen: 'nothing' | 'view' | 'snapshot',
  version: BcfVersion,
): string {
  const { guid, viewpointGuid, title, description, status, labels } = topic;
  const isOld = version === '2.1';
  const viewpoint = element(
    isOld ? 'Viewpoints' : 'ViewPoint',
    { Guid: viewpointGuid },
    textElement('Viewpoint', VIEWPOINT_NAME),
    ...(seen === 'snapshot' ? [textElement('Snapshot', SNAPSHOT_NAME)] : []),
  );
  const said = element(
    'Topic',
    { Guid: guid, TopicType: TOPIC_TYPE, TopicStatus: status },
    textElement('Title', title),
    ...(isOld ? [textElement('Index', String(index))] : []),
    ...(isOld
      ? labels.map((label) => textElement('Labels', label))
      : [element('Labels', {}, ...labels.map((label) => textElement('Label', label)))]),
    textElement('CreationDate', written.date),
    textElement('CreationAuthor', written.author),
    textElement('Description', description),
    ...(isOld || seen === 'nothing' ? [] : [element('Viewpoints', {}, viewpoint)]),
  );
  return xmlFile(
    element('Markup', {}, ...header(topic, isOld), said, ...(isOld && seen !== 'nothing' ? [viewpoint] : [])),
  );
}

export const VIEWPOINT_NAME = 'viewpoint.bcfv';
export const SNAPSHOT_NAME = 'snapshot.png';

function header({ files }: Topic, isOld: boolean): string[] {
  if (files.length === 0) return [];
  const each = files.map((name) =>
    element('File', { [isOld ? 'isExternal' : 'IsExternal']: 'true' }, textElement('Filename', name)),
  );
  return [element('Header', {}, ...(isOld ? each : [element('Files', {}, ...each)]))];
}

/** The file `extensions.xml` of 3.0: whatever topics use must be listed there. */
export function extensionsFile(topics: readonly Topic[], author: string): string {
  const list = (name: string, item: string, values: readonly string[]) =>
    element(name, {}, ...values.map((value) => textElement(item, value)));
  return xmlFile(
    element(
      'Extensions',
      {},
      list('TopicTypes', 'TopicType', [TOPIC_TYPE]),
      list('TopicStatuses', 'TopicStatus', [...new Set(Object.values(TOPIC_STATUS))]),
      list('TopicLabels', 'TopicLabel', [...new Set(topics.flatMap(({ labels }) => labels))]),
      list('Users', 'User', [author]),
    ),
  );
}
