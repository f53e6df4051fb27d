import { BEST_WORDS, BLOCK_PX, type CpuTally, type Pixels } from '../../machine/kernel.js';
import type { OverlapSums } from './overlapSums.js';
import { EVERY_OTHER, LENGTH_MASK, MEETS, NO_OVERLAP, SOME_A, SOME_B } from './rayCode.js';
import { alikeCount, createRayShape, type Insides, type ListWords, readShape } from './rayShape.js';
import { DEPTH_PARTS, MOMENT_PARTS, SLABS } from './sweepUnits.js';

// The usual rays, many of one shape side by side, go through loops over all of them that do one thing each. These loops call
// nothing, and hold imported constants in locals: only so does the engine keep its checks of arrays and of bindings out of them.

/** What is swept, by which rules, and what comes of it; the rules as in {@link pairSweep}'s parameters. */
export interface Sweep {
  readonly pixels: Pixels;
  readonly words: ListWords;
  readonly tally: CpuTally;
  readonly sums: OverlapSums;
  /** The map as words. */
  readonly codes: Int32Array;
  readonly insides: Insides;
  readonly noise: number;
  readonly coarseNoise: number;
  readonly oddA: number;
  readonly oddB: number;
  readonly checkA: number;
  readonly checkB: number;
  readonly trackA: number;
  readonly trackB: number;
}

/** One for all rays, so that none is made per ray. */
const shape = createRayShape();

/** Sweeps row y by runs of rays that are of one shape, unusual ones by the given function. Tells how many runs there are. */
export function sweepAlike(
  sweep: Sweep,
  y: number,
  sweepRays: (sweep: Sweep, fromX: number, endX: number, y: number) => void,
): number {
  const { pixels, words, tally, codes, insides, checkA, checkB } = sweep;
  const { columns, offset, stride } = pixels;
  let runs = 0;
  for (let x = 0, end = 0; x < columns; x = end, runs++) {
    const p = y * columns + x;
    readShape(shape, pixels, insides, p);
    end = x + alikeCount(shape, words, pixels, p, columns - x);
    const isOpenA = checkA !== 0 && shape.staysInA;
    const isOpenB = checkB !== 0 && shape.staysInB;
    if (isOpenA) tally.openA += end - x;
    if (isOpenB) tally.openB += end - x;
    const meetsNone = shape.layerCount === 0 && shape.a === 0 && shape.b === 0;
    if (meetsNone || isOpenA || isOpenB) fillCodes(codes, 0, offset + y * stride + x, end - x);
    else if (shape.overlapCount === 0 && !shape.isMany) sweepApart(sweep, x, end, y);
    else if (shape.overlapCount === 1 && !shape.isMany)
      for (let at = x; at < end; at++) {
        at = sweepOneOverlap(sweep, at, end, y);
        if (at < end) sweepRays(sweep, at, at + 1, y);
      }
    else sweepRays(sweep, x, end, y);
  }
  return runs;
}

/** Rays of one shape, side by side. */
interface Run {
  /** The first one's place in the map, and how many there are. */
  readonly place: number;
  readonly count: number;
  /** The first ray's first layer, and from ray to ray how many there are. */
  readonly from: number;
  readonly layerCount: number;
}

const BLOCK_SHIFT = Math.log2(BLOCK_PX);

