/** Three whole numbers of any size: a point or a direction. */
export type Big3 = readonly [x: bigint, y: bigint, z: bigint];

export const subtract = (a: Big3, b: Big3): Big3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Big3, b: Big3): Big3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const dot = (a: Big3, b: Big3): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const isZero = (a: Big3): boolean => a[0] === 0n && a[1] === 0n && a[2] === 0n;

export const cross = (a: Big3, b: Big3): Big3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export interface Whole {
  readonly whole: bigint[];
  /** A power of two. */
  readonly unit: number;
}

/** Any f64 numbers as whole multiples of one power of two, without rounding. */
export function toWhole(values: ArrayLike<number>): Whole {
  // Doubling is exact, and whatever has a fraction is below 2⁵³: it comes to its end before it overflows.
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, doublings(values[i]));
  const whole: bigint[] = [];
  for (let i = 0; i < values.length; i++) {
    const count = most === 0 ? 0 : doublings(values[i]);
    let v = values[i];
    for (let k = 0; k < count; k++) v *= 2;
    whole.push(most === count ? BigInt(v) : BigInt(v) << BigInt(most - count));
  }
  return { whole, unit: 2 ** -most };
}

/** How often a number must be doubled to be whole. */
function doublings(value: number): number {
  let count = 0;
  for (let v = value; !Number.isInteger(v); v *= 2) count++;
  return count;
}

/** Flat coordinates as points. */
export function toPoints(flat: readonly bigint[]): Big3[] {
  const points: Big3[] = [];
  for (let i = 0; i < flat.length; i += 3) points.push([flat[i], flat[i + 1], flat[i + 2]]);
  return points;
}
