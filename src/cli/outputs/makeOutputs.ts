import { InputError } from '../../errors.js';
import { METRES_PER_UNIT } from '../../io/units.js';
import type { ClashPicture } from '../../report/clashPicture.js';
import type { ClashReport } from '../../report/clashReport.js';
import type { OUTPUT_ENDINGS } from '../options.js';
import type { FileToWrite } from '../writeAtomically.js';
import type { Output } from './planOutputs.js';

export type OutputEnding = (typeof OUTPUT_ENDINGS)[number];

interface Material {
  readonly report: ClashReport;
  /** By the pair's id. */
  readonly pictures: ReadonlyMap<string, ClashPicture>;
  readonly bcfVersion: '2.1' | '3.0';
  readonly note: (text: string) => void;
}

/** Endings of reports that show pictures. */
const WITH_PICTURES: readonly string[] = ['html', 'bcf', 'bcfzip', 'png'] satisfies OutputEnding[];

export const needsPictures = (outputs: readonly Output[]): boolean =>
  outputs.some(({ ending }) => WITH_PICTURES.includes(ending));

/** All files that were asked for, made but not yet written. Writers are loaded when an ending asks for them. */
export async function makeOutputs(
  outputs: readonly Output<OutputEnding>[],
  material: Material,
): Promise<FileToWrite[]> {
  const files: FileToWrite[] = [];
  for (const output of outputs) {
    const { path, ending } = output;
    if (ending === 'png') files.push(...picturesOf(output, material));
    else files.push({ path, content: await contentOf(ending, material) });
  }
  const paths = files.map(({ path }) => path);
  const twice = paths.find((path, k) => paths.indexOf(path) !== k);
  if (twice !== undefined)
    throw new InputError(`${twice}: two pictures go to this file. Give each --out a name of its own.`);
  return files;
}

async function contentOf(ending: Exclude<OutputEnding, 'png'>, material: Material): Promise<string | Uint8Array> {
  const { report, pictures, bcfVersion, note } = material;
  if (ending === 'json') return (await import('../../io/write/json.js')).toJson(report);
  if (ending === 'csv') return (await import('../../io/write/csv.js')).toCsv(report);
  if (ending === 'html') return (await import('../../io/write/html.js')).toHtml({ report, pictures });
  if (report.units === null)
    note('BCF files are in metres, and nothing tells the unit of these files: 1 is taken for a metre. Give --units.');
  const { toBcf } = await import('../../io/write/bcf.js');
  const metresPerUnit = report.units === null ? 1 : METRES_PER_UNIT[report.units];
  return toBcf({ report, pictures, version: bcfVersion, metresPerUnit, date: new Date() });
}

/** One picture under the name that was asked for; of several, each with its pair's id before the ending. */
function picturesOf({ name, path }: Output, { report, pictures, note }: Material): FileToWrite[] {
  const drawn = report.pairs.filter(({ id }) => pictures.has(id));
  const content = (id: string): Uint8Array => pictures.get(id)!.png;
  if (drawn.length === 0) note(`${name}: there is no pair to draw, and no picture was written.`);
  if (report.pairs.length === 1) return drawn.map(({ id }) => ({ path, content: content(id) }));
  const named = (one: string, id: string): string => one.replace(/(\.[^.]*)$/, `-${id}$1`);
  if (drawn.length > 0)
    note(`${name}: there are ${drawn.length} pictures, one of each pair: ${named(name, '<pair id>')}`);
  return drawn.map(({ id }) => ({ path: named(path, forFiles(id)), content: content(id) }));
}

/** Ids come from outside as well (a report of another version); in a name of a file they are harmless. */
const forFiles = (id: string): string => id.replace(/[^\w.-]+/g, '_').slice(0, 100);
