import type { Body } from '../../../src/body.js';
import type { InterferenceOptions } from '../../../src/interference.js';
import type { LengthUnit } from '../../../src/io/units.js';
import { createCpuMachine } from '../../../src/machine/cpu/cpuMachine.js';
import { type ClashPicture, clashPicture } from '../../../src/report/clashPicture.js';
import type { ClashReport, ReportBody } from '../../../src/report/clashReport.js';
import { reportAssembly } from '../../../src/report/reportAssembly.js';

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
  const { units = 'mm', facts = [], resolution = 128, ...asked } = options;
  const assembled = bodies.map((body, k) => ({
    ...{ id: `id-${body.name}`, name: body.name, partName: body.name, file: 'sample.ifc', path: [] as string[], body },
    ...facts[k],
  }));
  const assembly = { bodies: assembled, units: units ?? undefined, assumed: [], faceted: [], problems: [] };
  const { report } = await reportAssembly(assembly, { ...asked, resolution, machine, pictures: false });
  return { ...report, tool: 'zclash 0.1.0', timings: { lookMs: 12.5, readMs: 3 } };
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
