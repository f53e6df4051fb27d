import type { BufferAttribute } from 'three';

/**
 * What is used of three's WebGPURenderer where it runs on WebGPU. The book of attributes is three's own and no public part of it:
 * where it is missing, nothing is shared.
 */
export interface WebGpuRenderer {
  readonly backend: {
    readonly isWebGPUBackend: true;
    readonly device: GPUDevice;
    get(attribute: BufferAttribute): { readonly buffer?: GPUBuffer };
  };
  readonly _attributes?: { update(attribute: BufferAttribute, type: number): void } | null;
  getArrayBufferAsync(attribute: BufferAttribute): Promise<ArrayBuffer>;
}

/** The renderer, where it runs on WebGPU and is under way; WebGPURenderer can also run on WebGL. */
export function asWebGpu(renderer: object | undefined): WebGpuRenderer | undefined {
  const { backend } = (renderer ?? {}) as { readonly backend?: Partial<WebGpuRenderer['backend']> };
  return backend?.isWebGPUBackend && backend.device ? (renderer as WebGpuRenderer) : undefined;
}

/** Whether shaders may write the attribute, so that the host does not know what it holds. */
export const isWrittenByGpu = (attribute: object): boolean =>
  'isStorageBufferAttribute' in attribute || 'isStorageInstancedBufferAttribute' in attribute;
