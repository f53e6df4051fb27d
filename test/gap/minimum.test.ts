import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, transformPoint, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { dot, length, normalize, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { between } from '../support/randomPose.js';
import { lowerSlab, upperSlab } from './support/bodies.js';
import { directedDistance, steepness } from './support/directedDistance.js';

const machine = createCpuMachine();
/** What snapping to 1/256 pixel may do to where a ray meets a face. */
const SNAP_PX = 1 / 256;

describe('the least gap and the exact distance along the same direction', () => {
  test.each(Array.from({ length: 12 }, (_, k) => k + 1))(
    'never below, and above by a pixel of slope, seed %d',
    async (seed) => {
      const random = seeded(seed);
      const direction = normalize([between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]);
      const away = scale(direction, between(random, 2.3, 3));
      const aside = () => between(random, -0.25, 0.25);
      const a = body(icoSphere({ subdivisions: 1 }), { pose: randomRotation(random) });
      const pose = multiply(
        translation(away[0] + aside(), away[1] + aside(), away[2] + aside()),
        randomRotation(random),
      );
      const b = body(bumpySphere({ segments: 8, frequency: 2, amplitude: 0.1 }), { pose });

      const exact = directedDistance(a, b, direction)!;
      const map = await gap(a, b, { direction, resolution: 128, machine });
      const [pixel] = map.pixelSize;
      const slope = steepness(a, direction, exact.place, pixel) + steepness(b, direction, exact.place, pixel);
      const { gap: least, onA, onB } = map.minimum!;
      expect(exact.distance).toBeGreaterThan(0.05);
      expect(least).toBeGreaterThan(exact.distance - map.measured.depthError - slope * SNAP_PX * pixel);
      expect(least).toBeLessThan(exact.distance + slope * Math.SQRT1_2 * pixel + map.measured.depthError);
      // A lies before B, and the way from the one place to the other goes along the rays.
      const way = subtract(onB, onA);
      expect(Math.abs(dot(way, direction) - least)).toBeLessThan(1e-6);
      expect(Math.abs(length(way) - least)).toBeLessThan(1e-6);
      expect(onSurface(onA, a)).toBeLessThan(1e-3);
    },
  );

  /** The mesh of the icosphere lies between its inner and its outer ball; here it is enough that the place is near it. */
  const onSurface = (point: Vec3, { pose }: { pose: Float64Array | Readonly<Float64Array> }): number => {
    const middle = transformPoint(pose, [0, 0, 0]);
    const distance = length(subtract(point, middle));
    return Math.max(0, distance - 1, Math.cos(0.4) - distance);
  };

  // 65 rays across less a border of two on each side: an odd number, so that one ray goes through the middle.
  const settings = { direction: [0, 0, 1], resolution: 65, machine } as const;
  const CORNERS: readonly [string, (x: number, y: number) => number, (x: number, y: number) => number, number][] = [
    ['a peak over a plane', (x, y) => 0.4 - 0.3 * (Math.abs(x) + Math.abs(y)), () => 0, 0.6],
    ['a plane over a peak', () => 0, (x, y) => 0.4 - 0.3 * (Math.abs(x) + Math.abs(y)), 0.6],
    ['two ridges crosswise', (_, y) => 0.2 - 0.5 * Math.abs(y), (x) => 0.3 - 0.4 * Math.abs(x), 0.5],
  ];
  test.each(CORNERS)(
    'the same where a ray goes through the nearest corner or crossing: %s',
    async (_, low, high, least) => {
      const segments = [4, 4] as const;
      const a = lowerSlab({ height: low, segments, bottom: -1 });
      const b = upperSlab({ height: high, segments, bottom: -1 }, 1);
      const exact = directedDistance(a, b, [0, 0, 1])!;
      const map = await gap(a, b, settings);
      expect(exact.distance).toBeCloseTo(least, 6);
      expect(Math.abs(map.minimum!.gap - exact.distance)).toBeLessThan(map.measured.depthError);
      expect(map.minimum!.ray).toEqual([32, 32]);
      expect(map.minimum!.onA).toEqual(
        [0, 0, expect.closeTo(low(0, 0), 5)].map((c) => (c === 0 ? expect.closeTo(0, 9) : c)),
      );
      expect(map.minimum!.onB[2]).toBeCloseTo(1 - high(0, 0), 5);
    },
  );
});
