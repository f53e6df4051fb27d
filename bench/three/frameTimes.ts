import { type Measured, summarize } from '../support/measure.js';

/** What things took in each frame, in milliseconds, by name. */
export interface FrameTimes<Name extends string> {
  /** Runs a thing in the frame that was begun last, and notes what it took. */
  take<T>(name: Name, run: () => T | Promise<T>): Promise<T>;
  /** Notes a part of what something took. */
  note(name: Name, ms: number): void;
  /** Frames before 0 warm up, and do not count. */
  begin(frame: number): void;
  /** Of the sum of some things, over the frames asked for. */
  of(names: readonly Name[], isAsked?: (frame: number) => boolean): Measured;
}

/** Milliseconds from any moment: on the wall, or spent by this process. */
export type Clock = () => number;

export const wallTime: Clock = () => performance.now();

export const cpuTime: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export function frameTimes<Name extends string>(now: Clock): FrameTimes<Name> {
  const frames: Map<Name, number>[] = [];
  let current = new Map<Name, number>();
  const note = (name: Name, ms: number): void => {
    current.set(name, (current.get(name) ?? 0) + ms);
  };
  return {
    note,
    async take(name, run) {
      const start = now();
      const result = await run();
      note(name, now() - start);
      return result;
    },
    begin(frame) {
      current = new Map();
      if (frame >= 0) frames[frame] = current;
    },
    of(names, isAsked = () => true) {
      const sums = frames
        .filter((_, frame) => isAsked(frame))
        .map((times) => names.reduce((sum, name) => sum + (times.get(name) ?? 0), 0));
      return sums.length > 0 ? summarize(sums) : { p50: Number.NaN, p99: Number.NaN, least: Number.NaN };
    },
  };
}
