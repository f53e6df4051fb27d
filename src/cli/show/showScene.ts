import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { KINDS_BY_WEIGHT } from '../../report/kindInWords.js';
import { printable } from '../terminal/printable.js';
import { type Column, table } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import { count, counted, figure, measure, place, titled, unitOf } from './figures.js';
import { lines, named, showDiagnostics, showLimit, showMachine, showTime, showUndecided, showUnits } from './notes.js';
import { showShapes } from './showShapes.js';
import { isClash, paintOf, verdictOf } from './verdict.js';
import { worstFirst } from './worstFirst.js';

/** A person does not read on; files have all of them. */
const MOST_ROWS = 200;
const MOST_GROUPS = 10;

/** All pairs in a table, the worst first, and what there is to say about them. */
export function showScene(report: ClashReport, terminal: Terminal): string[] {
  return [
    ...showPairs(report, columnsOf(report, terminal), terminal),
    ...showGroups(report, terminal),
    ...showSummary(report, terminal),
  ];
}

/** The table, as far as it is worth reading. */
export function showPairs(report: ClashReport, columns: readonly Column<ReportPair>[], terminal: Terminal): string[] {
  const pairs = worstFirst(report);
  if (pairs.length === 0) return [];
  const shown = terminal.isInteractive ? pairs.slice(0, MOST_ROWS) : pairs;
  const rest = pairs.length - shown.length;
  return [
    ...table(columns, shown, terminal.width, terminal.style.bold),
    ...(rest > 0 ? [`and ${count(rest)} more; --json, or --out with .csv or .html, has all`] : []),
    '',
  ];
}

/** Verdict, counts, machine; then what is undecided and what is wrong with the bodies. */
export function showSummary(report: ClashReport, terminal: Terminal): string[] {
  const { word, paint } = verdictOf(report, terminal.style);
  const kinds = KINDS_BY_WEIGHT.map(
    (kind) => [kind, report.pairs.filter((pair) => pair.kind === kind).length] as const,
  );
  const settled = report.pairs.filter((pair) => !isClash(pair, report) && isClash({ ...pair, status: 'new' }, report));
  const gone = report.resolved?.filter(({ status }) => status === 'resolved').length ?? 0;
  const facts = [
    ...kinds.filter(([, n]) => n > 0).map(([kind, n]) => `${count(n)} ${kind}`),
    ...(settled.length > 0 ? [`${count(settled.length)} of these approved or resolved`] : []),
    ...(gone > 0 ? [`${count(gone)} gone since the baseline`] : []),
  ];
  const asked = `${counted(report.bodies.length, 'body', 'bodies')}, ${counted(report.pairsAsked, 'pair')}, ${count(report.pairsLookedAt)} looked at`;
  return [
    ...wrap(`${paint(word)}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`, terminal.width, '  '),
    ...lines(`${asked}; ${showUnits(report)}`, terminal),
    ...lines(`${showMachine(report)}${showTime(report)}`, terminal),
    ...(report.clash || !report.complete ? [] : lines(showLimit(report), terminal)),
    ...showShapes(report, terminal),
    ...showUndecided(report, terminal),
    ...showDiagnostics(report.diagnostics, terminal),
  ];
}

function showGroups(report: ClashReport, terminal: Terminal): string[] {
  const { groups } = report;
  if (groups.length === 0) return [];
  const deepest = [...groups].sort((one, other) => other.volume - one.volume);
  const rest = groups.length - MOST_GROUPS;
  return [
    ...deepest
      .slice(0, MOST_GROUPS)
      .flatMap(({ bodies, volume, volumeError, point: at }) =>
        lines(
          `${named(bodies)}: ${bodies.length} bodies overlap, ${measure(volume, volumeError)}${unitOf(report, 3)} in just these, at ${place(at, report)}`,
          terminal,
        ),
      ),
    ...(rest > 0 ? [`and ${counted(rest, 'more such place')}`] : []),
    '',
  ];
}

function columnsOf(report: ClashReport, { style }: Terminal): Column<ReportPair>[] {
  const hasStatus = report.pairs.some(({ status }) => status !== 'new');
  const columns: Column<ReportPair>[] = [
    { title: 'kind', rank: 10, cell: ({ kind }) => kind, paint: (pair) => paintOf(pair, report, style) },
    { title: 'A', rank: 9, least: 8, cell: ({ a }) => printable(a) },
    { title: 'B', rank: 9, least: 8, cell: ({ b }) => printable(b) },
    {
      title: titled('depth', report),
      rank: 8,
      align: 'right',
      cell: (pair) => overlapping(pair, figure(pair.depthAlongView)),
    },
    {
      title: titled('volume', report, 3),
      rank: 7,
      align: 'right',
      cell: (pair) => overlapping(pair, measure(pair.volume, pair.volumeError)),
    },
    { title: titled('distance', report), rank: 6, align: 'right', cell: ({ distance }) => figure(distance) },
    { title: 'at', rank: 5, cell: (pair) => (pair.point ? place(pair.point, report) : '') },
    { title: 'id', rank: 1, cell: ({ id }) => id },
  ];
  if (hasStatus) columns.splice(7, 0, { title: 'status', rank: 4, cell: ({ status }) => status });
  return columns;
}

/** A pair that does not overlap has neither depth nor volume. */
export const overlapping = ({ kind }: ReportPair, text: string): string =>
  kind === 'clearance' || kind === 'touch' ? '' : text;
