import { gapRegionsCsv } from '../../report/gapCsv.js';
import { gapJson } from '../../report/gapReport.js';
import type { GapResult } from '../job/jobEvent.js';
import type { GapJob } from '../job/jobSpec.js';
import { GAP_ENDINGS } from '../options.js';
import type { FileToWrite } from '../writeAtomically.js';
import { type Output, planOutputs } from './planOutputs.js';

/** A file of a gap map, and what goes into it. */
export interface GapOutput {
  readonly path: string;
  readonly holds: 'report' | 'picture' | 'regions' | 'rays' | 'a' | 'b';
}

/**
 * Looks before the work starts whether files can be written afterwards. A .ply stands for two, one of each body: in one file each
 * would hide where the other touches it.
 */
export async function planGapOutputs(
  names: readonly string[],
  note: (text: string) => void,
  inputs: readonly string[],
  folder?: string,
): Promise<readonly GapOutput[]> {
  const all = names.flatMap((name) => (isPly(name) ? [paintedName(name, 'a'), paintedName(name, 'b')] : [name]));
  for (const name of names.filter(isPly))
    note(`${name}: each body has a file of its own: ${paintedName(name, 'a')} and ${paintedName(name, 'b')}.`);
  const planned = await planOutputs(all, GAP_ENDINGS, inputs, folder);
  return planned.map((output) => ({ path: output.path, holds: holdingOf(output) }));
}

const isPly = (name: string): boolean => /.\.ply$/i.test(name);

/** jaws.ply → jaws-a.ply */
const paintedName = (name: string, of: 'a' | 'b'): string => name.replace(/(\.ply)$/i, `-${of}$1`);

function holdingOf({ name, ending }: Output<(typeof GAP_ENDINGS)[number]>): GapOutput['holds'] {
  if (ending === 'json') return 'report';
  if (ending === 'png') return 'picture';
  if (ending === 'csv') return /\.rays\.csv$/i.test(name) ? 'rays' : 'regions';
  return /-a\.ply$/i.test(name) ? 'a' : 'b';
}

/** What the work has to make for these. */
export const wantedFor = (outputs: readonly GapOutput[]): GapJob['wanted'] => {
  const has = (holds: GapOutput['holds']): boolean => outputs.some((output) => output.holds === holds);
  return { picture: has('picture'), painted: has('a') || has('b'), rays: has('rays') };
};

export const gapFiles = (outputs: readonly GapOutput[], result: GapResult): FileToWrite[] =>
  outputs.map(({ path, holds }) => ({ path, content: contentOf(holds, result) }));

function contentOf(holds: GapOutput['holds'], { report, picture, painted, rays }: GapResult): string | Uint8Array {
  if (holds === 'report') return gapJson(report);
  if (holds === 'regions') return gapRegionsCsv(report);
  if (holds === 'rays') return rays!;
  return holds === 'picture' ? picture! : painted![holds === 'a' ? 0 : 1];
}
