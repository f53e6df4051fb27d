import { InputError } from '../errors.js';
import { createCpuMachine } from './cpu/cpuMachine.js';
import { createGpuMachine } from './gpu/gpuMachine.js';
import type { Machine } from './machine.js';

export interface OpenOptions {
  /**
   * `auto`: real graphics hardware where there is some, else the CPU; a software driver is never taken, since the CPU
   * machine is faster. `webgpu`: whatever adapter there is, or an error that says why there is none. Default: auto.
   */
  backend?: 'auto' | 'webgpu' | 'cpu';
  /** Threads of the CPU machine; the answer is the same, bit for bit. Default: 1. */
  threads?: number;
  /** Whether the GPU's stages are timed where the device can; that takes about 0.1 ms of a query. Default: yes. */
  timing?: boolean;
  /** A WebGPU device of the application's own, to share; it is never destroyed here. */
  device?: GPUDevice;
}

/**
 * Opens a machine. Verbs open one themselves when they are not given any.
 *
 * @example using machine = await open({ backend: 'cpu' })
 */
export async function open({ backend = 'auto', threads, timing = true, device }: OpenOptions = {}): Promise<Machine> {
  if (backend === 'cpu') return createCpuMachine({ threads });
  if (backend === 'webgpu' || device) return createGpuMachine({ device, timing });
  if (backend !== 'auto')
    throw new InputError(`open: there is no backend '${backend}'. Use 'auto', 'webgpu' or 'cpu'.`);
  try {
    return await createGpuMachine({ allowSoftware: false, timing });
  } catch {
    return createCpuMachine({ threads });
  }
}

let shared: Promise<Machine> | undefined;

/** The machine that verbs use when they are given none: opened on first use, kept for the process. */
export function sharedMachine(): Promise<Machine> {
  shared ??= open();
  return shared;
}
