import { COMMAND_NAMES, type CommandName, commandSpec } from '../commandTable.js';
import type { OptionSpec } from '../optionSpec.js';
import { flagOf, OPTION_KEYS, type OptionKey, optionsOf, specOf, specWith } from '../options.js';

/** Completion for bash, from 3.2 (macOS) on: no associative arrays, and `compopt` only where there is one. */
export const bashScript = (): string => `# Completion of zclash for bash, made by \`zclash completion bash\`.
# Save it as ~/.local/share/bash-completion/completions/zclash, or source it in ~/.bashrc.

# Files whose name matches an expression, and folders.
_zclash_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    if [[ $file =~ $2 || -d \${file/#\\~/$HOME} ]]; then COMPREPLY+=("$file"); fi
  done < <(compgen -f -- "$1")
}

_zclash() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' i
  local IFS=$' \\t\\n'
  COMPREPLY=()
  # bash takes --backend=cpu apart at the equals sign.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = && COMP_CWORD -gt 2 ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${withValue().flatMap(namesOf).join('|')}) if [[ \${COMP_WORDS[i+1]} == = ]]; then ((i += 2)); else ((i++)); fi ;;
      ${COMMAND_NAMES.join('|')}) command=\${COMP_WORDS[i]}; break ;;
    esac
  done

  case "$command $prev" in
${withValue().flatMap(differentCases).join('\n')}
  esac
  case "$prev" in
${withValue()
  .map((key) => valueCase(namesOf(key).join('|'), specOf(key)))
  .join('\n')}
  esac

  if [[ $cur == -* ]]; then
    case "$command" in
${COMMAND_NAMES.map((name) => `      ${name}) words='${flagsOf(name).join(' ')}' ;;`).join('\n')}
      *) words='--help --version' ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi

  case "$command" in
    '') COMPREPLY=($(compgen -W '${COMMAND_NAMES.join(' ')}' -- "$cur")) ;;
${COMMAND_NAMES.map(operandCase).join('\n')}
  esac
}

complete -F _zclash zclash
`;

const withValue = (): OptionKey[] => OPTION_KEYS.filter((key) => specOf(key).placeholder !== undefined);

/** `--out` and `-o`. */
const namesOf = (key: OptionKey): string[] => {
  const { short } = specOf(key);
  return [`--${flagOf(key)}`, ...(short ? [`-${short}`] : [])];
};

const flagsOf = (command: CommandName): string[] => {
  const own = optionsOf(command).map((key) => `--${flagOf(key)}`);
  return own.length > 0 ? own : ['--help'];
};

/** Options that take other words or files with one command than with the others: these come first. */
const differentCases = (key: OptionKey): string[] =>
  Object.entries(specOf(key).otherwise ?? {})
    .filter(([, { choices, endings }]) => choices ?? endings)
    .map(([command]) =>
      valueCase(
        namesOf(key)
          .map((name) => `'${command} ${name}'`)
          .join('|'),
        specWith(key, command),
      ),
    );

function valueCase(pattern: string, { choices, isList, endings }: OptionSpec): string {
  const words = choices?.join(' ');
  const head = `    ${pattern})`;
  if (words && isList)
    return `${head}
      local done=''
      [[ $cur == *,* ]] && done="\${cur%,*},"
      COMPREPLY=($(compgen -P "$done" -W '${words}' -- "\${cur##*,}"))
      compopt -o nospace 2>/dev/null
      return ;;`;
  if (words) return `${head} COMPREPLY=($(compgen -W '${words}' -- "$cur")); return ;;`;
  if (endings) return `${head} _zclash_files "$cur" '${expressionOf(endings)}'; return ;;`;
  return `${head} return ;;`;
}

function operandCase(name: CommandName): string {
  const { endings, choices } = commandSpec(name).operands;
  if (endings) return `    ${name}) _zclash_files "$cur" '${expressionOf(endings)}' ;;`;
  const words = name === 'help' ? COMMAND_NAMES : choices;
  return words ? `    ${name}) COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur")) ;;` : `    ${name}) ;;`;
}

/** Endings in either case. */
const expressionOf = (endings: readonly string[]): string =>
  `\\.(${endings.map((ending) => ending.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)).join('|')})$`;
