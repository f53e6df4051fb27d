// Many bodies of one mesh, such as bolts: made of the same arrays, or each of arrays of its own.
//   npm run bench -- instances           on the CPU machine
//   npm run bench -- instances --gpu     on the GPU machine; also within the buffers that every WebGPU device allows
//   … --quick                            few bodies, to see that it runs
import { type Body, body } from '../src/body.js';
import { interference } from '../src/interference.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../src/machine/gpu/gpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { multiply, translation } from '../src/math/affine.js';
import { randomRotation, seeded } from '../src/math/random.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { torusKnot } from '../src/mesh/shapes/torusKnot.js';
import { summarize } from './support/measure.js';
import { ms, printTable, whole } from './support/table.js';

/** What a WebGPU device binds of one buffer unless it was asked to do more, as three.js's is not. */
const USUAL_BYTES = 2 ** 27;
const RESOLUTION = 64;

export async function benchInstances(options: readonly string[]): Promise<void> {
  const isQuick = options.includes('--quick');
  const machines: Record<string, Machine> = options.includes('--gpu')
    ? {
        'all it allows': await createGpuMachine({ timing: false }),
        '128 MiB a buffer': await createGpuMachine({ timing: false, mostBytes: USUAL_BYTES }),
      }
    : { '': createCpuMachine() };
  console.log(
    `${Object.values(machines)[0].name}: reports on ${isQuick ? 50 : 1000} bodies at ${RESOLUTION}²; ms, medians`,
  );
  for (const segments of isQuick ? [32] : [64, 192, 384]) {
    const rows: string[][] = [];
    const mesh = torusKnot({ segments, sides: segments / 8 });
    for (const [limit, machine] of Object.entries(machines)) {
      const [same, own] = [await reports(machine, mesh, false, isQuick), await reports(machine, mesh, true, isQuick)];
      rows.push([limit, ...same, ...own]);
    }
    console.log(`\n${whole(mesh.indices.length / 3)} triangles each`);
    printTable(['', 'same arrays: first', 'then', 'pairs', 'own arrays: first', 'then', 'pairs'], rows);
  }
  for (const machine of Object.values(machines)) machine.close();
}

/** The first report of bodies that the machine has not seen, and the next ones. */
async function reports(machine: Machine, mesh: Mesh, ownArrays: boolean, isQuick: boolean): Promise<string[]> {
  const [first, then]: [number[], number[]] = [[], []];
  let pairs = 0;
  for (let round = -1; round < (isQuick ? 1 : 2); round++) {
    const bodies = scattered(mesh, ownArrays, isQuick ? 50 : 1000);
    for (let k = 0; k < (isQuick ? 2 : 3); k++) {
      const start = performance.now();
      const report = await interference(bodies, { machine, resolution: RESOLUTION });
      if (round >= 0) (k === 0 ? first : then).push(performance.now() - start);
      pairs = report.pairs.length;
    }
    for (const one of bodies) machine.forget(one);
  }
  return [ms(summarize(first).p50), ms(summarize(then).p50), whole(pairs)];
}

/** Turned at random, about two neighbours each. */
function scattered(mesh: Mesh, ownArrays: boolean, count: number): Body[] {
  const random = seeded(1);
  const edge = 3 * Math.cbrt(count);
  const middle = () => edge * (random() - 0.5);
  return Array.from({ length: count }, (_, k) => {
    const pose = multiply(translation(middle(), middle(), middle()), randomRotation(random));
    const { positions, indices } = mesh;
    const shape = ownArrays ? { positions: positions.slice(), indices: indices.slice() } : mesh;
    return body(shape, { name: `knot ${k}`, pose });
  });
}
