import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { isIfcGuid } from '../../../src/io/write/bcf/components.js';
import { escapeXml } from '../../../src/io/write/bcf/xml.js';
import { type BcfOptions, toBcf } from '../../../src/io/write/bcf.js';
import { add, cross, dot, scale, subtract, type Vec3 } from '../../../src/math/vector.js';
import type { ClashReport, ReportPair } from '../../../src/report/clashReport.js';
import { nameUuid } from '../../../src/report/uuid.js';
import { HOSTILE } from '../../report/support/sampleScenes.js';
import { date, filesOf, folderOf, GONE, pairOf, pictures, report, textOf, VERSIONS } from './support/sampleBcf.js';

interface Node {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Node[];
  text: string;
}

/** The elements of an XML text. */
function parse(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    stack[stack.length - 1].children.push(node);
    stack.push(node);
  });
  parser.on('text', (text) => {
    stack[stack.length - 1].text += text;
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return root.children[0];
}

/** All elements of a name below a node. */
const all = (node: Node, name: string): Node[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
const vector = (node: Node, name: string): Vec3 =>
  all(node, name)[0].children.map(({ text }) => Number(text)) as unknown as Vec3;

describe.each(VERSIONS)('toBcf %s', (version) => {
  const files = filesOf({ version });
  const markup = (kind: string) => parse(textOf(files, `${folderOf(kind)}/markup.bcf`));
  const viewpoint = (kind: string) => parse(textOf(files, `${folderOf(kind)}/viewpoint.bcfv`));

  test('has a topic for every clash; for pairs that touch where a gap is demanded, or where asked', () => {
    const folders = (of: Record<string, Uint8Array>) =>
      [...new Set(Object.keys(of).flatMap((path) => (path.includes('/') ? [path.split('/')[0]] : [])))].sort();
    const guids = (pairs: readonly ReportPair[]) => pairs.map(({ id }) => nameUuid(id)).sort();
    expect(folders(files)).toEqual(guids(report.pairs));
    const settings = { ...report.settings, clearance: null };
    const fewer = filesOf({ version, report: { ...report, settings } });
    expect(folders(fewer)).toEqual(guids(report.pairs.filter(({ kind }) => kind !== 'touch')));
    expect(Object.keys(filesOf({ version, kinds: ['touch'] }))).toContain(`${folderOf('touch')}/markup.bcf`);
    expect(parse(textOf(files, 'bcf.version')).attributes.VersionId).toBe(version);
  });

  test('says what it is about', () => {
    const [topic] = all(markup('hard'), 'Topic');
    expect(topic.attributes).toEqual({ Guid: folderOf('hard'), TopicType: 'Clash', TopicStatus: 'Open' });
    const said = (name: string) => all(topic, name)[0].text;
    expect(said('Title')).toBe('Wall "W-01" × Pipe DN200, Lüftung: hard, 199.8 mm deep');
    expect(said('CreationDate')).toBe('2026-03-29T01:30:00.000Z');
    expect(said('CreationAuthor')).toBe('zclash');
    for (const fact of [
      'Signed distance: -199.8 mm.',
      'Volume of the overlap: ',
      'sampled, volume by rays',
      'IfcPipeSegment',
      'between 0.5 and 1; worst at 1.5',
      pairOf('hard').measured.limit,
    ])
      expect(said('Description')).toContain(fact);
    expect(all(markup('clearance'), 'Title')[0].text).toBe('Beam × Duct: clearance, 12 mm apart');
    expect(all(markup('hard'), 'Filename').map(({ text }) => text)).toEqual(['room.ifc', 'mep & co.ifc']);
    const labels = all(topic, version === '2.1' ? 'Labels' : 'Label').map(({ text }) => text);
    expect(labels).toEqual(['hard', 'new', 'group 1']);
  });

  test('maps review statuses to those of topics, all of them listed in 3.0', () => {
    const statuses = report.pairs
      .filter(({ kind }) => kind !== 'touch')
      .map(({ kind, status }) => [status, all(markup(kind), 'Topic')[0].attributes.TopicStatus]);
    expect(new Map(statuses as [string, string][])).toEqual(
      new Map([
        ['new', 'Open'],
        ['reviewed', 'In Progress'],
        ['active', 'Open'],
        ['resolved', 'Closed'],
      ]),
    );
    if (version === '2.1') return;
    const extensions = parse(textOf(files, 'extensions.xml'));
    const listed = (name: string) => all(extensions, name).map(({ text }) => text);
    for (const { kind } of report.pairs.filter(({ kind }) => kind !== 'touch')) {
      const [topic] = all(markup(kind), 'Topic');
      expect(listed('TopicStatus')).toContain(topic.attributes.TopicStatus);
      expect(listed('TopicType')).toContain(topic.attributes.TopicType);
      for (const { text } of all(topic, 'Label')) expect(listed('TopicLabel')).toContain(text);
      expect(listed('User')).toContain(all(topic, 'CreationAuthor')[0].text);
    }
  });

  test('has the picture as it is, named in the markup', () => {
    expect(files[`${folderOf('hard')}/snapshot.png`]).toEqual(pictures.get(pairOf('hard').id)!.png);
    expect(all(markup('hard'), 'Snapshot')[0].text).toBe('snapshot.png');
    expect(all(markup('hard'), 'Viewpoint')[0].text).toBe('viewpoint.bcfv');
    const guid = all(markup('hard'), version === '2.1' ? 'Viewpoints' : 'ViewPoint')[0].attributes.Guid;
    expect(viewpoint('hard').attributes.Guid).toBe(guid);
  });

  test('selects and colours both components, by IFC id where they have one', () => {
    const ids = (nodes: Node[]) =>
      nodes.flatMap((node) => all(node, 'Component')).map(({ attributes }) => attributes.IfcGuid);
    const both = ['2O2Fr$t4X7Zf8NOew3FLOH', '1hOSvn6df7F8_7GcBWlRrM'];
    expect(ids(all(viewpoint('hard'), 'Selection'))).toEqual(both);
    const colours = all(viewpoint('hard'), 'Color');
    expect(ids(colours)).toEqual(both);
    expect(new Set(colours.map(({ attributes }) => attributes.Color)).size).toBe(2);
    // Alone to be seen, as in the picture.
    expect(all(viewpoint('hard'), 'Visibility')[0].attributes.DefaultVisibility).toBe('false');
    expect(ids(all(viewpoint('hard'), 'Exceptions'))).toEqual(both);
  });

  test('names other components by their own ids, and hides nothing then', () => {
    const [selection] = all(viewpoint('contained'), 'Selection');
    expect(all(selection, 'OriginatingSystem').map(({ text }) => text)).toEqual(['zclash 0.1.0', 'zclash 0.1.0']);
    expect(all(selection, 'AuthoringToolId').map(({ text }) => text)).toEqual(['not-a-guid', 'Valve']);
    expect(all(viewpoint('contained'), 'Component').every(({ attributes }) => !('IfcGuid' in attributes))).toBe(true);
    expect(all(viewpoint('contained'), 'Visibility')[0].attributes.DefaultVisibility).toBe('true');
  });

  test('puts the camera where the picture was taken from, in metres', () => {
    for (const kind of ['hard', 'contained', 'duplicate', 'clearance']) {
      const pair = pairOf(kind);
      const { view } = pictures.get(pair.id)!;
      const seen = viewpoint(kind);
      const [position, direction, up] = ['CameraViewPoint', 'CameraDirection', 'CameraUpVector'].map((name) =>
        vector(seen, name),
      );
      expect(direction).toEqual(view.direction.map((c) => c + 0));
      expect(up).toEqual(view.down.map((c) => 0 - c));
      // What is right in the picture is right of the camera.
      expect(dot(cross(direction, up), view.right)).toBeCloseTo(1, 9);
      const middle = add(view.origin, add(scale(view.right, view.size[0] / 2), scale(view.down, view.size[1] / 2)));
      const off = subtract(scale(middle, 1e-3), position);
      expect(Math.hypot(dot(off, view.right), dot(off, view.down))).toBeLessThan(1e-9);
      // Both bodies lie before it.
      for (const index of pair.indices) {
        const { min, max } = report.bodies[index].bounds;
        for (let k = 0; k < 8; k++) {
          const corner: Vec3 = [k & 1 ? min[0] : max[0], k & 2 ? min[1] : max[1], k & 4 ? min[2] : max[2]];
          expect(dot(subtract(scale(corner, 1e-3), position), direction)).toBeGreaterThan(0);
        }
      }
      expect(Number(all(seen, 'ViewToWorldScale')[0].text)).toBeCloseTo(view.size[1] / 1000, 9);
      if (version === '3.0') expect(Number(all(seen, 'AspectRatio')[0].text)).toBeCloseTo(8 / 5, 9);
    }
  });

  test('has a camera on the clash without a picture, too', () => {
    const bare = filesOf({ version, pictures: new Map(), metresPerUnit: 1 });
    expect(Object.keys(bare).some((path) => path.endsWith('.png'))).toBe(false);
    const pair = pairOf('hard');
    const seen = parse(textOf(bare, `${folderOf('hard')}/viewpoint.bcfv`));
    const [position, direction, up] = ['CameraViewPoint', 'CameraDirection', 'CameraUpVector'].map((name) =>
      vector(seen, name),
    );
    const off = subtract(pair.point!, position);
    const height = Number(all(seen, 'ViewToWorldScale')[0].text);
    expect(dot(off, direction)).toBeGreaterThan(0);
    expect(Math.abs(dot(off, up))).toBeLessThan(height / 2);
    expect(Math.abs(dot(off, cross(direction, up)))).toBeLessThan(height / 2);
    expect(height).toBeGreaterThan(200);
    expect(height).toBeLessThan(2000);
  });

  test('is the same bytes every time, in every time zone', () => {
    const before = process.env.TZ;
    const bytes = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati'].map((zone) => {
      process.env.TZ = zone;
      return Buffer.from(toBcf({ report, pictures, version, date })).toString('base64');
    });
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
    expect(new Set(bytes).size).toBe(1);
  });
});

