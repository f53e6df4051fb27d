import type { View } from '../../view/view.js';
import { createLayers, type RayLayers } from './castRay.js';
import { type CastTarget, castAtTarget, castTarget, facesNear } from './castTarget.js';
import type { FacesNearRays } from './facesNearRays.js';
import { type GapPair, type GapRays, ruleOf } from './gapRays.js';
import { rayErrors } from './rayErrors.js';
import { createRayGap, findRayGap, type GapRule, RAY_SEES, type RayGap } from './rayGap.js';

/**
 * A doubtful ray is looked at again on a grid of `SIDE` × `SIDE` rays, 1/512 pixel apart, with itself in the middle. Snapping moves
 * each of two outlines by half the diagonal of 1/256 pixel at most, 1/181 pixel for both: what is true lies in the grid.
 */
const SIDE = 9;
const PITCH_PX = 1 / 512;
const REACH_PX = (PITCH_PX * (SIDE - 1)) / 2;
const MIDDLE = (SIDE * SIDE - 1) / 2;
/** So many are looked at again at once, so that lists of faces near them stay small. */
const BATCH = 4096;
/** No more than so many: where every ray is doubtful, the bodies are finer than the rays. */
const MOST = 65_536;

/**
 * Where two bodies share a wall that the rays run along, their outlines are snapped to 1/256 pixel each for itself, and a ray
 * between them seems to be inside both over the whole height of the wall. Such rays stand alone, or on a line. So does what is true
 * and hardly wider than a pixel. Looked at again, in f64 and without snapping, the one is gone, or thinner than snapping, and the
 * other is not.
 *
 * What is gone is replaced by what the ray truly meets. What is thinner than snapping, with walls of both bodies beside it, becomes
 * undecided. In place; with errors as {@link rayErrors} tells, and kept so. Returns how many doubtful rays were not looked at.
 */
export function putWallRaysAside(pair: GapPair, view: View, rays: GapRays, errors: Float32Array): number {
  const isTrue = new Uint8Array(rays.gap.length);
  let left = MOST;
  let look: ((batch: Uint32Array) => number) | undefined;
  for (;;) {
    // Put aside, a ray may leave others alone: where two walls meet, the one in the corner has neighbours both ways.
    const doubtful = standingOut(rays.gap, errors, view, isTrue);
    if (doubtful.length === 0) return 0;
    look ??= closerLook(pair, view, rays, isTrue);
    const chosen = doubtful.slice(0, left);
    let changed = 0;
    for (let from = 0; from < chosen.length; from += BATCH)
      changed += look(Uint32Array.from(chosen.slice(from, from + BATCH)).sort());
    if (changed > 0) errors.set(rayErrors(rays, view.columns, pair.depthError));
    left -= chosen.length;
    if (left === 0) return doubtful.length - chosen.length;
  }
}

/** Looks at some rays again: writes down which are true and mends the others. Tells how many others there were. */
function closerLook(pair: GapPair, view: View, rays: GapRays, isTrue: Uint8Array): (batch: Uint32Array) => number {
  const bodies = [pair.a, pair.b].map(({ body }) => castTarget(body, view));
  const rule = ruleOf(pair, view);
  const grid = createGrid();
  return (batch) => {
    const near = bodies.map((body) => facesNear(body, batch, view, 2 * REACH_PX));
    let changed = 0;
    for (const [k, p] of batch.entries()) {
      castGrid(grid, bodies, near, k, rule, p, view, rays);
      const most = rays.gap[p] / 2 / view.size[2];
      if (grid.isSolid || grid.gap.some((at, q) => at <= most && isAmid(grid.gap, SIDE, q, most))) {
        isTrue[p] = 1;
        continue;
      }
      changed++;
      if (grid.gap.some((at) => at <= most)) grid.middle.sees = RAY_SEES.undecided;
      writeRay(rays, p, grid.middle, view.size[2]);
    }
    return changed;
  };
}

/** What a closer look shows. */
interface Grid {
  /** The rays' gaps, as shares of the depth range; NaN where there is none. */
  readonly gap: Float64Array;
  readonly ray: RayGap;
  readonly middle: RayGap;
  layers: RayLayers;
  /** Whether one of the bodies has no wall here: amid the stretch it is there on all rays. */
  isSolid: boolean;
}

