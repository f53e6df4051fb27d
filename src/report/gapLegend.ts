import { type GapMap, SEEN } from '../gapMap.js';
import { directionName } from './directionName.js';
import { formatCoordinate, formatFigure } from './formatFigure.js';
import type { GapScale } from './gapColours.js';
import { gapSettled } from './gapSettled.js';
import { formatShort, formatStep, roundStep, roundUp } from './roundNumbers.js';

/** What is said around a picture of gaps. Lengths are in model units, which `unit` names. */
export interface GapLegend {
  /** Above the picture: the names, how it is seen, the least gap. */
  readonly title: readonly string[];
  /** What the bar shows, its unit included. */
  readonly caption: string;
  /** The bar from left to right: stretches of values, each as wide as the others of its kind. */
  readonly stretches: readonly GapStretch[];
  /** Whether the map has values beyond the left and the right end of the bar. */
  readonly beyond: readonly [boolean, boolean];
  /** Numbers below the bar, each with its sign. */
  readonly marks: readonly GapMark[];
  /** Above the bar, where the least gap is. */
  readonly minimum: GapMark | undefined;
  /** What other colours mean. */
  readonly swatches: readonly GapSwatch[];
}

export interface GapStretch {
  readonly from: number;
  readonly to: number;
  /** Of the bar's width. */
  readonly share: number;
}

export interface GapMark {
  readonly value: number;
  /** From 0 to 1 along the bar. */
  readonly at: number;
  readonly text: string;
}

export interface GapSwatch {
  readonly of: 'onlyA' | 'onlyB' | 'undecided' | 'unmarked' | 'minimum';
  readonly text: string;
}

/** Numbers on each side of 0. */
const MOST_MARKS = 4;
/** Errors that are larger than this share of the least gap are told beside it. */
const WORTH_TELLING = 0.005;
/** Gaps are 32-bit numbers: the range's ends may be off by so much of it. */
const FLOAT_SLACK = 1e-6;

/** The texts and numbers of a legend. Dentists count in µm: `occlusion` does where the unit is mm. */
export function gapLegend(map: GapMap, scale: GapScale, unit: string): GapLegend {
  const isSmall = scale.preset === 'occlusion' && unit === 'mm' && scale.range[1] < 1;
  const [factor, shownUnit] = isSmall ? [1000, 'µm'] : [1, unit];
  const stretches = stretchesOf(scale);
  const found = map.minimum;
  // What may be 0 but for its error is contact.
  const minimum = found && (Math.abs(found.gap) <= found.error ? 0 : found.gap);
  const inUnit = unit && ` ${unit}`;
  const [width, height] = map.pixelSize.map(formatShort);
  return {
    title: [
      `${map.a} × ${map.b}`,
      `gap along ${directionName(map.view.direction)}, pixels of ${width} × ${height}${inUnit}`,
      minimum === undefined
        ? 'no ray sees both bodies'
        : `minimum ${signed(minimum, formatFigure(minimum))}${inUnit}${withinOf(minimum, found!.error)} at (${found!.onA.map(formatCoordinate).join(', ')}) on A`,
    ],
    caption: captionOf(scale, shownUnit),
    stretches,
    beyond: beyondOf(map, scale, stretches),
    marks: marksOf(scale, factor).map(({ value, text }) => ({ value, text, at: placeOn(stretches, value) })),
    minimum:
      minimum === undefined
        ? undefined
        : {
            value: minimum,
            at: placeOn(stretches, minimum),
            text: `minimum ${signed(minimum, formatFigure(minimum * factor))}`,
          },
    swatches: swatchesOf(map, scale, factor, shownUnit),
  };
}

/** By how much a gap may be wrong, where that is worth a word. */
const withinOf = (gap: number, error: number): string =>
  error > WORTH_TELLING * Math.abs(gap) ? ` (within ${formatShort(roundUp(error, 2))})` : '';

function captionOf({ preset, range }: GapScale, unit: string): string {
  const parts = [
    ...(range[0] < 0 ? ['− inside both'] : []),
    '0 contact',
    ...(range[1] > 0 ? [preset === 'occlusion' ? '+ near' : '+ apart'] : []),
  ];
  return `gap${unit && ` in ${unit}`}: ${parts.join(', ')}`;
}

