import { InputError } from '../errors.js';
import type { GapMap, GapPlace, GapRegion } from '../gapMap.js';
import { transformPoint } from '../math/affine.js';
import { worldFromScreen } from '../view/view.js';

/** A spreadsheet takes about a million lines, and a text has its limits, too. */
const MOST_RAYS = 4_000_000;
/** A 32-bit number, as gaps are: it has no more digits that tell anything. Areas are worth as many. */
const short = (value: number): number => Number(value.toPrecision(9));
/** Coordinates and counts have all their digits: models stand far from the origin. */
const lines = (rows: readonly (readonly (number | string)[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');

type Column = readonly [name: string, of: (region: GapRegion, place: GapPlace) => number];
const point = (name: string, of: (region: GapRegion, place: GapPlace) => readonly number[]): Column[] =>
  ['x', 'y', 'z'].map((axis, k) => [`${name}_${axis}`, (region, place) => of(region, place)[k]]);

const REGION_COLUMNS: readonly Column[] = [
  ['rays', ({ pixels }) => pixels],
  ['area', ({ area }) => short(area)],
  ['interference_rays', ({ interference }) => interference.pixels],
  ['interference_area', ({ interference }) => short(interference.area)],
  ['minimum_gap', (_, { gap }) => short(gap)],
  ['minimum_error', (_, { error }) => short(error)],
  ['column', (_, { ray }) => ray[0]],
  ['row', (_, { ray }) => ray[1]],
  ...point('a', (_, { onA }) => onA),
  ...point('b', (_, { onB }) => onB),
  ...point('min', ({ bounds }) => bounds.min),
  ...point('max', ({ bounds }) => bounds.max),
];

/** A line per region of a map, the largest first: its area, and its least gap with the ends of that on A and B. */
export function gapRegionsCsv({ regions }: Pick<GapMap, 'regions'>): string {
  const names = ['region', ...REGION_COLUMNS.map(([name]) => name)];
  return lines([
    names,
    ...regions.map((region, k) => [k + 1, ...REGION_COLUMNS.map(([, of]) => of(region, region.minimum))]),
  ]);
}

/** A line per ray that sees both bodies: its place in the map, where its gap begins in the world, the gap, and by how much it may be wrong. */
export function gapRaysCsv(map: GapMap): string {
  const { gap, error, begin, columns, view } = map;
  const used = gap.reduce((count, value) => count + Number(!Number.isNaN(value)), 0);
  if (used > MOST_RAYS)
    throw new InputError(`gap: a table of ${used} rays is too long. Lower the resolution, or write a picture.`);
  const world = worldFromScreen(view);
  const rows: (readonly (number | string)[])[] = [['column', 'row', 'x', 'y', 'z', 'gap', 'error']];
  for (let p = 0; p < gap.length; p++) {
    if (Number.isNaN(gap[p])) continue;
    const [column, row] = [p % columns, Math.floor(p / columns)];
    const at = transformPoint(world, [column + 0.5, row + 0.5, begin[p] / view.size[2]]);
    rows.push([column, row, ...at, short(gap[p]), short(error[p])]);
  }
  return lines(rows);
}
