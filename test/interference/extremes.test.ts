import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { multiply, scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere, sphereVolume } from '../../src/mesh/shapes/sphere.js';
import { randomRigid } from '../support/randomPose.js';
import { ask, at, baked, cuboid, joined, kindOf, mapped, moved, pairOf } from './bodies.js';
import { innerRadius } from './closedForms.js';

const MM = 1e-3;
const unit = (x = 0) => cuboid([x, 0, 0], [x + 1, 1, 1]);

describe('far from the origin', () => {
  const far = at(1e6, -1e6, 1e6);

  it.each([
    [0.25, 'hard'],
    [0.9, 'hard'],
    [1, 'touch'],
    [1.1, 'none'],
  ] as const)('cubes of 1 mm at 1e6 m, %f mm beside each other: %s', async (shift, kind) => {
    const pair = [unit(), unit(shift)].map((one) => moved(one, multiply(far, scaling(MM))));
    for (const bodies of [pair, pair.map(baked)]) {
      const report = await ask(bodies);
      expect(kindOf(report)).toBe(kind);
      if (kind !== 'hard') continue;
      const { volume, volumeError, depthAlongView, measured } = report.pairs[0];
      expect(Math.abs(volume - (1 - shift) * MM ** 3)).toBeLessThan(volumeError);
      // What rounding may do at 1e6 is a millionth of a metre, and said.
      expect(measured.depthError).toBeLessThan(1e-6);
      expect(Math.abs(depthAlongView - (1 - shift) * MM)).toBeLessThan(measured.depthError);
    }
  });

  it.each([1, 1e-3, 3e-6])('a foot sunk %f into a slab of 2,000 km, at its corner', async (depth) => {
    const slab = cuboid([-1e6, -1e6, -1], [1e6, 1e6, 0]);
    const report = await ask([slab, cuboid([999_999, 999_999, -depth], [1_000_001, 1_000_001, 1])]);
    expect(kindOf(report)).toBe('hard');
    expect(report.pairs[0].depthAlongView).toBeCloseTo(depth, 6);
    expect(report.pairs[0].area).toBeCloseTo(1, 6);
  });

  it.each([1e3, 1e6, 1e9])('a unit cube at the side of a cube of %f', async (size) => {
    const large = cuboid([-size, -size, -size], [size, size, size]);
    const kinds: string[] = [];
    for (const x of [-1.5, -1, -0.5, 0, 1]) kinds.push(kindOf(await ask([large, unit(size + x)])));
    expect(kinds).toEqual(['contained b', 'contained b', 'hard', 'touch', 'none']);
  });
});

describe('small and large', () => {
  it.each([1e-30, 1e-12, 1e-6, 1e6, 1e12, 1e30])('cubes of %f', async (size) => {
    const kinds: string[] = [];
    for (const shift of [0, 0.5, 1, 1.5]) {
      const report = await ask([unit(), unit(shift)].map((one) => moved(one, scaling(size))));
      kinds.push(kindOf(report));
      if (shift !== 0.5) continue;
      expect(report.pairs[0].depthAlongView / size).toBeCloseTo(0.5, 6);
      expect(report.pairs[0].volume / size ** 3).toBeCloseTo(0.5, 6);
    }
    expect(kinds).toEqual(['duplicate', 'hard', 'touch', 'none']);
  });

  it.each([1e-6, 1e-3])('a ball of %f in, on and beside one of 1 (seed 71)', async (radius) => {
    const random = seeded(71);
    const shape = icoSphere({ subdivisions: 2 });
    for (let k = 0; k < 5; k++) {
      const motion = randomRigid(random, 2);
      const small = (x: number) => moved(body(shape, { pose: multiply(at(x), scaling(radius)) }), motion);
      const large = moved(body(shape), motion);
      expect(kindOf(await ask([large, small(0.5)]))).toBe('contained b');
      expect(kindOf(await ask([large, small(1 + 3 * radius)]))).toBe('none');
    }
  });

  it('needles and sheets', async () => {
    const needle = cuboid([0, 0, 0], [1000, 1e-3, 1e-3]);
    const sheet = cuboid([500, -50, -50], [500.001, 50, 50]);
    const report = await ask([needle, sheet]);
    expect(kindOf(report)).toBe('hard');
    expect(report.pairs[0].volume / 1e-9).toBeCloseTo(1, 3);
    expect(report.pairs[0].depthAlongView).toBeCloseTo(1e-3, 6);
    expect(kindOf(await ask([needle, moved(sheet, at(0, 0, 50.001))]))).toBe('touch');
    expect(kindOf(await ask([needle, moved(sheet, at(0, 0, 50.0011))]))).toBe('none');
  });
});

