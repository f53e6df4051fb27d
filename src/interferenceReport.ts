import type { CountingAlgorithm, Settlement } from './detect/solids/countSolids.js';
import type { PairKind } from './detect/zlist/judgePair.js';
import type { ContactCurve } from './exact/contact/contactCurves.js';
import type { ContactKind } from './exact/contact/contactKind.js';
import type { Timings } from './machine/machine.js';
import type { Box } from './math/box.js';
import type { Vec3 } from './math/vector.js';
import type { DiagnosticCode } from './mesh/diagnose.js';
import type { ChordReport } from './reportChord.js';
import type { View } from './view/view.js';

/** What was found among bodies, and how it was measured. Plain data. */
export interface Interference {
  /** Every pair that is not `none`, in the order of the bodies. */
  readonly pairs: readonly PairReport[];
  /**
   * Pairs that rays had to look at and found apart (`none`): those whose boxes meet, unless a plane goes between the bodies
   * or their faces are plainly apart; and with `clearance` asked those that may be nearer, given the error of their distance.
   * Where `undecidedRays` is not 0, an open body leaves it open.
   */
  readonly cleared: readonly PairReport[];
  /** Where three or more bodies overlap at once: for each set of bodies the places where just these do. */
  readonly groups: readonly GroupReport[];
  /**
   * What is wrong with the bodies themselves. Rays look at the whole of a body when it is new; that a solid overlaps itself since it deformed
   * is told where its pairs are looked at.
   */
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
  /** The faces by which rays enter and leave the overlap, of A and of B; of a body that is no mesh, its patches. */
  readonly faces: { readonly a: readonly number[]; readonly b: readonly number[] };
  /** With exact precision: the faces that meet, pair by pair, and how. */
  readonly contacts?: FaceContactReport;
  /** With exact precision: the lines along which the surfaces cross, or touch along edges. */
  readonly curves?: readonly ContactCurve[];
  /** With exact precision and a `clearance`: the faces of bodies that are too near, pair by pair, and how far they are apart. */
  readonly near?: NearFacesReport;
  /** Points in the overlap, the deepest first. */
  readonly samples: readonly Vec3[];
  /**
   * With `clearance` asked: how far the bodies are apart, where they are or may be too near; 0 where they touch, and minus
   * `depthAlongView` where they overlap. By how much it may be less, and where that is.
   */
  readonly distance?: number;
  readonly distanceError?: number;
  readonly nearest?: readonly [Vec3, Vec3];
  /** Rays that could not be used, because they enter a body and do not leave it. */
  readonly undecidedRays: number;
  /** With the method `solids`: what counting showed before z-lists measured, if they did; absent where a body is no solid, or no mesh. */
  readonly solids?: SolidsReport;
  readonly measured: Measurement;
}

/** How faces were counted against a depth map. */
export interface SolidsReport {
  /** Which body had its depth map drawn; of the other one faces were counted. */
  readonly mapOf: 'a' | 'b';
  readonly algorithm: CountingAlgorithm;
  /** How often both bodies were drawn: 1, 2, or 3 where the order of layers had to tell. */
  readonly renderings: 1 | 2 | 3;
  /** Which pixels were settled by which algorithm, in which rendering, and how. Bodies that touch count as colliding. */
  readonly settled: readonly Settlement[];
  /**
   * Whether counting decided: no ray meets both bodies in one place, and no two faces can meet between the rays. What could still be is
   * one inside the other, thinner than a pixel.
   */
  readonly isApart: boolean;
}

/**
 * Faces of A and of B that meet: a[k] and b[k], in the way kinds[k]. Of a body that is no mesh, those of the faces in its place
 * (`body.mesh`), and not its patches.
 */
export interface FaceContactReport {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly kinds: readonly ContactKind[];
}

/** Faces of A and of B that are no farther apart than the clearance: a[k] and b[k], by distances[k]. */
export interface NearFacesReport {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly distances: readonly number[];
}

export interface Measurement extends ChordReport {
  /**
   * `sampled`: by one ray per pixel; what is thinner than a pixel may be missed. `exact`: `kind`, `contacts` and `distance` are
   * as if every face had been compared with every face in exact arithmetic; volume and depth are still sampled.
   */
  readonly precision: 'sampled' | 'exact';
  /** With exact precision: false where a body bounds no volume, and `kind` only tells of surfaces. */
  readonly areSolids?: boolean;
  /** Whether the volume was worked out (`volume: 'exact'`) or comes from rays. */
  readonly volumeBy: 'rays' | 'intersection';
  readonly view: View;
  readonly viewCount: number;
  readonly pixelSize: readonly [number, number];
  /** By how much a length along the view may be wrong, from rounding alone. */
  readonly depthError: number;
  /** No overlap that holds a ball of this diameter can have been missed by rays, but for those that could not be used. */
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
  readonly code: DiagnosticCode | 'self-overlap' | 'unsettled';
  readonly message: string;
  /** How many faces, edges, vertices or rays it concerns. */
  readonly count: number;
}
