import { type Body, still } from './body.js';
import { MAX_FRAME_PX } from './constants.js';
import { lookErrorOf } from './detect/depthError.js';
import { rememberBodies } from './detect/gap/bodiesOfMap.js';
import { chooseLook } from './detect/gap/chooseLook.js';
import { connectedRegions } from './detect/gap/connectedRegions.js';
import { directionFor } from './detect/gap/directionFor.js';
import { type GapRays, gapRays } from './detect/gap/gapRays.js';
import { boundsAlong, gapView } from './detect/gap/gapView.js';
import { putWallRaysAside } from './detect/gap/putWallRaysAside.js';
import { rayErrors } from './detect/gap/rayErrors.js';
import { RAY_SEES } from './detect/gap/rayGap.js';
import { toParty } from './detect/toParty.js';
import { InputError } from './errors.js';
import type { GapArea, GapMap, GapMeasurement, GapPlace, GapRegion } from './gapMap.js';
import type { Machine } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import { transformPoint } from './math/affine.js';
import { type Box, extent, intersectBoxes, isEmpty } from './math/box.js';
import type { Vec3 } from './math/vector.js';
import { basis } from './view/fit.js';
import { pixelSize, type View, worldFromScreen } from './view/view.js';

export interface GapOptions {
  /** Rays along the longer side of the view. */
  resolution?: number;
  /** Along which all rays run; by default as the bodies' boxes suggest, refined. */
  direction?: ArrayLike<number> | undefined;
  /** Where no direction is given: whether to turn the rays square to the faces that face each other, as far as that can be. */
  refine?: boolean;
  /** What is up in the map, any direction but that of the rays. */
  up?: ArrayLike<number> | undefined;
  /** Distances in model units; for each, the area is told where the gap is from 0 to it. */
  bands?: readonly number[];
  /** Where the gap is at most this, in model units, there are regions; negative for interference of some depth only. */
  threshold?: number;
  /** `both`: the map shows where both bodies can be seen, with a narrow border; `all`: both bodies whole. */
  extent?: 'both' | 'all';
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const GAP_DEFAULTS = {
  resolution: 512,
  direction: undefined,
  refine: true,
  up: undefined,
  bands: [],
  threshold: 0,
  extent: 'both',
  machine: undefined,
} as const satisfies GapOptions;

/**
 * How far it is from one body to the other along parallel rays: a map of signed distances, negative where rays are inside both
 * (Myszkowski, Okunev and Kunii 1995, section 8); with the least one, areas within given distances, and connected regions.
 * A ray through several walls takes the shortest way between the two bodies; inside both, the longest stretch.
 *
 * Bodies that no ray sees both of have a map without a `minimum`. Nothing is prepared, so bodies may deform from call to call.
 *
 * @example
 * const { minimum, bands, regions } = await gap(upperJaw, lowerJaw, { direction: [0, 0, -1], bands: [0.1, 0.2] });
 */
export async function gap(a: Body, b: Body, options: GapOptions = {}): Promise<GapMap> {
  const settings = settingsOf(options);
  check(settings);
  const [first, second] = [toParty(a, 0), toParty(b, 1)];
  const given = [still(a), still(b)] as const;
  const machine = settings.machine ?? (await sharedMachine());
  const directions = await directionFor(machine, first.body, second.body, settings);
  const { view, rays, by, depthError } = await chooseLook(
    directions,
    settings.resolution,
    async ({ direction, up, by }, resolution) => {
      const view = gapView(first.body, second.body, { direction, up, resolution, extent: settings.extent });
      const depthError = lookErrorOf(machine, view, [first, second]);
      const [rays] = await gapRays(machine, { a: first, b: second, depthError }, [view]);
      return { view, rays, by, depthError };
    },
  );
  const error = rayErrors(rays, view.columns, depthError);
  const unconfirmedRays = putWallRaysAside({ a: first, b: second, depthError }, view, rays, error);

  const { unsettled = 0, ...seenRays } = rays;
  const measuredRays: MeasuredRays = { ...seenRays, error };
  const lowest = leastOf(rays.gap);
  const minimum = lowest >= 0 ? placeOf(measuredRays, view, lowest) : undefined;
  const interference = areaOf(view, countOf(measuredRays, -Infinity, 0));
  const undecidedRays = rays.seen.reduce((count, sees) => count + Number(sees === RAY_SEES.undecided), 0);
  const thinnest = Math.min(...[first.body, second.body].map((body) => extent(boundsAlong(body, view))[2]));
  const map: GapMap = {
    a: first.body.name,
    b: second.body.name,
    view,
    columns: view.columns,
    rows: view.rows,
    pixelSize: pixelSize(view),
    ...measuredRays,
    ...(minimum ? { minimum } : {}),
    interference,
    bands: settings.bands.map((to) => ({ to, ...areaOf(view, countOf(measuredRays, 0, to)) })),
    threshold: settings.threshold,
    regions: regionsOf(measuredRays, view, settings.threshold),
    undecidedRays,
    direction: by,
    measured: measurementOf(view, {
      ...{ depthError, undecidedRays, unconfirmedRays, unsettled, thinnest },
      ...{ isInside: interference.pixels > unconfirmedRays, leastError: minimum?.error ?? 0 },
      mayHide: [first, second].some(({ soundness }) => soundness.mayBeOpen) && doBoxesMeet(first.bounds, second.bounds),
    }),
    machine: machine.name,
  };
  rememberBodies(map, ...given);
  return map;
}

/** Rays, and by how much their gaps may be wrong. */
interface MeasuredRays extends GapRays {
  readonly error: Float32Array;
}

const areaOf = (view: View, pixels: number): GapArea => {
  const [across, down] = pixelSize(view);
  return { pixels, area: pixels * across * down };
};

/** Gaps are f32: that of 0.1 is a little more than 0.1, and a distance of 0.1 must hold it. */
const holding = (distance: number): number => Math.max(distance, Math.fround(distance));

/** What a gap counts as: nothing where it may be nothing. */
const asCounted = (gap: number, error: number): number => (Math.abs(gap) <= error ? 0 : gap);

/** The rays whose gaps count as `from` to `to`; where `from` is −∞, as less than `to`. */
function countOf({ gap: gaps, error }: MeasuredRays, from: number, to: number): number {
  const last = holding(to);
  let count = 0;
  for (let p = 0; p < gaps.length; p++) {
    const counted = asCounted(gaps[p], error[p]);
    if (from === -Infinity ? counted < to : counted >= from && counted <= last) count++;
  }
  return count;
}

/** The first of the rays with the least gap; −1 where none has one. */
function leastOf(gaps: Float32Array): number {
  let least = -1;
  for (let p = 0; p < gaps.length; p++) if (gaps[p] < (least < 0 ? Infinity : gaps[least])) least = p;
  return least;
}

function placeOf({ gap: gaps, error, begin, aFirst }: MeasuredRays, view: View, p: number): GapPlace {
  const ray = [p % view.columns, Math.floor(p / view.columns)] as const;
  const world = worldFromScreen(view);
  const at = (depth: number): Vec3 => transformPoint(world, [ray[0] + 0.5, ray[1] + 0.5, depth / view.size[2]]);
  const [near, far] = [at(begin[p]), at(begin[p] + Math.abs(gaps[p]))];
  const [onA, onB] = aFirst[p] === 1 ? [near, far] : [far, near];
  return { gap: gaps[p], error: error[p], ray, onA, onB };
}

function regionsOf(rays: MeasuredRays, view: View, threshold: number): GapRegion[] {
  const { gap: gaps, error } = rays;
  const most = holding(threshold);
  const isMeant = new Uint8Array(gaps.length);
  for (let p = 0; p < gaps.length; p++) if (gaps[p] <= most + error[p]) isMeant[p] = 1;
  const { pixels, starts } = connectedRegions(isMeant, view.columns);
  const regions: GapRegion[] = [];
  for (let r = 0; r + 1 < starts.length; r++)
    regions.push(regionOf(rays, view, pixels.subarray(starts[r], starts[r + 1])));
  return regions.sort((one, other) => other.pixels - one.pixels);
}

function regionOf(rays: MeasuredRays, view: View, pixels: Uint32Array): GapRegion {
  const { gap: gaps, error, begin } = rays;
  const { columns, size } = view;
  const m = worldFromScreen(view);
  let lowest = pixels[0];
  let inside = 0;
  const from: [number, number] = [Infinity, Infinity];
  const to: [number, number] = [-1, -1];
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const p of pixels) {
    if (gaps[p] < -error[p]) inside++;
    // Of equals the first ray, whichever way the region was walked through.
    if (gaps[p] < gaps[lowest] || (gaps[p] === gaps[lowest] && p < lowest)) lowest = p;
    const x = p % columns;
    const y = (p - x) / columns;
    from[0] = Math.min(from[0], x);
    from[1] = Math.min(from[1], y);
    to[0] = Math.max(to[0], x);
    to[1] = Math.max(to[1], y);
    for (let k = 0; k < 3; k++) {
      const across = m[4 * k] * (x + 0.5) + m[4 * k + 1] * (y + 0.5) + m[4 * k + 3];
      const near = across + m[4 * k + 2] * (begin[p] / size[2]);
      const far = across + m[4 * k + 2] * ((begin[p] + Math.abs(gaps[p])) / size[2]);
      min[k] = Math.min(min[k], near, far);
      max[k] = Math.max(max[k], near, far);
    }
  }
  return {
    ...areaOf(view, pixels.length),
    minimum: placeOf(rays, view, lowest),
    interference: areaOf(view, inside),
    ...{ from, to, bounds: { min, max } },
  };
}

