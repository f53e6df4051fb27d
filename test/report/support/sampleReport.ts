import type { Body } from '../../../src/body.js';
import { type InterferenceOptions, interference } from '../../../src/interference.js';
import type { LengthUnit } from '../../../src/io/units.js';
import { createCpuMachine } from '../../../src/machine/cpu/cpuMachine.js';
import { type ClashPicture, clashPicture } from '../../../src/report/clashPicture.js';
import { type ClashReport, REPORT_VERSION, type ReportBody } from '../../../src/report/clashReport.js';
import { countsAsClash } from '../../../src/report/countsAsClash.js';
import { toReportBody } from '../../../src/report/toReportBody.js';
import { toReportPair } from '../../../src/report/toReportPair.js';
import { undecidedPairs } from '../../../src/report/undecidedPairs.js';

/** What a file would tell of a body. */
export type SampleFacts = Partial<Pick<ReportBody, 'file' | 'path' | 'sourceId' | 'type'>>;

export interface SampleOptions extends InterferenceOptions {
  units?: LengthUnit | null;
  /** By place of the bodies. */
  facts?: readonly SampleFacts[];
  failOn?: ClashReport['settings']['failOn'];
}

export const machine = createCpuMachine();

/** A report on bodies, as the command line makes it: found by `interference`, not made up. */
export async function sampleReport(bodies: readonly Body[], options: SampleOptions = {}): Promise<ClashReport> {
  const { units = 'mm', facts = [], failOn = ['hard', 'contained', 'duplicate', 'clearance'], ...asked } = options;
  const { resolution = 128, precision = 'sampled', tolerance = 0, clearance, views = 1 } = asked;
  const assembled = bodies.map((body, k) => ({
    ...{ id: `id-${body.name}`, name: body.name, partName: body.name, file: 'sample.ifc', path: [] as string[], body },
    ...facts[k],
  }));
  const found = await interference([...bodies], { ...asked, resolution, machine });
  const pairs = found.pairs.map((pair) => toReportPair(pair, assembled));
  return {
    version: REPORT_VERSION,
    tool: 'zclash 0.1.0',
    ...{ units, backend: found.machine, method: 'zlist', precision },
    settings: { resolution, views, tolerance, clearance: clearance ?? null, failOn },
    bodies: assembled.map(toReportBody),
    ...{ pairs, groups: found.groups.map(({ pixels: _, ...group }) => group) },
    pairsAsked: (bodies.length * (bodies.length - 1)) / 2,
    pairsLookedAt: found.pairs.length + found.cleared.length,
    clash: countsAsClash(pairs, { failOn, clearance: clearance ?? null }),
    undecided: undecidedPairs([...found.pairs, ...found.cleared], assembled, clearance),
    complete: true,
    diagnostics: found.diagnostics.map(({ index: _, ...diagnostic }) => diagnostic),
    timings: { lookMs: 12.5, readMs: 3 },
  };
}

/** The pictures of all pairs of a report, by id. */
export async function samplePictures(
  report: ClashReport,
  bodies: readonly Body[],
  widthPx = 640,
): Promise<Map<string, ClashPicture>> {
  const pictures = new Map<string, ClashPicture>();
  for (const pair of report.pairs) {
    const [a, b] = pair.indices.map((index) => bodies[index]);
    pictures.set(pair.id, await clashPicture(a, b, pair, { machine, unit: report.units ?? undefined, widthPx }));
  }
  return pictures;
}
