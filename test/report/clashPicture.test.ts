import { describe, expect, test } from 'vitest';
import { type Body, body, worldBounds } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { interference } from '../../src/interference.js';
import { multiply, rotation, scaling, transformBox, transformPoint, translation } from '../../src/math/affine.js';
import { uniteBoxes } from '../../src/math/box.js';
import { dot, subtract, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { cylinder } from '../../src/mesh/shapes/cylinder.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { clashPlace } from '../../src/report/clashFocus.js';
import { type ClashPicture, clashPicture } from '../../src/report/clashPicture.js';
import { MARK } from '../../src/report/drawMark.js';
import { ramp } from '../../src/report/ramp.js';
import { screenFromWorld } from '../../src/view/view.js';
import { findColour, readPng } from './support/readPng.js';
import { machine } from './support/sampleReport.js';
import { cuboid } from './support/sampleScenes.js';

/** The first pair that is found, and its picture. */
async function pictured(a: Body, b: Body, options: Parameters<typeof interference>[1] = {}, widthPx = 640) {
  const { pairs } = await interference([a, b], { machine, resolution: 128, ...options });
  const picture = await clashPicture(a, b, pairs[0], { machine, unit: 'mm', widthPx });
  return { pair: pairs[0], picture, seen: readPng(picture.png) };
}

/** Where a point of the world is in the picture, in pixels. */
function placeOf({ view, width }: ClashPicture, point: Vec3): [number, number] {
  const [x, y] = transformPoint(screenFromWorld(view), point);
  return [(x * width) / view.columns, (y * width) / view.columns];
}

const sceneHeight = (picture: ClashPicture) => Math.round((picture.width * 5) / 8);

describe('clashPicture', () => {
  test('closes in on a small overlap: it takes a third of the height, in its true place', async () => {
    // A bar of 100 × 100 through a wall 200 thick and 12000 long.
    const [wall, bar] = [
      cuboid('wall', [12000, 200, 3000], [0, 0, 0]),
      cuboid('bar', [100, 4000, 100], [3000, 0, 400]),
    ];
    const { pair, picture, seen } = await pictured(wall, bar);
    expect(pair.kind).toBe('hard');
    expect(picture.view.direction).toEqual([1, 0, 0]);
    // Seen along x: 200 wide and 100 high, so 600 are seen across.
    expect(picture.view.size[0]).toBeCloseTo(600, 0);
    const overlap = findColour(seen, ramp(1), sceneHeight(picture))!;
    expect((overlap.x1 - overlap.x0) / 640).toBeCloseTo(1 / 3, 1);
    // The inner part, without the outline, lies where the overlap is.
    const [x, y] = placeOf(picture, [3000, 0, 400]);
    expect(Math.abs((overlap.x0 + overlap.x1) / 2 - x)).toBeLessThan(1.5);
    expect(Math.abs((overlap.y0 + overlap.y1) / 2 - y)).toBeLessThan(1.5);
    // 100 long along the view, so that every ray has the same colour.
    expect(overlap.count).toBeGreaterThan(0.98 * (overlap.x1 - overlap.x0) * (overlap.y1 - overlap.y0));
    // The small picture of all is there, with a mark.
    expect(findColour(seen, MARK, sceneHeight(picture))!.x0).toBeGreaterThan(440);
  });

  test('shows all of both bodies where the overlap is large', async () => {
    const [a, b] = [cuboid('A', [4, 2, 1], [0, 0, 0]), cuboid('B', [4, 2, 1], [2, 1, 0.75])];
    const { picture, seen } = await pictured(a, b);
    const { view } = picture;
    const { min, max } = transformBox(screenFromWorld(view), uniteBoxes(worldBounds(a), worldBounds(b)));
    expect(Math.min(min[0], min[1])).toBeGreaterThan(40);
    expect(max[0]).toBeLessThan(view.columns - 40);
    expect(max[1]).toBeLessThan(view.rows - 40);
    expect(min[2]).toBeGreaterThan(0);
    expect(max[2]).toBeLessThan(1);
    expect(view.size[0] / view.columns).toBeCloseTo(view.size[1] / view.rows, 12);
    // Their common part is 2 × 1.
    const perUnit = 640 / view.size[0];
    const overlap = findColour(seen, ramp(1), sceneHeight(picture))!;
    expect(Math.abs(overlap.x1 - overlap.x0 - 2 * perUnit)).toBeLessThan(3);
    expect(Math.abs(overlap.y1 - overlap.y0 - perUnit)).toBeLessThan(3);
  });

  test('looks down rather than up, so that x is to the right and y up', async () => {
    const { pair, picture } = await pictured(cuboid('A', [4, 2, 1], [0, 0, 0]), cuboid('B', [4, 2, 1], [2, 1, 0.75]));
    expect(pair.direction).toEqual([0, 0, 1]);
    expect(picture.view.direction.map((c) => c + 0)).toEqual([0, 0, -1]);
    expect(picture.view.right).toEqual([1, 0, 0]);
  });

  test('tells a shallow overlap precisely, however deep the view is', async () => {
    // 0.1 in common along z, in bars that are 100,000 long; over the view's whole depth rounding alone is 0.1.
    const [a, b] = [cuboid('A', [10, 10, 1e5], [0, 0, 0]), cuboid('B', [10, 10, 1e5], [5, 5, 1e5 - 0.1])];
    const { pair, picture, seen } = await pictured(a, b);
    expect(pair.depthAlongView).toBeCloseTo(0.1, 3);
    expect(picture.view.direction[2]).toBe(-1);
    const overlap = findColour(seen, ramp(1), sceneHeight(picture))!;
    expect(overlap.count).toBeGreaterThan(0.95 * (overlap.x1 - overlap.x0) * (overlap.y1 - overlap.y0));
    expect(overlap.count).toBeGreaterThan(100);
  });

  test('marks a contact from its side, with a ring and without a colour of the ramp', async () => {
    const [slab, column] = [
      cuboid('slab', [4000, 3000, 200], [0, 0, -100]),
      cuboid('column', [300, 300, 2500], [500, 200, 1250]),
    ];
    const { pair, picture, seen } = await pictured(slab, column);
    expect(pair.kind).toBe('touch');
    expect(dot(picture.view.direction, pair.direction)).toBeCloseTo(0, 9);
    const [x, y] = placeOf(picture, [500, 200, 0]);
    expect([x, y]).toEqual([expect.closeTo(320, 6), expect.closeTo(200, 6)]);
    // The ring: a pixel on it and none within.
    const at = (u: number, v: number) => [...seen.rgba.subarray(4 * (v * 640 + u), 4 * (v * 640 + u) + 3)];
    expect(at(320 + 13, 200)).toEqual([...MARK]);
    expect(at(320 - 15, 200)).toEqual([...MARK]);
    expect(at(320, 195)).not.toEqual([...MARK]);
    for (let share = 0; share <= 1; share += 0.125) expect(findColour(seen, ramp(share))).toBeUndefined();
  });

  test('marks the nearest points of bodies that are too near, square to the gap', async () => {
    const [beam, duct] = [
      cuboid('beam', [5000, 200, 300], [0, 0, 0]),
      cuboid('duct', [400, 3000, 250], [100, 0, -300]),
    ];
    const { pair, picture, seen } = await pictured(beam, duct, { clearance: 30 });
    expect(pair.kind).toBe('clearance');
    const [p, q] = pair.nearest!;
    const gap = subtract(q, p);
    expect(dot(picture.view.direction, gap) / Math.hypot(...gap)).toBeCloseTo(0, 9);
    const at = (point: Vec3) => {
      const [x, y] = placeOf(picture, point).map(Math.floor);
      return [...seen.rgba.subarray(4 * (y * 640 + x), 4 * (y * 640 + x) + 3)];
    };
    expect([at(p), at(q)]).toEqual([[...MARK], [...MARK]]);
    for (let share = 0; share <= 1; share += 0.125) expect(findColour(seen, ramp(share))).toBeUndefined();
  });

  test('shows no overlap beyond its bounds where a body is open', async () => {
    // Without its lid, rays along z enter the box and run on.
    const { positions, indices } = box({ size: 100 });
    const sides = Array.from({ length: indices.length / 3 }, (_, f) => [...indices.slice(3 * f, 3 * f + 3)]);
    const open = sides.filter((face) => face.some((v) => positions[3 * v + 2] < 0)).flat();
    const a = body({ positions, indices: open }, { name: 'open' });
    const b = cuboid('post', [20, 20, 400], [30, 30, 0]);
    const bounds = { min: [20, 20, -50], max: [40, 40, 50] } as const;
    const focus = { kind: 'hard', direction: [0, 0, 1], point: [30, 30, 0], bounds } as const;
    const picture = await clashPicture(a, b, focus, { machine });
    const seen = readPng(picture.png);
    const [x0, y0] = placeOf(picture, [20, 40, 0]);
    const [x1, y1] = placeOf(picture, [40, 20, 0]);
    for (let k = 0; k <= 16; k++) {
      const found = findColour(seen, ramp(k / 16).map(Math.round), sceneHeight(picture));
      if (!found) continue;
      expect(found.x0).toBeGreaterThanOrEqual(Math.floor(x0) - 1);
      expect(found.x1).toBeLessThanOrEqual(Math.ceil(x1) + 1);
      expect(found.y0).toBeGreaterThanOrEqual(Math.floor(y0) - 1);
      expect(found.y1).toBeLessThanOrEqual(Math.ceil(y1) + 1);
    }
  });

  test('marks an overlap that is too thin for its rays', async () => {
    // The bodies are apart by less than they are said to overlap.
    const [a, b] = [cuboid('A', [1, 1, 1], [0, 0, 0]), cuboid('B', [1, 1, 1], [1, 0, 0])];
    const bounds = { min: [0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] } as const;
    const picture = await clashPicture(a, b, { kind: 'hard', direction: [0, 0, 1], bounds }, { machine });
    const seen = readPng(picture.png);
    const [x, y] = placeOf(picture, [0.5, 0, 0]).map(Math.floor);
    expect([...seen.rgba.subarray(4 * (y * 640 + x + 13), 4 * (y * 640 + x + 13) + 3)]).toEqual([...MARK]);
  });

  test('draws bodies as they are when it is asked', async () => {
    const [a, b] = [cuboid('A', [2, 2, 2], [0, 0, 0]), cuboid('B', [2, 2, 2], [1, 1, 1.5])];
    const focus = { kind: 'hard', direction: [0, 0, 1], bounds: { min: [0, 0, 0.5], max: [1, 1, 1] } } as const;
    const draw = () => clashPicture(a, b, focus, { machine, widthPx: 320 });
    const [before, running] = [await draw(), draw()];
    b.pose = translation(5, 5, 5);
    expect(Buffer.compare((await running).png, before.png)).toBe(0);
  });

  test.each([320, 640, 1500])('is %d pixels wide, and of one shape', async (widthPx) => {
    const a = body(icoSphere({ radius: 3, subdivisions: 3 }), { name: 'tank' });
    const b = body(cylinder({ radius: 0.2, height: 9 }), { name: 'rod', pose: rotation([1, 0, 0], 1) });
    const { picture, seen } = await pictured(a, b, {}, widthPx);
    expect([picture.width, picture.height]).toEqual([seen.width, seen.height]);
    expect([picture.width, picture.height]).toEqual([widthPx, Math.round((widthPx * 5) / 8) + 152]);
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(1500);
    expect([picture.view.columns, picture.view.rows]).toEqual([2 * widthPx, 2 * Math.round((widthPx * 5) / 8)]);
  });

  test('is the same bytes every time, and does not depend on names it cannot write', async () => {
    const place = multiply(translation(1, 0.4, 0.2), rotation([0.6, 0, 0.8], 1));
    const named = (name: string) => body(icoSphere({ radius: 1, subdivisions: 2 }), { name, pose: place });
    const focus = { kind: 'hard', direction: [0, 0, 1], bounds: { min: [0, 0, 0], max: [1, 1, 1] } } as const;
    const draw = (name: string) =>
      clashPicture(cuboid('A', [2, 2, 2], [0, 0, 0]), named(name), focus, { machine, widthPx: 320 });
    const [one, other] = [await draw('ball'), await draw('ball')];
    expect(Buffer.compare(one.png, other.png)).toBe(0);
    for (const name of ['', 'x'.repeat(1e5), '語'.repeat(50), '\u202Eabc\u0000\n', '👩‍👩‍👧', '\uD800', '<script>'])
      expect((await draw(name)).height).toBe(one.height);
  });

  test('draws bodies at extreme places and of extreme sizes', async () => {
    for (const [size, at] of [
      [1e-9, 0],
      [1e9, 0],
      [1, 1e9],
    ] as const) {
      const [a, b] = [
        cuboid('A', [size, size, size], [at, at, at]),
        cuboid('B', [size, size, size], [at + size / 2, at, at + size / 4]),
      ];
      const { seen } = await pictured(a, b, {}, 320);
      expect(findColour(seen, ramp(1), 200)!.count).toBeGreaterThan(500);
    }
  });

  test('refuses a width without room for its legend, or beyond what BCF takes', async () => {
    const a = cuboid('A', [1, 1, 1], [0, 0, 0]);
    const focus = { direction: [0, 0, 1] } as const;
    await expect(clashPicture(a, a, focus, { machine, widthPx: 1501 })).rejects.toThrow(
      new InputError('clashPicture: the width is out of range (1501). Give a whole number of pixels from 320 to 1500.'),
    );
  });
});

describe('where a contact is', () => {
  const floor = cuboid('floor', [10, 10, 1], [0, 0, -0.5]);

  test('in the middle, where the middle of the boxes touches', () => {
    const { marks } = clashPlace(floor, cuboid('post', [1, 1, 3], [2, 3, 1.5]), { direction: [0, 0, 1] });
    expect(marks).toEqual([[2, 3, 0]]);
  });

  test('at the point of contact of round bodies', () => {
    const ball = body(icoSphere({ radius: 1, subdivisions: 3 }), { pose: translation(3, -2, 1) });
    const [x, y, z] = clashPlace(floor, ball, { direction: [0, 0, 1] }).marks[0];
    expect(Math.hypot(x - 3, y + 2)).toBeLessThan(0.1);
    expect(z).toBeCloseTo(0, 2);
  });

  test('as told, where it is told', () => {
    expect(clashPlace(floor, floor, { direction: [0, 0, 1], point: [1, 2, 3] }).marks).toEqual([[1, 2, 3]]);
  });

  test('somewhere, where coordinates are too large to compute', () => {
    const huge = (x: number) => body(box(), { pose: multiply(translation(x, 0, 0), scaling(1e101)) });
    const [x] = clashPlace(huge(0), huge(1e101), { direction: [1, 0, 0] }).marks[0];
    expect(x / 1e101).toBeCloseTo(0.5, 9);
  });
});
