import type { Body } from './body.js';
import { isSolid } from './detect/exact/detectContacts.js';
import { toParty } from './detect/toParty.js';
import { InputError } from './errors.js';
import { meetingFaces } from './exact/contact/meetingFaces.js';
import { nearerThan } from './exact/distance/nearerThan.js';
import { distanceError, nearestFaces } from './exact/distance/nearestFaces.js';
import { nestedShells } from './exact/solid/nestedShells.js';
import { shellsOf } from './exact/solid/shells.js';
import { type FacePairs, type WorldMesh, worldMesh } from './exact/worldMesh.js';
import type { Timings } from './machine/machine.js';
import { normalize, scale, subtract, type Vec3 } from './math/vector.js';
import { type ChordReport, reportChord } from './reportChord.js';

export interface DistanceOptions {
  /** How far to look, in model units: bodies that are farther apart are `beyond` it. A small limit is faster. */
  limit?: number;
}

export const DISTANCE_DEFAULTS: Required<DistanceOptions> = { limit: Infinity };

/** How far two bodies are apart, and where they come nearest. Plain data. */
export interface DistanceReport extends ChordReport {
  /** `meeting`: they touch, overlap, or one lies inside the other; `beyond`: they are farther apart than the limit. */
  readonly kind: 'apart' | 'meeting' | 'beyond';
  /** The Euclidean distance; 0 where they meet, and absent beyond the limit. */
  readonly distance?: number;
  /**
   * By how much it may be wrong: from rounding alone, 2^-45 of half the size of a box around both; and by the chord errors of bodies that
   * are no meshes. 0 where meshes meet.
   */
  readonly distanceError: number;
  /** The nearest point of each, where they are apart. */
  readonly nearest?: readonly [Vec3, Vec3];
  /** The face of each that its nearest point lies on; where surfaces meet, two faces that do. */
  readonly faces?: readonly [number, number];
  /** The limit, where they are beyond it. */
  readonly beyond?: number;
  readonly timings: Timings;
}

/**
 * The distance of two solids: 0 where they touch or overlap, or where one lies inside the other, which is decided exactly;
 * otherwise the Euclidean distance of their surfaces, with the points and faces where they come nearest. A ball in a cavity is
 * as far away as the gap between them. A body that is open, or whose faces do not agree on what is outside, is a surface
 * only: nothing lies inside it.
 *
 * Nothing is prepared, so bodies may deform. It needs no machine.
 *
 * @example const { distance: gap, nearest } = await distance(body(torusKnot()), body(icoSphere(), { pose: translation(5, 0, 0) }))
 */
export async function distance(a: Body, b: Body, options: DistanceOptions = {}): Promise<DistanceReport> {
  const begin = performance.now();
  const limit = options.limit ?? DISTANCE_DEFAULTS.limit;
  if (!(typeof limit === 'number' && limit >= 0))
    throw new InputError(`distance: the limit is not a length (${limit}). Give a number from 0 up, in model units.`);
  const parties = [toParty(a, 0), toParty(b, 1)] as const;
  const meshes = [worldMesh(parties[0].body), worldMesh(parties[1].body)] as const;
  const chords = reportChord(parties[0].body, parties[1].body);
  const chordError = (chords.chordError ?? []).reduce((sum, one) => sum + one, 0);
  const told = () => ({ ...chords, timings: { wallMs: performance.now() - begin, stagesMs: {} } satisfies Timings });
  // Surfaces that meet are at no distance but for rounding: they must be found whatever the limit is.
  const error = distanceError(...meshes);
  const nearest = nearestFaces(...meshes, Math.max(limit, error));
  if (nearest && nearest.distance <= error) {
    const faces = facesThatMeet(...meshes, nearest, error);
    if (faces) return { kind: 'meeting', distance: 0, distanceError: chordError, faces, ...told() };
  }
  const isParted = nearest && isPlaneBetween(...meshes, nearest.points, error);
  const isInside = (k: 0 | 1) => isSolid(parties[1 - k]) && holdsShell(meshes[1 - k], meshes[k]);
  if (!isParted && (isInside(0) || isInside(1)))
    return { kind: 'meeting', distance: 0, distanceError: chordError, ...told() };
  if (!nearest || nearest.distance > limit)
    return { kind: 'beyond', beyond: limit, distanceError: error + chordError, ...told() };
  return {
    kind: 'apart',
    // Apart they are, even where that is less than can be told.
    distance: nearest.distance || Number.MIN_VALUE,
    distanceError: error + chordError,
    nearest: nearest.points,
    faces: [nearest.a, nearest.b],
    ...told(),
  };
}

/** Two faces that meet, where surfaces come as near as rounding. */
function facesThatMeet(
  a: WorldMesh,
  b: WorldMesh,
  nearest: { readonly a: number; readonly b: number },
  error: number,
): [number, number] | undefined {
  // Mostly the nearest two do. Otherwise all are looked at that are as near.
  const first = firstThatMeet(a, b, { a: Uint32Array.of(nearest.a), b: Uint32Array.of(nearest.b) });
  return first ?? firstThatMeet(a, b, nearerThan(a, b, error));
}

function firstThatMeet(a: WorldMesh, b: WorldMesh, pairs: FacePairs): [number, number] | undefined {
  const contacts = meetingFaces(a, b, pairs);
  return contacts.a.length > 0 ? [contacts.a[0], contacts.b[0]] : undefined;
}

/** Whether a plane across the way between the nearest points has all of A before it and all of B behind it. */
function isPlaneBetween(a: WorldMesh, b: WorldMesh, [p, q]: readonly [Vec3, Vec3], error: number): boolean {
  const way = normalize(subtract(q, p));
  const back = scale(way, -1);
  return -farthest(b, p, back) - farthest(a, p, way) > 2 * error;
}

/** How far a body reaches along a direction, from a point. */
function farthest({ positions }: WorldMesh, [x, y, z]: Vec3, [u, v, w]: Vec3): number {
  let far = -Infinity;
  for (let k = 0; k < positions.length; k += 3) {
    const along = u * (positions[k] - x) + v * (positions[k + 1] - y) + w * (positions[k + 2] - z);
    if (along > far) far = along;
  }
  return far;
}

/** Whether a shell of a surface lies inside another one, which it does not meet: any corner of it tells. */
function holdsShell(outer: WorldMesh, inner: WorldMesh): boolean {
  if (!boxesMeet(outer, inner)) return false;
  const { count, shellOfFace } = shellsOf(inner);
  const { holds } = nestedShells(outer);
  const isAsked = new Uint8Array(count);
  for (let f = 0; f < shellOfFace.length; f++) {
    if (isAsked[shellOfFace[f]] === 1) continue;
    isAsked[shellOfFace[f]] = 1;
    if (holds(inner.positions, 3 * inner.indices[3 * f])) return true;
  }
  return false;
}

const boxesMeet = ({ bounds: p }: WorldMesh, { bounds: q }: WorldMesh): boolean =>
  p.min.every((low, k) => low <= q.max[k] && q.min[k] <= p.max[k]);
