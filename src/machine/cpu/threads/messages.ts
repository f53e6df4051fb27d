import type { Loops } from '../gatherer.js';
import type { LayerJob } from '../gatherLayers.js';

/** Gather this band. The arrays of its bodies lie in shared memory. */
export interface Question {
  readonly job: LayerJob;
  readonly loops: Loops;
}

/** Where the result is, in shared memory, as byte offsets. */
export interface Answer {
  readonly buffer: SharedArrayBuffer;
  readonly first: readonly [offset: number, length: number];
  readonly layers: readonly [offset: number, length: number];
  readonly before: readonly [offset: number, length: number];
  readonly unsettled: readonly number[];
}

/** Questions are numbered, so that an answer is never taken for that to another one. */
export interface ToWorker {
  readonly number: number;
  readonly question: Question;
}

/** The answer to the question of that number, or what went wrong: of an error only its name and its text can be sent. */
export interface FromWorker {
  readonly number: number;
  readonly answer?: Answer;
  readonly error?: { readonly name: string; readonly message: string };
}
