import { orient2d, orient3d } from 'robust-predicates';

/**
 * Where vertex d lies with respect to the plane of a, b, c seen counter-clockwise: positive above, negative below, zero
 * exactly in the plane. The sign is exact as long as products of three coordinates neither overflow nor underflow.
 */
export function orientation(at: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  // biome-ignore format: one point per line
  return -orient3d(
    at[i], at[i + 1], at[i + 2],
    at[j], at[j + 1], at[j + 2],
    at[k], at[k + 1], at[k + 2],
    at[l], at[l + 1], at[l + 2],
  );
}

/** Whether three vertices lie on one line, exactly: they do in all three coordinate planes. */
export function collinear(at: ArrayLike<number>, a: number, b: number, c: number): boolean {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  return (
    orient2d(at[i], at[i + 1], at[j], at[j + 1], at[k], at[k + 1]) === 0 &&
    orient2d(at[i + 1], at[i + 2], at[j + 1], at[j + 2], at[k + 1], at[k + 2]) === 0 &&
    orient2d(at[i + 2], at[i], at[j + 2], at[j], at[k + 2], at[k]) === 0
  );
}
