import type { Positions } from './mesh.js';
import { collinear, orientation } from './orientation.js';

/** Why there is no simplex: all points lie on one of these. */
export type Flat = 'one point' | 'one line' | 'one plane';

/** Four points that do not lie in one plane, far from each other, the fourth below the first three; or why there are none. */
export function firstSimplex(at: Positions): [number, number, number, number] | Flat {
  const count = at.length / 3;
  const best = (score: (p: number) => number): number => {
    let winner = 0;
    let top = -Infinity;
    for (let p = 0; p < count; p++) {
      const s = score(p);
      if (s > top) {
        top = s;
        winner = p;
      }
    }
    return winner;
  };
  /** The best by floating point where the condition holds exactly for it, otherwise any for which it does. */
  const find = (score: (p: number) => number, holds: (p: number) => boolean): number | undefined => {
    const winner = best(score);
    if (holds(winner)) return winner;
    for (let p = 0; p < count; p++) if (holds(p)) return p;
    return undefined;
  };

  const a = best((p) => -at[3 * p]);
  const b = find(
    (p) => distance2(at, a, p),
    (p) => at[3 * a] !== at[3 * p] || at[3 * a + 1] !== at[3 * p + 1] || at[3 * a + 2] !== at[3 * p + 2],
  );
  if (b === undefined) return 'one point';
  const c = find(
    (p) => cross2(at, a, b, p),
    (p) => !collinear(at, a, b, p),
  );
  if (c === undefined) return 'one line';
  const d = best((p) => Math.abs(orientation(at, a, b, c, p)));
  const side = orientation(at, a, b, c, d);
  if (side === 0) return 'one plane';
  return side < 0 ? [a, b, c, d] : [b, a, c, d];
}

const distance2 = (at: Positions, p: number, q: number): number =>
  (at[3 * p] - at[3 * q]) ** 2 + (at[3 * p + 1] - at[3 * q + 1]) ** 2 + (at[3 * p + 2] - at[3 * q + 2]) ** 2;

/** The squared length of (b - a) × (p - a). */
function cross2(at: Positions, a: number, b: number, p: number): number {
  const ux = at[3 * b] - at[3 * a];
  const uy = at[3 * b + 1] - at[3 * a + 1];
  const uz = at[3 * b + 2] - at[3 * a + 2];
  const vx = at[3 * p] - at[3 * a];
  const vy = at[3 * p + 1] - at[3 * a + 1];
  const vz = at[3 * p + 2] - at[3 * a + 2];
  return (uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2;
}
