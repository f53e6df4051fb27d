// Myszkowski, Okunev, Kunii: Fast collision detection between complex solids, 1995, section 8 (figure 6): the distance between two
// bodies along the rays, here from sorted lists, so that neither body need be convex along a ray.
import type { Kernel } from '../../machine/kernel.js';
import { rayGapWgsl } from './gapKernels.wgsl.js';
import { createRayGap, findRayGap, type GapRule, RAY_SEES } from './rayGap.js';

/** What the kernels are told of a tile, as `examine` wants it. */
export const gapParameters = ({ bitsA, bitsB, checkA, checkB, noise }: GapRule): number[] => [
  ...[bitsA, bitsB, Number(checkA), Number(checkB), noise],
];

/** Codes from here on say what a ray sees, where it is not both. */
const NO_GAP = 2;
/** So that 0, too, has a sign, and no machine takes it for 0. Far below the last bit of a depth. */
const LEAST_DEPTH = 2 ** -40;

const CODES = { noGap: NO_GAP, leastDepth: LEAST_DEPTH, seesBoth: RAY_SEES.both, undecided: RAY_SEES.undecided };

/** One for all rays, so that none is made per ray. */
const ray = createRayGap();

/**
 * For a tile with two bodies, wholly in its depth range: one end of each ray's gap, as in {@link findRayGap}. Two kernels tell
 * both ends, so that neither loses a bit of its depth: positive on A, negative on B, or 2 + what the ray sees. `gapRays`
 * takes them apart.
 */
const endOfGap = (end: 'from' | 'to'): Kernel => ({
  name: `gap-${end}`,
  reads: ['lists'],
  tally: {},
  parameterCount: 5,
  map: true,
  inThreads: true,

  cpu(pixels, _, [bitsA, bitsB, checkA, checkB, noise]) {
    const { columns, rows, first, before, offset, stride, map } = pixels;
    const rule: GapRule = { bitsA, bitsB, checkA: checkA !== 0, checkB: checkB !== 0, noise };
    const count = columns * rows;
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        findRayGap(ray, pixels, rule, first[p], first[p + 1], before[p], before[count + p]);
        const isA = end === 'from' ? ray.fromA : ray.toA;
        const depth = Math.max(end === 'from' ? ray.from : ray.to, LEAST_DEPTH);
        map[offset + y * stride + x] = ray.sees === RAY_SEES.both ? (isA ? depth : -depth) : NO_GAP + ray.sees;
      }
  },

  wgsl: rayGapWgsl(end, CODES),
});

export const gapFrom: Kernel = endOfGap('from');
export const gapTo: Kernel = endOfGap('to');

/** What a code of either kernel says the ray sees. */
export const seenBy = (code: number): number => (code < NO_GAP ? RAY_SEES.both : code - NO_GAP);
