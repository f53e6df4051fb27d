import type { BufferGeometry, Material, Object3D } from 'three';
import { InputError } from '../errors.js';
import type { Affine } from '../math/affine.js';
import type { Vec3 } from '../math/vector.js';

/** An object with a geometry and materials that were made here. */
export type Overlay = Object3D & { geometry: BufferGeometry; material: Material | Material[] };

const known = new WeakSet<Object3D>();

/** Whether an object was made here to show an answer. It is nothing that collides. */
export const isOverlay = (object: Object3D): object is Overlay => known.has(object);

/** Whether it shows an answer, as a copy of an overlay does, too. */
export const showsAnswer = ({ userData }: Object3D): boolean => userData?.showsAnswer === true;

/** An object that stands where its matrix says, in world coordinates, and that pointers go through. */
export function asOverlay<T extends Overlay>(object: T, name: string): T {
  known.add(object);
  object.userData.showsAnswer = true;
  object.name = name;
  object.matrixAutoUpdate = false;
  object.raycast = () => {};
  return object;
}

/** Takes an object for a new answer, or refuses it. */
export function toReuse<T extends Overlay>(into: T | undefined, name: string, verb: string): T | undefined {
  if (into === undefined) return undefined;
  if (!(into instanceof Object && isOverlay(into) && into.name === name))
    throw new InputError(
      `${verb}: \`into\` is no overlay of this kind (${into === null ? 'null' : typeof into}). Give what ${verb} returned, or leave it out.`,
    );
  return into;
}

/** Gives an overlay a new geometry, at a place; it is not drawn where there is none. */
export function replaceGeometry(object: Overlay, geometry: BufferGeometry, [x, y, z]: Vec3): void {
  object.geometry.dispose();
  object.geometry = geometry;
  object.visible = geometry.getAttribute('position') !== undefined;
  object.matrix.makeTranslation(x, y, z);
  object.matrixWorldNeedsUpdate = true;
}

/** Lets an overlay stand as a pose says. */
export function placeAt(object: Overlay, m: Affine): void {
  object.matrix.set(...([...m, 0, 0, 0, 1] as Parameters<typeof object.matrix.set>));
  object.matrixWorldNeedsUpdate = true;
}

/**
 * Takes an overlay out of its scene and frees its geometry and materials, which are its own. Nothing of the bodies is touched.
 *
 * @example disposeOverlay(await overlapOverlay(a, b))
 */
export function disposeOverlay(object: Object3D): void {
  if (!isOverlay(object))
    throw new InputError(
      `disposeOverlay: this is no overlay (${object?.name || typeof object}). Give the object that an overlay function returned.`,
    );
  object.removeFromParent();
  object.geometry.dispose();
  for (const material of [object.material].flat()) material.dispose();
}
