import type { Body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import type { Machine } from '../../src/machine/machine.js';
import type { Series } from '../support/chart.js';
import { fitLine, type Line, type Point } from '../support/fitLine.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, whole } from '../support/table.js';
import { writeChart } from '../support/writeChart.js';
import { polygonsOf, slabs } from './slabs.js';

/** Cells along each side: 988 to 999,964 polygons. */
const CELLS = [13, 20, 32, 50, 83, 113, 155, 221, 270, 350, 430, 497];
/** The paper's resolution, and ours by default. */
const RESOLUTIONS = [128, 512];

/** Figure 3: time against the number of polygons, at a fixed number of rays. */
export async function benchPolygons(machine: Machine): Promise<void> {
  console.log(`\nFigure 3: time against polygons, displaced meshes, ${machine.name}; ms\n`);
  const pairs = CELLS.map(slabs);
  const points = new Map<number, Point[]>();
  for (const resolution of RESOLUTIONS) points.set(resolution, await measure(machine, pairs, [resolution]));
  printTable(
    ['polygons', ...RESOLUTIONS.map((n) => `${n}²`)],
    pairs.map((pair, i) => [whole(polygonsOf(pair)), ...RESOLUTIONS.map((n) => ms(points.get(n)![i][1]))]),
  );
  const series = RESOLUTIONS.map((n) => withLine(`${n} × ${n} rays`, points.get(n)!, { per: 'polygon', ns: 1e6 }));
  await writeChart('polygons', {
    title: 'Figure 3: execution time vs. number of polygons',
    ...{ xLabel: 'polygons, both bodies together', yLabel: 'time in ms', scale: 'linear', series },
  });
}

const SIDES = [16, 32, 64, 128, 192, 256, 384, 512, 640, 768, 896, 1024];
/** 4,864 polygons: about as many as the paper tells a time for. */
const PIXEL_CELLS = 32;

/** Figure 6: time against the number of pixels, for the same bodies. */
export async function benchPixels(machine: Machine): Promise<void> {
  const pair = slabs(PIXEL_CELLS);
  const polygons = whole(polygonsOf(pair));
  console.log(`\nFigure 6: time against pixels, ${polygons} polygons, ${machine.name}; ms\n`);
  const measured = await measure(machine, [pair], SIDES);
  const points = SIDES.map((side, i): Point => [side * side, measured[i][1]]);
  printTable(
    ['pixels', '', 'ms'],
    SIDES.map((side, i) => [whole(side * side), `${side}²`, ms(points[i][1])]),
  );
  await writeChart('pixels', {
    title: 'Figure 6: execution time vs. number of pixels',
    ...{ xLabel: 'pixels', yLabel: 'time in ms', scale: 'linear' },
    series: [withLine(`${polygons} polygons`, points, { per: 'pixel', ns: 1e6 })],
  });
}

/** Every pair at every resolution, in turn; the time over the number of polygons. */
async function measure(machine: Machine, pairs: readonly (readonly Body[])[], sides: readonly number[]) {
  const cases = pairs.flatMap((pair) => sides.map((resolution) => ({ pair, resolution })));
  const measured = await sideBySide(
    Object.fromEntries(
      cases.map(({ pair, resolution }, i) => [`case ${i}`, () => interference(pair, { machine, resolution })]),
    ),
    // Enough of each at a time that it finds its own data in the caches, as it would alone.
    { warmUp: 1, rounds: 7, leastMs: 20 },
  );
  return cases.map(({ pair }, i): Point => [polygonsOf(pair), measured[`case ${i}`].p50]);
}

/** Prints the fitted line, and takes it into the chart. */
function withLine(name: string, points: readonly Point[], unit: { per: string; ns: number }): Series {
  const line = fitLine(points);
  console.log(`\n${name}: ${describe(line, points, unit)}`);
  return {
    ...{ name, points, curve: (x) => line.intercept + line.slope * x },
    curveName: `${(line.slope * unit.ns).toPrecision(3)} ns per ${unit.per}, r² = ${line.r2.toFixed(4)}`,
  };
}

function describe(
  { slope, intercept, r2, deviation }: Line,
  points: readonly Point[],
  unit: { per: string; ns: number },
) {
  const longest = Math.max(...points.map(([, time]) => time));
  return `${ms(intercept)} ms + ${(slope * unit.ns).toPrecision(3)} ns per ${unit.per}, r² = ${r2.toFixed(5)}, largest deviation ${ms(deviation)} ms (${((100 * deviation) / longest).toFixed(1)} % of the longest time)`;
}