const createGrid = (): Grid => ({
  gap: new Float64Array(SIDE * SIDE),
  ray: createRayGap(),
  middle: createRayGap(),
  layers: createLayers(64),
  isSolid: false,
});

/** Casts the grid's rays around the ray p, which is number k of those that the near faces are of. */
function castGrid(
  grid: Grid,
  [a, b]: readonly CastTarget[],
  [nearA, nearB]: readonly FacesNearRays[],
  k: number,
  rule: GapRule,
  p: number,
  { columns, size }: View,
  { gap, begin }: GapRays,
): void {
  const facesA = nearA.faces.subarray(nearA.starts[k], nearA.starts[k + 1]);
  const facesB = nearB.faces.subarray(nearB.starts[k], nearB.starts[k + 1]);
  const most = facesA.length + facesB.length;
  if (2 * most > grid.layers.layerName.length) grid.layers = createLayers(2 * most);
  const { ray } = grid;
  const amid = (begin[p] + Math.abs(gap[p]) / 2) / size[2];
  let isSolidA = true;
  let isSolidB = true;
  for (let q = 0; q < SIDE * SIDE; q++) {
    const x = (p % columns) + 0.5 + ((q % SIDE) - (SIDE - 1) / 2) * PITCH_PX;
    const y = Math.floor(p / columns) + 0.5 + (Math.floor(q / SIDE) - (SIDE - 1) / 2) * PITCH_PX;
    let layers = grid.layers;
    let count = castAtTarget(layers, castAtTarget(layers, 0, a, facesA, 0, x, y), b, facesB, 1, x, y);
    if (2 * count > layers.layerName.length) {
      grid.layers = layers = createLayers(2 * count);
      count = castAtTarget(layers, castAtTarget(layers, 0, a, facesA, 0, x, y), b, facesB, 1, x, y);
    }
    const into = q === MIDDLE ? grid.middle : ray;
    findRayGap(into, layers, rule, 0, count, 0, 0);
    grid.gap[q] = into.sees === RAY_SEES.both ? into.to - into.from : Number.NaN;
    isSolidA &&= (windingAt(layers, count, 0, amid) & rule.bitsA) !== 0;
    isSolidB &&= (windingAt(layers, count, 1, amid) & rule.bitsB) !== 0;
  }
  grid.isSolid = isSolidA || isSolidB;
}

/** The winding of a slot's body at a depth. */
function windingAt({ layerName, layerDepth }: RayLayers, count: number, slot: number, depth: number): number {
  let winding = 0;
  for (let k = 0; k < count && layerDepth[2 * k + 1] <= depth; k++) {
    const name = layerName[2 * k];
    if ((name & 1) === slot) winding += (name >>> 31) * 2 - 1;
  }
  return winding;
}

function writeRay({ gap, begin, aFirst, aLast, seen }: GapRays, p: number, ray: RayGap, depth: number): void {
  const { sees, from, to, fromA, toA } = ray;
  const isBoth = sees === RAY_SEES.both;
  const isApart = from <= to;
  seen[p] = sees;
  gap[p] = isBoth ? (to - from) * depth : Number.NaN;
  begin[p] = isBoth ? Math.min(from, to) * depth : Number.NaN;
  aFirst[p] = isBoth && (isApart ? fromA : toA) ? 1 : 0;
  aLast[p] = isBoth && (isApart ? toA : fromA) ? 1 : 0;
}

/** The rays that are inside both, twice as deep as those beside them across, or those above and below; the deepest first. */
function standingOut(gap: Float32Array, errors: Float32Array, { columns }: View, isTrue: Uint8Array): number[] {
  const found: number[] = [];
  for (let p = 0; p < gap.length; p++)
    if (gap[p] < -errors[p] && isTrue[p] === 0 && !isAmid(gap, columns, p, gap[p] / 2)) found.push(p);
  return found.sort((p, q) => gap[p] - gap[q]);
}

/** Whether a ray has a neighbour across, and one above or below, whose gap is at most `most`. */
function isAmid(gap: Float32Array | Float64Array, columns: number, p: number, most: number): boolean {
  const x = p % columns;
  const isAcross = (x > 0 && gap[p - 1] <= most) || (x < columns - 1 && gap[p + 1] <= most);
  return isAcross && (gap[p - columns] <= most || gap[p + columns] <= most);
}
