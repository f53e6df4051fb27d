import type { BufferGeometry, InstancedMesh, Mesh } from 'three';
import type { Faces } from './drawnFaces.js';
import { type Attribute, readAttribute } from './readAttribute.js';

/** The targets of a geometry, at the vertices that faces use; each is read when it is first needed. */
export interface Targets {
  target(number: number): Float32Array;
}

export const targetAttributes = (geometry: BufferGeometry): readonly Attribute[] =>
  (geometry.morphAttributes.position as readonly Attribute[] | undefined) ?? [];

export function readTargets(geometry: BufferGeometry, { vertexCount, vertices }: Faces): Targets {
  const attributes = targetAttributes(geometry);
  const read: Float32Array[] = [];
  return { target: (n) => (read[n] ??= readAttribute(attributes[n], 3, vertexCount, vertices)) };
}

/**
 * By how much the stored positions count, then each of the targets; undefined where the mesh is as it is stored. The renderers
 * subtract all influences from that of the stored positions, also those that no target belongs to.
 */
export function influencesOf(mesh: Mesh, instance: number | undefined): number[] | undefined {
  const { geometry } = mesh;
  const targetCount = targetAttributes(geometry).length;
  if (targetCount === 0) return undefined;
  const image = instance === undefined ? undefined : (mesh as InstancedMesh).morphTexture?.image;
  const influences: number[] = [];
  if (image?.data) {
    const row = image.width * (instance as number);
    for (let i = 0; i <= targetCount; i++) influences.push(i < image.width ? image.data[row + i] : 0);
  } else {
    const own = mesh.morphTargetInfluences ?? [];
    influences.push(geometry.morphTargetsRelative ? 1 : 1 - own.reduce((sum, influence) => sum + influence, 0));
    for (let i = 0; i < targetCount; i++) influences.push(own[i] ?? 0);
  }
  return influences[0] === 1 && influences.every((influence, i) => i === 0 || influence === 0) ? undefined : influences;
}

/** The stored positions and the targets, each as often as its influence says. */
export function morph(stored: Float32Array, targets: Targets, influences: readonly number[]): Float64Array {
  const base = influences[0];
  const positions = new Float64Array(stored.length);
  for (let i = 0; i < positions.length; i++) positions[i] = base * stored[i];
  for (let n = 1; n < influences.length; n++) {
    const influence = influences[n];
    if (influence === 0) continue;
    const target = targets.target(n - 1);
    for (let i = 0; i < positions.length; i++) positions[i] += influence * target[i];
  }
  return positions;
}
