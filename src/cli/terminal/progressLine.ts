import type { JobProgress } from '../job/jobEvent.js';
import { shorten } from './displayWidth.js';

export interface ProgressLine {
  show(progress: JobProgress): void;
  /** Takes the line away, before anything else is written and at the end. */
  erase(): void;
}

export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const WORDS: Readonly<Record<JobProgress['stage'], string>> = {
  reading: 'reading files',
  inspecting: 'inspecting bodies',
  looking: 'looking at pairs',
  moving: 'stepping through the motion',
  drawing: 'drawing pictures',
};

const INTERVAL_MS = 100;
const BAR_CELLS = 24;
const ERASE = '\r\u001b[2K';

/**
 * How far the work is, in one line that is drawn over: ten times a second at most, the latest that is known. Nothing where
 * `isShown` is false, and nothing in the first moment.
 */
export function createProgressLine(
  stream: ProgressStream,
  isShown: boolean,
  now = () => performance.now(),
): ProgressLine {
  let drawnAt = now();
  let isThere = false;
  let latest: JobProgress;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    clearTimeout(timer);
    timer = undefined;
    drawnAt = now();
    isThere = true;
    // One column is left free: a full line makes some terminals scroll.
    stream.write(ERASE + shorten(progressText(latest), (stream.columns || 80) - 1));
  };
  return {
    show(progress) {
      if (!isShown) return;
      latest = progress;
      const leftMs = drawnAt + INTERVAL_MS - now();
      if (leftMs <= 0) draw();
      else timer ??= setTimeout(draw, leftMs).unref();
    },
    erase() {
      clearTimeout(timer);
      timer = undefined;
      if (isThere) stream.write(ERASE);
      isThere = false;
    },
  };
}

/** `looking at pairs [########----------------] 33 % (40 of 120)` */
export function progressText({ stage, done, total }: JobProgress): string {
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const full = Math.floor(share * BAR_CELLS);
  const bar = '#'.repeat(full) + '-'.repeat(BAR_CELLS - full);
  return `${WORDS[stage]} [${bar}] ${Math.floor(share * 100)} % (${done} of ${total})`;
}
