import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { clashKinds, countsAsClash } from '../../report/countsAsClash.js';
import { FAIL_ON_BY_DEFAULT } from '../options.js';
import type { Paint, Style } from '../terminal/style.js';

/** The whole in one word; where other kinds count than by default, that is part of it. */
export function verdictOf(report: ClashReport, style: Style): { readonly word: string; readonly paint: Paint } {
  const { word, paint } = plainVerdict(report, style);
  return { word: `${word}${whatCounts(report)}`, paint: (text) => style.bold(paint(text)) };
}

function plainVerdict(report: ClashReport, style: Style): { readonly word: string; readonly paint: Paint } {
  const early = report.complete ? '' : ', interrupted before the end';
  if (report.clash) return { word: `clash${early}`, paint: style.red };
  if (!report.complete) return { word: 'interrupted, no clash so far', paint: style.yellow };
  if (report.undecided.length > 0) return { word: 'undecided, no clash found', paint: style.yellow };
  return { word: 'no clash', paint: style.green };
}

/** ` (only touch counts)`; nothing where --fail-on is as it is by default. */
function whatCounts({ settings }: ClashReport): string {
  const { failOn } = settings;
  const verb = (kinds: readonly string[]): string => `${kinds.join(', ')} ${kinds.length === 1 ? 'counts' : 'count'}`;
  if (!FAIL_ON_BY_DEFAULT.every((kind) => failOn.includes(kind))) return ` (only ${verb(clashKinds(settings))})`;
  const more = failOn.filter((kind) => !FAIL_ON_BY_DEFAULT.some((usual) => usual === kind));
  return more.length === 0 ? '' : ` (${verb(more)} as well)`;
}

/** Whether a pair makes the report a clash. */
export const isClash = (pair: ReportPair, { settings }: ClashReport): boolean => countsAsClash([pair], settings);

export const paintOf = (pair: ReportPair, report: ClashReport, style: Style): Paint =>
  isClash(pair, report) ? style.red : pair.kind === 'touch' ? style.dim : style.yellow;
