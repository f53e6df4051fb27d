// Nine pairs of edges and six of a corner and a face: Larsen, Gottschalk, Lin, Manocha, "Fast Proximity Queries with Swept
// Sphere Volumes", 1999 (PQP). What is proved there by signs is proved here with a margin for rounding.

/** The corners of both triangles, relative to the first corner of A. */
const A = new Float64Array(9);
const B = new Float64Array(9);
/** The nearest two points found so far, of A and of B, and the square of their distance. */
const found = new Float64Array(7);

/** Beyond these sizes, products of four lengths leave the range of f64: such triangles are scaled by a power of two. */
const LARGEST = 2 ** 100;
const SMALLEST = 2 ** -100;

/** The square of a triangle's height over its length, below which it is a needle: 2^-22 of its length wide. */
const NEEDLE = 2 ** -44;

/** Each step of a projection leaves at most an eighth of the error before it, or the triangle is too thin to matter. */
const MOST_STEPS = 17;

/** What rounding may do to a sum of products, as a share of its largest term: some 2^-50, and a factor to spare. */
const ROUNDING = 2 ** -46;

/**
 * The distance of two closed triangles. The nearest points, of A and of B, are written to `out`. Triangles are named by
 * where the coordinates of their corners begin. `Infinity` where they are found to be farther apart than `limit`; then
 * nothing is written.
 *
 * For triangles that are apart, the distance is right to 2^-49 of the largest difference of two coordinates (the size),
 * whatever their shape: needles, and triangles that are a segment or a point. The points are rounded to f64 where they lie.
 * Where triangles cross, the distance is of the order of that error; whether they do, `triangleContact` tells.
 *
 * Why it is right: it is the length between two points that were put together from the corners with weights from 0 to 1,
 * so they lie on the triangles to 2^-52 of the size, and it cannot be too short. Nor is it too long, as the points are
 * nearest but for a shift that hardly changes it. For two edges at an angle θ the shift is 2^-52 size / θ along them, which
 * parts them by 2^-52 size. For a corner at distance d over a face of length L and height h, the shift is 2^-52 d L / h
 * (the steps of `project` see to it that d stands there, and not the size): so the distance is too long by half the
 * square of that over d; but never by more than if the nearer edge were taken, h²/8d. The lesser of the two is largest
 * where both are 2^-54 L.
 */
export function triangleDistance(
  p: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  q: Float64Array,
  b0: number,
  b1: number,
  b2: number,
  out: Float64Array,
  limit = Infinity,
): number {
  const x = p[a0];
  const y = p[a0 + 1];
  const z = p[a0 + 2];
  A[0] = A[1] = A[2] = 0;
  A[3] = p[a1] - x;
  A[4] = p[a1 + 1] - y;
  A[5] = p[a1 + 2] - z;
  A[6] = p[a2] - x;
  A[7] = p[a2 + 1] - y;
  A[8] = p[a2 + 2] - z;
  B[0] = q[b0] - x;
  B[1] = q[b0 + 1] - y;
  B[2] = q[b0 + 2] - z;
  B[3] = q[b1] - x;
  B[4] = q[b1 + 1] - y;
  B[5] = q[b1 + 2] - z;
  B[6] = q[b2] - x;
  B[7] = q[b2 + 1] - y;
  B[8] = q[b2 + 2] - z;
  let size = 0;
  for (let k = 0; k < 9; k++) {
    const c = Math.abs(A[k]);
    const d = Math.abs(B[k]);
    if (c > size) size = c;
    if (d > size) size = d;
  }
  if (size === 0) {
    out[0] = out[3] = x;
    out[1] = out[4] = y;
    out[2] = out[5] = z;
    return 0;
  }
  if (!(size < LARGEST && size > SMALLEST)) return scaledDistance(p, a0, a1, a2, q, b0, b1, b2, out, limit, size);
  const square = search(size, limit);
  if (square === Infinity) return Infinity;
  out[0] = x + found[0];
  out[1] = y + found[1];
  out[2] = z + found[2];
  out[3] = x + found[3];
  out[4] = y + found[4];
  out[5] = z + found[5];
  return Math.sqrt(square);
}

