import { type Box, boundsOf } from '../math/box.js';
import type { Mesh, Positions } from '../mesh/mesh.js';
import { usedVertices } from '../mesh/usedVertices.js';
import type { Attribute } from './readAttribute.js';

/** A mesh at one moment: arrays are never written again. The same faces are the same array. */
export interface Shape {
  readonly mesh: Mesh;
  readonly bounds: Box;
  /** The attribute whose positions these are, vertex by vertex. */
  readonly attribute?: Attribute | undefined;
}

export function shape(positions: Positions, indices: Uint32Array, attribute?: Attribute): Shape {
  let bounds: Box | undefined;
  return {
    mesh: { positions, indices },
    get bounds() {
      bounds ??= boundsOf(positions, usedVertices(indices, positions.length / 3));
      return bounds;
    },
    attribute,
  };
}
