import { type Affine, determinant } from '../../../../math/affine.js';
import { fault } from '../fault.js';
import type { Shifts } from '../shape/geometry.js';

/** Where vertices stand with their morph targets gone so far, held by joints that stand so; in f64. */
export function deform(
  base: ArrayLike<number>,
  shifts: Shifts,
  morphs: ArrayLike<number>,
  joints: readonly Affine[] | undefined,
): Float64Array {
  const positions = Float64Array.from(base);
  shifts.targets.forEach((target, t) => {
    const share = morphs[t] ?? 0;
    if (share !== 0) for (let i = 0; i < positions.length; i++) positions[i] += share * target[i];
  });
  if (joints) skin(positions, shifts, joints);
  for (let i = 0; i < positions.length; i++)
    if (!Number.isFinite(positions[i])) throw fault(`vertex ${Math.floor(i / 3)} is moved beyond all numbers`);
  return positions;
}

function skin(positions: Float64Array, { influenceCount, joints, weights }: Shifts, maps: readonly Affine[]): void {
  for (let i = 0, row = 0; i < positions.length; i += 3, row += influenceCount) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    let [toX, toY, toZ, sum] = [0, 0, 0, 0];
    for (let k = row; k < row + influenceCount; k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const m = maps[joints[k]];
      toX += weight * (m[0] * x + m[1] * y + m[2] * z + m[3]);
      toY += weight * (m[4] * x + m[5] * y + m[6] * z + m[7]);
      toZ += weight * (m[8] * x + m[9] * y + m[10] * z + m[11]);
      sum += weight;
    }
    positions[i] = toX / sum;
    positions[i + 1] = toY / sum;
    positions[i + 2] = toZ / sum;
  }
}

/** That every joint that holds a vertex is there. */
export function checkJoints({ influenceCount, joints, weights }: Shifts, jointCount: number): void {
  for (let k = 0; k < joints.length; k++)
    if (weights[k] > 0 && joints[k] >= jointCount)
      throw fault(`a vertex is held by joint ${joints[k]} of ${jointCount} (vertex ${Math.floor(k / influenceCount)})`);
}

/** Whether joints turn the mesh inside out: those that mirror hold more than those that do not. */
export function isMirrored({ joints, weights }: Shifts, maps: readonly Affine[]): boolean {
  const signs = maps.map((map) => Math.sign(determinant(map)));
  let balance = 0;
  for (let k = 0; k < joints.length; k++) if (weights[k] > 0) balance += weights[k] * signs[joints[k]];
  return balance < 0;
}
