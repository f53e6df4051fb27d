import { type Box, center, EMPTY_BOX } from '../math/box.js';
import { type Diagnostic, diagnose } from './diagnose.js';
import { duplicateFaces } from './duplicateFaces.js';
import { edgeTable, NO_EDGE } from './edges.js';
import { collinear } from './orientation.js';
import { weldMap } from './weld.js';

/** How many open edges are listed; all are counted. */
export const OPEN_EDGE_LIMIT = 1000;

/**
 * What a mesh is and what is wrong with it. Faces that name a missing vertex or a vertex that is not finite are counted,
 * and left out of everything else. Edges and all that follows from them are between *welded* vertices (equal coordinates)
 * and of faces with three different ones. Faces without area take part where their vertices differ: they hold their
 * neighbours together.
 */
export interface MeshInspection {
  /** As given; vertex numbers left over at the end count as one more. */
  readonly triangles: number;
  readonly vertices: number;
  /** Different places among the vertices that faces use. */
  readonly weldedVertices: number;
  readonly unusedVertices: number;
  /** Undirected edges. */
  readonly edges: number;
  /** V - E + F of the edges' vertices, the edges and their faces: 2 - 2 × genus for one closed surface. */
  readonly eulerCharacteristic: number;
  /** Whether there are edges, and each is run equally often in both directions: the faces enclose a volume. */
  readonly closed: boolean;
  /** Edges of a single face, as vertex numbers of that face in its direction; at most {@link OPEN_EDGE_LIMIT}. */
  readonly openEdges: readonly (readonly [number, number])[];
  readonly openEdgeCount: number;
  /** Edges of more than two faces. */
  readonly nonManifoldEdgeCount: number;
  /** Edges of an even number of faces that do not pair up in direction: neighbours that disagree on what is outside. */
  readonly flippedEdgeCount: number;
  readonly consistentlyOriented: boolean;
  /** Edges run more often in one direction than in the other, for whatever reason. */
  readonly unbalancedEdgeCount: number;
  /** Faces with two equal vertices, or with all three exactly on one line. */
  readonly degenerateFaces: readonly number[];
  /** Faces on the same three vertices as an earlier one, whatever the direction. */
  readonly duplicateFaces: readonly number[];
  /** Pieces that hang together by edges; pieces that touch in a vertex only are apart. */
  readonly components: number;
  /** Around the vertices that faces use; empty (min > max) without any. */
  readonly bounds: Box;
  /** About the centre of the bounds. The volume where the mesh is closed, negative where it is inside out. */
  readonly signedVolume: number;
  /** Vertices with a coordinate that is not finite. */
  readonly nonFiniteCount: number;
  /** Faces that name a vertex that does not exist, or fewer than three. */
  readonly outOfRangeCount: number;
  /** What a user should know, the gravest first; empty for a clean solid. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Looks a mesh over. Never throws on bad geometry, not even on what {@link mesh} refuses: faults are what it reports.
 *
 * @example for (const { message } of inspect(part).diagnostics) console.warn(message)
 */
export function inspect(mesh: { positions: ArrayLike<number>; indices: ArrayLike<number> }): MeshInspection {
  const { positions } = mesh;
  const vertices = Math.floor(positions.length / 3);
  const triangles = Math.ceil(mesh.indices.length / 3);
  const { map } = weldMap(positions);
  const { sound, nonFiniteCount, outOfRangeCount } = soundFaces(positions, mesh.indices);

  const used = new Uint8Array(vertices);
  const usedPlaces = new Uint8Array(vertices);
  const degenerateFaces: number[] = [];
  const faceOf: number[] = []; // faces with three different vertices
  for (const f of sound) {
    const a = mesh.indices[3 * f];
    const b = mesh.indices[3 * f + 1];
    const c = mesh.indices[3 * f + 2];
    used[a] = used[b] = used[c] = 1;
    usedPlaces[map[a]] = usedPlaces[map[b]] = usedPlaces[map[c]] = 1;
    const collapsed = map[a] === map[b] || map[b] === map[c] || map[c] === map[a];
    if (collapsed || collinear(positions, a, b, c)) degenerateFaces.push(f);
    if (!collapsed) faceOf.push(f);
  }
  const welded = new Uint32Array(3 * faceOf.length);
  const onEdges = new Uint8Array(vertices);
  for (let i = 0; i < welded.length; i++) {
    welded[i] = map[mesh.indices[3 * faceOf[Math.floor(i / 3)] + (i % 3)]];
    onEdges[welded[i]] = 1;
  }

  const tally = tallyEdges(welded);
  const openEdges = tally.openSides.map((side): [number, number] => {
    const f = 3 * faceOf[Math.floor(side / 3)];
    return [mesh.indices[f + (side % 3)], mesh.indices[f + ((side + 1) % 3)]];
  });
  const bounds = boundsOfUsed(positions, used);
  const facts = {
    triangles,
    vertices,
    weldedVertices: sum(usedPlaces),
    unusedVertices: vertices - sum(used),
    edges: tally.edges,
    eulerCharacteristic: sum(onEdges) - tally.edges + faceOf.length,
    closed: tally.edges > 0 && tally.unbalancedEdgeCount === 0,
    openEdges,
    openEdgeCount: tally.openEdgeCount,
    nonManifoldEdgeCount: tally.nonManifoldEdgeCount,
    flippedEdgeCount: tally.flippedEdgeCount,
    consistentlyOriented: tally.flippedEdgeCount === 0,
    unbalancedEdgeCount: tally.unbalancedEdgeCount,
    degenerateFaces,
    duplicateFaces: duplicateFaces(welded).map((face) => faceOf[face]),
    components: tally.components,
    bounds,
    signedVolume: signedVolume(positions, mesh.indices, sound, bounds),
    nonFiniteCount,
    outOfRangeCount,
  };
  return { ...facts, diagnostics: diagnose(facts) };
}

function sum(flags: Uint8Array): number {
  let total = 0;
  for (let i = 0; i < flags.length; i++) total += flags[i];
  return total;
}

/** The faces whose vertices exist and are finite. */
function soundFaces(positions: ArrayLike<number>, indices: ArrayLike<number>) {
  const vertices = Math.floor(positions.length / 3);
  const finite = new Uint8Array(vertices);
  for (let v = 0; v < vertices; v++)
    finite[v] = Number(
      Number.isFinite(positions[3 * v]) &&
        Number.isFinite(positions[3 * v + 1]) &&
        Number.isFinite(positions[3 * v + 2]),
    );
  const sound: number[] = [];
  let outOfRangeCount = 0;
  for (let f = 0; 3 * f < indices.length; f++) {
    const a = finite[indices[3 * f]];
    const b = finite[indices[3 * f + 1]];
    const c = finite[indices[3 * f + 2]];
    // A typed array gives undefined at a negative, broken, missing or too large number.
    if (a === undefined || b === undefined || c === undefined) outOfRangeCount++;
    else if (a && b && c) sound.push(f);
  }
  return { sound, nonFiniteCount: vertices - sum(finite), outOfRangeCount };
}

/** Counts the edges by how many faces run them in which direction, and the pieces that they hold together. */
function tallyEdges(indices: Uint32Array) {
  const { edges, edgeOfSide } = edgeTable(indices);
  const count = edges.length / 2;
  const along = new Uint32Array(count);
  const against = new Uint32Array(count);
  const lastSide = new Uint32Array(count).fill(NO_EDGE);
  const parents = Uint32Array.from({ length: indices.length / 3 }, (_, f) => f);
  const root = (f: number): number => {
    while (parents[f] !== f) f = parents[f] = parents[parents[f]];
    return f;
  };
  let components = parents.length;
  for (let side = 0; side < edgeOfSide.length; side++) {
    const edge = edgeOfSide[side];
    if (edges[2 * edge] === indices[side]) along[edge]++;
    else against[edge]++;
    if (lastSide[edge] !== NO_EDGE) {
      const p = root(Math.floor(side / 3));
      const q = root(Math.floor(lastSide[edge] / 3));
      if (p !== q) {
        parents[p] = q;
        components--;
      }
    }
    lastSide[edge] = side;
  }
  const openSides: number[] = [];
  let openEdgeCount = 0;
  let nonManifoldEdgeCount = 0;
  let flippedEdgeCount = 0;
  let unbalancedEdgeCount = 0;
  for (let edge = 0; edge < count; edge++) {
    const faces = along[edge] + against[edge];
    if (along[edge] !== against[edge]) {
      unbalancedEdgeCount++;
      if (faces % 2 === 0) flippedEdgeCount++;
    }
    if (faces > 2) nonManifoldEdgeCount++;
    if (faces === 1 && openEdgeCount++ < OPEN_EDGE_LIMIT) openSides.push(lastSide[edge]);
  }
  return {
    edges: count,
    openSides,
    openEdgeCount,
    nonManifoldEdgeCount,
    flippedEdgeCount,
    unbalancedEdgeCount,
    components,
  };
}

function boundsOfUsed(positions: ArrayLike<number>, used: Uint8Array): Box {
  const min: [number, number, number] = [...EMPTY_BOX.min];
  const max: [number, number, number] = [...EMPTY_BOX.max];
  for (let v = 0; v < used.length; v++)
    for (let k = 0; used[v] && k < 3; k++) {
      if (positions[3 * v + k] < min[k]) min[k] = positions[3 * v + k];
      if (positions[3 * v + k] > max[k]) max[k] = positions[3 * v + k];
    }
  return { min, max };
}

/** A sixth of the sum of the triple products: the tetrahedra between the faces and the centre of the bounds. */
function signedVolume(positions: ArrayLike<number>, indices: ArrayLike<number>, faces: number[], bounds: Box): number {
  const [ox, oy, oz] = center(bounds);
  let total = 0;
  for (const f of faces) {
    const a = 3 * indices[3 * f];
    const b = 3 * indices[3 * f + 1];
    const c = 3 * indices[3 * f + 2];
    const bx = positions[b] - ox;
    const by = positions[b + 1] - oy;
    const bz = positions[b + 2] - oz;
    const cx = positions[c] - ox;
    const cy = positions[c + 1] - oy;
    const cz = positions[c + 2] - oz;
    total +=
      (positions[a] - ox) * (by * cz - bz * cy) +
      (positions[a + 1] - oy) * (bz * cx - bx * cz) +
      (positions[a + 2] - oz) * (bx * cy - by * cx);
  }
  return total / 6;
}
