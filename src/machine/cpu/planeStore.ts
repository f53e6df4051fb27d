import type { Planes } from './planes.js';

/** Depth and stencil planes put aside beyond their query, each for as long as its key is held. */
export interface PlaneStore {
  store(key: object, planes: Planes): void;
  /** Brings them back; false where there are none under the key, or of another size. */
  recall(key: object, planes: Planes): boolean;
}

interface Stored {
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;
}

export function createPlaneStore(): PlaneStore {
  const stored = new WeakMap<object, Stored>();
  /** What is stored under the key, if it has the planes' size. */
  const fitting = (key: object, { width, height }: Planes): Stored | undefined => {
    const known = stored.get(key);
    return known?.width === width && known.height === height ? known : undefined;
  };
  return {
    store(key, planes) {
      const { width, height, depth, stencil } = planes;
      const known = fitting(key, planes);
      known?.depth.set(depth);
      known?.stencil.set(stencil);
      if (!known) stored.set(key, { width, height, depth: depth.slice(), stencil: stencil.slice() });
    },
    recall(key, planes) {
      const known = fitting(key, planes);
      if (!known) return false;
      planes.depth.set(known.depth);
      planes.stencil.set(known.stencil);
      return true;
    },
  };
}
