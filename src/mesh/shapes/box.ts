import type { Vec3 } from '../../math/vector.js';
import type { Mesh } from '../mesh.js';
import { weld } from '../weld.js';
import { demandCount, demandPositive } from './demand.js';

export interface BoxOptions {
  /** Of the edges: one length for all, or along x, y and z. */
  size?: number | Vec3;
  /** Cuts of every edge: 12 × segments² triangles. */
  segments?: number;
}

export const BOX_DEFAULTS: Required<BoxOptions> = { size: 1, segments: 1 };

/** A box with edges along the axes, its middle at the origin. */
export function box(options: BoxOptions = {}): Mesh {
  const { segments } = { ...BOX_DEFAULTS, ...options };
  const size = toSize('box', options.size ?? BOX_DEFAULTS.size);
  demandCount('box', 'segments', segments, 1);
  const row = segments + 1;
  const positions = new Float32Array(3 * 6 * row * row);
  const indices = new Uint32Array(36 * segments * segments);
  const point = [0, 0, 0];
  let vertex = 0;
  let n = 0;
  for (let axis = 0; axis < 3; axis++)
    for (const end of [0, 1]) {
      // The other two axes in the order that makes a right-handed frame with the outward normal.
      const u = (axis + (end ? 1 : 2)) % 3;
      const v = (axis + (end ? 2 : 1)) % 3;
      for (let j = 0; j <= segments; j++)
        for (let i = 0; i <= segments; i++) {
          point[axis] = size[axis] * (end - 0.5);
          point[u] = size[u] * (i / segments - 0.5);
          point[v] = size[v] * (j / segments - 0.5);
          positions.set(point, 3 * vertex);
          if (i < segments && j < segments) {
            indices.set([vertex, vertex + 1, vertex + row, vertex + row, vertex + 1, vertex + row + 1], n);
            n += 6;
          }
          vertex++;
        }
    }
  return weld({ positions, indices }).mesh;
}

export function boxVolume(size: number | Vec3): number {
  const [x, y, z] = toSize('box', size);
  return x * y * z;
}

/** One length or three, checked, as three. */
export function toSize(shape: string, size: number | Vec3): Vec3 {
  const [x, y, z] = typeof size === 'number' ? [size, size, size] : size;
  demandPositive(shape, 'size along x', x);
  demandPositive(shape, 'size along y', y);
  demandPositive(shape, 'size along z', z);
  return [x, y, z];
}
