import { isBalanced } from '../../mesh/balancedEdges.js';
import { edgeTable, NO_EDGE } from '../../mesh/edges.js';
import { weldMap } from '../../mesh/weld.js';
import type { WorldMesh } from '../worldMesh.js';

/** The pieces of a surface that hang together by edges. */
export interface Shells {
  readonly count: number;
  readonly shellOfFace: Uint32Array;
}

/** What is known of meshes, by their vertex numbers: these stay the same when a body deforms. */
const known = new WeakMap<Uint32Array, Shells>();

/** The shells of a surface; once per mesh, unless its faces do not share their vertices. */
export function shellsOf({ positions, indices }: WorldMesh): Shells {
  const shells = shellsByNumbers(indices);
  if (shells) return shells;
  const { map } = weldMap(positions);
  return joined(indices.map((vertex) => map[vertex]));
}

/** The same, where the vertex numbers alone tell. */
export function shellsByNumbers(indices: Uint32Array): Shells | undefined {
  const before = known.get(indices);
  if (before || !isBalanced(indices)) return before;
  const shells = joined(indices);
  known.set(indices, shells);
  return shells;
}

function joined(indices: Uint32Array): Shells {
  const { edges, edgeOfSide } = edgeTable(indices);
  const faceCount = indices.length / 3;
  const parents = Uint32Array.from({ length: faceCount }, (_, f) => f);
  const root = (f: number): number => {
    while (parents[f] !== f) f = parents[f] = parents[parents[f]];
    return f;
  };
  const faceAt = new Uint32Array(edges.length / 2).fill(NO_EDGE);
  for (let side = 0; side < edgeOfSide.length; side++) {
    const edge = edgeOfSide[side];
    if (edge === NO_EDGE) continue;
    const face = Math.floor(side / 3);
    if (faceAt[edge] === NO_EDGE) faceAt[edge] = face;
    else parents[root(face)] = root(faceAt[edge]);
  }
  const names = new Uint32Array(faceCount).fill(NO_EDGE);
  const shellOfFace = new Uint32Array(faceCount);
  let count = 0;
  for (let f = 0; f < faceCount; f++) {
    const r = root(f);
    if (names[r] === NO_EDGE) names[r] = count++;
    shellOfFace[f] = names[r];
  }
  return { count, shellOfFace };
}
