import { InputError } from '../errors.js';
import type { Colour } from './canvas.js';

/** How gaps are coloured: as in a map of collisions, on a dentist's foil, or for a fit of two parts, too tight and too loose alike. */
export const GAP_PRESETS = ['clash', 'occlusion', 'deviation'] as const;
export type GapPreset = (typeof GAP_PRESETS)[number];

/** From the deepest interference, 0 or less, to the widest gap, 0 or more. What lies beyond takes the colour of the end. */
export type GapRange = readonly [least: number, most: number];

/** Which value has which colour. */
export interface GapScale {
  readonly preset: GapPreset;
  readonly range: GapRange;
  /** `occlusion`: ends of the steps on either side of 0, from 0 outwards; the last one of the upper side is the threshold. */
  readonly steps: readonly [below: readonly number[], above: readonly number[]];
}

/** Where there is no gap to be told: vertices that no ray sees beside the other body. */
export const NO_GAP: Colour = [176, 176, 176];
/** `occlusion`: where bodies are farther apart than the threshold, like plaster under the foil's marks. */
export const UNMARKED: Colour = [233, 229, 219];

// Stops from 0 outwards. On each side lightness changes one way only (a test holds that), so that a value can be read in grey and
// with colour blindness; which side it is, then also says the line along 0.
const SIDES: Readonly<Record<GapPreset, readonly [below: readonly Colour[], above: readonly Colour[]]>> = {
  // Myszkowski et al. 1995, figure 6: yellow to red inside both, green to blue between. The green is a bluish one: beside yellow and
  // orange it is told apart without a sense of red or green, too.
  clash: [
    [
      [255, 236, 64],
      [252, 172, 34],
      [232, 92, 22],
      [190, 14, 24],
    ],
    [
      [70, 196, 130],
      [24, 158, 150],
      [32, 104, 176],
      [30, 44, 120],
    ],
  ],
  // Articulating foil: strong red where teeth nearly touch, fading towards the threshold; purple where they go through each other.
  occlusion: [
    [
      [172, 84, 214],
      [126, 38, 170],
      [74, 8, 112],
    ],
    [
      [206, 20, 32],
      [242, 98, 44],
      [252, 172, 74],
      [255, 224, 146],
    ],
  ],
  // ColorBrewer's RdBu (Brewer 2003), which is safe for the colour-blind: blue below, white at 0, red above.
  deviation: [
    [
      [247, 247, 247],
      [146, 197, 222],
      [67, 147, 195],
      [33, 102, 172],
      [5, 48, 97],
    ],
    [
      [247, 247, 247],
      [244, 165, 130],
      [214, 96, 77],
      [178, 24, 43],
      [103, 0, 31],
    ],
  ],
};

/** How many steps `occlusion` has where none are given. */
const EVEN_STEPS = 4;

/**
 * A scale by its ends. `deviation` is symmetrical: it takes the farther end for both. `occlusion` ends at the upper end, beyond which
 * nothing is coloured; `steps` are the ends of its bands, those up to the threshold, and serve for interference as well.
 */
export function gapScale(preset: GapPreset, range: GapRange, steps: readonly number[] = []): GapScale {
  if (!GAP_PRESETS.includes(preset))
    throw new InputError(`gap colours: there is no preset '${preset}'. Choose one of: ${GAP_PRESETS.join(', ')}.`);
  checkGapRange(range);
  const [least, most] = range;
  if (preset === 'deviation') {
    const farther = Math.max(-least, most);
    return { preset, range: [-farther, farther], steps: [[], []] };
  }
  if (preset === 'clash') return { preset, range: [least + 0, most], steps: [[], []] };
  const within = [...new Set(steps.filter((step) => step > 0 && step < most))].sort((a, b) => a - b);
  const even = Array.from({ length: EVEN_STEPS - 1 }, (_, k) => (most * (k + 1)) / EVEN_STEPS);
  const above = most > 0 ? [...(within.length > 0 ? within : even), most] : [];
  // As many of the same steps below 0 as reach the deepest place, and one at least.
  const reached = above.findIndex((step) => step >= -least);
  const below = above.slice(0, reached < 0 ? above.length : reached + 1);
  if (least < 0 && below.length === 0) below.push(-least);
  return { preset, range: [least + 0, most], steps: [least < 0 ? below : [], above] };
}

/** The colour of a gap. Contact, a gap of 0, is the first colour of the upper side. */
export function gapColour(gap: number, { preset, range, steps }: GapScale): Colour {
  if (Number.isNaN(gap)) return NO_GAP;
  const side = gap < 0 ? 0 : 1;
  const stops = SIDES[preset][side];
  if (preset !== 'occlusion') {
    const end = range[side];
    return between(stops, end === 0 ? Number(gap !== 0) : gap / end);
  }
  if (gap > range[1]) return UNMARKED;
  const ends = steps[side];
  const k = ends.findIndex((end) => Math.abs(gap) <= end);
  // What is deeper than the last step is as dark as that.
  return between(stops, (k < 0 ? ends.length - 1 : k) / Math.max(1, steps[1].length - 1));
}

/**
 * Red, green and blue for each gap, as for the vertices of a body that `paintGap` gave values; a neutral grey where there is none.
 *
 * @example const rgb = gapColours(paintGap(map, tooth, 'a'), 'clash', [-0.1, 0.5])
 */
export function gapColours(values: ArrayLike<number>, preset: GapPreset, range: GapRange): Uint8Array {
  return coloursOn(values, gapScale(preset, range));
}

/** The same on a scale that is at hand. */
export function coloursOn(values: ArrayLike<number>, scale: GapScale): Uint8Array {
  const rgb = new Uint8Array(3 * values.length);
  for (let i = 0; i < values.length; i++) {
    const colour = gapColour(values[i], scale);
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = Math.round(colour[c]);
  }
  return rgb;
}

function between(stops: readonly Colour[], share: number): Colour {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const k = Math.min(stops.length - 2, Math.floor(at));
  const mix = (c: 0 | 1 | 2) => stops[k][c] + (stops[k + 1][c] - stops[k][c]) * (at - k);
  return [mix(0), mix(1), mix(2)];
}

/** Throws where a range is none. */
export function checkGapRange(range: GapRange): void {
  if (!(Array.isArray(range) && range.length === 2))
    throw new InputError(
      `gap colours: the range is not two numbers (${String(range)}). Give a number from 0 down and one from 0 up, as [-0.1, 0.5].`,
    );
  const [least, most] = range;
  if (!(least <= 0 && most >= 0 && least > -Infinity && most < Infinity))
    throw new InputError(
      `gap colours: the range does not hold 0 (${least} to ${most}). Give a number from 0 down and one from 0 up.`,
    );
}
