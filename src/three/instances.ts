import type { BatchedMesh, InstancedMesh, Matrix4, Mesh } from 'three';
import { batchedCount, batchedGeometry, isBatchedVisible } from './batched.js';
import { meshShape, type TakeShape, type Taking } from './meshShape.js';

/** A mesh that is drawn several times over, each time with a matrix of its own. */
export interface Instances {
  /** One more than the largest number an instance has. */
  count(): number;
  isDrawn(instance: number): boolean;
  /** Its matrix, column by column from `offset` on; valid until the next one is asked for. */
  matrix(instance: number): { readonly elements: ArrayLike<number>; readonly offset: number };
  /** The same for instances that have the same shape. */
  shape(instance: number): TakeShape;
}

/** Undefined for a mesh that is drawn once. */
export function instances(mesh: Mesh, taking: Taking): Instances | undefined {
  if ((mesh as InstancedMesh).isInstancedMesh) return ofInstanced(mesh as InstancedMesh, taking);
  if ((mesh as BatchedMesh).isBatchedMesh) return ofBatched(mesh as BatchedMesh, taking);
  return undefined;
}

function ofInstanced(mesh: InstancedMesh, taking: Taking): Instances {
  const common = meshShape(mesh, taking);
  const morphing = shapes((instance) => meshShape(mesh, taking, { instance }));
  const count = (): number => Math.floor(Math.max(0, Math.min(mesh.count, mesh.instanceMatrix.count)));
  return {
    count,
    isDrawn: (instance) => instance < count(),
    matrix: (instance) => ({ elements: mesh.instanceMatrix.array, offset: 16 * instance }),
    shape: (instance) => (mesh.morphTexture ? morphing(instance) : common),
  };
}

function ofBatched(mesh: BatchedMesh, taking: Taking): Instances {
  const pieces = shapes((geometryId) => meshShape(mesh, taking, { geometryId }));
  let matrix: Matrix4 | undefined;
  return {
    count: () => batchedCount(mesh),
    isDrawn: (instance) => isBatchedVisible(mesh, instance),
    matrix(instance) {
      matrix ??= mesh.matrix.clone();
      mesh.getMatrixAt(instance, matrix);
      return { elements: matrix.elements, offset: 0 };
    },
    shape: (instance) => pieces(batchedGeometry(mesh, instance)),
  };
}

function shapes(make: (key: number) => TakeShape): (key: number) => TakeShape {
  const known = new Map<number, TakeShape>();
  return (key) => {
    let take = known.get(key);
    if (!take) known.set(key, (take = make(key)));
    return take;
  };
}
