import { expect, it } from 'vitest';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { openManifoldOracle } from '../support/manifoldOracle.js';
import { judge, type Outcome, type Truth, truthOf } from './judge.js';
import { type Placement, place, type Shape } from './placements.js';

/** How many placements one test judges. */
const BATCH = 100;

/** What the oracles say of placements, by seed: the same at any resolution. */
const known = new WeakMap<readonly Shape[], Map<number, Truth>>();

async function truthAt(shapes: readonly Shape[], { seed, a, b }: Placement): Promise<Truth> {
  const bySeed = known.get(shapes) ?? new Map<number, Truth>();
  known.set(shapes, bySeed);
  const truth = bySeed.get(seed) ?? truthOf(await openManifoldOracle(), a.baked, b.baked);
  bySeed.set(seed, truth);
  return truth;
}

/**
 * Tests placements 1 to `count` of these shapes: the kind is right wherever it is not below the resolution that the report
 * states, and the true volume lies within volume ± volumeError everywhere. Returns a way to all outcomes.
 */
export function testPlacements(
  shapes: readonly Shape[],
  { count, resolution }: { count: number; resolution: number },
): () => Promise<readonly Outcome[]> {
  const machine = createCpuMachine();
  const judged = new Map<number, Promise<[Placement, Outcome]>>();
  const judgeSeed = async (seed: number): Promise<[Placement, Outcome]> => {
    const placement = place(seed, shapes);
    const truth = await truthAt(shapes, placement);
    return [placement, await judge(placement, { machine, resolution }, truth)];
  };
  const outcomeOf = (seed: number): Promise<[Placement, Outcome]> => {
    if (!judged.has(seed)) judged.set(seed, judgeSeed(seed));
    return judged.get(seed)!;
  };

  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(count, first + BATCH - 1);
    it(`kind and volume, at ${resolution}² (seeds ${first} to ${last})`, async () => {
      const faults: string[] = [];
      for (let seed = first; seed <= last; seed++) {
        const [{ manner, a, b }, { wrongKind, error, truth, volume, volumeError }] = await outcomeOf(seed);
        const which = `seed ${seed} (${manner}: ${a.name}, ${b.name})`;
        if (wrongKind) faults.push(`${which}: ${wrongKind}`);
        if (!(error <= volumeError))
          faults.push(`${which}: the volume is ${truth.volume}, not ${volume} ± ${volumeError}`);
      }
      expect(faults).toEqual([]);
    });
  }

  return async () => {
    const outcomes: Outcome[] = [];
    for (let seed = 1; seed <= count; seed++) outcomes.push((await outcomeOf(seed))[1]);
    return outcomes;
  };
}
