import { describe, expect, test } from 'vitest';
import { textWidth, write } from '../../src/report/bitmapFont.js';
import { createCanvas, toPicture } from '../../src/report/canvas.js';
import { drawBar } from '../../src/report/drawLegend.js';
import { ramp } from '../../src/report/ramp.js';
import { formatShort, formatStep, roundBelow, roundStep, roundUp } from '../../src/report/roundNumbers.js';

const LETTERS = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  ...'+-−.,:;…()[]/_=<>#%×°²³µ\'"*&!?@~|^',
];

/** The pixels of a text at (10, 10) that are not white, as 'x,y'. */
function ink(text: string): string[] {
  const canvas = createCanvas(120, 40, [255, 255, 255]);
  write(canvas, text, 10, 10, [0, 0, 0]);
  const { width, rgba } = toPicture(canvas);
  const found: string[] = [];
  for (let i = 0; i < rgba.length; i += 4)
    if (rgba[i] < 255) found.push(`${(i / 4) % width},${Math.floor(i / 4 / width)}`);
  return found;
}

describe('the bitmap font', () => {
  test('has a picture of its own for every letter, and one for those it lacks', () => {
    const pictures = new Map<string, string>();
    const alike: string[] = [];
    for (const letter of LETTERS) {
      const picture = ink(letter).join(' ');
      if (pictures.has(picture)) alike.push(`${pictures.get(picture)} ${letter}`);
      pictures.set(picture, letter);
    }
    expect(alike).toEqual([]);
    expect(pictures.has('')).toBe(false);
    expect(pictures.has(ink('語').join(' '))).toBe(false);
    expect(ink('語')).toEqual(ink('§'));
  });

  test('keeps to the width that it tells, and to the height of a line', () => {
    for (const text of [...LETTERS, 'Agj|', '+0.42']) {
      const places = ink(text).map((place) => place.split(',').map(Number));
      expect(Math.min(...places.map(([x]) => x))).toBe(10);
      expect(Math.max(...places.map(([x]) => x))).toBe(10 + textWidth(text) - 1);
      expect(Math.min(...places.map(([, y]) => y))).toBeGreaterThanOrEqual(10);
      expect(Math.max(...places.map(([, y]) => y))).toBeLessThan(10 + 18);
    }
  });
});

describe('round numbers', () => {
  test('steps are 1, 2 or 5 times a power of ten, as small as the number of steps allows', () => {
    for (let e = -9; e <= 9; e++)
      for (const mantissa of [1, 1.7, 2, 3.3, 5, 7, 9.99])
        for (const most of [4, 6, 9]) {
          const range = mantissa * 10 ** e;
          const step = roundStep(range, most);
          expect(['1', '2', '5']).toContain(step.toExponential(6)[0]);
          expect(range / step).toBeLessThanOrEqual(most * (1 + 1e-6));
          expect(range / step).toBeGreaterThan(most / 2.5 - 1e-6);
          expect(roundBelow(range)).toBeLessThanOrEqual(range * (1 + 1e-6));
          expect(roundBelow(range)).toBeGreaterThan(range / 2.5 - 1e-6 * range);
        }
  });

  test('are written short', () => {
    expect([0, 0.1, 0.30000000000000004].map((value) => formatStep(value, 0.1))).toEqual(['0', '0.1', '0.3']);
    expect([formatStep(40, 20), formatStep(2e-7, 1e-7), formatStep(5e9, 1e9)]).toEqual(['40', '2e-7', '5e9']);
    expect([1700000002, 1700000004].map((value) => formatStep(value, 2))).toEqual(['1.700000002e9', '1.700000004e9']);
    expect([0.80265, 12345, 0, 1e-9, 2.5e9].map(formatShort)).toEqual(['0.803', '12300', '0', '1e-9', '2.5e9']);
  });
});

test('bounds are rounded up, unless only the last bits differ', () => {
  expect([24.05, 20, 9.91, 0.1 + 0.2, 1e-9, 99.96].map((value) => roundUp(value, 2))).toEqual([
    25, 20, 10, 0.3, 1e-9, 100,
  ]);
  expect(roundUp(24.05, 1)).toBe(30);
});

test('the bar of colours has its last number, though the longest overlap is a 32-bit number', () => {
  // The last number stands below the right end of the bar, from 20 to 320.
  const inkAtEnd = (longest: number): number => {
    const canvas = createCanvas(400, 60, [255, 255, 255]);
    drawBar(canvas, { longest, step: 2 }, 20, 5, 300);
    const { width, rgba } = toPicture(canvas);
    let count = 0;
    for (let y = 30; y < 60; y++) for (let x = 300; x < 345; x++) if (rgba[4 * (y * width + x)] < 128) count++;
    return count;
  };
  const full = inkAtEnd(10);
  expect(full).toBeGreaterThan(20);
  expect(inkAtEnd(Math.fround(0.1) * 99.99999)).toBe(full);
  expect(inkAtEnd(10 - 4e-6)).toBe(full);
  expect(inkAtEnd(9.9)).toBeLessThan(full);
});

test('the ramp grows lighter all the way, and hits its stops', () => {
  let before = -1;
  for (let k = 0; k <= 256; k++) {
    const [red, green, blue] = ramp(k / 256);
    const lightness = 0.2126 * (red / 255) ** 2.2 + 0.7152 * (green / 255) ** 2.2 + 0.0722 * (blue / 255) ** 2.2;
    expect(lightness).toBeGreaterThan(before);
    before = lightness;
  }
  expect([ramp(-1), ramp(0.5), ramp(2)]).toEqual([
    [68, 1, 84],
    [33, 144, 141],
    [253, 231, 37],
  ]);
});
