import type { Timings } from '../machine.js';

/** Adds up wall time by stage. */
export interface Stopwatch {
  time<T>(stage: string, work: () => T): T;
  timeAsync<T>(stage: string, work: () => Promise<T>): Promise<T>;
  add(stage: string, ms: number): void;
  timings(): Timings;
}

export function createStopwatch(): Stopwatch {
  const begin = performance.now();
  const stagesMs: Record<string, number> = {};
  const add = (stage: string, ms: number) => {
    stagesMs[stage] = (stagesMs[stage] ?? 0) + ms;
  };
  return {
    time(stage, work) {
      const start = performance.now();
      const result = work();
      add(stage, performance.now() - start);
      return result;
    },
    async timeAsync(stage, work) {
      const start = performance.now();
      const result = await work();
      add(stage, performance.now() - start);
      return result;
    },
    add,
    timings: () => ({ wallMs: performance.now() - begin, stagesMs: { ...stagesMs } }),
  };
}
