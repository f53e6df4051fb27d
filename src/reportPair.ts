import type { ContactFinding } from './detect/exact/detectContacts.js';
import type { ExactVerdict } from './detect/exact/judgeExactly.js';
import type { PairFinding } from './detect/pairFinding.js';
import type { SolidsAnswer, SolidsVerdict } from './detect/solids/detectSolids.js';
import type { PairKind, Verdict } from './detect/zlist/judgePair.js';
import type { ExactVolume } from './exact/solid/faceSums.js';
import type { Measurement, PairReport, SolidsReport } from './interferenceReport.js';
import { patchesOfFaces } from './machine/flattened.js';
import type { Vec3 } from './math/vector.js';
import { type ChordReport, reportChord } from './reportChord.js';
import { pixelSize } from './view/view.js';

interface ReportOptions {
  /** Whether to tell the distance of bodies that meet, too. */
  readonly hasDistance?: boolean;
  /** The volume, where it was worked out better than by rays. */
  readonly worked?: ExactVolume | undefined;
  /** What tells of faces that meet, for exact verdicts: others need none of it. */
  readonly contactOf?: (contact: ContactFinding) => Partial<PairReport>;
}

/** A verdict as plain data. */
export function reportPair(
  verdict: Verdict | ExactVerdict,
  { hasDistance = false, worked: given, contactOf }: ReportOptions = {},
): PairReport {
  const { kind, inner, finding, findings, nearest } = verdict;
  const { contact, near, solids } = verdict as Verdict & Partial<ExactVerdict & SolidsVerdict>;
  const { a, b, view, pixels, touching, depth, place } = finding;
  const [across, down] = pixelSize(view);
  // Each view measures the volume on its own; the surest one counts.
  const seen = findings.filter((one) => one.pixels > 0);
  const surest = (seen.length > 0 ? seen : findings).reduce((one, other) =>
    other.volumeError < one.volumeError ? other : one,
  );
  const worked = surer(given, surest);
  const rays = pixels > 0 ? pixels : touching;
  return {
    a: a.body.name,
    b: b.body.name,
    indices: [a.index, b.index],
    kind,
    ...(inner && { inner }),
    volume: worked?.volume ?? surest.volume,
    volumeError: worked?.volumeError ?? surest.volumeError,
    pixels: rays,
    area: rays * across * down,
    depthAlongView: depth,
    direction: view.direction,
    ...(place && { point: place.deepest, bounds: place.bounds, centroid: place.centroid }),
    faces: { a: facesOf(findings, 0), b: facesOf(findings, 1) },
    ...(contact && contactOf?.(contact)),
    ...(near && { near: { a: toArray(near.a), b: toArray(near.b), distances: Array.from(near.distance) } }),
    samples: place?.samples ?? [],
    ...(hasDistance && kind !== 'none' && !nearest && { distance: 0 - depth }),
    ...(nearest && {
      distance: nearest.distance,
      distanceError: nearest.error,
      nearest: [nearest.a, nearest.b] as const,
    }),
    undecidedRays: finding.open[0] + finding.open[1],
    ...(solids && { solids: reportSolids(solids) }),
    measured: measurementOf(verdict, worked !== undefined),
  };
}

const reportSolids = ({ inOrder, algorithm, renderings, settled, isApart }: SolidsAnswer): SolidsReport => ({
  ...{ mapOf: inOrder ? 'a' : 'b', algorithm, renderings, settled, isApart },
});

/** A volume worked out otherwise, unless rays are surer, or prove it wrong. Where no ray met the overlap, they know nothing of it. */
function surer(worked: ExactVolume | undefined, { pixels, volume, volumeError }: PairFinding): typeof worked {
  if (!worked || pixels === 0) return worked;
  const doAgree = Math.abs(worked.volume - volume) <= worked.volumeError + volumeError;
  return doAgree && worked.volumeError <= volumeError ? worked : undefined;
}

