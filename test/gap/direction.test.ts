// Which way `gap` looks unless told: square to the faces that face each other, though the bodies' boxes suggest another way.
import { describe, expect, test } from 'vitest';
import { jaws } from '../../scenes/jaws.js';
import { molars, OCCLUSAL_AXIS } from '../../scenes/molars.js';
import { type Body, body } from '../../src/body.js';
import { directionFor } from '../../src/detect/gap/directionFor.js';
import { gap } from '../../src/gap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, transformDirection, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { dot, length, normalize, scale, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { wedge } from '../../src/mesh/shapes/wedge.js';
import { basis } from '../../src/view/fit.js';
import { angleDeg, turnedBox } from '../detect/projectionScenes.js';
import { boxBody, joined } from './support/bodies.js';

const machine = createCpuMachine();
const DISTANCE = 0.1;

/** Two wedges, slope to slope, apart by DISTANCE square to their slopes. */
function slopes() {
  const size = [2, 1, 1] as const;
  const normal = slopeNormal(size);
  const lower = body(wedge({ size }));
  const turned = rotation([0, 1, 0], Math.PI);
  const upper = body(wedge({ size }), { pose: multiply(translation(...scale(normal, DISTANCE)), turned) });
  return { lower, upper, normal };
}

/** Of the one face that is square to no axis. */
function slopeNormal(size: readonly [number, number, number]) {
  const { positions: p, indices } = wedge({ size });
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[f + k]);
    const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
    const v = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    if (n.filter((x) => Math.abs(x) > 1e-9).length > 1) return normalize(n);
  }
  throw new Error('the wedge has no slope');
}

test('along the common normal of two slopes', async () => {
  const { lower, upper, normal } = slopes();
  const map = await gap(lower, upper, { resolution: 64, machine });
  expect(map.direction).toBe('faces');
  expect(Math.abs(dot(map.view.direction, normal))).toBeCloseTo(1, 9);
  expect(map.minimum!.gap).toBeCloseTo(DISTANCE, 6);
});

test('as the boxes suggest where refinement is not wanted: longer, by the cosine', async () => {
  const { lower, upper, normal } = slopes();
  const map = await gap(lower, upper, { resolution: 64, machine, refine: false });
  expect(map.direction).toBe('boxes');
  expect(map.minimum!.gap).toBeCloseTo(DISTANCE / Math.abs(dot(map.view.direction, normal)), 6);
});

const AUTOMATIC = { direction: undefined, refine: true, resolution: 256 };
const directions = (a: Body, b: Body, options = {}) => directionFor(machine, a, b, { ...AUTOMATIC, ...options });

describe('slanting plates', () => {
  const tilt = rotation([1, 0, 0], 0.7);
  const normal = transformDirection(tilt, [0, 0, 1]);
  /** 10 by 10 by 2, so far apart along z; posed, or with turned vertices, of which the boxes tell nothing. */
  const plates = (apart: number, posed: boolean): [Body, Body] => {
    const shift: Vec3 = [0, apart * Math.sin(0.7), apart * Math.cos(0.7)];
    if (!posed) return [turnedBox([10, 10, 2], [0, 0, 0], tilt), turnedBox([10, 10, 2], shift, tilt)];
    const mesh = box({ size: [10, 10, 2] });
    return [body(mesh, { pose: tilt }), body(mesh, { pose: multiply(translation(0, 0, apart), tilt) })];
  };

  test.each([true, false])('near to each other are seen along their normal (posed: %s)', async (posed) => {
    const map = await gap(...plates(5, posed), { resolution: 64, machine });
    expect(angleDeg(map.view.direction, normal)).toBeLessThan(1e-6);
    expect(map.minimum!.gap).toBeCloseTo(5 * Math.cos(0.7) - 2, 5);
  });

  // Square to them a ray that meets one passes the other by.
  test.each([
    [20, true],
    [20, false],
    [60, true],
    [60, false],
  ])('%d apart are seen along the way from one to the other (posed: %s)', async (apart, posed) => {
    const map = await gap(...plates(apart, posed), { resolution: 64, machine });
    expect(map.direction).toBe('boxes');
    expect(map.view.direction).toEqual([0, 0, 1]);
    expect(map.minimum!.gap).toBeCloseTo(apart - 2 / Math.cos(0.7), 4);
  });
});

describe('teeth are seen along their axis, to ten degrees', () => {
  test.each(['a', 'b', 'c', 'd'] as const)('molars, position %s', async (position) => {
    const { upper, lower } = molars(position);
    const [best] = await directions(upper, lower);
    expect(best.by).toBe('faces');
    expect(angleDeg(best.direction, OCCLUSAL_AXIS)).toBeLessThan(10);
  });

  test.each([0, 0.5, 1, 2])('whole jaws, at the time %d', async (time) => {
    const { upper, lower } = jaws({ time, segments: 48, rows: 24 });
    const whole = (teeth: readonly Body[]): Mesh => joined(...teeth.map(({ mesh }) => mesh));
    const [best] = await directions(body(whole(upper)), body(whole(lower), { pose: lower[0].pose }));
    expect(angleDeg(best.direction, OCCLUSAL_AXIS)).toBeLessThan(10);
  });
});