describe('what the report calls the limit', () => {
  it.each([16, 64])(
    'no ball of the diameter `missedBelow` is missed, with %i rays across (seed 72)',
    async (resolution) => {
      const random = seeded(72);
      const shape = icoSphere({ subdivisions: 1 });
      const corners = [at(-6, -6, -6), at(10, 10, 10)].map((pose) => mapped(box({ size: 1 }), pose));
      for (let k = 0; k < 40; k++) {
        const motion = randomRigid(random, 3);
        const place = at(1 + 2 * random(), 1 + 2 * random(), 1 + 2 * random());
        /** A body whose box holds the block's, and whose only part in the block is a ball. */
        const scene = (radius: number) => {
          const ball = mapped(shape, multiply(place, scaling(radius)));
          return [cuboid([0, 0, 0], [4, 4, 4]), body(joined(...corners, ball))].map((one) => moved(one, motion));
        };
        const { missedBelow } = pairOf(await ask(scene(1e-3), { resolution }))!.measured;
        const radius = missedBelow / 2 / innerRadius(shape);
        const found = pairOf(await ask(scene(radius), { resolution }))!;
        expect(found.measured.missedBelow).toBeCloseTo(missedBelow, 9);
        expect(found.kind).toBe('hard');
        expect(Math.abs(found.volume - sphereVolume(radius))).toBeLessThan(found.volumeError);
      }
    },
  );
});

describe('ten thousand layers on every ray', () => {
  const count = 5000;
  /** Plates of half their spacing, from z = 0 to 1, as one body. */
  const plates = body(
    joined(...Array.from({ length: count }, (_, k) => cuboid([0, 0, k / count], [1, 1, (k + 0.5) / count]).mesh)),
  );
  const along = { direction: [0, 0, 1], resolution: 4 } as const;

  it('a block over half of them', async () => {
    const { pairs, diagnostics } = await ask([plates, cuboid([0.5, -1, -1], [2, 2, 2])], along);
    expect(diagnostics).toEqual([]);
    expect(pairs).toMatchObject([{ kind: 'hard' }]);
    const [{ volume, depthAlongView, faces, centroid, bounds }] = pairs;
    expect(volume).toBeCloseTo(0.25, 5);
    expect(depthAlongView).toBeCloseTo(0.5 / count, 6);
    expect(faces.a).toHaveLength(4 * count);
    expect(faces.b).toEqual([]);
    expect(centroid![2]).toBeCloseTo(0.5 - 0.25 / count, 3);
    expect(bounds!.min[0]).toBeCloseTo(0.5, 6);
    expect(bounds!.max[2]).toBeCloseTo(1 - 0.5 / count, 6);
  });

  it('a block around all of them, between two of them, and in the gaps', async () => {
    expect(kindOf(await ask([plates, cuboid([-1, -1, -1], [2, 2, 2])], along))).toBe('contained a');
    const gap = (k: number) => cuboid([0, 0, (k + 0.6) / count], [1, 1, (k + 0.9) / count]);
    expect(kindOf(await ask([plates, gap(2500)], along))).toBe('none');
    const gaps = body(joined(...Array.from({ length: count - 1 }, (_, k) => gap(k).mesh)));
    expect(kindOf(await ask([plates, gaps], along))).toBe('none');
    const filling = body(
      joined(
        ...Array.from({ length: count - 1 }, (_, k) => cuboid([0, 0, (k + 0.5) / count], [1, 1, (k + 1) / count]).mesh),
      ),
    );
    const touching = pairOf(await ask([plates, filling], along))!;
    expect(touching.area).toBeCloseTo(1, 6);
    expect(touching).toMatchObject({ kind: 'touch', volume: 0 });
  });
});
