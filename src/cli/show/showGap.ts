import type { GapRegion } from '../../gapMap.js';
import { formatCoordinate } from '../../report/formatFigure.js';
import type { GapReport } from '../../report/gapReport.js';
import { pad } from '../terminal/displayWidth.js';
import { printable } from '../terminal/printable.js';
import type { Paint } from '../terminal/style.js';
import { type Column, table } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import { bound, count, counted, duration, figure, titled, unitOf } from './figures.js';
import { showDiagnostics, showUndecided, showUnits } from './notes.js';
import { showShapes } from './showShapes.js';

const LEFT = 14;
/** Regions that are shown; files have them all. */
const MOST_REGIONS = 10;

const CHOSEN_BY: Readonly<Record<GapReport['view']['chosenBy'], string>> = {
  given: 'as asked',
  boxes: 'by the boxes of the bodies',
  faces: 'by the faces that are near the other body',
};

/** The gaps in a few lines: the verdict, figures, bands, regions, and what may have been missed. */
export function showGap(report: GapReport, terminal: Terminal): string[] {
  const { style, width } = terminal;
  const [a, b] = report.bodies.map(({ name }) => printable(name));
  const { word, paint } = verdictOf(report, terminal);
  const unit = unitOf(report);
  const row = (title: string, text: string): string[] => {
    const [first, ...more] = wrap(printable(text), width - LEFT - 2);
    return [`  ${style.dim(pad(title, LEFT))}${first}`, ...more.map((line) => ' '.repeat(LEFT + 2) + line)];
  };
  const { minimum, interference, view, rays, measured } = report;
  return [
    ...wrap(`${style.bold(`${a} × ${b}:`)} ${style.bold(paint(word))}`, width, '  '),
    ...(minimum
      ? row('minimum', `${signed(minimum.gap)} ± ${bound(minimum.error)}${unit} at ${pointOf(minimum.onA)} on A`)
      : row('minimum', noneSeesBoth(report))),
    ...row('inside both', `${figure(interference.area)}${unitOf(report, 2)}, ${counted(interference.pixels, 'ray')}`),
    ...row('direction', `${directionOf(view)}, ${CHOSEN_BY[view.chosenBy]}`),
    ...row('map', mapInWords(report)),
    ...row('rays', raysInWords(rays)),
    ...bandTable(report, terminal),
    ...regionTable(report, terminal),
    ...row('rounding', `at most ${bound(measured.depthError)}${unit}`),
    ...row('limit', measured.limit),
    ...row('machine', `${report.backend}${timeOf(report)}`),
    ...row('units', showUnits(report)),
    ...showShapes(report, terminal),
    ...showUndecided(report, terminal),
    ...showDiagnostics(report.diagnostics, terminal),
  ];
}

function verdictOf(report: GapReport, { style }: Terminal): { readonly word: string; readonly paint: Paint } {
  const { interferes, interference, undecided, minimum } = report;
  const unit = unitOf(report);
  if (interferes && minimum!.gap < -minimum!.error)
    return { word: `interference, ${figure(-minimum!.gap)}${unit} deep along the view`, paint: style.red };
  if (interferes) return { word: `interference, ${counted(interference.pixels, 'ray')} inside both`, paint: style.red };
  if (undecided.length > 0) return { word: 'undecided, no interference found', paint: style.yellow };
  if (!minimum) return { word: 'no interference: no ray sees both', paint: style.green };
  if (minimum.gap <= minimum.error) return { word: 'contact, no interference', paint: style.green };
  return { word: `apart: ${figure(minimum.gap)}${unit} on the nearest ray`, paint: style.green };
}

/** That bodies pass each other along one direction is no distance: they may be near along another. */
function noneSeesBoth({ view, undecided }: GapReport): string {
  const fact = `none: no ray along ${directionOf(view)} sees both bodies.`;
  if (undecided.length > 0) return fact;
  return `${fact} As far as rays tell, neither reaches into the other. How near they are, this direction does not tell. Give another --direction, or ask zclash check, with --clearance for a distance.`;
}

const directionOf = ({ direction }: GapReport['view']): string => `(${direction.map((x) => figure(x)).join(', ')})`;

/** −0.214, 0, +1.5 */
const signed = (gap: number): string => (gap === 0 ? '0' : `${gap < 0 ? '−' : '+'}${figure(Math.abs(gap))}`);

/** Models stand far from the origin: places are told to three decimals. */
const pointOf = (p: readonly number[]): string => `(${p.map(formatCoordinate).join(', ')})`;

function mapInWords(report: GapReport): string {
  const { columns, rows, pixelSize } = report.view;
  const [width, height] = pixelSize.map((size) => figure(size));
  return `${count(columns)} × ${count(rows)} rays, ${width} × ${height}${unitOf(report)} apart`;
}

const raysInWords = ({ both, onlyA, onlyB, undecided }: GapReport['rays']): string =>
  [
    `${count(both)} see both`,
    `${count(onlyA)} only A`,
    `${count(onlyB)} only B`,
    ...(undecided > 0 ? [`${count(undecided)} undecided`] : []),
  ].join(', ');

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function bandTable(report: GapReport, { width, style }: Terminal): string[] {
  const { bands } = report;
  if (bands.length === 0) return [];
  const columns: Column<(typeof bands)[number]>[] = [
    { title: titled('gap', report), rank: 3, cell: ({ to }) => `0 … ${figure(to)}` },
    { title: titled('area', report, 2), rank: 2, align: 'right', cell: ({ area }) => figure(area) },
    { title: 'rays', rank: 1, align: 'right', cell: ({ pixels }) => count(pixels) },
  ];
  return ['', ...indented(table(columns, bands, width - 2, style.bold)), ''];
}

function regionTable(report: GapReport, { width, style }: Terminal): string[] {
  const { regions, settings } = report;
  const where = `where the gap is at most ${signed(settings.threshold)}${unitOf(report)}`;
  if (regions.length === 0) return indented([`no region ${where}`]);
  const columns: Column<readonly [number, GapRegion]>[] = [
    { title: '', rank: 1, align: 'right', cell: ([k]) => String(k + 1) },
    { title: titled('area', report, 2), rank: 9, align: 'right', cell: ([, { area }]) => figure(area) },
    { title: titled('minimum', report), rank: 8, align: 'right', cell: ([, { minimum }]) => signed(minimum.gap) },
    { title: 'at', rank: 7, cell: ([, { minimum }]) => pointOf(minimum.onA) },
    {
      title: titled('inside both', report, 2),
      rank: 6,
      align: 'right',
      cell: ([, { interference }]) => figure(interference.area),
    },
    { title: 'rays', rank: 5, align: 'right', cell: ([, { pixels }]) => count(pixels) },
  ];
  const shown = [...regions.slice(0, MOST_REGIONS).entries()];
  const more = regions.length - shown.length;
  return [
    ...indented([`${counted(regions.length, 'region')} ${where}`, ...table(columns, shown, width - 2, style.bold)]),
    ...(more > 0 ? indented([`and ${count(more)} more`]) : []),
    '',
  ];
}

const timeOf = ({ timings }: GapReport): string =>
  timings.wallMs === undefined ? '' : `; ${duration(timings.wallMs)}`;
