import type { PairKind } from '../detect/zlist/judgePair.js';
import { CAPITAL_PX, textWidth, write } from './bitmapFont.js';
import { type Canvas, DOTS, INK, QUIET, rectangle } from './canvas.js';
import type { ClashFocus } from './clashFocus.js';
import { drawBar, drawScaleBar, SCALE_BAR_PX } from './drawLegend.js';
import { drawLine, drawRing } from './drawMark.js';
import { BODY_COLOURS, type OverlapScale } from './drawScene.js';
import { legibleText, shortenText } from './legibleText.js';
import { formatShort } from './roundNumbers.js';

/** What is said below a picture of a clash. Lengths are in model units, which `unit` names. */
export interface ClashLegend extends Pick<ClashFocus, 'kind' | 'inner' | 'distance'> {
  readonly names: readonly [a: string, b: string];
  readonly unit: string;
  /** Absent where nothing overlaps. */
  readonly scale: OverlapScale | undefined;
  /** How many points are marked. */
  readonly markCount: number;
  /** Of a pixel's side. */
  readonly pixelLength: number;
  /** Along which one looks, in words. */
  readonly seen: string;
}

export const CLASH_LEGEND_PX = 152;
const PADDING = 20;
const GAP = 28;
const SWATCH = 14;
/** The lines, from the top of the legend. */
const LINE = { names: 14, words: 42, caption: 70, scale: 96 } as const;
/** Room for the last number below the bar, which may reach beyond it. */
const OVERHANG = 28;

/** Draws the legend from (0, top) to the canvas' right side. */
export function drawClashLegend(canvas: Canvas, legend: ClashLegend, top: number): void {
  const width = canvas.width / DOTS;
  const { names, scale, unit, pixelLength } = legend;
  const seen = shortenText(legend.seen, (width - 2 * PADDING) / 2);
  let x = PADDING;
  shortNames(names, width - 2 * PADDING - GAP - 2 * (SWATCH + 8)).forEach((name, k) => {
    rectangle(canvas, x, top + LINE.names, SWATCH, CAPITAL_PX, INK);
    rectangle(canvas, x + 1, top + LINE.names + 1, SWATCH - 2, CAPITAL_PX - 2, BODY_COLOURS[k as 0 | 1]);
    write(canvas, name, x + SWATCH + 8, top + LINE.names, INK);
    x += SWATCH + 8 + textWidth(name) + GAP;
  });
  write(canvas, shortenText(headline(legend), width - 2 * PADDING), PADDING, top + LINE.words, INK);
  const right = width - PADDING - Math.max(SCALE_BAR_PX, textWidth(seen));
  if (scale) {
    write(
      canvas,
      shortenText('longest overlap along each ray', right - GAP - PADDING),
      PADDING,
      top + LINE.caption,
      INK,
    );
    drawBar(canvas, scale, PADDING, top + LINE.scale, right - GAP - PADDING - OVERHANG);
  } else drawMarks(canvas, legend, PADDING, top + LINE.caption + CAPITAL_PX / 2);
  write(canvas, seen, right, top + LINE.caption, QUIET);
  drawScaleBar(canvas, { pixelLength, unit }, right, top + LINE.scale);
}

/** Both names within so many pixels: what the shorter one leaves is the other's. They differ where the names do. */
export function shortNames(names: readonly [string, string], room: number): [string, string] {
  const [a, b] = names.map((name) => legibleText(name) || '?');
  const cut = (one: string, other: string) => shortenText(one, Math.max(room / 2, room - textWidth(other)));
  const [p, q] = [cut(a, b), cut(b, a)];
  if (p !== q || a === b) return [p, q];
  let common = 0;
  while (a[common] === b[common]) common++;
  const [c, d] = [a, b].map((name) => `…${name.slice(common)}`);
  return [cut(c, d), cut(d, c)];
}

/** The kind in words, with the signed distance that tells how bad it is. */
export function headline({ kind, inner, distance, scale, unit }: ClashLegend): string {
  const words = kind ? WORDS[kind] : scale ? 'overlap' : 'no overlap';
  const which = kind === 'contained' && inner ? `, ${inner === 'a' ? 'A in B' : 'B in A'}` : '';
  const signed = distance ?? (scale ? -scale.longest : undefined);
  if (signed === undefined) return `${words}${which}`;
  const sign = signed < 0 ? '−' : signed > 0 ? '+' : '';
  return `${words}${which}: distance ${sign}${formatShort(Math.abs(signed))} ${unit}`;
}

const WORDS: Readonly<Record<PairKind, string>> = {
  hard: 'hard clash',
  contained: 'contained',
  duplicate: 'duplicate',
  clearance: 'too near',
  touch: 'touch',
  none: 'apart',
};

function drawMarks(canvas: Canvas, { kind, markCount }: ClashLegend, x: number, y: number): void {
  if (markCount > 1) {
    drawLine(canvas, [x + 6, y], [x + 34, y]);
    write(canvas, 'nearest points', x + 48, y - CAPITAL_PX / 2, INK);
  } else if (markCount > 0) {
    drawRing(canvas, [x + 11, y], 8);
    write(canvas, kind === 'touch' ? 'contact' : 'place', x + 32, y - CAPITAL_PX / 2, INK);
  }
}
