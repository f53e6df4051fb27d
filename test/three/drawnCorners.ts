import { type BatchedMesh, type InstancedMesh, Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import type { Body } from '../../src/body.js';
import { transformPoint } from '../../src/math/affine.js';

/** Where three.js itself says that the corners of faces are in the world: nine numbers a face, in the order in which they are drawn. */
export function drawnCorners(root: Object3D): number[] {
  topOf(root).updateMatrixWorld(true);
  const corners: number[] = [];
  root.traverseVisible((object) => {
    if (!(object as Mesh).isMesh) return;
    const mesh = object as Mesh;
    for (const { map, start, end } of copiesOf(mesh))
      for (const at of cornersOf(mesh, start, end))
        corners.push(...mesh.getVertexPosition(at, new Vector3()).applyMatrix4(map));
  });
  return corners;
}

function topOf(object: Object3D): Object3D {
  return object.parent ? topOf(object.parent) : object;
}

interface Copy {
  readonly map: Matrix4;
  readonly start: number;
  readonly end: number;
}

function copiesOf(mesh: Mesh): Copy[] {
  const { drawRange } = mesh.geometry;
  const whole = { start: drawRange.start, end: drawRange.start + drawRange.count };
  const { isInstancedMesh, count } = mesh as InstancedMesh;
  if (isInstancedMesh)
    return Array.from({ length: count }, (_, i) => ({ map: mapOf(mesh as InstancedMesh, i), ...whole }));
  if ((mesh as BatchedMesh).isBatchedMesh) return copiesOfBatch(mesh as BatchedMesh);
  return [{ map: mesh.matrixWorld, ...whole }];
}

function copiesOfBatch(mesh: BatchedMesh): Copy[] {
  const copies: Copy[] = [];
  for (let i = 0; i < mesh.maxInstanceCount; i++) {
    try {
      if (!mesh.getVisibleAt(i)) continue;
    } catch {
      continue; // never added, or deleted
    }
    const range = mesh.getGeometryRangeAt(mesh.getGeometryIdAt(i));
    if (range) copies.push({ map: mapOf(mesh, i), start: range.start, end: range.start + range.count });
  }
  return copies;
}

const mapOf = (mesh: InstancedMesh | BatchedMesh, instance: number): Matrix4 => {
  const matrix = new Matrix4();
  mesh.getMatrixAt(instance, matrix);
  return matrix.premultiply(mesh.matrixWorld);
};

function cornersOf({ geometry, material }: Mesh, start: number, end: number): number[] {
  const { index, attributes, groups } = geometry;
  const most = Math.min(end, index ? index.count : attributes.position.count);
  const stretches = Array.isArray(material)
    ? groups.filter(({ materialIndex }) => material[materialIndex ?? 0]?.visible)
    : [{ start, count: Infinity }];
  const corners: number[] = [];
  for (const stretch of stretches)
    for (let at = Math.max(0, start, stretch.start); at + 3 <= Math.min(most, stretch.start + stretch.count); at += 3)
      for (const corner of [at, at + 1, at + 2]) corners.push(index ? index.getX(corner) : corner);
  return corners;
}

/** Where a body has them. */
export function bodyCorners({ mesh, pose }: Pick<Body, 'mesh' | 'pose'>): number[] {
  const { positions, indices } = mesh;
  return [...indices].flatMap((v) =>
    transformPoint(pose, [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]),
  );
}

/** The largest difference of any coordinate, as a share of the largest coordinate; infinite where the numbers of corners differ. */
export function apart(found: readonly number[], expected: readonly number[]): number {
  if (found.length !== expected.length || found.length === 0) return Infinity;
  let most = 0;
  let size = 0;
  for (let i = 0; i < found.length; i++) {
    most = Math.max(most, Math.abs(found[i] - expected[i]));
    size = Math.max(size, Math.abs(expected[i]));
  }
  return most / size;
}

/** Positions are held as f32, as three's attributes and shaders have them. */
export const F32 = 4e-7;

/** The signed volume within corners of a closed surface. */
export function volumeWithin(corners: readonly number[]): number {
  let six = 0;
  for (let i = 0; i < corners.length; i += 9) {
    const [x0, y0, z0, x1, y1, z1, x2, y2, z2] = corners.slice(i, i + 9);
    six += x0 * (y1 * z2 - z1 * y2) + y0 * (z1 * x2 - x1 * z2) + z0 * (x1 * y2 - y1 * x2);
  }
  return six / 6;
}

/** The faces seen from behind. */
export function turned(corners: readonly number[]): number[] {
  const other: number[] = [];
  for (let i = 0; i < corners.length; i += 9)
    other.push(...corners.slice(i, i + 3), ...corners.slice(i + 6, i + 9), ...corners.slice(i + 3, i + 6));
  return other;
}
