import type { GpuDevice } from '../body.js';
import { InputError } from '../errors.js';
import { createCpuMachine } from './cpu/cpuMachine.js';
import { processors } from './cpu/threads/processors.js';
import type { GpuMachineOptions } from './gpu/gpuMachine.js';
import type { Machine } from './machine.js';

export interface OpenOptions {
  /**
   * `auto`: real graphics hardware where there is some, else the CPU; a software driver is never taken, since the CPU
   * machine is faster. `webgpu`: whatever adapter there is, or an error that says why there is none. Default: auto.
   */
  backend?: 'auto' | 'webgpu' | 'cpu';
  /**
   * Threads of the CPU machine; the answer is the same, bit for bit. `auto`: as many as there are processors, 8 at most. They are
   * started when there is enough to do. Default: 1.
   */
  threads?: number | 'auto';
  /** Whether the GPU's stages are timed where the device can; that takes about 0.1 ms of a query. Default: yes. */
  timing?: boolean;
  /** A WebGPU device of the application's own, to share; it is never destroyed here. */
  device?: GpuDevice;
}

/**
 * Opens a machine. Verbs open one themselves when they are not given any.
 *
 * @example using machine = await open({ backend: 'cpu' })
 */
export async function open({ backend = 'auto', threads, timing = true, device }: OpenOptions = {}): Promise<Machine> {
  if (backend === 'cpu') return openCpu(threads);
  if (backend === 'webgpu' || device) return openGpu({ device, timing });
  if (backend !== 'auto')
    throw new InputError(`open: there is no backend '${backend}'. Use 'auto', 'webgpu' or 'cpu'.`);
  try {
    if (mayHaveGpu()) return await openGpu({ allowSoftware: false, timing });
  } catch {
    // The CPU is always there.
  }
  return openCpu(threads);
}

/** More threads wait for each other more than they gain. */
const MOST_THREADS = 8;

async function openCpu(threads: OpenOptions['threads']): Promise<Machine> {
  return createCpuMachine({ threads: threads === 'auto' ? Math.min(await processors(), MOST_THREADS) : threads });
}

/** Its code and its shaders are loaded when they are needed: pages that use the CPU never fetch them. */
async function openGpu(options: GpuMachineOptions): Promise<Machine> {
  const { createGpuMachine } = await import('./gpu/gpuMachine.js');
  return createGpuMachine(options);
}

/** Whether it is worth asking: pages have WebGPU or have it not, in Node a package may bring it. */
const mayHaveGpu = (): boolean =>
  (typeof navigator !== 'undefined' && !!navigator.gpu) || (typeof process !== 'undefined' && !!process.versions?.node);

let shared: Promise<Machine> | undefined;

/** The machine that verbs use when they are given none: opened on first use, kept for the process. */
export function sharedMachine(): Promise<Machine> {
  shared ??= open();
  return shared;
}