describe('toBcf', () => {
  test.each(VERSIONS)('%s closes the topics of what is resolved, and leaves alone what is not known', (version) => {
    const files = filesOf({ version, report: { ...report, resolved: GONE } });
    const paths = Object.keys(files).filter((path) => path.startsWith(nameUuid('gone')));
    expect(paths).toEqual([`${nameUuid('gone')}/markup.bcf`]);
    const markup = parse(textOf(files, paths[0]));
    const [topic] = all(markup, 'Topic');
    expect(topic.attributes).toEqual({ Guid: nameUuid('gone'), TopicType: 'Clash', TopicStatus: 'Closed' });
    expect(all(topic, 'Title')[0].text).toBe('Old <pipe> × Wall: hard, resolved');
    expect(all(markup, 'Viewpoint')).toEqual([]);
    expect(Object.keys(files).some((path) => path.startsWith(nameUuid('unknown')))).toBe(false);
  });

  test('has what counts as a clash at any moment of a motion', () => {
    const times = { firstContact: { after: 20000.4921875, at: 20000.5 }, worst: 20001.5, intervals: [] } as const;
    const moving: ClashReport = {
      ...report,
      motion: { stepCount: 21, startTime: 20000, endTime: 20010, longestStep: 0.5 },
      settings: { ...report.settings, failOn: ['hard'], clearance: null },
      pairs: [{ ...pairOf('contained'), times: { ...times, kinds: ['hard', 'contained'] } }],
    };
    const [topic] = all(parse(textOf(filesOf({ report: moving }), `${folderOf('contained')}/markup.bcf`)), 'Topic');
    const said = all(topic, 'Description')[0].text;
    expect(said).toContain('First contact: between 20000.492 and 20000.5; worst at 20001.5.');
    expect(said).toContain('Kinds over time: hard, contained; all figures are of the worst moment, contained.');
    expect(Object.keys(filesOf({ report: moving, kinds: ['touch'] }))).toEqual(['bcf.version']);
  });

  test('rounds errors up, and selects and colours one component once', () => {
    const [a, b] = pairOf('hard').indices;
    const same = report.bodies.map((body, k) =>
      k === a || k === b ? { ...body, sourceId: '2O2Fr$t4X7Zf8NOew3FLOH' } : body,
    );
    const pairs = [{ ...pairOf('hard'), volume: 6000, volumeError: 24.05 }];
    const files = filesOf({ report: { ...report, bodies: same, pairs } });
    const seen = parse(textOf(files, `${folderOf('hard')}/viewpoint.bcfv`));
    for (const name of ['Selection', 'Exceptions', 'Coloring'])
      expect(all(all(seen, name)[0], 'Component').length).toBe(1);
    const said = all(parse(textOf(files, `${folderOf('hard')}/markup.bcf`)), 'Description')[0].text;
    expect(said).toContain('Volume of the overlap: 6000 ± 25 mm³.');
    expect(said).not.toContain('coloured');
  });

  test('gives names back as they were, less what XML cannot hold', () => {
    const name = `${HOSTILE} & "quoted" 'too' <b> \t\n 語`;
    const odd = { ...report, pairs: [{ ...pairOf('hard'), a: `a\u0000\u001F\uFFFF\uDC00b`, b: name }] };
    const [topic] = all(parse(textOf(filesOf({ report: odd }), `${folderOf('hard')}/markup.bcf`)), 'Topic');
    expect(all(topic, 'Description')[0].text).toContain(`B, coloured orange: ${name} (IfcPipeSegment`);
    expect(all(topic, 'Description')[0].text).toContain('a\uFFFD\uFFFD\uFFFD\uFFFDb');
    expect(escapeXml('😀\uD83D')).toBe('😀\uFFFD');
  });

  test('cuts long names in titles', () => {
    const long = { ...report, pairs: [{ ...pairOf('hard'), a: '語'.repeat(500) }] };
    const title = all(parse(textOf(filesOf({ report: long }), `${folderOf('hard')}/markup.bcf`)), 'Title')[0].text;
    expect(title.startsWith(`${'語'.repeat(79)}… × Pipe`)).toBe(true);
  });

  test('knows an IFC id by its digits', () => {
    expect(['2O2Fr$t4X7Zf8NOew3FLOH', '0000000000000000000000', '3$$$$$$$$$$$$$$$$$$$$_'].every(isIfcGuid)).toBe(true);
    expect(
      [
        '4O2Fr$t4X7Zf8NOew3FLOH',
        '2O2Fr$t4X7Zf8NOew3FLO',
        '2O2Fr$t4X7Zf8NOew3FLOH1',
        '2O2Fr-t4X7Zf8NOew3FLOH',
        '',
        undefined,
      ].some(isIfcGuid),
    ).toBe(false);
  });

  test('takes metres from the units of the report', () => {
    const height = (options: Partial<BcfOptions>) =>
      Number(all(parse(textOf(filesOf(options), `${folderOf('hard')}/viewpoint.bcfv`)), 'ViewToWorldScale')[0].text);
    const inMetres = height({ metresPerUnit: 1 });
    expect(height({})).toBeCloseTo(inMetres / 1000, 12);
    expect(height({ report: { ...report, units: 'in' } })).toBeCloseTo(inMetres * 0.0254, 9);
    expect(height({ report: { ...report, units: null } })).toBe(inMetres);
  });

  test('says what is wrong with its input', () => {
    const refused = (options: Record<string, unknown>) => () => toBcf({ report, pictures, date, ...options });
    expect(refused({ version: '2.0' })).toThrow(
      new InputError("bcf: there is no version '2.0'. Choose one of: 2.1, 3.0."),
    );
    expect(refused({ metresPerUnit: 0 })).toThrow(
      new InputError('bcf: a unit is no length in metres (0). Give a number above 0.'),
    );
    expect(refused({ date: new Date(Number.NaN) })).toThrow(
      new InputError('bcf: this is no date (Invalid Date). Give a Date from the year 0 to 9999.'),
    );
    expect(refused({ author: ' ' })).toThrow(
      new InputError("bcf: the author is blank (' '). Give a name or an e-mail address."),
    );
  });
});
