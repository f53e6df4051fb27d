import { ZCLASH_VERSION } from '../report/projectVersion.js';
import { COMMAND_NAMES, type CommandName, commandSpec } from './commandTable.js';
import { CONFIG_FILE } from './config.js';
import { OPTION_GROUPS, type OptionSpec } from './optionSpec.js';
import { flagOf, type OptionKey, optionsOf, specOf, specWith } from './options.js';
import { displayWidth, pad } from './terminal/displayWidth.js';
import type { Style } from './terminal/style.js';
import { wrap } from './terminal/wrap.js';

/** Lines longer than this are hard to read, however wide the terminal is. */
const WIDEST = 100;
const NARROWEST = 40;
const AROUND = 80;

/** How wide help may be on a terminal of so many columns; 80 where there is none. */
const textWidth = (columns: number): number =>
  columns === Infinity ? AROUND : Math.max(NARROWEST, Math.min(WIDEST, columns));

/** For whoever types `zclash` alone. */
export const shortHelp = (columns: number, style: Style): string =>
  [
    ...usage('COMMAND', style),
    '',
    ...commandList(textWidth(columns)),
    '',
    '`zclash help COMMAND` tells all about one, `zclash help` about zclash.',
    '',
  ].join('\n');

export function generalHelp(columns: number, style: Style): string {
  const width = textWidth(columns);
  const paragraph = (text: string): string[] => [...wrap(text, width), ''];
  return [
    ...usage('COMMAND', style),
    '',
    ...paragraph(
      `zclash ${ZCLASH_VERSION} tells whether, where and by how much solids collide, by rasterizing them: overlap volume, depth, faces and pictures, for meshes and CAD and BIM files.`,
    ),
    style.bold('Commands'),
    ...commandList(width),
    '',
    style.bold('Exit codes'),
    ...rowsOf(
      commandSpec('check').exits.map(([code, says]) => [String(code), says]),
      width,
    ),
    '',
    style.bold('Output'),
    ...paragraph(
      'Results go to standard output, words to standard error. Progress is shown on terminals only, colours too; NO_COLOR=1 turns colours off, FORCE_COLOR=1 on. ZCLASH_DEBUG=1 tells more about faults of zclash itself.',
    ),
    style.bold('Config'),
    ...paragraph(
      `Options are also read from ${CONFIG_FILE} in the working directory, or from --config FILE: { "units": "mm", "failOn": ["hard"], … }, with the names that options have. The command line comes first; paths are relative to the file. Reports that a file in the working directory asks for stay there.`,
    ),
    ...wrap('`zclash help COMMAND` or `zclash COMMAND --help` tells all about one command.', width),
    '',
  ].join('\n');
}

/** Synopsis, options by group, exit codes, examples. */
export function commandHelp(command: CommandName, columns: number, style: Style): string {
  const width = textWidth(columns);
  const { summary, operands, about, sample, examples, exits } = commandSpec(command);
  const options = optionsOf(command);
  const left = leftOf(options.map(synopsisOf), width);
  const groups = OPTION_GROUPS.map((group) => ({ group, keys: options.filter((key) => specOf(key).group === group) }));
  return [
    ...usage([command, options.length > 0 && '[OPTION…]', operands.words].filter(Boolean).join(' '), style),
    '',
    ...wrap(`${summary[0].toUpperCase()}${summary.slice(1)}`, width),
    ...about.flatMap((text) => ['', ...wrap(text, width)]),
    '',
    ...groups.flatMap(({ group, keys }) =>
      keys.length === 0
        ? []
        : [
            style.bold(group),
            ...rowsOf(
              keys.map((key) => [synopsisOf(key), sayingOf(specWith(key, command))]),
              width,
              left,
            ),
            '',
          ],
    ),
    ...(sample
      ? [style.bold(sample.title), ...sample.lines.map((line) => `  ${line}`), ...wrap(sample.says, width), '']
      : []),
    style.bold('Exit codes'),
    ...rowsOf(
      exits.map(([code, says]) => [String(code), says]),
      width,
    ),
    '',
    style.bold('Examples'),
    ...examples.flatMap(([line, says]) => [`  # ${says}`, ...wrapCommand(line, width)]),
    '',
  ].join('\n');
}

const usage = (words: string, style: Style): string[] => [`${style.bold('Usage:')} zclash ${words}`];

const commandList = (width: number): string[] =>
  rowsOf(
    COMMAND_NAMES.map((name) => [name, commandSpec(name).summary]),
    width,
  );

/** `-o, --out FILE` */
function synopsisOf(key: OptionKey): string {
  const { short, placeholder } = specOf(key);
  return `${short ? `-${short}, ` : '    '}--${flagOf(key)}${placeholder ? ` ${placeholder}` : ''}`;
}

const sayingOf = ({ help, default: standard }: OptionSpec): string =>
  standard === undefined ? help : `${help} [${standard.replaceAll(',', ', ')}]`;

/** How wide the first of two columns is; what is wider has a line of its own. */
const leftOf = (names: readonly string[], width: number): number =>
  Math.min(31, Math.floor(0.4 * width), Math.max(...names.map(displayWidth)));

/** Two columns, the second one wrapped. */
function rowsOf(
  rows: readonly (readonly [string, string])[],
  width: number,
  left = leftOf(
    rows.map(([name]) => name),
    width,
  ),
): string[] {
  const indent = ' '.repeat(left + 4);
  return rows.flatMap(([name, says]) => {
    const [first = '', ...more] = wrap(says, width - indent.length);
    const rest = more.map((line) => indent + line);
    if (displayWidth(name) > left) return [`  ${name}`, indent + first, ...rest];
    return [`  ${pad(name, left)}  ${first}`, ...rest];
  });
}

/** A command that is too long goes on behind a backslash, so that it can still be copied. */
function wrapCommand(line: string, width: number): string[] {
  const lines = wrap(line, width - 6, '    ');
  return lines.map((one, k) => `    ${one}${k < lines.length - 1 ? ' \\' : ''}`);
}
