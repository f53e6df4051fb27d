// Counting solids against a depth map, beside the paper's figures and beside z-lists, as ratios within one run.
//   npm run bench -- solids                 everything, on the CPU with one thread
//   npm run bench -- solids table1 jaws     some of: table1, jaws, accuracy
//   npm run bench -- solids --gpu           the same on the GPU
//   npm run bench -- solids --quick         small and once only, to see that it runs
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../src/machine/gpu/gpuMachine.js';
import { benchAccuracy } from './solids/accuracy.js';
import type { SolidsBench } from './solids/bench.js';
import { benchJaws } from './solids/jaws.js';
import { benchTable1 } from './solids/table1.js';

const SECTIONS: Record<string, (bench: SolidsBench) => Promise<void>> = {
  table1: benchTable1,
  jaws: benchJaws,
  accuracy: benchAccuracy,
};
const FLAGS = ['--gpu', '--quick'];

/** The paper's sizes; and small ones, at which figures mean nothing. */
const FULL = { resolution: 512, polygons: 160_000, teethPolygons: 112_000 };
const QUICK = { resolution: 64, polygons: 8_000, teethPolygons: 6_000, measure: { warmUp: 0, rounds: 1 } };
/** A GPU's clocks need some time to settle; its runs are short. */
const CPU_ROUNDS = { warmUp: 3, rounds: 15 };
const GPU_ROUNDS = { warmUp: 40, rounds: 100 };

export async function benchSolids(options: readonly string[]): Promise<void> {
  const isGpu = options.includes('--gpu');
  const asked = options.filter((option) => !FLAGS.includes(option));
  const unknown = asked.find((name) => !(name in SECTIONS));
  if (unknown !== undefined)
    throw new Error(
      `bench: solids has no '${unknown}'. Name some of: ${[...Object.keys(SECTIONS), ...FLAGS].join(', ')}.`,
    );
  using machine = isGpu ? await createGpuMachine({ timing: false }) : createCpuMachine();
  using timed = isGpu ? await createGpuMachine() : createCpuMachine();
  const isQuick = options.includes('--quick');
  const bench: SolidsBench = {
    ...{ machine, timed, measure: isGpu ? GPU_ROUNDS : CPU_ROUNDS },
    ...(isQuick ? QUICK : FULL),
  };
  if (isQuick) console.log('quick: small scenes, once each; the figures mean nothing');
  for (const name of asked.length > 0 ? asked : Object.keys(SECTIONS)) await SECTIONS[name](bench);
}
