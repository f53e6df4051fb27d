import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, scaling, transformPoint, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { paintGap } from '../../src/paintGap.js';
import { boxBody, boxMesh, joined, lowerSlab, upperSlab } from './support/bodies.js';

const machine = createCpuMachine();
const vertex = ({ mesh: { positions } }: Body, v: number): Vec3 => [
  positions[3 * v],
  positions[3 * v + 1],
  positions[3 * v + 2],
];

describe('a gap painted on slabs that face each other', () => {
  const low = (x: number, y: number) => 0.1 * Math.sin(4 * x) * Math.cos(3 * y);
  const high = (x: number, y: number) => 0.08 * Math.cos(3 * x - 2 * y);
  const segments = [40, 40] as const;

  // Apart, reaching into each other in places, and one through the other.
  test.each([0.5, 0.1, -0.2])('is the function at every vertex of the facing sides, %d apart', async (over) => {
    const a = lowerSlab({ height: low, segments, bottom: -1 });
    const b = upperSlab({ height: high, segments, bottom: -1 }, over);
    const map = await gap(a, b, { direction: [0, 0, 1], resolution: 160, machine });
    for (const [which, one] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const painted = paintGap(map, one, which);
      let count = 0;
      painted.forEach((value, v) => {
        const [x, y] = vertex(one, v);
        const isTop = v < 41 * 41;
        const isInner = Math.max(Math.abs(x), Math.abs(y)) < 0.99;
        expect(Number.isNaN(value)).toBe(!isTop);
        if (Number.isNaN(value)) return;
        count++;
        // The triangles lie off the function, and rays beside a vertex by up to a pixel of the slope's change; on the rim, where the
        // nearest ray counts, by up to a pixel and a half of the other body's slope.
        const off = Math.abs(value - (over - low(x, y) - high(x, y)));
        expect(off).toBeLessThan(isInner ? 2e-3 : 1.5 * map.pixelSize[0] * 0.4 + 2e-3);
      });
      expect(count).toBe(41 * 41);
    }
  });
});

describe('a gap painted on balls', () => {
  test.each([1, 2, 3])('is on the sides that face each other only, in any pose, seed %d', async (seed) => {
    const random = seeded(seed);
    const mesh = icoSphere({ subdivisions: 4 });
    // B's pose mirrors.
    const turn = randomRotation(random);
    const a = body(mesh, { pose: randomRotation(random) });
    const b = body(mesh, { pose: multiply(translation(0.2, 0.1, 2.3), multiply(turn, scaling(-1, 1, 1))) });
    const map = await gap(a, b, { direction: [0, 0, 1], resolution: 256, machine });
    const half = (x: number, y: number) => Math.sqrt(1 - x * x - y * y);
    for (const [which, one, side] of [
      ['a', a, 1],
      ['b', b, -1],
    ] as const) {
      const painted = paintGap(map, one, which);
      let count = 0;
      painted.forEach((value, v) => {
        const [x, y, z] = transformPoint(one.pose, vertex(one, v));
        const height = which === 'a' ? z : z - 2.3;
        const [dx, dy] = [x - 0.2, y - 0.1];
        const reach = Math.max(Math.hypot(x, y), Math.hypot(dx, dy));
        const faces = side * height > 0;
        if (!faces) expect(value).toBeNaN();
        // Near its outline a ball is steeper than can be told from a wall.
        if (faces && reach < 0.95) expect(value).not.toBeNaN();
        if (reach > 1.01) expect(value).toBeNaN();
        if (Number.isNaN(value) || reach > 0.95) return;
        count++;
        expect(Math.abs(value - (2.3 - half(x, y) - half(dx, dy)))).toBeLessThan(0.02);
      });
      expect(count).toBeGreaterThan(600);
    }
  });

  test('is, in a ball that lies inside a box, the way through the ball, on both of its sides', async () => {
    const ball = body(icoSphere({ subdivisions: 4 }));
    const block = boxBody([-2, -2, -2], [2, 2, 2]);
    const map = await gap(ball, block, { direction: [0, 0, 1], resolution: 256, machine });
    const painted = paintGap(map, ball, 'a');
    let [before, behind] = [0, 0];
    painted.forEach((value, v) => {
      if (Number.isNaN(value)) return;
      const z = vertex(ball, v)[2];
      if (z > 0) behind++;
      else before++;
      if (Math.abs(z) > 0.3) expect(Math.abs(value + 2 * Math.abs(z))).toBeLessThan(0.02);
    });
    expect(before).toBeGreaterThan(1000);
    expect(behind).toBeGreaterThan(1000);
    expect(paintGap(map, block, 'b').every(Number.isNaN)).toBe(true);
  });
});