/** Vertices are snapped to 1/256 pixel, so an outline may be off by half of that on either side. */
const SNAPPED = 1 + 1 / 256;

/** Where the least gap may be wrong by more than this share of how deep the thinner body is, it tells nothing. No unit. */
const TOO_COARSE = 0.01;

interface Measured {
  readonly depthError: number;
  readonly undecidedRays: number;
  /** Rays inside both that may be artefacts of walls, but are too many to look at each again. */
  readonly unconfirmedRays: number;
  /** Rays on which not all crossings of a surface could be told apart. */
  readonly unsettled: number;
  /** How deep the thinner body is along the rays. */
  readonly thinnest: number;
  /** Whether some rays are inside both by more than they may be wrong, and no artefacts of walls. */
  readonly isInside: boolean;
  /** By how much the least gap may be wrong. */
  readonly leastError: number;
  /** Whether a body is open and the other may be inside of it: rays through the opening see nothing of that. */
  readonly mayHide: boolean;
}

const doBoxesMeet = (a: Box, b: Box): boolean => !isEmpty(intersectBoxes(a, b));

function measurementOf(view: View, measured: Measured): GapMeasurement {
  const { depthError, undecidedRays, unconfirmedRays, unsettled, thinnest, isInside, leastError, mayHide } = measured;
  const size = pixelSize(view);
  // A disc as wide as a pixel's diagonal, wherever it lies, has the middle of some pixel in it.
  const missedBelow = SNAPPED * Math.hypot(...size);
  const short = (x: number): string => Number(x.toPrecision(3)).toString();
  const isTooCoarse = leastError > TOO_COARSE * thinnest;
  const isDecided = isInside || (undecidedRays === 0 && unsettled === 0 && !isTooCoarse && !mayHide);
  const limit = [
    `Distances are along (${view.direction.map(short).join(', ')}), on rays ${short(size[0])} × ${short(size[1])} apart. Between them a gap can be smaller by as much as the surfaces rise from ray to ray; no place that holds a disc of diameter ${shortAbove(missedBelow)} across the rays can have been missed.`,
  ];
  if (undecidedRays > 0)
    limit.push(
      `But for ${undecidedRays} rays that could not be used, because they do not leave a body again, or run along a wall of both.`,
    );
  if (unconfirmedRays > 0)
    limit.push(
      `${unconfirmedRays} rays inside both that stand alone, as walls seen edge-on make them seem, were too many to look at again.`,
    );
  if (isTooCoarse)
    limit.push(
      `The least gap may be wrong by ${shortAbove(leastError)}, and the thinner body is ${short(thinnest)} deep along the rays.`,
    );
  if (unsettled > 0)
    limit.push(
      `On ${unsettled} rays not all crossings of a surface could be told apart, within the work that a ray may take.`,
    );
  if (mayHide) limit.push('A body is not closed: rays that go through its opening do not see what is inside.');
  if (!isDecided) limit.push('So the rays do not tell whether the bodies interfere.');
  return { depthError, missedBelow, isDecided, limit: limit.join(' ') };
}

