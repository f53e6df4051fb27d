import { shellsOf } from '../../exact/solid/shells.js';
import { isWithin } from '../../exact/solid/windingAround.js';
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
  /** Inside both, where that is what decided. */
  readonly point?: Vec3;
}

/** Rays across and down a pair's view. More find a common point in a few more pairs, which faces then decide as well. */
const FEW_RAYS = 16;

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
  const decide = (k: number, decision: PairDecision, by: DecidedBy, point?: Vec3): void => {
    const [a, b] = pairs[k];
    decided[k] = { a, b, decision, by, ...(point && { point }) };
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
  contacts.forEach((contact, i) => {
    decide(open[i], decisionBy(contact), 'faces');
  });
  return decided;
}

function decisionBy({ a, b, relation: { kind }, areSolids }: ContactFinding): PairDecision {
  if (kind === 'touch') return 'touch';
  if (kind !== 'none') return areSolids ? 'overlap' : 'cross';
  return !areSolids && (isPartlyInside(a, b) || isPartlyInside(b, a)) ? 'inside' : 'apart';
}

/** Whether a shell of a surface that meets a solid nowhere lies inside it: all of it does, or nothing. */
function isPartlyInside(surface: Party, solid: Party): boolean {
  if (!isSolid(solid)) return false;
  const own = worldMesh(surface.body);
  const other = worldMesh(solid.body);
  const { count, shellOfFace } = shellsOf(own);
  const isAsked = new Uint8Array(count);
  return shellOfFace.some((shell, face) => {
    if (isAsked[shell] === 1) return false;
    isAsked[shell] = 1;
    return isWithin(other, own.positions, 3 * own.indices[3 * face]);
  });
}
