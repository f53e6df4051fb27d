import {
  type BatchedMesh,
  type BufferGeometry,
  type InstancedMesh,
  type Material,
  Matrix4,
  type Mesh,
  type Object3D,
  Vector3,
} from 'three';
import { type Body, body } from 'zclash';

/** What three.js draws beneath an object as triangles in world coordinates, by three's own functions on the CPU: the oracle. */
export function bakedBody(object: Object3D): Body {
  const corners: number[] = [];
  const add = (mesh: Mesh, vertices: readonly number[], placed: Matrix4): void => {
    const isMirrored = placed.determinant() < 0;
    const point = new Vector3();
    for (let f = 0; f + 2 < vertices.length; f += 3)
      for (const k of isMirrored ? [0, 2, 1] : [0, 1, 2]) {
        mesh.getVertexPosition(vertices[f + k], point).applyMatrix4(placed);
        corners.push(point.x, point.y, point.z);
      }
  };
  object.updateMatrixWorld(true);
  object.traverseVisible((one) => {
    const mesh = one as Mesh;
    if (!mesh.isMesh) return;
    const local = new Matrix4();
    if ('isInstancedMesh' in mesh) {
      const many = mesh as InstancedMesh;
      for (let i = 0; i < many.count; i++) {
        many.getMatrixAt(i, local);
        add(mesh, drawnVertices(mesh.geometry, mesh.material), local.premultiply(mesh.matrixWorld));
      }
    } else if ('isBatchedMesh' in mesh) {
      const many = mesh as BatchedMesh;
      for (let i = 0; i < many.maxInstanceCount; i++) {
        let isVisible = false;
        try {
          isVisible = many.getVisibleAt(i);
        } catch {} // there is no such instance
        if (!isVisible) continue;
        const { start, count } = many.getGeometryRangeAt(many.getGeometryIdAt(i))!;
        many.getMatrixAt(i, local);
        add(mesh, verticesOf(mesh.geometry, start, count), local.premultiply(mesh.matrixWorld));
      }
    } else add(mesh, drawnVertices(mesh.geometry, mesh.material), mesh.matrixWorld);
  });
  return body({ positions: Float64Array.from(corners) }, { name: 'baked' });
}

function verticesOf({ index }: BufferGeometry, start: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => (index ? index.getX(start + k) : start + k));
}

function drawnVertices(geometry: BufferGeometry, material: Material | Material[]): number[] {
  const all = geometry.index?.count ?? geometry.attributes.position.count;
  const { start, count } = geometry.drawRange;
  const end = Math.min(all, start + count);
  if (!Array.isArray(material)) return verticesOf(geometry, start, end - start);
  return geometry.groups.flatMap((group) => {
    if (!material[group.materialIndex!]?.visible) return [];
    const from = Math.max(start, group.start);
    return verticesOf(geometry, from, Math.max(0, Math.min(end, group.start + group.count) - from));
  });
}
