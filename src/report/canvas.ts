/** Red, green, blue: 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** What pictures are drawn on, and the colour of side notes. */
export const PAPER: Colour = [252, 252, 251];
export const QUIET: Colour = [140, 144, 152];
/** Letters, frames and scales. */
export const INK: Colour = [52, 56, 64];

/** A picture without transparency, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Everything is drawn on dots, this many to a pixel's side; averaging them smooths lines, letters and outlines. */
export const DOTS = 2;

/** A sheet to draw on: three bytes a dot. Places and sizes are given in pixels, in steps of half a pixel. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
}

export function createCanvas(widthPx: number, heightPx: number, colour: Colour): Canvas {
  const rgb = new Uint8ClampedArray(3 * widthPx * heightPx * DOTS * DOTS);
  for (let i = 0; i < rgb.length; i += 3) {
    rgb[i] = colour[0];
    rgb[i + 1] = colour[1];
    rgb[i + 2] = colour[2];
  }
  return { width: widthPx * DOTS, height: heightPx * DOTS, rgb };
}

/** Colours one dot, mixed with what is there. Dots beyond the sheet are left out. */
export function dot({ width, height, rgb }: Canvas, x: number, y: number, colour: Colour, opacity = 1): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const i = 3 * (y * width + x);
  for (let c = 0; c < 3; c++) rgb[i + c] += (colour[c] - rgb[i + c]) * opacity;
}

export function rectangle(canvas: Canvas, x: number, y: number, width: number, height: number, colour: Colour): void {
  const [x0, y0, x1, y1] = [x, y, x + width, y + height].map((px) => Math.round(px * DOTS));
  for (let v = y0; v < y1; v++) for (let u = x0; u < x1; u++) dot(canvas, u, v, colour);
}

/** The picture: each pixel the mean of its dots. */
export function toPicture(canvas: Canvas): Picture {
  const width = canvas.width / DOTS;
  const height = canvas.height / DOTS;
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let v = 0; v < DOTS; v++)
          for (let u = 0; u < DOTS; u++) sum += canvas.rgb[3 * ((y * DOTS + v) * canvas.width + x * DOTS + u) + c];
        rgba[4 * (y * width + x) + c] = Math.round(sum / (DOTS * DOTS));
      }
  return { width, height, rgba };
}
