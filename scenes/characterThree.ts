import {
  Bone,
  BufferAttribute,
  BufferGeometry,
  Group,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
} from 'three';
import type { Affine } from '../src/math/affine.js';
import type { Mesh as PlainMesh } from '../src/mesh/mesh.js';
import type { Character } from './character.js';
import type { CharacterPose } from './characterPose.js';
import type { RoomPart } from './characterScene.js';

/** The character as three.js has it: its bones beneath it, bound at rest. */
export function skinnedMesh(
  { mesh, bones, skinIndices, skinWeights }: Character,
  material: Material = new MeshBasicMaterial(),
): SkinnedMesh {
  const geometry = toGeometry(mesh);
  geometry.setAttribute('skinIndex', new BufferAttribute(skinIndices, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(skinWeights, 4));
  const hero = new SkinnedMesh(geometry, material);
  hero.name = 'hero';
  const made: Bone[] = [];
  for (const { name, parent, head } of bones) {
    const bone = new Bone();
    bone.name = name;
    const from = parent < 0 ? [0, 0, 0] : bones[parent].head;
    bone.position.set(head[0] - from[0], head[1] - from[1], head[2] - from[2]);
    (parent < 0 ? hero : made[parent]).add(bone);
    made.push(bone);
  }
  hero.updateMatrixWorld(true);
  hero.bind(new Skeleton(made));
  return hero;
}

/** Puts the character somewhere, in a pose. */
export function poseHero(
  hero: SkinnedMesh,
  { bones }: Pick<Character, 'bones'>,
  { rotations, shift }: CharacterPose,
  place: Affine,
): void {
  hero.skeleton.bones.forEach((bone, k) => {
    bone.quaternion.fromArray(rotations, 4 * k);
  });
  const { head } = bones[0];
  hero.skeleton.bones[0].position.set(head[0] + shift[0], head[1] + shift[1], head[2] + shift[2]);
  toMatrix4(place).decompose(hero.position, hero.quaternion, hero.scale);
}

/** The room as a group of meshes. */
export function roomGroup(parts: readonly RoomPart[], material: Material = new MeshBasicMaterial()): Group {
  const room = new Group();
  room.name = 'room';
  for (const { name, mesh, pose: place } of parts) {
    const part = new Mesh(toGeometry(mesh), material);
    part.name = name;
    toMatrix4(place).decompose(part.position, part.quaternion, part.scale);
    room.add(part);
  }
  return room;
}

/** A mesh's arrays as a geometry of its own: what sorts or moves it leaves the mesh as it is. */
export function toGeometry({ positions, indices }: PlainMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

/** A map row by row as three.js has it. */
export const toMatrix4 = (m: Affine): Matrix4 =>
  // biome-ignore format: a matrix
  new Matrix4().set(
    m[0], m[1], m[2], m[3],
    m[4], m[5], m[6], m[7],
    m[8], m[9], m[10], m[11],
    0, 0, 0, 1,
  );
