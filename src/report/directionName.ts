import type { Vec3 } from '../math/vector.js';

/** An axis with its sign, or three numbers. */
export function directionName(direction: Vec3): string {
  const axis = direction.findIndex((c) => Math.abs(c) === 1);
  return axis < 0
    ? `(${direction.map((c) => Number(c.toFixed(2)) + 0).join(', ')})`
    : `${direction[axis] < 0 ? '−' : '+'}${'xyz'[axis]}`;
}
