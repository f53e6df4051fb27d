import type { Outcome } from './judge.js';

/** How sure an overlap must be to count as resolved, in rays. */
export const RESOLVED_RAYS = 1000;

export interface Figures {
  readonly kinds: Readonly<Record<string, number>>;
  /** Pairs that are truly apart, and that no box or plane told apart before rays did. */
  readonly apartAndLookedAt: number;
  /** Relative errors of the volume, ascending: of all true overlaps, and of those that more than RESOLVED_RAYS rays go through. */
  readonly relative: readonly number[];
  readonly resolved: readonly number[];
  /** volumeError as a share of the volume, ascending, of the same. */
  readonly stated: readonly number[];
  /** volumeError / error where there is an error, ascending: how much the bound gives away. */
  readonly slack: readonly number[];
  readonly belowResolution: number;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const kinds: Record<string, number> = {};
  for (const { truth, kind } of outcomes) {
    const key = truth.kind === kind ? kind : `${truth.kind} taken for ${kind}`;
    kinds[key] = (kinds[key] ?? 0) + 1;
  }
  const overlaps = outcomes.filter(({ truth }) => truth.volume > 0);
  const seen = overlaps.filter(({ report }) => (report?.pixels ?? 0) > RESOLVED_RAYS);
  const sorted = (from: readonly Outcome[], of: (outcome: Outcome) => number) => from.map(of).sort((a, b) => a - b);
  const relativeOf = ({ error, truth }: Outcome) => error / truth.volume;
  return {
    kinds,
    apartAndLookedAt: outcomes.filter(({ truth, report }) => truth.kind === 'none' && report).length,
    relative: sorted(overlaps, relativeOf),
    resolved: sorted(seen, relativeOf),
    stated: sorted(seen, ({ volumeError, truth }) => volumeError / truth.volume),
    slack: sorted(
      overlaps.filter(({ error }) => error > 0),
      ({ volumeError, error }) => volumeError / error,
    ),
    belowResolution: outcomes.filter(({ belowResolution }) => belowResolution).length,
  };
}

/** The number below which this share of the sorted numbers lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

/** The figures in words. */
export function describeFigures(name: string, figures: Figures): string {
  const { kinds, relative, resolved, stated, slack, belowResolution, apartAndLookedAt } = figures;
  const short = (x: number) => Number(x.toPrecision(2)).toString();
  const spread = (sorted: readonly number[]) =>
    `median ${short(100 * quantile(sorted, 0.5))} %, worst ${short(100 * quantile(sorted, 1))} %`;
  const counts = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${name}: ${counts.join(', ')}`,
    `(${apartAndLookedAt} apart that rays had to look at; ${belowResolution} of another kind, all below the stated resolution).`,
    `Error of the volume: ${spread(relative)}, of ${relative.length} overlaps;`,
    ...(resolved.length > 0
      ? [
          `${spread(resolved)}, of the ${resolved.length} with more than ${RESOLVED_RAYS} rays,`,
          `where volumeError is ${spread(stated)} of the volume.`,
        ]
      : []),
    `volumeError / error: at least ${short(slack[0])},`,
    [0.01, 0.1, 0.5, 0.9].map((share) => `${100 * share} % below ${short(quantile(slack, share))}`).join(', '),
  ].join(' ');
}
