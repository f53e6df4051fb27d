import { pixelSize, type View } from '../../view/view.js';

/** What rays tell of the error of a volume that they measured. */
export interface VolumeDoubts {
  /** Rays through the overlap. */
  readonly pixels: number;
  /** How much the overlap's length changes from ray to ray, summed over all rays, across and down. */
  readonly change: number;
  /** What rounding, and rays that were put aside, may do to the sum of all lengths. */
  readonly rounding: number;
  /** How high walls of both bodies between neighbouring rays can be, summed over all rays, across and down. Default: 0. */
  readonly walls?: number;
}

/**
 * How wrong a sampled volume can be.
 *
 * Along one row of rays a pixel apart, the sum of the overlap's lengths differs from their integral by at most half a pixel
 * times the total variation of the length (Koksma 1942, for midpoints); rows differ from the plane likewise. The variation
 * is taken from ray to ray, so the bound holds where the length between two neighbours lies between theirs. Errors
 * fall on both sides and cancel, so that the bound is some thousand times too large where an overlap is well resolved.
 *
 * Where it does not, because both bodies have a wall between the two rays, an overlap thinner than a pixel may run along it:
 * a press fit. It is as high as one body becomes less and the other more, and at most a pixel wide.
 *
 * What peaks between rays is allowed for by {@link PEAK_PIXELS} columns of the whole depth; where no ray meets an overlap, by
 * a whole row of them, since a strip may run between two rows. Not allowed for are walls of which as much comes as goes, as
 * where teeth of both bodies lie crosswise above each other between two rays, nor any in one view of a whole scene;
 * and walls far from where an overlap ends are estimated, from some lines of rays.
 */
export function volumeErrorOf(view: View, { pixels, change, rounding, walls = 0 }: VolumeDoubts): number {
  const [across, down] = pixelSize(view);
  const hidden = pixels > 0 ? PEAK_PIXELS : Math.max(view.columns, view.rows);
  return across * down * (change / 2 + walls + rounding + hidden * view.size[2]);
}

/** A peak between four rays covers at most two pixels (its area and half of its neighbours') at the view's full depth. */
const PEAK_PIXELS = 2;
