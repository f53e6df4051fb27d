import { RAY_SEES } from './detect/gap/rayGap.js';
import type { Box } from './math/box.js';
import type { Vec3 } from './math/vector.js';
import type { View } from './view/view.js';

/** What a ray of a gap map sees: {@link GapMap.seen}. */
export const SEEN: typeof RAY_SEES = RAY_SEES;

/** The signed distance between two bodies along parallel rays, and what follows from it. Plain data. */
export interface GapMap {
  /** The bodies' names, in the order given. */
  readonly a: string;
  readonly b: string;
  readonly view: View;
  /** Rays across and down, and by how much they are apart. */
  readonly columns: number;
  readonly rows: number;
  readonly pixelSize: readonly [number, number];
  /**
   * Row by row: how far it is along the ray from one body to the other, the shortest way; where the ray is inside both, minus the
   * longest stretch of that. NaN where a ray does not see both.
   */
  readonly gap: Float32Array;
  /** Where on the ray the gap, or the stretch inside both, begins: its distance from the view's near plane. NaN as above. */
  readonly begin: Float32Array;
  /**
   * By how much each gap may be wrong: from rounding, and from what snapping outlines to 1/256 pixel does to surfaces as steep as they
   * are there, as far as the rays beside it tell. NaN as above. Inside both is where the gap is less than −error; where it is from
   * −error to error, the bodies touch.
   */
  readonly error: Float32Array;
  /** Whether A's surface is where the gap begins: 1, else 0. */
  readonly aFirst: Uint8Array;
  /** The same of where it ends. Across a gap one of the two is A's; a stretch inside both may begin and end at one body's. */
  readonly aLast: Uint8Array;
  /** What each ray sees, as in {@link SEEN}. */
  readonly seen: Uint8Array;
  /** The least gap as measured, its ray, and its two ends: on A and on B. Absent where no ray sees both. */
  readonly minimum?: GapPlace;
  /** Rays inside both, by more than their gaps may be wrong, and the area that they stand for. */
  readonly interference: GapArea;
  /** For each band asked: the area where the gap is from 0 to `to`. Where the bodies touch, within the error, it counts as 0. */
  readonly bands: readonly (GapArea & { readonly to: number })[];
  /** Where the gap is at most `threshold`, within its error, in connected regions (eight neighbours), the largest first. */
  readonly threshold: number;
  readonly regions: readonly GapRegion[];
  /** Rays that could not be used: they enter a body and do not leave it, or run along walls of both nearer than snapping to each other. */
  readonly undecidedRays: number;
  /** How the direction came about. */
  readonly direction: 'given' | 'boxes' | 'faces';
  readonly measured: GapMeasurement;
  readonly machine: string;
}

export interface GapArea {
  readonly pixels: number;
  readonly area: number;
}

/**
 * One ray's gap. Inside both, the ends of the stretch take the place of the gap's: the body whose surface begins it is told there,
 * the other one at its end, even where the first one's surface ends it, too.
 */
export interface GapPlace {
  readonly gap: number;
  /** By how much it may be wrong. */
  readonly error: number;
  readonly ray: readonly [column: number, row: number];
  readonly onA: Vec3;
  readonly onB: Vec3;
}

export interface GapRegion extends GapArea {
  /** The deepest place of the region: that of the least gap. */
  readonly minimum: GapPlace;
  /** Of these, the rays inside both. */
  readonly interference: GapArea;
  /** In pixels, and in the world around its gaps from end to end. */
  readonly from: readonly [column: number, row: number];
  readonly to: readonly [column: number, row: number];
  readonly bounds: Box;
}

export interface GapMeasurement {
  /** By how much a gap may be wrong, from rounding alone; {@link GapMap.error} tells of each ray, with snapping. */
  readonly depthError: number;
  /**
   * Whether the rays tell if the bodies interfere. They do where some are surely inside both. Else they do not where some are
   * undecided, or where the least gap may be wrong by more than 1 % of how deep the thinner body is along the rays.
   */
  readonly isDecided: boolean;
  /** No place as wide as this across the view can have been missed. */
  readonly missedBelow: number;
  /** The same in words. */
  readonly limit: string;
}
