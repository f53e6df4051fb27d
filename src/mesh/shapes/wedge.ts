import type { Vec3 } from '../../math/vector.js';
import type { Mesh } from '../mesh.js';
import { toSize } from './box.js';

export interface WedgeOptions {
  /** Of the box around it: one length for all edges, or along x, y and z. */
  size?: number | Vec3;
}

export const WEDGE_DEFAULTS: Required<WedgeOptions> = { size: 1 };

/** Half a box, cut from the lower edge at +x to the upper edge at -x; the box has its middle at the origin. 8 triangles. */
export function wedge(options: WedgeOptions = {}): Mesh {
  const [x, y, z] = toSize('wedge', options.size ?? WEDGE_DEFAULTS.size).map((edge) => edge / 2);
  // biome-ignore format: one vertex per column, one face per group
  return {
    positions: Float32Array.of(-x, -y, -z,  x, -y, -z,  -x, -y, z,  -x, y, -z,  x, y, -z,  -x, y, z),
    indices: Uint32Array.of(0, 1, 2,  3, 5, 4,  0, 3, 4,  0, 4, 1,  0, 2, 5,  0, 5, 3,  1, 4, 5,  1, 5, 2),
  };
}

export function wedgeVolume(size: number | Vec3): number {
  const [x, y, z] = toSize('wedge', size);
  return (x * y * z) / 2;
}
