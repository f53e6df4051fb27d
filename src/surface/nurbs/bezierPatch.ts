import type { NurbsPatch } from '../surface.js';

/** A patch cut at its knots: Bézier pieces in homogeneous coordinates. */
export interface BezierPatch {
  readonly degree: readonly [u: number, v: number];
  /** Where pieces begin and end: one more than there are pieces. */
  readonly breaks: readonly [u: Float64Array, v: Float64Array];
  /** Whether weights differ. */
  readonly isRational: boolean;
  /** Pieces, u fastest. Each has its control points, u fastest: x w, y w, z w and w. */
  readonly pieces: readonly Float64Array[];
}

/** Cuts a patch that has passed its checks into Bézier pieces, exactly but for rounding. */
export function bezierPatch({ degree, knots, size, points, weights }: NurbsPatch): BezierPatch {
  const [p, q] = degree;
  const inU = spansOf(knots[0], p, size[0]);
  const inV = spansOf(knots[1], q, size[1]);
  let heaviest = 0;
  let isRational = false;
  for (let i = 0; weights && i < weights.length; i++) {
    heaviest = Math.max(heaviest, weights[i]);
    if (weights[i] !== weights[0]) isRational = true;
  }
  const net = new Float64Array(4 * size[0] * size[1]);
  for (let i = 0; i < size[0] * size[1]; i++) {
    const w = isRational ? weights![i] / heaviest : 1;
    for (let k = 0; k < 3; k++) net[4 * i + k] = points[3 * i + k] * w;
    net[4 * i + 3] = w;
  }
  const pieces: Float64Array[] = [];
  const row = new Float64Array(4 * (p + 1) * (q + 1)); // cut in u, not yet in v
  for (const v of inV.spans)
    for (const u of inU.spans) {
      row.fill(0);
      for (let j = 0; j <= q; j++)
        for (let i = 0; i <= p; i++)
          for (let k = 0; k <= p; k++) {
            const share = u.matrix[i * (p + 1) + k];
            if (share === 0) continue;
            const from = 4 * ((v.first + j) * size[0] + u.first + k);
            for (let x = 0; x < 4; x++) row[4 * (j * (p + 1) + i) + x] += share * net[from + x];
          }
      const piece = new Float64Array(row.length);
      for (let j = 0; j <= q; j++)
        for (let k = 0; k <= q; k++) {
          const share = v.matrix[j * (q + 1) + k];
          if (share === 0) continue;
          const from = 4 * k * (p + 1);
          const to = 4 * j * (p + 1);
          for (let x = 0; x < 4 * (p + 1); x++) piece[to + x] += share * row[from + x];
        }
      pieces.push(piece);
    }
  return { degree: [p, q], breaks: [inU.breaks, inV.breaks], isRational, pieces };
}

/** A stretch between two different knots: its first control point, and how its Bézier points follow from the p + 1. */
interface Span {
  readonly first: number;
  readonly matrix: Float64Array;
}

function spansOf(knots: readonly number[], degree: number, size: number): { spans: Span[]; breaks: Float64Array } {
  const spans: Span[] = [];
  const breaks: number[] = [knots[degree]];
  for (let i = degree; i < size; i++)
    if (knots[i] < knots[i + 1]) {
      spans.push({ first: i - degree, matrix: toBezier(knots, degree, i) });
      breaks.push(knots[i + 1]);
    }
  return { spans, breaks: Float64Array.from(breaks) };
}

/**
 * Bézier point j of a stretch from a to b is the spline's blossom at a, p - j times, and b, j times (Ramshaw 1987), by
 * de Boor's scheme with those in turn. All shares lie from 0 to 1, so nothing is lost by it.
 */
function toBezier(knots: readonly number[], degree: number, span: number): Float64Array {
  const width = degree + 1;
  const matrix = new Float64Array(width * width);
  const [a, b] = [knots[span], knots[span + 1]];
  for (let j = 0; j <= degree; j++) {
    const rows = Array.from({ length: width }, (_, i) =>
      Float64Array.from({ length: width }, (_, k) => Number(k === i)),
    );
    for (let level = 1; level <= degree; level++) {
      const at = level <= degree - j ? a : b;
      for (let i = degree; i >= level; i--) {
        const left = knots[span - degree + i];
        const right = knots[span + 1 + i - level];
        const share = (at - left) / (right - left);
        for (let k = 0; k < width; k++) rows[i][k] = rows[i - 1][k] * (1 - share) + rows[i][k] * share;
      }
    }
    matrix.set(rows[degree], j * width);
  }
  return matrix;
}

/** The piece that a parameter lies in: of two, the latter; beyond an end, the last or first. */
export function pieceAt(breaks: Float64Array, at: number): number {
  let low = 0;
  let high = breaks.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (breaks[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