describe('balls are seen along the line between their centres', () => {
  const ball = (at: Vec3, radius = 5) => body(icoSphere({ radius, subdivisions: 4 }), { pose: translation(...at) });
  test.each<Vec3>([
    [8, 8, 0],
    [7, 7, 7],
    [7, 7, 6.9],
    [9, 4, 2],
    [3, 2, 10],
    // Apart along two axes: neither the axes nor the shortest way between the boxes shows both.
    [20, 12, 0.5],
    [10.1, 40, 3],
  ])('to a degree, at (%d, %d, %d)', async (...at) => {
    const [best] = await directions(ball([0, 0, 0]), ball(at));
    expect(angleDeg(best.direction, at)).toBeLessThan(1);
  });

  test('and their distance is told: to a facet’s depth', async () => {
    const map = await gap(ball([0, 0, 0]), ball([7, 7, 7]), { resolution: 128, machine });
    expect(map.minimum!.gap).toBeGreaterThan(7 * Math.sqrt(3) - 10);
    expect(map.minimum!.gap).toBeLessThan(7 * Math.sqrt(3) - 10 + 0.02);
  });

  test('to two degrees where they are apart, wherever they are: 25 pairs (seed 75)', async () => {
    const random = seeded(75);
    for (let n = 0; n < 25; n++) {
      const way = normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
      const radius = 2 + 4 * random();
      const at = scale(way, 5 + radius + 4 * random());
      const [best] = await directions(ball([0, 0, 0]), ball(at, radius), { resolution: 128 });
      expect(angleDeg(best.direction, way), `pair ${n}`).toBeLessThan(2);
    }
  });
});

describe('boxes', () => {
  const cube = boxBody([0, 0, 0], [10, 10, 10]);
  const cubeAt = ([x, y, z]: Vec3) => boxBody([x, y, z], [x + 10, y + 10, z + 10]);
  /** The first direction along which rays see both, and what they see. */
  const firstSeen = async (a: Body, b: Body, refine: boolean) => {
    for (const { direction } of await directions(a, b, { refine })) {
      const map = await gap(a, b, { direction, resolution: 128, machine });
      if (map.minimum) return { direction, distance: map.minimum.gap, pixel: Math.hypot(...map.pixelSize) };
    }
    throw new Error('no direction shows both');
  };

  describe.each([true, false])('apart along several axes, or touching (refined: %s)', (refine) => {
    test.each<Vec3>([
      [15, 15, 15],
      [12, 13, 15],
      [14, 12, 0],
    ])('are seen along the shortest way between them: the other one at (%d, %d, %d)', async (...at) => {
      const way = at.map((x) => Math.max(0, x - 10)) as unknown as Vec3;
      const { direction, distance, pixel } = await firstSeen(cube, cubeAt(at), refine);
      expect(angleDeg(direction, way)).toBeLessThan(1e-6);
      // No ray is shorter than the way between the corners, and one is next to it.
      expect(distance).toBeGreaterThan(length(way) - 1e-5);
      expect(distance).toBeLessThan(length(way) + 4 * pixel);
    });

    test('along an edge are seen between their centres', async () => {
      const { direction, distance, pixel } = await firstSeen(cube, cubeAt([10, 10, 0]), refine);
      expect(angleDeg(direction, [1, 1, 0])).toBeLessThan(1e-6);
      expect(Math.abs(distance)).toBeLessThan(4 * pixel);
    });
  });

  test('that are over each other with a corner keep the square view, which alone tells their distance', async () => {
    const map = await gap(cube, cubeAt([9, 9, 12]), { resolution: 32, machine });
    expect(map.view.direction).toEqual([0, 0, 1]);
    expect(map.minimum!.gap).toBeCloseTo(2, 6);
  });
});

describe('the directions to try', () => {
  const { lower, upper } = slopes();

  test('are the one that was asked for, alone', async () => {
    const asked = { direction: [0, 2, 0] as const, up: [0, 0, 1] as const };
    expect(await directions(lower, upper, asked)).toEqual([{ ...asked, by: 'given' }]);
  });

  test('are the faces’ normal, and what it was found from', async () => {
    const found = await directions(lower, upper);
    expect(found.map(({ by }) => by)).toEqual(['faces', 'boxes']);
    const plain = await directions(lower, upper, { refine: false });
    expect(found[1]).toEqual(plain[0]);
  });

  test('are as many as the boxes tell apart where nothing faces anything, and none comes twice', async () => {
    const there = boxBody([15, 15, 15], [25, 25, 25]);
    // The shortest way is the way between the centres here.
    const found = await directions(boxBody([0, 0, 0], [10, 10, 10]), there);
    expect(found.map(({ direction }) => direction)).toEqual([[1, 0, 0], normalize([1, 1, 1])]);
  });

  test('have the given up, unless rays run along it', async () => {
    const [a, b] = [boxBody([0, 0, 0], [4, 4, 1]), boxBody([1, 1, 2], [3, 3, 3])];
    expect((await directions(a, b, { up: [1, 1, 0] }))[0]).toEqual({
      direction: [0, 0, 1],
      up: [1, 1, 0],
      by: 'boxes',
    });
    const [along] = await directions(a, b, { up: [0, 0, 5] });
    expect(along.direction).toEqual([0, 0, 1]);
    expect(() => basis(along.direction, along.up)).not.toThrow();
    await expect(gap(a, b, { up: [0, 0, 0], machine })).rejects.toThrow('view: up is zero (0,0,0).');
    await expect(gap(a, b, { up: [0, NaN, 1], machine })).rejects.toThrow('view: up is not finite (0,NaN,1).');
  });

  test('are the same, whichever body is first', async () => {
    const [here, there] = [await directions(lower, upper), await directions(upper, lower)];
    expect(there).toHaveLength(here.length);
    here.forEach(({ direction, by }, k) => {
      expect(there[k].by).toBe(by);
      expect(angleDeg(there[k].direction, direction)).toBeLessThan(1e-4);
    });
  });
});
