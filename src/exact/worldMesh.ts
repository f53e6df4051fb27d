import type { BodyState } from '../body.js';
import { InputError } from '../errors.js';
import type { Affine } from '../math/affine.js';
import { type Box, boundsOf, EMPTY_BOX, extent } from '../math/box.js';
import type { Positions } from '../mesh/mesh.js';
import { usedVertices } from '../mesh/usedVertices.js';

/**
 * A mesh where it stands. Exact answers hold for these coordinates: the pose's, rounded to f64 once per vertex and taken as
 * they are from then on.
 */
export interface WorldMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  /** Around the vertices that faces use. */
  readonly bounds: Box;
}

/** Faces of A and of B, side by side: pair k is (a[k], b[k]). */
export interface FacePairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/** What coordinates in the world come from. */
type Placed = Pick<BodyState, 'mesh' | 'pose'>;

/** The coordinates of a body as they are in the world. */
export function worldMesh(body: Placed): WorldMesh {
  const { positions, indices } = body.mesh;
  const at = new Float64Array(positions.length);
  putInWorld(body, at, 0, at.length / 3);
  return { positions: at, indices, bounds: inRange(boundsOf(at, usedVertices(indices, at.length / 3))) };
}

/** Writes the coordinates of a body's vertices `from` to `end` as they are in the world: for those who ask once, and have the room at hand. */
export function putInWorld({ mesh: { positions }, pose }: Placed, out: Float64Array, from: number, end: number): void {
  for (let v = 3 * from; v < 3 * end; v += 3) putVertex(positions, pose, v, out);
}

/**
 * The same for some faces only: other vertices are left at 0, and the bounds are around these faces. Of large bodies few faces
 * come near another one, and memory that is not written costs nothing.
 */
export function worldFaces({ mesh: { positions, indices }, pose }: BodyState, faces: Uint32Array): WorldMesh {
  const at = new Float64Array(positions.length);
  const corners = new Uint32Array(3 * faces.length);
  for (let k = 0; k < faces.length; k++)
    for (let n = 0; n < 3; n++) {
      const vertex = indices[3 * faces[k] + n];
      corners[3 * k + n] = vertex;
      putVertex(positions, pose, 3 * vertex, at);
    }
  return { positions: at, indices, bounds: faces.length === 0 ? EMPTY_BOX : inRange(boundsOf(at, corners)) };
}

/** Products of three lengths must neither overflow nor lose bits, or predicates are not exact. */
const LARGEST = 1e100;
const SMALLEST = 1e-90;

const farthestOf = ({ min, max }: Box): number => Math.max(...min.map(Math.abs), ...max.map(Math.abs));

/** Whether {@link inRange} refuses nothing that a box was put around, be it turned. */
export const isWellInRange = (bounds: Box): boolean =>
  farthestOf(bounds) <= LARGEST && Math.max(...extent(bounds)) > 2 * SMALLEST;

/** Refuses bodies on whose coordinates predicates would not be exact. */
export function inRange(bounds: Box): Box {
  const most = farthestOf(bounds);
  if (!(most <= LARGEST))
    throw new InputError(
      `exact: a coordinate is too large for exact arithmetic (${most} where the body stands). Keep below ${LARGEST}: use larger units.`,
    );
  const size = Math.max(...extent(bounds));
  if (size > 0 && size < SMALLEST)
    throw new InputError(
      `exact: a body is too small for exact arithmetic (${size} across). Keep above ${SMALLEST}: use smaller units.`,
    );
  return bounds;
}

function putVertex(positions: Positions, m: Affine, v: number, out: Float64Array): void {
  const x = positions[v];
  const y = positions[v + 1];
  const z = positions[v + 2];
  out[v] = m[0] * x + m[1] * y + m[2] * z + m[3];
  out[v + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
  out[v + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
}
