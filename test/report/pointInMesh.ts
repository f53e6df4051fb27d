import { orient2d } from 'robust-predicates';
import { type Body, worldBounds } from '../../src/body.js';
import { transformPoint } from '../../src/math/affine.js';
import { extent, intersectBoxes } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';

const CELLS = 96;

/**
 * Whether a point lies in a body, by the crossings of a ray along +x with its faces, with exact predicates. Points that
 * lie on a line through an edge are not treated: random ones do not.
 */
export function insideTest(body: Body): (x: number, y: number, z: number) => boolean {
  const { positions, indices } = body.mesh;
  const at = new Float64Array(positions.length);
  for (let i = 0; i < at.length; i += 3)
    at.set(transformPoint(body.pose, [positions[i], positions[i + 1], positions[i + 2]]), i);
  const { min, max } = worldBounds(body);
  const cell = (value: number, k: 1 | 2) =>
    Math.min(CELLS - 1, Math.max(0, Math.floor((CELLS * (value - min[k])) / (max[k] - min[k]))));
  const faces: number[][] = Array.from({ length: CELLS * CELLS }, () => []);
  for (let f = 0; f < indices.length; f += 3) {
    const [y0, y1, z0, z1] = ([1, 2] as const).flatMap((k) => {
      const values = [0, 1, 2].map((i) => at[3 * indices[f + i] + k]);
      return [cell(Math.min(...values), k), cell(Math.max(...values), k)];
    });
    for (let v = z0; v <= z1; v++) for (let u = y0; u <= y1; u++) faces[v * CELLS + u].push(f);
  }
  return (x, y, z) => {
    if (y < min[1] || y > max[1] || z < min[2] || z > max[2]) return false;
    let winding = 0;
    for (const f of faces[cell(z, 2) * CELLS + cell(y, 1)]) {
      const [a, b, c] = [3 * indices[f], 3 * indices[f + 1], 3 * indices[f + 2]];
      const u = orient2d(at[b + 1], at[b + 2], at[c + 1], at[c + 2], y, z);
      const v = orient2d(at[c + 1], at[c + 2], at[a + 1], at[a + 2], y, z);
      const w = orient2d(at[a + 1], at[a + 2], at[b + 1], at[b + 2], y, z);
      if (!((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))) continue;
      if ((u * at[a] + v * at[b] + w * at[c]) / (u + v + w) > x) winding += Math.sign(u);
    }
    return winding !== 0;
  };
}

/** The volume in both bodies by random points, one in each cell of a grid over the common box, and its standard error. */
export function volumeByPoints(a: Body, b: Body, side: number, seed: number): { volume: number; error: number } {
  const random = seeded(seed);
  const { min, max } = intersectBoxes(worldBounds(a), worldBounds(b));
  const [dx, dy, dz] = extent({ min, max }).map((size) => size / side);
  const [inA, inB] = [insideTest(a), insideTest(b)];
  let hits = 0;
  for (let k = 0; k < side ** 3; k++) {
    const x = min[0] + ((k % side) + random()) * dx;
    const y = min[1] + ((Math.floor(k / side) % side) + random()) * dy;
    const z = min[2] + (Math.floor(k / side ** 2) + random()) * dz;
    if (inA(x, y, z) && inB(x, y, z)) hits++;
  }
  const share = hits / side ** 3;
  const whole = side ** 3 * dx * dy * dz;
  // As if the points were free: an upper bound, since one to a cell varies less.
  return { volume: share * whole, error: whole * Math.sqrt((share * (1 - share)) / side ** 3) };
}
