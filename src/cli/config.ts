import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { InputError } from '../errors.js';
import { unreadable } from '../io/load/reader.js';
import { flagOf, keyOfFlag, OPTION_KEYS, type OptionKey, specOf } from './options.js';
import { didYouMean } from './suggest.js';

/** Options from a file, as they would be written on a command line. */
export interface ConfigValues {
  /** undefined where there is none. */
  readonly file: string | undefined;
  readonly values: ReadonlyMap<OptionKey, readonly (string | boolean)[]>;
}

export const CONFIG_FILE = 'zclash.config.json';

/** Options that make no sense in a file. */
const NOT_IN_FILES: readonly OptionKey[] = ['config', 'help', 'version'];
const KEYS = OPTION_KEYS.filter((key) => !NOT_IN_FILES.includes(key));

/** The config file that is named, or the one of the working directory where there is one. */
export async function readConfig(named: string | undefined): Promise<ConfigValues> {
  const file = named ?? CONFIG_FILE;
  const isThere = named !== undefined || (await stat(file).catch(() => undefined)) !== undefined;
  if (!isThere) return { file: undefined, values: new Map() };
  const { readText } = await import('./readText.js');
  return { file, values: parseConfig(await readText(file), file) };
}

/** Keys are option names, in camelCase or with hyphens; values are checked as those of options are. */
export function parseConfig(text: string, file: string): ConfigValues['values'] {
  const json = parseJson(text, file);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw unreadable({ name: file }, 'there is no object in it', 'Write { "resolution": 1024, … }.');
  const values = new Map<OptionKey, readonly (string | boolean)[]>();
  for (const [name, value] of Object.entries(json)) {
    if (name === '$schema') continue;
    const key = keyOfFlag(flagOf(name));
    if (key === undefined || !KEYS.includes(key))
      throw new InputError(
        `${file}: there is no option '${name}'.${didYouMean(name, KEYS)} Keys are option names: ${KEYS.join(', ')}.`,
      );
    if (values.has(key)) throw new InputError(`${file}: '${name}' is there twice. Leave out one of the two.`);
    values.set(key, wordsOf(key, value, file));
  }
  return values;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw unreadable({ name: file }, `it is no JSON (${(error as Error).message})`, 'Correct it there.');
  }
}

/** A value as it would be written: lists with commas, repeated options one by one, paths from the file's own folder. */
function wordsOf(key: OptionKey, value: unknown, file: string): readonly (string | boolean)[] {
  const { placeholder, isRepeatable, isList, endings } = specOf(key);
  const refuse = (): never => {
    const wanted = placeholder ? `a text or a number${isRepeatable ? ', or a list of these' : ''}` : 'true or false';
    throw new InputError(
      `${file}: ${key}: the value is not of the right type (${JSON.stringify(value)}). Give ${wanted}.`,
    );
  };
  const plain = (one: unknown): string => {
    const text = typeof one === 'string' ? one : typeof one === 'number' ? String(one) : refuse();
    if (!endings || isAbsolute(text)) return text;
    return join(dirname(file), text);
  };
  /** Commas within the texts of a list are no separators. */
  const joined = (one: unknown): string =>
    Array.isArray(one) ? one.map((part) => plain(part).replaceAll(',', '\\,')).join(',') : plain(one);
  if (!placeholder) return typeof value === 'boolean' ? [value] : refuse();
  if (isRepeatable && Array.isArray(value)) return value.map(isList ? joined : plain);
  return [isList ? joined(value) : plain(value)];
}