test('a surface just behind the one that bounds the gap is left alone', async () => {
  // The ray is inside both from A's lower to A's upper side; B's lies a fifth of a pixel above it.
  const a = boxBody([-1, -1, -0.5], [1, 1, 0]);
  const b = lowerSlab({ height: () => 0.005, segments: [20, 20], size: [4, 4], bottom: -1 });
  const map = await gap(a, b, { direction: [0, 0, 1], resolution: 80, machine });
  expect(map.minimum!.gap).toBeCloseTo(-0.5, 6);
  expect(map.pixelSize[0]).toBeGreaterThan(0.025);
  expect(paintGap(map, b, 'b').every(Number.isNaN)).toBe(true);
});

test('vertices between four rays, and right under one, have what these have', async () => {
  // A plane gap: every ray has the same, and bilinear weights sum to one. Vertices on the outline have the nearest ray's.
  const a = lowerSlab({ height: () => 0, segments: [9, 7] });
  const b = upperSlab({ height: () => 0, segments: [3, 3], size: [8, 8] }, 0.25);
  const painted = paintGap(await gap(a, b, { direction: [0, 0, -1], resolution: 99, machine }), a, 'a');
  const top = painted.subarray(0, 80).filter((value) => !Number.isNaN(value));
  expect(top.length).toBe(10 * 8);
  expect(Math.max(...top) - Math.min(...top)).toBeLessThan(1e-6);
  expect(top[0]).toBeCloseTo(0.25, 6);
});

test('the corners of a box over a plate have the gap, those of its other side have none', async () => {
  const over = boxBody([-5, -5, -5], [5, 5, 5]);
  const plate = boxBody([-15, -15, -9], [15, 15, -7]);
  const map = await gap(over, plate, { direction: [0, 0, 1], resolution: 512, machine });
  paintGap(map, over, 'a').forEach((value, v) => {
    if (vertex(over, v)[2] < 0) expect(value).toBeCloseTo(2, 5);
    else expect(value).toBeNaN();
  });
  // The plate's own corners lie outside the map.
  expect(paintGap(map, plate, 'b').every(Number.isNaN)).toBe(true);
});

// Faces smaller than a pixel, and larger: then vertices lie a third of a pixel beyond the nearest one's reach.
test.each([97, 9])(
  'vertices beside the outline of the other body have its gap up to there, and none beyond, of %d across',
  async (across) => {
    const over = boxBody([-1, -1, 0.5], [1, 1, 1]);
    const field = lowerSlab({ height: () => 0, segments: [across, across], size: [4, 4], bottom: -1 });
    const map = await gap(over, field, { direction: [0, 0, 1], resolution: 50, extent: 'all', machine });
    const pixel = map.pixelSize[0];
    let count = 0;
    paintGap(map, field, 'b').forEach((value, v) => {
      const [x, y, z] = vertex(field, v);
      const beyond = Math.max(Math.abs(x), Math.abs(y)) - 1;
      if (z < 0 || beyond > pixel) expect(value).toBeNaN();
      else if (beyond < -pixel) expect(value).toBeCloseTo(0.5, 5);
      if (Number.isNaN(value)) return;
      count++;
      expect(value).toBeCloseTo(0.5, 5);
    });
    // As many as lie under the box, which is half as wide; one less or more on each side, for rays are no finer.
    const under = 2 * Math.floor((across + 1) / 4);
    expect(count).toBeGreaterThanOrEqual((under - 2) ** 2);
    expect(count).toBeLessThanOrEqual((under + 2) ** 2);
  },
);

test.each([512, 100, 33])(
  'where the other body has a step, a vertex has the one side or the other, at %d rays',
  async (resolution) => {
    const field = lowerSlab({ height: () => 0, segments: [37, 37], size: [10, 10], bottom: -1 });
    const stair = body(joined(boxMesh([-5, -5, 1], [0, 5, 8]), boxMesh([0, -5, 5], [5, 5, 8])));
    const map = await gap(field, stair, { direction: [0, 0, 1], resolution, machine });
    const painted = paintGap(map, field, 'a');
    let count = 0;
    painted.forEach((value, v) => {
      if (Number.isNaN(value)) return;
      count++;
      const x = vertex(field, v)[0];
      const expected = x < 0 ? 1 : 5;
      if (Math.abs(x) > map.pixelSize[0]) expect(value).toBeCloseTo(expected, 5);
      else expect([1, 5].some((side) => Math.abs(side - value) < 1e-5)).toBe(true);
    });
    // Faces at a corner of the outline may be too small for a ray.
    expect(count).toBeGreaterThanOrEqual(38 * 38 - (resolution < 37 ? 2 : 0));
  },
);
