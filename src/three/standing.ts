import type { Object3D } from 'three';
import { InputError } from '../errors.js';
import type { Affine } from '../math/affine.js';
import { label } from './label.js';
import { flattens, isFiniteMap } from './placement.js';

/** The pose, if a solid can stand in it. */
export function standing(object: Object3D, pose: Affine): Affine {
  if (isSeen(object, pose)) return pose;
  throw new InputError(
    `bodyFrom: the ${label(object)} is flat (its matrix has the rows ${[...pose].join(' ')}). Give it and its parents scales other than 0, or leave it out.`,
  );
}

/** Whether a map leaves something to be seen of what it moves: what it flattens is hidden, as is usual; what is nowhere is a mistake. */
export function isSeen(object: Object3D, map: Affine, at = 0): boolean {
  if (!isFiniteMap(map, at))
    throw new InputError(
      `bodyFrom: the ${label(object)} is not at a finite place (its matrix has the rows ${[...map.subarray(at, at + 12)].join(' ')}). Repair its position, or that of its parents.`,
    );
  return !flattens(map, at);
}
