import { type Affine, determinant, identity } from '../../../math/affine.js';
import { fault } from './fault.js';
import { type Json, numbersOf } from './json.js';

/** A node's place in its parent: shift, turn (a quaternion x y z w) and scale. */
export interface Trs {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

export const STILL: Affine = identity();
const AT_REST: Trs = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };

/** How far the last row of a matrix may be from 0 0 0 1 (32-bit rounding of exporters). */
const AFFINE_TOLERANCE = 1e-5;

/** A node's local place, as its matrix or its shift, turn and scale say. */
export function readTransform(node: Json): { local: Affine; trs: Trs | undefined } {
  const matrix = numbersOf(node, 'matrix', 'it', 16);
  if (matrix) return { local: fromColumns(matrix), trs: undefined };
  const translation = numbersOf(node, 'translation', 'it', 3);
  const rotation = numbersOf(node, 'rotation', 'it', 4);
  const scale = numbersOf(node, 'scale', 'it', 3);
  if (!translation && !rotation && !scale) return { local: STILL, trs: AT_REST };
  const trs = {
    translation: translation ?? AT_REST.translation,
    rotation: rotation ?? AT_REST.rotation,
    scale: scale ?? AT_REST.scale,
  };
  checkTurn(trs.rotation);
  return { local: fromTrs(trs), trs };
}

/** A quaternion of any length but 0 is a turn. */
export function checkTurn(rotation: readonly number[]): void {
  const length = Math.hypot(...rotation);
  if (!(length > 0 && length < Infinity)) throw fault(`its rotation is no turn (a quaternion of length ${length})`);
}

/** The map that scales, then turns, then shifts. The quaternion need not have length 1, but some. */
export function fromTrs({ translation, rotation, scale }: Trs): Affine {
  const length = Math.hypot(rotation[0], rotation[1], rotation[2], rotation[3]);
  const x = rotation[0] / length;
  const y = rotation[1] / length;
  const z = rotation[2] / length;
  const w = rotation[3] / length;
  const sx = scale[0];
  const sy = scale[1];
  const sz = scale[2];
  const m = new Float64Array(12);
  m[0] = (1 - 2 * (y * y + z * z)) * sx;
  m[1] = 2 * (x * y - w * z) * sy;
  m[2] = 2 * (x * z + w * y) * sz;
  m[3] = translation[0];
  m[4] = 2 * (x * y + w * z) * sx;
  m[5] = (1 - 2 * (x * x + z * z)) * sy;
  m[6] = 2 * (y * z - w * x) * sz;
  m[7] = translation[1];
  m[8] = 2 * (x * z - w * y) * sx;
  m[9] = 2 * (y * z + w * x) * sy;
  m[10] = (1 - 2 * (x * x + y * y)) * sz;
  m[11] = translation[2];
  return m;
}

/** A 4×4 matrix as glTF writes it, column by column. */
export function fromColumns(m: ArrayLike<number>, first = 0): Affine {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) out[4 * r + c] = m[first + 4 * c + r];
  for (let c = 0; c < 4; c++)
    if (!(Math.abs(m[first + 4 * c + 3] - (c === 3 ? 1 : 0)) <= AFFINE_TOLERANCE))
      throw fault('a matrix is not affine (its last row is not 0 0 0 1)');
  if (!out.every(Number.isFinite)) throw fault('a matrix has numbers that are not finite');
  return out;
}

/** Whether a body can stand so. */
export function isPose(map: Affine): boolean {
  const d = determinant(map);
  return d !== 0 && Number.isFinite(d) && map.every(Number.isFinite);
}
