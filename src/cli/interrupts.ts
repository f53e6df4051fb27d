import { EXIT } from './exitCode.js';

/** What ended the work early. */
export interface Interrupt {
  readonly exitCode: typeof EXIT.interrupted | typeof EXIT.terminated;
  /** From then on the next signal ends the process at once, whatever that is at: it is the system's again. */
  readonly calm: Promise<void>;
}

const SIGNALS = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
/** npm and npx pass Ctrl-C on to a process that has already had it from the terminal; that is no second Ctrl-C. */
const ECHO_MS = 100;

let awaited: ((interrupt: Interrupt) => void) | undefined;
let isHandled = false;

const LISTENERS = Object.entries(SIGNALS).map(([signal, exitCode]) => [signal, () => interrupt(exitCode)] as const);

/** From now on Ctrl-C ends the process with 130, unless somebody awaits it. */
export function listenForInterrupts(): void {
  for (const [signal, listener] of LISTENERS) process.on(signal, listener);
}

function interrupt(exitCode: Interrupt['exitCode']): void {
  if (isHandled) return;
  if (!awaited) process.exit(exitCode);
  isHandled = true;
  const calm = new Promise<void>((resolve) => {
    setTimeout(() => {
      for (const [signal, listener] of LISTENERS) process.removeListener(signal, listener);
      resolve();
    }, ECHO_MS);
  });
  awaited({ exitCode, calm });
}

/** The next interrupt is the caller's, who sees to the end; until `ignoreInterrupt`. */
export const nextInterrupt = (): Promise<Interrupt> =>
  new Promise((resolve) => {
    awaited = resolve;
  });

/** Nobody awaits interrupts any more. */
export function ignoreInterrupt(): void {
  awaited = undefined;
}

/** Does some work to its end; an interrupt that comes meanwhile does not end the process, but is handed back with the result. */
export async function sparedFromInterrupts<T>(
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly interrupt: Interrupt | undefined }> {
  let interrupt: Interrupt | undefined;
  void nextInterrupt().then((one) => {
    interrupt = one;
  });
  try {
    const done = await work();
    return { done, interrupt };
  } finally {
    ignoreInterrupt();
  }
}
