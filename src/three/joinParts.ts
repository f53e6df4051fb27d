import type { Object3D } from 'three';
import { InputError } from '../errors.js';
import { extent } from '../math/box.js';
import type { Parts } from './drawnParts.js';
import { label } from './label.js';
import { determinantAt } from './placement.js';
import { type Shape, shape } from './shape.js';

/** Several parts as one shape. */
export interface Joined {
  readonly parts: Parts;
  readonly shape: Shape;
}

/** Only what differs from before is made anew. */
export function joinParts(object: Object3D, parts: Parts, before: Joined | undefined): Joined {
  if (!before || !haveSameFaces(before.parts, parts)) {
    const joined = shape(joinPositions(parts, undefined), joinFaces(parts));
    demandNear(object, parts, joined);
    return { parts, shape: joined };
  }
  const { positions, indices } = before.shape.mesh;
  const moved = joinPositions(parts, { parts: before.parts, positions: positions as Float64Array });
  if (moved === positions) return { parts, shape: before.shape };
  const joined = shape(moved, indices);
  demandNear(object, parts, joined);
  return { parts, shape: joined };
}

/** A body may be so many times as large as its smallest part: beyond that, machines do not tell the part from rounding. */
const FARTHEST = 2 ** 27;

/** Instances are often parked far away to hide them; in one body with the others, these would be lost. */
function demandNear(object: Object3D, { shapes, maps }: Parts, { bounds }: Shape): void {
  const size = Math.max(...extent(bounds));
  for (let p = 0; p < shapes.length; p++) {
    let part = 0;
    const [x, y, z] = extent(shapes[p].bounds);
    for (let r = 12 * p; r < 12 * p + 12; r += 4)
      part = Math.max(part, Math.abs(maps[r]) * x + Math.abs(maps[r + 1]) * y + Math.abs(maps[r + 2]) * z);
    if (part > 0 && size > FARTHEST * part)
      throw new InputError(
        `bodyFrom: parts of the ${label(object)} are too far apart for one body (${size} in all, and one of ${part}). Hide what is parked by \`visible\` or \`count\`, or take each for itself with bodiesFrom.`,
      );
  }
}

const isMirrored = ({ maps }: Parts, part: number): boolean => determinantAt(maps, 12 * part) < 0;

function haveSameFaces(a: Parts, b: Parts): boolean {
  if (a.shapes.length !== b.shapes.length) return false;
  for (let p = 0; p < b.shapes.length; p++) {
    if (a.shapes[p].mesh.indices !== b.shapes[p].mesh.indices) return false;
    if (isMirrored(a, p) !== isMirrored(b, p)) return false;
  }
  return true;
}

function isSamePlace({ maps: a }: Parts, { maps: b }: Parts, part: number): boolean {
  for (let i = 12 * part; i < 12 * part + 12; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Faces of a part that is mirrored are turned, so that outside stays outside. */
function joinFaces(parts: Parts): Uint32Array {
  const { shapes } = parts;
  const joined = new Uint32Array(shapes.reduce((sum, { mesh }) => sum + mesh.indices.length, 0));
  let at = 0;
  let first = 0;
  for (let p = 0; p < shapes.length; p++) {
    const { indices, positions } = shapes[p].mesh;
    const [second, third] = isMirrored(parts, p) ? [2, 1] : [1, 2];
    for (let i = 0; i < indices.length; i += 3, at += 3) {
      joined[at] = first + indices[i];
      joined[at + 1] = first + indices[i + second];
      joined[at + 2] = first + indices[i + third];
    }
    first += positions.length / 3;
  }
  return joined;
}

/** The parts where they are. In f64: what is far from the object's origin would lose digits. */
function joinPositions(
  parts: Parts,
  before: { readonly parts: Parts; readonly positions: Float64Array } | undefined,
): Float64Array {
  const { shapes } = parts;
  let joined = before?.positions;
  let at = 0;
  for (let p = 0; p < shapes.length; p++) {
    const { positions } = shapes[p].mesh;
    const isAsBefore = before?.parts.shapes[p].mesh.positions === positions && isSamePlace(before.parts, parts, p);
    if (!isAsBefore) {
      // Queries under way hold the array of before.
      if (joined === before?.positions)
        joined = joined?.slice() ?? new Float64Array(shapes.reduce((sum, { mesh }) => sum + mesh.positions.length, 0));
      transformInto(joined as Float64Array, at, positions, parts.maps, 12 * p);
    }
    at += positions.length;
  }
  return joined as Float64Array;
}

function transformInto(
  out: Float64Array,
  at: number,
  positions: ArrayLike<number>,
  maps: Float64Array,
  m: number,
): void {
  const xx = maps[m];
  const xy = maps[m + 1];
  const xz = maps[m + 2];
  const xt = maps[m + 3];
  const yx = maps[m + 4];
  const yy = maps[m + 5];
  const yz = maps[m + 6];
  const yt = maps[m + 7];
  const zx = maps[m + 8];
  const zy = maps[m + 9];
  const zz = maps[m + 10];
  const zt = maps[m + 11];
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    out[at + i] = xx * x + xy * y + xz * z + xt;
    out[at + i + 1] = yx * x + yy * y + yz * z + yt;
    out[at + i + 2] = zx * x + zy * y + zz * z + zt;
  }
}
