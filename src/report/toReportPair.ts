import type { PairReport } from '../interferenceReport.js';
import type { AssembledBody } from '../io/assemble.js';
import { stableId } from '../io/stableId.js';
import { add, scale, type Vec3 } from '../math/vector.js';
import type { ReportPair } from './clashReport.js';

/** A pair of assembled bodies as it is written to files: the lists of faces, curves and samples are counted, not listed. */
export function toReportPair(pair: PairReport, bodies: readonly AssembledBody[]): ReportPair {
  const { indices, kind, inner, volume, volumeError, area, depthAlongView, direction, measured } = pair;
  const { precision, volumeBy, viewCount, pixelSize, missedBelow, limit } = measured;
  const listed = pair.near ?? pair.contacts;
  return {
    id: pairId(bodies[indices[0]].id, bodies[indices[1]].id),
    status: 'new',
    ...{ a: pair.a, b: pair.b, indices, kind },
    ...(inner && { inner }),
    ...{ volume, volumeError, area, depthAlongView, direction },
    distance: pair.distance ?? 0 - depthAlongView,
    distanceError: pair.distanceError ?? measured.depthError,
    facePairCount: listed ? listed.a.length : null,
    faceCounts: [pair.faces.a.length, pair.faces.b.length],
    point: pointOf(pair),
    bounds: pair.bounds ?? null,
    centroid: pair.centroid ?? null,
    ...(pair.nearest && { nearest: pair.nearest }),
    undecidedRays: pair.undecidedRays,
    ...(pair.solids && { solids: pair.solids }),
    measured: { precision, volumeBy, viewCount, pixelSize, missedBelow, limit },
  };
}

/** The same whichever of the two comes first. */
export const pairId = (a: string, b: string): string => stableId([a, b].sort());

function pointOf({ point, nearest, curves }: PairReport): Vec3 | null {
  if (nearest) return scale(add(...nearest), 0.5);
  return point ?? curves?.[0]?.points[0] ?? null;
}
