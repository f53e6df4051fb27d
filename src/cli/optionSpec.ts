/** Commands that know options. */
export type OptionCommand = 'check' | 'gap' | 'scene' | 'motion' | 'inspect' | 'doctor';

/** Headings of the help, in this order. */
export const OPTION_GROUPS = ['Question', 'Pairs', 'Motion', 'Files', 'Results', 'General'] as const;

export interface OptionSpec<Value = unknown> {
  readonly group: (typeof OPTION_GROUPS)[number];
  readonly commands: readonly OptionCommand[];
  /** One line. */
  readonly help: string;
  readonly short?: string;
  /** What stands for the value in the help; an option without one is a switch. */
  readonly placeholder?: string;
  readonly parse?: (text: string) => Value;
  /** As it would be written on the command line. */
  readonly default?: string;
  readonly isRepeatable?: boolean;
  /** The value has several parts with commas between them; in a config file it may be a list. */
  readonly isList?: boolean;
  /** The words that it, or each part of it, can be. */
  readonly choices?: readonly string[];
  /** Names a file with one of these endings. In a config file it is relative to that file. */
  readonly endings?: readonly string[];
  /** What is otherwise with a command. */
  readonly otherwise?: { readonly [C in OptionCommand]?: OptionDifference };
}

type OptionDifference = Partial<Pick<OptionSpec, 'help' | 'placeholder' | 'parse' | 'default' | 'choices' | 'endings'>>;