/** Sweeps the rays from `fromX` to `endX` of row y, which go through one overlap, up to one on which it is within rounding: tells which. */
function sweepOneOverlap(sweep: Sweep, fromX: number, endX: number, y: number): number {
  const { pixels, sums, codes, noise, trackA, trackB } = sweep;
  const { columns, firstRow, first, layerDepth, offset, stride, best } = pixels;
  const parts = DEPTH_PARTS;
  const momentParts = MOMENT_PARTS;
  const lengthMask = LENGTH_MASK;
  const meets = MEETS;
  const blockShift = BLOCK_SHIFT;
  const bestWords = BEST_WORDS;
  const row = y + firstRow;
  const from = first[y * columns + fromX];
  const { layerCount, beginAt, endAt } = shape;
  const step = 2 * layerCount;
  const blocks = (row >>> blockShift) * Math.ceil(columns / BLOCK_PX);
  const place = offset + y * stride + fromX;
  let { momentX, momentZ, minZ, maxZ } = sums;
  let total = 0;
  let x = fromX;
  let atBegin = 2 * (from + beginAt) + 1;
  let atEnd = 2 * (from + endAt) + 1;
  for (let at = place; x < endX; x++, at++) {
    const begin = beginAt < 0 ? 0 : layerDepth[atBegin];
    const end = endAt < 0 ? 1 : layerDepth[atEnd];
    const stretch = end - begin;
    if (stretch <= noise) break;
    atBegin += step;
    atEnd += step;
    codes[at] = meets | (stretch * lengthMask);
    const whole = Math.floor(stretch * parts + 0.5);
    total += whole;
    momentX += x * whole;
    momentZ += Math.floor((begin + end) * momentParts + 0.5) * whole;
    if (begin < minZ) minZ = begin;
    if (end > maxZ) maxZ = end;
    // As `offer` does.
    const block = bestWords * (blocks + (x >>> blockShift));
    if (whole > best[block]) {
      best[block] = whole;
      best[block + 1] = row * columns + x;
      best[block + 2] = begin * parts + 0.5;
    }
  }
  const count = x - fromX;
  if (count === 0) return x;
  sums.pixels += count;
  sums.length += total;
  sums.momentX = momentX;
  sums.momentY += row * total;
  sums.momentZ = momentZ;
  sums.minZ = minZ;
  sums.maxZ = maxZ;
  if (fromX < sums.minX) sums.minX = fromX;
  if (x - 1 > sums.maxX) sums.maxX = x - 1;
  if (row < sums.minY) sums.minY = row;
  sums.maxY = row;
  if (beginAt >= 0) markLayers(pixels, from + beginAt, count, layerCount);
  if (endAt >= 0) markLayers(pixels, from + endAt, count, layerCount);
  if (trackA !== 0 || trackB !== 0) tellOut(sweep, { place, count, from, layerCount });
  return x;
}

/** Marks the faces of `count` layers of one body, so many layers apart. */
function markLayers(
  { layerName, faceBits, marks, markBase }: Pixels,
  layer: number,
  count: number,
  apart: number,
): void {
  const faceMask = (1 << faceBits) - 1;
  const base = markBase[(layerName[2 * layer] & 0x7fff_ffff) >>> faceBits];
  const stop = 2 * (layer + count * apart);
  for (let at = 2 * layer; at < stop; at += 2 * apart) marks[base + (layerName[at] & faceMask)] = 1;
}

/** Adds to the words of rays through an overlap where they are in a body alone that may lie inside the other. */
function tellOut({ pixels, codes, noise, trackA, trackB }: Sweep, run: Run): void {
  const { changeCount, changeAt, changeTo } = shape;
  for (let c = 0, state = shape.state, since = -1; c <= changeCount; c++) {
    const until = c < changeCount ? changeAt[c] : -1;
    if (state === 1 && trackA !== 0) addLonger(codes, pixels.layerDepth, run, since, until, noise, SOME_A);
    if (state === 2 && trackB !== 0) addLonger(codes, pixels.layerDepth, run, since, until, noise, SOME_B);
    state = changeTo[c];
    since = until;
  }
}

/** Adds bits where the way from one layer to another (−1: the view's border) is longer than rounding. */
function addLonger(
  codes: Int32Array,
  layerDepth: Float32Array,
  { place, count, from, layerCount }: Run,
  since: number,
  until: number,
  noise: number,
  bits: number,
): void {
  const step = 2 * layerCount;
  let atBegin = 2 * (from + since) + 1;
  let atEnd = 2 * (from + until) + 1;
  for (let at = place; at < place + count; at++, atBegin += step, atEnd += step) {
    const begin = since < 0 ? 0 : layerDepth[atBegin];
    const end = until < 0 ? 1 : layerDepth[atEnd];
    if (end - begin > noise) codes[at] |= bits;
  }
}

