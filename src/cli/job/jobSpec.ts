import type { PairKind } from '../../detect/zlist/judgePair.js';
import type { Format } from '../../io/load/format.js';
import type { LengthUnit } from '../../io/units.js';
import type { GapPreset, GapRange } from '../../report/gapColours.js';
import type { GapSettings } from '../../report/gapReport.js';

/** What a worker is to do: plain data, as the command line asked for it. */
export type JobSpec = CheckJob | SceneJob | MotionJob | InspectJob | GapJob;

/** One pair: each file is one body, whatever number of parts it has. */
export interface CheckJob {
  readonly kind: 'check';
  readonly a: JobFile;
  readonly b: JobFile;
  /** Row-major, 12 or 16 numbers, applied to B where it stands, in the report's units. */
  readonly poseOfB?: readonly number[];
  readonly settings: JobSettings;
}

/** All pairs of all parts of all files. */
export interface SceneJob {
  readonly kind: 'scene';
  readonly files: readonly JobFile[];
  readonly selection: Selection;
  readonly settings: JobSettings;
}

/** All pairs over time: a motion file (JSON), or a glTF with an animation. */
export interface MotionJob {
  readonly kind: 'motion';
  readonly file: JobFile;
  readonly selection: Selection;
  /** How many steps to look at between two poses of the file, or along an animation; undefined: as the file says. */
  readonly steps: number | undefined;
  /** Which animation, where there are several. */
  readonly animation: string | undefined;
  readonly settings: JobSettings;
}

export interface InspectJob {
  readonly kind: 'inspect';
  readonly files: readonly JobFile[];
  readonly units: LengthUnit | undefined;
  /** Also look for faces that go through each other. */
  readonly selfIntersections: boolean;
  /** How long the reading of one file may take. */
  readonly timeLimitMs: number;
}

/** The gaps between two bodies: two files, or parts of one or two. */
export interface GapJob {
  readonly kind: 'gap';
  readonly files: readonly JobFile[];
  /** Patterns of the parts that make A and B; empty: the first and the second file, or part. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly poseOfB?: readonly number[];
  readonly backend: JobSettings['backend'];
  readonly settings: GapSettings;
  readonly colours: { readonly preset: GapPreset; readonly range: GapRange | undefined };
  /** What is wanted besides the report. */
  readonly wanted: { readonly picture: boolean; readonly painted: boolean; readonly rays: boolean };
  readonly units: LengthUnit | undefined;
  readonly timeLimitMs: number;
}

export interface JobFile {
  /** As given on the command line; `-` is standard input. */
  readonly path: string;
  /** What standard input held. */
  readonly data?: Uint8Array;
  readonly format?: Format | undefined;
}

/** Which pairs are looked at. Patterns are globs (`*`, `?`) over a body's name, or over its path and name (`Arm/Wrist`). */
export interface Selection {
  /** One body of each pair matches one of these; empty: all do. Bodies of set A come first in a pair. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** Pairs of patterns that are left out, whichever comes first. */
  readonly ignore: readonly (readonly [string, string])[];
  readonly within: Within | undefined;
}

/** Only pairs of parts whose parent, or whose file, is the same or another. */
export const WITHIN = ['same-parent', 'other-parent', 'same-file', 'other-file'] as const;
export type Within = (typeof WITHIN)[number];

export interface JobSettings {
  readonly backend: 'auto' | 'cpu' | 'webgpu';
  /** Of the CPU machine. */
  readonly threads: number | 'auto';
  readonly method: 'zlist' | 'solids';
  readonly precision: 'sampled' | 'exact';
  readonly resolution: number;
  readonly views: 1 | 3;
  readonly tolerance: number;
  readonly clearance: number | undefined;
  /** What a length of 1 means in files that do not tell, and in the report. */
  readonly units: LengthUnit | undefined;
  /** Kinds that count as a clash. */
  readonly failOn: readonly PairKind[];
  /** Whether pictures of the clashes are wanted. */
  readonly pictures: boolean;
  /** How long the reading of one file may take. */
  readonly timeLimitMs: number;
}
