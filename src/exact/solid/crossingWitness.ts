import { boundsOf } from '../../math/box.js';
import { add, cross, length, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';
import { CROSSING } from '../contact/contactKind.js';
import { contactPoint } from '../contact/contactPoint.js';
import { type FaceContacts, FIRST, LAST } from '../contact/meetingFaces.js';
import type { WorldMesh } from '../worldMesh.js';
import { areAll, noPlaces, notePlace } from './placesAtContacts.js';
import { type Faces, isOn, windingAround } from './windingAround.js';

/** So many contacts are tried, at these shares of a face's size. */
const MOST_CONTACTS = 4;
const SHARES = [0.07, 0.007, 0.0007, 0.00007];

/**
 * Whether there are points in A alone, in B alone and in both, beside two faces that cross: then the solids overlap, and none
 * lies in the other. Four points are tried, one in each corner between the two faces. They are what they are, wherever
 * they come to lie: how often the surfaces wind around them is exact. `false` tells nothing.
 *
 * With all of both meshes this takes a pass over the faces, a small part of the time that it takes to find the shells of a mesh not seen before.
 */
export function hasCrossingWitness(
  a: WorldMesh,
  b: WorldMesh,
  contacts: FaceContacts,
  look: LookAtPoints = lookAtAll(a, b),
): boolean {
  const { kinds } = contacts;
  for (let k = kinds.indexOf(CROSSING), tries = 0; k >= 0 && tries < MOST_CONTACTS; tries++) {
    if (isWitnessed(a, b, contacts, k, look)) return true;
    k = kinds.indexOf(CROSSING, k + Math.ceil(kinds.length / MOST_CONTACTS));
  }
  return false;
}

/** Tells how often A and B wind around some points, each named by its place; `undefined` for a surface that it lies on. */
export type LookAtPoints = (points: Float64Array) => (at: number) => readonly [number | undefined, number | undefined];

const lookAtAll =
  (a: WorldMesh, b: WorldMesh): LookAtPoints =>
  (points) => {
    const nearA = facesOnRays(a, points);
    const nearB = facesOnRays(b, points);
    return (at) => [windingUnlessOn(nearA, points, at), windingUnlessOn(nearB, points, at)];
  };

/** Whether points beside one contact show it, of two faces that cross. */
export function isWitnessed(
  a: WorldMesh,
  b: WorldMesh,
  contacts: FaceContacts,
  k: number,
  look: LookAtPoints,
): boolean {
  const middle = scale(add(contactPoint(a, b, contacts, k, FIRST), contactPoint(a, b, contacts, k, LAST)), 0.5);
  const [normalA, sizeA] = normalOf(a, contacts.a[k]);
  const [normalB, sizeB] = normalOf(b, contacts.b[k]);
  const sum = normalize(add(normalA, normalB));
  const difference = normalize(subtract(normalA, normalB));
  const ways = [sum, difference, scale(sum, -1), scale(difference, -1)];
  return SHARES.some((share) => {
    const reach = share * Math.min(sizeA, sizeB);
    const points = Float64Array.from(ways.flatMap((way) => add(middle, scale(way, reach))));
    const windingsAt = look(points);
    const places = noPlaces();
    for (let at = 0; at < points.length; at += 3) {
      const [windingA, windingB] = windingsAt(at);
      if (windingA !== undefined && windingB !== undefined) notePlace(places, windingA, windingB);
    }
    return areAll(places);
  });
}

/** How often a surface winds around a point; `undefined` where the point lies on it. */
export const windingUnlessOn = (faces: Faces, points: Float64Array, at: number): number | undefined =>
  isOn(faces, points, at) ? undefined : windingAround(faces, points, at);

/** The faces that the rays of `windingAround` from some points can meet, and those that hold one of the points. */
export function facesOnRays({ positions: p, indices }: Faces, points: Float64Array): Faces {
  const { min, max } = boundsOf(points);
  const [x0, y0, z0] = min;
  const [x1, y1] = max;
  const sides: number[] = [];
  for (let side = 0; side < indices.length; side += 3) {
    const i = 3 * indices[side];
    const j = 3 * indices[side + 1];
    const k = 3 * indices[side + 2];
    if (p[i + 2] < z0 && p[j + 2] < z0 && p[k + 2] < z0) continue;
    if (p[i] < x0 ? p[j] < x0 && p[k] < x0 : p[i] > x1 && p[j] > x1 && p[k] > x1) continue;
    if (p[i + 1] < y0 ? p[j + 1] < y0 && p[k + 1] < y0 : p[i + 1] > y1 && p[j + 1] > y1 && p[k + 1] > y1) continue;
    sides.push(indices[side], indices[side + 1], indices[side + 2]);
  }
  return { positions: p, indices: Uint32Array.from(sides) };
}

/** The normal of a face, of length 1, and how large the face is across. */
function normalOf({ positions, indices }: WorldMesh, face: number): [normal: Vec3, size: number] {
  const [p, q, r] = [0, 1, 2].map((n): Vec3 => {
    const v = 3 * indices[3 * face + n];
    return [positions[v], positions[v + 1], positions[v + 2]];
  });
  const normal = cross(subtract(q, p), subtract(r, p));
  const longest = Math.max(length(subtract(q, p)), length(subtract(r, q)), length(subtract(p, r)));
  return [normalize(normal), length(normal) / longest];
}
