import { type Body, type BodyState, still, worldBounds } from './body.js';
import { DEPTH_ERROR_SHARE, ROUNDING_SHARE } from './constants.js';
import { LENGTH_PARTS, pairOverlap, pairOverlapMap } from './detect/zlist/pairOverlap.js';
import { InputError } from './errors.js';
import type { Machine, Timings } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import { extent } from './math/box.js';
import { length, type Vec3 } from './math/vector.js';
import { single } from './view/atlas.js';
import { fitPair } from './view/fit.js';
import { pixelSize, type View } from './view/view.js';

export interface OverlapOptions {
  /** Rays across and down the zone where the two bodies' boxes meet. */
  resolution?: number;
  /** How deep an overlap may be and still count as touching, in model units. Never less than `depthError`. */
  tolerance?: number;
  /** Along which the rays run; by default the thinnest way through that zone. */
  direction?: Vec3 | undefined;
  /** Whether to bring the overlap along every ray back. */
  map?: boolean;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const OVERLAP_DEFAULTS = {
  resolution: 512,
  tolerance: 0,
  direction: undefined,
  map: false,
  machine: undefined,
} as const;

/** What was found between two bodies, and how it was measured. Plain data. */
export interface Overlap {
  readonly a: string;
  readonly b: string;
  /** Whether some ray is inside both bodies for longer than the tolerance. Bodies that only touch do not overlap. */
  readonly overlaps: boolean;
  readonly volume: number;
  /** The longest stretch of a ray inside both bodies. */
  readonly depthAlongView: number;
  /** How many rays go through the overlap, and the area that they stand for. */
  readonly pixels: number;
  readonly area: number;
  /** Absent where the boxes are apart: then nothing had to be measured. */
  readonly measured?: {
    readonly precision: 'sampled';
    readonly machine: string;
    readonly view: View;
    readonly pixelSize: readonly [number, number];
    /** By how much a length along the view may be wrong, from rounding alone, in model units. */
    readonly depthError: number;
    /** In words: what this measurement can have missed. */
    readonly limit: string;
  };
  /** The overlap along each ray, row by row, in model units. */
  readonly map?: Float32Array;
  readonly timings: Timings;
}

/**
 * Measures how much two solids overlap: z-lists along parallel rays through the zone where their boxes meet.
 *
 * @example const { overlaps, volume } = await overlap(body(box({ size: 2 })), body(icoSphere({ radius: 1.2 })))
 */
export async function overlap(first: Body, second: Body, options: OverlapOptions = {}): Promise<Overlap> {
  const { resolution, tolerance, direction, map, machine } = { ...OVERLAP_DEFAULTS, ...options };
  if (!(tolerance >= 0))
    throw new InputError(
      `overlap: the tolerance is not a length (${tolerance}). Give a number from 0 up, in model units.`,
    );
  const begin = performance.now();
  const [a, b] = [still(first), still(second)];
  const names = { a: a.name, b: b.name };
  const view = fitPair(a, b, direction ? { resolution, direction } : { resolution });
  if (!view) {
    const timings = { wallMs: performance.now() - begin, stagesMs: {} };
    return { ...names, overlaps: false, volume: 0, depthAlongView: 0, pixels: 0, area: 0, timings };
  }
  const at = machine ?? (await sharedMachine());
  return at.run(single(view), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    const [{ pixels, length: total, longest }] = await frame.examine(map ? pairOverlapMap : pairOverlap);
    const shares = map ? await frame.read('map') : undefined;
    const [across, down] = pixelSize(view);
    const depth = view.size[2];
    const depthError = Math.max(
      DEPTH_ERROR_SHARE * depth,
      ROUNDING_SHARE * reachOf(a, b),
      at.positionError * Math.max(sizeOf(a), sizeOf(b)),
    );
    return {
      ...names,
      overlaps: (longest / LENGTH_PARTS) * depth > Math.max(tolerance, depthError),
      volume: (total / LENGTH_PARTS) * across * down * depth,
      depthAlongView: (longest / LENGTH_PARTS) * depth,
      pixels,
      area: pixels * across * down,
      measured: {
        precision: 'sampled',
        machine: at.name,
        view,
        pixelSize: [across, down],
        depthError,
        limit: `An overlap that is narrower than ${across.toPrecision(3)} across the view or ${down.toPrecision(3)} down it can lie between the rays.`,
      },
      ...(shares && { map: shares.map((share) => share * depth) }),
      timings: { ...frame.timings(), wallMs: performance.now() - begin },
    };
  });
}

const sizeOf = (body: BodyState): number => length(extent(worldBounds(body)));

/** The largest coordinate of either body where it stands. */
const reachOf = (...bodies: readonly BodyState[]): number =>
  Math.max(...bodies.map(worldBounds).flatMap(({ min, max }) => [...min, ...max].map(Math.abs)));
