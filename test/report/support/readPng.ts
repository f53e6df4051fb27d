import { inflateSync } from 'node:zlib';
import type { Picture } from '../../../src/report/canvas.js';

/** Decodes what encodePng writes: 8-bit RGBA, one IDAT chunk; test/io/write/png.test.ts has the thorough reader. */
export function readPng(file: Uint8Array): Picture {
  const numbers = new DataView(file.buffer, file.byteOffset, file.length);
  const [width, height] = [numbers.getUint32(16), numbers.getUint32(20)];
  const stream = inflateSync(file.subarray(41, 41 + numbers.getUint32(33)));
  const stride = 4 * width;
  const rgba = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = stream[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i;
      const left = i < 4 ? 0 : rgba[at - 4];
      const up = y === 0 ? 0 : rgba[at - stride];
      const corner = i < 4 || y === 0 ? 0 : rgba[at - stride - 4];
      rgba[at] = stream[y * (stride + 1) + 1 + i] + predicted(filter, left, up, corner);
    }
  }
  return { width, height, rgba };
}

/** The PNG specification's filters, by number. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [dl, du, dc] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return dl <= du && dl <= dc ? left : du <= dc ? up : corner;
}

/** The box around the pixels of a colour, above row `end`, and how many they are; undefined where there is none. */
export function findColour({ width, rgba }: Picture, colour: readonly number[], end = Infinity) {
  let [x0, y0, x1, y1, count] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (let p = 0; p < rgba.length / 4 && p < end * width; p++) {
    if (colour.some((value, c) => Math.abs(rgba[4 * p + c] - value) > 0.5)) continue;
    const [x, y] = [p % width, Math.floor(p / width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
    count++;
  }
  return count === 0 ? undefined : { x0, y0, x1: x1 + 1, y1: y1 + 1, count };
}