/** The same for huge and for tiny triangles: scaled so that their size is about 1. */
function scaledDistance(
  p: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  q: Float64Array,
  b0: number,
  b1: number,
  b2: number,
  out: Float64Array,
  limit: number,
  size: number,
): number {
  // A difference of huge coordinates may overflow: those are scaled first. Tiny ones may be far from the origin: last.
  const before = size < LARGEST ? 1 : 2 ** -600;
  const corners = Float64Array.of(
    ...[p[a0], p[a0 + 1], p[a0 + 2], p[a1], p[a1 + 1], p[a1 + 2], p[a2], p[a2 + 1], p[a2 + 2]],
    ...[q[b0], q[b0 + 1], q[b0 + 2], q[b1], q[b1 + 1], q[b1 + 2], q[b2], q[b2 + 1], q[b2 + 2]],
  );
  const origin = corners.slice(0, 3);
  for (let k = 0; k < 18; k++) corners[k] = corners[k] * before - origin[k % 3] * before;
  const after =
    2 ** Math.max(-1000, Math.min(1000, -Math.floor(Math.log2(corners.reduce((m, c) => Math.max(m, Math.abs(c)), 0)))));
  for (let k = 0; k < 18; k++) corners[k] *= after;
  const distance = triangleDistance(corners, 0, 3, 6, corners, 9, 12, 15, out, limit * before * after);
  if (distance === Infinity) return Infinity;
  // One after the other: their product may be out of range.
  for (let k = 0; k < 6; k++) out[k] = (out[k] / after + origin[k % 3] * before) / before;
  return distance / after / before;
}

