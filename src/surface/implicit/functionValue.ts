import { InputError } from '../../errors.js';

/** A function of a point, as callers give it. */
export type PointFunction = (x: number, y: number, z: number) => number;

/** What the function returns, if it is a finite number: whatever changes no faster than some bound is finite everywhere. */
export function functionValue(f: PointFunction, x: number, y: number, z: number): number {
  const value: unknown = f(x, y, z);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new InputError(
    value === Infinity || value === -Infinity
      ? `function: f returned ${value} at (${x}, ${y}, ${z}), which no lipschitz bound allows. Return a finite number everywhere in the bounds.`
      : `function: f returned ${typeof value === 'number' ? 'NaN' : `no number but ${typeof value}`} at (${x}, ${y}, ${z}). Return a number everywhere in the bounds.`,
  );
}

/** Between two points the function has changed faster than it was said to. */
export const tooSteep = (
  lipschitz: number,
  p: readonly [number, number, number],
  f: number,
  q: readonly [number, number, number],
  g: number,
): InputError =>
  new InputError(
    `function: f changes faster than its lipschitz bound (${lipschitz}): it is ${f} at (${p.join(', ')}) and ${g} at (${q.join(', ')}). Give a larger bound.`,
  );

/** Whether two values differ by more than their distance allows, rounding aside. */
export const isTooSteep = (lipschitz: number, f: number, g: number, distance: number, size: number): boolean =>
  Math.abs(f - g) > lipschitz * (distance * (1 + 1e-9) + 1e-13 * size) + 1e-12 * Math.abs(f) + 1e-12 * Math.abs(g);
