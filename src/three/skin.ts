import type { SkinnedMesh } from 'three';
import { InputError } from '../errors.js';
import { type Affine, identity, invert, multiply } from '../math/affine.js';
import type { Faces } from './drawnFaces.js';
import { label } from './label.js';
import { type Placement, toAffine } from './placement.js';
import { readAttribute } from './readAttribute.js';

/** Which vertices each bone moves, of those that faces use. By bones: their maps stay in registers while vertices pass by. */
export interface Skin {
  /** Where a bone's entries begin in the lists below; one more at the end. */
  readonly first: Uint32Array;
  /** Three times the vertex's number. */
  readonly vertices: Uint32Array;
  readonly weights: Float32Array;
}

export function readSkin(mesh: SkinnedMesh, { vertexCount, vertices }: Faces): Skin {
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  if (!mesh.skeleton)
    throw new InputError(`bodyFrom: the ${label(mesh)} has no skeleton. Call its bind(skeleton) first.`);
  if (!(skinIndex?.itemSize >= 4 && skinWeight?.itemSize >= 4))
    throw new InputError(
      `bodyFrom: the ${label(mesh)} lacks four bones and weights per vertex (skinIndex ${skinIndex?.itemSize ?? 0}, skinWeight ${skinWeight?.itemSize ?? 0}). Set both attributes with an item size of 4.`,
    );
  const boneCount = mesh.skeleton.bones.length;
  const bones = readAttribute(skinIndex, 4, vertexCount, vertices);
  const weights = readAttribute(skinWeight, 4, vertexCount, vertices);
  const first = new Uint32Array(boneCount + 1);
  for (let i = 0; i < bones.length; i++) {
    if (weights[i] === 0) continue;
    if (!(bones[i] >= 0 && bones[i] < boneCount))
      throw new InputError(
        `bodyFrom: a vertex of the ${label(mesh)} follows a bone that does not exist (${bones[i]} of ${boneCount}). Repair the attribute skinIndex, or the skeleton.`,
      );
    first[Math.trunc(bones[i]) + 1]++;
  }
  for (let bone = 0; bone < boneCount; bone++) first[bone + 1] += first[bone];
  const skin = { first, vertices: new Uint32Array(first[boneCount]), weights: new Float32Array(first[boneCount]) };
  const next = first.slice();
  for (let i = 0; i < bones.length; i++) {
    if (weights[i] === 0) continue;
    const at = next[Math.trunc(bones[i])]++;
    skin.vertices[at] = 3 * (i >> 2);
    skin.weights[at] = weights[i];
  }
  return skin;
}

/** What each bone does to a vertex in the mesh's own frame: 12 numbers per bone. */
export function boneMaps(mesh: SkinnedMesh, { world, between }: Placement): Float64Array {
  const { bones, boneInverses } = mesh.skeleton;
  const bind = toAffine(mesh.bindMatrix);
  // A detached mesh takes the bones' motion in the world as it is; an attached one takes it from where it stands itself.
  const isDetached = mesh.bindMode === 'detached';
  const back = isDetached ? invert(bind) : undefined;
  const motionOf = (bone: (typeof bones)[number] | undefined): Affine => {
    if (back) return bone ? multiply(back, world(bone)) : back;
    return bone ? between(bone, mesh) : invert(world(mesh));
  };
  const maps = new Float64Array(12 * bones.length);
  for (let i = 0; i < bones.length; i++) {
    const inverse = boneInverses[i] ? toAffine(boneInverses[i]) : identity();
    maps.set(multiply(motionOf(bones[i]), multiply(inverse, bind)), 12 * i);
  }
  return maps;
}

/** Linear blend skinning as the shaders have it: weights that do not add up to 1 stay as they are, and shrink or stretch. */
export function skin(stored: Float32Array | Float64Array, by: Skin, maps: Float64Array): Float32Array {
  const { first, vertices, weights } = by;
  const sums = new Float64Array(stored.length);
  for (let bone = 0, m = 0; m < maps.length; bone++, m += 12) {
    const xx = maps[m];
    const xy = maps[m + 1];
    const xz = maps[m + 2];
    const xt = maps[m + 3];
    const yx = maps[m + 4];
    const yy = maps[m + 5];
    const yz = maps[m + 6];
    const yt = maps[m + 7];
    const zx = maps[m + 8];
    const zy = maps[m + 9];
    const zz = maps[m + 10];
    const zt = maps[m + 11];
    const end = first[bone + 1];
    for (let i = first[bone]; i < end; i++) {
      const v = vertices[i];
      const w = weights[i];
      const x = stored[v];
      const y = stored[v + 1];
      const z = stored[v + 2];
      sums[v] += w * (xx * x + xy * y + xz * z + xt);
      sums[v + 1] += w * (yx * x + yy * y + yz * z + yt);
      sums[v + 2] += w * (zx * x + zy * y + zz * z + zt);
    }
  }
  return new Float32Array(sums);
}
