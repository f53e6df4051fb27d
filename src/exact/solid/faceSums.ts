import type { Vec3 } from '../../math/vector.js';
import type { WorldMesh } from '../worldMesh.js';

/** A volume, and how wrong it can be. */
export interface ExactVolume {
  readonly volume: number;
  readonly volumeError: number;
}

/** Sums over parts of faces: their share of the volume that they bound, its size, and their area along the axes and as a size. */
export interface FaceSums {
  volume: number;
  size: number;
  areaX: number;
  areaY: number;
  areaZ: number;
  area: number;
  /** How many parts were added. */
  count: number;
  /** The squares of the lengths of outlines: what a point of contact that is off by an ulp can do to the volume. */
  outlines: number;
}

export const noFaces = (): FaceSums => ({
  ...{ volume: 0, size: 0, areaX: 0, areaY: 0, areaZ: 0, area: 0, count: 0, outlines: 0 },
});

/** Adds a part by a third of p · S, with p a point of it, and by its area S along its normal. */
export function addPart(sums: FaceSums, volume: number, x: number, y: number, z: number): void {
  sums.volume += volume;
  sums.size += Math.abs(volume);
  sums.areaX += x;
  sums.areaY += y;
  sums.areaZ += z;
  sums.area += Math.sqrt(x * x + y * y + z * z);
  sums.count++;
}

/** Adds a whole face, so many times. Most faces are whole: no vectors are made of them. */
export function addFace(
  sums: FaceSums,
  { positions, indices }: WorldMesh,
  face: number,
  times: number,
  origin: Vec3,
): void {
  const i = 3 * indices[3 * face];
  const j = 3 * indices[3 * face + 1];
  const k = 3 * indices[3 * face + 2];
  const px = positions[i];
  const py = positions[i + 1];
  const pz = positions[i + 2];
  const ux = positions[j] - px;
  const uy = positions[j + 1] - py;
  const uz = positions[j + 2] - pz;
  const vx = positions[k] - px;
  const vy = positions[k + 1] - py;
  const vz = positions[k + 2] - pz;
  const x = (times * (uy * vz - uz * vy)) / 2;
  const y = (times * (uz * vx - ux * vz)) / 2;
  const z = (times * (ux * vy - uy * vx)) / 2;
  addPart(sums, ((px - origin[0]) * x + (py - origin[1]) * y + (pz - origin[2]) * z) / 3, x, y, z);
}

/** The volume within closed faces, whichever way they are seen, and by how much rounding may have changed it. */
export function volumeOf(sums: FaceSums, meshes: readonly WorldMesh[]): ExactVolume {
  const boxes = meshes.map(({ bounds }) => bounds);
  const reach = Math.max(...boxes.flatMap(({ min, max }) => [...min, ...max].map(Math.abs)));
  const width = Math.max(...boxes.map(({ min, max }) => Math.hypot(...min.map((low, k) => max[k] - low))));
  const unclosed = Math.hypot(sums.areaX, sums.areaY, sums.areaZ) * width;
  const added = sums.count * 2 ** -52 * sums.size;
  // Points of contact are rounded as coordinates are, and so are differences of these.
  const moved = 2 ** -49 * reach * (sums.area + sums.outlines);
  return { volume: Math.abs(sums.volume), volumeError: unclosed + added + moved };
}

/** The area of a surface. */
export function areaOf(mesh: WorldMesh): number {
  const sums = noFaces();
  for (let face = 0; 3 * face < mesh.indices.length; face++) addFace(sums, mesh, face, 1, mesh.bounds.min);
  return sums.area;
}

/** The volume of a solid. */
export function solidVolume(mesh: WorldMesh): ExactVolume {
  const { min, max } = mesh.bounds;
  const origin: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const sums = noFaces();
  for (let face = 0; 3 * face < mesh.indices.length; face++) addFace(sums, mesh, face, 1, origin);
  return volumeOf(sums, [mesh]);
}
