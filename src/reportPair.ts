import type { PairFinding } from './detect/pairFinding.js';
import type { Verdict } from './detect/zlist/judgePair.js';
import type { Measurement, PairReport } from './interferenceReport.js';
import type { Vec3 } from './math/vector.js';
import { pixelSize } from './view/view.js';

/** A verdict as plain data. */
export function reportPair({ kind, inner, finding, findings, nearest }: Verdict): PairReport {
  const { a, b, view, pixels, touching, depth, place } = finding;
  const [across, down] = pixelSize(view);
  // Each view measures the volume on its own; the surest one counts.
  const seen = findings.filter((one) => one.pixels > 0);
  const surest = (seen.length > 0 ? seen : findings).reduce((one, other) =>
    other.volumeError < one.volumeError ? other : one,
  );
  const rays = pixels > 0 ? pixels : touching;
  return {
    a: a.body.name,
    b: b.body.name,
    indices: [a.index, b.index],
    kind,
    ...(inner && { inner }),
    volume: surest.volume,
    volumeError: surest.volumeError,
    pixels: rays,
    area: rays * across * down,
    depthAlongView: depth,
    direction: view.direction,
    ...(place && { point: place.deepest, bounds: place.bounds, centroid: place.centroid }),
    faces: { a: facesOf(findings, 0), b: facesOf(findings, 1) },
    samples: place?.samples ?? [],
    ...(nearest && {
      distance: nearest.distance,
      distanceError: nearest.error,
      nearest: [nearest.a, nearest.b] as const,
    }),
    undecidedRays: finding.open[0] + finding.open[1],
    measured: measurementOf(finding, findings),
  };
}

function facesOf(findings: readonly PairFinding[], which: 0 | 1): number[] {
  const [first, ...more] = findings.map(({ faces }) => faces[which]);
  if (more.every(({ length }) => length === 0)) return toArray(first);
  return [...new Set([first, ...more].flatMap(toArray))].sort((i, j) => i - j);
}

/** As Array.from, at a tenth of its cost. */
function toArray(faces: Uint32Array): number[] {
  const out = new Array<number>(faces.length);
  for (let k = 0; k < faces.length; k++) out[k] = faces[k];
  return out;
}

/** Vertices are snapped to 1/256 pixel, so an outline may be off by half of that on either side. */
const SNAPPED = 1 + 1 / 256;

function measurementOf({ view, depthError, open }: PairFinding, findings: readonly PairFinding[]): Measurement {
  const size = pixelSize(view);
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
  return {
    precision: 'sampled',
    view,
    viewCount: findings.length,
    pixelSize: size,
    depthError,
    missedBelow,
    limit: `Nothing thicker than ${short(missedBelow)} can have been missed along ${directions}; what is thinner can lie between the rays, ${short(size[0])} × ${short(size[1])} apart.${except}`,
  };
}
