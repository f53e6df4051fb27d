import { describe, expect, test } from 'vitest';
import type { Picture } from '../../src/report/canvas.js';
import { BODY_COLOURS } from '../../src/report/drawScene.js';
import { gapColour, UNMARKED } from '../../src/report/gapColours.js';
import { HATCH } from '../../src/report/gapDrawLegend.js';
import { gapPicture } from '../../src/report/gapPicture.js';
import { gapScaleOf } from '../../src/report/gapScaleOf.js';
import { gapSample, type Seen, teethSample } from './gapSample.js';

const rgbAt = ({ width, rgba }: Picture, x: number, y: number): number[] => [
  ...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
];

/** The frame around the map, found by its upper side: the map's first pixel, and its size. */
function mapIn(picture: Picture): { left: number; top: number; width: number; height: number } {
  const { rgba } = picture;
  const isDark = (x: number, y: number): boolean => rgba[4 * (y * picture.width + x)] < 80;
  for (let top = 0; top < picture.height; top++)
    for (let left = 0, width = 0; left + width < picture.width; left += width + 1) {
      for (width = 0; left + width < picture.width && isDark(left + width, top); ) width++;
      // Letters have no line as long as this.
      if (width < 60) continue;
      let height = 0;
      while (top + height < picture.height && isDark(left, top + height)) height++;
      return { left: left + 1, top: top + 1, width: width - 2, height: height - 2 };
    }
  throw new Error('There is no frame.');
}

/** The colour at a share of the map's width and height. */
function mapColour(picture: Picture, across: number, down: number): number[] {
  const { left, top, width, height } = mapIn(picture);
  return rgbAt(picture, left + Math.floor(across * width), top + Math.floor(down * height));
}

/** Four columns of equal width, the least gap in the lower left corner. */
const columnsOf = (seen: readonly [Seen, Seen, Seen, Seen], options = {}) =>
  gapSample((column) => seen[column >> 3], { columns: 32, rows: 16, ...options });

