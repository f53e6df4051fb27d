import { edgeTable, NO_EDGE } from '../../../mesh/edges.js';
import { weldMap } from '../../../mesh/weld.js';

/**
 * Which groups of triangles make one part: for each the first group that it belongs with. Exporters also group the faces
 * of one solid, by material or by patch; taken apart, these would be open pieces. So groups are one part where an open
 * edge of the one is an open edge of the other, by place. Groups that are closed on their own stay apart even where they
 * touch, as do open ones that share no more than corners. Only groups of the same class are joined.
 */
export function joinOpenGroups(
  positions: ArrayLike<number>,
  indices: Uint32Array,
  groupOf: Uint32Array,
  classes: readonly number[],
): Uint32Array {
  const parents = Uint32Array.from(classes, (_, group) => group);
  const root = (group: number): number => {
    while (parents[group] !== group) group = parents[group] = parents[parents[group]];
    return group;
  };
  // Ranks stand for groups, so that those of one class follow each other.
  const groups = [...parents].sort((a, b) => classes[a] - classes[b] || a - b);
  const ranks = new Uint32Array(groups.length);
  for (const [rank, group] of groups.entries()) ranks[group] = rank;

  let openEdge = -1;
  let openGroup = -1;
  for (const { edge, rank, balance } of sharedEdges(positions, indices, groupOf, ranks)) {
    if (balance === 0) continue;
    const group = groups[rank];
    if (edge === openEdge && classes[group] === classes[openGroup]) {
      const [p, q] = [root(group), root(openGroup)];
      parents[Math.max(p, q)] = Math.min(p, q);
    }
    openEdge = edge;
    openGroup = group;
  }
  return parents.map((_, group) => root(group));
}

/** For every edge of several groups and each of these, by rank: how often it runs along the edge, less how often against it. */
function* sharedEdges(
  positions: ArrayLike<number>,
  indices: Uint32Array,
  groupOf: Uint32Array,
  ranks: Uint32Array,
): Generator<{ edge: number; rank: number; balance: number }> {
  const { map } = weldMap(positions);
  // Vertices that are not there are at no place: they stay as they are.
  const welded = indices.map((vertex) => map[vertex] ?? vertex);
  const { edges, edgeOfSide } = edgeTable(welded);
  const SEVERAL = -2;
  const groupOfEdge = new Int32Array(edges.length / 2).fill(-1);
  for (let side = 0; side < edgeOfSide.length; side++) {
    const edge = edgeOfSide[side];
    if (edge === NO_EDGE) continue;
    const group = groupOf[Math.floor(side / 3)];
    if (groupOfEdge[edge] === -1) groupOfEdge[edge] = group;
    else if (groupOfEdge[edge] !== group) groupOfEdge[edge] = SEVERAL;
  }
  // Edge, rank and direction as one number, below 2^53 for any file that fits into memory; sorted, what belongs together meets.
  const shared = new Float64Array(
    edgeOfSide.reduce((count, edge) => count + Number(edge !== NO_EDGE && groupOfEdge[edge] === SEVERAL), 0),
  );
  let length = 0;
  for (let side = 0; side < edgeOfSide.length; side++) {
    const edge = edgeOfSide[side];
    if (edge === NO_EDGE || groupOfEdge[edge] !== SEVERAL) continue;
    const isAlong = welded[side] === edges[2 * edge];
    shared[length++] = (edge * ranks.length + ranks[groupOf[Math.floor(side / 3)]]) * 2 + Number(isAlong);
  }
  shared.sort();
  for (let i = 0; i < length; ) {
    const key = Math.floor(shared[i] / 2);
    let balance = 0;
    for (; i < length && Math.floor(shared[i] / 2) === key; i++) balance += shared[i] % 2 === 1 ? 1 : -1;
    yield { edge: Math.floor(key / ranks.length), rank: key % ranks.length, balance };
  }
}
