import { toPoints, toWhole } from './bigVector.js';

/** A fraction of whole numbers; `d` is positive. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

type Vector = readonly [bigint, bigint, bigint];

/** Below every f64's last bit: times 2^SHIFT, any number is whole. */
const SHIFT = 1074n;

const toFinest = (x: number): bigint => {
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0];
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n ? -size : size;
};

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Vector, s: bigint): Vector => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a: Vector, b: Vector): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const clamp = ({ n, d }: Fraction): Fraction => (n <= 0n ? { n: 0n, d: 1n } : n >= d ? { n: 1n, d: 1n } : { n, d });

/** The squared length of a vector over a common denominator. */
const square = (v: Vector, d: bigint): Fraction => ({ n: dot(v, v), d: d * d });

/** The squared distance of a point, over a denominator, from a segment. */
function pointSegment(p: Vector, d: bigint, a: Vector, b: Vector): Fraction {
  const u = minus(b, a);
  const uu = dot(u, u);
  const w = minus(p, times(a, d));
  const t = uu === 0n ? { n: 0n, d: 1n } : clamp({ n: dot(w, u), d: uu * d });
  return square(minus(times(w, t.d), times(u, t.n * d)), d * t.d);
}

/** The squared distance of two segments: between their insides where that is where the lines come nearest, or at an end. */
function segments(a: Vector, b: Vector, c: Vector, e: Vector): Fraction[] {
  const [u, v, w] = [minus(b, a), minus(e, c), minus(c, a)];
  const n = cross(u, v);
  const nn = dot(n, n);
  const ends = [
    pointSegment(a, 1n, c, e),
    pointSegment(b, 1n, c, e),
    pointSegment(c, 1n, a, b),
    pointSegment(e, 1n, a, b),
  ];
  if (nn === 0n) return ends;
  const s = dot(cross(w, v), n);
  const t = dot(cross(w, u), n);
  if (s < 0n || s > nn || t < 0n || t > nn) return ends;
  const apart = dot(w, n);
  return [{ n: apart * apart, d: nn }, ...ends];
}

/** The squared distance of a point from the plane of a triangle that it lies straight over. */
function overFace(p: Vector, a: Vector, b: Vector, c: Vector): Fraction[] {
  const [u, v, w] = [minus(b, a), minus(c, a), minus(p, a)];
  const n = cross(u, v);
  const nn = dot(n, n);
  if (nn === 0n) return [];
  const s = dot(cross(w, v), n);
  const t = dot(cross(u, w), n);
  if (s < 0n || t < 0n || s + t > nn) return [];
  const height = dot(w, n);
  return [{ n: height * height, d: nn }];
}

function squareRoot(x: bigint): bigint {
  if (x < 2n) return x;
  let r = 1n << BigInt(Math.ceil(x.toString(2).length / 2));
  for (;;) {
    const next = (r + x / r) >> 1n;
    if (next >= r) return r;
    r = next;
  }
}

/** A quotient of whole numbers as an f64, to the last bit or the one before it. */
function quotient(n: bigint, d: bigint): number {
  if (n === 0n) return 0;
  const shift = BigInt(64 + d.toString(2).length - n.toString(2).length);
  const q = shift >= 0n ? (n << shift) / d : n / (d << -shift);
  const half = Number(shift) / 2;
  return Number(q) * 2 ** -Math.floor(half) * 2 ** -Math.ceil(half);
}

/**
 * The distance of two triangles that are apart, by whole numbers alone: three corners each, nine numbers. The error is
 * that of the last rounding to f64.
 */
export function exactTriangleDistance(first: ArrayLike<number>, second: ArrayLike<number>): ExactDistance {
  // No finer than these coordinates are: in the finest unit of all, each would have more than a thousand digits.
  const { whole, unit } = toWhole([...Array.from(first), ...Array.from(second)]);
  const points = toPoints(whole);
  const [a, b] = [points.slice(0, 3), points.slice(3)];
  const all: Fraction[] = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) all.push(...segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    all.push(...overFace(a[i], b[0], b[1], b[2]), ...overFace(b[i], a[0], a[1], a[2]));
  }
  const least = all.reduce((p, q) => (q.n * p.d < p.n * q.d ? q : p));
  // To 200 bits below the finest unit.
  const root = squareRoot((least.n << (2n * (SHIFT + 200n + BigInt(Math.log2(unit))))) / least.d);
  return {
    distance: quotient(root, 1n << (SHIFT + 200n)),
    errorOf: (distance) => Math.abs(quotient((toFinest(distance) << 200n) - root, 1n << (SHIFT + 200n))),
  };
}

export interface ExactDistance {
  readonly distance: number;
  /** By how much a number differs from the distance: no digits are lost. */
  readonly errorOf: (distance: number) => number;
}
