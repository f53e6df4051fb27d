import type { GpuContext } from './context.js';
import { DEPTH_STENCIL, TEXTURE_USAGE } from './device.js';

/** Textures for depth and stencil planes that are put aside beyond their query, each for as long as its key is held. */
export interface PlaneStore {
  /** The key's texture of this size, made where there is none: to copy into. */
  put(key: object, width: number, height: number): GPUTexture;
  /** The texture that was put aside under the key, if it has this size. */
  get(key: object, width: number, height: number): GPUTexture | undefined;
  dispose(): void;
}

export function createPlaneStore({ device }: GpuContext): PlaneStore {
  const known = new WeakMap<object, { texture: GPUTexture }>();
  const textures = new Set<GPUTexture>();
  const drop = (texture: GPUTexture) => {
    if (textures.delete(texture)) texture.destroy();
  };
  const collected = new FinalizationRegistry<{ texture: GPUTexture }>(({ texture }) => drop(texture));
  const get: PlaneStore['get'] = (key, width, height) => {
    const texture = known.get(key)?.texture;
    return texture?.width === width && texture.height === height ? texture : undefined;
  };

  function create(width: number, height: number): GPUTexture {
    const usage = TEXTURE_USAGE.copySrc | TEXTURE_USAGE.copyDst;
    const size = [width, height];
    const texture = device.createTexture({ label: 'stored depth and stencil', size, format: DEPTH_STENCIL, usage });
    textures.add(texture);
    return texture;
  }

  return {
    get,
    put(key, width, height) {
      const fitting = get(key, width, height);
      if (fitting) return fitting;
      const texture = create(width, height);
      const old = known.get(key);
      if (old) {
        drop(old.texture);
        old.texture = texture;
      } else {
        const held = { texture };
        known.set(key, held);
        collected.register(key, held);
      }
      return texture;
    },
    dispose() {
      for (const texture of textures) texture.destroy();
      textures.clear();
    },
  };
}
