import type { ExaminedTile } from '../examineBand.js';
import type { Loops, TileFindings, TileSwept } from '../gatherer.js';
import type { LayerJob } from '../gatherLayers.js';

/** Gather this band. The arrays of its bodies lie in shared memory. */
export interface GatherQuestion {
  readonly job: LayerJob;
  readonly loops: Loops;
}

/** Where the lists are, in shared memory, as byte offsets. */
export interface GatherAnswer {
  readonly buffer: SharedArrayBuffer;
  readonly first: readonly [offset: number, length: number];
  readonly layers: readonly [offset: number, length: number];
  readonly before: readonly [offset: number, length: number];
  readonly unsettled: readonly number[];
}

/** Gather these bands and run a kernel over each: the lists stay where they are, and only what the kernel finds comes back. */
export interface ExamineQuestion {
  readonly kernel: string;
  readonly bands: readonly BandQuestion[];
  /** The frame's map, in shared memory; empty where the kernel has nothing to do with it. */
  readonly map: Float32Array;
  readonly loops: Loops;
}

/** A band, whose bodies' arrays lie in shared memory. */
export interface BandToGather {
  readonly tile: ExaminedTile;
  /** Without bodies where the kernel reads no lists. */
  readonly job: LayerJob;
  /** Lists under the same key as the worker's last ones are the same: it does not gather them again. */
  readonly key: string;
}

export interface BandQuestion extends BandToGather {
  /** Where each body's faces begin among the tile's marks, and an entry more for the end. */
  readonly markBase: Uint32Array;
  readonly parameters: readonly number[];
}

/** Gather these tiles and sweep the lists of each. */
export interface SweepQuestion {
  readonly sweep: string;
  readonly tiles: readonly TileQuestion[];
  readonly loops: Loops;
}

export interface TileQuestion extends BandToGather {
  readonly given: unknown;
}

/** What a kernel found in a band: {@link TileFindings} of the band alone, and which bodies do not show there, where that was asked for. */
export interface BandAnswer extends TileFindings {
  readonly absent: readonly number[];
}

export type Question = GatherQuestion | ExamineQuestion | SweepQuestion;
export type AnswerTo<Q extends Question> = Q extends ExamineQuestion
  ? BandAnswer[]
  : Q extends SweepQuestion
    ? TileSwept[]
    : GatherAnswer;
export type Answer = AnswerTo<Question>;

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
