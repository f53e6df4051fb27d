import { mkdir, writeFile } from 'node:fs/promises';
import { molars, OCCLUSAL_AXIS, SLANTED } from '../../scenes/molars.js';
import type { Body } from '../../src/body.js';
import { refineProjection } from '../../src/detect/solids/refineProjection.js';
import { encodePng } from '../../src/io/write/png.js';
import type { Machine } from '../../src/machine/machine.js';
import { dot, type Vec3 } from '../../src/math/vector.js';
import { defaultUp, type Way } from '../../src/view/direction.js';
import { fitPair } from '../../src/view/fit.js';
import { initialDirection } from '../../src/view/wallDirection.js';
import { printTable, times, whole } from '../support/table.js';
import type { SolidsBench } from './bench.js';
import { EDGE_END, OCCLUSAL_END } from './crownRows.js';
import { errorMap } from './errorMap.js';
import { type GapErrors, gapErrors } from './gapErrors.js';

/** mm. The paper's teeth are a person's, and so are ours in size. */
const PAPER = { rms: 0.0009, most: 0.06 };
const TOOTH = 10;
/** Directions that turn by less than this are the same; no more than so many are tried. */
const SAME_DEG = 1;
const MOST_TURNS = 10;

const REGIONS = [
  { name: 'occlusal side', end: OCCLUSAL_END },
  { name: 'and its edge', end: EDGE_END },
  { name: 'all that both see', end: Infinity },
] as const;

/**
 * Figure 7: the map of distances of position c against 16 exact rays per pixel, along the direction that the item buffer gives, and
 * along others. The occlusal surface is where the gap is one between faces of both teeth's occlusal sides.
 */
export async function benchAccuracy(bench: SolidsBench): Promise<void> {
  const { machine, resolution, teethPolygons } = bench;
  const { upper, lower } = molars('c', teethPolygons);
  const rows: string[][] = [];
  const reaches: string[][] = [];
  const drawn: { title: string; errors: GapErrors }[] = [];
  const ways = await directions(machine, [upper, lower], resolution);
  for (const [name, direction] of ways) {
    const errors = await gapErrors(machine, [upper, lower], direction, resolution);
    for (const { name: region, end } of REGIONS) {
      const isIn = (p: number) => errors.crownRow[p] <= end;
      const found = sizeOf(errors.error, isIn);
      const rounding = sizeOf(errors.rounding, isIn);
      rows.push([
        ...(region === REGIONS[0].name ? [name, angleDeg(direction, OCCLUSAL_AXIS).toFixed(1)] : ['', '']),
        ...[region, whole(found.count), short(found.rms), times(found.rms / PAPER.rms), short(found.most)],
        ...[times(found.most / PAPER.most), short(found.p99), short(found.rms / TOOTH), short(found.most / TOOTH)],
        ...[short(rounding.rms), short(rounding.most), region === REGIONS[0].name ? String(errors.unlike) : ''],
      ]);
      if (region === REGIONS[0].name && (name === WITH || name === WITHOUT))
        drawn.push({
          title: `${name}: RMS ${short(found.rms)} mm, at most ${short(found.most)} mm`,
          errors,
        });
    }
    reaches.push([name, ...reachOf(errors)]);
  }
  console.log(`
Accuracy: five teeth at c, ${whole(upper.mesh.indices.length / 3 + lower.mesh.indices.length / 3)} polygons, map at ${resolution}² against 16 exact rays per pixel, ${machine.name}; mm
in the paper ${PAPER.rms} (RMS) and ${PAPER.most} (most) along the item buffer's direction; / tooth: of ${TOOTH} mm, there ${short(PAPER.rms / TOOTH)} and ${short(PAPER.most / TOOTH)}
`);
  printTable(
    [
      ...['direction', '° off axis', 'region', 'pixels', 'RMS', '/ paper', 'most', '/ paper', '99 %'],
      ...['RMS / tooth', 'most / tooth', 'rounding RMS', 'rounding most', 'unlike'],
    ],
    rows,
  );
  console.log(
    "\nhow far out on the crowns both of the paper's figures are kept (0.5: the occlusal side ends; 0.73: the wall is widest):\n",
  );
  printTable(['direction', 'up to row', 'pixels', 'of those that see both'], reaches);
  const file = 'out/bench-solids-accuracy.png';
  const { width, height, rgba } = errorMap(drawn.reverse());
  await mkdir('out', { recursive: true });
  await writeFile(file, await encodePng(width, height, rgba));
  console.log(`\nwritten: ${file}`);
}

