import type { Frame, Machine } from '../../src/machine/machine.js';
import { summarize } from '../support/measure.js';

/** How one rendering of A and B and the look at its result took its time, in ms. */
export interface Phase {
  /** Drawing, filling and clearing planes, gathering and sorting lists: device time where the machine tells it, else wall time. */
  readonly hardware: number;
  /** All else until the answer was at hand: looking at the masks, reading back, and on a GPU handing over the work. */
  readonly software: number;
}

/** A machine that notes what goes on in its frames. A phase ends when an examination has its answer. */
export interface Watched {
  readonly machine: Machine;
  /** Runs a query on it and tells of its phases; what comes after the last examination belongs to the last phase. */
  phasesOf(query: (machine: Machine) => Promise<unknown>): Promise<Phase[]>;
}

export function watch(machine: Machine): Watched {
  let phases: { hardware: number; end: number }[] = [];

  function watched(frame: Frame): Frame {
    const isCpu = machine.kind === 'cpu';
    let hardware = 0;
    let told = hardwareStages(frame, isCpu);
    /** What the CPU does at once, a GPU only notes down: its own clock tells of it later. */
    const timed =
      <Arguments extends unknown[], Result>(pass: (...values: Arguments) => Result) =>
      (...values: Arguments): Result => {
        const begin = performance.now();
        const result = pass(...values);
        if (isCpu) hardware += performance.now() - begin;
        return result;
      };
    return {
      ...frame,
      clear: timed(frame.clear),
      draw: timed(frame.draw),
      fill: timed(frame.fill),
      keep: timed(frame.keep),
      store: timed(frame.store),
      recall: timed(frame.recall),
      async examine(...query) {
        const tallies = await frame.examine(...query);
        const now = hardwareStages(frame, isCpu);
        phases.push({ hardware: hardware + now - told, end: performance.now() });
        hardware = 0;
        told = now;
        return tallies;
      },
    };
  }

  const own: Machine = { ...machine, run: (atlas, query) => machine.run(atlas, (frame) => query(watched(frame))) };
  return {
    machine: own,
    async phasesOf(query) {
      phases = [];
      let from = performance.now();
      await query(own);
      const end = performance.now();
      return phases.map((phase, k) => {
        const to = k === phases.length - 1 ? end : phase.end;
        const wall = to - from;
        from = to;
        return { hardware: phase.hardware, software: wall - phase.hardware };
      });
    },
  };
}

/** What a frame's stages took that are not examinations; on the CPU draws are timed as they come, and lists are left. */
function hardwareStages(frame: Frame, isCpu: boolean): number {
  const stages = Object.entries(frame.timings().stagesMs);
  const isMeant = (stage: string) => (isCpu ? stage === 'lists' : stage !== 'examine');
  return stages.reduce((sum, [stage, time]) => sum + (isMeant(stage) ? time : 0), 0);
}

/** The median of each phase's two times. */
export function medianPhases(rounds: readonly (readonly Phase[])[]): Phase[] {
  const median = (k: number, part: keyof Phase) => summarize(rounds.map((phases) => phases[k][part])).p50;
  return rounds[0].map((_, k) => ({ hardware: median(k, 'hardware'), software: median(k, 'software') }));
}
