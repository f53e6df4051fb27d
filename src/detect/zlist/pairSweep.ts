// Shinya, Forgue: Interference detection through rasterization, 1991. The paper's overlap(z_list) for two bodies, with a
// winding count per body in place of the paper's pairs of z-values, so that bodies need not be convex.
import { BEST_WORDS, BLOCK_PX, type Kernel, offer } from '../../machine/kernel.js';
import { addSums, carryMoments, noOverlaps } from './overlapSums.js';
import { pairSweepWgsl } from './pairSweep.wgsl.js';
import { LENGTH_MASK, MEETS, NO_OVERLAP, SOME_A, SOME_B, slabBits } from './rayCode.js';
import { listWords } from './rayShape.js';
import { type Sweep, sweepAlike } from './sweepAlike.js';
import { createRayFacts, isInsideTwice, sweepRay, turns } from './sweepRay.js';
import { MOMENT_PARTS, toParts } from './sweepUnits.js';
import { tellRow } from './tellAlone.js';

/** What the kernel is told of a tile, as `examine` wants it. */
export interface SweepParameters {
  /** Stretches no longer than this (a share of the depth range) may be rounding: bodies touch there. */
  readonly noise: number;
  /** A body overlaps itself where it does for longer than this: beside its outline, a face's depth is off by a pixel's slope. */
  readonly coarseNoise: number;
  /** Whether a body's faces do not agree on what is outside: then inside is where an odd number of layers lies before. */
  readonly oddInside: readonly [boolean, boolean];
  /** Whether a body may be open, and lies wholly in the depth range: rays that do not leave it again are put aside. */
  readonly mayBeOpen: readonly [boolean, boolean];
  /** Whether a body lies wholly in view, and so may lie inside the other: where it reaches out of it is then told. */
  readonly mayBeInside: readonly [boolean, boolean];
}

export const sweepParameters = ({
  noise,
  coarseNoise,
  oddInside,
  mayBeOpen,
  mayBeInside,
}: SweepParameters): number[] => [
  noise,
  coarseNoise,
  ...oddInside.map(Number),
  ...mayBeOpen.map(Number),
  ...mayBeInside.map(Number),
];

/**
 * For a tile with two bodies A and B: every stretch of every ray inside both of them.
 *
 * The map holds words as in rayCode.ts, which `sideBySide` reads. How far a ray is in one body alone is told of all rays on the
 * GPU, and on the CPU of those for which it is asked: on both sides of where an overlap ends, and on some lines of rays.
 */
export const pairSweep: Kernel = {
  name: 'pairSweep',
  reads: ['lists'],
  tally: {
    /** Rays through an overlap, and all overlaps together. */
    pixels: 'sum',
    length: 'sum64',
    /** Rays on which the bodies touch; of use where they overlap on none. */
    touching: 'sum',
    /** Where the overlap lies: sums of column, row and depth, weighed by length; and the outermost of each. */
    momentX: 'sum64',
    momentY: 'sum64',
    momentZ: 'sum64',
    /** Multiples of MOMENT_CARRY that belong to these sums: on the CPU they would not be exact otherwise. How much is carried depends on the bands. */
    carryX: 'sum',
    carryY: 'sum',
    carryZ: 'sum',
    minX: 'min',
    maxX: 'max',
    minY: 'min',
    maxY: 'max',
    minZ: 'min',
    maxZ: 'max',
    /** Rays that were put aside because they do not leave the body again. */
    openA: 'sum',
    openB: 'sum',
    /** Rays that are inside a body more than once. */
    selfA: 'sum',
    selfB: 'sum',
  },
  parameterCount: 8,
  map: true,
  marks: true,
  best: true,
  inThreads: true,

  cpu(pixels, tally, [noise, coarseNoise, oddA, oddB, checkA, checkB, trackA, trackB]) {
    const { columns, rows, map } = pixels;
    const codes = new Int32Array(map.buffer, map.byteOffset, map.length);
    const insides = { bitsA: oddA ? 1 : -1, bitsB: oddB ? 1 : -1 };
    const rules = { noise, coarseNoise, oddA, oddB, checkA, checkB, trackA, trackB };
    const sweep: Sweep = { pixels, words: listWords(pixels), tally, codes, insides, sums: noOverlaps(), ...rules };
    let areAlike = true;
    for (let y = 0; y < rows; y++) {
      if (areAlike || y % TRIAL_ROWS === 0) areAlike = sweepAlike(sweep, y, sweepRays) * FEW_ALIKE < columns;
      else sweepRays(sweep, 0, columns, y);
      carryMoments(sweep.sums);
      tellRow(pixels, codes, insides, noise, y);
    }
    addSums(tally, sweep.sums);
  },

  wgsl: pairSweepWgsl,
};

/** Rays are swept together where so many at least are alike, in the mean; where they are not, that is tried on some rows only. */
const FEW_ALIKE = 4;
const TRIAL_ROWS = 16;

/** One for all rays, so that none is made per ray. */
const facts = createRayFacts();

const BLOCK_SHIFT = Math.log2(BLOCK_PX);