function facesOf(findings: readonly PairFinding[], which: 0 | 1): number[] {
  const [first, ...more] = findings.map(({ a, b, faces, view }) =>
    patchesOfFaces((which === 0 ? a : b).body, view, faces[which]),
  );
  if (more.every(({ length }) => length === 0)) return toArray(first);
  return [...new Set([first, ...more].flatMap(toArray))].sort((i, j) => i - j);
}

/** As Array.from, at a tenth of its cost. */
export function toArray(faces: Uint32Array): number[] {
  const out = new Array<number>(faces.length);
  for (let k = 0; k < faces.length; k++) out[k] = faces[k];
  return out;
}

/** Vertices are snapped to 1/256 pixel, so an outline may be off by half of that on either side. */
const SNAPPED = 1 + 1 / 256;

function measurementOf(verdict: Verdict | ExactVerdict, isVolumeWorked: boolean): Measurement {
  const { kind, finding, findings } = verdict;
  const { view, depthError, open } = finding;
  const contact = 'contact' in verdict ? verdict.contact : undefined;
  const size = pixelSize(view);
  const chords = contact ? reportChord(contact.a.body, contact.b.body) : {};
  // A disc as wide as a pixel's diagonal, wherever it lies, has the middle of some pixel in it.
  const missedBelow = Math.min(
    ...findings.map((one) => Math.max(one.depthError, SNAPPED * Math.hypot(...pixelSize(one.view)))),
  );
  const aside = open[0] + open[1];
  const except =
    aside > 0 ? ` But for ${aside} rays that could not be used, because they do not leave a body again.` : '';
  const short = (x: number): string => Number(x.toPrecision(3)).toString();
  const along = (v: Vec3): string => `(${v.map(short).join(', ')})`;
  const directions = findings.map((one) => along(one.view.direction)).join(', ');
  const beyond =
    contact || (kind !== 'contained' && kind !== 'duplicate')
      ? ''
      : ` Where ${kind === 'contained' ? 'the inner body sticks out' : 'the bodies differ'} by less than ${shortAbove(missedBelow)}, rays may not see it.`;
  const sampled = `Nothing thicker than ${shortAbove(missedBelow)} can have been missed along ${directions}; what is thinner can lie between the rays, ${short(size[0])} × ${short(size[1])} apart.${except}${beyond}`;
  return {
    ...(contact ? { precision: 'exact', areSolids: contact.areSolids, ...chords } : { precision: 'sampled' }),
    volumeBy: isVolumeWorked ? 'intersection' : 'rays',
    view,
    viewCount: findings.length,
    pixelSize: size,
    depthError,
    missedBelow,
    limit: contact ? `${limitOf(contact, kind, isVolumeWorked)}${standIns(chords)} ${sampled}` : sampled,
  };
}

/** A bound is rounded up. */
function shortAbove(x: number): string {
  const step = 10 ** (Math.floor(Math.log10(x)) - 2);
  return Number((Math.ceil(x / step) * step).toPrecision(3)).toString();
}

/** Where faces stand for surfaces, in words. */
const standIns = ({ chordError }: ChordReport): string =>
  chordError
    ? ` Faces stand for surfaces that are no meshes, no farther from them than ${shortAbove(Math.max(...chordError))}; volume and depth are of the surfaces themselves.`
    : '';

/** What of the report is exact, in words. */
function limitOf({ areSolids, relation }: ContactFinding, kind: PairKind, isVolumeWorked: boolean): string {
  const decided = kind === 'clearance' ? 'none' : kind;
  const what = !areSolids
    ? 'Contacts are exact for the world coordinates, rounded to f64; as a body bounds no volume, the kind tells of surfaces.'
    : decided === relation.kind
      ? 'Kind and contacts are exact for the world coordinates, rounded to f64.'
      : 'Contacts are exact for the world coordinates, rounded to f64; the kind goes by the tolerance and the sampled depth.';
  return `${what} ${isVolumeWorked ? 'Depth is sampled.' : 'Volume and depth are sampled.'}`;
}
