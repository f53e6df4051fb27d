import { InputError } from '../errors.js';
import type { RawCommandLine } from './commandLine.js';
import type { CommandName } from './commandTable.js';
import type { ConfigValues } from './config.js';
import type { OptionSpec } from './optionSpec.js';
import { flagOf, OPTION_KEYS, type OptionKey, type OptionValues, optionsOf, specOf, specWith } from './options.js';

/**
 * The options of a command, checked: the command line's, else the config file's, else the defaults. An option of another
 * command is refused on the command line; in a config file, which serves all commands, it is checked and put aside.
 */
export function readOptions(command: CommandName, given: RawCommandLine['given'], config: ConfigValues): OptionValues {
  const own = optionsOf(command);
  for (const key of given.keys())
    if (!own.includes(key))
      throw new InputError(`--${flagOf(key)}: ${command} has no such option. ${whose(specOf(key))}`);
  const values = Object.fromEntries(
    OPTION_KEYS.map((key) => {
      const spec = own.includes(key) ? specWith(key, command) : specOf(key);
      const typed = given.get(key)?.map((text) => understand(spec, `--${flagOf(key)}`, text));
      const kept = config.values.get(key)?.map((text) => understand(spec, `${config.file}: ${key}`, text));
      const found = typed ?? (own.includes(key) ? kept : undefined);
      if (spec.isRepeatable) return [key, found ?? []];
      return [key, found?.at(-1) ?? (spec.default !== undefined ? spec.parse?.(spec.default) : defaultOf(spec))];
    }),
  );
  return values as unknown as OptionValues;
}

const defaultOf = ({ placeholder }: OptionSpec): false | undefined => (placeholder ? undefined : false);

function understand(spec: OptionSpec, where: string, value: string | boolean): unknown {
  if (typeof value === 'boolean' || !spec.parse) return value;
  try {
    return spec.parse(value);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${where}: ${error.message}`) : error;
  }
}

const whose = ({ commands }: OptionSpec): string => `It belongs to: ${commands.join(', ')}.`;

/** Whether a switch is on, by the command line alone: for what must be known before all else. */
export const isOn = (given: RawCommandLine['given'], key: OptionKey): boolean => given.get(key)?.at(-1) === true;
