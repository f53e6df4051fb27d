/** Of A, then of B. */
const edges = new Float64Array(18);

/**
 * `bigTrianglesMeet` in plain numbers, for whole coordinates of at most 2048 in size. None is rounded then: with
 * coordinates up to M, edges are up to 2M, normals up to 8M², an edge of a flat pair turned by its normal up to 32M³, and the
 * largest number is a coordinate along that, 96M⁴ < 2⁵³.
 */
export function smallTrianglesMeet(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.max(a[k], a[3 + k], a[6 + k]) < Math.min(b[k], b[3 + k], b[6 + k])) return false;
    if (Math.min(a[k], a[3 + k], a[6 + k]) > Math.max(b[k], b[3 + k], b[6 + k])) return false;
  }
  for (let k = 0; k < 9; k++) {
    edges[k] = a[(k + 3) % 9] - a[k];
    edges[9 + k] = b[(k + 3) % 9] - b[k];
  }
  const [x0, y0, z0, x1, y1, z1] = edges;
  const ax = y0 * z1 - z0 * y1;
  const ay = z0 * x1 - x0 * z1;
  const az = x0 * y1 - y0 * x1;
  const bx = edges[10] * edges[14] - edges[11] * edges[13];
  const by = edges[11] * edges[12] - edges[9] * edges[14];
  const bz = edges[9] * edges[13] - edges[10] * edges[12];
  if (ax !== 0 || ay !== 0 || az !== 0) {
    if (isFlat(ax, ay, az, 9)) return flatMeet(ax, ay, az, a, b);
  } else if (bx !== 0 || by !== 0 || bz !== 0) {
    if (isFlat(bx, by, bz, 0)) return flatMeet(bx, by, bz, a, b);
  } else return linesMeet(a, b);
  return !apart(ax, ay, az, a, b) && !apart(bx, by, bz, a, b) && !edgesApart(a, b);
}

/** Whether the three edges from `from` on are square to a normal. */
function isFlat(x: number, y: number, z: number, from: number): boolean {
  for (let k = from; k < from + 9; k += 3) if (x * edges[k] + y * edges[k + 1] + z * edges[k + 2] !== 0) return false;
  return true;
}

/** For triangles in parallel planes. */
function flatMeet(x: number, y: number, z: number, a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (x * (b[0] - a[0]) + y * (b[1] - a[1]) + z * (b[2] - a[2]) !== 0) return false;
  for (let k = 0; k < 18; k += 3) {
    const ex = edges[k];
    const ey = edges[k + 1];
    const ez = edges[k + 2];
    if (apart(y * ez - z * ey, z * ex - x * ez, x * ey - y * ex, a, b)) return false;
  }
  return true;
}

/** For triangles that are segments or points. */
function linesMeet(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const longest = (from: number): number => {
    let found = from;
    for (let k = from; k < from + 9; k += 3) if (sizeOf(k) > sizeOf(found)) found = k;
    return found;
  };
  const sizeOf = (k: number): number => Math.abs(edges[k]) + Math.abs(edges[k + 1]) + Math.abs(edges[k + 2]);
  const [p, q] = [longest(0), longest(9)];
  const [px, py, pz, qx, qy, qz] = [...edges.subarray(p, p + 3), ...edges.subarray(q, q + 3)];
  const [nx, ny, nz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
  if (nx !== 0 || ny !== 0 || nz !== 0) return flatMeet(nx, ny, nz, a, b);
  const [x, y, z] = sizeOf(p) > 0 ? [px, py, pz] : [qx, qy, qz];
  const [ox, oy, oz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  if (x === 0 && y === 0 && z === 0) return ox === 0 && oy === 0 && oz === 0;
  return y * oz === z * oy && z * ox === x * oz && x * oy === y * ox && !apart(x, y, z, a, b);
}

/** Whether an axis square to an edge of each separates them. */
function edgesApart(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < 9; i += 3)
    for (let j = 9; j < 18; j += 3) {
      const x = edges[i + 1] * edges[j + 2] - edges[i + 2] * edges[j + 1];
      const y = edges[i + 2] * edges[j] - edges[i] * edges[j + 2];
      const z = edges[i] * edges[j + 1] - edges[i + 1] * edges[j];
      if (apart(x, y, z, a, b)) return true;
    }
  return false;
}

/** Whether all of A comes before all of B along an axis, or after. */
function apart(x: number, y: number, z: number, a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const p0 = x * a[0] + y * a[1] + z * a[2];
  const p1 = x * a[3] + y * a[4] + z * a[5];
  const p2 = x * a[6] + y * a[7] + z * a[8];
  const q0 = x * b[0] + y * b[1] + z * b[2];
  const q1 = x * b[3] + y * b[4] + z * b[5];
  const q2 = x * b[6] + y * b[7] + z * b[8];
  return Math.max(p0, p1, p2) < Math.min(q0, q1, q2) || Math.min(p0, p1, p2) > Math.max(q0, q1, q2);
}
