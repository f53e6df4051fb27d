import type { Affine } from '../../math/affine.js';
import { EMPTY_BOX } from '../../math/box.js';
import { add, cross, length, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';
import { contactPoint } from '../contact/contactPoint.js';
import { FIRST, LAST, meetingFaces } from '../contact/meetingFaces.js';
import { areAll, noPlaces, notePlace } from '../solid/placesAtContacts.js';
import { isOn, windingAround } from '../solid/windingAround.js';
import type { WorldMesh } from '../worldMesh.js';
import { facesOver } from './facesOver.js';
import type { TreeSide } from './pairGaps.js';
import { posedFace } from './posedFace.js';

/** Shares of a face's size at which places are looked for. */
const SHARES = [0.07, 0.007, 0.0007];

/**
 * Whether there are points in A alone, in B alone and in both, beside two faces that cross: then the solids overlap, and none
 * lies in the other. As `hasCrossingWitness`, with trees. `false` tells nothing: a face may be a wall within its body.
 */
export function overlapAtCrossing(
  a: TreeSide,
  poseA: Affine,
  faceA: number,
  b: TreeSide,
  poseB: Affine,
  faceB: number,
): boolean {
  const [oneA, oneB] = [posed(a, poseA, faceA), posed(b, poseB, faceB)];
  const contact = meetingFaces(oneA, oneB, { a: Uint32Array.of(0), b: Uint32Array.of(0) });
  const middle = scale(
    add(contactPoint(oneA, oneB, contact, 0, FIRST), contactPoint(oneA, oneB, contact, 0, LAST)),
    0.5,
  );
  const [normalA, sizeA] = normalOf(oneA);
  const [normalB, sizeB] = normalOf(oneB);
  const sum = normalize(add(normalA, normalB));
  const difference = normalize(subtract(normalA, normalB));
  const ways = [sum, difference, scale(sum, -1), scale(difference, -1)];
  return SHARES.some((share) => {
    const places = noPlaces();
    for (const way of ways) {
      const point = Float64Array.from(add(middle, scale(way, share * Math.min(sizeA, sizeB))));
      const inA = windingUnlessOn(a, poseA, point);
      const inB = windingUnlessOn(b, poseB, point);
      if (inA !== undefined && inB !== undefined) notePlace(places, inA, inB);
    }
    return areAll(places);
  });
}

/** How often a surface winds around a point; `undefined` where the point lies on it. */
function windingUnlessOn(side: TreeSide, pose: Affine, point: Float64Array): number | undefined {
  const faces = facesOver(side, pose, point);
  return isOn(faces, point, 0) ? undefined : windingAround(faces, point, 0);
}

/** One face where the body stands. */
function posed({ mesh }: TreeSide, pose: Affine, face: number): WorldMesh {
  const positions = new Float64Array(9);
  posedFace(mesh, pose, face, positions, 0);
  return { positions, indices: Uint32Array.of(0, 1, 2), bounds: EMPTY_BOX };
}

/** The normal of a face, of length 1, and how large the face is across. */
function normalOf({ positions: p }: WorldMesh): [normal: Vec3, size: number] {
  const [i, j, k] = [0, 3, 6].map((v): Vec3 => [p[v], p[v + 1], p[v + 2]]);
  const normal = cross(subtract(j, i), subtract(k, i));
  const longest = Math.max(length(subtract(j, i)), length(subtract(k, j)), length(subtract(i, k)));
  return [normalize(normal), length(normal) / longest];
}
