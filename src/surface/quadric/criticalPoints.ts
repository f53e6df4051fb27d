import { cross, dot, type Vec3 } from '../../math/vector.js';
import { symmetricEigen } from './symmetricEigen.js';

/** A point, a line, a plane or all of space: `base` plus any multiples of the `directions`, unit vectors perpendicular to each other. */
export interface Flat {
  readonly base: Vec3;
  readonly directions: readonly Vec3[];
}

/** Numbers below this are rounding, in a frame where coefficients and lengths are about 1. */
export const ROUNDING = 1e-12;
/** Curvatures below this, relative to the largest one, are rounding. */
const STRAIGHT = 1e-13;

export function formAt(f: readonly number[], x: number, y: number, z: number): number {
  return x * (f[0] * x + f[3] * y + f[4] * z + f[6]) + y * (f[1] * y + f[5] * z + f[7]) + z * (f[2] * z + f[8]) + f[9];
}

/**
 * Points of the quadric in a flat where it is singular, or where one of the objectives has an extreme; where these are whole lines or
 * curves, none of them. For a compact piece that suffices: such a line or curve ends in a flat of lower dimension, or another objective
 * has its extremes on it.
 */
export function criticalPoints(
  f: readonly number[],
  { base, directions }: Flat,
  objectives: readonly Vec3[],
  tell: (point: Vec3) => void,
): void {
  const gradient = gradientAt(f, base);
  if (directions.length === 1) {
    const [u] = directions;
    for (const z of rootsOf(curvature(f, u, u), dot(gradient, u), formAt(f, ...base)))
      tell([base[0] + z * u[0], base[1] + z * u[1], base[2] + z * u[2]]);
    return;
  }
  const largest = Math.max(...f.slice(0, 6).map(Math.abs));
  const matrix = directions.map((u) => directions.map((v) => curvature(f, u, v)));
  const { values, vectors } = symmetricEigen(matrix);
  // From here on in the coordinates in which the form has no mixed terms: the sum of λ z² + β z, plus `one`.
  const own = vectors.map((v) => combine(directions, v));
  const slopes = own.map((u) => dot(gradient, u));
  const one = formAt(f, ...base);
  const straight = values.map((value) => Math.abs(value) <= STRAIGHT * largest);
  const straightCount = straight.filter(Boolean).length;
  const tellAt = (z: readonly number[]): void => tell(addTo(base, combine(own, z)));

  if (straightCount > 1) return;
  const gammas = objectives.map((objective) => own.map((u) => dot(objective, u)));
  if (straightCount === 0) {
    // 2 λ z + β = μ γ, and the form is 0 there.
    const middle = sum(values, (value, i) => (slopes[i] * slopes[i]) / value) - 4 * one;
    const magnitude = sum(values, (value, i) => Math.abs((slopes[i] * slopes[i]) / value)) + 4 * Math.abs(one);
    if (Math.abs(middle) <= ROUNDING * (1 + magnitude)) tellAt(values.map((value, i) => -slopes[i] / (2 * value)));
    for (const gamma of gammas) {
      const square = middle / sum(values, (value, i) => (gamma[i] * gamma[i]) / value);
      if (!(square >= 0 && square < Infinity)) continue;
      for (const mu of [Math.sqrt(square), -Math.sqrt(square)])
        tellAt(values.map((value, i) => (mu * gamma[i] - slopes[i]) / (2 * value)));
    }
    return;
  }
  // A paraboloid, or a parabola: along its axis it is straight, which settles μ; where on the axis the form is 0, the rest.
  const axis = straight.indexOf(true);
  if (Math.abs(slopes[axis]) <= ROUNDING) return;
  for (const gamma of gammas) {
    if (Math.abs(gamma[axis]) <= ROUNDING) continue;
    const mu = slopes[axis] / gamma[axis];
    const z = values.map((value, i) => (i === axis ? 0 : (mu * gamma[i] - slopes[i]) / (2 * value)));
    z[axis] = -(one + sum(z, (zi, i) => (i === axis ? 0 : zi * (values[i] * zi + slopes[i])))) / slopes[axis];
    tellAt(z);
  }
}

/** The roots of a z² + b z + c; a double one where they are as good as one, for lack of digits. */
function rootsOf(a: number, b: number, c: number): readonly number[] {
  if (Math.abs(a) <= STRAIGHT * Math.abs(b)) return b === 0 ? [] : [-c / b];
  const discriminant = b * b - 4 * a * c;
  if (Math.abs(discriminant) <= ROUNDING * (b * b + Math.abs(4 * a * c) + Math.abs(a))) {
    const spread = Math.sqrt(Math.max(0, discriminant)) / (2 * a);
    return [-b / (2 * a) - spread, -b / (2 * a) + spread];
  }
  if (discriminant < 0) return [];
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
  return q === 0 ? [0] : [q / a, c / q];
}

const sum = (values: readonly number[], term: (value: number, i: number) => number): number =>
  values.reduce((total, value, i) => total + term(value, i), 0);

const curvature = (f: readonly number[], u: Vec3, v: Vec3): number =>
  f[0] * u[0] * v[0] +
  f[1] * u[1] * v[1] +
  f[2] * u[2] * v[2] +
  0.5 * (f[3] * (u[0] * v[1] + u[1] * v[0]) + f[4] * (u[0] * v[2] + u[2] * v[0]) + f[5] * (u[1] * v[2] + u[2] * v[1]));

const gradientAt = (f: readonly number[], [x, y, z]: Vec3): Vec3 => [
  2 * f[0] * x + f[3] * y + f[4] * z + f[6],
  f[3] * x + 2 * f[1] * y + f[5] * z + f[7],
  f[4] * x + f[5] * y + 2 * f[2] * z + f[8],
];

const combine = (vectors: readonly Vec3[], factors: readonly number[]): Vec3 => [
  sum(factors, (s, i) => s * vectors[i][0]),
  sum(factors, (s, i) => s * vectors[i][1]),
  sum(factors, (s, i) => s * vectors[i][2]),
];

const addTo = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** Two unit vectors perpendicular to a unit vector and to each other. */
export function perpendiculars(n: Vec3): [Vec3, Vec3] {
  const [ax, ay, az] = n.map(Math.abs);
  const helper: Vec3 = ax <= ay && ax <= az ? [1, 0, 0] : ay <= az ? [0, 1, 0] : [0, 0, 1];
  const w = cross(n, helper);
  const l = Math.hypot(...w);
  const u: Vec3 = [w[0] / l, w[1] / l, w[2] / l];
  return [u, cross(n, u)];
}
