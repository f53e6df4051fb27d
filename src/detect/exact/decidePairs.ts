import { shellsOf } from '../../exact/solid/shells.js';
import { isOn, isWithin } from '../../exact/solid/windingAround.js';
import { windsOnce } from '../../exact/solid/windsOnce.js';
import { worldMesh } from '../../exact/worldMesh.js';
import type { Machine, Timings } from '../../machine/machine.js';
import type { Vec3 } from '../../math/vector.js';
import { fitPair } from '../../view/fit.js';
import { positionErrorOf } from '../depthError.js';
import type { Party } from '../pairFinding.js';
import { separatingPlane } from '../separatingPlane.js';
import { commonPoints, type PointLook } from './commonPoints.js';
import { type ContactFinding, detectContacts, isSolid } from './detectContacts.js';

/**
 * What a pair is, for certain. `overlap`: there is a point inside both. `touch`: faces meet, and no point is inside both. Of bodies
 * that bound no volume `cross`: surfaces go through each other, and `inside`: a part of such a surface lies inside the other body.
 * `apart`: none of these.
 */
export type PairDecision = 'overlap' | 'touch' | 'cross' | 'inside' | 'apart';

/** Why: a plane goes between the bodies, or their boxes are apart; a point is inside both; or faces were compared exactly. */
export type DecidedBy = 'boxes' | 'plane' | 'point' | 'faces';

export interface DecidedPair {
  readonly a: Party;
  readonly b: Party;
  readonly decision: PairDecision;
  readonly by: DecidedBy;
  /** False where only faces say that bodies overlap, and those of one body go through each other, so that they may mislead. */
  readonly isCertain: boolean;
  /** Inside both, where that is what decided. */
  readonly point?: Vec3;
}

/** Rays across and down a pair's view. More find a common point in a few more pairs, which faces then decide as well. */
const FEW_RAYS = 16;

/** The same where nothing else will tell. */
const MANY_RAYS = 128;

/**
 * Decides whether bodies meet, and measures nothing: the cheapest proof first. A plane between two bodies proves them apart, a point
 * inside both that they overlap; only pairs with neither have their faces compared.
 */
export async function decidePairs(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  time: (timings: Timings) => void = () => {},
): Promise<DecidedPair[]> {
  const decided: DecidedPair[] = new Array(pairs.length);
  const decide = (k: number, decision: PairDecision, by: DecidedBy, point?: Vec3, isCertain = true): void => {
    const [a, b] = pairs[k];
    decided[k] = { a, b, decision, by, isCertain, ...(point && { point }) };
  };
  const open: number[] = [];
  const looks: (PointLook & { readonly k: number })[] = [];
  for (const [k, [a, b]] of pairs.entries()) {
    const plane = separatingPlane(a, b, positionErrorOf(machine, a, b));
    const view = plane ? undefined : fitPair(a.body, b.body, { resolution: FEW_RAYS });
    if (!view) decide(k, 'apart', plane ? 'plane' : 'boxes');
    else if (isSolid(a) && isSolid(b)) looks.push({ a, b, view, k });
    else open.push(k);
  }
  const points = await commonPoints(machine, looks, time);
  looks.forEach(({ k }, i) => {
    if (points[i]) decide(k, 'overlap', 'point', points[i]);
    else open.push(k);
  });
  const contacts = await detectContacts(
    machine,
    open.map((k) => pairs[k]),
    time,
  );
  for (const [i, contact] of contacts.entries()) {
    const { a, b, areSolids } = contact;
    const decision = areSolids ? decisionOfSolids(contact) : decisionOfSurfaces(contact);
    if (decision !== 'overlap' || (windsOnce(a.body) && windsOnce(b.body))) {
      decide(open[i], decision, 'faces');
      continue;
    }
    // What is inside a body that crosses itself, its contacts with another one do not always tell.
    const view = fitPair(a.body, b.body, { resolution: MANY_RAYS })!;
    const [point] = await commonPoints(machine, [{ a, b, view }], time);
    decide(open[i], decision, point ? 'point' : 'faces', point, point !== undefined);
  }
  return decided;
}

function decisionOfSolids({ relation: { kind } }: ContactFinding): PairDecision {
  return kind === 'none' ? 'apart' : kind === 'touch' ? 'touch' : 'overlap';
}

function decisionOfSurfaces({ a, b, relation: { kind }, contacts }: ContactFinding): PairDecision {
  if (kind === 'hard') return 'cross';
  for (const [surface, solid, faces] of [[a, b, contacts.a] as const, [b, a, contacts.b] as const]) {
    if (!isSolid(solid)) continue;
    const { isIn, isOut } = sidesOf(surface, solid, faces);
    // Where an edge lies in a wall, faces on either side of it only touch that wall.
    if (isIn) return isOut ? 'cross' : 'inside';
  }
  return kind === 'touch' ? 'touch' : 'apart';
}

/**
 * Whether parts of a surface that does not cross a solid's faces lie inside it, and whether shells that do so also go out. Asked are
 * the corners of faces that touch it, and one of each shell that does not: such a shell lies inside, or outside, as a whole.
 */
function sidesOf(surface: Party, solid: Party, touching: Uint32Array): { isIn: boolean; isOut: boolean } {
  const own = worldMesh(surface.body);
  const other = worldMesh(solid.body);
  const { count, shellOfFace } = shellsOf(own);
  const isIn = new Uint8Array(count);
  const isOut = new Uint8Array(count);
  const ask = (face: number): void => {
    for (let n = 0; n < 3; n++) {
      const corner = 3 * own.indices[3 * face + n];
      const sides = isWithin(other, own.positions, corner) ? isIn : isOut;
      if (sides[shellOfFace[face]] === 0 && !isOn(other, own.positions, corner)) sides[shellOfFace[face]] = 1;
    }
  };
  touching.forEach(ask);
  shellOfFace.forEach((shell, face) => {
    if (isIn[shell] === 0 && isOut[shell] === 0) ask(face);
  });
  return { isIn: isIn.includes(1), isOut: isIn.some((one, shell) => one === 1 && isOut[shell] === 1) };
}
