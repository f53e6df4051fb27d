import type { Settlement } from '../../detect/solids/countSolids.js';
import { InputError } from '../../errors.js';
import type { SolidsReport } from '../../interferenceReport.js';
import type { Box } from '../../math/box.js';
import type {
  ClashReport,
  PairTimes,
  ReportBody,
  ReportDiagnostic,
  ReportGroup,
  ReportMotion,
  ReportPair,
  ReportSelection,
  ReportSettings,
  ResolvedPair,
  ReviewedAs,
  SeenBy,
  Undecided,
} from '../../report/clashReport.js';
import type { InspectedBody, InspectReport } from '../../report/inspectReport.js';
import type { BodyIdentity } from '../assemble.js';

/** All keys of T in the order in which they stand in a file, each with the order of what it holds, or true. */
type Order<T> = Readonly<Record<keyof T, unknown>>;

const BOX: Order<Box> = { min: true, max: true };
const SURFACE: Order<NonNullable<BodyIdentity['surface']>> = { kind: true, patchCount: true };
const IDENTITY: Order<BodyIdentity> = {
  ...{ id: true, name: true, file: true, path: true, sourceId: true, type: true, surface: SURFACE, chordError: true },
};
const BODY: Order<ReportBody> = {
  ...IDENTITY,
  ...{ triangles: true, vertices: true, closed: true, volume: true, bounds: BOX },
};
const TIMES: Order<PairTimes> = { firstContact: { after: true, at: true }, worst: true, kinds: true, intervals: true };
const MEASURED: Order<ReportPair['measured']> = {
  ...{ precision: true, volumeBy: true, viewCount: true, pixelSize: true, missedBelow: true, limit: true },
};
const SOLIDS: Order<SolidsReport> = {
  ...{ mapOf: true, algorithm: true, renderings: true, isApart: true },
  settled: { by: true, rendering: true, answer: true, pixels: true } satisfies Order<Settlement>,
};
const REVIEWED: Order<ReviewedAs> = { kind: true, distance: true, units: true };
const PAIR: Order<ReportPair> = {
  ...{ id: true, status: true, a: true, b: true, indices: true, kind: true, inner: true },
  ...{ volume: true, volumeError: true, area: true, depthAlongView: true, direction: true },
  ...{ distance: true, distanceError: true, facePairCount: true, faceCounts: true },
  ...{ point: true, bounds: BOX, centroid: true, nearest: true, undecidedRays: true, solids: SOLIDS },
  ...{ measured: MEASURED, times: TIMES, reviewed: REVIEWED },
};
const GROUP: Order<ReportGroup> = {
  ...{ bodies: true, indices: true, volume: true, volumeError: true, depthAlongView: true, point: true },
};
const SELECTION: Order<ReportSelection> = { a: true, b: true, ignore: true, within: true };
const SETTINGS: Order<ReportSettings> = {
  ...{ resolution: true, views: true, tolerance: true, clearance: true, failOn: true, selection: SELECTION },
};
const MOTION: Order<ReportMotion> = { stepCount: true, startTime: true, endTime: true, longestStep: true };
const UNDECIDED: Order<Undecided> = { a: true, b: true, reason: true };
const RESOLVED: Order<ResolvedPair> = {
  ...{ id: true, a: true, b: true, kind: true, status: true, reviewed: REVIEWED },
  seen: { files: true, units: true, clearance: true, selection: SELECTION } satisfies Order<SeenBy>,
};
const DIAGNOSTIC: Order<ReportDiagnostic> = { body: true, code: true, message: true, count: true };
const REPORT: Order<ClashReport> = {
  ...{ version: true, tool: true, units: true, backend: true, method: true, precision: true, settings: SETTINGS },
  ...{ clash: true, complete: true, pairsAsked: true, pairsLookedAt: true, motion: MOTION },
  ...{ bodies: BODY, pairs: PAIR, groups: GROUP, undecided: UNDECIDED, resolved: RESOLVED, diagnostics: DIAGNOSTIC },
  timings: true,
};
const INSPECTED: Order<InspectedBody> = {
  ...IDENTITY,
  ...{
    triangles: true,
    vertices: true,
    components: true,
    closed: true,
    consistentlyOriented: true,
    openEdgeCount: true,
    nonManifoldEdgeCount: true,
  },
  ...{ flippedEdgeCount: true, degenerateFaceCount: true, duplicateFaceCount: true, selfIntersectionCount: true },
  ...{ volume: true, bounds: BOX },
};
const INSPECT: Order<InspectReport> = {
  ...{ version: true, tool: true, units: true, bodies: INSPECTED, diagnostics: DIAGNOSTIC },
};

/**
 * A report as JSON, as `schema/report.schema.json` and `schema/inspect.schema.json` describe it: keys always in the same order,
 * numbers with all their digits, short lists on one line, a newline at the end. What a terminal would obey is escaped.
 *
 * @example await writeFile('report.json', toJson(report))
 */
export const toJson = (report: ClashReport | InspectReport): string =>
  `${written(report, 'pairs' in report ? REPORT : INSPECT, '', 'report')}\n`;

/**
 * The same JSON with DEL, C1 controls, line separators and marks of direction written as \uXXXX: JSON allows them as they are,
 * but a terminal takes some for orders. They can stand within texts only.
 */
export const harmless = (json: string): string =>
  json.replace(UNSAFE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A value as text. What holds only numbers, texts and lists of them goes on one line. */
function written(value: unknown, order: unknown, indent: string, place: string): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new InputError(
      `json: a number is not finite (${place} = ${value}). JSON cannot hold it: give finite options and coordinates.`,
    );
  if (typeof value !== 'object' || value === null) return harmless(JSON.stringify(value));
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item, k) => written(item, order, inner, `${place}[${k}]`));
    const isShort = value.every((item) => typeof item !== 'object' || item === null || Array.isArray(item));
    if (isShort) return `[${items.join(', ')}]`;
    return `[\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${indent}]`;
  }
  const object = value as Record<string, unknown>;
  const known = typeof order === 'object' ? (order as Record<string, unknown>) : {};
  // Names that are not known beforehand, as those of timings, go by the alphabet.
  const others = Object.keys(object).filter((key) => !Object.hasOwn(known, key));
  const keys = [...Object.keys(known), ...others.sort()].filter((key) => object[key] !== undefined);
  if (keys.length === 0) return '{}';
  const lines = keys.map(
    (key) => `${inner}${harmless(JSON.stringify(key))}: ${written(object[key], known[key], inner, `${place}.${key}`)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
