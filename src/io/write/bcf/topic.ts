import type { ClashReport, ReportBody, ReportPair, ResolvedPair, ReviewStatus } from '../../../report/clashReport.js';
import { formatCoordinate, formatFigure } from '../../../report/formatFigure.js';
import { formatMeasure } from '../../../report/formatMeasure.js';
import { timeFormat } from '../../../report/formatTime.js';
import { KIND_MEANING } from '../../../report/kindInWords.js';
import { roundCoordinate } from '../../../report/roundCoordinate.js';
import { unitName } from '../../../report/unitName.js';
import { nameUuid } from '../../../report/uuid.js';
import { groupsOfPair } from '../groupsOfPair.js';
import { isSameComponent } from './components.js';

/** A clash as a topic of a BCF file, whatever the version. */
export interface Topic {
  readonly guid: string;
  readonly viewpointGuid: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly labels: readonly string[];
  /** The names of the files that the bodies come from. */
  readonly files: readonly string[];
}

export const TOPIC_TYPE = 'Clash';

/** What programs that manage topics know: a review status is a label besides. */
export const TOPIC_STATUS: Readonly<Record<ReviewStatus, string>> = {
  new: 'Open',
  active: 'Open',
  reviewed: 'In Progress',
  approved: 'Closed',
  resolved: 'Closed',
};

/** Longer titles are cut off by many programs. */
const NAME_LIMIT = 80;

/** The same pair gets the same guids in every report. */
export function toTopic(report: ClashReport, pair: ReportPair): Topic {
  const [a, b] = pair.indices.map((index): ReportBody | undefined => report.bodies[index]);
  const groups = groupsOfPair(report, pair).first.map((place) => `group ${place + 1}`);
  const files = [a, b].map((body) => baseName(body?.file ?? '')).filter((file) => file.trim() !== '');
  return {
    guid: nameUuid(pair.id),
    viewpointGuid: nameUuid(`${pair.id}/viewpoint`),
    title: `${shortened(pair.a)} × ${shortened(pair.b)}: ${pair.kind}${measure(report, pair)}`,
    description: describe(report, pair, a, b),
    status: TOPIC_STATUS[pair.status],
    labels: [...new Set([pair.kind, ...(pair.times?.kinds ?? [])]), pair.status, ...groups],
    files: [...new Set(files)],
  };
}

/** A pair that an earlier report had and this one has not: closes the topic of an earlier file. */
export function toClosedTopic({ id, a, b, kind, status }: ResolvedPair): Topic {
  return {
    guid: nameUuid(id),
    viewpointGuid: nameUuid(`${id}/viewpoint`),
    title: `${shortened(a)} × ${shortened(b)}: ${kind}, resolved`,
    description: `Resolved: not found any more. When last seen, ${kind}: ${KIND_MEANING[kind]}.\nA: ${a}\nB: ${b}`,
    status: TOPIC_STATUS[status],
    labels: [kind, status],
    files: [],
  };
}

function measure({ units }: ClashReport, { kind, depthAlongView, distance }: ReportPair): string {
  if (kind === 'touch') return '';
  if (kind === 'clearance') return `, ${formatFigure(distance)} ${unitName(units)} apart`;
  return `, ${formatFigure(depthAlongView)} ${unitName(units)} deep`;
}

function describe(report: ClashReport, pair: ReportPair, a?: ReportBody, b?: ReportBody): string {
  const { units } = report;
  const unit = unitName(units);
  const length = (value: number) => `${formatFigure(value)} ${unit}`;
  const { kind, inner, distance, depthAlongView, volume, volumeError, point, measured, times, facePairCount } = pair;
  const isOverlap = kind === 'hard' || kind === 'contained' || kind === 'duplicate';
  // One component has one colour.
  const [first, second] = isSameComponent(a, b) ? ['A', 'B'] : ['A, coloured blue', 'B, coloured orange'];
  const lines = [
    `${kind}: ${KIND_MEANING[kind]}${inner ? ` (${inner.toUpperCase()} is inside)` : ''}.`,
    `${first}: ${identity(pair.a, a)}`,
    `${second}: ${identity(pair.b, b)}`,
    `Signed distance: ${length(distance)}.`,
    ...(isOverlap ? [`Depth along the view: ${length(depthAlongView)}.`] : []),
    ...(isOverlap ? [`Volume of the overlap: ${formatMeasure(volume, volumeError).join(' ± ')} ${unit}³.`] : []),
    ...(point
      ? [`Point: ${point.map((c) => formatCoordinate(roundCoordinate(c, report))).join(', ')} (${unit}).`]
      : []),
    ...(facePairCount !== null ? [`Pairs of faces: ${facePairCount}.`] : []),
    ...(times ? [whenOf(times, timeFormat(report))] : []),
    ...(times && times.kinds.length > 1
      ? [`Kinds over time: ${times.kinds.join(', ')}; all figures are of the worst moment, ${kind}.`]
      : []),
    `Measured: ${measured.precision}, volume by ${measured.volumeBy}. ${measured.limit}`,
    ...(units === null ? ['The unit of the files is not known.'] : []),
  ];
  return lines.join('\n');
}

function whenOf(
  { firstContact: { after, at }, worst }: NonNullable<ReportPair['times']>,
  time: (time: number) => string,
): string {
  const first = after === null ? `from the beginning (${time(at)})` : `between ${time(after)} and ${time(at)}`;
  return `First contact: ${first}; worst at ${time(worst)}.`;
}

function identity(name: string, body: ReportBody | undefined): string {
  const facts = [body?.type, body?.sourceId, baseName(body?.file ?? '')].filter((fact) => fact?.trim());
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name;
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > NAME_LIMIT ? `${letters.slice(0, NAME_LIMIT - 1).join('')}…` : name;
}

const baseName = (path: string): string => path.replace(/^.*[\\/]/, '');