/** The squared distance of the triangles in A and B; their nearest points are left in `found`. */
function search(size: number, limit: number): number {
  const ux = A[3];
  const uy = A[4];
  const uz = A[5];
  const vx = A[6];
  const vy = A[7];
  const vz = A[8];
  const bx = B[0];
  const by = B[1];
  const bz = B[2];
  const fx = B[3] - bx;
  const fy = B[4] - by;
  const fz = B[5] - bz;
  const gx = B[6] - bx;
  const gy = B[7] - by;
  const gz = B[8] - bz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const mx = fy * gz - fz * gy;
  const my = fz * gx - fx * gz;
  const mz = fx * gy - fy * gx;
  const nn = nx * nx + ny * ny + nz * nz;
  const mm = mx * mx + my * my + mz * mz;
  // How high the corners of the one lie over the plane of the other, times the normal's length.
  const hb0 = nx * bx + ny * by + nz * bz;
  const hb1 = nx * B[3] + ny * B[4] + nz * B[5];
  const hb2 = nx * B[6] + ny * B[7] + nz * B[8];
  const ha0 = -(mx * bx + my * by + mz * bz);
  const ha1 = mx * (ux - bx) + my * (uy - by) + mz * (uz - bz);
  const ha2 = mx * (vx - bx) + my * (vy - by) + mz * (vz - bz);
  const sideA = Math.max(Math.abs(ux) + Math.abs(uy) + Math.abs(uz), Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  const sideB = Math.max(Math.abs(fx) + Math.abs(fy) + Math.abs(fz), Math.abs(gx) + Math.abs(gy) + Math.abs(gz));
  const marginA = ROUNDING * sideA * sideA * size;
  const marginB = ROUNDING * sideB * sideB * size;
  const overA = leastHeight(hb0, hb1, hb2) - marginA;
  const overB = leastHeight(ha0, ha1, ha2) - marginB;
  if (overA > 0 && overA * overA > limit * limit * nn) return Infinity;
  if (overB > 0 && overB * overB > limit * limit * mm) return Infinity;

  found[6] = Infinity;
  // Nothing of B is nearer to A's plane than its lowest corners: where these lie over A itself, there is no more to ask. But
  // over a needle, an edge may be better known.
  if (overA > 0 && nn > NEEDLE * (sideA * sideA) * (sideA * sideA)) {
    const low = overA + 3 * marginA;
    let isOver = true;
    if (Math.abs(hb0) <= low) isOver = project(A, bx, by, bz, nx, ny, nz, nn, 0);
    if (isOver && Math.abs(hb1) <= low) isOver = project(A, B[3], B[4], B[5], nx, ny, nz, nn, 0);
    if (isOver && Math.abs(hb2) <= low) isOver = project(A, B[6], B[7], B[8], nx, ny, nz, nn, 0);
    if (isOver) return found[6];
  }
  if (overB > 0 && mm > NEEDLE * (sideB * sideB) * (sideB * sideB)) {
    const low = overB + 3 * marginB;
    let isOver = true;
    if (Math.abs(ha0) <= low) isOver = project(B, 0, 0, 0, mx, my, mz, mm, 3);
    if (isOver && Math.abs(ha1) <= low) isOver = project(B, ux, uy, uz, mx, my, mz, mm, 3);
    if (isOver && Math.abs(ha2) <= low) isOver = project(B, vx, vy, vz, mx, my, mz, mm, 3);
    if (isOver) return found[6];
  }
  if (edgesSettle(ROUNDING * size * size)) return found[6];

  if (isBelow(hb0, marginA, nn)) project(A, bx, by, bz, nx, ny, nz, nn, 0);
  if (isBelow(hb1, marginA, nn)) project(A, B[3], B[4], B[5], nx, ny, nz, nn, 0);
  if (isBelow(hb2, marginA, nn)) project(A, B[6], B[7], B[8], nx, ny, nz, nn, 0);
  if (isBelow(ha0, marginB, mm)) project(B, 0, 0, 0, mx, my, mz, mm, 3);
  if (isBelow(ha1, marginB, mm)) project(B, ux, uy, uz, mx, my, mz, mm, 3);
  if (isBelow(ha2, marginB, mm)) project(B, vx, vy, vz, mx, my, mz, mm, 3);
  // Edges that go through the other's plane.
  if (overA <= 0 && overB <= 0) {
    pierce(A, B, 0, 3, hb0, hb1, nx, ny, nz, nn, 0);
    pierce(A, B, 3, 6, hb1, hb2, nx, ny, nz, nn, 0);
    pierce(A, B, 6, 0, hb2, hb0, nx, ny, nz, nn, 0);
    pierce(B, A, 0, 3, ha0, ha1, mx, my, mz, mm, 3);
    pierce(B, A, 3, 6, ha1, ha2, mx, my, mz, mm, 3);
    pierce(B, A, 6, 0, ha2, ha0, mx, my, mz, mm, 3);
  }
  return found[6];
}

/** The least of three heights on the same side of a plane; 0 where they are not. */
function leastHeight(h0: number, h1: number, h2: number): number {
  if (h0 > 0 && h1 > 0 && h2 > 0) return Math.min(h0, h1, h2);
  if (h0 < 0 && h1 < 0 && h2 < 0) return -Math.max(h0, h1, h2);
  return 0;
}

/** Whether a corner lies so low over a plane that it may be nearer than what is found. */
function isBelow(h: number, margin: number, nn: number): boolean {
  const height = Math.abs(h) - margin;
  return height <= 0 || height * height < found[6] * nn;
}

/**
 * Whether a point lies straight over the inside of a triangle; then the pair is noted where it is nearer than what is found.
 * The triangle's point is put at `at` (0 for A, 3 for B).
 */
function project(
  t: Float64Array,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  nn: number,
  at: number,
): boolean {
  const ox = t[0];
  const oy = t[1];
  const oz = t[2];
  const ux = t[3] - ox;
  const uy = t[4] - oy;
  const uz = t[5] - oz;
  const vx = t[6] - ox;
  const vy = t[7] - oy;
  const vz = t[8] - oz;
  let wx = x - ox;
  let wy = y - oy;
  let wz = z - oz;
  let s = 0;
  let r = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const ds = (nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx)) / nn;
    const dr = (nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx)) / nn;
    if (!(Math.abs(ds) < 2 && Math.abs(dr) < 2)) return false; // far off, or a triangle without area
    s += ds;
    r += dr;
    const cx = ds * ux + dr * vx;
    const cy = ds * uy + dr * vy;
    const cz = ds * uz + dr * vz;
    wx -= cx;
    wy -= cy;
    wz -= cz;
    // What rounding did is a share of the vector that the step began with: another step, unless that was short.
    if (cx * cx + cy * cy + cz * cz <= wx * wx + wy * wy + wz * wz) break;
  }
  if (!(s >= 0 && r >= 0 && s + r <= 1)) return false;
  const px = ox + s * ux + r * vx;
  const py = oy + s * uy + r * vy;
  const pz = oz + s * uz + r * vz;
  note(px, py, pz, x, y, z, at);
  return true;
}

