import { type Random, seeded } from '../../src/math/random.js';

/** Times of one thing, in milliseconds. */
export interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly least: number;
}

export function summarize(times: readonly number[]): Measured {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { p50: at(0.5), p99: at(0.99), least: sorted[0] };
}

export interface MeasureOptions {
  warmUp?: number;
  rounds?: number;
  /** In each round a thing is run again until so much time has passed, and the mean counts: for things that take microseconds. */
  leastMs?: number;
}

/**
 * Measures several things in turn, round by round, so that a noisy machine disturbs all of them alike. Each round has its own order: in
 * one order, what the engine sweeps up after one thing would fall on the same other thing in every round.
 */
export async function sideBySide<Name extends string>(
  things: Readonly<Record<Name, () => unknown>>,
  { warmUp = 3, rounds = 15, leastMs = 0 }: MeasureOptions = {},
): Promise<Record<Name, Measured>> {
  const all = Object.entries(things) as [Name, () => unknown][];
  const times = new Map(all.map(([name]) => [name, [] as number[]]));
  const random = seeded(1);
  for (let round = -warmUp; round < rounds; round++)
    for (const [name, run] of round < 0 ? all : shuffled(all, random)) {
      const start = performance.now();
      let runs = 0;
      let elapsed = 0;
      do {
        await run();
        runs++;
        elapsed = performance.now() - start;
      } while (elapsed < leastMs);
      if (round >= 0) times.get(name)!.push(elapsed / runs);
    }
  return Object.fromEntries(all.map(([name]) => [name, summarize(times.get(name)!)])) as Record<Name, Measured>;
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [order[last], order[at]] = [order[at], order[last]];
  }
  return order;
}
