import { textWidth, write } from '../../src/report/bitmapFont.js';
import {
  type Canvas,
  type Colour,
  createCanvas,
  DOTS,
  dot,
  INK,
  PAPER,
  type Picture,
  QUIET,
  rectangle,
  toPicture,
} from '../../src/report/canvas.js';
import { drawBorder } from '../../src/report/drawMark.js';
import { ramp } from '../../src/report/ramp.js';
import { EDGE_END } from './crownRows.js';
import type { GapErrors } from './gapErrors.js';

/** mm: the colours go by powers of ten from here to there, in steps that can be read off. */
const RANGE = { least: 1e-5, most: 1 };
const STEPS = 20;
/** Pixels that see both, but are none of the occlusal surface and its edge; that see one; that see nothing. */
const GREYS: readonly Colour[] = [[196, 198, 202], [228, 229, 231], PAPER];
const PADDING = 28;
const TITLE = 30;
const CAPTION = 'in µm; the figures are of the occlusal side, the colours also of its edge';
const BAR = { width: 480, height: 18 };

export interface ErrorPanel {
  readonly title: string;
  readonly errors: GapErrors;
}

/** Figure 7: how far a map of distances is off, by the colour, for one direction above the other. One pixel is one ray. */
export function errorMap(panels: readonly ErrorPanel[]): Picture {
  const wide = Math.max(
    BAR.width,
    textWidth(CAPTION),
    ...panels.map(({ title, errors }) => Math.max(errors.map.columns, textWidth(title))),
  );
  const high = panels.reduce((sum, { errors }) => sum + TITLE + errors.map.rows + PADDING, PADDING);
  const canvas = createCanvas(wide + 2 * PADDING, high + 72, PAPER);
  let top = PADDING;
  for (const { title, errors } of panels) {
    write(canvas, title, PADDING, top, INK);
    top += TITLE;
    const left = PADDING + Math.floor((wide - errors.map.columns) / 2);
    drawErrors(canvas, errors, left, top);
    const { columns, rows } = errors.map;
    drawBorder(canvas, [left - 1, top - 1], [left + columns + 1, top + rows + 1]);
    top += rows + PADDING;
  }
  drawScale(canvas, PADDING, top);
  return toPicture(canvas);
}

function drawErrors(canvas: Canvas, { map, error, crownRow }: GapErrors, left: number, top: number): void {
  for (let y = 0, p = 0; y < map.rows; y++)
    for (let x = 0; x < map.columns; x++, p++) {
      const sees = map.seen[p];
      const grey = GREYS[Number.isNaN(error[p]) ? (sees === 0 ? 2 : 1) : 0];
      const colour = crownRow[p] <= EDGE_END && !Number.isNaN(error[p]) ? colourOf(place(Math.abs(error[p]))) : grey;
      for (let v = 0; v < DOTS; v++)
        for (let u = 0; u < DOTS; u++) dot(canvas, (left + x) * DOTS + u, (top + y) * DOTS + v, colour);
    }
}

const colourOf = (share: number): Colour => ramp(Math.floor(share * STEPS) / (STEPS - 1));

/** From 0 to 1 along the colours. */
const place = (size: number): number => Math.log(size / RANGE.least) / Math.log(RANGE.most / RANGE.least);

function drawScale(canvas: Canvas, left: number, top: number): void {
  const { width, height } = BAR;
  write(canvas, CAPTION, left, top, QUIET);
  const y = top + 22;
  rectangle(canvas, left - 1, y - 1, width + 2, height + 2, INK);
  for (let u = 0; u < width * DOTS; u++)
    for (let v = 0; v < height * DOTS; v++)
      dot(canvas, left * DOTS + u, y * DOTS + v, colourOf((u + 0.5) / (width * DOTS)));
  for (let value = RANGE.least; value < 2 * RANGE.most; value *= 10) {
    const x = Math.round(left + place(value) * width);
    const text = String(Number((1000 * value).toPrecision(1)));
    rectangle(canvas, Math.min(x, left + width - 1), y + height, 1, 5, INK);
    const begin = Math.max(left, Math.min(left + width - textWidth(text), x - textWidth(text) / 2));
    write(canvas, text, Math.round(begin), y + height + 9, INK);
  }
}
