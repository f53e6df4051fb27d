import type { NearFaces } from '../../exact/distance/nearerThan.js';
import type { Machine, Timings } from '../../machine/machine.js';
import { pixelSize } from '../../view/view.js';
import type { PairFinding } from '../pairFinding.js';
import type { Verdict } from '../zlist/judgePair.js';
import { type ContactFinding, detectContacts } from './detectContacts.js';

/** A verdict by topology on what rays measured. */
export interface ExactVerdict extends Verdict {
  readonly contact: ContactFinding;
  /** The faces that are too near, where the kind is `clearance`. */
  readonly near?: NearFaces;
}

/**
 * Decides anew on pairs that rays have looked at: by the faces that meet and by what lies inside what, not by thresholds.
 * Pairs that rays did not look at are apart: boxes, voxels or a plane between them show it.
 *
 * A tolerance remains a matter of depth, and depth is sampled: with one, bodies that overlap nowhere deeper touch.
 */
export async function judgeExactly(
  machine: Machine,
  verdicts: readonly Verdict[],
  tolerance: number,
  time: (timings: Timings) => void,
): Promise<ExactVerdict[]> {
  const found = await detectContacts(
    machine,
    verdicts.map(({ finding: { a, b } }) => [a, b] as const),
    time,
  );
  return verdicts.map((verdict, k) => judged(verdict, found[k], tolerance));
}

function judged(
  { inner: sampledInner, ...verdict }: Verdict,
  contact: ContactFinding,
  tolerance: number,
): ExactVerdict {
  const { relation, areSolids } = contact;
  // Of open surfaces that do not meet, rays may still tell that one is inside the other.
  if (!areSolids && relation.kind === 'none' && verdict.kind === 'contained')
    return { ...verdict, inner: sampledInner!, contact };
  if (relation.kind === 'hard' && tolerance > 0 && !isDeeper(verdict, tolerance))
    return { ...verdict, kind: 'touch', contact };
  // Faces that stand for surfaces may be apart where these overlap, which rays see.
  const { a, b, pixels } = verdict.finding;
  const isSurface = a.body.surface !== undefined || b.body.surface !== undefined;
  if (isSurface && pixels > 0 && (relation.kind === 'none' || relation.kind === 'touch'))
    return { ...verdict, ...(sampledInner && { inner: sampledInner }), contact };
  const isApart = areSolids && (relation.kind === 'none' || relation.kind === 'touch');
  const finding = isApart ? withoutOverlap(verdict.finding) : verdict.finding;
  const findings = isApart ? [finding] : verdict.findings;
  const { kind, inner } = relation;
  return { ...verdict, kind, ...(inner && { inner }), finding, findings, contact };
}

/** Whether an overlap is known to be deeper than the tolerance, or may be where no ray met it. */
function isDeeper({ finding, findings }: Verdict, tolerance: number): boolean {
  if (finding.pixels > 0) return finding.depth > tolerance;
  return Math.min(...findings.map(({ view }) => Math.hypot(...pixelSize(view)))) > tolerance;
}

/**
 * What rays measured of bodies that do not overlap is rounding: there is no volume, and no depth. Rays meet surfaces themselves, and
 * faces only stand for them: there it is what the two may differ by.
 */
function withoutOverlap({ place: _, ...finding }: PairFinding): PairFinding {
  const { a, b, pixels, touching, volume, volumeError } = finding;
  const areMeshes = !a.body.surface && !b.body.surface;
  return {
    ...finding,
    ...{
      pixels: 0,
      touching: touching + pixels,
      depth: 0,
      volume: 0,
      volumeError: areMeshes ? 0 : volume + volumeError,
      core: 0,
      coreDepth: 0,
      blocks: [],
    },
    faces: [new Uint32Array(0), new Uint32Array(0)],
  };
}
