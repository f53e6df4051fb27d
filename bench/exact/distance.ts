import initialize from 'manifold-3d';
import { Vector3 } from 'three';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import type { Body } from '../../src/body.js';
import { type DistanceReport, distance } from '../../src/distance.js';
import { matrixBetween, treeOf } from '../support/bvh.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, times } from '../support/table.js';

const hitPoint = () => ({ point: new Vector3(), distance: 0, faceIndex: 0 });

/** How far the second body is moved, and below which distances to look: manifold-3d takes the longer the farther it looks. */
const CASES = [
  { dx: 2.2, limits: [0.01, 0.1, 0.5, 1] },
  { dx: 2.5, limits: [0.5, 1] },
];

/**
 * The distance of two bodies of 80,400 triangles each below a limit, with nothing prepared; beside manifold-3d's minGap on
 * solids at hand, asked once where it takes seconds, and three-mesh-bvh with trees at hand.
 */
export async function benchDistance(): Promise<void> {
  console.log('\nThe distance below a limit, two bodies, 160,800 triangles; ms\n');
  const library = await initialize();
  library.setup();
  const solidOf = ({ mesh, pose }: Body) =>
    new library.Manifold(
      new library.Mesh({ numProp: 3, vertProperties: Float32Array.from(mesh.positions), triVerts: mesh.indices }),
    ).translate([pose[3], pose[7], pose[11]]);
  const rows: string[][] = [];
  for (const { dx, limits } of CASES) {
    const [a, b] = bumpyPair(200, dx);
    const [treeA, treeB, fromBToA] = [treeOf(a), treeOf(b), matrixBetween(a, b)];
    const [solidA, solidB] = [solidOf(a), solidOf(b)];
    solidA.volume(); // they are lazy
    solidB.volume();
    for (const limit of limits) {
      let found: DistanceReport | undefined;
      const { own, bvh } = await sideBySide({
        own: async () => {
          found = await distance(a, b, { limit });
        },
        bvh: () => treeA.closestPointToGeometry(treeB.geometry, fromBToA, hitPoint(), hitPoint(), 0, limit),
      });
      const begin = performance.now();
      const gap = solidA.minGap(solidB, limit);
      const manifold = performance.now() - begin;
      rows.push([
        ...[dx.toFixed(1), String(limit), (found!.distance ?? Number.NaN).toPrecision(6), gap.toPrecision(6)],
        ...[ms(own.p50), ms(manifold), times(manifold / own.p50), ms(bvh.p50), times(bvh.p50 / own.p50)],
      ]);
    }
    solidA.delete();
    solidB.delete();
  }
  printTable(['dx', 'limit', 'distance', 'minGap', 'zclash', 'manifold-3d', '/ zclash', 'bvh', '/ zclash'], rows);
}
