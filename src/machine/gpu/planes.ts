import { DeviceError, InputError } from '../../errors.js';
import type { GpuContext } from './context.js';
import { DEPTH_STENCIL, TEXTURE_USAGE } from './device.js';

/** The planes of one size as textures. Each comes into being when first used. */
export interface GpuPlanes {
  readonly width: number;
  readonly height: number;
  /** Both aspects, as an attachment, and the texture itself, to copy from and into. */
  readonly depthStencil: GPUTextureView;
  readonly depthStencilTexture: GPUTexture;
  readonly depth: GPUTextureView;
  readonly stencil: GPUTextureView;
  readonly id: GPUTextureView;
  readonly kept: GPUTextureView;
  destroy(): void;
}

/** The planes of the last sizes; one frame is drawn at a time, so one set per size is enough. */
export interface PlanePool {
  of(width: number, height: number): GpuPlanes;
  dispose(): void;
}

const MOST_SIZES = 4;

export function createPlanePool(context: GpuContext): PlanePool {
  const pool: GpuPlanes[] = [];
  return {
    of(width, height) {
      const known = pool.findIndex((planes) => planes.width === width && planes.height === height);
      const planes = known >= 0 ? pool.splice(known, 1)[0] : createPlanes(context, width, height);
      pool.unshift(planes);
      if (pool.length > MOST_SIZES) pool.pop()?.destroy();
      return planes;
    },
    dispose() {
      for (const planes of pool) planes.destroy();
      pool.length = 0;
    },
  };
}

function createPlanes({ device, name }: GpuContext, width: number, height: number): GpuPlanes {
  if (!device.features.has(DEPTH_STENCIL))
    throw new DeviceError(
      `webgpu: this device cannot draw into planes of depth and stencil (${name} has no ${DEPTH_STENCIL}). Use the backend \`cpu\`.`,
    );
  const most = device.limits.maxTextureDimension2D;
  if (width > most || height > most)
    throw new InputError(
      `webgpu: the frame is larger than this device allows (${width} × ${height} pixels, at most ${most} × ${most}). Lower the resolution, or use the backend \`cpu\`.`,
    );
  const { attachment, binding, storage, copySrc, copyDst } = TEXTURE_USAGE;
  const textures = new Map<string, GPUTexture>();
  const views = new Map<string, GPUTextureView>();

  function texture(plane: string, format: GPUTextureFormat, usage: number): GPUTexture {
    let made = textures.get(plane);
    if (!made)
      textures.set(plane, (made = device.createTexture({ label: plane, size: [width, height], format, usage })));
    return made;
  }
  function view(of: GPUTexture, aspect: GPUTextureAspect): GPUTextureView {
    const label = `${of.label} ${aspect}`;
    let made = views.get(label);
    if (!made) views.set(label, (made = of.createView({ label, aspect })));
    return made;
  }
  const depthStencil = () => texture('depth and stencil', DEPTH_STENCIL, attachment | binding | copySrc | copyDst);

  return {
    width,
    height,
    get depthStencil() {
      return view(depthStencil(), 'all');
    },
    get depthStencilTexture() {
      return depthStencil();
    },
    get depth() {
      return view(depthStencil(), 'depth-only');
    },
    get stencil() {
      return view(depthStencil(), 'stencil-only');
    },
    get id() {
      return view(texture('id', 'r32uint', attachment | binding), 'all');
    },
    get kept() {
      return view(texture('kept', 'r32float', attachment | binding | storage), 'all');
    },
    destroy() {
      for (const made of textures.values()) made.destroy();
    },
  };
}
