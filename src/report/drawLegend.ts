import { CAPITAL_PX, textWidth, write } from './bitmapFont.js';
import { type Canvas, DOTS, dot, INK, rectangle } from './canvas.js';
import { BODY_COLOURS, type OverlapScale } from './drawScene.js';
import { lineOnRamp, ramp } from './ramp.js';
import { formatShort, formatStep, roundBelow } from './roundNumbers.js';

/** What the legend tells. Lengths are in model units, which `unit` names. */
export interface Legend {
  readonly names: readonly [a: string, b: string];
  readonly unit: string;
  /** Absent where nothing overlaps. */
  readonly scale: OverlapScale | undefined;
  /** Of a pixel's side. */
  readonly pixelLength: number;
}

export const LEGEND_HEIGHT_PX = 96;
const PADDING = 28;
const GAP = 48;
const BAR = { top: 28, height: 18, leastWidth: 320 } as const;
const SWATCH = 14;
export const SCALE_BAR_PX = 160;
const NAME_LIMIT = 18;
/** Lengths come from a few 32-bit numbers: a mark may lie beyond the longest by so much of it. */
const FLOAT_SLACK = 1e-5;

/** The least width at which nothing is clipped, in pixels. */
export const legendWidth = (legend: Legend): number => 2 * PADDING + leftWidth(legend) + GAP + rightWidth(legend);

/** Draws the legend from (0, top) to the canvas' right side. */
export function drawLegend(canvas: Canvas, legend: Legend, top: number): void {
  const right = canvas.width / DOTS - PADDING;
  const middle = right - rightWidth(legend);
  write(canvas, caption(legend), PADDING, top, INK);
  if (legend.scale)
    drawBar(canvas, legend.scale, PADDING, top + BAR.top, Math.min(middle - GAP - PADDING, leftWidth(legend)));
  drawNames(canvas, legend, middle, top);
  drawScaleBar(canvas, legend, middle, top + BAR.top);
}

function caption({ scale, unit }: Legend): string {
  return scale
    ? `longest overlap along each ray, 0 … +${formatShort(scale.longest)}${unit && ` ${unit}`}`
    : 'no overlap along the view';
}

const leftWidth = (legend: Legend): number => Math.max(BAR.leastWidth, textWidth(caption(legend)));

/** The colours with the contour lines that the picture has, and a signed number under each. */
export function drawBar(canvas: Canvas, { longest, step }: OverlapScale, left: number, y: number, width: number): void {
  rectangle(canvas, left - 1, y - 1, width + 2, BAR.height + 2, INK);
  for (let u = 0; u < width * DOTS; u++)
    for (let v = 0; v < BAR.height * DOTS; v++)
      dot(canvas, left * DOTS + u, y * DOTS + v, ramp((u + 0.5) / (width * DOTS)));
  let free = 0; // where the next number may begin
  for (let k = 0; k * step <= longest * (1 + FLOAT_SLACK); k++) {
    const x = Math.min(left + width, Math.round(left + (k * step * width) / longest));
    const text = k === 0 ? '0' : `+${formatStep(k * step, step)}`;
    const begin = Math.round(Math.max(left, x - textWidth(text) / 2));
    if (k > 0 && x < left + width - 1) rectangle(canvas, x, y, 1, BAR.height, lineOnRamp((k * step) / longest));
    rectangle(canvas, Math.min(x, left + width - 1), y + BAR.height, 1, 5, INK);
    if (begin < free) continue;
    write(canvas, text, begin, y + BAR.height + 9, INK);
    free = begin + textWidth(text) + 8;
  }
}

const shownNames = ({ names }: Legend): string[] =>
  names.map((name) => (name.length > NAME_LIMIT ? `${name.slice(0, NAME_LIMIT - 1)}…` : name));

const rightWidth = (legend: Legend): number => {
  const [a, b] = shownNames(legend).map((name) => SWATCH + 8 + textWidth(name));
  return Math.max(a + 24 + b, SCALE_BAR_PX);
};

function drawNames(canvas: Canvas, legend: Legend, left: number, top: number): void {
  let x = left;
  shownNames(legend).forEach((name, k) => {
    rectangle(canvas, x, top, SWATCH, CAPITAL_PX, INK);
    rectangle(canvas, x + 1, top + 1, SWATCH - 2, CAPITAL_PX - 2, BODY_COLOURS[k]);
    write(canvas, name, x + SWATCH + 8, top, INK);
    x += SWATCH + 8 + textWidth(name) + 24;
  });
}

/** A length of the picture that is a round number. */
export function drawScaleBar(
  canvas: Canvas,
  { pixelLength, unit }: Pick<Legend, 'pixelLength' | 'unit'>,
  left: number,
  top: number,
): void {
  const length = roundBelow(SCALE_BAR_PX * pixelLength);
  const width = Math.round(length / pixelLength);
  const y = top + BAR.height / 2;
  rectangle(canvas, left, y - 1, width, 2, INK);
  rectangle(canvas, left, y - 6, 2, 12, INK);
  rectangle(canvas, left + width - 2, y - 6, 2, 12, INK);
  write(canvas, `${formatShort(length)}${unit && ` ${unit}`}`, left, top + BAR.height + 9, INK);
}
