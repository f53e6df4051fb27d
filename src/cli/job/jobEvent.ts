import type { ClashPicture } from '../../report/clashPicture.js';
import type { ClashReport } from '../../report/clashReport.js';
import type { GapReport } from '../../report/gapReport.js';
import type { InspectReport } from '../../report/inspectReport.js';

/** What a worker is at. */
export interface JobProgress {
  readonly stage: 'reading' | 'inspecting' | 'looking' | 'moving' | 'drawing';
  readonly done: number;
  readonly total: number;
}

/** What has been found so far: at the end all of it, before that a valid report with `complete: false`. */
export interface ClashResult {
  readonly report: ClashReport;
  /** By the pair's id; empty where none were asked for. */
  readonly pictures: ReadonlyMap<string, ClashPicture>;
  /** Files named on the command line that could not be read, one sentence each. */
  readonly unreadable: readonly string[];
}

export interface InspectResult {
  readonly report: InspectReport;
  readonly unreadable: readonly string[];
}

export interface GapResult {
  readonly report: GapReport;
  /** As asked for: the map as PNG, both bodies as PLY, its rays as CSV. */
  readonly picture?: Uint8Array;
  readonly painted?: readonly [a: Uint8Array, b: Uint8Array];
  readonly rays?: string;
}

/** Work under way in a worker. */
export interface RunningJob<Result> {
  /** Rejects with an `InputError` where nothing can be reported at all. */
  readonly done: Promise<Result>;
  /** What is finished at this moment; undefined before the bodies are read. Never waits. */
  soFar(): Result | undefined;
  /** Ends the worker at once. */
  stop(): void;
}
