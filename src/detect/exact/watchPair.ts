import { type Body, worldBounds } from '../../body.js';
import { ROUNDING_SHARE } from '../../constants.js';
import { CROSSING, noEnds } from '../../exact/contact/contactKind.js';
import { type FaceContacts, meetingFaces } from '../../exact/contact/meetingFaces.js';
import { triangleContact } from '../../exact/contact/triangleContact.js';
import { posedFace } from '../../exact/moving/posedFace.js';
import { type SolidRelation, solidRelation } from '../../exact/solid/solidRelation.js';
import { type FacePairs, worldMesh } from '../../exact/worldMesh.js';
import type { Machine } from '../../machine/machine.js';
import type { Affine } from '../../math/affine.js';
import type { Box } from '../../math/box.js';
import { toParty } from '../toParty.js';
import { detectContacts, isSolid } from './detectContacts.js';
import { type WatchedShapes, watchedShapes } from './watchedShapes.js';

/** How an answer was reached: what is known from before still holds; by a look at what is near; by one at everything. */
export const WATCH_WAYS = ['witness', 'near faces', 'full'] as const;
export type WatchWay = (typeof WATCH_WAYS)[number];

/** What shows that an answer is right: two faces that meet, of A and of B; or how far the surfaces are apart at least. */
export type Witness = { readonly faces: readonly [number, number] } | { readonly gap: number };

export interface WatchFinding {
  readonly relation: SolidRelation;
  readonly witness: Witness;
  readonly from: WatchWay;
}

/** Where two bodies stand, and which shapes they have. */
interface Moment {
  readonly poses: readonly [Affine, Affine];
  readonly revisions: readonly [number, number];
}

/**
 * For bodies that deform, trees are made once looks at everything have taken as long as that: in the time of one, trees can
 * be made for so many faces, and for this share of the bodies' own. For bodies that never did, they are made at once.
 */
const FACES_PER_LOOK = 2500;
const SHARE_PER_LOOK = 0.1;

/** Where looks at what is near take too long, they are left out: once, twice, up to so often. */
const LONGEST_REST = 64;

/**
 * Two bodies that move. The function tells what they are to each other as they stand when it is called: the same as
 * {@link detectContacts}, but it goes on from what it knows.
 */
