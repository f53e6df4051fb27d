import { CAPITAL_PX, textWidth, write } from './bitmapFont.js';
import { type Canvas, type Colour, DOTS, dot, INK, rectangle } from './canvas.js';
import { drawScaleBar, SCALE_BAR_PX } from './drawLegend.js';
import { BODY_COLOURS } from './drawScene.js';
import { type GapScale, gapColour, UNMARKED } from './gapColours.js';
import { type GapLegend, type GapMark, type GapSwatch, valueAt } from './gapLegend.js';
import { legibleText, shortenText } from './legibleText.js';

const BAR = { top: 56, leastWidth: 480, height: 20 } as const;
/** The ends of the bar are pointed where there are values beyond them. */
const POINT_PX = 10;
const ROW = 24;
const SWATCH = 14;
const GAP = 44;
const MOST_SWATCH_TEXT = 260;
/** How far numbers may stand out beyond the ends of the bar. */
const OVERHANG = 24;

/** Undecided rays: stripes from the lower left to the upper right. */
export const HATCH: readonly [Colour, Colour] = [
  [226, 226, 232],
  [84, 88, 112],
];
export const hatchAt = (x: number, y: number): Colour => HATCH[(x + y) % 8 < 3 ? 1 : 0];

const HALO: Colour = [255, 255, 255];
const CROSS = { armPx: 10, holePx: 4 } as const;

/** How much room the legend takes below the picture. */
export const gapLegendHeight = ({ swatches }: GapLegend): number =>
  Math.max(BAR.top + 58, (swatches.length + 2) * ROW + 8);

export const gapLegendWidth = (legend: GapLegend): number => leftWidth(legend) + GAP + rightWidth(legend);

const leftWidth = ({ caption }: GapLegend): number => Math.max(BAR.leastWidth, textWidth(caption));

const rightWidth = ({ swatches }: GapLegend): number =>
  Math.max(SCALE_BAR_PX, ...swatches.map((swatch) => SWATCH + 8 + textWidth(swatchText(swatch))));

const swatchText = ({ text }: GapSwatch): string => shortenText(legibleText(text), MOST_SWATCH_TEXT);

/** Draws the bar with its numbers, and to the right of it what other colours mean and how long a length is. */
export function drawGapLegend(
  canvas: Canvas,
  legend: GapLegend,
  scale: GapScale,
  { left, top, unit, pixelLength }: { left: number; top: number; unit: string; pixelLength: number },
): void {
  write(canvas, legend.caption, left, top, INK);
  drawBar(canvas, legend, scale, [left, top + BAR.top], leftWidth(legend));
  const right = left + leftWidth(legend) + GAP;
  legend.swatches.forEach((swatch, k) => {
    drawSwatch(canvas, swatch, right, top + k * ROW);
  });
  drawScaleBar(canvas, { pixelLength, unit }, right, top + legend.swatches.length * ROW);
}

function drawBar(canvas: Canvas, legend: GapLegend, scale: GapScale, [x0, y]: readonly [number, number], room: number) {
  const { stretches, marks, minimum, beyond } = legend;
  const { height } = BAR;
  const left = x0 + (beyond[0] ? POINT_PX : 0);
  const width = x0 + room - (beyond[1] ? POINT_PX : 0) - left;
  rectangle(canvas, left - 1, y - 1, width + 2, height + 2, INK);
  for (let u = 0; u < width * DOTS; u++) {
    const colour = gapColour(valueAt(stretches, (u + 0.5) / (width * DOTS)), scale);
    for (let v = 0; v < height * DOTS; v++) dot(canvas, left * DOTS + u, y * DOTS + v, colour);
  }
  if (beyond[0]) drawPoint(canvas, left, y, -1, gapColour(-Infinity, scale));
  if (beyond[1]) drawPoint(canvas, left + width, y, 1, gapColour(Number.MAX_VALUE, scale));
  const xOf = ({ at }: GapMark): number => Math.round(left + at * width);
  for (const mark of marks) {
    const isZero = mark.value === 0;
    const x = Math.min(left + width - 1, xOf(mark));
    // Contact is the line through the whole bar.
    if (isZero) rectangle(canvas, x - 1, y - 5, 2, height + 12, INK);
    else rectangle(canvas, x, y + height, 1, 6, INK);
  }
  for (const { text, x } of roomFor(marks, xOf, left, left + width)) write(canvas, text, x, y + height + 11, INK);
  if (!minimum) return;
  const tip = xOf(minimum);
  for (let row = 0; row < 8; row++) rectangle(canvas, tip - (7 - row) / 2 - 0.5, y - 11 + row, 8 - row, 1, INK);
  const wide = textWidth(minimum.text);
  const begin = Math.max(left, Math.min(left + width - wide, tip - wide / 2));
  write(canvas, minimum.text, begin, y - 30, INK);
}