describe('a picture of gaps', () => {
  test.each(['clash', 'occlusion', 'deviation'] as const)('%s: each gap has its colour', (preset) => {
    const values = [-0.2, -0.1, 0.15, 0.4] as const;
    const map = columnsOf(values, { threshold: 0.3 });
    const picture = gapPicture(map, { preset, resolution: 256 });
    const scale = gapScaleOf(map, preset);
    values.forEach((gap, k) => {
      const expected = gapColour(Math.fround(gap), scale).map(Math.round);
      expect(mapColour(picture, 0.125 + 0.25 * k, 0.8)).toEqual(expected);
    });
    if (preset === 'occlusion') expect(mapColour(picture, 0.875, 0.8)).toEqual([...UNMARKED]);
  });

  test('grey where only A is, pink where only B is, paper where nothing is', () => {
    const picture = gapPicture(columnsOf(['onlyA', 'onlyB', 'nothing', 0.3]), { resolution: 256 });
    expect([0.125, 0.375, 0.625].map((x) => mapColour(picture, x, 0.5))).toEqual([
      [...BODY_COLOURS[0]],
      [...BODY_COLOURS[1]],
      [252, 252, 251],
    ]);
  });

  test('undecided rays are hatched', () => {
    const picture = gapPicture(columnsOf(['undecided', 'undecided', 0.5, 0.5]), { resolution: 256 });
    const { left, top, width, height } = mapIn(picture);
    const found = new Set<string>();
    for (let y = 8; y < height - 8; y++)
      for (let x = 8; x < width / 2 - 8; x++) found.add(rgbAt(picture, left + x, top + y).join());
    const [light, dark] = HATCH.map((colour) => colour.join());
    expect(found.has(light)).toBe(true);
    // Dots are averaged: nothing is brighter than the one or darker than the other.
    for (const colour of found) {
      const red = Number(colour.split(',')[0]);
      expect(red >= Number(dark.split(',')[0]) && red <= Number(light.split(',')[0])).toBe(true);
    }
    expect(found.size).toBeGreaterThan(1);
  });

  test('shapes are not distorted, whatever the pixels are', () => {
    const { width, height } = mapIn(
      gapPicture(columnsOf([0, 0, 0, 0], { pixelSize: [0.1, 0.05] }), { resolution: 400 }),
    );
    expect([width, height]).toEqual([400, 100]);
  });

  test('a contact of a single ray is seen in a picture that has fewer dots than there are rays', () => {
    // Left of the cross, so that it is not hidden by it: two such rays, and a deeper one elsewhere.
    const map = gapSample((x, y) => (x === 900 && y === 700 ? -1 : x === 301 && y === 203 ? -0.9 : 1), {
      columns: 1200,
      rows: 900,
    });
    const picture = gapPicture(map, { resolution: 128 });
    const { left, top } = mapIn(picture);
    const [red, , blue] = rgbAt(picture, left + Math.floor((301 * 128) / 1200), top + Math.floor((203 * 128) / 1200));
    const [, , around] = mapColour(picture, 0.5, 0.1);
    expect(red).toBeGreaterThan(60);
    expect(blue).toBeLessThan(around);
  });

  test('the cross leaves the deepest ray free, and stands there', () => {
    const map = gapSample((x, y) =>
      x >= 20 && x < 28 && y >= 8 && y < 16 ? -0.2 - 0.001 * (x === 24 && y === 12 ? 1 : 0) : 0.5,
    );
    const picture = gapPicture(map, { resolution: 640 });
    const { left, top, width } = mapIn(picture);
    const perRay = width / 64;
    const [x, y] = [left + Math.round(24.5 * perRay), top + Math.round(12.5 * perRay)];
    expect(rgbAt(picture, x, y)).toEqual([190, 14, 24]);
    for (const [dx, dy] of [
      [5, 0],
      [-5, 0],
      [0, 5],
      [0, -5],
    ])
      expect(rgbAt(picture, x + dx, y + dy).every((c) => c < 90)).toBe(true);
  });

  test('gaps that may be 0 but for rounding are contact, all in one colour', () => {
    const map = gapSample((x, y) => ((x + y) % 2 === 0 ? -5e-7 : 5e-7), { depthError: 1e-6 });
    const picture = gapPicture(map, { resolution: 256 });
    const { left, top, width, height } = mapIn(picture);
    for (let y = 0; y < height; y += 7)
      // The cross stands in the corner.
      for (let x = 20; x < width; x += 7) expect(rgbAt(picture, left + x, top + y)).toEqual([70, 196, 130]);
  });

  test('the error is that of each ray: where it is large, deeper gaps are contact as well', () => {
    const map = columnsOf([-0.02, -0.02, 0.3, 0.3], { errorAt: (column: number) => (column < 8 ? 0.05 : 1e-6) });
    const picture = gapPicture(map, { resolution: 256 });
    const scale = gapScaleOf(map, 'clash');
    const colours = [0, Math.fround(-0.02), Math.fround(0.3)].map((gap) => gapColour(gap, scale).map(Math.round));
    expect([0.125, 0.375, 0.75].map((x) => mapColour(picture, x, 0.8))).toEqual(colours);
    expect(colours[0]).not.toEqual(colours[1]);
  });

  test('options that are given as undefined are not given', () => {
    const map = columnsOf([-0.2, 0.1, 0.2, 'onlyA']);
    const none = { preset: undefined, range: undefined, resolution: undefined, unit: undefined } as object;
    const [given, notGiven] = [gapPicture(map, none), gapPicture(map)];
    expect([given.width, given.height]).toEqual([notGiven.width, notGiven.height]);
    expect(Buffer.compare(given.rgba, notGiven.rgba)).toBe(0);
  });

  test('a map of nothing has a picture, too', () => {
    const picture = gapPicture(
      gapSample(() => 'nothing'),
      { resolution: 128 },
    );
    expect(mapColour(picture, 0.5, 0.5)).toEqual([252, 252, 251]);
  });

  test('names of any length and letters fit the picture', () => {
    const names = ['x'.repeat(500), '\u202eЯ漢字'] as const;
    const picture = gapPicture(columnsOf(['onlyA', 'onlyB', 0, 0.1], { names }), { resolution: 200 });
    expect(picture.width).toBeLessThan(1000);
    expect(picture.rgba.length).toBe(4 * picture.width * picture.height);
  });

  test('the same map gives the same bytes', () => {
    const once = () => gapPicture(teethSample({ columns: 64, rows: 40 }), { resolution: 200 }).rgba;
    expect(Buffer.compare(once(), once())).toBe(0);
  });

  test.each([0, 64, 127.5, 5000, Number.NaN])('a resolution of %s is refused', (resolution) => {
    expect(() =>
      gapPicture(
        gapSample(() => 0),
        { resolution },
      ),
    ).toThrow(`gapPicture: the resolution is out of range (${resolution}). Give a whole number from 128 to 4096.`);
  });
});