const WITH = 'slanted, then by item buffer';
const WITHOUT = 'slanted';

/** Without the item buffer: the slanted direction and the one by the boxes' walls; with it: from these on, once and until it stays. */
async function directions(
  machine: Machine,
  pair: readonly [Body, Body],
  resolution: number,
): Promise<[string, Vec3][]> {
  const refined = async ({ direction, up }: Way): Promise<Way> => {
    const view = fitPair(...pair, { direction, up, resolution, whole: pair })!;
    return refineProjection(machine, ...pair, view);
  };
  const walls = initialDirection(...pair);
  const slanted: Way = { direction: SLANTED, up: defaultUp(SLANTED) };
  const once = await refined(slanted);
  let [last, way, turns] = [slanted, once, 1];
  while (turns < MOST_TURNS && angleDeg(last.direction, way.direction) > SAME_DEG) {
    last = way;
    way = await refined(way);
    turns++;
  }
  const isStill = angleDeg(last.direction, way.direction) <= SAME_DEG;
  console.log(
    `\nthe item buffer's direction, from the slanted one on: ${turns} looks, ${isStill ? 'until it turns by no more than' : 'and it still turns by more than'} ${SAME_DEG}°`,
  );
  return [
    [WITHOUT, SLANTED],
    ['slanted, item buffer once', once.direction],
    [WITH, way.direction],
    ['by walls', walls.direction],
    ['by walls, item buffer once', (await refined(walls)).direction],
  ];
}

const angleDeg = (one: Vec3, other: Vec3): number =>
  (Math.acos(Math.min(1, Math.abs(dot(one, other)))) * 180) / Math.PI;

function sizeOf(errors: Float64Array, isIn: (p: number) => boolean) {
  const sizes = errors
    .filter((error, p) => !Number.isNaN(error) && isIn(p))
    .map(Math.abs)
    .sort();
  const rms = Math.sqrt(sizes.reduce((sum, size) => sum + size * size, 0) / sizes.length);
  return { count: sizes.length, rms, most: sizes[sizes.length - 1], p99: sizes[Math.floor(0.99 * sizes.length)] };
}

/** The rows of the crowns, from the middle of the occlusal side out, over which the error is no larger than the paper's. */
function reachOf({ error, crownRow }: GapErrors): string[] {
  const inwards = Array.from(error.keys())
    .filter((p) => !Number.isNaN(error[p]))
    .sort((p, q) => crownRow[p] - crownRow[q]);
  let [sum, kept] = [0, 0];
  for (let k = 0; k < inwards.length && Math.abs(error[inwards[k]]) <= PAPER.most; k++) {
    sum += error[inwards[k]] ** 2;
    const isRowDone = k + 1 === inwards.length || crownRow[inwards[k + 1]] > crownRow[inwards[k]];
    if (isRowDone && Math.sqrt(sum / (k + 1)) <= PAPER.rms) kept = k + 1;
  }
  const row = kept > 0 ? crownRow[inwards[kept - 1]].toFixed(2) : '–';
  return [row, whole(kept), `${((100 * kept) / inwards.length).toFixed(0)} %`];
}

const short = (value: number): string =>
  value === 0 ? '0' : value < 1e-4 ? value.toExponential(1) : value.toPrecision(2);
