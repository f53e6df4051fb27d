import { DeviceError, InputError } from '../../errors.js';
import { F64_CAST_ERROR } from '../castError.js';
import type { Machine } from '../machine.js';
import { standInsOf } from '../standIns.js';
import { takeTurns } from '../takeTurns.js';
import { createCpuFrame } from './cpuFrame.js';
import { createGatherer, type Gatherer, type Loops } from './gatherer.js';
import { createPlaneStore } from './planeStore.js';
import { createPlanes, type Planes } from './planes.js';
import { canShareMemory } from './threads/canShareMemory.js';
import { forgetSharedBody } from './threads/sharedBody.js';

import type { TouchingPass } from './touchingPass.js';

export interface CpuMachineOptions {
  /** Threads that gather lists and run kernels; the answer is the same, bit for bit. Default: 1, the caller's own. */
  threads?: number | undefined;
  loops?: Loops;
  /** Kernels with less to do than this, in pixels and faces, are run on the caller's own thread all the same. */
  spreadFrom?: number;
}

/** f32 rounds depths up to 1 by 2^-25 at most; as much again is left for the f64 before it. */
const F32_DEPTH_ERROR = 2 ** -24;

/** Frames of other sizes whose planes are kept for the next query. */
const MOST_IDLE = 4;

/** The machine that runs everywhere. With one thread it keeps no copy of bodies: their arrays are read where they lie. */
export function createCpuMachine({ threads = 1, loops = 'auto', spreadFrom }: CpuMachineOptions = {}): Machine {
  if (!Number.isInteger(threads) || threads < 1)
    throw new InputError(`cpu: the number of threads must be whole and positive (${threads}). Use 1 or more.`);
  const own = createGatherer(loops);
  /** What threads need is loaded with the first question to a machine that has some. */
  const hasThreads = threads > 1 && canShareMemory();
  let threaded: Gatherer | undefined;
  const loadThreads = async (): Promise<Gatherer> => {
    const { createThreadedGatherer } = await import('./threads/threadedGatherer.js');
    threaded = createThreadedGatherer(threads, own, loops, spreadFrom);
    return threaded;
  };
  const nameOfThreads = () => threaded?.name ?? (hasThreads ? `${threads} threads` : own.name);
  /** Only exact answers need it: it is loaded with the first of them. */
  let touching: Promise<TouchingPass> | undefined;
  const touchingPass = async () => (await import('./touchingPass.js')).createTouchingPass(loops);
  const inTurn = takeTurns();
  /** Planes of the last sizes, lent to one query at a time: a warm machine allocates nothing. */
  const idle: Planes[] = [];
  const stored = createPlaneStore();
  let closed = false;
  const close = () => {
    closed = true;
    threaded?.close();
  };
  return {
    kind: 'cpu',
    get name() {
      return `CPU (${own.loops}, ${nameOfThreads()})`;
    },
    positionError: 0,
    castError: F64_CAST_ERROR,
    snapPx: 0,
    drawnDepthError: F32_DEPTH_ERROR,
    run: (atlas, query) =>
      inTurn(async () => {
        const gatherer = hasThreads ? (threaded ?? (await loadThreads())) : own;
        if (closed) throw new DeviceError(`cpu: this machine is closed (${nameOfThreads()}). Open another one.`);
        const { width, height } = atlas;
        const fits = idle.findIndex((planes) => planes.width === width && planes.height === height);
        const planes = fits >= 0 ? idle.splice(fits, 1)[0] : createPlanes(width, height, hasThreads);
        try {
          return await query(createCpuFrame(atlas, gatherer, () => (touching ??= touchingPass()), planes, stored));
        } finally {
          planes.reset();
          idle.unshift(planes);
          idle.length = Math.min(idle.length, MOST_IDLE);
        }
      }),
    forget(body) {
      for (const kept of [body, ...standInsOf(body)]) forgetSharedBody(kept);
    },
    close,
    [Symbol.dispose]: close,
  };
}
