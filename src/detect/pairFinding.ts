import type { BodyState } from '../body.js';
import type { Box } from '../math/box.js';
import type { Vec3 } from '../math/vector.js';
import type { View } from '../view/view.js';
import type { Soundness } from './soundness.js';

/** A body of a query, its place among the bodies given, and how far it can be trusted. */
export interface Party {
  readonly index: number;
  readonly body: BodyState;
  /** The body as it was given, where `body` is mended: some of its faces are there twice, and mended once. */
  readonly given?: BodyState;
  /** Around the body where it stands. */
  readonly bounds: Box;
  readonly soundness: Soundness;
}

/** The same for the same two bodies, in the same order. */
export const pairKey = (a: Party, b: Party): string => `${a.index},${b.index}`;

/** A ray, in pixels, its longest stretch inside both bodies, and the middle of that stretch. */
export interface DeepRay {
  readonly ray: readonly [number, number];
  readonly depth: number;
  readonly point: Vec3;
}

/** What one view showed of two bodies, in model units. Nothing here says which detector found it, nor of which kind the bodies are. */
export interface PairFinding {
  readonly a: Party;
  readonly b: Party;
  readonly view: View;
  /** By how much a length along the view may be wrong from rounding alone: overlaps no longer than this are touching. */
  readonly depthError: number;
  /** Rays through the overlap, and rays on which the bodies touch only. */
  readonly pixels: number;
  readonly touching: number;
  /** Rays with neighbours both ways in the overlap. Without any it is a line of rays: thin, or an artefact of a wall. */
  readonly core: number;
  /** The longest overlap of such a ray: what is deeper may be an artefact of a wall, too. */
  readonly coreDepth: number;
  /** Of each block of rays in which some go through the overlap, the deepest one. */
  readonly blocks: readonly DeepRay[];
  readonly volume: number;
  /** How wrong the volume can be, as far as the rays tell. */
  readonly volumeError: number;
  /** The longest stretch of a ray inside both. */
  readonly depth: number;
  /** Whether A lies inside B as far as the rays tell, and B inside A. */
  readonly inside: readonly [boolean, boolean];
  /** Rays amid such that leave A without leaving B, and the other way round, as far as that was asked. */
  readonly outCore: readonly [number, number];
  /** Some rays, in pixels, on which a body reaches out of the other one although it seems to lie inside. */
  readonly out: readonly (readonly [number, number])[];
  /** Rays that were put aside because they do not leave a body again, and rays inside a body more than once. */
  readonly open: readonly [number, number];
  readonly self: readonly [number, number];
  /** Rays on which not all crossings of a body's surface could be told apart; absent where there are none. */
  readonly unsettled?: readonly [number, number];
  /** Neighbouring rays between which a wall of both bodies can run, across and down the view, where no overlap was found. */
  readonly beside: readonly [number, number];
  /** Where the overlap is; absent where there is none. */
  readonly place?: {
    /** The middle of the longest stretch. */
    readonly deepest: Vec3;
    readonly centroid: Vec3;
    readonly bounds: Box;
    /** The same in the view: in pixels, and as a share of the depth range. */
    readonly region: Box;
    /** Points in the overlap, the deepest first. */
    readonly samples: readonly Vec3[];
  };
  /** The faces by which rays enter and leave the overlap, of A and of B; a body that is no mesh numbers its pieces. */
  readonly faces: readonly [Uint32Array, Uint32Array];
}
