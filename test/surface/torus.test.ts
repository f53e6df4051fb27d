import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { inflateBox } from '../../src/math/box.js';
import { type Random, seeded } from '../../src/math/random.js';
import { add, scale, type Vec3 } from '../../src/math/vector.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { torusKind } from '../../src/surface/torus/torusKind.js';
import { torus } from '../../src/surface/torus/torusSurface.js';
import { describeGpu } from '../support/gpu.js';
import { castOnGpu } from './support/castOnGpu.js';
import { castSubject } from './support/castSubject.js';
import { minus, plus, polynomial, signAt, square, times } from './support/exactPolynomial.js';
import { expectCrossings } from './support/expectCrossings.js';
import { expectOnGpu } from './support/expectOnGpu.js';
import { gridVolume } from './support/gridVolume.js';
import { type Ray, randomRay, tangentRay } from './support/randomRay.js';
import { realRoots } from './support/realRoots.js';

const ring = (radius: number, tubeRadius: number) => castSubject(torusKind, torus({ radius, tubeRadius }));

/** By the quartic in whole numbers. Of a torus that meets itself, the roots of the inner sheet are left out. */
function exactTorus(R: number, r: number, [px, py, pz, dx, dy, dz]: Ray): number[] {
  const [x2, y2, z2] = [square(polynomial([px, dx])), square(polynomial([py, dy])), square(polynomial([pz, dz]))];
  const [R2, r2] = [square(polynomial([R])), square(polynomial([r]))];
  const a = plus(plus(plus(x2, y2), z2), minus(R2, r2));
  const quartic = minus(square(a), times(times(polynomial([4]), R2), plus(x2, y2)));
  return realRoots(quartic)
    .filter(({ t, multiplicity }) => multiplicity % 2 === 1 && (r <= R || signAt(a, t) > 0))
    .map(({ t }) => t);
}

const SHAPES: readonly (readonly [name: string, R: number, r: number, count: number])[] = [
  ['a ring', 1, 0.4, 4000],
  ['a thin ring', 3, 0.003, 2000],
  ['a fat ring', 1, 0.97, 1500],
  ['a horn', 1, 1, 1000],
  ['a spindle', 1, 1.5, 1500],
];

/** A point at a distance from the tube's middle, and the direction from there. */
function tubePoint(random: Random, R: number, distance: number): { point: Vec3; normal: Vec3 } {
  const [u, v] = [2 * Math.PI * random(), 2 * Math.PI * random()];
  const normal: Vec3 = [Math.cos(u) * Math.cos(v), Math.sin(u) * Math.cos(v), Math.sin(v)];
  return { point: add(scale(normal, distance), [R * Math.cos(u), R * Math.sin(u), 0]), normal };
}

