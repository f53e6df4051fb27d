import type { Colour } from './canvas.js';

/**
 * Nine stops of viridis (Smith, van der Walt and Firing 2015, CC0): even in perceived lightness from dark to bright, and
 * readable with every common kind of colour blindness as well as in grey.
 */
const STOPS: readonly Colour[] = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];

/** The colour for a share from 0 (dark) to 1 (bright). */
export function ramp(share: number): Colour {
  const at = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const k = Math.min(STOPS.length - 2, Math.floor(at));
  const mix = (c: 0 | 1 | 2) => STOPS[k][c] + (STOPS[k + 1][c] - STOPS[k][c]) * (at - k);
  return [mix(0), mix(1), mix(2)];
}

/** For lines on the ramp: bright where it is dark, dark where it is bright. */
export const lineOnRamp = (share: number): Colour => (share < 0.55 ? [255, 255, 255] : [20, 24, 40]);
