import type { Machine, Timings } from '../../machine/machine.js';
import type { Vec3 } from '../../math/vector.js';
import { fitPair } from '../../view/fit.js';
import { isInView } from '../../view/isInView.js';
import { lookErrorOf, positionErrorOf } from '../depthError.js';
import { type PairFinding, type Party, pairKey } from '../pairFinding.js';
import { separatingPlane } from '../separatingPlane.js';
import { confirmNarrow } from './confirmNarrow.js';
import { faceWays } from './faceWays.js';
import { judgePair, type Verdict } from './judgePair.js';
import { lookAtPairs } from './lookAtPairs.js';
import type { Look } from './toFinding.js';

export interface DetectOptions {
  readonly resolution: number;
  readonly tolerance: number;
  /** Along which all rays run; where absent, the thinnest way through each pair's zone. */
  readonly direction: Vec3 | undefined;
  /** 1, or 3 to look along three directions at right angles and put the findings together. */
  readonly views: 1 | 3;
}

/**
 * Looks at each pair through a tile of its own, fitted to where the two bodies can be in each other. Pairs that boxes, voxels or a plane
 * show apart are left out.
 *
 * Rays see nothing of a wall that they run along. So where a view shows no overlap, but one body beside the other on
 * neighbouring rays, the pair is looked at once more, across the border between them.
 */
export async function detectPairs(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  options: DetectOptions,
  time: (timings: Timings) => void,
): Promise<Verdict[]> {
  const { tolerance, direction, views } = options;
  const look = async (looks: readonly (Look | undefined)[]): Promise<PairFinding[]> => {
    const all = looks.filter((one) => !!one);
    return confirmNarrow(machine, await lookAtPairs(machine, all, time), time);
  };
  const first = await look(
    pairs.map((pair) => {
      const plane = separatingPlane(...pair, positionErrorOf(machine, ...pair));
      return plane ? undefined : lookAlong(machine, pair, options, { direction });
    }),
  );
  const findings = first.map((finding) => [finding]);
  const lookAgain = async (waysOf: (finding: PairFinding, pair: readonly PairFinding[]) => readonly Vec3[]) => {
    const more = findings.flatMap((pair) =>
      waysOf(pair[0], pair).map((way) => {
        const { a, b, view } = pair[0];
        return lookAlong(machine, [a, b], options, { direction: way, up: view.direction });
      }),
    );
    const places = new Map(findings.map((pair) => [pairKey(pair[0].a, pair[0].b), pair]));
    for (const finding of await look(more)) places.get(pairKey(finding.a, finding.b))!.push(finding);
  };

  if (views === 3) await lookAgain(({ view }) => [view.right, view.down]);
  else if (!direction) await lookAgain(sideways);
  // Where a tolerance decides, an overlap must not seem deeper than it is because it is seen aslant.
  if (tolerance > 0 && !direction)
    await lookAgain((_, pair) => {
      const { kind, finding } = judgePair(pair, tolerance);
      return kind === 'hard' ? faceWays(finding) : [];
    });
  return findings.map((pair) => judgePair(pair, tolerance));
}

/** What lies beside the zone where the bodies can be in each other is seen as far as this. */
export const BORDER_PX = 1;

/** Across which directions bodies may meet that a view does not show meeting. */
function sideways({ pixels, touching, beside, open, view }: PairFinding): Vec3[] {
  if (pixels > 0) return [];
  // Rays that an open body took out of the count may be fine along another way.
  if (touching === 0 && open[0] + open[1] > 0) return [view.right, view.down];
  return [...(beside[0] > 0 ? [view.right] : []), ...(beside[1] > 0 ? [view.down] : [])];
}

/** The view of a pair along a direction, deep and wide enough that what lies on the zone's border, or beyond, is seen. */
function lookAlong(
  machine: Machine,
  [a, b]: readonly [Party, Party],
  { resolution }: DetectOptions,
  way: { direction: Vec3 | undefined; up?: Vec3 },
): Look | undefined {
  const positionError = positionErrorOf(machine, a, b);
  const open = [a, b].filter(({ soundness }) => soundness.mayBeOpen);
  const view = fitPair(a.body, b.body, {
    resolution,
    ...way,
    borderPx: BORDER_PX,
    depthMargin: 2 * positionError,
    whole: open.map(({ body }) => body),
    closely: open.length === 0,
  });
  if (!view) return undefined;
  const depthError = lookErrorOf(machine, view, [a, b]);
  const mayBeInside = [a, b].map(({ body }) => isInView(view, body, BORDER_PX, depthError)) as [boolean, boolean];
  return { a, b, view, depthError, mayBeInside };
}
