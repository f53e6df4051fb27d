import { bumpyPair } from '../../scenes/bumpyPair.js';
import type { Machine } from '../../src/machine/machine.js';
import { type Affine, multiply, rotation, translation } from '../../src/math/affine.js';
import { normalize } from '../../src/math/vector.js';
import { watch } from '../../src/watch.js';
import { matrixBetween, surfacesCross, treeOf } from '../support/bvh.js';
import { summarize } from '../support/measure.js';
import { ms, printTable, times } from '../support/table.js';

const STEPS = 1000;

/** Where B stands at a share of the way, from 0 to 1. */
const SEQUENCES: Record<string, (share: number) => Affine> = {
  'through first contact': (share) => translation(2.3 - 0.8 * share, 0.05, 0.02),
  'around, grazing': (share) =>
    multiply(
      multiply(rotation(normalize([0.2, 0.3, 1]), 2 * Math.PI * share), translation(2.17, 0, 0)),
      rotation(normalize([1, 0.4, 0.1]), 3 * share),
    ),
  'deep within': (share) =>
    multiply(translation(0.5 + 0.5 * share, 0.05, 0.02), rotation(normalize([0.3, 1, 0.2]), 0.8 * share)),
  'far away': (share) => multiply(translation(3 + share, 0.1, 0), rotation([0, 0, 1], 2 * share)),
};

/**
 * A watch on two bodies of 80,400 triangles each that move by a thousandth of a way from step to step, beside
 * three-mesh-bvh's yes or no with trees at hand. The watch tells the exact kind, containment included.
 */
export async function benchWatch(machine: Machine): Promise<void> {
  console.log(`\nA pair watched over ${STEPS} steps, 160,800 triangles, ${machine.name}; ms a step\n`);
  const rows: string[][] = [];
  for (const [name, poseAt] of Object.entries(SEQUENCES)) {
    const [a, b] = bumpyPair(200, 2.5);
    const [treeA, treeB] = [treeOf(a), treeOf(b)];
    const spent: { own: number[]; bvh: number[] } = { own: [], bvh: [] };
    let differ = 0;
    let crossing = 0;
    // The second round counts: the first one warms up.
    for (const round of [0, 1]) {
      const pair = watch(a, b, { machine });
      for (let step = 0; step < STEPS; step++) {
        b.pose = poseAt(step / STEPS);
        const begin = performance.now();
        const { interferes } = await pair.ask();
        const between = performance.now();
        const doCross = surfacesCross(treeA, treeB, matrixBetween(a, b));
        const end = performance.now();
        if (round === 0) continue;
        spent.own.push(between - begin);
        spent.bvh.push(end - between);
        if (interferes !== doCross) differ++;
        if (doCross) crossing++;
      }
      if (round === 1) console.log(`  ${name}: ${JSON.stringify(pair.ways)}`);
    }
    const mean = (list: readonly number[]): number => list.reduce((sum, t) => sum + t, 0) / list.length;
    const [own, bvh] = [summarize(spent.own), summarize(spent.bvh)];
    rows.push([
      ...[name, String(crossing), String(differ)],
      ...[ms(mean(spent.own)), ms(own.p50), ms(own.p99)],
      ...[ms(mean(spent.bvh)), ms(bvh.p50), ms(bvh.p99), times(mean(spent.bvh) / mean(spent.own))],
    ]);
  }
  console.log();
  printTable(['', 'cross', 'differ', 'watch', 'p50', 'p99', 'bvh', 'p50', 'p99', 'bvh / watch'], rows);
}
