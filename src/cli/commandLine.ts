import { parseArgs } from 'node:util';
import { InputError } from '../errors.js';
import { COMMAND_NAMES, type CommandName, commandSpec, isCommand } from './commandTable.js';
import {
  flagOf,
  keyOfFlag,
  keyOfShort,
  OPTION_KEYS,
  type OptionKey,
  type OptionValues,
  optionsOf,
  specOf,
} from './options.js';
import { didYouMean } from './suggest.js';

/** A command with its options, checked; what a command works from. */
export interface CommandLine {
  readonly command: CommandName;
  readonly operands: readonly string[];
  readonly options: OptionValues;
  /** The config file that was read. */
  readonly configFile: string | undefined;
  /** Reports stay in this folder: their names come from a config file that was found there and that nobody named. */
  readonly outFolder?: string | undefined;
}

/** The words of a command line, sorted but not yet understood. */
export interface RawCommandLine {
  readonly command: CommandName | undefined;
  /** What stands where the command should, and is none. */
  readonly unknownCommand: string | undefined;
  readonly operands: readonly string[];
  /** Values as they were written; switches are true or false. */
  readonly given: ReadonlyMap<OptionKey, readonly (string | boolean)[]>;
}

/** Sorts the words into command, operands and options. Options may stand anywhere; what follows `--` is an operand. */
export function readWords(words: readonly string[]): RawCommandLine {
  const { tokens } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false, // the words of its errors are not ours, and it knows no suggestions
    tokens: true,
    options: Object.fromEntries(
      OPTION_KEYS.map((key) => {
        const { short, placeholder } = specOf(key);
        return [flagOf(key), { type: placeholder ? 'string' : 'boolean', ...(short && { short }) } as const];
      }),
    ),
  });
  const operands: string[] = [];
  const given = new Map<OptionKey, (string | boolean)[]>();
  const unknown: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { rawName, value, inlineValue } = token;
    const { key, on } = optionNamed(rawName);
    if (key === undefined) unknown.push(rawName);
    else given.set(key, [...(given.get(key) ?? []), valueGiven(key, rawName, on, value, inlineValue)]);
  }
  const [first, ...rest] = operands;
  const command = first !== undefined && isCommand(first) ? first : undefined;
  if (unknown.length > 0) refuseOption(unknown[0], command);
  return { command, unknownCommand: command ? undefined : first, operands: rest, given };
}

/** `--json`, `-j` and, for switches, `--no-json`. */
function optionNamed(rawName: string): { key: OptionKey | undefined; on: boolean } {
  if (!rawName.startsWith('--')) return { key: keyOfShort(rawName.slice(1)), on: true };
  const name = rawName.slice(2);
  const negated = name.startsWith('no-') ? keyOfFlag(name.slice(3)) : undefined;
  if (negated !== undefined && !specOf(negated).placeholder) return { key: negated, on: false };
  return { key: keyOfFlag(name), on: true };
}

function valueGiven(
  key: OptionKey,
  rawName: string,
  on: boolean,
  value: string | undefined,
  inline: boolean | undefined,
): string | boolean {
  const { placeholder } = specOf(key);
  if (!placeholder) {
    if (value !== undefined)
      throw new InputError(`${rawName}: this option takes no value ('${value}' given). Leave it out.`);
    return on;
  }
  if (value === undefined) throw new InputError(`${rawName}: the value is missing. Write ${rawName} ${placeholder}.`);
  // The next word was taken for the value. Negative numbers are meant so; an option is not.
  if (!inline && /^-[^\d.]/.test(value))
    throw new InputError(
      `${rawName}: the value is missing (the option ${value} comes next). Write ${rawName} ${placeholder}, or ${rawName}=${value} if that is meant.`,
    );
  return value;
}

/** No option has this name. */
export function refuseOption(rawName: string, command: CommandName | undefined): never {
  const known = command === undefined ? OPTION_KEYS : optionsOf(command);
  const name = rawName.replace(/^--?/, '');
  const near = name.length > 1 ? didYouMean(name, known.map(flagOf), (flag) => `--${flag}`) : '';
  throw new InputError(`there is no option ${rawName}.${near} ${seeHelp(command)}`);
}

export function refuseCommand(word: string): never {
  const files = /[./\\]/.test(word) ? ' To compare two files: zclash check A B.' : '';
  throw new InputError(
    `there is no command '${word}'.${didYouMean(word, COMMAND_NAMES)}${files} ${seeHelp(undefined)}`,
  );
}

/** The number of operands is the command's. */
export function checkOperands(command: CommandName, operands: readonly string[]): void {
  const { words, noun, least, most, choices } = commandSpec(command).operands;
  const remedy = `Write zclash ${command}${words && ` ${words}`}.`;
  if (operands.length < least) {
    const wanted = least === 1 ? `a ${noun} is` : `${least} ${noun}s are`;
    throw new InputError(`${command}: ${wanted} needed (${operands.length || 'none'} given). ${remedy}`);
  }
  if (operands.length > most)
    throw new InputError(`${command}: there is a ${noun} too many ('${operands[most]}'). ${remedy}`);
  const wrong = choices && operands.find((operand) => !choices.includes(operand));
  if (choices && wrong !== undefined)
    throw new InputError(
      `${command}: there is no '${wrong}'.${didYouMean(wrong, choices)} Choose one of: ${choices.join(', ')}.`,
    );
}

const seeHelp = (command: CommandName | undefined): string =>
  command === undefined ? '`zclash help` lists what there is.' : `\`zclash help ${command}\` lists all.`;
