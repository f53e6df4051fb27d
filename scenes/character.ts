import { InputError } from '../src/errors.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { catmullClark, type QuadMesh } from './catmullClark.js';
import { characterCage } from './characterCage.js';
import { type Bone, characterSkeleton } from './characterSkeleton.js';
import { tessellate } from './tessellate.js';

/** A figure that can be moved by its bones: plain data, as engines take it. */
export interface Character {
  /** At rest: upright on y = 0, looking along z, the arms stretched out along x. In metres. */
  readonly mesh: Mesh;
  readonly bones: readonly Bone[];
  /** Four bones per vertex, and by how much it goes with each of them; these sum to 1. */
  readonly skinIndices: Uint16Array;
  readonly skinWeights: Float32Array;
}

export interface CharacterOptions {
  /** An even number from 1,200 up. */
  triangles?: number;
}

export const CHARACTER_DEFAULTS: Required<CharacterOptions> = { triangles: 20_000 };

/** Where the flesh of two bones meets, how far it goes with both, in metres. */
const BLEND = 0.03;
const BONES_PER_VERTEX = 4;
const LEAST_WEIGHT = 1e-3;

/**
 * A human figure of about 1.75 m: one closed surface, smooth at the joints, that does not run through itself at rest.
 *
 * @example const { mesh, bones } = character({ triangles: 2000 })
 */
export function character(options: CharacterOptions = {}): Character {
  const { triangles } = { ...CHARACTER_DEFAULTS, ...options };
  let smooth = catmullClark(characterCage());
  if (!(Number.isSafeInteger(triangles) && triangles % 2 === 0 && triangles >= smooth.quads.length / 2))
    throw new InputError(
      `character: there is no figure of so many triangles (${triangles}). Give an even number from ${smooth.quads.length / 2} up.`,
    );
  while (4 * (smooth.quads.length / 2) <= triangles) smooth = catmullClark(smooth);
  const mesh = tessellate(triangulated(smooth), triangles);
  const bones = characterSkeleton();
  return { mesh, bones, ...skin(mesh.positions, bones) };
}

/** Two triangles per face, along the shorter diagonal. */
function triangulated({ positions, quads }: QuadMesh): Mesh {
  const indices = new Uint32Array((3 / 2) * quads.length);
  const squared = (a: number, b: number): number =>
    [0, 1, 2].reduce((sum, k) => sum + (positions[3 * a + k] - positions[3 * b + k]) ** 2, 0);
  for (let f = 0; 4 * f < quads.length; f++) {
    const [a, b, c, d] = quads.subarray(4 * f, 4 * f + 4);
    indices.set(squared(a, c) <= squared(b, d) ? [a, b, c, a, c, d] : [b, c, d, b, d, a], 6 * f);
  }
  return { positions, indices };
}

/** Vertices go with the bones whose flesh they are nearest to, and with others as far as these are hardly farther. */
function skin(positions: ArrayLike<number>, bones: readonly Bone[]): Pick<Character, 'skinIndices' | 'skinWeights'> {
  const vertexCount = positions.length / 3;
  const skinIndices = new Uint16Array(BONES_PER_VERTEX * vertexCount);
  const skinWeights = new Float32Array(BONES_PER_VERTEX * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const at: Vec3 = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    const near = bones
      .map((bone, index) => ({ index, beyond: distanceTo(bone, at) - bone.radius }))
      .sort((a, b) => a.beyond - b.beyond)
      .slice(0, BONES_PER_VERTEX)
      .map(({ index, beyond }, _, [{ beyond: least }]) => ({
        index,
        weight: Math.exp(-(((beyond - least) / BLEND) ** 2)),
      }))
      .filter(({ weight }) => weight > LEAST_WEIGHT);
    const sum = near.reduce((total, { weight }) => total + weight, 0);
    near.forEach(({ index, weight }, k) => {
      skinIndices[BONES_PER_VERTEX * v + k] = index;
      skinWeights[BONES_PER_VERTEX * v + k] = weight / sum;
    });
  }
  return { skinIndices, skinWeights };
}

function distanceTo({ head, tail }: Bone, at: Vec3): number {
  const along = head.map((h, k) => tail[k] - h);
  const from = head.map((h, k) => at[k] - h);
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const share = Math.min(1, Math.max(0, dot(from, along) / dot(along, along)));
  return Math.hypot(...from.map((d, k) => d - share * along[k]));
}
