import { body } from '../../src/body.js';
import { type InterferenceOptions, interference } from '../../src/interference.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { type Box, boundsOf } from '../../src/math/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { holdsBall, type Region, surfaceDistance, surfaceOf, surfacesCross } from '../support/bvhOracle.js';
import type { Common, ManifoldOracle } from '../support/manifoldOracle.js';
import type { Placed } from './placements.js';

/** f32 rounds to the nearest, so by half a unit in the last place at most, along each of three axes. */
const F32_ROUNDING = Math.sqrt(3) * 2 ** -24;

/** What two solids truly are to each other: manifold tells volumes, three-mesh-bvh whether surfaces cross. */
export interface Truth extends Common {
  /** `touch`: surfaces meet, and what the solids share is within the rounding of manifold. */
  readonly kind: 'none' | 'touch' | 'hard' | 'contained';
  readonly inner?: 'a' | 'b';
}

/** What the library says of two bodies, and how that compares. */
export interface Outcome {
  readonly truth: Truth;
  /** Absent where the boxes are apart: then the library says that there is no overlap, and no error. */
  readonly report: PairReport | undefined;
  readonly kind: PairReport['kind'];
  readonly volume: number;
  readonly volumeError: number;
  /** How far the volume is from the true one. */
  readonly error: number;
  /** Why the kind is wrong beyond the resolution that the report states. */
  readonly wrongKind?: string;
  /** The kind is not the true one, but what tells them apart is thinner than the report says can be missed. */
  readonly belowResolution?: string;
}

export interface Pair {
  readonly a: Placed;
  readonly b: Placed;
  /** Whether the library is given meshes with poses; the oracles always take baked ones. */
  readonly posed?: boolean;
  /** No ball in the overlap is wider than this, where that is known beforehand. */
  readonly thickness?: number;
}

/** Asks the library about a pair, and compares with what the oracles say of it. */
export async function judge(pair: Pair, options: InterferenceOptions, truth: Truth): Promise<Outcome> {
  const { a, b, posed = false } = pair;
  const { pairs, cleared } = await interference(
    [a, b].map(({ name, mesh, pose, baked }) => (posed ? body(mesh, { name, pose }) : body(baked, { name }))),
    options,
  );
  const report: PairReport | undefined = pairs[0] ?? cleared[0];
  const { kind = 'none', volume = 0, volumeError = 0 } = report ?? {};
  // With poses the library sees points where they are before rounding to f32, the oracles after it.
  const shift = posed ? F32_ROUNDING * Math.max(reachOf(a.baked), reachOf(b.baked)) : 0;
  const error = Math.max(0, Math.abs(volume - truth.volume) - shift * truth.area);
  return { truth, report, kind, volume, volumeError, error, ...compareKinds(truth, report, pair, shift) };
}

export function truthOf(oracle: ManifoldOracle, a: Mesh, b: Mesh): Truth {
  const common = oracle.intersect(a, b);
  const { volume, volumeA, volumeB, tolerance, area } = common;
  const rounding = 2 * tolerance * area;
  const cross = (): boolean => boxesMeet(a, b) && surfacesCross(surfaceOf(a), surfaceOf(b));
  if (volume <= rounding) return { ...common, kind: cross() ? 'touch' : 'none' };
  // Where no surfaces cross, whole shells lie inside or outside; of bodies with several, some may lie inside and some not.
  const inner = volumeA - volume <= rounding ? 'a' : volumeB - volume <= rounding ? 'b' : undefined;
  return inner && !cross() ? { ...common, kind: 'contained', inner } : { ...common, kind: 'hard' };
}

/**
 * Where the library's kind is not the true one, looks for what it missed. The report promises that nothing is missed that
 * holds a ball as wide as `missedBelow`. So the kind is wrong if such a ball fits into that which tells the kinds apart:
 * A ∩ B where an overlap was missed, A \ B where A was taken to be contained in B. A search finds such a ball or rules it
 * out. (A figure like volume / area would only guess: an overlap that is not convex may be thicker or thinner.)
 *
 * Alarms without a cause have no such excuse: there the surfaces must be as near to each other as `depthError`. Where the
 * library says no more than that the bodies touch, outlines count as well, of which each may be off by 1/512 pixel.
 */
function compareKinds(
  truth: Truth,
  report: PairReport | undefined,
  { a: { baked: a }, b: { baked: b }, thickness = Infinity }: Pair,
  shift: number,
): Pick<Outcome, 'wrongKind' | 'belowResolution'> {
  const { kind = 'none', inner } = report ?? {};
  if (kind === truth.kind && inner === truth.inner) return {};
  const said = `${[kind, inner].join(' ')} instead of ${[truth.kind, truth.inner].join(' ')}`;
  if (truth.kind === 'touch') return { belowResolution: said };
  if (report === undefined) return { wrongKind: `${said}: the boxes are taken to be apart` };
  const { missedBelow, depthError, pixelSize } = report.measured;
  const [A, B] = [surfaceOf(a), surfaceOf(b)];

  if (truth.kind === 'none' || (truth.kind === 'contained' && kind === 'hard')) {
    const gap = surfaceDistance(A, B);
    const outlines = kind === 'touch' ? Math.hypot(...pixelSize) / 256 : 0;
    const isRounding = gap <= depthError + 2 * shift + outlines;
    return isRounding ? { belowResolution: said } : { wrongKind: `${said}: the surfaces are ${gap} apart` };
  }

  const missed: [name: string, region: Region, box: Box][] = [];
  if (kind === 'none' || kind === 'touch') {
    if (thickness < missedBelow) return { belowResolution: said };
    missed.push(['A ∩ B', { inside: [A, B] }, truth.bounds!]);
  }
  if (truth.inner !== 'a' && (inner === 'a' || kind === 'duplicate'))
    missed.push(['A \\ B', { inside: [A], outside: [B] }, boundsOf(a.positions)]);
  if (truth.inner !== 'b' && (inner === 'b' || kind === 'duplicate'))
    missed.push(['B \\ A', { inside: [B], outside: [A] }, boundsOf(b.positions)]);
  for (const [name, region, box] of missed) {
    const holds = holdsBall(region, box, missedBelow);
    if (holds !== false)
      return { wrongKind: `${said}: ${name} ${holds ? 'holds' : 'may hold'} a ball of diameter ${missedBelow}` };
  }
  return missed.length > 0 ? { belowResolution: said } : { wrongKind: said };
}

const boxesMeet = (a: Mesh, b: Mesh): boolean => {
  const [p, q] = [boundsOf(a.positions), boundsOf(b.positions)];
  return [0, 1, 2].every((k) => p.min[k] <= q.max[k] && q.min[k] <= p.max[k]);
};

const reachOf = ({ positions }: Mesh): number => {
  const { min, max } = boundsOf(positions);
  return Math.max(...min.map(Math.abs), ...max.map(Math.abs));
};