/** Sweeps the rays from x to `endX` of row y, which go through no overlap. */
function sweepApart(sweep: Sweep, x: number, endX: number, y: number): void {
  const { pixels, tally, codes, noise } = sweep;
  const { columns, first, layerDepth, offset, stride } = pixels;
  const run = {
    place: offset + y * stride + x,
    count: endX - x,
    from: first[y * columns + x],
    layerCount: shape.layerCount,
  };
  fillCodes(codes, NO_OVERLAP | MEETS, run.place, run.count);
  const { changeCount, changeAt, changeTo } = shape;
  for (let c = 0, state = shape.state, left = 0, since = -1; c <= changeCount; c++) {
    const next = c < changeCount ? changeTo[c] : 0;
    const until = c < changeCount ? changeAt[c] : -1;
    if (state !== 0) addSlabs(codes, layerDepth, run, since, until, noise, state - 1);
    else if (left !== 0 && next !== 0 && next !== left) {
      // As through a hole, in which the other body is, there may be several such gaps; a ray counts once.
      if (shape.gapCount > 1) noteWithin(codes, layerDepth, run, since, until, noise);
      else tally.touching += countWithin(layerDepth, run, since, until, noise);
    }
    left = state;
    state = next;
    since = until;
  }
  if (shape.gapCount > 1) tally.touching += takeNotes(codes, run);
}

function fillCodes(codes: Int32Array, code: number, from: number, count: number): void {
  for (let at = from; at < from + count; at++) codes[at] = code;
}

/** Adds the slabs between two layers, as `slabBits`, where they are farther apart than rounding. */
function addSlabs(
  codes: Int32Array,
  layerDepth: Float32Array,
  { place, count, from, layerCount }: Run,
  since: number,
  until: number,
  noise: number,
  shift: number,
): void {
  const slabs = SLABS;
  const last = SLABS - 1;
  const everyOther = EVERY_OTHER;
  const step = 2 * layerCount;
  let atBegin = 2 * (from + since) + 1;
  let atEnd = 2 * (from + until) + 1;
  for (let at = place; at < place + count; at++, atBegin += step, atEnd += step) {
    const begin = since < 0 ? 0 : layerDepth[atBegin];
    const end = until < 0 ? 1 : layerDepth[atEnd];
    if (end - begin <= noise) continue;
    const bits = (2 << Math.min(last, (end * slabs) | 0)) - (1 << Math.min(last, (begin * slabs) | 0));
    codes[at] |= ((bits | (bits >>> 1)) & everyOther) << shift;
  }
}

/** One of the bits for lengths in one body alone, which are told later. */
const NOTED_AT = 16;

/** Notes the rays on which two layers are no farther apart than rounding. */
function noteWithin(
  codes: Int32Array,
  layerDepth: Float32Array,
  { place, count, from, layerCount }: Run,
  since: number,
  until: number,
  noise: number,
): void {
  const noted = 1 << NOTED_AT;
  for (let k = 0, at = 2 * from + 1; k < count; k++, at += 2 * layerCount)
    if (layerDepth[at + 2 * until] - layerDepth[at + 2 * since] <= noise) codes[place + k] |= noted;
}

/** How many rays were noted; the notes are gone then. */
function takeNotes(codes: Int32Array, { place, count }: Run): number {
  const notedAt = NOTED_AT;
  let found = 0;
  for (let at = place; at < place + count; at++) {
    found += (codes[at] >>> notedAt) & 1;
    codes[at] &= ~(1 << notedAt);
  }
  return found;
}

/** On how many rays two layers are no farther apart than rounding. */
function countWithin(
  layerDepth: Float32Array,
  { count, from, layerCount }: Run,
  since: number,
  until: number,
  noise: number,
): number {
  let found = 0;
  for (let k = 0, at = 2 * from + 1; k < count; k++, at += 2 * layerCount)
    if (layerDepth[at + 2 * until] - layerDepth[at + 2 * since] <= noise) found++;
  return found;
}