export function watchPair(a: Body, b: Body, machine: () => Promise<Machine>): () => Promise<WatchFinding> {
  let before: { readonly moment: Moment; readonly finding: WatchFinding } | undefined;
  let revisions: Moment['revisions'] = [a.revision, b.revision];
  let hasDeformed = false;
  /** Looks at everything since a body deformed, and what was made of the bodies then. */
  let fullLooks = 0;
  let shapes: WatchedShapes | undefined;
  /** How often looks at what is near are to be left out, and how often the next time. */
  let rest = 0;
  let nextRest = 1;
  /** The faces that crossed at the last look at everything, and the place of those among them that crossed last. */
  let crossing: FacePairs | undefined;
  let place = 0;
  /** The faces by which their numbers go: bodies that stand for something else may get others. */
  let faces: readonly [Uint32Array?, Uint32Array?] = [];
  const cornersA = new Float64Array(9);
  const cornersB = new Float64Array(9);
  const ends = noEnds();

  return async () => {
    a.follow?.();
    b.follow?.();
    const moment: Moment = { poses: [a.pose.slice(), b.pose.slice()], revisions: [a.revision, b.revision] };
    if (before && isSameMoment(before.moment, moment)) return { ...before.finding, from: 'witness' };
    const gap = gapOfBoxes(worldBounds(a), worldBounds(b));
    if (gap > 0) return { relation: { kind: 'none' }, witness: { gap }, from: 'witness' };
    if (faces[0] !== a.mesh.indices || faces[1] !== b.mesh.indices) {
      faces = [a.mesh.indices, b.mesh.indices];
      crossing = undefined;
    }
    if (!isEqual(revisions, moment.revisions)) {
      revisions = moment.revisions;
      hasDeformed = true;
      fullLooks = 0;
      shapes = undefined;
      rest = 0;
      nextRest = 1;
    }
    const finding = stillCrossing(moment) ?? lookAtNear(moment) ?? (await lookAtAll());
    before = { moment, finding };
    return finding;
  };

  /** Looks at the faces that crossed: where some still do, nothing else matters. */
  function stillCrossing({ poses }: Moment): WatchFinding | undefined {
    if (!crossing) return undefined;
    const { length } = crossing.a;
    for (let k = 0; k < length; k++) {
      // By turns after and before those that crossed last.
      const at = (place + (k % 2 === 1 ? (k + 1) / 2 : length - k / 2)) % length;
      const faces = [crossing.a[at], crossing.b[at]] as const;
      posedFace(a.mesh, poses[0], faces[0], cornersA, 0);
      posedFace(b.mesh, poses[1], faces[1], cornersB, 0);
      if (triangleContact(cornersA, 0, 3, 6, cornersB, 0, 3, 6, ends) !== CROSSING) continue;
      place = at;
      if (!doOverlapAt(poses, faces)) return undefined;
      return { relation: HARD, witness: { faces }, from: k === 0 ? 'witness' : 'near faces' };
    }
    crossing = undefined;
    return undefined;
  }

  /** Whether faces that cross show that the bodies overlap, as far as that can be told at once. */
  function doOverlapAt(poses: Moment['poses'], faces: readonly [number, number]): boolean {
    if (shapes) return shapes.doOverlapAt(...poses, ...faces);
    return !isSolid(toParty(a, 0)) || !isSolid(toParty(b, 1));
  }

  /** Looks at what may have met since the last look; `undefined` where that is not worth it, or nothing is known. */
  function lookAtNear({ poses }: Moment): WatchFinding | undefined {
    if (!shapes) {
      const faceCount = (a.mesh.indices.length + b.mesh.indices.length) / 3;
      const looksToWait = hasDeformed ? faceCount / (FACES_PER_LOOK + SHARE_PER_LOOK * faceCount) : 1;
      if (fullLooks < looksToWait) return undefined;
      shapes = watchedShapes(toParty(a, 0), toParty(b, 1));
    }
    if (rest > 0) {
      rest--;
      return undefined;
    }
    const look = shapes.look(...poses);
    if (!look) {
      rest = nextRest;
      nextRest = Math.min(LONGEST_REST, 2 * nextRest);
      return undefined;
    }
    nextRest = 1;
    const { outcome, pairs, looks, gap, relation } = look;
    const from = looks === 0 ? 'witness' : 'near faces';
    const witness = outcome === 'apart' ? { gap } : { faces: [pairs.a[0], pairs.b[0]] as const };
    if (relation) return { relation, witness, from };
    const meshA = worldMesh(toParty(a, 0).body);
    const meshB = worldMesh(toParty(b, 1).body);
    const contacts = meetingFaces(meshA, meshB, inOrder(pairs));
    return { relation: solidRelation(meshA, meshB, contacts), witness, from };
  }

  async function lookAtAll(): Promise<WatchFinding> {
    fullLooks++;
    const parties = [toParty(a, 0), toParty(b, 1)] as const;
    const [{ relation, contacts }] = await detectContacts(await machine(), [parties]);
    crossing = thoseThatCross(contacts);
    place = 0;
    const at = Math.max(0, contacts.kinds.indexOf(CROSSING));
    const witness = contacts.a.length > 0 ? { faces: [contacts.a[at], contacts.b[at]] as const } : { gap: 0 };
    return { relation, witness, from: 'full' };
  }
}

/** How far two boxes are apart at least, rounding taken off; 0 or less where they may meet. */
function gapOfBoxes(one: Box, other: Box): number {
  let gap = 0;
  let most = 0;
  for (let k = 0; k < 3; k++) {
    gap = Math.max(gap, one.min[k] - other.max[k], other.min[k] - one.max[k]);
    most = Math.max(most, -one.min[k], one.max[k], -other.min[k], other.max[k]);
  }
  return gap - ROUNDING_SHARE * most;
}

const HARD: SolidRelation = { kind: 'hard' };

const isSameMoment = (one: Moment, other: Moment): boolean =>
  isEqual(one.revisions, other.revisions) &&
  isEqual(one.poses[0], other.poses[0]) &&
  isEqual(one.poses[1], other.poses[1]);

function isEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}

function thoseThatCross({ a, b, kinds }: FaceContacts): FacePairs | undefined {
  const doCross = (_: number, k: number): boolean => kinds[k] === CROSSING;
  return kinds.includes(CROSSING) ? { a: a.filter(doCross), b: b.filter(doCross) } : undefined;
}

/** Ascending in A, then in B. */
function inOrder({ a, b }: FacePairs): FacePairs {
  const order = Uint32Array.from(a.keys()).sort((i, j) => a[i] - a[j] || b[i] - b[j]);
  return { a: order.map((k) => a[k]), b: order.map((k) => b[k]) };
}
