import type { GapMap } from '../gapMap.js';
import { type GapScale, gapColour, NO_GAP } from '../report/gapColours.js';
import { gapLegend } from '../report/gapLegend.js';

/** What the colours of a gap mean: a bar from left to right, and its numbers. */
export interface GapLegendStops {
  /** What the bar shows, its unit included: signs, too. */
  readonly caption: string;
  /** Colours along the bar, `at` 0 to 1, as for a CSS gradient: where two have the same place, it jumps there. */
  readonly stops: readonly { readonly value: number; readonly at: number; readonly color: string }[];
  /** Numbers below the bar, with signs. */
  readonly marks: readonly { readonly value: number; readonly at: number; readonly text: string }[];
  /** Where there is no gap to be told. */
  readonly none: string;
}

/** Between the ends of a stretch; colours are mixed evenly from one to the next. */
const STEPS = 12;
/** The end of a stretch belongs to the next one; so much before it, it does not. */
const JUST_BEFORE = 1 - 1e-9;

/** The legend of a scale, as data for a page. */
export function gapLegendStops(map: GapMap, scale: GapScale, unit: string): GapLegendStops {
  const { caption, stretches, marks } = gapLegend(map, scale, unit);
  let begin = 0;
  const stops = stretches.flatMap(({ from, to, share }) => {
    const left = begin;
    begin += share;
    return Array.from({ length: STEPS + 1 }, (_, k) => {
      const part = k / STEPS;
      const inside = from + (to - from) * Math.min(JUST_BEFORE, Math.max(1 - JUST_BEFORE, part));
      return { value: from + (to - from) * part, at: left + share * part, color: cssOf(gapColour(inside, scale)) };
    });
  });
  return { caption, stops, marks, none: cssOf(NO_GAP) };
}

const cssOf = (rgb: readonly number[]): string =>
  `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
