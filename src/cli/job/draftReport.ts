import type { BodyDiagnostic } from '../../interferenceReport.js';
import type { AssembledBody } from '../../io/assemble.js';
import type { LengthUnit } from '../../io/units.js';
import {
  type ClashReport,
  REPORT_VERSION,
  type ReportBody,
  type ReportDiagnostic,
  type ReportPair,
  type ReportSelection,
} from '../../report/clashReport.js';
import { countsAsClash } from '../../report/countsAsClash.js';
import { ZCLASH_VERSION } from '../../report/projectVersion.js';
import { toReportBody } from '../../report/toReportBody.js';
import type { JobSettings, Selection } from './jobSpec.js';

interface Known {
  readonly bodies: readonly AssembledBody[];
  readonly units: LengthUnit | undefined;
  readonly settings: JobSettings;
  readonly backend: string;
  readonly pairsAsked: number;
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly selection: Selection | undefined;
}

/** The report before any pair has been looked at: valid, and not complete. */
export function draftReport(known: Known): ClashReport {
  const { bodies, units, settings, backend, pairsAsked, diagnostics, selection } = known;
  const { method, precision, resolution, views, tolerance, clearance = null, failOn } = settings;
  return {
    version: REPORT_VERSION,
    tool: `zclash ${ZCLASH_VERSION}`,
    units: units ?? null,
    ...{ backend, method, precision },
    settings: {
      resolution,
      views,
      tolerance,
      clearance,
      failOn,
      ...(isNarrow(selection) && { selection: told(selection) }),
    },
    bodies: bodies.map(toReportBody),
    pairs: [],
    groups: [],
    pairsAsked,
    pairsLookedAt: 0,
    clash: false,
    undecided: [],
    complete: false,
    diagnostics,
    timings: {},
  };
}

/** The report with these pairs. */
export const withPairs = (report: ClashReport, pairs: readonly ReportPair[], pairsLookedAt: number): ClashReport => ({
  ...report,
  pairs,
  pairsLookedAt,
  clash: countsAsClash(pairs, report.settings),
});

/** What overlaps itself counts twice in a volume that is summed over its faces. */
export function withoutDoubleVolumes(
  bodies: readonly ReportBody[],
  diagnostics: readonly BodyDiagnostic[],
): readonly ReportBody[] {
  const double = new Set(diagnostics.filter(({ code }) => code === 'self-overlap').map(({ index }) => index));
  return bodies.map((body, index) => (double.has(index) ? { ...body, volume: null } : body));
}

const isNarrow = (selection: Selection | undefined): selection is Selection =>
  selection !== undefined &&
  (selection.a.length + selection.b.length + selection.ignore.length > 0 || selection.within !== undefined);

const told = ({ a, b, ignore, within }: Selection): ReportSelection => ({ a, b, ignore, within: within ?? null });