/** A bound is rounded up. */
function shortAbove(x: number): string {
  const unit = 10 ** (Math.floor(Math.log10(x)) - 2);
  return Number((Math.ceil(x / unit) * unit).toPrecision(3)).toString();
}

type Settings = Required<Omit<GapOptions, 'direction' | 'up'>> & {
  readonly direction: Vec3 | undefined;
  readonly up: Vec3 | undefined;
};

/** Options that are given as undefined are not given. */
function settingsOf(options: GapOptions): Settings {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  const settings: Settings = { ...GAP_DEFAULTS, ...Object.fromEntries(given) };
  return { ...settings, direction: vectorOf(settings.direction), up: vectorOf(settings.up) };
}

/** Any list of three numbers; typed arrays are some. */
function vectorOf(given: ArrayLike<number> | undefined): Vec3 | undefined {
  if (given === undefined) return undefined;
  const isList = typeof given === 'object' && given !== null && given.length === 3;
  const numbers = isList ? Array.from(given) : [];
  if (!(isList && numbers.every((number) => typeof number === 'number')))
    throw new InputError(`gap: a direction is not three numbers (${String(given)}). Give x, y and z.`);
  return [numbers[0], numbers[1], numbers[2]];
}

function check({ resolution, direction, up, bands, threshold, extent, machine }: Settings): void {
  if (!(Number.isInteger(resolution) && resolution > 0 && resolution <= MAX_FRAME_PX))
    throw new InputError(
      `gap: the resolution is not a whole number from 1 to ${MAX_FRAME_PX} (${resolution}). Give the number of rays along the longer side.`,
    );
  if (!Array.isArray(bands))
    throw new InputError(`gap: the bands are no list (${String(bands)}). Give an array of distances in model units.`);
  for (const to of bands)
    if (!(typeof to === 'number' && to >= 0 && to < Infinity))
      throw new InputError(`gap: a band does not end at a distance (${to}). Give numbers from 0 up, in model units.`);
  if (!(typeof threshold === 'number' && !Number.isNaN(threshold)))
    throw new InputError(`gap: the threshold is not a number (${threshold}). Give a signed distance in model units.`);
  if (extent !== 'both' && extent !== 'all')
    throw new InputError(`gap: there is no extent '${extent}'. Choose one of: both, all.`);
  if (machine !== undefined && typeof machine?.run !== 'function')
    throw new InputError(
      `gap: this is no machine (${machine === null ? 'null' : typeof machine}). Give what open() returned.`,
    );
  if (direction) basis(direction, up);
}