/** The end of the bar that points to what is beyond it. */
function drawPoint(canvas: Canvas, x: number, y: number, side: -1 | 1, colour: Colour): void {
  for (let u = 0; u < POINT_PX * DOTS; u++) {
    const half = ((BAR.height / 2) * (POINT_PX * DOTS - u)) / POINT_PX;
    const column = x * DOTS + (side > 0 ? u : -1 - u);
    for (let v = -Math.ceil(half) - 2; v < half + 2; v++)
      dot(canvas, column, (y + BAR.height / 2) * DOTS + v, v >= -half && v < half ? colour : INK);
  }
}

/** Numbers that fit beside each other: 0 first, then from the ends inwards. */
function roomFor(marks: readonly GapMark[], xOf: (mark: GapMark) => number, left: number, right: number) {
  const zero = marks.findIndex(({ value }) => value === 0);
  const outermost = (k: number): number => (k === zero ? Infinity : Math.abs(k - zero));
  const order = marks.map((_, k) => k).sort((p, q) => outermost(q) - outermost(p));
  const taken: { text: string; x: number; end: number }[] = [];
  for (const k of order) {
    const { text } = marks[k];
    const wide = textWidth(text);
    const x = Math.round(Math.max(left - OVERHANG, Math.min(right + OVERHANG - wide, xOf(marks[k]) - wide / 2)));
    if (taken.every((one) => x > one.end + 10 || x + wide < one.x - 10)) taken.push({ text, x, end: x + wide });
  }
  return taken;
}

function drawSwatch(canvas: Canvas, swatch: GapSwatch, x: number, y: number): void {
  write(canvas, swatchText(swatch), x + SWATCH + 8, y, INK);
  if (swatch.of === 'minimum') {
    drawCross(canvas, x + SWATCH / 2, y + CAPITAL_PX / 2);
    return;
  }
  rectangle(canvas, x, y, SWATCH, CAPITAL_PX, INK);
  const [x0, y0] = [(x + 1) * DOTS, (y + 1) * DOTS];
  for (let v = 0; v < (CAPITAL_PX - 2) * DOTS; v++)
    for (let u = 0; u < (SWATCH - 2) * DOTS; u++) dot(canvas, x0 + u, y0 + v, colourOf(swatch.of, x0 + u, y0 + v));
}

function colourOf(of: Exclude<GapSwatch['of'], 'minimum'>, x: number, y: number): Colour {
  if (of === 'undecided') return hatchAt(x, y);
  return of === 'unmarked' ? UNMARKED : BODY_COLOURS[of === 'onlyA' ? 0 : 1];
}

/** Four arms around a place that stays free to be seen, dark with a bright edge. */
export function drawCross(canvas: Canvas, x: number, y: number): void {
  const { armPx, holePx } = CROSS;
  for (const [wide, more, colour] of [
    [4, 1, HALO],
    [2, 0, INK],
  ] as const)
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const [from, to] = [holePx - more, armPx + more];
      const [x0, x1] = dx === 0 ? [x - wide / 2, x + wide / 2] : [x + dx * from, x + dx * to];
      const [y0, y1] = dy === 0 ? [y - wide / 2, y + wide / 2] : [y + dy * from, y + dy * to];
      rectangle(canvas, Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0), colour);
    }
}