/** Notes two points where they are nearer than what is found; the first is put at `at`. */
function note(px: number, py: number, pz: number, qx: number, qy: number, qz: number, at: number): boolean {
  const dx = qx - px;
  const dy = qy - py;
  const dz = qz - pz;
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square < found[6])) return false;
  found[6] = square;
  found[at] = px;
  found[at + 1] = py;
  found[at + 2] = pz;
  found[3 - at] = qx;
  found[4 - at] = qy;
  found[5 - at] = qz;
  return true;
}

/** Looks where the edge between corners i and j of `s` goes through the plane of `t`. */
function pierce(
  t: Float64Array,
  s: Float64Array,
  i: number,
  j: number,
  hi: number,
  hj: number,
  nx: number,
  ny: number,
  nz: number,
  nn: number,
  at: number,
): void {
  if (hi < 0 === hj < 0) return;
  const share = hi / (hi - hj);
  const x = s[i] + share * (s[j] - s[i]);
  const y = s[i + 1] + share * (s[j + 1] - s[i + 1]);
  const z = s[i + 2] + share * (s[j + 2] - s[i + 2]);
  project(t, x, y, z, nx, ny, nz, nn, at);
}

/**
 * Goes through the nine pairs of edges. True as soon as one of them settles it: where both third corners lie beyond the
 * edges, seen from the other triangle, the slab between the two edges' nearest points keeps the triangles apart.
 */
function edgesSettle(margin: number): boolean {
  for (let i = 0; i < 9; i += 3) {
    const i1 = i === 6 ? 0 : i + 3;
    const i2 = i === 0 ? 6 : i - 3;
    const ax = A[i];
    const ay = A[i + 1];
    const az = A[i + 2];
    const ux = A[i1] - ax;
    const uy = A[i1 + 1] - ay;
    const uz = A[i1 + 2] - az;
    const uu = ux * ux + uy * uy + uz * uz;
    for (let j = 0; j < 9; j += 3) {
      const j1 = j === 6 ? 0 : j + 3;
      const j2 = j === 0 ? 6 : j - 3;
      const bx = B[j];
      const by = B[j + 1];
      const bz = B[j + 2];
      const vx = B[j1] - bx;
      const vy = B[j1 + 1] - by;
      const vz = B[j1 + 2] - bz;
      const vv = vx * vx + vy * vy + vz * vz;
      const wx = bx - ax;
      const wy = by - ay;
      const wz = bz - az;
      // By cross products: differences of squares would lose half of the digits where edges are nearly parallel.
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const nn = nx * nx + ny * ny + nz * nz;
      let s = nn > 0 ? (nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx)) / nn : 0;
      s = s > 0 ? (s < 1 ? s : 1) : 0;
      let t = vv > 0 ? ((s * ux - wx) * vx + (s * uy - wy) * vy + (s * uz - wz) * vz) / vv : 0;
      if (!(t >= 0 && t <= 1) || vv === 0) {
        t = t > 1 ? 1 : 0;
        s = uu > 0 ? ((wx + t * vx) * ux + (wy + t * vy) * uy + (wz + t * vz) * uz) / uu : 0;
        s = s > 0 ? (s < 1 ? s : 1) : 0;
      }
      const px = ax + s * ux;
      const py = ay + s * uy;
      const pz = az + s * uz;
      const qx = bx + t * vx;
      const qy = by + t * vy;
      const qz = bz + t * vz;
      if (!note(px, py, pz, qx, qy, qz, 0)) continue;
      const dx = qx - px;
      const dy = qy - py;
      const dz = qz - pz;
      if (
        (A[i2] - px) * dx + (A[i2 + 1] - py) * dy + (A[i2 + 2] - pz) * dz < -margin &&
        (B[j2] - qx) * dx + (B[j2 + 1] - qy) * dy + (B[j2 + 2] - qz) * dz > margin
      )
        return true;
    }
  }
  return false;
}
