import type { Matrix4, Object3D, Scene } from 'three';
import { type Affine, identity, invert, multiply } from '../math/affine.js';

/**
 * Where objects stand at one moment, as the next rendering will have them. Nothing is written to `matrixWorld`: `updateWorldMatrix`
 * passes by objects whose `matrixAutoUpdate` is false although their parents have moved, and a whole scene is too much to ask for.
 */
export interface Placement {
  /** From the object's frame to the world's. */
  world(object: Object3D): Affine;
  /** From the one object's frame to the other's. */
  between(from: Object3D, to: Object3D): Affine;
}

/** Valid until something moves: make a new one for every look. */
export function placement(): Placement {
  const locals = new Map<Object3D, Affine>();
  const worlds = new Map<Object3D, Affine>();
  const frames = new Map<Object3D, Map<Object3D, Affine>>();
  const scenes = new Map<Object3D, boolean>();

  /** Renderers leave all matrices beneath a scene as they are, where it says so. */
  function isInFixedScene(object: Object3D): boolean {
    let known = scenes.get(object);
    if (known === undefined) {
      known = object.parent
        ? isInFixedScene(object.parent)
        : (object as Scene).isScene && object.matrixWorldAutoUpdate === false;
      scenes.set(object, known);
    }
    return known;
  }

  /** Whether `matrixWorld` is the application's, whatever the object's parents do. */
  const isFixed = (object: Object3D): boolean => object.matrixWorldAutoUpdate === false || isInFixedScene(object);

  function local(object: Object3D): Affine {
    let map = locals.get(object);
    if (!map) {
      if (object.matrixAutoUpdate) object.updateMatrix();
      locals.set(object, (map = toAffine(object.matrix)));
    }
    return map;
  }

  function world(object: Object3D): Affine {
    let map = worlds.get(object);
    if (!map) {
      if (isFixed(object)) map = toAffine(object.matrixWorld);
      else map = object.parent ? multiply(world(object.parent), local(object)) : local(object);
      worlds.set(object, map);
    }
    return map;
  }

  /** The frames from which the way to `to` is known: at first its own and those of the objects that it is fixed to. */
  function framesAround(to: Object3D): Map<Object3D, Affine> {
    const known = new Map([[to, identity()]]);
    let map = identity();
    for (let object = to; object.parent && !isFixed(object); object = object.parent)
      known.set(object.parent, (map = multiply(map, invert(local(object)))));
    return known;
  }

  // Products of local maps, not of world maps and their inverses: these would be rounded otherwise with every motion of the whole,
  // and a rigid motion would look like a deformation.
  function between(from: Object3D, to: Object3D): Affine {
    let known = frames.get(to);
    if (!known) frames.set(to, (known = framesAround(to)));
    let map = known.get(from);
    if (!map) {
      if (from.parent && !isFixed(from)) map = multiply(between(from.parent, to), local(from));
      else map = multiply(invert(world(to)), world(from));
      known.set(from, map);
    }
    return map;
  }

  return { world, between };
}

/** A matrix of three's, which lie column by column. */
export function toAffine({ elements: e }: Matrix4): Affine {
  const map = new Float64Array(12); // Float64Array.of takes ten times as long
  for (let r = 0, i = 0; r < 3; r++) for (let c = r; c < 16; c += 4) map[i++] = e[c];
  return map;
}

/** The determinant of the 12 numbers from `at` on: negative where they mirror. */
export const determinantAt = (m: Affine, at: number): number =>
  m[at] * (m[at + 5] * m[at + 10] - m[at + 6] * m[at + 9]) -
  m[at + 1] * (m[at + 4] * m[at + 10] - m[at + 6] * m[at + 8]) +
  m[at + 2] * (m[at + 4] * m[at + 9] - m[at + 5] * m[at + 8]);

/** A share of the largest volume that columns of such lengths can span: above what products of matrices leave of a 0. */
const FLAT = 2 ** -46;

/** Whether the 12 numbers from `at` on leave no solid of anything: what they move cannot be seen. */
export const flattens = (m: Affine, at = 0): boolean => !(Math.abs(determinantAt(m, at)) > FLAT * roomOf(m, at));

/** Whether they lead to a finite place, with finite volumes there. */
export const isFiniteMap = (m: Affine, at = 0): boolean =>
  Number.isFinite(roomOf(m, at) + m[at + 3] + m[at + 7] + m[at + 11]);

/** The largest volume that columns of their lengths can span. */
function roomOf(m: Affine, at: number): number {
  let squared = 1;
  for (let c = at; c < at + 3; c++) squared *= m[c] * m[c] + m[c + 4] * m[c + 4] + m[c + 8] * m[c + 8];
  return Math.sqrt(squared);
}