/** Sweeps the rays from `fromX` to `endX` of row y, one by one: the rule, which {@link sweepAlike} follows at less cost. */
function sweepRays(sweep: Sweep, fromX: number, endX: number, y: number): void {
  const { pixels, tally, sums, codes, insides } = sweep;
  const { noise, coarseNoise, oddA, oddB, checkA, checkB, trackA, trackB } = sweep;
  const { columns, rows, firstRow, first, layerName, layerDepth, faceBits, before, offset, stride } = pixels;
  const { marks, markBase, best } = pixels;
  const { bitsA, bitsB } = insides;
  const count = columns * rows;
  const faceMask = (1 << faceBits) - 1;
  const baseB = markBase[1];
  const mayBeOpen = checkA !== 0 || checkB !== 0;
  const row = y + firstRow;
  const blocks = (row >>> BLOCK_SHIFT) * Math.ceil(columns / BLOCK_PX);
  let { pixels: overlapping, length: total, momentX, momentY, momentZ, minX, maxX, minZ, maxZ } = sums;

  for (let x = fromX, p = y * columns + fromX; x < endX; x++, p++) {
    const from = first[p];
    const last = first[p + 1];
    let a = before[p];
    let b = before[count + p];
    const place = offset + y * stride + x;
    codes[place] = 0;
    if (from === last && a === 0 && b === 0) continue;
    if (mayBeOpen) {
      const isOpenA = checkA !== 0 && ((a + turns(pixels, from, last, 0)) & bitsA) !== 0;
      const isOpenB = checkB !== 0 && ((b + turns(pixels, from, last, 1)) & bitsB) !== 0;
      if (isOpenA) tally.openA++;
      if (isOpenB) tally.openB++;
      if (isOpenA || isOpenB) continue;
    }

    let both = (a & bitsA) !== 0 && (b & bitsB) !== 0;
    let isMany = (a + 1) >>> 0 > 2 || (b + 1) >>> 0 > 2;
    let touches = false;
    let length = 0;
    let longest = 0;
    let longestAt = 0;
    // The overlap that is not yet counted, and the faces that bound it (−1: the view's border).
    let begin = 0;
    let end = -1;
    let beginFace = -1;
    let endFace = -1;
    for (let k = from; ; k++) {
      let face = -1;
      let depth = 1;
      if (k < last) {
        const name = layerName[2 * k];
        const turn = (name >>> 31) * 2 - 1;
        face = name & faceMask;
        if ((name & 0x7fff_ffff) >>> faceBits === 0) {
          a += turn;
          if ((a + 1) >>> 0 > 2) isMany = true;
        } else {
          b += turn;
          face += baseB;
          if ((b + 1) >>> 0 > 2) isMany = true;
        }
        const now = (a & bitsA) !== 0 && (b & bitsB) !== 0;
        if (now === both) continue;
        both = now;
        depth = layerDepth[2 * k + 1];
        if (!now) {
          end = depth;
          endFace = face;
          continue;
        }
        // Where one overlap goes on from another one, as across a face inside a body, they are one.
        if (depth - end <= noise) continue;
      } else if (both) {
        end = 1;
        endFace = -1;
      }
      if (end >= 0) {
        const stretch = end - begin;
        if (stretch > noise) {
          if (beginFace >= 0) marks[beginFace] = 1;
          if (endFace >= 0) marks[endFace] = 1;
          length += stretch;
          momentZ += Math.floor((begin + end) * MOMENT_PARTS + 0.5) * toParts(stretch);
          if (begin < minZ) minZ = begin;
          if (end > maxZ) maxZ = end;
          if (stretch > longest) {
            longest = stretch;
            longestAt = begin;
          }
        } else touches = true;
      }
      if (k >= last) break;
      begin = depth;
      beginFace = face;
    }
    if (isMany) {
      if (oddA === 0 && isInsideTwice(pixels, p, 0, coarseNoise)) tally.selfA++;
      if (oddB === 0 && isInsideTwice(pixels, p, 1, coarseNoise)) tally.selfB++;
    }

    let code = length === 0 ? NO_OVERLAP | MEETS : MEETS | (length * LENGTH_MASK);
    // Contacts and slabs of all rays without an overlap, whether others go through one or not: who sweeps the others is not known.
    if (length === 0 || trackA || trackB) {
      sweepRay(facts, pixels, insides, from, last, before[p], before[count + p], noise);
      if (length === 0) {
        if (facts.touches || touches) tally.touching++;
        code |= slabBits(facts.slabsA, facts.slabsB);
      } else code |= (trackA && facts.slabsA !== 0 ? SOME_A : 0) | (trackB && facts.slabsB !== 0 ? SOME_B : 0);
    }
    codes[place] = code;
    if (length === 0) continue;
    const whole = toParts(length);
    overlapping++;
    total += whole;
    momentX += x * whole;
    momentY += row * whole;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (toParts(longest) > best[BEST_WORDS * (blocks + (x >>> BLOCK_SHIFT))])
      offer(pixels, p, toParts(longest), toParts(longestAt));
  }

  if (overlapping === sums.pixels) return;
  sums.pixels = overlapping;
  sums.length = total;
  sums.momentX = momentX;
  sums.momentY = momentY;
  sums.momentZ = momentZ;
  sums.minX = minX;
  sums.maxX = maxX;
  sums.minY = Math.min(sums.minY, row);
  sums.maxY = row;
  sums.minZ = minZ;
  sums.maxZ = maxZ;
}
