import { type Body, still } from './body.js';
import { WATCH_WAYS, type WatchWay, type Witness, watchPair } from './detect/exact/watchPair.js';
import type { SolidRelation } from './exact/solid/solidRelation.js';
import type { Machine } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import { type ChordReport, reportChord } from './reportChord.js';

export interface WatchOptions {
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const WATCH_DEFAULTS = { machine: undefined } as const;

/** What two bodies are to each other at one moment. Plain data. */
export interface WatchAnswer extends ChordReport {
  /** As `contacts` has it. */
  readonly kind: SolidRelation['kind'];
  /** Which one lies inside the other, where the kind is `contained`. */
  readonly inner?: 'a' | 'b';
  /** Whether they have more in common than touching surfaces: they are `hard`, `contained` or `duplicate`. */
  readonly interferes: boolean;
  /**
   * What shows it: two faces that meet, of A and of B; or how far the surfaces are apart at least, in model units, which
   * may be less than they are, and is 0 where that was not looked at.
   */
  readonly witness: Witness;
  /** How it was found: what was known from before still holds; by a look at what is near; by a look at everything. */
  readonly from: WatchWay;
}

/** A pair of bodies that is asked about time and again. */
export interface Watch {
  /** What the bodies are to each other as they are now. */
  ask(): Promise<WatchAnswer>;
  /** How often answers were found in which way. */
  readonly ways: Readonly<Record<WatchWay, number>>;
}

/**
 * Watches two bodies that move a little from one question to the next. Each answer is the one that `contacts` would give:
 * exact, whatever the motion; only what was found before makes it faster. Bodies may also jump, or deform; then it takes as
 * long as `contacts`.
 *
 * @example
 * const pair = watch(robot, cell)
 * for (const pose of path) {
 *   robot.pose = pose
 *   if ((await pair.ask()).interferes) break
 * }
 */
export function watch(a: Body, b: Body, options: WatchOptions = {}): Watch {
  const { machine = WATCH_DEFAULTS.machine } = options;
  for (const body of [a, b]) still(body); // refuses what is no body
  const find = watchPair(a, b, async () => machine ?? sharedMachine());
  const ways = Object.fromEntries(WATCH_WAYS.map((way) => [way, 0])) as Record<WatchWay, number>;
  return {
    ways,
    async ask() {
      const chords = reportChord(a, b);
      const { relation, witness, from } = await find();
      ways[from]++;
      const { kind, inner } = relation;
      return {
        kind,
        ...(inner && { inner }),
        interferes: kind !== 'none' && kind !== 'touch',
        witness,
        from,
        ...chords,
      };
    },
  };
}
