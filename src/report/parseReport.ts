import type { PairKind } from '../detect/zlist/judgePair.js';
import { InputError } from '../errors.js';
import { isLengthUnit } from '../io/units.js';
import type { Baseline, BaselinePair } from './baseline.js';
import {
  REPORT_VERSION,
  REVIEW_STATUSES,
  type ReportBody,
  type ReportSettings,
  type ResolvedPair,
  type ReviewStatus,
} from './clashReport.js';
import { KINDS_BY_WEIGHT } from './kindInWords.js';

const REMEDY = 'Give a JSON report that zclash wrote.';

/**
 * Reads what {@link withBaseline} takes from the text of an earlier JSON report, for whose name `name` stands in messages. The
 * statuses in it may have been edited by hand.
 */
export function parseReport(text: string, name: string): Baseline {
  const fail = (fact: string, remedy = REMEDY) => new InputError(`${name}: ${fact}. ${remedy}`);
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(`this is no JSON (${(error as Error).message})`);
  }
  if (!isObject(report) || !('version' in report) || typeof report.tool !== 'string')
    throw fail('this is JSON, but no report of zclash');
  if (report.version !== REPORT_VERSION)
    throw fail(
      `the report has version ${JSON.stringify(report.version)} (this program reads ${REPORT_VERSION})`,
      'Read it with the version of zclash that wrote it, or make a new one.',
    );
  if (!Array.isArray(report.pairs)) throw fail('this is no report on clashes: it has no list of pairs');
  const { resolved = [] } = report;
  if (!Array.isArray(resolved)) throw fail("'resolved' is no list");
  return {
    pairs: report.pairs.map((pair, k) => readPair(pair, `pairs[${k}]`, fail)),
    resolved: resolved.map((pair, k) => readPair(pair, `resolved[${k}]`, fail)),
    bodies: readBodies(report.bodies),
    units: typeof report.units === 'string' && isLengthUnit(report.units) ? report.units : null,
    settings: isObject(report.settings) ? (report.settings as unknown as ReportSettings) : undefined,
  };
}

function readPair(
  pair: unknown,
  place: string,
  fail: (fact: string, remedy?: string) => InputError,
): BaselinePair & ResolvedPair {
  if (!isObject(pair)) throw fail(`${place} is no pair`);
  const { id, a, b, kind, status } = pair;
  for (const [key, value] of Object.entries({ id, a, b }))
    if (typeof value !== 'string') throw fail(`${place}.${key} is no text (${JSON.stringify(value)})`);
  const oneOf = (key: string, value: unknown, allowed: readonly string[]) => {
    if (!allowed.includes(value as string))
      throw fail(`${place}.${key} is ${JSON.stringify(value)}`, `Write one of: ${allowed.join(', ')}.`);
  };
  oneOf('kind', kind, KINDS_BY_WEIGHT);
  oneOf('status', status, REVIEW_STATUSES);
  return {
    ...{ id: id as string, a: a as string, b: b as string, kind: kind as PairKind, status: status as ReviewStatus },
    ...(typeof pair.distance === 'number' && { distance: pair.distance }),
    ...(Array.isArray(pair.indices) && { indices: pair.indices as [number, number] }),
    ...(isObject(pair.reviewed) && { reviewed: pair.reviewed as unknown as NonNullable<ResolvedPair['reviewed']> }),
    ...(isObject(pair.seen) && { seen: pair.seen as unknown as NonNullable<ResolvedPair['seen']> }),
  };
}

/** Names and files of bodies, as far as they are told. */
function readBodies(bodies: unknown): Pick<ReportBody, 'name' | 'file'>[] {
  if (!Array.isArray(bodies)) return [];
  return bodies
    .filter(isObject)
    .flatMap(({ name, file }) => (typeof name === 'string' && typeof file === 'string' ? [{ name, file }] : []));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
