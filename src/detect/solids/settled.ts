import type { Tally } from '../../machine/kernel.js';
import { settledPixels } from './examination.js';
import type { SettledPixels } from './pixelAnswer.js';
import type { SolidsQuery } from './renderings.js';

/** What one or two renderings of both bodies settled. */
export interface Renderings {
  readonly first: SettledPixels;
  readonly second?: SettledPixels | undefined;
}

/** Whether the first rendering suffices. */
export const isSettled = ({ again, collision }: Tally, { until = 'all' }: SolidsQuery): boolean =>
  again === 0 || (until === 'first' && collision > 0);

export const renderingsOf = (first: Tally, second?: Tally): Renderings => ({
  first: settledPixels(first),
  ...(second ? { second: settledPixels(second) } : {}),
});
