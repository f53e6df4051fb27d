import { extent } from '../../math/box.js';
import type { InspectedBody, InspectReport } from '../../report/inspectReport.js';
import { printable } from '../terminal/printable.js';
import { type Column, table } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import { bound, count, counted, figure, titled } from './figures.js';
import { lines, showDiagnostics, showUnits } from './notes.js';
import { showShapes } from './showShapes.js';

/** A closed solid whose faces all look outwards and, where that was asked, do not go through each other. */
export const isSound = ({ closed, consistentlyOriented, volume, selfIntersectionCount }: InspectedBody): boolean =>
  closed && consistentlyOriented && volume !== null && volume > 0 && !selfIntersectionCount;

/** A row per body, then what is wrong in words. */
export function showInspect(report: InspectReport, terminal: Terminal): string[] {
  const { bodies, diagnostics } = report;
  const { style } = terminal;
  const unsound = bodies.filter((body) => !isSound(body)).length;
  const triangles = bodies.reduce((sum, body) => sum + body.triangles, 0);
  const all = `${counted(bodies.length, 'body', 'bodies')}, ${counted(triangles, 'triangle')}`;
  const verdict =
    unsound === 0 ? style.green('all sound') : style.yellow(`${counted(unsound, 'body', 'bodies')} not sound`);
  return [
    ...table(columnsOf(report, terminal), bodies, terminal.width, style.bold),
    '',
    ...wrap(`${all}; ${showUnits(report)}: ${style.bold(verdict)}`, terminal.width, '  '),
    ...bodies.flatMap((body) =>
      body.selfIntersectionCount
        ? lines(
            `${body.name}: ${counted(body.selfIntersectionCount, 'pair')} of faces go through each other.`,
            terminal,
          )
        : [],
    ),
    ...showShapes(report, terminal),
    ...showDiagnostics(diagnostics, terminal),
  ];
}

function columnsOf(report: InspectReport, { style }: Terminal): Column<InspectedBody>[] {
  const { bodies } = report;
  const hasTypes = bodies.some(({ type }) => type !== undefined);
  const hasSurfaces = bodies.some(({ surface }) => surface);
  const hasChords = bodies.some(({ chordError }) => chordError !== undefined);
  const hasFiles = new Set(bodies.map(({ file }) => file)).size > 1;
  const columns: (Column<InspectedBody> | false)[] = [
    { title: 'body', rank: 10, least: 12, cell: ({ name }) => printable(name) },
    hasTypes && { title: 'type', rank: 3, least: 8, cell: ({ type }) => printable(type ?? '') },
    { title: 'solid', rank: 9, cell: stateOf, paint: (body) => (isSound(body) ? style.green : style.yellow) },
    hasSurfaces && {
      title: 'surface',
      rank: 8,
      cell: ({ surface }) =>
        surface ? `${surface.kind}, ${counted(surface.patchCount, 'patch', 'patches')}` : 'triangles',
    },
    { title: 'triangles', rank: 8, align: 'right', cell: (body) => count(body.triangles) },
    {
      title: titled('volume', report, 3),
      rank: 7,
      align: 'right',
      cell: ({ volume }) => (volume === null ? '' : figure(volume, 6)),
    },
    {
      title: titled('size', report),
      rank: 6,
      cell: ({ bounds }) =>
        extent(bounds)
          .map((side) => figure(side))
          .join(' × '),
    },
    hasChords && {
      title: titled('chord error', report),
      rank: 5,
      align: 'right',
      cell: ({ chordError }) => (chordError === undefined ? '' : bound(chordError)),
    },
    { title: 'pieces', rank: 5, align: 'right', cell: ({ components }) => count(components) },
    { title: 'vertices', rank: 4, align: 'right', cell: ({ vertices }) => count(vertices) },
    hasFiles && { title: 'file', rank: 2, least: 8, cell: ({ file }) => printable(file) },
  ];
  return columns.filter((column) => column !== false);
}

/** The gravest fault in a word or two. */
function stateOf({ closed, consistentlyOriented, volume, selfIntersectionCount }: InspectedBody): string {
  if (!closed) return 'open';
  if (!consistentlyOriented) return 'flipped faces';
  if (volume === 0) return 'no volume';
  if (volume !== null && volume < 0) return 'inside out';
  return selfIntersectionCount ? 'crosses itself' : 'yes';
}
