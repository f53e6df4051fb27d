import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { gapRays } from '../../src/detect/gap/gapRays.js';
import { toParty } from '../../src/detect/toParty.js';
import { gap } from '../../src/gap.js';
import type { GapMap } from '../../src/gapMap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, multiply, rotation, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { boxBody, boxMesh, inPlace, joined, prism } from './support/bodies.js';

const machine = createCpuMachine();
const turns = Array.from({ length: 24 }, (_, k) => 0.05 + 0.06 * k);

/** How many rays of a map are deeper inside both before they are looked at again. */
async function seemingRays(a: Body, b: Body, { view, gap: gaps, measured: { depthError } }: GapMap): Promise<number> {
  const [rays] = await gapRays(machine, { a: toParty(a, 0), b: toParty(b, 1), depthError }, [view]);
  return rays.gap.filter((at, p) => at < Math.min(0, Number.isNaN(gaps[p]) ? 0 : gaps[p]) - 0.01).length;
}

describe('walls that rays run along', () => {
  test('and that bodies share are no interference, at any of 24 turns', async () => {
    let seeming = 0;
    for (const angle of turns) {
      const pose = rotation([0, 0, 1], angle);
      const a = boxBody([0, 0, 0], [1, 1, 1]);
      const b = boxBody([1, 0.3, 0.5], [2, 0.8, 1.5]);
      a.pose = b.pose = pose;
      const map = await gap(a, b, { direction: [0, 0, 1], resolution: 256, machine });
      expect(map.interference.pixels).toBe(0);
      expect(map.minimum).toBeUndefined();
      expect(map.undecidedRays).toBe(0);
      expect(map.measured.isDecided).toBe(true);
      seeming += await seemingRays(a, b, map);
    }
    // Without looking again, these would have been an interference half as high as the bodies.
    expect(seeming).toBeGreaterThan(0);
  });

  test('beside a true interference do not make it deeper', async () => {
    // B stands 0.05 deep in the lower step of A, and against the wall of the upper one.
    const stairs = joined(boxMesh([0, 0, 0], [2, 1, 1]), boxMesh([1, 0, 1], [2, 1, 2]));
    const stone = boxMesh([0.25, 0.1, 0.95], [1, 0.7, 1.8]);
    let seeming = 0;
    for (const angle of turns.filter((_, k) => k % 2 === 0)) {
      const pose = rotation([0, 0, 1], angle);
      const map = await gap(body(stairs, { pose }), body(stone, { pose }), {
        ...{ direction: [0, 0, 1], resolution: 512, machine },
      });
      expect(map.minimum!.gap).toBeCloseTo(-0.05, 5);
      expect(map.interference.area).toBeCloseTo(0.75 * 0.6, 1);
      expect(map.undecidedRays).toBe(0);
      seeming += await seemingRays(body(stairs, { pose }), body(stone, { pose }), map);
    }
    expect(seeming).toBeGreaterThan(0);
  });

  test.each([1, 2, 3])('and an interference a quarter of a pixel wide is kept, seed %d', async (seed) => {
    const random = seeded(seed);
    const pose = rotation([0, 0, 1], 0.2 + random());
    const map = await gap(
      body(boxMesh([0, 0, 0], [1, 1, 1]), { pose }),
      body(boxMesh([1 - 0.25 / 100, 0.3, 0.5], [2, 0.8, 1.5]), { pose }),
      { direction: [0, 0, 1], resolution: 200, extent: 'all', machine },
    );
    expect(map.pixelSize[0]).toBeLessThan(0.0125);
    expect(map.minimum!.gap).toBeCloseTo(-0.5, 5);
    expect(map.undecidedRays).toBe(0);
  });

  test('are no interference however low they are, at any of 40 turns', async () => {
    let seeming = 0;
    for (let k = 0; k < 40; k++) {
      const pose = multiply(translation(7.3 * k, 3.1 * k, k), rotation([0, 0, 1], 0.1 * k + 0.03));
      const sheet = (size: Vec3, segments: number, at: Affine) => inPlace(box({ size, segments }), multiply(pose, at));
      const a = sheet([100, 100, 0.1], 5, translation(0, 0, 0));
      const b = sheet([100, 60, 0.1], 3, translation(100, 7, 0));
      const map = await gap(a, b, { direction: [0, 0, 1], resolution: 256, machine });
      expect(map.interference.pixels).toBe(0);
      expect(map.pixelSize[0]).toBeGreaterThan(0.1);
      seeming += await seemingRays(a, b, map);
    }
    expect(seeming).toBeGreaterThan(0);
  });

  test.each([0.096, 0.038, 0.019, 0.004, 0.001])(
    'and a foil through a block, %d pixels thick, is kept',
    async (thickness) => {
      const block = boxBody([-50, -50, -10], [50, 50, 10]);
      const pixel = 100 / 480;
      const foil = inPlace(box({ size: [140, thickness * pixel, 30] }), rotation([0, 0, 1], 0.3));
      const map = await gap(block, foil, { direction: [0, 0, 1], resolution: 512, machine });
      expect(map.pixelSize[0]).toBeCloseTo(pixel, 9);
      // Some 480 columns of rays, each with the foil's height in pixels as its chance, and what snapping adds.
      expect(map.interference.pixels).toBeGreaterThan(0.5 * 480 * thickness);
      expect(map.interference.pixels).toBeLessThan(2 * 480 * (thickness + 1 / 128));
      expect(map.undecidedRays).toBe(0);
      if (map.minimum) expect(map.minimum.gap).toBeCloseTo(-20, 4);
    },
  );

  test.each([0.13, 0.26])('are told from it though there is a true one elsewhere, slope %d', async (slope) => {
    // A left of a slanting wall, B right of it, a millionth away; and a fin of B in a post of A, far from there.
    const wall = (y: number) => 4 + slope * y;
    const ys = [10, 8.9, 7.7, 6.1, 5.2, 3.7, 2.3, 1.1, 0];
    const left = prism([
      [0, 0],
      [wall(0), 0],
      [wall(10), 10],
      [0, 10],
    ]);
    const right = prism([[13, 0], [13, 10], ...ys.map((y) => [wall(y) + 1e-6, y] as const)]);
    const a = body(joined(left, boxMesh([14, 0, -5], [16, 10, 1])));
    const b = body(joined(right, boxMesh([15, 0.5, -4], [15.012, 9.5, 0.5])));
    const map = await gap(a, b, { direction: [0, 0, 1], resolution: 1024, machine });
    expect(map.regions.length).toBe(1);
    expect(map.regions[0].bounds.min[0]).toBeGreaterThan(14);
    expect(map.minimum!.gap).toBeCloseTo(-4.5, 5);
    expect(await seemingRays(a, b, map)).toBeGreaterThan(0);
  });

  test('and more fins than can be looked at again are told of', async () => {
    const fins = Array.from({ length: 700 }, (_, k) => boxMesh([0.2 * k - 70.03, -70, -15], [0.2 * k - 69.97, 70, 15]));
    const comb = body(joined(...fins), { pose: rotation([0, 0, 1], 0.3) });
    const block = boxBody([-50, -50, -10], [50, 50, 10]);
    const map = await gap(block, comb, { direction: [0, 0, 1], resolution: 512, machine });
    // Three tenths of all: the fins are 0.06 thick, and 0.2 apart.
    expect(map.interference.area).toBeGreaterThan(0.29 * 1e4);
    expect(map.interference.area).toBeLessThan(0.31 * 1e4);
    expect(map.measured.limit).toMatch(/[0-9]+ rays inside both that stand alone, .* were too many to look at again\./);
    expect(map.measured.isDecided).toBe(true);
  });

  test('and a needle that one ray meets is kept', async () => {
    // 65 rays, two of border on each side: the one in the middle goes through the needle, a fifth of a pixel wide.
    const map = await gap(
      boxBody([-1, -1, 0], [1, 1, 1]),
      body(joined(boxMesh([-1, -1, 1.5], [1, 1, 2]), boxMesh([-0.003, -0.003, 0.25], [0.003, 0.003, 1.75]))),
      { direction: [0, 0, 1], resolution: 65, machine },
    );
    expect(map.minimum!.gap).toBeCloseTo(-0.75, 5);
    expect(map.minimum!.ray).toEqual([32, 32]);
    expect(map.interference.pixels).toBe(1);
  });
});
