import { type Canvas, type Colour, DOTS, dot, INK } from './canvas.js';

/** A place in pixels. */
export type Place = readonly [x: number, y: number];

/** A rectangle in pixels. */
export type Clip = readonly [left: number, top: number, right: number, bottom: number];

const HALO: Colour = [255, 255, 255];
/** What is marked: seen on both bodies, on paper and beside every colour of the ramp. */
export const MARK: Colour = [200, 30, 20];

/** A ring with a bright edge on both sides. */
export function drawRing(canvas: Canvas, [x, y]: Place, radiusPx: number): void {
  const middle = (radius: number, width: number, colour: Colour) =>
    eachDot(canvas, [x, y], radius + width, (distance) => Math.abs(distance - radius) <= width / 2, colour);
  middle(radiusPx, 5, HALO);
  middle(radiusPx, 2.5, MARK);
}

/** A line with a small disc at each end. */
export function drawLine(canvas: Canvas, from: Place, to: Place): void {
  for (const [width, radius, colour] of [
    [4, 4.5, HALO],
    [2, 3.5, MARK],
  ] as const) {
    stroke(canvas, from, to, width, colour);
    for (const end of [from, to]) eachDot(canvas, end, radius, (distance) => distance <= radius, colour);
  }
}

/** The sides of a polygon with a bright edge on both sides, as far as they lie within a rectangle. */
export function drawOutline(canvas: Canvas, corners: readonly Place[], within: Clip): void {
  for (const [width, colour] of [
    [4, HALO],
    [2, MARK],
  ] as const)
    corners.forEach((corner, k) => {
      stroke(canvas, corner, corners[(k + 1) % corners.length], width, colour, within);
    });
}

/** A thin line along the sides of a rectangle. */
export function drawBorder(canvas: Canvas, [left, top]: Place, [right, bottom]: Place): void {
  const [x0, y0, x1, y1] = [left, top, right, bottom].map((px) => Math.round(px * DOTS));
  for (let x = x0; x < x1; x++) for (const y of [y0, y0 + 1, y1 - 2, y1 - 1]) dot(canvas, x, y, INK);
  for (let y = y0; y < y1; y++) for (const x of [x0, x0 + 1, x1 - 2, x1 - 1]) dot(canvas, x, y, INK);
}

/** Colours the dots around a place that the test picks by their distance to it, in pixels. */
function eachDot(canvas: Canvas, [x, y]: Place, reach: number, test: (distance: number) => boolean, colour: Colour) {
  const [x0, x1] = [Math.floor((x - reach) * DOTS), Math.ceil((x + reach) * DOTS)];
  const [y0, y1] = [Math.floor((y - reach) * DOTS), Math.ceil((y + reach) * DOTS)];
  for (let v = y0; v <= y1; v++)
    for (let u = x0; u <= x1; u++)
      if (test(Math.hypot((u + 0.5) / DOTS - x, (v + 0.5) / DOTS - y))) dot(canvas, u, v, colour);
}

function stroke(
  canvas: Canvas,
  [x0, y0]: Place,
  [x1, y1]: Place,
  width: number,
  colour: Colour,
  [left, top, right, bottom]: Clip = [0, 0, canvas.width / DOTS, canvas.height / DOTS],
): void {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  const reach = width / 2;
  const first = (a: number, b: number, least: number) => Math.floor(Math.max(least, Math.min(a, b) - reach) * DOTS);
  const end = (a: number, b: number, most: number) => Math.ceil(Math.min(most, Math.max(a, b) + reach) * DOTS);
  for (let v = first(y0, y1, top); v < end(y0, y1, bottom); v++)
    for (let u = first(x0, x1, left); u < end(x0, x1, right); u++) {
      const [px, py] = [(u + 0.5) / DOTS - x0, (v + 0.5) / DOTS - y0];
      const share = square === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / square));
      if (Math.hypot(px - share * dx, py - share * dy) <= reach) dot(canvas, u, v, colour);
    }
}
