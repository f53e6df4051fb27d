import type { Mesh } from '../../../../mesh/mesh.js';
import type { Store } from '../bytes/store.js';
import { fault, within } from '../fault.js';
import { compact } from './compact.js';
import type { Shifts } from './geometry.js';
import type { PrimitiveData } from './vertices.js';

export type Piece = PrimitiveData & { readonly where: string };

const PER_SET = 4;

/** Puts pieces together on the vertices that they use, one piece after the other. All numbers that come out are finite. */
export function mergePrimitives(
  { budget }: Store,
  pieces: readonly Piece[],
): { mesh: Mesh; shifts: Shifts; unheld: number } {
  const compacted = pieces.map(({ corners, vertexCount }) => compact(corners, vertexCount));
  const cornerCount = compacted.reduce((sum, { corners }) => sum + corners.length, 0);
  const vertexCount = compacted.reduce((sum, { used }) => sum + used.length, 0);
  const targetCount = pieces.reduce((most, { targets }) => Math.max(most, targets.length), 0);
  const influenceCount = PER_SET * pieces.reduce((most, { joints }) => Math.max(most, joints.length), 0);
  budget.spend(cornerCount + vertexCount * (3 + 3 * targetCount + 2 * influenceCount));

  const indices = new Uint32Array(cornerCount);
  const positions = new Float32Array(3 * vertexCount);
  const targets = Array.from({ length: targetCount }, () => new Float32Array(3 * vertexCount));
  const joints = new Uint32Array(influenceCount * vertexCount);
  const weights = new Float32Array(influenceCount * vertexCount);
  let unheld = 0;
  let nextCorner = 0;
  let nextVertex = 0;
  pieces.forEach((piece, p) => {
    const { used, corners } = compacted[p];
    for (let i = 0; i < corners.length; i++) indices[nextCorner + i] = nextVertex + corners[i];
    within(piece.where, () => {
      within('POSITION', () => gather(piece.positions, used, positions, nextVertex));
      piece.targets.forEach((target, k) => {
        if (target) within(`morph target ${k}`, () => gather(target, used, targets[k], nextVertex));
      });
      if (influenceCount > 0) unheld += gatherInfluences(piece, used, joints, weights, influenceCount, nextVertex);
    });
    nextCorner += corners.length;
    nextVertex += used.length;
  });
  return { mesh: { positions, indices }, shifts: { targets, influenceCount, joints, weights }, unheld };
}

function gather(from: Float32Array, used: Uint32Array, to: Float32Array, first: number): void {
  for (let i = 0; i < used.length; i++)
    for (let k = 0; k < 3; k++) {
      const value = from[3 * used[i] + k];
      if (!Number.isFinite(value)) throw fault(`a number is not finite (vertex ${used[i]}, ${'xyz'[k]} = ${value})`);
      to[3 * (first + i) + k] = value;
    }
}

/** Returns how many vertices had no weight at all. */
function gatherInfluences(
  piece: Piece,
  used: Uint32Array,
  joints: Uint32Array,
  weights: Float32Array,
  influenceCount: number,
  first: number,
): number {
  let unheld = 0;
  for (let i = 0; i < used.length; i++) {
    const row = (first + i) * influenceCount;
    let sum = 0;
    for (let k = 0; k < PER_SET * piece.joints.length; k++) {
      const from = PER_SET * used[i] + (k % PER_SET);
      const set = Math.floor(k / PER_SET);
      const weight = piece.weights[set][from];
      if (!(weight >= 0 && weight < Infinity)) throw fault(`a weight is no share (vertex ${used[i]}, ${weight})`);
      weights[row + k] = weight;
      joints[row + k] = weight > 0 ? piece.joints[set][from] : 0; // so that vertices that move alike look alike
      sum += weight;
    }
    if (sum > 0) continue;
    joints[row] = piece.joints[0][PER_SET * used[i]];
    weights[row] = 1;
    unheld++;
  }
  return unheld;
}
