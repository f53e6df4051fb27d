import { InputError } from '../../../errors.js';
import { nurbsSolid } from '../../../surface/nurbs/nurbsSolid.js';
import type { NurbsPatch, NurbsSolid } from '../../../surface/surface.js';
import { isLengthUnit, LENGTH_UNITS, type LengthUnit } from '../../units.js';
import { unreadable } from '../reader.js';
import { stemOf } from '../stemOf.js';

/** A solid of B-spline patches, as a file has it. */
export interface NurbsPart {
  readonly name: string;
  readonly surface: NurbsSolid;
}

/**
 * Solids of rational B-splines as a file describes them (JSON):
 *
 *     { "zclash": "nurbs", "unit": "mm",
 *       "solids": [{ "name": "lens", "tolerance": 1e-6,
 *                    "surfaces": [{ "name": "front", "degree": [3, 3], "knots": [[0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1]],
 *                                   "size": [4, 4], "points": [0, 0, 0, …], "weights": [1, …] }] }] }
 *
 * Points are x, y, z each, u fastest. Unit, names, tolerance and weights may be left out.
 */
export interface NurbsFile {
  readonly units: LengthUnit | undefined;
  readonly parts: readonly NurbsPart[];
}

const FILE_KEYS = ['zclash', 'solids', 'unit', '$schema', 'comment'];
const SOLID_KEYS = ['surfaces', 'name', 'tolerance', 'comment'];
const PATCH_KEYS = ['degree', 'knots', 'size', 'points', 'weights', 'name', 'comment'];

/** Of a value that is wrong, and of names, so many characters are shown. */
const MOST_SHOWN = 80;

type Refuse = (fact: string, remedy: string) => InputError;
type Json = Readonly<Record<string, unknown>>;

/** The solids of a file, see {@link NurbsFile}. */
export const parseNurbsJson = (text: string, name: string): NurbsPart[] => [...parseNurbsFile(text, name).parts];

/** Reads the text of a file of B-spline solids. Throws one `InputError` that says which file, where in it and what. */
export function parseNurbsFile(text: string, name: string): NurbsFile {
  const refuse: Refuse = (fact, remedy) => unreadable({ name }, fact, remedy);
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw refuse(`this is no JSON (${cut(String(legible((error as Error).message)))})`, 'Correct it there.');
  }
  if (!isRecord(root) || root.zclash !== 'nurbs')
    throw refuse(
      `this is no file of B-spline solids ("zclash" is not "nurbs")`,
      'Begin it with { "zclash": "nurbs", ….',
    );
  demandKeys(root, FILE_KEYS, 'the file', refuse);
  const { unit, solids } = root;
  if (unit !== undefined && !(typeof unit === 'string' && isLengthUnit(unit)))
    throw refuse(`'unit' is none that is known (${shown(unit)})`, `Use one of: ${LENGTH_UNITS.join(', ')}.`);
  if (!(Array.isArray(solids) && solids.length > 0))
    throw refuse("'solids' is no list with something in it", 'Give at least one: "solids": [{ "surfaces": [ … ] }].');
  return { units: unit as LengthUnit | undefined, parts: solids.map((solid, k) => partOf(solid, k, name, refuse)) };
}

function partOf(solid: unknown, number: number, file: string, refuse: Refuse): NurbsPart {
  const own = isRecord(solid) ? legible(solid.name) : undefined;
  const at = typeof own === 'string' ? `solid ${number} ('${cut(own)}')` : `solid ${number}`;
  if (!isRecord(solid)) throw refuse(`${at} is no object`, 'Write it as { "surfaces": [ … ] }.');
  demandKeys(solid, SOLID_KEYS, at, refuse);
  if (own !== undefined && typeof own !== 'string')
    throw refuse(`the name of ${at} is no text (${shown(own)})`, 'Write it in quotation marks.');
  const { surfaces, tolerance } = solid;
  if (!Array.isArray(surfaces)) throw refuse(`'surfaces' of ${at} is no list`, 'Give the patches that enclose it.');
  const patches = surfaces.map((patch, k) => patchOf(patch, `patch ${k} of ${at}`, refuse));
  try {
    const surface = nurbsSolid({
      surfaces: patches,
      ...(tolerance !== undefined && { tolerance: tolerance as number }),
    });
    return { name: own || stemOf(file), surface };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${file}: ${at}: ${error.message.replace(/^nurbs: /, '')}`);
  }
}

/** What is a number, a list or a text is looked at here; what they have to be, the solid checks itself. */
function patchOf(patch: unknown, at: string, refuse: Refuse): NurbsPatch {
  if (!isRecord(patch)) throw refuse(`${at} is no object`, 'Write it as { "degree": [3, 3], "knots": [ … ], … }.');
  demandKeys(patch, PATCH_KEYS, at, refuse);
  if (patch.name !== undefined && typeof patch.name !== 'string')
    throw refuse(`the name of ${at} is no text (${shown(patch.name)})`, 'Write it in quotation marks.');
  const demandNumbers = (list: unknown, what: string): void => {
    if (!Array.isArray(list)) throw refuse(`${what} of ${at} is no list of numbers`, 'Write it as [0, 0, 1, 1].');
    const wrong = list.findIndex((value) => typeof value !== 'number');
    if (wrong >= 0)
      throw refuse(
        `${what} of ${at} has something else than numbers (${shown(list[wrong])}, number ${wrong})`,
        'Write numbers alone.',
      );
  };
  for (const key of ['degree', 'size', 'points'] as const) demandNumbers(patch[key], `'${key}'`);
  if (patch.weights !== undefined) demandNumbers(patch.weights, "'weights'");
  if (!(Array.isArray(patch.knots) && patch.knots.length === 2))
    throw refuse(`'knots' of ${at} are not two lists`, 'Give those in u and those in v: [[0, 0, 1, 1], [0, 0, 1, 1]].');
  patch.knots.forEach((knots, axis) => {
    demandNumbers(knots, `'knots' in ${'uv'[axis]}`);
  });
  const { comment: _, ...rest } = patch;
  return { ...rest, ...(patch.name !== undefined && { name: legible(patch.name) }) } as unknown as NurbsPatch;
}

function demandKeys(json: Json, known: readonly string[], at: string, refuse: Refuse): void {
  const stranger = Object.keys(json).find((key) => !known.includes(key));
  if (stranger !== undefined)
    throw refuse(`there is no '${cut(legible(stranger))}' in ${at}`, `It has ${known.join(', ')}.`);
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text without what a terminal would obey, and of a length that fits into a message; anything else as it is. */
const legible = <T>(text: T): T | string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach a terminal
  typeof text === 'string' ? text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim() : text;

const cut = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
const shown = (value: unknown): string => cut(String(legible(JSON.stringify(value))));
