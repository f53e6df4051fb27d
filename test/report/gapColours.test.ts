import { describe, expect, test } from 'vitest';
import type { Colour } from '../../src/report/canvas.js';
import {
  GAP_PRESETS,
  type GapScale,
  gapColour,
  gapColours,
  gapScale,
  NO_GAP,
  UNMARKED,
} from '../../src/report/gapColours.js';

/** CIE lightness of an sRGB colour, 0 to 100. */
function lightness(colour: Colour): number {
  const [r, g, b] = colour.map(linear);
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

const linear = (byte: number): number => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

/** How a colour is seen without a sense of red or of green (Viénot, Brettel, Mollon 1999), linear. */
function dichromat([r, g, b]: Colour, lacks: 'red' | 'green'): number[] {
  const [R, G, B] = [r, g, b].map(linear);
  return lacks === 'red'
    ? [0.11238 * R + 0.88762 * G, 0.11238 * R + 0.88762 * G, 0.00401 * R - 0.00401 * G + B]
    : [0.29275 * R + 0.70725 * G, 0.29275 * R + 0.70725 * G, -0.02234 * R + 0.02234 * G + B];
}

const rgbOf = (gap: number, scale: GapScale): number[] => gapColour(gap, scale).map(Math.round);
const STEP = 1e-9;

describe('clash', () => {
  const scale = gapScale('clash', [-0.2, 0.8]);

  test('red at the deepest, yellow up to 0, green from 0, blue at the widest', () => {
    expect(rgbOf(-0.2, scale)).toEqual([190, 14, 24]);
    expect(rgbOf(-STEP, scale)).toEqual([255, 236, 64]);
    expect(rgbOf(0, scale)).toEqual([70, 196, 130]);
    expect(rgbOf(STEP, scale)).toEqual([70, 196, 130]);
    expect(rgbOf(0.8, scale)).toEqual([30, 44, 120]);
  });

  test('what lies beyond has the colour of the end', () => {
    expect(rgbOf(-5, scale)).toEqual(rgbOf(-0.2, scale));
    expect(rgbOf(5, scale)).toEqual(rgbOf(0.8, scale));
  });

  test('at contact the two sides differ, also without a sense of red or green', () => {
    for (const lacks of ['red', 'green'] as const) {
      const [yellow, green] = [-STEP, STEP].map((gap) => dichromat(gapColour(gap, scale), lacks));
      expect(Math.hypot(...yellow.map((c, k) => c - green[k]))).toBeGreaterThan(0.3);
    }
  });
});

describe('deviation', () => {
  test('white at 0, alike on both sides, blue below and red above', () => {
    const scale = gapScale('deviation', [-0.1, 0.5]);
    expect(scale.range).toEqual([-0.5, 0.5]);
    expect(rgbOf(0, scale)).toEqual([247, 247, 247]);
    expect(rgbOf(-STEP, scale)).toEqual([247, 247, 247]);
    expect(rgbOf(-0.5, scale)).toEqual([5, 48, 97]);
    expect(rgbOf(0.5, scale)).toEqual([103, 0, 31]);
    for (const gap of [0.05, 0.2, 0.4]) {
      expect(gapColour(-gap, scale)[2]).toBeGreaterThan(gapColour(-gap, scale)[0]);
      expect(gapColour(gap, scale)[0]).toBeGreaterThan(gapColour(gap, scale)[2]);
    }
  });
});

describe('occlusion', () => {
  const scale = gapScale('occlusion', [-0.07, 0.2], [0.05, 0.1]);

  test('one colour per band, the threshold included, and none beyond', () => {
    expect(scale.steps).toEqual([
      [0.05, 0.1],
      [0.05, 0.1, 0.2],
    ]);
    expect(rgbOf(0, scale)).toEqual([206, 20, 32]);
    expect(rgbOf(0.05, scale)).toEqual(rgbOf(0, scale));
    expect(rgbOf(0.0501, scale)).toEqual(rgbOf(0.1, scale));
    expect(rgbOf(0.0501, scale)).not.toEqual(rgbOf(0.05, scale));
    expect(rgbOf(0.2, scale)).toEqual([255, 224, 146]);
    expect(rgbOf(0.2001, scale)).toEqual(UNMARKED);
    expect(rgbOf(Infinity, scale)).toEqual(UNMARKED);
  });

  test('purple inside both, in the same steps; what is deeper than the last is as dark', () => {
    expect(rgbOf(-STEP, scale)).toEqual([172, 84, 214]);
    expect(rgbOf(-0.05, scale)).toEqual(rgbOf(-STEP, scale));
    expect(rgbOf(-0.06, scale)).not.toEqual(rgbOf(-0.05, scale));
    expect(rgbOf(-9, scale)).toEqual(rgbOf(-0.1, scale));
  });

  test('even steps where none are given; a threshold of 0 leaves contact and interference', () => {
    expect(gapScale('occlusion', [0, 0.8]).steps).toEqual([[], [0.2, 0.4, 0.6000000000000001, 0.8]]);
    const none = gapScale('occlusion', [-0.3, 0]);
    expect(none.steps).toEqual([[0.3], []]);
    expect([rgbOf(0, none), rgbOf(0.001, none)]).toEqual([[206, 20, 32], [...UNMARKED]]);
  });
});

describe('all presets', () => {
  test.each(GAP_PRESETS)('%s: lightness goes one way on each side of 0', (preset) => {
    const scale = gapScale(preset, [-1, 1]);
    for (const sign of [-1, 1]) {
      const values = Array.from({ length: 200 }, (_, k) => lightness(gapColour((sign * (k + 0.5)) / 200, scale)));
      const steps = values.slice(1).map((value, k) => value - values[k]);
      const way = Math.sign(values[199] - values[0]);
      for (const step of steps) expect(step * way).toBeGreaterThanOrEqual(-1e-9);
      expect(Math.abs(values[199] - values[0])).toBeGreaterThan(25);
    }
  });

  test.each(GAP_PRESETS)('%s: no gap is grey, and each value has three bytes', (preset) => {
    const values = Float32Array.of(Number.NaN, -0.5, 0, 0.25);
    const rgb = gapColours(values, preset, [-0.5, 1]);
    expect(rgb).toBeInstanceOf(Uint8Array);
    expect([...rgb.subarray(0, 3)]).toEqual([...NO_GAP]);
    const scale = gapScale(preset, [-0.5, 1]);
    expect([...rgb.subarray(3)]).toEqual([-0.5, 0, 0.25].flatMap((gap) => rgbOf(gap, scale)));
    expect(NO_GAP[0] === NO_GAP[1] && NO_GAP[1] === NO_GAP[2]).toBe(true);
  });

  test.each([
    ['a range above 0', [0.1, 0.5], 'gap colours: the range does not hold 0 (0.1 to 0.5).'],
    ['one without an end', [0, Infinity], 'gap colours: the range does not hold 0 (0 to Infinity).'],
    ['no number', [Number.NaN, 1], 'gap colours: the range does not hold 0 (NaN to 1).'],
  ] as const)('%s is refused', (_, range, message) => {
    expect(() => gapColours([0], 'clash', range)).toThrow(`${message} Give a number from 0 down and one from 0 up.`);
  });

  test.each([1, [1], [-1, 0, 1], '01', undefined, null])('a range of %j is refused, it is not two numbers', (range) => {
    expect(() => gapColours([0], 'deviation', range as unknown as [number, number])).toThrow(
      expect.objectContaining({
        name: 'InputError',
        message: `gap colours: the range is not two numbers (${String(range)}). Give a number from 0 down and one from 0 up, as [-0.1, 0.5].`,
      }),
    );
  });

  test('so is a preset that there is not', () => {
    expect(() => gapColours([0], 'rainbow' as 'clash', [0, 1])).toThrow(
      "gap colours: there is no preset 'rainbow'. Choose one of: clash, occlusion, deviation.",
    );
  });
});