describe('torus', () => {
  for (const [name, R, r, count] of SHAPES)
    test(`${name} (${R}, ${r}) is met by ${count} random rays of seed 3 where the exact quartic is`, () => {
      const subject = ring(R, r);
      const random = seeded(3);
      let hits = 0;
      let most = 0;
      for (let k = 0; k < count; k++) {
        const { point } = tubePoint(random, R, 1.5 * r * random());
        const ray = randomRay(random, k % 2 === 0 ? subject.surface.bounds : inflateBox({ min: point, max: point }, r));
        const exact = exactTorus(R, r, ray);
        expectCrossings(subject, ray, exact);
        if (exact.length > 0) hits++;
        most = Math.max(most, exact.length);
      }
      expect(hits).toBeGreaterThan(count / 4);
      expect(most).toBe(4);
    });

  for (const [name, R, r] of SHAPES)
    test(`rays that all but touch ${name} (${R}, ${r}), of seed 4, cross it as often as the exact quartic says`, () => {
      const subject = ring(R, r);
      const random = seeded(4);
      for (let k = 0; k < 1000; k++) {
        const { point, normal } = tubePoint(random, R, r);
        const lift = (random() < 0.5 ? -1 : 1) * r * 10 ** (-1 - 12 * random());
        const ray = tangentRay(random, point, normal, lift, subject.size);
        expectCrossings(subject, ray, exactTorus(R, r, ray));
      }
    });

  for (const [name, R, r, tip] of [
    ['a horn', 1, 1, 0],
    ['a spindle', 3, 5, 4],
  ] as const)
    test(`rays through the pinch of ${name}, of seed 7, cross it as often as the exact quartic says`, () => {
      const subject = ring(R, r);
      const random = seeded(7);
      for (let k = 0; k < 1000; k++) {
        const near = inflateBox({ min: [0, 0, tip], max: [0, 0, tip] }, 10 ** (-8 * random()));
        const ray = randomRay(random, near);
        expectCrossings(subject, ray, exactTorus(R, r, ray));
      }
    });

  test('double roots, the axis, the hole and the planes that touch it', () => {
    const subject = ring(2, 0.5);
    const cases: readonly (readonly [Ray, readonly number[]])[] = [
      [[0, 0, -9, 0, 0, 1], []],
      [[0.3, -1.2, 5, 0, 0, -2], []],
      [
        [-9, 0, 0, 1, 0, 0],
        [6.5, 7.5, 10.5, 11.5],
      ],
      [
        [2, 0, -9, 0, 0, 3],
        [8.5 / 3, 9.5 / 3],
      ],
      // Along the outer rim, and in the planes z = ± r: touches.
      [[2.5, -7, 0, 0, 1, 0], []],
      [[-4, 0.3, 0.5, 1, 0, 0], []],
      [[-4, 0.3, -0.5, 1, 0, 0], []],
      // Touches the inner rim from inside the solid: a double root between the two others.
      [
        [1.5, -7, 0, 0, 1, 0],
        [5, 9],
      ],
      // In a plane that touches twice, the line through both points of touch (Villarceau 1848).
      [[0, 0, 0, Math.sqrt(2 ** 2 - 0.5 ** 2), 0, 0.5], []],
    ];
    for (const [ray, exact] of cases) expectCrossings(subject, ray, exact);
    // The line of the two touches crosses nothing when turned down, and crosses twice on either side when turned up.
    for (const turn of [-1e-6, 1e-6]) {
      const ray: Ray = [0, 0, 0, Math.sqrt(3.75), 0, 0.5 * (1 - turn)];
      const exact = exactTorus(2, 0.5, ray);
      expect(exact.length).toBe(turn > 0 ? 4 : 0);
      expectCrossings(subject, ray, exact);
    }
  });

  test('has the volume of Pappus, as seen along x and along z', () => {
    const volume = 2 * Math.PI ** 2 * 1.5 * 0.4 ** 2;
    for (const axis of [0, 2] as const)
      expect(Math.abs(gridVolume(ring(1.5, 0.4), axis, 160) / volume - 1)).toBeLessThan(5e-4);
  });

  test('is filled where the tube overlaps itself', () => {
    // Twice the half disc's turn about the axis: a circle's part beyond the axis is left out.
    const [R, r] = [1, 1.5];
    const angle = Math.acos(-R / r);
    const height = Math.sqrt(r * r - R * R);
    const volume = 2 * Math.PI * ((2 / 3) * height ** 3 + R * (r * r * angle + R * height));
    expect(Math.abs(gridVolume(ring(R, r), 2, 160) / volume - 1)).toBeLessThan(5e-4);
    const found = createCrossings();
    ring(R, r).caster.cast(0, 0, 0, 0, 0, 1, 0, 9, found);
    expect(found).toMatchObject({ count: 1, startsInside: true });
    expect(found.t[0]).toBeCloseTo(height, 13);
  });

  test('rays are cut to what they are asked for', () => {
    const { caster } = ring(2, 0.5);
    const found = createCrossings();
    const tell = (from: number, to: number) => {
      caster.cast(-4, 0, 0, 2, 0, 0, from, to, found);
      return [found.startsInside, ...found.t.subarray(0, found.count)];
    };
    expect(tell(0, 9)).toEqual([false, 0.75, 1.25, 2.75, 3.25]);
    expect(tell(1, 3)).toEqual([true, 1.25, 2.75]);
    expect(tell(1.5, 2)).toEqual([false]);
    expect(tell(3, 3.1)).toEqual([true]);
  });

  test('is as exact when it is tiny or huge, on 400 random rays of seed 8', () => {
    const random = seeded(8);
    for (const unit of [3e-7, 5e8]) {
      const subject = ring(unit, 0.4 * unit);
      for (let k = 0; k < 200; k++) {
        const ray = randomRay(random, subject.surface.bounds);
        expectCrossings(subject, ray, exactTorus(unit, 0.4 * unit, ray));
      }
    }
  });

  test('its gradient is that of its distance, at random points of seed 5', () => {
    const { side } = ring(1, 0.4);
    const random = seeded(5);
    const out = new Float64Array(3);
    const e = 1e-6;
    for (let k = 0; k < 100; k++) {
      const [x, y, z] = tubePoint(random, 1, 0.4 * (0.5 + random())).point;
      side.gradient(x, y, z, out);
      const slopes = [
        side.value(x + e, y, z) - side.value(x - e, y, z),
        side.value(x, y + e, z) - side.value(x, y - e, z),
        side.value(x, y, z + e) - side.value(x, y, z - e),
      ];
      for (const [axis, slope] of slopes.entries()) expect(out[axis]).toBeCloseTo(slope / (2 * e), 7);
      expect(Math.hypot(...out)).toBeCloseTo(1, 12);
    }
    side.gradient(0, 0, 3, out);
    expect(out.every(Number.isFinite)).toBe(true);
  });

  test('refuses radii that are no lengths', () => {
    for (const [options, text] of [
      [{ radius: 0 }, 'torus: the radius must be positive (0). Give a finite length above 0.'],
      [{ tubeRadius: -1 }, 'torus: the tubeRadius must be positive (-1). Give a finite length above 0.'],
      [{ tubeRadius: NaN }, 'torus: the tubeRadius must be positive (NaN). Give a finite length above 0.'],
      [{ radius: Infinity }, 'torus: the radius must be positive (Infinity). Give a finite length above 0.'],
    ] as const)
      expect(() => torus(options)).toThrow(new InputError(text));
    expect(torus()).toEqual(torus({ radius: 1, tubeRadius: 0.4 }));
  });
});

