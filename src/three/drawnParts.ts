import type { Mesh, Object3D } from 'three';
import type { Affine } from '../math/affine.js';
import { drawnMeshes } from './drawnMeshes.js';
import { type Instances, instances } from './instances.js';
import { meshShape, type TakeShape, type Taking } from './meshShape.js';
import type { Placement } from './placement.js';
import type { Shape } from './shape.js';
import { isSeen } from './standing.js';

/** Shapes and where they are, at one moment. */
export interface Parts {
  readonly shapes: Shape[];
  /** 12 numbers for each, from its own frame to the whole object's; there may be room for more. */
  readonly maps: Float64Array;
}

/** What is known of a mesh from look to look. */
interface Drawn {
  readonly once: TakeShape | undefined;
  readonly many: Instances | undefined;
}

/** Tells what is drawn of an object and beneath it. Parts that a matrix flattens cannot be seen, and are left out. */
export function drawnParts(object: Object3D, taking: Taking): (place: Placement) => Parts {
  const known = new WeakMap<Mesh, Drawn>();
  function drawnOf(mesh: Mesh): Drawn {
    let drawn = known.get(mesh);
    if (!drawn) {
      const many = instances(mesh, taking);
      known.set(mesh, (drawn = { many, once: many ? undefined : meshShape(mesh, taking) }));
    }
    return drawn;
  }

  return (place) => {
    const meshes = drawnMeshes(object).map((mesh) => ({ mesh, ...drawnOf(mesh) }));
    const room = meshes.reduce((sum, { many }) => sum + (many ? many.count() : 1), 0);
    const parts: Parts = { shapes: [], maps: new Float64Array(12 * room) };
    for (const { mesh, once, many } of meshes) {
      const map = place.between(mesh, object);
      if (!isSeen(mesh, map)) continue;
      const shape = once?.(place);
      if (shape) add(parts, shape, map);
      if (many) addInstances(parts, mesh, many, map, place);
    }
    return parts;
  };
}

function add({ shapes, maps }: Parts, shape: Shape, map: Affine): void {
  maps.set(map, 12 * shapes.length);
  shapes.push(shape);
}

function addInstances(parts: Parts, mesh: Mesh, many: Instances, outer: Affine, place: Placement): void {
  const taken = new Map<TakeShape, Shape | undefined>();
  let last: TakeShape | undefined;
  let shape: Shape | undefined;
  const { shapes, maps } = parts;
  const count = many.count();
  for (let instance = 0; instance < count; instance++) {
    if (!many.isDrawn(instance)) continue;
    const take = many.shape(instance);
    if (take !== last) {
      if (!taken.has(take)) taken.set(take, take(place));
      last = take;
      shape = taken.get(take);
    }
    if (!shape) continue;
    const at = 12 * shapes.length;
    placeInstance(many, instance, outer, maps, at);
    if (isSeen(mesh, maps, at)) shapes.push(shape);
  }
}

/** Writes the map from an instance's frame to that which `outer` leads to. */
function placeInstance(many: Instances, instance: number, outer: Affine, maps: Float64Array, at: number): void {
  const { elements: e, offset: o } = many.matrix(instance);
  for (let r = 0; r < 12; r += 4) {
    const a = outer[r];
    const b = outer[r + 1];
    const c = outer[r + 2];
    for (let k = 0; k < 4; k++) {
      const column = o + 4 * k;
      maps[at + r + k] = a * e[column] + b * e[column + 1] + c * e[column + 2];
    }
    maps[at + r + 3] += outer[r + 3];
  }
}

/** Where an instance stands. */
export function instanceMap(many: Instances, instance: number, outer: Affine): Affine {
  const map = new Float64Array(12);
  placeInstance(many, instance, outer, map, 0);
  return map;
}
