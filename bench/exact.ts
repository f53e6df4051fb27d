// Exact answers beside others, as ratios within one run.
//   npm run bench -- exact                  everything, on the CPU with one thread
//   npm run bench -- exact crossing         some of: crossing, volume, distance, watch
//   npm run bench -- exact --gpu            crossing faces, the candidates found on the GPU
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../src/machine/gpu/gpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { benchCrossing } from './exact/crossing.js';
import { benchDistance } from './exact/distance.js';
import { benchVolume } from './exact/volume.js';
import { benchWatch } from './exact/watch.js';

const SECTIONS: Record<string, (machine: Machine) => Promise<void>> = {
  crossing: benchCrossing,
  volume: benchVolume,
  distance: benchDistance,
  watch: benchWatch,
};
const GPU_SECTIONS = ['crossing'];

export async function benchExact(options: readonly string[]): Promise<void> {
  const isGpu = options.includes('--gpu');
  const asked = options.filter((option) => option !== '--gpu');
  const unknown = asked.find((name) => !(name in SECTIONS));
  if (unknown !== undefined)
    throw new Error(`bench: exact has no '${unknown}'. Name some of: ${Object.keys(SECTIONS).join(', ')}, --gpu.`);
  using machine = isGpu ? await createGpuMachine({ timing: false }) : createCpuMachine();
  const names = asked.length > 0 ? asked : isGpu ? GPU_SECTIONS : Object.keys(SECTIONS);
  for (const name of names) await SECTIONS[name](machine);
}
