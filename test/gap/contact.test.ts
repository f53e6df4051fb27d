// Bodies that touch: no interference anywhere, and the whole area of contact, however steep it is and however the bodies are turned.
import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import type { GapMap } from '../../src/gapMap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, transformDirection, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { heightField } from '../../src/mesh/shapes/heightField.js';
import { between } from '../support/randomPose.js';
import { inPlace, joined, turnedOut } from './support/bodies.js';

const machine = createCpuMachine();
const bumps = (x: number, y: number) => 1.3 * Math.sin(x) * Math.cos(y);

/** A slab under a field, and the one over it: where they meet, both have the same vertices, or as many as their own segments say. */
function mould(height: (x: number, y: number) => number, below: number, above = below, thickness = 5) {
  const slab = (segments: number, sign: number) =>
    heightField({
      ...{ height: (x: number, y: number) => sign * height(x, y), segments: [segments, segments] as const },
      ...{ size: [10, 10] as const, bottom: -thickness },
    });
  const upside = slab(above, -1);
  const up = joined(turnedOut({ ...upside, positions: upside.positions.map((at, k) => (k % 3 === 2 ? -at : at)) }));
  return { low: slab(below, 1), up };
}

/** No gap but 0, within what it may be wrong by, and no interference; one region, with the whole area, and bands with all of it. */
function expectContact(map: GapMap, area: number, within = 0.005): void {
  let wrong = 0;
  map.gap.forEach((value, p) => {
    if (Math.abs(value) > map.error[p]) wrong++;
    if (Number.isNaN(value) !== Number.isNaN(map.error[p])) wrong++;
  });
  expect(wrong).toBe(0);
  expect(map.interference.pixels).toBe(0);
  expect(map.regions.length).toBe(1);
  expect(map.regions[0].interference.pixels).toBe(0);
  expect(map.undecidedRays).toBe(0);
  expect(map.measured.isDecided).toBe(true);
  for (const band of map.bands) expect(band.pixels).toBe(map.regions[0].pixels);
  expect(Math.abs(map.regions[0].area - area)).toBeLessThan(within * area);
}

describe('a cast in its mould', () => {
  const { low, up } = mould(bumps, 40);
  const far = multiply(translation(1234.5, -777.1, 321.9), rotation([0.27, 0.53, 0.8], 0.7));

  test.each([1, 2, 3, 4, 5, 6])('touches all over, one turned before it is stored, seed %d', async (seed) => {
    const random = seeded(seed);
    const pose = randomRotation(random);
    const direction = transformDirection(pose, [between(random, -0.1, 0.1), between(random, -0.1, 0.1), 1]);
    const settings = { direction, resolution: 256, bands: [0, 0.1], machine };
    const map = await gap(inPlace(low, pose), body(up, { pose }), settings);
    const [{ error }, { depthError }] = [map.minimum!, map.measured];
    expect(error).toBeGreaterThan(depthError);
    // A tilted view sees a little of the contact from the side.
    expectContact(map, 100, 0.03);
  });

  test('touches all over with the same vertices, far from the origin', async () => {
    const direction: Vec3 = [far[2], far[6], far[10]];
    expectContact(await gap(inPlace(low, far), inPlace(up, far), { direction, bands: [0, 0.1], machine }), 100);
  });
});

describe('slopes that touch', () => {
  test.each(Array.from({ length: 10 }, (_, k) => k + 1))(
    'touch all over, cut into other faces, seed %d',
    async (seed) => {
      const random = seeded(seed);
      const slope = between(random, 0.2, 6);
      const [below, above] = [1 + Math.floor(9 * random()), 1 + Math.floor(9 * random())];
      const { low, up } = mould((x, y) => slope * x + 0.3 * y, below, above, 40);
      const pose = rotation([0, 0, 1], between(random, 0, 6));
      const map = await gap(body(low, { pose }), body(up, { pose }), {
        ...{ direction: [0, 0, 1], resolution: 256, bands: [0, 0.1], machine },
      });
      expectContact(map, 100);
      // Not from rounding alone: snapping moves steep surfaces by more.
      if (slope > 3)
        expect(Math.max(...map.error.filter((at) => at > 0))).toBeGreaterThan(10 * map.measured.depthError);
    },
  );

  test('that reach into each other by more than the error interfere, by less they touch', async () => {
    const { low, up } = mould((x, y) => 2 * x + 0.3 * y, 3, 5, 40);
    const settings = { direction: [0, 0, 1], resolution: 128, machine } as const;
    const error = (await gap(body(low), body(up), settings)).minimum!.error;
    const deeper = (by: number) => gap(body(low), body(up, { pose: translation(0, 0, -by) }), settings);
    const inside = await deeper(3 * error);
    expect(inside.interference.pixels).toBe(inside.regions[0].pixels);
    expect(inside.interference.area).toBeCloseTo(100, 0);
    expect((await deeper(error / 8)).interference.pixels).toBe(0);
  });
});

test('steps are no slopes: beside them the error is that of rounding', async () => {
  const stairs = (x: number) => (x < 0 ? 0 : 3);
  const { low } = mould(stairs, 500);
  const { up } = mould(() => 4, 1);
  const map = await gap(body(low), body(up), { direction: [0, 0, 1], resolution: 100, machine });
  const errors = map.error.filter((error) => !Number.isNaN(error));
  // The steep faces between the steps are a fiftieth of a unit wide, less than a pixel.
  expect(map.pixelSize[0]).toBeGreaterThan(0.1);
  expect(errors.length).toBeGreaterThan(8000);
  for (const error of errors) expect(error).toBeLessThan(1.001 * map.measured.depthError);
});
