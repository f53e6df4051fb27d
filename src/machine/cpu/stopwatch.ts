import type { Timings } from '../machine.js';

/** Adds up wall time by stage. */
export interface Stopwatch {
  time<T>(stage: string, work: () => T): T;
  timeAsync<T>(stage: string, work: () => Promise<T>): Promise<T>;
  timings(): Timings;
}

export function createStopwatch(): Stopwatch {
  const begin = performance.now();
  const stagesMs: Record<string, number> = {};
  const add = (stage: string, start: number) => {
    stagesMs[stage] = (stagesMs[stage] ?? 0) + performance.now() - start;
  };
  return {
    time(stage, work) {
      const start = performance.now();
      const result = work();
      add(stage, start);
      return result;
    },
    async timeAsync(stage, work) {
      const start = performance.now();
      const result = await work();
      add(stage, start);
      return result;
    },
    timings: () => ({ wallMs: performance.now() - begin, stagesMs: { ...stagesMs } }),
  };
}
