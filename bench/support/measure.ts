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

/** Measures several things in turn, round by round, so that a noisy machine disturbs all of them alike. */
export async function sideBySide(
  things: Readonly<Record<string, () => unknown>>,
  { warmUp = 3, rounds = 15 } = {},
): Promise<Record<string, Measured>> {
  const times: Record<string, number[]> = {};
  for (let round = -warmUp; round < rounds; round++)
    for (const [name, run] of Object.entries(things)) {
      const start = performance.now();
      await run();
      const time = performance.now() - start;
      if (round >= 0) (times[name] ??= []).push(time);
    }
  return Object.fromEntries(Object.entries(times).map(([name, t]) => [name, summarize(t)]));
}
