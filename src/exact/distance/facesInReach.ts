import type { PlacedMesh } from './commonFrame.js';

/** Where something must be to come near other things: in a box, and no lower than `from` along a unit vector. */
interface Region {
  readonly box: ArrayLike<number>;
  readonly along: ArrayLike<number>;
  readonly from: number;
}

/**
 * The faces of two meshes that may come within `reach` of the other: those that are not beyond its box, nor beyond it along
 * the unit vector `way`, which points from A to B. It takes a pass over the vertices and one over the faces of each, and
 * another of B's, as A's box may have shrunk.
 */
export function facesInReach(
  a: PlacedMesh,
  b: PlacedMesh,
  way: ArrayLike<number>,
  reach: number,
): { a: Uint32Array; b: Uint32Array } {
  const back = Float64Array.from(way, (c) => -c);
  const firstB = facesIn(b, undefined, regionAround(a, undefined, back, reach));
  // Where most are left, so is most of the box.
  const hasShrunkB = 6 * firstB.length < b.indices.length;
  const facesA = facesIn(a, undefined, regionAround(b, hasShrunkB ? firstB : undefined, way, reach));
  if (6 * facesA.length >= a.indices.length) return { a: facesA, b: firstB };
  return { a: facesA, b: facesIn(b, firstB, regionAround(a, facesA, back, reach)) };
}

/** What is within `reach` of a mesh, or of some of its faces. */
function regionAround(
  { positions, indices, box }: PlacedMesh,
  faces: Uint32Array | undefined,
  along: ArrayLike<number>,
  reach: number,
): Region {
  let [x0, y0, z0, x1, y1, z1] = box;
  if (faces) {
    x0 = y0 = z0 = Infinity;
    x1 = y1 = z1 = -Infinity;
  }
  const dx = along[0];
  const dy = along[1];
  const dz = along[2];
  let least = Infinity;
  const count = faces ? 3 * faces.length : positions.length / 3;
  for (let i = 0; i < count; i++) {
    const k = 3 * (faces ? indices[3 * faces[(i / 3) | 0] + (i % 3)] : i);
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    const height = dx * x + dy * y + dz * z;
    if (height < least) least = height;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  return { box: [x0 - reach, y0 - reach, z0 - reach, x1 + reach, y1 + reach, z1 + reach], along, from: least - reach };
}

/** Of a mesh's faces, or of some of them, those that do not lie beyond one of a region's seven planes. */
function facesIn({ positions, indices }: PlacedMesh, faces: Uint32Array | undefined, region: Region): Uint32Array {
  const [x0, y0, z0, x1, y1, z1] = Array.from(region.box);
  const [dx, dy, dz] = Array.from(region.along);
  const { from } = region;
  const beyond = new Uint8Array(positions.length / 3);
  for (let i = 0, k = 0; i < beyond.length; i++, k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    let code = x < x0 ? 1 : x > x1 ? 2 : 0;
    code |= y < y0 ? 4 : y > y1 ? 8 : 0;
    code |= z < z0 ? 16 : z > z1 ? 32 : 0;
    code |= dx * x + dy * y + dz * z < from ? 64 : 0;
    beyond[i] = code;
  }
  const count = faces ? faces.length : indices.length / 3;
  const kept = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    const face = faces ? faces[i] : i;
    const k = 3 * face;
    kept[n] = face;
    if ((beyond[indices[k]] & beyond[indices[k + 1]] & beyond[indices[k + 2]]) === 0) n++;
  }
  return kept.subarray(0, n);
}
