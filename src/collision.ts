import type { CountingAlgorithm, Settlement } from './detect/solids/countSolids.js';
import type { Evidence } from './detect/solids/lookout.js';
import type { BodyDiagnostic } from './interferenceReport.js';
import type { Timings } from './machine/machine.js';
import type { ChordReport } from './reportChord.js';
import type { View } from './view/view.js';

/** Whether two bodies collide, and how that was found. Plain data. */
export interface Collision extends ChordReport {
  /** The bodies' names, in the order given. */
  readonly a: string;
  readonly b: string;
  /**
   * `yes`: there is a point inside both. `no`: no ray is inside both; where `isCertain`, nothing can have been missed. `open`: a body is
   * no solid, so counting its faces tells nothing.
   */
  readonly answer: 'yes' | 'no' | 'open';
  /** Whether the answer holds for the bodies and not only for the rays: always where it is `yes`. */
  readonly isCertain: boolean;
  /**
   * What the answer rests on: a `point` inside both; `faces` compared exactly; `shells` of which one lies inside the other; `cells` of
   * which none holds faces of both; `boxes` that are apart; or `rays` alone.
   */
  readonly by: Evidence;
  /** One look after the other: along the first direction, along others where normals spread, and nearer where that was asked. */
  readonly looks: readonly CollisionLook[];
  /** The resolution reached: the pixel size of the finest look, across and down. Absent where there was none to take. */
  readonly finestPixel?: readonly [number, number];
  /** How much of the view is left unsettled where the looks had to end, as an area; 0 where all is settled, or zooming was not asked. */
  readonly unsettledArea: number;
  /** What is wrong with the bodies themselves. */
  readonly diagnostics: readonly BodyDiagnostic[];
  /** What the answer rests on, in words. */
  readonly limit: string;
  readonly machine: string;
  readonly timings: Timings;
}

/** What one view showed. */
export interface CollisionLook {
  readonly view: View;
  readonly pixelSize: readonly [number, number];
  /** How often was zoomed in. */
  readonly level: number;
  /** Which body had its depth map drawn, and which one its faces counted. */
  readonly mapOf: 'a' | 'b';
  /** Whether that depth map was there from the look before. */
  readonly isMapKept: boolean;
  readonly algorithm: CountingAlgorithm;
  readonly renderings: 1 | 2 | 3;
  readonly settled: readonly Settlement[];
  /** Pixels that show a collision. Few of them may be edges that were snapped: the answer then rests on a point inside both. */
  readonly collisionPixels: number;
  readonly collisionArea: number;
  /** The answer of every pixel, row by row, as in PIXEL_ANSWERS; where it was asked. */
  readonly answers?: Uint8Array;
}
