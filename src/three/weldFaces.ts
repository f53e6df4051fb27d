import type { Mesh, SkinnedMesh } from 'three';
import { hasBalancedEdges } from '../mesh/balancedEdges.js';
import { weldMap } from '../mesh/weld.js';
import type { Faces } from './drawnFaces.js';
import { haveSameNumbers, type Kept, keptFor } from './kept.js';
import { targetAttributes } from './morph.js';
import { type Attribute, addStamp, readAttribute } from './readAttribute.js';

/**
 * Faces whose vertices are there once. Geometries repeat vertices where normals, colours or coordinates of textures differ; by their
 * numbers such faces would have nothing to do with each other, and whether they enclose a solid would have to be found out
 * again after every deformation.
 */
export interface WeldedFaces extends Faces {
  /** The faces before. */
  readonly drawn: Faces;
  /** Of every vertex before, the one that stands for it. */
  readonly keeper: Uint32Array;
  /** How far it may be from that one. */
  readonly slack: number;
}

/** What vertices must have in common to stay together, however the mesh is deformed. */
interface Trait {
  readonly values: Float32Array;
  readonly size: number;
  /** Whether it is a place; other numbers must be the same. */
  readonly isPlace: boolean;
}

/** The smallest step of the largest coordinate as f32. In three's own spheres, cylinders and tori the ends of the seams are not quite at the same place. */
const SMALLEST_STEP = 2 ** -23;

const shared = keptFor<WeldedFaces>();

/** The faces of before, as long as their vertices can stay together. */
export function weldFaces(mesh: Mesh, drawn: Faces, memory: Kept<WeldedFaces>): WeldedFaces {
  const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
  const places: readonly Attribute[] = [position, ...targetAttributes(mesh.geometry)];
  const others: readonly Attribute[] = (mesh as SkinnedMesh).isSkinnedMesh ? [skinIndex, skinWeight] : [];
  const stamp: unknown[] = [drawn];
  for (const attribute of places) addStamp(stamp, attribute);
  for (const attribute of others) addStamp(stamp, attribute);
  return memory(stamp, (before) =>
    shared(drawn)(stamp, () => {
      const read = (attribute: Attribute, size: number, isPlace: boolean): Trait => ({
        ...{ size, isPlace },
        values: readAttribute(attribute, size, drawn.vertexCount, drawn.vertices),
      });
      const traits = [
        ...places.map((attribute) => read(attribute, 3, true)),
        ...others.filter((attribute) => attribute).map((attribute) => read(attribute, 4, false)),
      ];
      if (!before) return weld(drawn, traits);
      const stays = before.drawn.indices === drawn.indices && areTogether(before, traits);
      if (stays && before.drawn === drawn) return before;
      const faces = stays ? keep(drawn, before.keeper, before.slack) : weld(drawn, traits);
      return haveSameNumbers(before.indices, faces.indices) ? { ...faces, indices: before.indices } : faces;
    }),
  );
}

function areTogether({ keeper, slack }: WeldedFaces, traits: readonly Trait[]): boolean {
  for (let v = 0; v < keeper.length; v++) if (keeper[v] !== v && !areAlike(v, keeper[v], traits, slack)) return false;
  return true;
}

function areAlike(vertex: number, other: number, traits: readonly Trait[], slack: number): boolean {
  for (const { values, size, isPlace } of traits)
    for (let c = 0; c < size; c++)
      if (!(Math.abs(values[size * vertex + c] - values[size * other + c]) <= (isPlace ? slack : 0))) return false;
  return true;
}

function weld(drawn: Faces, traits: readonly Trait[]): WeldedFaces {
  const exact = merged(drawn, traits, 0);
  if (hasBalancedEdges(exact.indices)) return exact;
  const largest = traits[0].values.reduce((most, at) => Math.max(most, Math.abs(at)), 0);
  const near = merged(drawn, traits, SMALLEST_STEP * largest);
  return hasBalancedEdges(near.indices) ? near : exact;
}

function merged(drawn: Faces, traits: readonly Trait[], slack: number): WeldedFaces {
  const { map } = weldMap(traits[0].values, slack);
  // Vertices at one place may part when the mesh is deformed: of each kind the first one stands for the others.
  const firstAt = new Int32Array(map.length).fill(-1);
  const nextAt = new Int32Array(map.length).fill(-1);
  const keeper = new Uint32Array(map.length);
  for (let v = 0; v < map.length; v++) {
    let other = firstAt[map[v]];
    while (other >= 0 && !areAlike(v, other, traits, slack)) other = nextAt[other];
    if (other < 0) {
      nextAt[v] = firstAt[map[v]];
      firstAt[map[v]] = v;
      other = v;
    }
    keeper[v] = other;
  }
  return keep(drawn, keeper, slack);
}

function keep(drawn: Faces, keeper: Uint32Array, slack: number): WeldedFaces {
  const numbers = new Uint32Array(keeper.length);
  let vertexCount = 0;
  for (let v = 0; v < keeper.length; v++) if (keeper[v] === v) numbers[v] = vertexCount++;
  if (vertexCount === keeper.length) return { ...drawn, drawn, keeper, slack };
  const vertices = new Uint32Array(vertexCount);
  for (let v = 0; v < keeper.length; v++)
    if (keeper[v] === v) vertices[numbers[v]] = drawn.vertices ? drawn.vertices[v] : v;
  return { indices: drawn.indices.map((v) => numbers[keeper[v]]), vertexCount, vertices, drawn, keeper, slack };
}
