import type { Assembly } from '../../io/assemble.js';
import type { LoadedFiles } from './loadFiles.js';

/** Bodies with a motion, wherever it comes from. */
export interface MovingScene {
  readonly assembly: Assembly;
  readonly loaded: LoadedFiles;
  /** The moments to look at, in growing order. */
  readonly times: readonly number[];
  /** Puts all bodies where they are at a time. */
  readonly move: (time: number) => void;
  /** Pairs of patterns that the scene itself leaves out. */
  readonly ignore: readonly (readonly [string, string])[];
}

/** `steps` equal steps from each moment to the next. */
export function withSteps(moments: readonly number[], steps: number): number[] {
  const out = [moments[0]];
  for (let k = 1; k < moments.length; k++) {
    const [from, to] = [moments[k - 1], moments[k]];
    for (let s = 1; s < steps; s++) {
      const time = from + ((to - from) * s) / steps;
      if (time > out[out.length - 1] && time < to) out.push(time);
    }
    out.push(to);
  }
  return out;
}
