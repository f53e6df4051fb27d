import { DeviceError } from '../../errors.js';
import { importOptional } from '../../importOptional.js';

/** A WebGPU device and what is known about it. */
export interface OpenDevice {
  readonly device: GPUDevice;
  /** The adapter in words. */
  readonly name: string;
  /** A driver that runs on the CPU. */
  readonly software: boolean;
  /** Whether passes can be timed on the device. */
  readonly canTime: boolean;
  /** Whether it is ours to reopen and to destroy. */
  readonly owned: boolean;
}

/** WebGPU's buffer usages: Node has the numbers nowhere but in a package, and globals are not ours to set. */
export const USAGE = {
  mapRead: 0x1,
  copySrc: 0x4,
  copyDst: 0x8,
  uniform: 0x40,
  storage: 0x80,
  queryResolve: 0x200,
} as const;

/** And its texture usages. */
export const TEXTURE_USAGE = { copySrc: 0x1, copyDst: 0x2, binding: 0x4, storage: 0x8, attachment: 0x10 } as const;

/** Depth and stencil in one plane, both readable: without this feature nothing can be drawn, lists still can be built. */
export const DEPTH_STENCIL = 'depth32float-stencil8';

/** Dawn's GPU object in Node: it must stay referenced as long as any of its devices, or the process crashes. */
let dawn: GPU | undefined;

/** The browser's WebGPU, or in Node that of the optional package `webgpu`; undefined where there is neither. */
async function findGpu(): Promise<GPU | undefined> {
  if (typeof navigator !== 'undefined' && navigator.gpu) return navigator.gpu;
  if (dawn) return dawn;
  try {
    const { create } = (await importOptional('webgpu')) as { create(flags: string[]): GPU };
    dawn = create(['disable-dawn-features=timestamp_quantization']);
  } catch {
    return undefined;
  }
  return dawn;
}

/** Opens the best adapter, or says why there is none. Software drivers only where they are asked for. */
export async function openDevice(allowSoftware: boolean): Promise<OpenDevice> {
  const gpu = await findGpu();
  if (!gpu)
    throw new DeviceError(
      'webgpu: there is no WebGPU here. In Node install the package `webgpu`; in a browser use a current one over https.',
    );
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter)
    throw new DeviceError(
      'webgpu: no adapter was found. Install a Vulkan driver (or name one in VK_ICD_FILENAMES), or use the backend `cpu`.',
    );
  const name = nameOf(adapter);
  const software = isSoftware(adapter.info);
  if (software && !allowSoftware)
    throw new DeviceError(
      `webgpu: the only adapter is a software driver (${name}), slower than the CPU machine. Use the backend \`cpu\`, or ask for \`webgpu\` by name.`,
    );
  const canTime = adapter.features.has('timestamp-query');
  const wanted: GPUFeatureName[] = ['timestamp-query', DEPTH_STENCIL];
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  const device = await adapter.requestDevice({
    label: 'zclash',
    requiredFeatures: wanted.filter((feature) => adapter.features.has(feature)),
    requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
  });
  return { device, name, software, canTime, owned: true };
}

/** An adapter and what it could do: for people who look why one is or is not used. */
export interface AdapterFacts {
  /** What was asked for. */
  readonly asked: 'default' | 'high-performance' | 'low-power' | 'fallback';
  readonly name: string;
  /** A driver that runs on the CPU: never taken unasked. */
  readonly software: boolean;
  /** Whether passes can be timed, and whether there is what is needed to draw; lists need neither. */
  readonly canTime: boolean;
  readonly canDraw: boolean;
  /** The largest body, and the largest lists of a query in one go, in bytes; larger ones go in slices. */
  readonly maxBufferSize: number;
  readonly maxStorageBufferBindingSize: number;
}

const REQUESTS: Readonly<Record<AdapterFacts['asked'], GPURequestAdapterOptions>> = {
  default: {},
  'high-performance': { powerPreference: 'high-performance' },
  'low-power': { powerPreference: 'low-power' },
  fallback: { forceFallbackAdapter: true },
};

/** Which adapters there are, by what is asked for; one may come under several headings. `openDevice` asks for high performance. */
export async function describeAdapters(): Promise<readonly AdapterFacts[]> {
  const gpu = await findGpu();
  const found: AdapterFacts[] = [];
  for (const asked of Object.keys(REQUESTS) as AdapterFacts['asked'][]) {
    const adapter = await gpu?.requestAdapter(REQUESTS[asked]);
    if (!adapter) continue;
    const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
    found.push({
      asked,
      name: nameOf(adapter),
      software: isSoftware(adapter.info),
      canTime: adapter.features.has('timestamp-query'),
      canDraw: adapter.features.has(DEPTH_STENCIL),
      ...{ maxBufferSize, maxStorageBufferBindingSize },
    });
  }
  return found;
}

/** A device that the user made: never destroyed, never reopened. */
export const borrowDevice = (device: GPUDevice): OpenDevice => ({
  device,
  name: device.adapterInfo?.description || 'borrowed device',
  software: isSoftware(device.adapterInfo),
  canTime: device.features.has('timestamp-query'),
  owned: false,
});

function nameOf({ info: { vendor, architecture, device, description } }: GPUAdapter): string {
  return description || device || [vendor, architecture].filter(Boolean).join(' ') || 'unknown adapter';
}

/** Older browsers do not say of a device what it is. */
function isSoftware(info: GPUAdapterInfo | undefined): boolean {
  if (!info) return false;
  const { vendor, architecture, device, description, isFallbackAdapter } = info;
  return (
    isFallbackAdapter ||
    /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(`${vendor} ${architecture} ${device} ${description}`)
  );
}
