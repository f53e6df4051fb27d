import { type Affine, determinant, identity, invert, multiply, rotation } from './affine.js';
import { length, type Vec3 } from './vector.js';

/**
 * The pose a share `t` of the way from `from` to `to`: the origin goes straight, the turn goes evenly by the shorter way, and the
 * stretch that is left grows evenly. Both must mirror, or neither; then all poses between can be inverted.
 */
export function interpolatePose(from: Affine, to: Affine, t: number): Affine {
  if (t <= 0) return from;
  if (t >= 1) return to;
  const [p, q] = [polar(from), polar(to)];
  const { axis, angle } = turnOf(multiply(q.turn, invert(p.turn)));
  const stretch = new Float64Array(12);
  for (let i = 0; i < 12; i++) stretch[i] = p.stretch[i] + (q.stretch[i] - p.stretch[i]) * t;
  const out = Float64Array.from(multiply(multiply(rotation(axis, angle * t), p.turn), stretch));
  for (const k of [3, 7, 11]) out[k] = from[k] + (to[k] - from[k]) * t;
  return out;
}

/** Newton's iteration doubles the digits that are right each time; from far off it halves the error at first. */
const MOST_ITERATIONS = 100;

/**
 * The linear part as a stretch (symmetric; negative where the map mirrors) and then a turn. The turn is the limit of
 * Q ← (Q + Q⁻ᵀ) / 2 (Higham 1986), scaled by the determinant so that it is reached quickly.
 */
function polar(m: Affine): { turn: Affine; stretch: Affine } {
  const sign = Math.sign(determinant(m));
  const linear = Float64Array.from(identity());
  for (let i = 0; i < 12; i++) if (i % 4 !== 3) linear[i] = m[i] * sign;
  let turn: Affine = linear;
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    const size = Math.cbrt(determinant(turn));
    const inverse = invert(turn);
    const next = Float64Array.from(identity());
    let change = 0;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        next[4 * r + c] = (turn[4 * r + c] / size + inverse[4 * c + r] * size) / 2;
        change = Math.max(change, Math.abs(next[4 * r + c] - turn[4 * r + c]));
      }
    turn = next;
    if (change < 1e-15) break;
  }
  const stretch = Float64Array.from(multiply(invert(turn), linear));
  for (let i = 0; i < 12; i++) stretch[i] *= sign;
  return { turn, stretch };
}

/** The axis and the angle, from 0 to π, of a turn. */
function turnOf(m: Affine): { axis: Vec3; angle: number } {
  const sines: Vec3 = [(m[9] - m[6]) / 2, (m[2] - m[8]) / 2, (m[4] - m[1]) / 2];
  const sine = length(sines);
  const cosine = (m[0] + m[5] + m[10] - 1) / 2;
  const angle = Math.atan2(sine, cosine);
  if (sine > 1e-6) return { axis: [sines[0] / sine, sines[1] / sine, sines[2] / sine], angle };
  if (cosine > 0) return { axis: [0, 0, 1], angle: 0 };
  // Half a turn: (R + 1) / 2 is the axis times itself; its largest column tells best.
  const largest = [0, 1, 2].reduce((k, l) => (m[5 * l] > m[5 * k] ? l : k), 0);
  const column: Vec3 = [0, 1, 2].map((r) => m[4 * r + largest] + Number(r === largest)) as unknown as Vec3;
  const size = length(column);
  return { axis: [column[0] / size, column[1] / size, column[2] / size], angle };
}
