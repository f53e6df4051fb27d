/**
 * How far a rational Bézier piece is at most from triangles between points of it, for any triangles of its parameters
 * that lie in the piece: (M_uu + 2 M_uv + M_vv) / 8, where M bounds the length of the second derivatives over the unit
 * square (D. Filip, R. Magedson and R. Markot, "Surface algorithms using bounds on derivatives", 1986). Points of equal
 * parameters are compared, so that it bounds the distance of the triangles from the surface and that of the surface
 * from the triangles.
 *
 * Their proof is for right triangles with legs along u and v. It holds for all: at a point of a triangle, the error is
 * half the mean, with the point's barycentric weights, of the second derivatives towards the corners; the mean square
 * of the way in u is a variance of numbers from 0 to 1, thus at most a quarter, and so is the mean product of the ways
 * in u and v.
 */
export interface Flatness {
  /** M_uu / 8, M_uv / 4 and M_vv / 8. */
  uu: number;
  uv: number;
  vv: number;
}

/** Writes the bounds of a piece of degree p in u and q in v: control points x w, y w, z w, w, u fastest. */
export function flatness(piece: Float64Array, p: number, q: number, isRational: boolean, out: Flatness): void {
  if (isRational) rational(piece, p, q, out);
  else {
    // Differences of control points, times the degree, bound derivatives.
    out.uu = (p * (p - 1) * greatest(piece, p, q, 2, 0)) / 8;
    out.uv = (p * q * greatest(piece, p, q, 1, 1)) / 4;
    out.vv = (q * (q - 1) * greatest(piece, p, q, 0, 2)) / 8;
  }
}

let raisedInU = new Float64Array(0);
let rest = new Float64Array(0);

/**
 * Of S = A / w. Second derivatives are those of R = S - l for any linear l, and R = B / w with B = A - l w, which is a
 * polynomial of one degree more. With l near S, R is as small as its second derivatives, so that in the rule of the
 * quotient, R_uu = (B_uu - 2 w_u R_u - w_uu R) / w, all but the first hardly count.
 */
function rational(piece: Float64Array, p: number, q: number, out: Flatness): void {
  restOf(piece, p, q);
  let lightest = Infinity;
  let [wu, wv, wuu, wuv, wvv] = [0, 0, 0, 0, 0];
  const across = 4 * (p + 1);
  for (let j = 0, at = 3; j <= q; j++)
    for (let i = 0; i <= p; i++, at += 4) {
      const w = piece[at];
      if (w < lightest) lightest = w;
      if (i < p) wu = Math.max(wu, Math.abs(piece[at + 4] - w));
      if (j < q) wv = Math.max(wv, Math.abs(piece[at + across] - w));
      if (i < p - 1) wuu = Math.max(wuu, Math.abs(w - 2 * piece[at + 4] + piece[at + 8]));
      if (j < q - 1) wvv = Math.max(wvv, Math.abs(w - 2 * piece[at + across] + piece[at + 2 * across]));
      if (i < p && j < q)
        wuv = Math.max(wuv, Math.abs(w - piece[at + 4] - piece[at + across] + piece[at + across + 4]));
    }
  wu *= p;
  wv *= q;
  const r = greatest(rest, p + 1, q + 1, 0, 0) / lightest;
  const ru = ((p + 1) * greatest(rest, p + 1, q + 1, 1, 0) + wu * r) / lightest;
  const rv = ((q + 1) * greatest(rest, p + 1, q + 1, 0, 1) + wv * r) / lightest;
  const buu = (p + 1) * p * greatest(rest, p + 1, q + 1, 2, 0);
  const buv = (p + 1) * (q + 1) * greatest(rest, p + 1, q + 1, 1, 1);
  const bvv = (q + 1) * q * greatest(rest, p + 1, q + 1, 0, 2);
  out.uu = (buu + 2 * wu * ru + p * (p - 1) * wuu * r) / lightest / 8;
  out.uv = (buv + wu * rv + wv * ru + p * q * wuv * r) / lightest / 4;
  out.vv = (bvv + 2 * wv * rv + q * (q - 1) * wvv * r) / lightest / 8;
}

/** Writes the control points of A - l w to `rest`, of degree p + 1 and q + 1; l is linear and near the corners. */
function restOf(piece: Float64Array, p: number, q: number): void {
  // First raised in u: x w, y w, z w, w and u w.
  const rows = 5 * (p + 2);
  if (raisedInU.length < rows * (q + 1)) raisedInU = new Float64Array(rows * (q + 1));
  if (rest.length < 4 * (p + 2) * (q + 2)) rest = new Float64Array(4 * (p + 2) * (q + 2));
  for (let j = 0; j <= q; j++)
    for (let i = 0; i <= p + 1; i++) {
      const share = i / (p + 1);
      const to = j * rows + 5 * i;
      const right = 4 * (j * (p + 1) + Math.min(i, p)); // its share is 0 where there is none
      const left = 4 * (j * (p + 1) + Math.max(i - 1, 0));
      for (let x = 0; x < 4; x++) raisedInU[to + x] = share * piece[left + x] + (1 - share) * piece[right + x];
      raisedInU[to + 4] = share * piece[left + 3];
    }
  const right = 4 * p;
  const top = 4 * q * (p + 1);
  for (let x = 0; x < 3; x++) {
    const a = piece[x] / piece[3];
    const b = piece[right + x] / piece[right + 3];
    const c = piece[top + x] / piece[top + 3];
    const d = piece[top + right + x] / piece[top + right + 3];
    const lu = (b - a + d - c) / 2;
    const lv = (c - a + d - b) / 2;
    const l0 = (a + b + c + d) / 4 - lu / 2 - lv / 2;
    for (let j = 0; j <= q + 1; j++) {
      const share = j / (q + 1);
      for (let i = 0; i <= p + 1; i++) {
        const above = Math.min(j, q) * rows + 5 * i;
        const below = Math.max(j - 1, 0) * rows + 5 * i;
        const xw = share * raisedInU[below + x] + (1 - share) * raisedInU[above + x];
        const w = share * raisedInU[below + 3] + (1 - share) * raisedInU[above + 3];
        const uw = share * raisedInU[below + 4] + (1 - share) * raisedInU[above + 4];
        const vw = share * raisedInU[below + 3];
        rest[4 * (j * (p + 2) + i) + x] = xw - l0 * w - lu * uw - lv * vw;
      }
    }
  }
}

/** The greatest length among the differences of control points, du-fold in u and dv-fold in v (two at most). */
function greatest(points: Float64Array, p: number, q: number, du: number, dv: number): number {
  const across = 4 * (p + 1);
  const step = du > 0 ? 4 : across;
  const other = dv > 0 ? across : 4;
  const order = du + dv;
  let most = 0;
  for (let j = 0; j <= q - dv; j++)
    for (let i = 0; i <= p - du; i++) {
      const at = j * across + 4 * i;
      let x = points[at];
      let y = points[at + 1];
      let z = points[at + 2];
      if (order > 0) {
        const b = at + step;
        x -= points[b];
        y -= points[b + 1];
        z -= points[b + 2];
      }
      if (order > 1) {
        const c = at + other;
        const d = c + step;
        x += points[d] - points[c];
        y += points[d + 1] - points[c + 1];
        z += points[d + 2] - points[c + 2];
      }
      const square = x * x + y * y + z * z;
      if (square > most) most = square;
    }
  return Math.sqrt(most);
}
