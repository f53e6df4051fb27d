import { type Box, boundsOf } from '../../math/box.js';
import { type BezierPatch, pieceAt } from './bezierPatch.js';

/**
 * The sides of a patch: v least, u greatest, v greatest, u least. The first two run with their parameter
 * counter-clockwise.
 */
export const SIDE_NAMES = ['v least', 'u greatest', 'v greatest', 'u least'] as const;

/** A border of a patch, as a curve: rational Bézier pieces, with points to begin searches at. */
export interface BorderCurve {
  readonly degree: number;
  readonly breaks: Float64Array;
  /** x w, y w, z w, w of the control points of each piece. */
  readonly pieces: readonly Float64Array[];
  /** Around the control points, and so around the curve. */
  readonly box: Box;
  /** Parameters and points, evenly in every piece. */
  readonly sampleAt: Float64Array;
  readonly samples: Float64Array;
}

/** So dense that the nearest sample lies beside the nearest place, where a point is on the curve or close by. */
const SAMPLES_PER_DEGREE = 3;

export function borderCurve({ degree, breaks, pieces }: BezierPatch, side: number): BorderCurve {
  const [p, q] = degree;
  const columns = breaks[0].length - 1;
  const rows = breaks[1].length - 1;
  const alongU = side % 2 === 0;
  const last = side === 1 || side === 2;
  const count = alongU ? columns : rows;
  const length = (alongU ? p : q) + 1;
  const cut: Float64Array[] = [];
  for (let k = 0; k < count; k++) {
    const piece = alongU ? pieces[(last ? rows - 1 : 0) * columns + k] : pieces[k * columns + (last ? columns - 1 : 0)];
    const control = new Float64Array(4 * length);
    for (let i = 0; i < length; i++) {
      const from = alongU ? (last ? q : 0) * (p + 1) + i : i * (p + 1) + (last ? p : 0);
      for (let x = 0; x < 4; x++) control[4 * i + x] = piece[4 * from + x];
    }
    cut.push(control);
  }
  const points: number[] = [];
  for (const piece of cut)
    for (let i = 0; i < piece.length; i += 4)
      points.push(piece[i] / piece[i + 3], piece[i + 1] / piece[i + 3], piece[i + 2] / piece[i + 3]);

  const perPiece = SAMPLES_PER_DEGREE * (length - 1) + 1;
  const own = breaks[alongU ? 0 : 1];
  const sampleAt = new Float64Array(count * perPiece + 1);
  for (let k = 0; k < count; k++)
    for (let i = 0; i < perPiece; i++) sampleAt[k * perPiece + i] = own[k] + ((own[k + 1] - own[k]) * i) / perPiece;
  sampleAt[count * perPiece] = own[count];
  const samples = new Float64Array(3 * sampleAt.length);
  const curve = { degree: length - 1, breaks: own, pieces: cut, box: boundsOf(points), sampleAt, samples };
  for (let i = 0; i < sampleAt.length; i++) curvePoint(curve, sampleAt[i], samples, 3 * i);
  return curve;
}

/** The point at a parameter, written to `out` from `to` on. */
export function curvePoint(curve: BorderCurve, at: number, out: Float64Array | number[], to = 0): void {
  evaluate(curve, at);
  for (let k = 0; k < 3; k++) out[to + k] = HERE[k];
}

/** Point and derivative of the last evaluation: six numbers. */
const HERE = new Float64Array(6);
let scratch = new Float64Array(4 * 16);

/** By de Casteljau's scheme, which gives the derivative on the way. */
function evaluate({ degree, breaks, pieces }: BorderCurve, at: number): void {
  const k = pieceAt(breaks, at);
  const width = breaks[k + 1] - breaks[k];
  const t = Math.min(1, Math.max(0, (at - breaks[k]) / width));
  const piece = pieces[k];
  if (scratch.length < piece.length) scratch = new Float64Array(piece.length);
  const d = scratch;
  for (let i = 0; i < piece.length; i++) d[i] = piece[i];
  for (let level = degree; level > 1; level--) for (let i = 0; i < 4 * level; i++) d[i] = d[i] * (1 - t) + d[i + 4] * t;
  const w0 = d[3];
  const w1 = d[7];
  const w = w0 * (1 - t) + w1 * t;
  for (let x = 0; x < 3; x++) {
    const point = (d[x] * (1 - t) + d[4 + x] * t) / w;
    HERE[x] = point;
    HERE[3 + x] = (degree * (d[4 + x] - d[x] - point * (w1 - w0))) / (w * width);
  }
}

/** Where on a stretch of a curve it comes nearest to a point, and how near. */
export interface Nearest {
  at: number;
  distance: number;
}

/** Writes where the curve is nearest to (x, y, z) from `from` to `to`. */
export function nearestOn(
  curve: BorderCurve,
  from: number,
  to: number,
  x: number,
  y: number,
  z: number,
  out: Nearest,
): void {
  const { sampleAt, samples } = curve;
  out.distance = Infinity;
  const consider = (at: number, px: number, py: number, pz: number): void => {
    const distance = Math.hypot(px - x, py - y, pz - z);
    if (distance >= out.distance) return;
    out.distance = distance;
    out.at = at;
  };
  const considerAt = (at: number): void => {
    evaluate(curve, at);
    consider(at, HERE[0], HERE[1], HERE[2]);
  };
  considerAt(from);
  considerAt(to);
  let low = from;
  let high = to;
  for (let i = 0; i < sampleAt.length; i++) {
    if (sampleAt[i] <= from || sampleAt[i] >= to) continue;
    consider(sampleAt[i], samples[3 * i], samples[3 * i + 1], samples[3 * i + 2]);
  }
  for (let i = 0; i < sampleAt.length; i++) {
    if (sampleAt[i] < out.at && sampleAt[i] > low) low = sampleAt[i];
    if (sampleAt[i] > out.at && sampleAt[i] < high) high = sampleAt[i];
  }
  // Newton's steps, without the curve's second derivative: near the curve it does not count. Beyond the bracket, halves.
  let at = out.at;
  for (let step = 0; step < MOST_STEPS; step++) {
    evaluate(curve, at);
    consider(at, HERE[0], HERE[1], HERE[2]);
    const [dx, dy, dz] = [HERE[3], HERE[4], HERE[5]];
    const slope = (HERE[0] - x) * dx + (HERE[1] - y) * dy + (HERE[2] - z) * dz;
    if (slope > 0) high = at;
    else low = at;
    let next = at - slope / (dx * dx + dy * dy + dz * dz);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - at) <= 1e-16 * (Math.abs(at) + (to - from))) break;
    at = next;
  }
}

const MOST_STEPS = 64;
