// A character that deforms every frame, against a room: zclash beside three-mesh-bvh's refit plus query, as ratios within one run.
//   npm run bench -- three            on the CPU, one thread
//   npm run bench -- three --gpu      zclash on the GPU; three-mesh-bvh runs on the CPU in any case
//   npm run bench -- three --cpu-time CPU time in place of wall time, where others use the machine, too
//   npm run bench -- three --quick    small and few frames, to see that it runs
import { loadavg } from 'node:os';
import { REVISION } from 'three';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../src/machine/gpu/gpuMachine.js';
import { whole } from './support/table.js';
import { benchContained } from './three/contained.js';
import { benchFrames } from './three/frames.js';
import { cpuTime, wallTime } from './three/frameTimes.js';
import { createStage } from './three/stage.js';

/** A lap of eight seconds in so many frames. */
const FULL = { frameCount: 160, triangles: 20_000, detail: 1, resolutions: [128, 256, 512] };
const QUICK = { frameCount: 24, triangles: 2_000, detail: 0.3, resolutions: [16, 32] };

const FLAGS = ['--gpu', '--cpu-time', '--quick'];

export async function benchThree(options: readonly string[]): Promise<void> {
  const unknown = options.find((option) => !FLAGS.includes(option));
  if (unknown !== undefined) throw new Error(`bench: three has no '${unknown}'. Name some of: ${FLAGS.join(', ')}.`);
  const isGpu = options.includes('--gpu');
  const byCpu = options.includes('--cpu-time');
  if (isGpu && byCpu) throw new Error('bench: what a GPU does takes no CPU time. Leave out --cpu-time.');
  const clock = byCpu ? cpuTime : wallTime;
  const isQuick = options.includes('--quick');
  using machine = isGpu ? await createGpuMachine({ timing: false }) : createCpuMachine();
  using timed = isGpu ? await createGpuMachine() : createCpuMachine();
  if (isQuick) console.log('quick: small and few frames; the figures mean nothing');
  const stage = createStage(isQuick ? QUICK : FULL);
  const { hero, room } = stage.triangles;
  console.log(
    `A skinned character of ${whole(hero)} triangles in a room of ${whole(room)}, ${stage.frameCount} frames, all of them deformed\n` +
      `zclash: ${machine.name}; three-mesh-bvh: CPU, one thread; three.js r${REVISION}; Node ${process.versions.node}\n` +
      `${byCpu ? 'CPU time of the process' : 'Wall time'}; load of the machine when this began ${loadavg()[0].toFixed(1)}`,
  );
  await benchFrames(stage, machine, timed, clock);
  await benchContained(stage, machine, clock);
}
