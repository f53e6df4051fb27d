import { COMMAND_NAMES, type CommandName, commandSpec } from '../commandTable.js';
import type { OptionSpec } from '../optionSpec.js';
import { flagOf, OPTION_KEYS, type OptionKey, specOf, specWith } from '../options.js';

/** Completion for fish, a line for each command and option. */
export const fishScript = (): string => `# Completion of zclash for fish, made by \`zclash completion fish\`.
# Save it as ~/.config/fish/completions/zclash.fish.

complete -c zclash -f
complete -c zclash -n __fish_use_subcommand -s h -l help -d 'this help'
complete -c zclash -n __fish_use_subcommand -s V -l version -d 'the version'
${COMMAND_NAMES.map((name) => `complete -c zclash -n __fish_use_subcommand -a ${name} -d ${quoted(commandSpec(name).summary)}`).join('\n')}
${COMMAND_NAMES.flatMap(operandLine).join('\n')}
${OPTION_KEYS.flatMap(optionLines).join('\n')}
`;

const within = (commands: readonly string[]): string => quoted(`__fish_seen_subcommand_from ${commands.join(' ')}`);

function operandLine(name: CommandName): string[] {
  const { endings, choices } = commandSpec(name).operands;
  const words = name === 'help' ? COMMAND_NAMES : choices;
  const action = endings ? filesWith(endings) : words?.join(' ');
  return action ? [`complete -c zclash -n ${within([name])} -a ${quoted(action)}`] : [];
}

/** One for all commands that take it alike, and one for each that does not. */
function optionLines(key: OptionKey): string[] {
  const { commands, otherwise = {} } = specOf(key);
  const alike = commands.filter((command) => !otherwise[command]);
  return [
    ...(alike.length > 0 ? [optionLine(key, specOf(key), alike)] : []),
    ...commands
      .filter((command) => otherwise[command])
      .map((command) => optionLine(key, specWith(key, command), [command])),
  ];
}

function optionLine(key: OptionKey, spec: OptionSpec, commands: readonly string[]): string {
  const { short, placeholder, help, choices, isList, endings } = spec;
  const words =
    choices && (isList ? `(__fish_complete_list , "printf '%s\\n' ${choices.join(' ')}")` : choices.join(' '));
  const action = words ?? (endings && filesWith(endings));
  return [
    `complete -c zclash -n ${within(commands)}`,
    ...(short ? [`-s ${short}`] : []),
    `-l ${flagOf(key)}`,
    ...(placeholder ? ['-x'] : []),
    ...(action ? [`-a ${quoted(action)}`] : []),
    `-d ${quoted(help)}`,
  ].join(' ');
}

const filesWith = (endings: readonly string[]): string =>
  `(__fish_complete_suffix ${endings.map((ending) => `.${ending}`).join(' ')})`;

/** Within single quotes fish reads \\\\ and \\' only. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
