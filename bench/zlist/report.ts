import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import { interference } from '../../src/interference.js';
import type { Interference } from '../../src/interferenceReport.js';
import type { Machine } from '../../src/machine/machine.js';
import { crossingFaces, matrixBetween, treeOf } from '../support/bvh.js';
import { loadManifold } from '../support/manifold.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, times } from '../support/table.js';

const RESOLUTION = 512;

/** What is wanted: so many times as fast as finding all crossing faces with trees, and as intersecting the solids. */
const WANTED = { bvh: 3, manifold: 10 };

/**
 * The whole report for two bodies of 80,400 triangles each, beside what others take for a part of it, from the same arrays:
 * three-mesh-bvh for two trees and all pairs of crossing faces, manifold-3d for two solids and their intersection's volume.
 */
export async function benchReport(machine: Machine): Promise<void> {
  console.log(`\nThe whole report, two bodies, 160,800 triangles, ${RESOLUTION}², ${machine.name}; ms\n`);
  const intersect = await loadManifold();
  const figures: string[][] = [];
  const prepared: string[][] = [];
  const answers: string[][] = [];
  const worst = { bvh: Infinity, manifold: Infinity, deforming: 0 };
  for (const { dx } of BUMPY_CONTACTS) {
    const [a, b] = bumpyPair(200, dx);
    // Bodies of their own, with the same shape in other arrays each time: what one brings that deforms.
    const [c, d] = bumpyPair(200, dx);
    const shapes = [c, d].map(({ mesh: { positions } }) => [positions.slice(), positions.slice()]);
    const [trees, fromBToA] = [[treeOf(a), treeOf(b)], matrixBetween(a, b)];
    let report: Interference | undefined;
    let pairs: number[] = [];
    let volume = 0;
    let turn = 0;
    const { rigid, deforming, bvh, built, refitted, manifold } = await sideBySide(
      {
        rigid: async () => {
          report = await interference([a, b], { machine, resolution: RESOLUTION });
        },
        deforming: async () => {
          turn = 1 - turn;
          c.update(shapes[0][turn]);
          d.update(shapes[1][turn]);
          await interference([c, d], { machine, resolution: RESOLUTION });
        },
        bvh: () => {
          pairs = crossingFaces(treeOf(a), treeOf(b), fromBToA);
        },
        built: () => {
          crossingFaces(trees[0], trees[1], fromBToA);
        },
        refitted: () => {
          for (const tree of trees) tree.refit();
          crossingFaces(trees[0], trees[1], fromBToA);
        },
        manifold: () => {
          volume = intersect(a, b).volume;
        },
      },
      { warmUp: 2, rounds: 9 },
    );
    worst.bvh = Math.min(worst.bvh, bvh.p50 / Math.max(rigid.p50, deforming.p50));
    worst.manifold = Math.min(worst.manifold, manifold.p50 / Math.max(rigid.p50, deforming.p50));
    worst.deforming = Math.max(worst.deforming, deforming.p50 / rigid.p50);
    figures.push([
      ...[dx.toFixed(1), ms(rigid.p50), ms(deforming.p50), times(deforming.p50 / rigid.p50)],
      ...[ms(bvh.p50), times(bvh.p50 / rigid.p50), times(bvh.p50 / deforming.p50)],
      ...[ms(manifold.p50), times(manifold.p50 / rigid.p50), times(manifold.p50 / deforming.p50)],
    ]);
    prepared.push([
      ...[dx.toFixed(1), ms(built.p50), times(built.p50 / rigid.p50)],
      ...[ms(refitted.p50), times(refitted.p50 / deforming.p50)],
    ]);
    answers.push([dx.toFixed(1), ...answerOf(report!, volume), String(pairs.length / 2)]);
    for (const body of [a, b, c, d]) machine.forget(body);
  }
  printTable(
    [
      ...['dx', 'rigid', 'deforming', '/ rigid'],
      ...['bvh build + pairs', '/ rigid', '/ deforming'],
      ...['manifold', '/ rigid', '/ deforming'],
    ],
    figures,
  );
  console.log('\nWith trees at hand, for rigid bodies; and with trees refitted, for bodies that deform little:\n');
  printTable(['dx', 'bvh pairs', '/ rigid', 'bvh refit + pairs', '/ deforming'], prepared);
  console.log('\nWhat was found:\n');
  printTable(['dx', 'kind', 'volume', '±', 'by manifold', 'apart', 'faces', 'pairs of faces by bvh'], answers);
  console.log(`
least, rigid or deforming: bvh ${times(worst.bvh)} (wanted ${WANTED.bvh}), manifold ${times(worst.manifold)} (wanted ${WANTED.manifold})
a deforming body costs what a rigid one costs ${times(worst.deforming)} at most`);
}

function answerOf({ pairs: [pair] }: Interference, volume: number): string[] {
  const error = Math.abs(pair.volume - volume);
  return [
    ...[pair.kind, pair.volume.toFixed(6), pair.volumeError.toExponential(1), volume.toFixed(6)],
    `${error.toExponential(1)}${error > pair.volumeError ? ' (!)' : ''}`,
    String(pair.faces.a.length + pair.faces.b.length),
  ];
}
