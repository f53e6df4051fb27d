// Interference by z-lists, beside others and beside the paper's figures, as ratios within one run.
//   npm run bench -- zlist                  everything, on the CPU with one thread
//   npm run bench -- zlist report many      some of: report, many, polygons, pixels, conventional
//   npm run bench -- zlist --gpu            the reports and the many bodies, on the GPU
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../src/machine/gpu/gpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { benchConventional } from './zlist/conventional.js';
import { benchPixels, benchPolygons } from './zlist/growth.js';
import { benchManyBodies } from './zlist/manyBodies.js';
import { benchReport } from './zlist/report.js';

const SECTIONS: Record<string, (machine: Machine) => Promise<void>> = {
  report: benchReport,
  many: benchManyBodies,
  polygons: benchPolygons,
  pixels: benchPixels,
  conventional: benchConventional,
};
const GPU_SECTIONS = ['report', 'many'];

export async function benchZlist(options: readonly string[]): Promise<void> {
  const isGpu = options.includes('--gpu');
  const asked = options.filter((option) => option !== '--gpu');
  const unknown = asked.find((name) => !(name in SECTIONS));
  if (unknown !== undefined)
    throw new Error(`bench: zlist has no '${unknown}'. Name some of: ${Object.keys(SECTIONS).join(', ')}, --gpu.`);
  using machine = isGpu ? await createGpuMachine({ timing: false }) : createCpuMachine();
  const names = asked.length > 0 ? asked : isGpu ? GPU_SECTIONS : Object.keys(SECTIONS);
  for (const name of names) await SECTIONS[name](machine);
}
