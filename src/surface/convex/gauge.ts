/** What {@link gaugeAlong} tells, by place: the gauge, its slope and its bend. */
export const VALUE = 0;
export const SLOPE = 1;
export const BEND = 2;

/** w^p for 0 ≤ w ≤ 1, within an f64's last digit of 1, and 1 for w = 1. Cheaper than Math.pow. */
const power = (w: number, p: number): number => (p === 4 ? w * w * w * w : p === 1 ? w : Math.exp(p * Math.log(w)));

/** (1 + x)^(1/p) for 0 ≤ x ≤ 1. */
const root = (x: number, p: number): number =>
  x < 1e-17 ? 1 : p === 4 ? Math.sqrt(Math.sqrt(1 + x)) : p === 1 ? 1 + x : Math.exp(Math.log(1 + x) / p);

/**
 * The gauge of a superellipsoid whose radii are 1, with p = 2/e2 across and 2/e1 along z, on the line q + s u at s: 1 on the surface,
 * and growing with the distance from the middle, as a norm does. It is ‖(‖(x, y)‖, z)‖, both of them p-norms. Each is taken as its
 * larger component times a factor between 1 and 2, so that nothing overflows, whatever the power.
 */
export function gaugeAlong(
  qx: number,
  qy: number,
  qz: number,
  ux: number,
  uy: number,
  uz: number,
  pXY: number,
  pZ: number,
  s: number,
  out: Float64Array,
): void {
  norm(qx + s * ux, ux, 0, qy + s * uy, uy, pXY, out);
  norm(out[VALUE], out[SLOPE], out[BEND], qz + s * uz, uz, pZ, out);
}

/**
 * (|x|^p + |y|^p)^(1/p), where x and y change along a line with slopes dx and dy, and x bends by ddx. Where p is below 2 it
 * bends without bound as a component passes 0; at 0 itself, where it has a kink or none, no bend is told.
 */
function norm(x: number, dx: number, ddx: number, y: number, dy: number, p: number, out: Float64Array): void {
  const turn = x * dy - dx * y;
  if (p === 2) {
    const value = Math.sqrt(x * x + y * y);
    const inverse = value > 0 ? 1 / value : 0;
    out[VALUE] = value;
    out[SLOPE] = (x * dx + y * dy) * inverse;
    out[BEND] = (turn * turn * inverse * inverse + x * ddx) * inverse;
    return;
  }
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const isX = ax >= ay;
  const large = isX ? ax : ay;
  if (!(large > 0)) {
    out[VALUE] = out[SLOPE] = out[BEND] = 0;
    return;
  }
  const inverse = 1 / large;
  const w = (isX ? ay : ax) * inverse;
  const wp = power(w, p);
  const factor = root(wp, p);
  const share = 1 / (1 + wp);
  // The derivative by each component is the (p − 1)th power of its part of the norm.
  const perW = w > 1e-100 ? 1 / w : 0;
  const byLarge = factor * share;
  const bySmall = byLarge * (p === 1 ? 1 : wp * perW);
  const byX = (isX ? byLarge : bySmall) * (x < 0 ? -1 : 1);
  const byY = (isX ? bySmall : byLarge) * (y < 0 ? -1 : 1);
  const angle = turn * inverse * perW;
  out[VALUE] = large * factor;
  out[SLOPE] = byX * dx + byY * dy;
  out[BEND] = (p - 1) * angle * angle * wp * byLarge * share * inverse + byX * ddx;
}