describeGpu('torus on the GPU', () => {
  test('starts inside, and is cut, as asked for', async () => {
    const ray = Float32Array.of(-4, 0, 0, 2, 0, 0);
    const [cut] = await castOnGpu(ring(2, 0.5).program, ray, 1, 3);
    expect(cut).toMatchObject({ startsInside: true, gaveUp: 0, isEntry: [false, true] });
    for (const [k, t] of [1.25, 2.75].entries()) expect(cut.t[k]).toBeCloseTo(t, 6);
    const [before] = await castOnGpu(ring(2, 0.5).program, ray, -1, 0.5);
    expect(before).toMatchObject({ startsInside: false, t: [] });
  });

  for (const [name, R, r] of SHAPES)
    test(`meets ${name} (${R}, ${r}) where the host does, on 3000 random rays of seed 6 and 500 that all but touch`, async () => {
      const subject = ring(R, r);
      const random = seeded(6);
      const rays = Array.from({ length: 3000 }, (_, k) => {
        const { point } = tubePoint(random, R, 1.5 * r * random());
        return randomRay(random, k % 2 === 0 ? subject.surface.bounds : inflateBox({ min: point, max: point }, r));
      });
      for (let k = 0; k < 500; k++) {
        const { point, normal } = tubePoint(random, R, r);
        const lift = (random() < 0.5 ? -0.1 : 0.1) * r * 1e-5 ** random();
        rays.push(tangentRay(random, point, normal, lift, subject.size));
      }
      expect(await expectOnGpu(subject, rays)).toBeLessThan(5e-7);
    });
});
