import { norm } from './norm.js';
import { edgePoint, facePoint, innerPoint, type Points } from './points.js';
import type { Tetrahedra } from './tetrahedra.js';

/** A piece of the border of the clipped tetrahedron, seen counter-clockwise from outside. */
export interface Polygon {
  /** The side that it lies on, or -1 on a face of the tetrahedron. */
  readonly side: number;
  /** Bits of the corners of the tetrahedron that it lies between. */
  readonly between: number;
  /** Numbers of {@link Clip.nodes}. */
  readonly nodes: number[];
  /** Numbers of {@link Clip.edges}: from the node in the same place to the next. */
  readonly edges: number[];
}

interface Node {
  readonly between: number;
  /** Of the mesh; -1 at a corner of the tetrahedron. */
  readonly point: number;
  readonly at: Float64Array;
}

interface Edge {
  readonly between: number;
  /** The sides that it lies on: none on an edge of the tetrahedron, one in a face, two within. */
  readonly sides: readonly number[];
}

export interface Clip {
  polygons: Polygon[];
  readonly nodes: Node[];
  readonly edges: Edge[];
}

/**
 * The faces of a tetrahedron, each across from the corner of its number, and seen from outside where the corners turn
 * right.
 */
const FACES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];

/**
 * The tetrahedron, less all that is outside of some of the given sides, one after the other.
 *
 * Whatever the signs of the sides at the nodes are, what is left is closed, and what is left of a face follows from the
 * face alone. So the neighbour finds the same, and the polygons on the sides fit together without a gap, rounding or
 * not.
 */
export function clip(points: Points, corners: readonly number[], isRight: boolean, active: readonly number[]): Clip {
  const { tets } = points;
  const result: Clip = {
    polygons: [],
    nodes: corners.map((c, k) => ({ between: 1 << k, point: -1, at: tets.at.slice(3 * c, 3 * c + 3) })),
    edges: [],
  };
  const edgeOf = new Map<number, number>();
  for (const face of FACES) {
    const nodes = isRight ? face : face.toReversed();
    const edges = nodes.map((a, k) => {
      const between = (1 << a) | (1 << nodes[(k + 1) % 3]);
      if (!edgeOf.has(between)) edgeOf.set(between, result.edges.push({ between, sides: [] }) - 1);
      return edgeOf.get(between)!;
    });
    result.polygons.push({ side: -1, between: face.reduce((bits, a) => bits | (1 << a), 0), nodes: [...nodes], edges });
  }
  for (const side of active) clipBy(points, corners, result, side);
  return result;
}

function clipBy(points: Points, corners: readonly number[], clip: Clip, k: number): void {
  const { tets } = points;
  const n = tets.sides.length;
  const { nodes, edges } = clip;
  let outer = 0;
  for (let c = 0; c < 4; c++) if (tets.values[n * corners[c] + k] > 0) outer |= 1 << c;
  const isOutside = nodes.map(({ between, at }) => {
    // Between corners that agree, a side cannot be seen by the neighbour beyond, so it must not cut here, either.
    if ((between & outer) === 0) return false;
    if ((between & ~outer) === 0) return true;
    return isBeyond(tets, k, at);
  });

  const cuts = new Map<number, number>();
  const cut = (edge: number, inner: number, outer: number): number => {
    const known = cuts.get(edge);
    if (known !== undefined) return known;
    const { between, sides } = edges[edge];
    const ends = corners.filter((_, c) => between & (1 << c));
    const p = nodes[inner].at;
    const q = nodes[outer].at;
    let point: number;
    if (sides.length === 0) point = edgePoint(points, k, ends[0], ends[1], p, q);
    else if (sides.length === 1) point = facePoint(points, [sides[0], k], ends, p, q);
    else point = innerPoint(points, [sides[0], sides[1], k], sizeOf(points, corners), p, q);
    const node = nodes.push({ between, point, at: points.at.slice(3 * point, 3 * point + 3) }) - 1;
    cuts.set(edge, node);
    return node;
  };

  const kept: Polygon[] = [];
  /** The border of the new polygon: from node to node, and along which edge. */
  const rim = new Map<number, readonly [node: number, edge: number]>();
  for (const polygon of clip.polygons) {
    const count = polygon.nodes.length;
    const outsideCount = polygon.nodes.reduce((sum, node) => sum + Number(isOutside[node]), 0);
    if (outsideCount === 0) kept.push(polygon);
    if (outsideCount === 0 || outsideCount === count) continue;
    for (let first = 0; first < count; first++) {
      const before = (first + count - 1) % count;
      if (isOutside[polygon.nodes[first]] || !isOutside[polygon.nodes[before]]) continue;
      // A run of nodes inside, from where the border comes in to where it goes out.
      const entry = cut(polygon.edges[before], polygon.nodes[first], polygon.nodes[before]);
      const run = { side: polygon.side, between: polygon.between, nodes: [entry], edges: [polygon.edges[before]] };
      let at = first;
      for (; !isOutside[polygon.nodes[at]]; at = (at + 1) % count) {
        run.nodes.push(polygon.nodes[at]);
        run.edges.push(polygon.edges[at]);
      }
      const last = (at + count - 1) % count;
      const exit = cut(polygon.edges[last], polygon.nodes[last], polygon.nodes[at]);
      const sides = polygon.side < 0 ? [k] : [polygon.side, k];
      const edge = edges.push({ between: polygon.between, sides }) - 1;
      run.nodes.push(exit);
      run.edges.push(edge);
      kept.push(run);
      rim.set(entry, [exit, edge]);
    }
  }
  while (rim.size > 0) {
    const polygon: Polygon = { side: k, between: 15, nodes: [], edges: [] };
    let [node] = rim.keys();
    for (let next = rim.get(node); next !== undefined; next = rim.get(node)) {
      rim.delete(node);
      polygon.nodes.push(node);
      polygon.edges.push(next[1]);
      node = next[0];
    }
    kept.push(polygon);
  }
  clip.polygons = kept;
}

const gradient = new Float64Array(3);

/** Outside by more than rounding: where two sides lie on each other, the first of them counts. */
function isBeyond({ sides, tolerance }: Tetrahedra, k: number, [x, y, z]: Float64Array): boolean {
  const value = sides[k].value(x, y, z);
  if (!(value > 0)) return false;
  sides[k].gradient(x, y, z, gradient);
  return !(value <= tolerance * norm(gradient[0], gradient[1], gradient[2]));
}

/** The longest way between two corners of the tetrahedron. */
export function sizeOf(points: Points, corners: readonly number[]): number {
  const { at } = points.tets;
  let size = 0;
  for (let a = 0; a < 4; a++)
    for (let b = 0; b < a; b++) {
      const i = 3 * corners[a];
      const j = 3 * corners[b];
      size = Math.max(size, norm(at[i] - at[j], at[i + 1] - at[j + 1], at[i + 2] - at[j + 2]));
    }
  return size;
}
