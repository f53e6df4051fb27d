import type { Pixels } from '../../machine/kernel.js';

/** What a ray sees of two bodies. */
export const RAY_SEES = { nothing: 0, onlyA: 1, onlyB: 2, both: 3, undecided: 4 } as const;

/** How a body's windings are read. */
export interface GapRule {
  /** What counts as inside: all windings but 0 (−1), or the odd ones (1). */
  readonly bitsA: number;
  readonly bitsB: number;
  /** Whether a body may be open: rays that do not leave it again are undecided. */
  readonly checkA: boolean;
  readonly checkB: boolean;
  /** Stretches that are no farther apart than this share of the depth range are one. */
  readonly noise: number;
}

/**
 * The gap of a ray through A (slot 0) and B (slot 1), as shares of the depth range: from the surface at `from` to the one at
 * `to`. Where the ray is inside both, it is from the end of the longest such stretch back to its beginning. So `to − from` is
 * the signed distance.
 */
export interface RayGap {
  /** One of {@link RAY_SEES}; the rest is of use where it is `both`. */
  sees: number;
  from: number;
  to: number;
  /** Whether it is A's surface that lies there. */
  fromA: boolean;
  toA: boolean;
}

export const createRayGap = (): RayGap => ({ sees: 0, from: 0, to: 0, fromA: false, toA: false });

/** Sweeps a ray whose layers are `first` to `end`, with windings `a` and `b` at the near plane. */
export function findRayGap(
  ray: RayGap,
  { layerName, layerDepth, faceBits }: Pick<Pixels, 'layerName' | 'layerDepth' | 'faceBits'>,
  { bitsA, bitsB, checkA, checkB, noise }: GapRule,
  first: number,
  end: number,
  a: number,
  b: number,
): void {
  let inA = (a & bitsA) !== 0;
  let inB = (b & bitsB) !== 0;
  let seesA = inA;
  let seesB = inB;
  // Where the ray last left each body, and where it last left both at once; −1: not yet.
  let leftA = -1;
  let leftB = -1;
  let leftBoth = -1;
  // Where the present stretch inside both began.
  let begin = 0;
  let beginA = true;
  let longest = -1;
  let shortest = 2;
  for (let k = first; k < end; k++) {
    const name = layerName[2 * k];
    const turn = (name >>> 31) * 2 - 1;
    const isA = (name & 0x7fff_ffff) >>> faceBits === 0;
    const wasIn = isA ? inA : inB;
    if (isA) inA = ((a += turn) & bitsA) !== 0;
    else inB = ((b += turn) & bitsB) !== 0;
    const isIn = isA ? inA : inB;
    if (isIn === wasIn) continue;
    const depth = layerDepth[2 * k + 1];
    const isInOther = isA ? inB : inA;
    if (isIn) {
      if (isA) seesA = true;
      else seesB = true;
      if (isInOther) {
        // Where one stretch goes on from another one, as across a face inside a body, they are one.
        if (leftBoth < 0 || depth - leftBoth > noise) {
          begin = depth;
          beginA = isA;
        }
        continue;
      }
      const left = isA ? leftB : leftA;
      if (longest >= 0 || left < 0 || depth - left >= shortest) continue;
      shortest = depth - left;
      ray.from = left;
      ray.to = depth;
      ray.fromA = !isA;
      ray.toA = isA;
    } else {
      if (isA) leftA = depth;
      else leftB = depth;
      if (!isInOther) continue;
      leftBoth = depth;
      if (depth - begin <= longest) continue;
      longest = depth - begin;
      ray.from = depth;
      ray.to = begin;
      ray.fromA = isA;
      ray.toA = beginA;
    }
  }
  if ((checkA && inA) || (checkB && inB)) ray.sees = RAY_SEES.undecided;
  else ray.sees = (seesA ? RAY_SEES.onlyA : 0) | (seesB ? RAY_SEES.onlyB : 0);
}
