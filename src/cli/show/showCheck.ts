import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { KIND_MEANING } from '../../report/kindInWords.js';
import { pad } from '../terminal/displayWidth.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import { count, counted, figure, measure, place, point, unitOf } from './figures.js';
import { showDiagnostics, showLimit, showMachine, showTime, showUndecided, showUnits } from './notes.js';
import { showShapes } from './showShapes.js';
import { verdictOf } from './verdict.js';

const LEFT = 11;

/** One pair in a few lines. */
export function showCheck(report: ClashReport, terminal: Terminal): string[] {
  const [pair] = report.pairs;
  const [a, b] = report.bodies.map(({ name }) => printable(name));
  const { word, paint } = verdictOf(report, terminal.style);
  const meaning = pair ? `, ${pair.kind}: ${meaningOf(pair)}` : '';
  const rows = pair ? rowsOf(pair, report) : report.complete ? [['limit', showLimit(report)] as const] : [];
  const all = [
    ...rows,
    ['machine', `${showMachine(report)}${showTime(report)}`] as const,
    ['units', showUnits(report)] as const,
  ];
  return [
    ...wrap(`${terminal.style.bold(`${a} × ${b}:`)} ${paint(word)}${meaning}`, terminal.width, '  '),
    ...all.flatMap(([title, text]) => row(title, text, terminal)),
    ...showShapes(report, terminal),
    ...showUndecided(report, terminal),
    ...showDiagnostics(report.diagnostics, terminal),
  ];
}

function row(title: string, text: string, { width, style }: Terminal): string[] {
  const [first, ...more] = wrap(printable(text), width - LEFT - 2);
  const indent = ' '.repeat(LEFT + 2);
  return [`  ${style.dim(pad(title, LEFT))}${first}`, ...more.map((line) => indent + line)];
}

function rowsOf(pair: ReportPair, report: ClashReport): (readonly [string, string])[] {
  const { volume, volumeError, depthAlongView, direction, distance, distanceError, facePairCount, faceCounts } = pair;
  const overlap = pair.kind === 'hard' || pair.kind === 'contained' || pair.kind === 'duplicate' || volume > 0;
  const apart = distance > 0;
  return [
    ...(overlap ? [['volume', `${measure(volume, volumeError)}${unitOf(report, 3)}`] as const] : []),
    ...(overlap ? [['depth', `${figure(depthAlongView)}${unitOf(report)} along ${point(direction)}`] as const] : []),
    ['distance', `${apart ? measure(distance, distanceError) : figure(distance)}${unitOf(report)}`],
    ...(pair.point ? [['at', place(pair.point, report)] as const] : []),
    ...(faceCounts[0] + faceCounts[1] + (facePairCount ?? 0) > 0 ? [['faces', facesOf(pair, report)] as const] : []),
    ...(pair.solids ? [['counting', countingOf(pair.solids)] as const] : []),
    ...(pair.status === 'new' ? [] : [['status', pair.status] as const]),
    ['limit', pair.measured.limit],
  ];
}

/** Around the overlap; with exact precision also those that meet, or are too near. */
function facesOf({ faceCounts, facePairCount, distance, indices }: ReportPair, { bodies }: ClashReport): string {
  // Where a mesh has faces, a surface has patches.
  const [a, b] = faceCounts.map((n, k) => (bodies[indices[k]]?.surface ? counted(n, 'patch', 'patches') : count(n)));
  const around = `${a} of A and ${b} of B`;
  if (facePairCount === null) return around;
  return `${around}; ${counted(facePairCount, 'pair')} of faces ${distance > 0 ? 'too near' : 'meet'}`;
}

/** What counting faces settled, rendering by rendering. */
function countingOf({ algorithm, renderings, settled }: NonNullable<ReportPair['solids']>): string {
  const groups = settled.map(
    ({ by, rendering, answer, pixels }) =>
      `${counted(pixels, 'ray')} ${answer === 'apart' ? 'apart' : 'meeting'} after rendering ${rendering}${by === algorithm ? '' : ` (${by})`}`,
  );
  return `${algorithm} algorithm, ${counted(renderings, 'rendering')}: ${groups.join(', ')}`;
}

const meaningOf = ({ kind, inner }: ReportPair): string => {
  if (kind !== 'contained' || inner === undefined) return KIND_MEANING[kind];
  return inner === 'a' ? 'A lies inside B' : 'B lies inside A';
};
