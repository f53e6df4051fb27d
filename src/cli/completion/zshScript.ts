import { COMMAND_NAMES, type CommandName, commandSpec } from '../commandTable.js';
import type { OptionSpec } from '../optionSpec.js';
import { flagOf, type OptionKey, optionsOf, specWith } from '../options.js';

/** Completion for zsh, by its own function `_arguments`. */
export const zshScript = (): string => `#compdef zclash
# Completion of zclash for zsh, made by \`zclash completion zsh\`.
# Save it as _zclash in a folder of $fpath, or source it behind compinit.

_zclash() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
${COMMAND_NAMES.map((name) => `    ${quoted(`${name}:${commandSpec(name).summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  _arguments -C \\
    '(- *)'{-h,--help}'[this help]' \\
    '(- *)'{-V,--version}'[the version]' \\
    '1: :->command' \\
    '*:: :->argument'
  case $state in
    command) _describe -t commands 'command' commands ;;
    argument)
      case $words[1] in
${COMMAND_NAMES.map(commandCase).join('\n')}
      esac ;;
  esac
}

if [[ $funcstack[1] == _zclash ]]; then _zclash "$@"; else compdef _zclash zclash; fi
`;

function commandCase(name: CommandName): string {
  const specs = [...optionsOf(name).map((key) => optionSpecs(key, name)), ...operandSpec(name)];
  return specs.length > 0
    ? `        ${name})\n          _arguments -s \\\n            ${specs.join(' \\\n            ')} ;;`
    : `        ${name}) ;;`;
}

/** `'*'{-o,--out=}'[help]:FILE:_files …'`; an option that cannot be repeated is not offered twice. */
function optionSpecs(key: OptionKey, command: CommandName): string {
  const spec = specWith(key, command);
  const { short, placeholder, help, isRepeatable } = spec;
  const long = `--${flagOf(key)}${placeholder ? '=' : ''}`;
  const saying = `[${help.replace(/[[\]]/g, '\\$&')}]`;
  const value = placeholder ? `:${placeholder.replaceAll(':', '\\:')}:${actionOf(spec)}` : '';
  if (!short) return quoted(`${isRepeatable ? '*' : ''}${long}${saying}${value}`);
  const alone = isRepeatable ? "'*'" : quoted(`(-${short} --${flagOf(key)})`);
  return `${alone}{-${short}${placeholder ? '+' : ''},${long}}${quoted(`${saying}${value}`)}`;
}

function actionOf({ choices, isList, endings }: OptionSpec): string {
  if (choices) return isList ? `_sequence compadd - ${choices.join(' ')}` : `(${choices.join(' ')})`;
  return endings ? filesWith(endings) : ' ';
}

function operandSpec(name: CommandName): string[] {
  const { endings, choices } = commandSpec(name).operands;
  if (endings) return [quoted(`*:file:${filesWith(endings)}`)];
  const words = name === 'help' ? COMMAND_NAMES : choices;
  return words ? [quoted(`1: :(${words.join(' ')})`)] : [];
}

const filesWith = (endings: readonly string[]): string => `_files -g "(#i)*.(${endings.join('|')})(-.)"`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
