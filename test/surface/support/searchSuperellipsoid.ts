import type { Vec3 } from '../../../src/math/vector.js';
import type { Ray } from './randomRay.js';

/** The golden section. */
const PART = (Math.sqrt(5) - 1) / 2;

/** (x^p + y^p)^(1/p), in parts of the larger: powers of small numbers vanish. */
function pNorm(x: number, y: number, p: number): number {
  const size = Math.max(x, y);
  return size === 0 ? 0 : size * ((x / size) ** p + (y / size) ** p) ** (1 / p);
}

/**
 * The crossings of a line with a superellipsoid by search: its function, as Barr wrote it but for a root, is convex, so that a
 * golden section finds where it is least, and halving finds where it is 1 on either side.
 */
export function searchSuperellipsoid([a, b, c]: Vec3, [e1, e2]: readonly [number, number], ray: Ray): number[] {
  const [px, py, pz, dx, dy, dz] = ray;
  const gauge = (t: number): number => {
    const [x, y, z] = [Math.abs(px + t * dx) / a, Math.abs(py + t * dy) / b, Math.abs(pz + t * dz) / c];
    const across = pNorm(x, y, 2 / e2);
    return pNorm(across, z, 2 / e1);
  };
  // Far enough outside on both sides.
  const reach = (2 * Math.max(a, b, c)) / Math.hypot(dx, dy, dz);
  const nearest = -(px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz);
  let [low, high] = [nearest - reach, nearest + reach];
  let [s, t] = [high - PART * (high - low), low + PART * (high - low)];
  let [atS, atT] = [gauge(s), gauge(t)];
  for (let k = 0; k < 90 && Math.min(atS, atT) >= 1; k++)
    if (atS < atT) {
      [high, t, atT] = [t, s, atS];
      s = high - PART * (high - low);
      atS = gauge(s);
    } else {
      [low, s, atS] = [s, t, atT];
      t = low + PART * (high - low);
      atT = gauge(t);
    }
  const inside = atS < atT ? s : t;
  if (gauge(inside) >= 1) return [];
  const border = (outside: number): number => {
    let [o, i] = [outside, inside];
    for (let k = 0; k < 80; k++) {
      const middle = 0.5 * (o + i);
      if (gauge(middle) < 1) i = middle;
      else o = middle;
    }
    return 0.5 * (o + i);
  };
  return [border(nearest - reach), border(nearest + reach)];
}
