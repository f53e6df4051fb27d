import type { ClashResult } from './job/jobEvent.js';

/** What the process ends with. Documented by `zclash help`. */
export const EXIT = {
  /** Nothing was found, and everything was decided. */
  nothing: 0,
  /** A clash. */
  clash: 1,
  /** Wrong use, or a file that cannot be read or written. */
  wrongUse: 2,
  /** No clash was found, but there may be one: an open body, a limit reached. */
  undecided: 3,
  /** A fault of the program itself (EX_SOFTWARE of sysexits.h). */
  internal: 70,
  /** Ctrl-C: 128 and the signal's number, as shells count. */
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type Outcome = Pick<ClashResult, 'unreadable'> & {
  readonly report: Pick<ClashResult['report'], 'clash' | 'undecided' | 'complete'>;
};

/** A file that was not read weighs most: nobody may take the rest for the whole. An undecided answer is never 0. */
export function exitCodeOf({ report, unreadable }: Outcome): ExitCode {
  if (unreadable.length > 0) return EXIT.wrongUse;
  if (report.clash) return EXIT.clash;
  return report.undecided.length > 0 || !report.complete ? EXIT.undecided : EXIT.nothing;
}
