import { vi } from 'vitest';
import { create } from 'webgpu';

/** Must stay referenced as long as any of its devices, or the process crashes. */
const dawn = create([]) as GPU;

/** What an adapter says about itself. */
export interface ClaimedInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  readonly isFallbackAdapter: boolean;
}

/**
 * Puts a WebGPU before the machine, in place of the browser's, that is Node's with two differences: every device it gives
 * away is known here, so that it can be destroyed, and adapters may claim to be another. `null` gives no adapter at all.
 * Ends with `vi.unstubAllGlobals()`.
 */
export function stubGpu(claims: Partial<ClaimedInfo> | null = {}): GPUDevice[] {
  const devices: GPUDevice[] = [];
  const requestAdapter = async (options?: GPURequestAdapterOptions) => {
    const adapter = claims ? await dawn.requestAdapter(options) : null;
    if (!adapter) return null;
    const { vendor, architecture, device, description } = adapter.info;
    return {
      info: { vendor, architecture, device, description, isFallbackAdapter: false, ...claims },
      features: adapter.features,
      limits: adapter.limits,
      async requestDevice(descriptor: GPUDeviceDescriptor) {
        const made = await adapter.requestDevice(descriptor);
        devices.push(made);
        return made;
      },
    };
  };
  vi.stubGlobal('navigator', { gpu: { requestAdapter } });
  return devices;
}

/** A device of the test's own. */
export async function ownDevice(): Promise<GPUDevice> {
  const adapter = await dawn.requestAdapter();
  if (!adapter) throw new Error('stubGpu: no adapter was found.');
  return adapter.requestDevice({ label: 'a test' });
}
