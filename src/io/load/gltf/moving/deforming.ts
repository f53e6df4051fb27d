import type { InputError } from '../../../../errors.js';
import type { Affine } from '../../../../math/affine.js';
import type { Mesh } from '../../../../mesh/mesh.js';
import type { Store } from '../bytes/store.js';
import type { Geometry, Shifts } from '../shape/geometry.js';
import { checkJoints, deform, isMirrored } from './deform.js';
import { jointMaps, type Skin } from './skin.js';

/** A mesh whose vertices move: by morph targets and, where it has a skin, by joints. */
export interface Deforming {
  readonly base: ArrayLike<number>;
  readonly shifts: Shifts;
  /** How far morph targets are gone at rest. */
  readonly morphs: readonly number[];
  /** With a skin, positions are in the world, wherever the node is: the specification says so (3.7.3.3). */
  readonly skin: Skin | undefined;
}

type WorldOf = (node: number) => Affine | InputError;

/** The mesh at rest, its own one, and how it goes on from there. */
export function makeDeforming(
  { budget }: Store,
  { mesh: { positions, indices }, shifts }: Geometry,
  morphs: readonly number[],
  skin: Skin | undefined,
  worldOf: WorldOf,
): { mesh: Mesh; deforming: Deforming } {
  budget.spend(2 * positions.length + indices.length + 12 * (skin?.joints.length ?? 0));
  const deforming = { base: positions, shifts, morphs, skin };
  if (!skin) return { mesh: { positions: deform(positions, shifts, morphs, undefined), indices }, deforming };
  checkJoints(shifts, skin.joints.length);
  const maps = jointMaps(skin, worldOf);
  return {
    mesh: {
      positions: deform(positions, shifts, morphs, maps),
      indices: isMirrored(shifts, maps) ? turned(indices) : indices,
    },
    deforming,
  };
}

/** The same faces seen from the other side. */
function turned(indices: Uint32Array): Uint32Array {
  const out = indices.slice();
  for (let f = 0; f < out.length; f += 3) [out[f + 1], out[f + 2]] = [out[f + 2], out[f + 1]];
  return out;
}
