import { type Affine, determinant, translation } from '../../../math/affine.js';
import { hasBalancedEdges } from '../../../mesh/balancedEdges.js';
import { massProperties } from '../../../mesh/mass.js';
import { type Mesh, mesh as toMesh } from '../../../mesh/mesh.js';
import { weld } from '../../../mesh/weld.js';
import { mergeParts } from '../../mergeParts.js';
import { closeSlits } from './closeSlits.js';
import type { IfcApi, IfcPlacedGeometry } from './webIfc.js';

/** A shape and where it stands: lengths in metres, z upwards, as the file has it. */
export interface PlacedMesh {
  readonly mesh: Mesh;
  readonly pose: Affine;
}

/** Places carry 24 bits: how far apart two readings of one vertex may be, as a share of the shape's size. */
const ROUNDING = 2 ** -22;

/** Turns the package's geometries into meshes. Products that repeat a geometry share its mesh. */
export function ifcGeometries(
  api: IfcApi,
  model: number,
): (placed: readonly IfcPlacedGeometry[]) => PlacedMesh | undefined {
  const known = new Map<string, { readonly raw: Mesh; readonly mesh: Mesh }[]>();

  /** In its own frame and metres. The package may turn the faces of a geometry over for a mirrored place, and leave them so. */
  function meshOf(geometry: IfcPlacedGeometry, scale: number, mirrored: boolean): Mesh | undefined {
    const raw = rawMesh(api, model, geometry.geometryExpressID, scale);
    if (!raw) return undefined;
    const key = `${geometry.geometryExpressID} ${scale}`;
    const alike = known.get(key) ?? [];
    const seen = alike.find((one) => sameMesh(one.raw, raw));
    if (seen) return seen.mesh;
    const solid = toSolid(raw);
    const inside = hasBalancedEdges(solid.indices) ? massProperties(solid).volume < 0 : mirrored;
    const outward = inside ? turnedOver(solid) : solid;
    const mesh = alike.find((one) => sameMesh(one.mesh, outward))?.mesh ?? outward;
    known.set(key, [...alike, { raw, mesh }]);
    return mesh;
  }

  return (placed) => {
    const pieces = placed.flatMap((geometry): PlacedMesh[] => {
      const { pose, scale } = placeOf(geometry.flatTransformation);
      const mesh = meshOf(geometry, scale, determinant(pose) < 0);
      return mesh ? [{ mesh, pose }] : [];
    });
    if (pieces.length === 0) return undefined;
    const [first] = pieces;
    if (pieces.length === 1 && determinant(first.pose) !== 0) return first;
    // Near to their own origin, so that places far from that of the file cost no digits.
    const [x, y, z] = [first.pose[3], first.pose[7], first.pose[11]];
    const near = pieces.map(({ mesh, pose }) => {
      const moved = Float64Array.from(pose);
      moved[3] -= x;
      moved[7] -= y;
      moved[11] -= z;
      return { mesh, pose: moved };
    });
    const { positions, indices } = mergeParts(near);
    return { mesh: toSolid(toMesh(positions, indices)), pose: translation(x, y, z) };
  };
}

/** The vertices and faces of a geometry, scaled; undefined where there are none. Throws an `InputError` on bad numbers. */
function rawMesh(api: IfcApi, model: number, id: number, scale: number): Mesh | undefined {
  const geometry = api.GetGeometry(model, id);
  const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
  const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
  geometry.delete?.();
  if (indices.length === 0) return undefined;
  const positions = new Float64Array(Math.floor(vertices.length / 6) * 3);
  for (let i = 0; i < positions.length; i++) positions[i] = scale * vertices[6 * Math.floor(i / 3) + (i % 3)];
  return toMesh(positions, indices);
}

/**
 * From the package's matrix (columns, y upwards) to a pose in the file's axes (z upwards). What it scales by, the file's
 * unit in metres, goes to the mesh instead.
 */
function placeOf(m: ArrayLike<number>): { pose: Affine; scale: number } {
  const pose = Float64Array.of(
    ...[m[0], m[4], m[8], m[12]],
    ...[-m[2], -m[6], -m[10], -m[14]],
    ...[m[1], m[5], m[9], m[13]],
  );
  if (!pose.every(Number.isFinite)) return { pose, scale: Number.NaN };
  const scale = Number(Math.cbrt(Math.abs(determinant(pose))).toPrecision(12)); // 0.001, not its neighbour
  if (!(scale > 0)) return { pose, scale: 1 };
  for (const k of [0, 1, 2, 4, 5, 6, 8, 9, 10]) pose[k] = pose[k] / scale + 0;
  return { pose, scale };
}

/**
 * Welds exactly, and closes the slits of faces that the package threw away for having no area. Where that leaves gaps,
 * vertices within the rounding of their places are merged, if that closes the mesh.
 */
function toSolid(mesh: Mesh): Mesh {
  const exact = weld(mesh).mesh;
  if (hasBalancedEdges(exact.indices)) return exact;
  const tolerance = ROUNDING * sizeOf(mesh);
  const closed = closeSlits(exact, tolerance);
  if (hasBalancedEdges(closed.indices)) return closed;
  const merged = closeSlits(weld(mesh, tolerance).mesh, tolerance);
  return hasBalancedEdges(merged.indices) ? merged : closed;
}

function sizeOf({ positions }: Mesh): number {
  let size = 0;
  for (let i = 0; i < positions.length; i++) size = Math.max(size, Math.abs(positions[i]));
  return size;
}

/** The first and the last corner of every face change places, as they do in the package. */
const turnedOver = ({ positions, indices }: Mesh): Mesh => ({
  positions,
  indices: indices.map((_, i) => indices[i + 2 - 2 * (i % 3)]),
});

function sameMesh(a: Mesh, b: Mesh): boolean {
  const same = (p: ArrayLike<number>, q: ArrayLike<number>): boolean => {
    for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
    return p.length === q.length;
  };
  return same(a.indices, b.indices) && same(a.positions, b.positions);
}
