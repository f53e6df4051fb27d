import type { JobProgress } from '../job/jobEvent.js';
import { printable } from './printable.js';
import { createProgressLine } from './progressLine.js';
import { hasColour, type Style, styleFor } from './style.js';

/** Where a command writes: data to standard output, words to standard error. */
export interface Terminal {
  /** Colours on standard output. */
  readonly style: Style;
  /** Columns of standard output; Infinity where it is no terminal: a pipe or a file has no width, and nothing is cut. */
  readonly width: number;
  /** Whether standard output is read by a person. */
  readonly isInteractive: boolean;
  /** The same of standard error. */
  readonly wordStyle: Style;
  readonly wordWidth: number;
  /** Data, as given. */
  print(text: string): void;
  /** A note; left out with --quiet. */
  note(text: string): void;
  /** What went wrong, one line each. */
  complain(text: string): void;
  /** Text that a wrong use is answered with, as given. */
  explain(text: string): void;
  progress(progress: JobProgress): void;
  /** Takes the progress line away. */
  settle(): void;
  /** No notes and no progress from now on. */
  hush(): void;
  /** Resolves when everything is written, or nobody reads it any more. Rejects where it cannot be written. */
  flush(): Promise<void>;
}

/** What is used of a stream. */
export interface TerminalStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

/** The reader has closed its end, and what is written after that. */
const NOBODY_READS = ['EPIPE', 'ERR_STREAM_DESTROYED'];

export function createTerminal(stdout: TerminalStream, stderr: TerminalStream, env: NodeJS.ProcessEnv): Terminal {
  const err = styleFor(hasColour(stderr, env));
  const isTerminal = stdout.isTTY === true;
  let quiet = false;
  let line = createProgressLine(stderr, stderr.isTTY === true && env.TERM !== 'dumb');
  let failure: Error | undefined;
  let pending = 0;
  let drained: (() => void) | undefined;
  const write = (stream: TerminalStream, text: string): void => {
    line.erase();
    pending++;
    stream.write(text, (error) => {
      // A reader that has had enough (| head) is no fault.
      if (error && !NOBODY_READS.includes((error as NodeJS.ErrnoException).code ?? '')) failure ??= error;
      if (--pending === 0) drained?.();
    });
  };
  const say = (text: string, paint = (one: string): string => one): void => {
    for (const one of text.split('\n')) write(stderr, `${paint('zclash:')} ${printable(one)}\n`);
  };
  return {
    style: styleFor(hasColour(stdout, env)),
    width: isTerminal ? stdout.columns || 80 : Infinity,
    isInteractive: isTerminal,
    wordStyle: err,
    wordWidth: stderr.isTTY ? stderr.columns || 80 : Infinity,
    print: (text) => write(stdout, text.endsWith('\n') ? text : `${text}\n`),
    note: (text) => {
      if (!quiet) say(text);
    },
    complain: (text) => say(text, err.red),
    explain: (text) => write(stderr, text),
    progress: (progress) => line.show(progress),
    settle: () => line.erase(),
    hush() {
      quiet = true;
      line.erase();
      line = createProgressLine(stderr, false);
    },
    async flush() {
      line.erase();
      if (pending > 0) await new Promise<void>((resolve) => (drained = resolve));
      if (failure) throw failure;
    },
  };
}
