import type { PairKind } from '../detect/zlist/judgePair.js';
import { InputError } from '../errors.js';
import { INTERFERENCE_DEFAULTS, type InterferenceOptions, interference } from '../interference.js';
import type { Assembly } from '../io/assemble.js';
import { sharedMachine } from '../machine/open.js';
import { assumedUnits, facetedBodies, fileProblems, unreadParts } from './assemblyNotes.js';
import { type ClashPicture, clashPicture } from './clashPicture.js';
import { type ClashReport, REPORT_VERSION } from './clashReport.js';
import { clashKinds, countsAsClash, isOfClashKind } from './countsAsClash.js';
import { nearSurfaces } from './nearSurfaces.js';
import { ZCLASH_VERSION } from './projectVersion.js';
import { toReportBody } from './toReportBody.js';
import { toReportPair } from './toReportPair.js';
import { undecidedPairs } from './undecidedPairs.js';

export interface ReportAssemblyOptions extends Omit<InterferenceOptions, 'view' | 'direction' | 'volume'> {
  /** Which kinds count as clashes. */
  failOn?: readonly PairKind[] | undefined;
  /** Whether clashes are drawn, for HTML and BCF. */
  pictures?: boolean | undefined;
}

export const REPORT_ASSEMBLY_DEFAULTS = {
  failOn: ['hard', 'contained', 'duplicate', 'clearance'],
  pictures: true,
} as const satisfies ReportAssemblyOptions;

const KINDS: readonly PairKind[] = ['hard', 'contained', 'duplicate', 'touch', 'clearance'];

/** A report on an assembly, and a picture of each clash by the pair's id: what `toBcf`, `toHtml`, `toCsv` and `toJson` take. */
export interface AssemblyReport {
  readonly report: ClashReport;
  readonly pictures: ReadonlyMap<string, ClashPicture>;
}

/**
 * Checks the parts of files against each other, and reports what `zclash scene` would report of them: pairs, what could not be
 * decided or read, what is wrong with bodies and files.
 *
 * @example
 * const { report, pictures } = await reportAssembly(assemble(files), { tolerance: 0.002, clearance: 0.05 });
 * await writeFile('clashes.bcf', toBcf({ report, pictures, date: new Date() }));
 */
export async function reportAssembly(assembly: Assembly, options: ReportAssemblyOptions = {}): Promise<AssemblyReport> {
  const begin = performance.now();
  if (!Array.isArray(assembly?.bodies))
    throw new InputError(
      `reportAssembly: this is no assembly (${assembly === null ? 'null' : typeof assembly}). Give what assemble(files) returns.`,
    );
  const { failOn, pictures: isDrawn, ...asked } = settingsOf(options);
  const { bodies: parts, units } = assembly;
  const { resolution, method, precision, tolerance, views, clearance, between = () => true } = asked;
  const machine = asked.machine ?? (await sharedMachine());
  const bodies = parts.map(({ body }) => body);
  const found = await interference(bodies, { ...asked, machine });
  const settings = { resolution, views, tolerance, clearance: clearance ?? null, failOn };
  const pairs = found.pairs.map((pair) => toReportPair(pair, parts));
  const kinds = clashKinds(settings);
  let pairsAsked = 0;
  for (let b = 1; b < parts.length; b++) for (let a = 0; a < b; a++) if (between(a, b)) pairsAsked++;
  const double = new Set(found.diagnostics.filter(({ code }) => code === 'self-overlap').map(({ index }) => index));
  const lookMs = performance.now() - begin;
  const pictures = new Map<string, ClashPicture>();
  for (const pair of isDrawn ? pairs.filter((one) => isOfClashKind(one, settings)) : []) {
    const [a, b] = pair.indices;
    pictures.set(pair.id, await clashPicture(bodies[a], bodies[b], pair, { machine, unit: units }));
  }
  const harmless = found.pairs.filter(({ kind }) => !kinds.includes(kind));
  const report: ClashReport = {
    version: REPORT_VERSION,
    tool: `zclash ${ZCLASH_VERSION}`,
    units: units ?? null,
    ...{ backend: machine.name, method, precision, settings },
    bodies: parts.map((part, index) => ({ ...toReportBody(part), ...(double.has(index) && { volume: null }) })),
    pairs,
    groups: found.groups.map(({ pixels: _, ...group }) => group),
    ...{ pairsAsked, pairsLookedAt: found.pairs.length + found.cleared.length },
    clash: countsAsClash(pairs, settings),
    undecided: [
      ...unreadParts(assembly),
      ...undecidedPairs([...found.cleared, ...harmless], parts, clearance),
      ...(await nearSurfaces(found.cleared, parts, clearance)),
    ],
    complete: true,
    diagnostics: [
      ...fileProblems(assembly),
      ...assumedUnits(assembly),
      ...facetedBodies(assembly),
      ...found.diagnostics.map(({ index: _, ...one }) => one),
    ],
    timings: { lookMs, wallMs: performance.now() - begin },
  };
  return { report, pictures };
}

/** Options that are given as undefined are not given. */
function settingsOf(options: ReportAssemblyOptions) {
  const given = Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
  const settings: Required<ReportAssemblyOptions> = {
    ...{ ...INTERFERENCE_DEFAULTS, view: undefined, direction: undefined, volume: undefined },
    ...REPORT_ASSEMBLY_DEFAULTS,
    ...given,
  };
  const { failOn, pictures } = settings;
  const unknown = Array.isArray(failOn) ? failOn.find((kind) => !KINDS.includes(kind)) : failOn;
  if (unknown !== undefined || !failOn)
    throw new InputError(`reportAssembly: failOn has no such kind (${unknown}). Give a list of: ${KINDS.join(', ')}.`);
  return { ...settings, failOn: failOn as readonly PairKind[], pictures };
}
