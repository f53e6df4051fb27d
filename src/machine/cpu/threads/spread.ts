import type { BodyState } from '../../../body.js';
import type { Loops } from '../gatherer.js';
import type { AnswerTo, Question } from './messages.js';

/** The workers, as those need them who have work for all. */
export interface Crew {
  readonly threads: number;
  readonly loops: Loops;
  /** Asks the worker of number k. */
  ask<Q extends Question>(k: number, question: Q): Promise<AnswerTo<Q>>;
  canSend(bodies: readonly BodyState[]): boolean;
  /** Whether so much, in pixels and faces, is not worth spreading. */
  isLittle(weight: number): boolean;
  /** Waits for all; undefined where the caller's own thread has to do it. */
  settle<T>(asked: readonly Promise<T>[]): Promise<T[] | undefined>;
}

/** What a worker is sent at a time, in pixels and faces: so much that sending it does not count, and no more than that. */
const LEAST_PORTION = 1 << 15;
const MOST_PORTION = 1 << 20;
/** Portions per worker, so that none waits long for the others in the end. */
const PORTIONS = 4;

/** Work, and how much it is, in pixels and faces. */
export interface Weighed {
  readonly weight: number;
}

/**
 * Has work done by whoever is idle, a portion at a time, and returns an answer to each piece, in order; undefined where the caller's
 * own thread has to do it. The first portions go to the workers in order: what was cut in as many pieces as there are workers finds
 * those again that had the same pieces before.
 */
export async function spread<W extends Weighed, A>(
  { threads, settle }: Crew,
  work: readonly W[],
  askFor: (k: number, portion: readonly W[]) => Promise<readonly A[]>,
): Promise<A[] | undefined> {
  const portions = cut(work, threads);
  const answers: (readonly A[])[] = new Array(portions.length);
  let next = 0;
  const takeTurns = async (k: number): Promise<void> => {
    while (next < portions.length) {
      const mine = next++;
      try {
        answers[mine] = await askFor(k, portions[mine]);
      } catch (error) {
        next = portions.length;
        throw error;
      }
    }
  };
  const busy = Array.from({ length: Math.min(threads, portions.length) }, (_, k) => takeTurns(k));
  return (await settle(busy)) && answers.flat();
}

function cut<W extends Weighed>(work: readonly W[], threads: number): W[][] {
  const total = work.reduce((sum, { weight }) => sum + weight, 0);
  const share = Math.min(Math.max(total / (PORTIONS * threads), LEAST_PORTION), MOST_PORTION);
  const portions: W[][] = [];
  let room = 0;
  for (const piece of work) {
    if (room <= 0) {
      portions.push([]);
      room = share;
    }
    portions[portions.length - 1].push(piece);
    room -= piece.weight;
  }
  return portions;
}
