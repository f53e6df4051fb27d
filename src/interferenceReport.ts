import type { PairKind } from './detect/zlist/judgePair.js';
import type { Timings } from './machine/machine.js';
import type { Box } from './math/box.js';
import type { Vec3 } from './math/vector.js';
import type { DiagnosticCode } from './mesh/diagnose.js';
import type { View } from './view/view.js';

/** What was found among bodies, and how it was measured. Plain data. */
export interface Interference {
  /** Every pair that is not `none`, in the order of the bodies. */
  readonly pairs: readonly PairReport[];
  /**
   * Pairs that were looked at and found apart (`none`): those whose boxes meet, unless a plane goes between the bodies, and
   * with `clearance` asked those that may be nearer, given the error of their distance. Where `undecidedRays` is not 0, an
   * open body leaves it open.
   */
  readonly cleared: readonly PairReport[];
  /** Where three or more bodies overlap at once: for each set of bodies the places where just these do. */
  readonly groups: readonly GroupReport[];
  /** What is wrong with the bodies themselves. */
  readonly diagnostics: readonly BodyDiagnostic[];
  readonly machine: string;
  readonly timings: Timings;
}

export interface PairReport {
  /** The bodies' names, in the order given, and their places there. */
  readonly a: string;
  readonly b: string;
  readonly indices: readonly [number, number];
  /** `contained` and `duplicate` come before `touch`, however thin the bodies are. */
  readonly kind: PairKind;
  /** Which one lies inside the other, where the kind is `contained`. */
  readonly inner?: 'a' | 'b';
  /** Of the overlap; the true volume is no farther from it than `volumeError`, unless it hides between the rays. */
  readonly volume: number;
  readonly volumeError: number;
  /** Rays through the overlap, and the area that they stand for; where bodies only touch, of the contact. */
  readonly pixels: number;
  readonly area: number;
  /** The longest stretch of a ray inside both, the middle of it, and where the ray goes. */
  readonly depthAlongView: number;
  readonly point?: Vec3;
  readonly direction: Vec3;
  /** Around the overlap, and its centre of mass. */
  readonly bounds?: Box;
  readonly centroid?: Vec3;
  /** The faces by which rays enter and leave the overlap, of A and of B. */
  readonly faces: { readonly a: readonly number[]; readonly b: readonly number[] };
  /** Points in the overlap, the deepest first. */
  readonly samples: readonly Vec3[];
  /** With `clearance` asked: the sampled distance of bodies that are or may be too near, by how much less it may be, and where. */
  readonly distance?: number;
  readonly distanceError?: number;
  readonly nearest?: readonly [Vec3, Vec3];
  /** Rays that could not be used, because they enter a body and do not leave it. */
  readonly undecidedRays: number;
  readonly measured: Measurement;
}

export interface Measurement {
  /** One ray per pixel: what is thinner than a pixel may be missed. */
  readonly precision: 'sampled';
  readonly view: View;
  readonly viewCount: number;
  readonly pixelSize: readonly [number, number];
  /** By how much a length along the view may be wrong, from rounding alone. */
  readonly depthError: number;
  /** No overlap that holds a ball of this diameter can have been missed, but for rays that could not be used. */
  readonly missedBelow: number;
  /** The same in words. */
  readonly limit: string;
}

export interface GroupReport {
  /** Three or more bodies, by place and by name. */
  readonly indices: readonly number[];
  readonly bodies: readonly string[];
  readonly volume: number;
  readonly volumeError: number;
  readonly pixels: number;
  readonly depthAlongView: number;
  readonly point: Vec3;
}

export interface BodyDiagnostic {
  readonly body: string;
  readonly index: number;
  readonly code: DiagnosticCode | 'self-overlap';
  readonly message: string;
  /** How many faces, edges, vertices or rays it concerns. */
  readonly count: number;
}
