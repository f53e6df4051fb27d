import { type Box, uniteBoxes } from '../../math/box.js';
import { usedVertices } from '../../mesh/usedVertices.js';
import type { WorldMesh } from '../worldMesh.js';

/**
 * Two meshes in one frame in which no coordinate exceeds 1: moved, so that a place far from the origin costs no digits, and
 * scaled by a power of two, so that no product leaves the range of f64. Moving rounds each coordinate once more, to 2^-53.
 */
export interface CommonFrame {
  /** A length in the world times this is a length in the frame. */
  readonly scale: number;
  readonly a: PlacedMesh;
  readonly b: PlacedMesh;
}

export interface PlacedMesh {
  /** Vertices that no face uses are NaN: they are never nearest, and lie on no side of anything. */
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  /** Least x y z, largest x y z. */
  readonly box: Float64Array;
}

/** Meshes smaller than 2 to this are not scaled up to 1: the scale itself would leave the range of f64. */
const LEAST_EXPONENT = -1000;

export function commonFrame(a: WorldMesh, b: WorldMesh): CommonFrame {
  const { min, max } = uniteBoxes(a.bounds, b.bounds);
  const origin = min.map((low, k) => low / 2 + max[k] / 2);
  const scale = scaleFor(a, b);
  return { scale, a: placed(a, origin, scale), b: placed(b, origin, scale) };
}

/** The scale of two meshes' common frame: a power of two. */
export function scaleFor(a: WorldMesh, b: WorldMesh): number {
  const { min, max } = uniteBoxes(a.bounds, b.bounds);
  const size = min.reduce((most, low, k) => Math.max(most, max[k] / 2 - low / 2), 0);
  const exponent = size > 0 ? Math.ceil(Math.log2(size)) : 0;
  return 2 ** -Math.max(LEAST_EXPONENT, exponent);
}

function placed({ positions, indices, bounds }: WorldMesh, origin: readonly number[], scale: number): PlacedMesh {
  const [x, y, z] = origin;
  const used = usedVertices(indices, positions.length / 3);
  const at = new Float64Array(positions.length);
  if (used) at.fill(NaN);
  const count = used ? used.length : at.length / 3;
  for (let k = 0; k < count; k++) {
    const i = 3 * (used ? used[k] : k);
    at[i] = (positions[i] - x) * scale;
    at[i + 1] = (positions[i + 1] - y) * scale;
    at[i + 2] = (positions[i + 2] - z) * scale;
  }
  return { positions: at, indices, box: boxOf(bounds, origin, scale) };
}

/** Differences are rounded monotonically: the box holds the vertices here, too. */
const boxOf = ({ min, max }: Box, origin: readonly number[], scale: number): Float64Array =>
  Float64Array.from([...min, ...max], (c, k) => (c - origin[k % 3]) * scale);
