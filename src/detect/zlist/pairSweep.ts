// Shinya, Forgue: Interference detection through rasterization, 1991. The paper's overlap(z_list) for two bodies, with a
// winding count per body in place of the paper's pairs of z-values, so that bodies need not be convex.
import { BEST_WORDS, BLOCK_PX, type Kernel, offer } from '../../machine/kernel.js';
import { pairSweepWgsl } from './pairSweep.wgsl.js';
import { LENGTH_MASK, MEETS, NO_OVERLAP, SOME_A, SOME_B, slabBits } from './rayCode.js';
import { createRayFacts, isInsideTwice, sweepRay, turns } from './sweepRay.js';
import { MOMENT_PARTS, toParts } from './sweepUnits.js';
import { tellAlone, wallStep } from './tellAlone.js';

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

  cpu(pixels, tally, [noise, coarseNoise, oddA, oddB, checkA, checkB, trackA, trackB]) {
    const { columns, rows, firstRow, first, layerName, layerDepth, faceBits, before, offset, stride, map } = pixels;
    const { view, marks, markBase, best } = pixels;
    const codes = new Int32Array(map.buffer, map.byteOffset, map.length);
    const count = columns * rows;
    const faceMask = (1 << faceBits) - 1;
    const baseB = markBase[1];
    const bitsA = oddA ? 1 : -1;
    const bitsB = oddB ? 1 : -1;
    const insides = { bitsA, bitsB };
    const mayBeOpen = checkA !== 0 || checkB !== 0;
    const step = wallStep(view);
    const blocksAcross = Math.ceil(columns / BLOCK_PX);
    let overlapping = 0;
    let total = 0;
    let momentX = 0;
    let momentY = 0;
    let momentZ = 0;
    let minX = columns;
    let maxX = -1;
    let minY = rows;
    let maxY = -1;
    let minZ = 2;
    let maxZ = -1;

    for (let y = 0, p = 0; y < rows; y++) {
      const row = y + firstRow;
      // The next band looks back on the last row of this one, and has no lists of it.
      const isLine = row % step === step >> 1 || (y === rows - 1 && row < view.rows - 1);
      const up = row > 0 ? stride : 0;
      let line = isLine ? 0 : step >> 1;
      for (let x = 0; x < columns; x++, p++) {
        const from = first[p];
        const last = first[p + 1];
        let a = before[p];
        let b = before[count + p];
        const place = offset + y * stride + x;
        codes[place] = 0;
        const isOnLine = x === line;
        if (isOnLine) line += isLine ? 1 : step;
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
        // Contacts and slabs matter only where there is no overlap at all.
        if (overlapping === 0 || trackA || trackB) {
          sweepRay(facts, pixels, insides, from, last, before[p], before[count + p], noise);
          if (length === 0) {
            if (facts.touches || touches) tally.touching++;
            code |= slabBits(facts.slabsA, facts.slabsB);
          } else code |= (trackA && facts.slabsA !== 0 ? SOME_A : 0) | (trackB && facts.slabsB !== 0 ? SOME_B : 0);
        }
        codes[place] = code;
        // Where an overlap ends, signs differ; to the left and above the view it does no harm.
        if (isOnLine || ((code ^ codes[place - 1]) | (code ^ codes[place - up])) < 0)
          tellAlone(pixels, codes, insides, noise, x, y);
        if (length === 0) continue;
        const whole = toParts(length);
        overlapping++;
        total += whole;
        momentX += x * whole;
        momentY += row * whole;
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
        maxY = y;
        const block = (row >>> BLOCK_SHIFT) * blocksAcross + (x >>> BLOCK_SHIFT);
        if (toParts(longest) > best[BEST_WORDS * block]) offer(pixels, p, toParts(longest), toParts(longestAt));
      }
    }

    tally.pixels += overlapping;
    tally.length += total;
    tally.momentX += momentX;
    tally.momentY += momentY;
    tally.momentZ += momentZ;
    if (overlapping === 0) return;
    tally.minX = Math.min(tally.minX, minX);
    tally.maxX = Math.max(tally.maxX, maxX);
    tally.minY = Math.min(tally.minY, minY + firstRow);
    tally.maxY = Math.max(tally.maxY, maxY + firstRow);
    tally.minZ = Math.min(tally.minZ, toParts(minZ));
    tally.maxZ = Math.max(tally.maxZ, toParts(maxZ));
  },

  wgsl: pairSweepWgsl,
};

/** One for all rays, so that none is made per ray. */
const facts = createRayFacts();

const BLOCK_SHIFT = Math.log2(BLOCK_PX);
