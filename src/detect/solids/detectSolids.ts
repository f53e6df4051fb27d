import type { Machine, Timings } from '../../machine/machine.js';
import { basis } from '../../view/fit.js';
import { initialDirection } from '../../view/wallDirection.js';
import { depthErrorOf, positionErrorOf } from '../depthError.js';
import { isSolid } from '../exact/detectContacts.js';
import { type Party, pairKey } from '../pairFinding.js';
import { separatingPlane } from '../separatingPlane.js';
import { touchingFaces } from '../touchingFaces.js';
import { type DetectOptions, detectPairs } from '../zlist/detectPairs.js';
import { emptyFinding } from '../zlist/emptyFinding.js';
import type { Verdict } from '../zlist/judgePair.js';
import { countSolids, type SolidsCount } from './countSolids.js';
import { chooseRoles, depthsOf } from './roles.js';
import { fitZone } from './solidsView.js';

/** What counting showed of a pair, and what it was worth. */
export interface SolidsAnswer extends SolidsCount {
  /** Whether the first body of the pair was A. */
  readonly inOrder: boolean;
  /**
   * Whether counting decided: no ray meets both bodies in one place, and no two of their faces can meet between the rays. What could
   * still be is one inside the other, thinner than a pixel.
   */
  readonly isApart: boolean;
}

export interface SolidsVerdict extends Verdict {
  /** Absent where a body is no solid, or no mesh: then z-lists decided alone. */
  readonly solids?: SolidsAnswer;
}

/**
 * Method `solids`: pairs are told apart by counting faces against a depth map; where that shows a contact or cannot exclude one
 * between its rays, z-lists measure it. So a verdict is theirs, but for bodies inside the other thinner than a pixel, which either
 * may miss.
 *
 * A is grown by what rounding may do, so that bodies which touch are among those measured.
 */
export async function detectSolids(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  options: DetectOptions,
  time: (timings: Timings) => void,
): Promise<SolidsVerdict[]> {
  const counts = new Map<string, CountedPair>();
  const toMeasure: (readonly [Party, Party])[] = [];
  for (const pair of pairs) {
    const [a, b] = pair;
    if (separatingPlane(a, b, positionErrorOf(machine, a, b))) continue;
    if (!isSolid(a) || !isSolid(b) || a.body.surface || b.body.surface) {
      toMeasure.push(pair);
      continue;
    }
    const counted = await countPair(machine, a, b, options, time);
    if (!counted) continue;
    counts.set(pairKey(a, b), counted);
    if (!counted.count.isApart) toMeasure.push(pair);
  }
  const measured = new Map<string, Verdict>();
  for (const verdict of await detectPairs(machine, toMeasure, options, time))
    measured.set(pairKey(verdict.finding.a, verdict.finding.b), verdict);
  return pairs.flatMap(([a, b]) => {
    const verdict = measured.get(pairKey(a, b));
    const counted = counts.get(pairKey(a, b));
    if (!counted) return verdict ?? [];
    // What was counted is told also where a closer look then showed the two apart without rays.
    return { ...(verdict ?? clearedVerdict(a, b, counted)), solids: counted.count };
  });
}

interface CountedPair {
  readonly count: SolidsAnswer;
  readonly depthError: number;
}

function clearedVerdict(a: Party, b: Party, { count, depthError }: CountedPair): Verdict {
  const finding = emptyFinding({ a, b, view: count.view, depthError, mayBeInside: [false, false] });
  return { kind: 'none', finding, findings: [finding] };
}

async function countPair(
  machine: Machine,
  a: Party,
  b: Party,
  { direction, resolution }: DetectOptions,
  time: (timings: Timings) => void,
): Promise<CountedPair | undefined> {
  const way = direction ? { direction: basis(direction).direction } : initialDirection(a.body, b.body);
  const roles = chooseRoles(a.body, b.body, way.direction);
  const error = positionErrorOf(machine, a, b);
  const errorIn = (depth: number) => Math.max(depthErrorOf(depth, error), 2 * machine.drawnDepthError * depth);
  const { min, max } = depthsOf(roles.A, way.direction);
  // The view must hold A as it is grown; twice the error of its depth is more than that of the whole view.
  const view = fitZone(roles, way, resolution, 2 * error + 2 * errorIn(max - min));
  if (!view) return undefined;
  const depthError = errorIn(view.size[2]);
  const count = await countSolids(machine, roles, view, { grow: depthError / view.size[2], time });
  const isApart = count.collisionPixels === 0 && (await canNotMeet(machine, a, b, time));
  return { count: { ...count, inOrder: roles.inOrder, isApart }, depthError };
}

/** Whether no face of A can meet one of B: conservative rasterization loses none that could, however thin they are. */
async function canNotMeet(machine: Machine, a: Party, b: Party, time: (timings: Timings) => void): Promise<boolean> {
  const [faces] = await touchingFaces(machine, [[a.body, b.body]], {}, time);
  return faces.a.length === 0 || faces.b.length === 0;
}
