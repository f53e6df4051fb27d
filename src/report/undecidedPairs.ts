import type { BodyState } from '../body.js';
import type { PairReport } from '../interferenceReport.js';
import type { AssembledBody } from '../io/assemble.js';
import { extent } from '../math/box.js';
import type { Undecided } from './clashReport.js';
import { mayBeOpen } from './toReportBody.js';

/** Which pairs may be worse than what was found of them, and why. */
export function undecidedPairs(
  pairs: readonly PairReport[],
  bodies: readonly AssembledBody[],
  clearance: number | undefined,
): Undecided[] {
  return pairs.flatMap((pair) => {
    const reason = doubtAbout(pair, bodies, clearance ?? 0);
    return reason === undefined ? [] : [{ a: pair.a, b: pair.b, reason }];
  });
}

function doubtAbout(pair: PairReport, bodies: readonly AssembledBody[], clearance: number): string | undefined {
  const { kind, indices, undecidedRays, measured, distance, distanceError = 0 } = pair;
  const parties = indices.map((index) => bodies[index]);
  const open = parties.filter(({ body }) => mayBeOpen(body)).map(({ name }) => `'${name}'`);
  if (open.length > 0)
    return `${open.join(' and ')} ${open.length > 1 ? 'are' : 'is'} not closed: what lies inside cannot be told.`;
  if (undecidedRays > 0) return `${undecidedRays} rays enter a body and do not leave it.`;
  if (measured.precision === 'exact' || kind !== 'none') return undefined;
  const small = parties.find(({ body }) => largestExtent(body) < measured.missedBelow);
  if (small)
    return `'${small.name}' is smaller than what rays can miss (${short(measured.missedBelow)}): ask for exact precision, or more rays.`;
  if (distance !== undefined && distance - distanceError < clearance)
    return `The distance is ${short(distance)}, but may be ${short(Math.max(0, distance - distanceError))}: ask for exact precision, or more rays.`;
  return undefined;
}

/** Of the body's own box, as large as it stands; however it is turned. */
function largestExtent({ bounds, pose: m }: BodyState): number {
  const scales = [0, 1, 2].map((k) => Math.hypot(m[k], m[4 + k], m[8 + k]));
  return Math.max(...extent(bounds).map((size, k) => size * scales[k]));
}

const short = (x: number): string => Number(x.toPrecision(3)).toString();
