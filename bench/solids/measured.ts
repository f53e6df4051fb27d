import type { Machine } from '../../src/machine/machine.js';
import { sideBySide } from '../support/measure.js';
import { ms, times } from '../support/table.js';
import type { SolidsBench } from './bench.js';
import { medianPhases, type Phase, watch } from './phases.js';

/** A query's median time, how it is made up, and that of something else that was measured in turn with it. */
export interface Measured {
  readonly total: number;
  readonly phases: readonly Phase[];
  readonly other: number;
}

/** Measures a query, its phases, and beside it another one. */
export async function measured(
  { machine, timed, measure }: SolidsBench,
  query: (machine: Machine) => Promise<unknown>,
  other: (machine: Machine) => Promise<unknown>,
): Promise<Measured> {
  const watched = watch(timed);
  const rounds: Phase[][] = [];
  const found = await sideBySide(
    {
      query: () => query(machine),
      phases: async () => {
        rounds.push(await watched.phasesOf(query));
      },
      other: () => other(machine),
    },
    measure,
  );
  return { total: found.query.p50, phases: medianPhases(rounds.slice(measure.warmUp)), other: found.other.p50 };
}

export const PHASE_HEAD = ['hardware 1', '2', '3', 'phase 1', '2', '3', 'total'] as const;

/** The columns of table 1. */
export function phaseCells({ phases, total }: Measured): string[] {
  const cell = (k: number, part: keyof Phase): string => (phases[k] ? ms(phases[k][part]) : '–');
  return [...[0, 1, 2].map((k) => cell(k, 'hardware')), ...[0, 1, 2].map((k) => cell(k, 'software')), ms(total)];
}

/** How often a time of the paper's, in seconds, is as long as one in ms. */
export const paperRatio = (seconds: number, time: number): string => times((1000 * seconds) / time);
