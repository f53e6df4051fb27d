// A small body that moves against a large one that stands still: what users of trees do all day.
//   npm run bench -- still           against 80,400 and 981,400 triangles, beside three-mesh-bvh with its trees at hand
//   npm run bench -- still --quick   against 7,320, to see that it runs
import { type Body, body } from '../src/body.js';
import { collisions } from '../src/collisions.js';
import { interference } from '../src/interference.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { translation } from '../src/math/affine.js';
import { bumpySphere } from '../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { matrixBetween, surfacesCross, treeOf } from './support/bvh.js';
import { type Measured, sideBySide } from './support/measure.js';
import { ms, printTable, times, whole } from './support/table.js';

/** The small body goes around the large one, through its bumps: inside it, in its surface, and outside. */
const STATIONS = 24;

const poseAt = (k: number) => {
  const turn = (2 * Math.PI * (k % STATIONS)) / STATIONS;
  const radius = 0.98 + 0.06 * ((k * 5) % 4);
  return translation(
    radius * Math.cos(turn) * Math.cos(turn / 3),
    radius * Math.sin(turn) * Math.cos(turn / 3),
    radius * Math.sin(turn / 3),
  );
};

export async function benchStill(options: readonly string[]): Promise<void> {
  const isQuick = options.includes('--quick');
  const machine = createCpuMachine();
  for (const segments of isQuick ? [60] : [200, 700]) {
    const large = body(bumpySphere({ segments }), { name: 'large' });
    const small = body(icoSphere({ radius: 0.05, subdivisions: 3 }), { name: 'small' });
    const deforming = body(bumpySphere({ segments }), { name: 'large' });
    const faces = [large, small].map(({ mesh }) => whole(mesh.indices.length / 3));
    console.log(`\n${machine.name}: ${faces[1]} triangles moving against ${faces[0]} that stand still; ms\n`);

    const questions: Record<string, (bodies: readonly [Body, Body]) => Promise<unknown>> = {
      'collisions, exact': (bodies) => collisions(bodies, { machine }),
      'report, 128²': (bodies) => interference(bodies, { resolution: 128, machine }),
      'report, 512²': (bodies) => interference(bodies, { resolution: 512, machine }),
      'report, exact': (bodies) => interference(bodies, { resolution: 128, precision: 'exact', machine }),
    };
    const trees = { large: treeOf(large), small: treeOf(small) };
    const { build } = await sideBySide({ build: () => treeOf(large) }, { warmUp: 1, rounds: 5 });
    const rows: string[][] = [];
    for (const [name, ask] of Object.entries(questions)) {
      let k = 0;
      const { again, changed, tree }: Record<string, Measured> = await sideBySide(
        {
          again: () => {
            small.pose = poseAt(++k);
            return ask([large, small]);
          },
          changed: () => {
            deforming.update(deforming.mesh.positions);
            return ask([deforming, small]);
          },
          tree: () => surfacesCross(trees.large, trees.small, matrixBetween(large, small)),
        },
        { warmUp: 3, rounds: isQuick ? STATIONS / 4 : 2 * STATIONS },
      );
      const ratios = [again.p50 / changed.p50, again.p50 / build.p50].map(times);
      rows.push([name, ms(again.p50), ms(changed.p50), ...ratios, ms(tree.p50)]);
    }
    printTable(['', 'stands still', 'deforms', 'ratio', '/ bvh build', 'bvh, surfaces cross'], rows);
    console.log(`  bvh build of the large one ${ms(build.p50)}`);
  }
}
