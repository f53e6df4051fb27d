import { InputError } from '../../errors.js';
import type { Mesh } from '../mesh.js';
import { demandCount, demandFinite, demandPositive } from './demand.js';

export interface HeightFieldOptions {
  /** Along x and y, the middle at the origin. */
  size?: readonly [x: number, y: number];
  /** Cuts along x and y. */
  segments?: readonly [x: number, y: number];
  /** z of the upper side over a point. */
  height?: (x: number, y: number) => number;
  /** z of the flat lower side, below every height. */
  bottom?: number;
}

export const HEIGHT_FIELD_DEFAULTS: Required<HeightFieldOptions> = {
  size: [2, 2],
  segments: [64, 64],
  height: (x, y) => 0.1 * Math.sin(4 * x) * Math.cos(3 * y),
  bottom: -0.5,
};

/** A slab between z = height(x, y) and z = bottom: 2 × nx × ny triangles on top, 6 × (nx + ny) for the sides and the bottom. */
export function heightField(options: HeightFieldOptions = {}): Mesh {
  const { size, segments, height, bottom } = check(options);
  const [nx, ny] = segments;
  const rim = rimOf(nx, ny);
  const topCount = (nx + 1) * (ny + 1);
  const positions = new Float32Array(3 * (topCount + rim.length + 1));
  for (let j = 0; j <= ny; j++)
    for (let i = 0; i <= nx; i++) {
      const x = size[0] * (i / nx - 0.5);
      const y = size[1] * (j / ny - 0.5);
      const z = height(x, y);
      if (!(Math.fround(z) > Math.fround(bottom) && Number.isFinite(Math.fround(z))))
        throw new InputError(
          `heightField: the height must lie above the bottom (${z} at x = ${x}, y = ${y}, bottom ${bottom}). Lower the bottom, or give finite heights.`,
        );
      positions.set([x, y, z], 3 * (j * (nx + 1) + i));
    }
  for (const [k, vertex] of rim.entries())
    positions.set([positions[3 * vertex], positions[3 * vertex + 1], bottom], 3 * (topCount + k));
  const middle = topCount + rim.length;
  positions[3 * middle + 2] = bottom;

  const indices = new Uint32Array(6 * nx * ny + 9 * rim.length);
  let n = 0;
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++, n += 6) {
      const a = j * (nx + 1) + i;
      const b = a + nx + 1;
      indices.set([a, a + 1, b, b, a + 1, b + 1], n);
    }
  for (let k = 0; k < rim.length; k++, n += 9) {
    const next = (k + 1) % rim.length;
    const [low, lowNext] = [topCount + k, topCount + next];
    indices.set([rim[next], rim[k], low, rim[next], low, lowNext, lowNext, low, middle], n);
  }
  return { positions, indices };
}

/** The volume of the mesh that {@link heightField} gives for the same options, before rounding: prisms under triangles. */
export function heightFieldVolume(options: HeightFieldOptions = {}): number {
  const { size, segments, height, bottom } = check(options);
  const [nx, ny] = segments;
  const at = (i: number, j: number): number => height(size[0] * (i / nx - 0.5), size[1] * (j / ny - 0.5)) - bottom;
  let sum = 0;
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) sum += at(i, j) + 2 * at(i + 1, j) + 2 * at(i, j + 1) + at(i + 1, j + 1);
  return ((sum / 6) * size[0] * size[1]) / (nx * ny);
}

/** The vertices around the grid, counter-clockwise seen from above. */
function rimOf(nx: number, ny: number): number[] {
  const at = (i: number, j: number): number => j * (nx + 1) + i;
  const out: number[] = [];
  for (let i = 0; i < nx; i++) out.push(at(i, 0));
  for (let j = 0; j < ny; j++) out.push(at(nx, j));
  for (let i = nx; i > 0; i--) out.push(at(i, ny));
  for (let j = ny; j > 0; j--) out.push(at(0, j));
  return out;
}

function check(options: HeightFieldOptions): Required<HeightFieldOptions> {
  const all = { ...HEIGHT_FIELD_DEFAULTS, ...options };
  demandPositive('heightField', 'size along x', all.size[0]);
  demandPositive('heightField', 'size along y', all.size[1]);
  demandCount('heightField', 'segments along x', all.segments[0], 1);
  demandCount('heightField', 'segments along y', all.segments[1], 1);
  demandFinite('heightField', 'bottom', all.bottom);
  return all;
}
