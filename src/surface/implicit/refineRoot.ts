import { MOST_REFINE_STEPS } from '../formula/searchLimits.js';

/** A function along a line. */
export interface AlongLine {
  at(s: number): number;
}

/**
 * The place between s0 and s1 where the function changes from below 0 to 0 or more, or back, within `tolerance`. It has to be on
 * different sides at the two ends. Inverse quadratic interpolation where it is safe, else halving (Chandrupatla 1997). Where `slope` is above 0, the
 * function is known to change at least that fast: then a small value alone says that the root is near.
 */
export function refineRoot(
  line: AlongLine,
  s0: number,
  f0: number,
  s1: number,
  f1: number,
  tolerance: number,
  slope: number,
): number {
  const enough = slope * tolerance;
  // Only where the function is sure to change is a 0 a root: elsewhere it may go on for a while, and all of it is outside.
  const isSteep = slope > 0;
  if (isSteep && f0 === 0) return s0;
  if (isSteep && f1 === 0) return s1;
  // `a` and `b` are on different sides, `a` is the newest; `c` came before.
  let b = s0;
  let fb = f0;
  let a = s1;
  let fa = f1;
  // The first step follows the chord.
  let t = fa / (fa - fb);
  for (let step = 0; step < MOST_REFINE_STEPS; step++) {
    const least = (0.5 * tolerance) / Math.abs(b - a);
    if (!(least < 0.5)) break;
    // Values without bound have no chord.
    if (!(t >= least)) t = Number.isNaN(t) ? 0.5 : least;
    else if (t > 1 - least) t = 1 - least;
    const s = a + t * (b - a);
    const f = line.at(s);
    if (isSteep && f === 0) return s;
    // The chord from the last place takes off most of what is left, at no cost.
    if (isSteep && Math.abs(f) <= enough) return within(s - (f * (s - a)) / (f - fa), s0, s1);
    let c: number;
    let fc: number;
    if (f < 0 === fa < 0) {
      c = a;
      fc = fa;
    } else {
      c = b;
      fc = fb;
      b = a;
      fb = fa;
    }
    a = s;
    fa = f;
    const xi = (a - b) / (c - b);
    const phi = (fa - fb) / (fc - fb);
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
      t = (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb));
    else t = 0.5;
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b;
}

const within = (s: number, s0: number, s1: number): number => Math.min(Math.max(s, s0), s1);