/** Each side of 0 has half of the bar, whatever its length: shallow interference is to be seen beside wide gaps. Steps are alike. */
function stretchesOf({ preset, range: [least, most], steps: [below, above] }: GapScale): GapStretch[] {
  if (preset === 'occlusion') {
    const share = 1 / Math.max(1, below.length + above.length);
    const down = below.map((end, k) => ({ from: -end, to: k === 0 ? 0 : -below[k - 1], share })).reverse();
    return [...down, ...above.map((end, k) => ({ from: k === 0 ? 0 : above[k - 1], to: end, share }))];
  }
  const share = least < 0 && most > 0 ? 0.5 : 1;
  return [
    ...(least < 0 ? [{ from: least, to: 0, share }] : []),
    ...(most > 0 || least === 0 ? [{ from: 0, to: most, share }] : []),
  ];
}

/** Where a value lies along the bar, at its ends what is beyond. */
export function placeOn(stretches: readonly GapStretch[], value: number): number {
  let begin = 0;
  for (const { from, to, share } of stretches) {
    if (value < from) return begin;
    // The end of one is the beginning of the next.
    if (value < to) return begin + (share * (value - from)) / (to - from);
    begin += share;
  }
  return Math.min(1, begin);
}

/** What value a place along the bar stands for; at a border that of the left stretch. */
export function valueAt(stretches: readonly GapStretch[], at: number): number {
  let begin = 0;
  for (const [k, { from, to, share }] of stretches.entries()) {
    if (at <= begin + share || k === stretches.length - 1)
      return from + (to - from) * Math.min(1, (at - begin) / share);
    begin += share;
  }
  return 0;
}

function marksOf({ preset, range, steps }: GapScale, factor: number): Omit<GapMark, 'at'>[] {
  const zero = { value: 0, text: '0' };
  const sides = [-1, 1].map((sign, side) => {
    const length = Math.abs(range[side]);
    if (preset === 'occlusion')
      return steps[side].map((end) => ({ value: sign * end, text: signed(sign, formatShort(end * factor)) }));
    if (length === 0) return [];
    const step = roundStep(length, MOST_MARKS);
    return Array.from({ length: Math.floor(length / step + 1e-6) }, (_, k) => ({
      value: sign * (k + 1) * step,
      text: signed(sign, formatStep((k + 1) * step, step)),
    }));
  });
  return [...sides[0].reverse(), zero, ...sides[1]];
}

function swatchesOf(map: GapMap, scale: GapScale, factor: number, unit: string): GapSwatch[] {
  const has = (seen: number): boolean => map.seen.includes(seen);
  return [
    ...(has(SEEN.onlyA) ? [{ of: 'onlyA', text: `only A: ${map.a}` } as const] : []),
    ...(has(SEEN.onlyB) ? [{ of: 'onlyB', text: `only B: ${map.b}` } as const] : []),
    ...(scale.preset === 'occlusion'
      ? [{ of: 'unmarked', text: `beyond +${formatShort(scale.range[1] * factor)}${unit && ` ${unit}`}` } as const]
      : []),
    ...(map.undecidedRays > 0 || has(SEEN.undecided) ? [{ of: 'undecided', text: 'undecided' } as const] : []),
    ...(map.minimum ? [{ of: 'minimum', text: 'minimum' } as const] : []),
  ];
}

/** `occlusion` has a colour of its own for what is beyond its threshold. */
function beyondOf(map: GapMap, { preset }: GapScale, stretches: readonly GapStretch[]): [boolean, boolean] {
  const gaps = gapSettled(map);
  const [from, to] = [stretches[0]?.from ?? 0, stretches.at(-1)?.to ?? 0];
  const slack = FLOAT_SLACK * (to - from);
  const above = preset !== 'occlusion' && gaps.some((value) => value > to + slack);
  return [gaps.some((value) => value < from - slack), above];
}

/** With a sign that has the width of a digit's; 0 has none. */
function signed(sign: number, text: string): string {
  const size = text.replace(/^[-−]/, '');
  return Number(size) === 0 ? '0' : `${sign < 0 ? '−' : '+'}${size}`;
}
