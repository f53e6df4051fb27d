import { above, below, EPSILON, type Ranges, setSlope, setUnknown, setUnknownSlope, TINY, times } from './ranges.js';

// Sums lose no digits near 0, so they are widened relatively alone.
const lower = (value: number): number => value - Math.abs(value) * EPSILON;
const upper = (value: number): number => value + Math.abs(value) * EPSILON;

export function addRanges({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number, b: number): void {
  lo[to] = lower(lo[a] + lo[b]);
  hi[to] = upper(hi[a] + hi[b]);
  slopeLo[to] = lower(slopeLo[a] + slopeLo[b]);
  slopeHi[to] = upper(slopeHi[a] + slopeHi[b]);
}

export function subtractRanges({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number, b: number): void {
  lo[to] = lower(lo[a] - hi[b]);
  hi[to] = upper(hi[a] - lo[b]);
  slopeLo[to] = lower(slopeLo[a] - slopeHi[b]);
  slopeHi[to] = upper(slopeHi[a] - slopeLo[b]);
}

export function addConstantRange({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number, c: number): void {
  lo[to] = lower(lo[a] + c);
  hi[to] = upper(hi[a] + c);
  slopeLo[to] = slopeLo[a];
  slopeHi[to] = slopeHi[a];
}

export function fromConstantRange({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number, c: number): void {
  const a0 = lo[a];
  lo[to] = lower(c - hi[a]);
  hi[to] = upper(c - a0);
  slopeLo[to] = -slopeHi[a];
  slopeHi[to] = -slopeLo[a];
}

export function negateRange({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number): void {
  lo[to] = -hi[a];
  hi[to] = -lo[a];
  slopeLo[to] = -slopeHi[a];
  slopeHi[to] = -slopeLo[a];
}

export function scaleRange({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number, c: number): void {
  if (c === 0) {
    lo[to] = hi[to] = slopeLo[to] = slopeHi[to] = 0;
    return;
  }
  const p = c * lo[a];
  const q = c * hi[a];
  const r = c * slopeLo[a];
  const s = c * slopeHi[a];
  lo[to] = below(c > 0 ? p : q);
  hi[to] = above(c > 0 ? q : p);
  slopeLo[to] = below(c > 0 ? r : s);
  slopeHi[to] = above(c > 0 ? s : r);
}

export function multiplyRanges(ranges: Ranges, to: number, a: number, b: number): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  const b0 = lo[b];
  const b1 = hi[b];
  const p = a0 * b0;
  const q = a0 * b1;
  const r = a1 * b0;
  const s = a1 * b1;
  const least = Math.min(p, q, r, s);
  if (Number.isNaN(least)) {
    multiplyWithCare(ranges, to, a, b);
    return;
  }
  lo[to] = below(least);
  hi[to] = above(Math.max(p, q, r, s));
  // The rule of products: a' b + a b'.
  const c0 = slopeLo[a];
  const c1 = slopeHi[a];
  const d0 = slopeLo[b];
  const d1 = slopeHi[b];
  let p1 = c0 * b0;
  let q1 = c0 * b1;
  let r1 = c1 * b0;
  let s1 = c1 * b1;
  let p2 = d0 * a0;
  let q2 = d0 * a1;
  let r2 = d1 * a0;
  let s2 = d1 * a1;
  if (Number.isNaN(p1 + q1 + r1 + s1 + p2 + q2 + r2 + s2)) {
    p1 = times(c0, b0);
    q1 = times(c0, b1);
    r1 = times(c1, b0);
    s1 = times(c1, b1);
    p2 = times(d0, a0);
    q2 = times(d0, a1);
    r2 = times(d1, a0);
    s2 = times(d1, a1);
  }
  const m0 = Math.min(p1, q1, r1, s1);
  const n0 = Math.min(p2, q2, r2, s2);
  const m1 = Math.max(p1, q1, r1, s1);
  const n1 = Math.max(p2, q2, r2, s2);
  const low = m0 + n0;
  const high = m1 + n1;
  if (Number.isNaN(low) || Number.isNaN(high)) {
    setUnknownSlope(ranges, to);
    return;
  }
  slopeLo[to] = low - ((Math.abs(m0) + Math.abs(n0)) * EPSILON + TINY);
  slopeHi[to] = high + ((Math.abs(m1) + Math.abs(n1)) * EPSILON + TINY);
}

/** With infinite bounds. */
function multiplyWithCare(ranges: Ranges, to: number, a: number, b: number): void {
  const { lo, hi } = ranges;
  const p = times(lo[a], lo[b]);
  const q = times(lo[a], hi[b]);
  const r = times(hi[a], lo[b]);
  const s = times(hi[a], hi[b]);
  lo[to] = below(Math.min(p, q, r, s));
  hi[to] = above(Math.max(p, q, r, s));
  setUnknownSlope(ranges, to);
}

export function divideRanges(ranges: Ranges, to: number, a: number, b: number): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  const b0 = lo[b];
  const b1 = hi[b];
  if (!(b0 > 0 || b1 < 0)) {
    setUnknown(ranges, to);
    return;
  }
  const i0 = below(1 / b1);
  const i1 = above(1 / b0);
  const a0 = lo[a];
  const a1 = hi[a];
  const p = times(a0, i0);
  const q = times(a0, i1);
  const r = times(a1, i0);
  const s = times(a1, i1);
  const q0 = below(Math.min(p, q, r, s));
  const q1 = above(Math.max(p, q, r, s));
  // (a' − (a/b) b') / b
  const d0 = slopeLo[b];
  const d1 = slopeHi[b];
  const c0 = slopeLo[a];
  const c1 = slopeHi[a];
  const k0 = times(q0, d0);
  const k1 = times(q0, d1);
  const k2 = times(q1, d0);
  const k3 = times(q1, d1);
  const n0 = below(c0 - above(Math.max(k0, k1, k2, k3)));
  const n1 = above(c1 - below(Math.min(k0, k1, k2, k3)));
  const e0 = times(n0, i0);
  const e1 = times(n0, i1);
  const e2 = times(n1, i0);
  const e3 = times(n1, i1);
  lo[to] = q0;
  hi[to] = q1;
  slopeLo[to] = below(Math.min(e0, e1, e2, e3));
  slopeHi[to] = above(Math.max(e0, e1, e2, e3));
}

export function absoluteRange(ranges: Ranges, to: number, a: number): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  if (a0 >= 0) {
    lo[to] = a0;
    hi[to] = a1;
    slopeLo[to] = slopeLo[a];
    slopeHi[to] = slopeHi[a];
  } else if (a1 <= 0) negateRange(ranges, to, a);
  else {
    const most = Math.max(Math.abs(slopeLo[a]), Math.abs(slopeHi[a]));
    // What is not a number stays so.
    lo[to] = 0 * (a0 === -Infinity || a1 === Infinity ? 0 : a0 + a1);
    hi[to] = Math.max(-a0, a1);
    slopeLo[to] = -most;
    slopeHi[to] = most;
  }
}

export function squareRange(ranges: Ranges, to: number, a: number): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  const p = a0 * a0;
  const q = a1 * a1;
  const high = Math.max(p, q);
  const least = a0 > 0 || a1 < 0 ? below(Math.min(p, q)) : 0 * (high === Infinity ? 0 : high);
  setSlope(ranges, to, a, 2 * a0, 2 * a1);
  lo[to] = least < 0 ? 0 : least;
  hi[to] = above(high);
  if (Number.isNaN(slopeLo[to]) || Number.isNaN(slopeHi[to])) setUnknownSlope(ranges, to);
}

export function rootRange(ranges: Ranges, to: number, a: number): void {
  const { lo, hi } = ranges;
  const a0 = Math.max(lo[a], 0);
  const a1 = hi[a];
  const r0 = below(Math.sqrt(a0));
  // Of negative numbers alone there is none, and this says so.
  const r1 = above(Math.sqrt(a1));
  setSlope(ranges, to, a, r1 === Infinity ? 0 : below(0.5 / r1), r0 > 0 ? above(0.5 / r0) : Infinity);
  lo[to] = r0 < 0 ? 0 : r0;
  hi[to] = r1;
}

export function minRanges({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number, b: number): void {
  const isA = hi[a] < lo[b];
  const isB = hi[b] < lo[a];
  const sa0 = slopeLo[a];
  const sa1 = slopeHi[a];
  const sb0 = slopeLo[b];
  const sb1 = slopeHi[b];
  lo[to] = Math.min(lo[a], lo[b]);
  hi[to] = Math.min(hi[a], hi[b]);
  slopeLo[to] = isA ? sa0 : isB ? sb0 : Math.min(sa0, sb0);
  slopeHi[to] = isA ? sa1 : isB ? sb1 : Math.max(sa1, sb1);
}

export function maxRanges({ lo, hi, slopeLo, slopeHi }: Ranges, to: number, a: number, b: number): void {
  const isA = lo[a] > hi[b];
  const isB = lo[b] > hi[a];
  const sa0 = slopeLo[a];
  const sa1 = slopeHi[a];
  const sb0 = slopeLo[b];
  const sb1 = slopeHi[b];
  lo[to] = Math.max(lo[a], lo[b]);
  hi[to] = Math.max(hi[a], hi[b]);
  slopeLo[to] = isA ? sa0 : isB ? sb0 : Math.min(sa0, sb0);
  slopeHi[to] = isA ? sa1 : isB ? sb1 : Math.max(sa1, sb1);
}
