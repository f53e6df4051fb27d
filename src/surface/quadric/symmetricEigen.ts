export interface Eigen {
  readonly values: readonly number[];
  /** One unit vector per value, perpendicular to each other. */
  readonly vectors: readonly (readonly number[])[];
}

/** The eigenvalues and vectors of a small symmetric matrix, by rotations (Jacobi 1846). */
export function symmetricEigen(matrix: readonly (readonly number[])[]): Eigen {
  const n = matrix.length;
  const a = matrix.map((row) => row.slice());
  const v = a.map((_, i) => a.map((_, k) => (i === k ? 1 : 0)));
  for (let sweep = 0; sweep < 40; sweep++) {
    let isDone = true;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        // So small that neither of the two would change.
        if (Math.abs(a[p][q]) <= 1e-18 * Math.sqrt(Math.abs(a[p][p] * a[q][q])) || a[p][q] === 0) continue;
        isDone = false;
        rotate(a, v, p, q);
      }
    if (isDone) break;
  }
  return { values: a.map((row, i) => row[i]), vectors: a.map((_, k) => v.map((row) => row[k])) };
}

function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(1, theta));
  const c = 1 / Math.hypot(1, t);
  const s = t * c;
  const apq = a[p][q];
  a[p][p] -= t * apq;
  a[q][q] += t * apq;
  a[p][q] = a[q][p] = 0;
  for (let k = 0; k < a.length; k++) {
    if (k !== p && k !== q) {
      const [akp, akq] = [a[k][p], a[k][q]];
      a[k][p] = a[p][k] = c * akp - s * akq;
      a[k][q] = a[q][k] = s * akp + c * akq;
    }
    const [vkp, vkq] = [v[k][p], v[k][q]];
    v[k][p] = c * vkp - s * vkq;
    v[k][q] = s * vkp + c * vkq;
  }
}
