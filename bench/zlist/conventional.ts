import { interference } from '../../src/interference.js';
import type { Machine } from '../../src/machine/machine.js';
import { crossingEdges, withEdges } from '../support/edgeFace.js';
import { fitLine, fitPower, type Point } from '../support/fitLine.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, times, whole } from '../support/table.js';
import { writeChart } from '../support/writeChart.js';
import { polygonsOf, slabs } from './slabs.js';

/** As in the paper. */
const RESOLUTION = 128;
/** Cells along each side: 28 to 3,100 polygons. */
const CELLS = [1, 2, 3, 5, 7, 9, 13, 18, 25];
/** The size at which the paper tells a ratio: 988 polygons. */
const ABOUT_1000 = 13;

/** Figure 5: time against the number of polygons, beside the conventional method that tries every edge with every face. */
export async function benchConventional(machine: Machine): Promise<void> {
  console.log(
    `\nFigure 5: every edge against every face, beside the whole report at ${RESOLUTION}², ${machine.name}; ms\n`,
  );
  const cases = CELLS.map((cells) => {
    const pair = slabs(cells);
    const [a, b] = pair.map(withEdges);
    return { polygons: polygonsOf(pair), pair, a, b };
  });
  // All sizes in turn, so that the engine has seen the larger ones before the smaller ones count.
  const measured = await sideBySide<string>(
    Object.fromEntries(
      cases.flatMap(({ polygons, pair, a, b }) => [
        [`zlist ${polygons}`, () => interference(pair, { machine, resolution: RESOLUTION })],
        [`edges ${polygons}`, () => crossingEdges(a, b)],
      ]),
    ),
    { warmUp: 3, rounds: 9, leastMs: 20 },
  );
  const conventional = cases.map(({ polygons }): Point => [polygons, measured[`edges ${polygons}`].p50]);
  const proposed = cases.map(({ polygons }): Point => [polygons, measured[`zlist ${polygons}`].p50]);
  const rows: string[][] = [];
  for (const [i, { polygons, pair, a, b }] of cases.entries()) {
    const { edgesOfA, edgesOfB } = crossingEdges(a, b);
    const { pairs } = await interference(pair, { machine, resolution: RESOLUTION });
    const [edges, zlist] = [conventional[i][1], proposed[i][1]];
    rows.push([
      ...[whole(polygons), ms(edges), ms(zlist), times(edges / zlist)],
      ...[whole((edgesOfA.length + edgesOfB.length) / 2), pairs[0]?.kind ?? 'none'],
    ]);
  }
  printTable(['polygons', 'every edge', 'zlist', 'ratio', 'edges through faces', 'zlist says'], rows);

  // Below a hundred polygons the overhead shows.
  const law = fitPower(conventional.filter(([n]) => n > 100));
  const line = fitLine(proposed);
  const nearest = CELLS.indexOf(ABOUT_1000);
  const [polygons, conventionalMs] = conventional[nearest];
  const proposedMs = proposed[nearest][1];
  console.log(`
at ${whole(polygons)} polygons: ${ms(conventionalMs)} ms and ${ms(proposedMs)} ms, ${times(conventionalMs / proposedMs)}; in the paper more than × 1000 at 1,000
the conventional method grows with polygons^${law.exponent.toFixed(2)} (above 100)`);
  await writeChart('conventional', {
    title: 'Figure 5: conventional and proposed methods',
    ...{ xLabel: 'polygons, both bodies together', yLabel: 'time in ms', scale: 'log' },
    series: [
      {
        ...{ name: 'every edge against every face', points: conventional },
        curve: (n) => law.factor * n ** law.exponent,
        curveName: `∝ n^${law.exponent.toFixed(2)}`,
      },
      {
        ...{ name: `proposed, ${RESOLUTION} × ${RESOLUTION} rays`, points: proposed },
        curve: (n) => line.intercept + line.slope * n,
      },
    ],
  });
}
