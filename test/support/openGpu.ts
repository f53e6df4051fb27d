import { create } from 'webgpu';
import { createGpuMachine, type GpuMachine, type GpuMachineOptions } from '../../src/machine/gpu/gpuMachine.js';

/** Must stay referenced as long as any of its devices, or the process crashes. */
let dawn: GPU | undefined;
let device: Promise<GPUDevice> | undefined;

/** Node's WebGPU, but that all who ask get one device, which stays when they destroy it. */
const oneDevice = {
  async requestAdapter(options?: GPURequestAdapterOptions) {
    dawn ??= create(['disable-dawn-features=timestamp_quantization']) as GPU;
    const adapter = await dawn.requestAdapter(options);
    if (!adapter) return null;
    const { info, features, limits } = adapter;
    const requestDevice = (descriptor: GPUDeviceDescriptor) => (device ??= lasting(adapter, descriptor));
    return { info, features, limits, requestDevice };
  },
};

async function lasting(adapter: GPUAdapter, descriptor: GPUDeviceDescriptor): Promise<GPUDevice> {
  const made = await adapter.requestDevice(descriptor);
  made.destroy = () => undefined;
  return made;
}

/** Lets `open` find the one device of all tests of this process, in the place of the browser's; it must ask before it waits. */
export function onOneDevice<T>(open: () => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: oneDevice }, configurable: true });
  try {
    return open();
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  }
}

/** Dawn makes no pipeline twice while there is one like it on the device, so closed machines are kept. */
const opened: GpuMachine[] = [];

/**
 * A machine on a device that it takes for its own, and that the tests of a process share: a software driver needs a second for the
 * pipelines that a query asks for. For tests of opening, losing and destroying a device there is `createGpuMachine` itself.
 */
export async function openGpu(options: Omit<GpuMachineOptions, 'device'> = {}): Promise<GpuMachine> {
  const machine = await onOneDevice(() => createGpuMachine(options));
  opened.push(machine);
  return machine;
}
