import type { NurbsPatch } from '../surface.js';
import { type BezierPatch, bezierPatch, pieceAt } from './bezierPatch.js';

/** Evaluates one patch. Nothing is allocated per point. Parameters beyond the patch's ends are taken to the ends. */
export interface NurbsEvaluator {
  /** From where to where u and v run. */
  readonly domain: readonly [u0: number, u1: number, v0: number, v1: number];
  /** x, y and z. */
  point(u: number, v: number, out: Float64Array): void;
  /**
   * S, S_u, S_v, S_uu, S_uv and S_vv: 18 numbers. At a knot, those of the stretch that begins there (of the last
   * stretch, where it ends).
   */
  derivatives(u: number, v: number, out: Float64Array): void;
}

/** For many points of one patch. */
export const nurbsEvaluator = (patch: NurbsPatch): NurbsEvaluator => bezierEvaluator(bezierPatch(patch));

/** The same for a patch that is cut already. */
export function bezierEvaluator({ degree, breaks, isRational, pieces }: BezierPatch): NurbsEvaluator {
  const [p, q] = degree;
  const columns = breaks[0].length - 1;
  const [u0, u1] = [breaks[0][0], breaks[0][columns]];
  const [v0, v1] = [breaks[1][0], breaks[1][breaks[1].length - 1]];
  // The Bernstein polynomials and their first and second derivatives, p + 1 each.
  const inU = new Float64Array(3 * (p + 1));
  const inV = new Float64Array(3 * (q + 1));
  const sums = new Float64Array(24); // as `derivatives`, homogeneous

  const locate = (u: number, v: number, order: number): Float64Array => {
    const s = Math.min(Math.max(u, u0), u1);
    const t = Math.min(Math.max(v, v0), v1);
    const i = pieceAt(breaks[0], s);
    const j = pieceAt(breaks[1], t);
    bernstein(p, s, breaks[0][i], breaks[0][i + 1], order, inU);
    bernstein(q, t, breaks[1][j], breaks[1][j + 1], order, inV);
    return pieces[j * columns + i];
  };
  const sum = (piece: Float64Array, du: number, dv: number, to: number): void => {
    let x = 0;
    let y = 0;
    let z = 0;
    let w = 0;
    for (let j = 0; j <= q; j++) {
      const b = inV[dv * (q + 1) + j];
      for (let i = 0; i <= p; i++) {
        const share = b * inU[du * (p + 1) + i];
        const at = 4 * (j * (p + 1) + i);
        x += share * piece[at];
        y += share * piece[at + 1];
        z += share * piece[at + 2];
        w += share * piece[at + 3];
      }
    }
    sums[to] = x;
    sums[to + 1] = y;
    sums[to + 2] = z;
    sums[to + 3] = w;
  };

  return {
    domain: [u0, u1, v0, v1],
    point(u, v, out) {
      sum(locate(u, v, 0), 0, 0, 0);
      for (let k = 0; k < 3; k++) out[k] = isRational ? sums[k] / sums[3] : sums[k];
    },
    derivatives(u, v, out) {
      const piece = locate(u, v, 2);
      sum(piece, 0, 0, 0);
      sum(piece, 1, 0, 4);
      sum(piece, 0, 1, 8);
      sum(piece, 2, 0, 12);
      sum(piece, 1, 1, 16);
      sum(piece, 0, 2, 20);
      for (let k = 0; k < 3; k++) {
        if (!isRational) {
          for (let d = 0; d < 6; d++) out[3 * d + k] = sums[4 * d + k];
          continue;
        }
        // The rule of the quotient, solved for the derivatives of S = A / w: A_uu = S_uu w + 2 S_u w_u + S w_uu, and so
        // on.
        const w = sums[3];
        const s = sums[k] / w;
        const su = (sums[4 + k] - s * sums[7]) / w;
        const sv = (sums[8 + k] - s * sums[11]) / w;
        out[k] = s;
        out[3 + k] = su;
        out[6 + k] = sv;
        out[9 + k] = (sums[12 + k] - 2 * su * sums[7] - s * sums[15]) / w;
        out[12 + k] = (sums[16 + k] - su * sums[11] - sv * sums[7] - s * sums[19]) / w;
        out[15 + k] = (sums[20 + k] - 2 * sv * sums[11] - s * sums[23]) / w;
      }
    },
  };
}

/** The Bernstein polynomials of a stretch from a to b, and with `order` 2 their first two derivatives behind them. */
function bernstein(degree: number, at: number, a: number, b: number, order: number, out: Float64Array): void {
  const t = (at - a) / (b - a);
  const width = degree + 1;
  out[0] = 1;
  for (let d = 1; d <= degree; d++) {
    // The polynomials of degree d - 1 stand in out[0 … d - 1]: derivatives are their differences.
    if (order > 0 && d === degree) differences(out, width, degree, degree / (b - a), 0);
    if (order > 0 && d === degree - 1)
      differences(out, 2 * width, degree - 1, (degree * (degree - 1)) / (b - a) ** 2, 0);
    let carry = 0;
    for (let i = 0; i < d; i++) {
      const share = out[i];
      out[i] = carry + (1 - t) * share;
      carry = t * share;
    }
    out[d] = carry;
  }
  // The second ones are differences twice over: those of degree - 2 were taken once so far.
  if (order === 0) return;
  if (degree === 1) out.fill(0, 2 * width, 3 * width);
  else differences(out, 2 * width, degree, 1, 2 * width);
}

/** out[to + i] = scale × (B[i - 1] - B[i]) for `count` polynomials B from `from` on; there may be overlap. */
function differences(out: Float64Array, to: number, count: number, scale: number, from: number): void {
  let before = 0;
  for (let i = 0; i < count; i++) {
    const here = out[from + i];
    out[to + i] = scale * (before - here);
    before = here;
  }
  out[to + count] = scale * before;
}
