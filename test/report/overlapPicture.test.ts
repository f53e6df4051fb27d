import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { capsule } from '../../src/mesh/shapes/capsule.js';
import type { Picture } from '../../src/report/canvas.js';
import { overlapPicture } from '../../src/report/overlapPicture.js';
import { pictureView } from '../../src/report/pictureView.js';
import { ramp } from '../../src/report/ramp.js';
import { chooseDirection } from '../../src/view/direction.js';
import { fitPair } from '../../src/view/fit.js';
import { seen } from '../support/edgeDistance.js';

const machine = createCpuMachine();
const cuboid = (name: string, size: Vec3, [x, y, z]: Vec3): Body =>
  body(box({ size }), { name, pose: translation(x, y, z) });

const at = ({ width, rgba }: Picture, x: number, y: number): number[] => [
  ...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

function countOf({ rgba }: Picture, [red, green, blue]: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < rgba.length; i += 4)
    if (rgba[i] === red && rgba[i + 1] === green && rgba[i + 2] === blue) count++;
  return count;
}

/** The colours of the outermost pixels on all four sides. */
function border(picture: Picture): Set<string> {
  const colours = new Set<string>();
  for (let x = 0; x < picture.width; x++)
    for (const y of [0, picture.height - 1]) colours.add(at(picture, x, y).join());
  for (let y = 0; y < picture.height; y++)
    for (const x of [0, picture.width - 1]) colours.add(at(picture, x, y).join());
  return colours;
}

describe('overlapPicture', () => {
  // Seen along z; the boxes have 2 × 1 in common, 0.25 deep everywhere.
  const [a, b] = [cuboid('A', [4, 2, 1], [0, 0, 0]), cuboid('B', [4, 2, 1], [2, 1, 0.75])];

  test('shows an even overlap in one colour, in its true place and size', async () => {
    const picture = await overlapPicture(a, b, { machine, resolution: 600 });
    // 6 × 3 units fill 600 − 2 × 44 pixels across; the overlap is in the middle.
    const perUnit = (600 - 88) / 6;
    const [x, y] = [Math.round(picture.width / 2), Math.round(44 + 1.5 * perUnit)];
    expect(at(picture, x, y)).toEqual([...ramp(1), 255]);
    // Its outline takes a pixel on each side; the legend's bar has a column of this colour at most.
    const inner = (2 * perUnit - 1) * (perUnit - 1);
    expect(countOf(picture, ramp(1))).toBeGreaterThan(inner - 2 * perUnit);
    expect(countOf(picture, ramp(1))).toBeLessThan(inner + 2 * perUnit);
  });

  test('shows the bodies in two colours that also differ in lightness', async () => {
    const picture = await overlapPicture(a, b, { machine, resolution: 600 });
    const perUnit = (600 - 88) / 6;
    // Along +z the x axis points to the left.
    const middle = (x: number, y: number) =>
      at(picture, Math.round(picture.width / 2 - x * perUnit), Math.round(44 + 1.5 * perUnit - y * perUnit));
    const [onlyA, onlyB, nothing] = [middle(-2, -0.5), middle(2, 0.5), middle(-2, 1)];
    const lightness = ([r, g, b]: number[]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
    expect(nothing).toEqual([252, 252, 251, 255]);
    expect(lightness(onlyB) - lightness(onlyA)).toBeGreaterThan(10);
    expect(lightness(nothing) - lightness(onlyB)).toBeGreaterThan(20);
    // Grey against a tinge of red.
    expect(onlyA[0]).toBeLessThan(onlyA[2]);
    expect(onlyB[0]).toBeGreaterThan(onlyB[2] + 20);
  });

  test('is the same bytes every time', async () => {
    const [one, other] = [await overlapPicture(a, b, { machine }), await overlapPicture(a, b, { machine })];
    expect(Buffer.compare(one.rgba, other.rgba)).toBe(0);
  });

  test.each([
    ['wide', cuboid('A', [9, 1, 1], [0, 0, 0]), cuboid('B', [9, 1, 1], [1, 0.2, 0.4])],
    ['high', cuboid('A', [1, 9, 1], [0, 0, 0]), cuboid('B', [1, 9, 1], [0.2, 1, 0.4])],
    ['without overlap', cuboid('A', [1, 1, 1], [0, 0, 0]), cuboid('B', [1, 1, 1], [1.5, 0, 0])],
    ['huge', cuboid('A', [4e9, 2e9, 1e9], [0, 0, 0]), cuboid('B', [4e9, 2e9, 1e9], [2e9, 1e9, 7.5e8])],
    ['tiny', cuboid('A', [4e-9, 2e-9, 1e-9], [0, 0, 0]), cuboid('B', [4e-9, 2e-9, 1e-9], [2e-9, 1e-9, 7.5e-10])],
    [
      'of long names',
      cuboid('a name that does not want to end', [4, 2, 1], [0, 0, 0]),
      cuboid('WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW', [4, 2, 1], [2, 1, 0.75]),
    ],
  ])('clips nothing: bodies %s', async (_, one, other) => {
    for (const resolution of [128, 400]) {
      const picture = await overlapPicture(one, other, { machine, resolution });
      expect(picture.rgba.length).toBe(4 * picture.width * picture.height);
      expect([...border(picture)]).toEqual(['252,252,251,255']);
    }
  });

  test('has no colours of the ramp where nothing overlaps', async () => {
    const apart = cuboid('B', [4, 2, 1], [2, 1, 5]);
    const picture = await overlapPicture(a, apart, { machine });
    for (let share = 0; share <= 1; share += 0.125) expect(countOf(picture, ramp(share))).toBe(0);
  });

  test('refuses a resolution without room for its margins', async () => {
    await expect(overlapPicture(a, b, { machine, resolution: 100 })).rejects.toThrow(
      new InputError('overlapPicture: the resolution is out of range (100). Give a whole number from 128 to 4096.'),
    );
  });
});

describe('pictureView', () => {
  const a = body(capsule(), { pose: multiply(translation(5, 1, 2), rotation([0.6, 0, 0.8], 1)) });
  const b = body(box({ size: [1, 2, 3] }), { pose: multiply(translation(6, 2, 1), rotation([0, 0.6, 0.8], 2)) });

  test('looks along the direction that overlap takes', () => {
    const view = pictureView(a, b, chooseDirection(a, b), 400, 20);
    expect(view.direction).toEqual(fitPair(a, b, { resolution: 64 })!.direction);
  });

  test.each<Vec3>([
    [0, 0, 1],
    [1, 0, 0],
    [1, -2, 3],
  ])('holds both bodies with the margin, in square pixels, along %d %d %d', (...direction) => {
    const view = pictureView(a, b, direction, 400, 20);
    expect(Math.max(view.columns, view.rows)).toBe(400);
    expect(view.size[0] / view.columns).toBeCloseTo(view.size[1] / view.rows, 12);
    for (const one of [a, b]) {
      const places = seen(one, view);
      for (let i = 0; i < places.length; i += 3) {
        expect(places[i]).toBeGreaterThan(20 - 1e-6);
        expect(places[i]).toBeLessThan(view.columns - 20 + 1e-6);
        expect(places[i + 1]).toBeGreaterThan(20 - 1e-6);
        expect(places[i + 1]).toBeLessThan(view.rows - 20 + 1e-6);
        expect(places[i + 2]).toBeGreaterThan(0);
        expect(places[i + 2]).toBeLessThan(1);
      }
    }
  });
});
