import { describe, expect, it } from 'vitest';
import { displacedField, displacedMesh, displacedPair } from '../../scenes/displacedMesh.js';
import { worldBounds } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { type Random, seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { faceCount } from '../../src/mesh/mesh.js';
import { heightFieldVolume } from '../../src/mesh/shapes/heightField.js';
import { manifoldOf, overlapVolume } from './manifold.js';
import { topCount } from './topCount.js';

describe('displacedMesh', () => {
  it.each([2, 100, 1000, 5000, 20_000, 100_000])('is a closed solid with %i triangles on top', (polygons) => {
    const mesh = displacedMesh(polygons);
    expect(topCount(mesh)).toBe(polygons);
    expect(inspect(mesh)).toMatchObject({ closed: true, components: 1, eulerCharacteristic: 2, diagnostics: [] });
    expect(massProperties(mesh).volume / heightFieldVolume(displacedField(polygons))).toBeCloseTo(1, 6);
  });

  it('goes up to a million', () => {
    const mesh = displacedMesh(1_000_000);
    expect(topCount(mesh)).toBe(1_000_000);
    expect(faceCount(mesh)).toBe(1_000_000 + 6 * (800 + 625));
  });

  it('draws heights evenly from -amplitude to amplitude, seed 3', () => {
    const { positions } = displacedMesh(80_000, { amplitude: 0.25, seed: 3 });
    const heights = Array.from({ length: 201 * 201 }, (_, i) => positions[3 * i + 2]);
    const mean = (of: (h: number) => number): number => heights.reduce((sum, h) => sum + of(h), 0) / heights.length;
    // 40,401 draws: the mean errs by a 350th of the amplitude, the others by about as much.
    expect(mean((h) => h) / 0.25).toBeCloseTo(0, 1);
    expect(mean((h) => h * h) / 0.25 ** 2).toBeCloseTo(1 / 3, 2);
    expect(Math.max(...heights)).toBeLessThanOrEqual(0.25);
    expect(Math.max(...heights)).toBeGreaterThan(0.249);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(-0.25);
    expect(Math.min(...heights)).toBeLessThan(-0.249);
  });

  it('is the same for the same seed, and another one for another', () => {
    expect(displacedMesh(200, { seed: 5 })).toEqual(displacedMesh(200, { seed: 5 }));
    expect(displacedMesh(200, { seed: 5 }).positions).not.toEqual(displacedMesh(200, { seed: 6 }).positions);
  });

  it.each([0, 5001, 2 * 4999, 3.5, NaN, -8, Infinity])('refuses %d triangles', (polygons) => {
    expect(() => displacedMesh(polygons)).toThrow(InputError);
    expect(() => displacedMesh(polygons)).toThrow(
      `displacedMesh: the number of polygons makes no grid (${polygons}). Give twice a product of two numbers of about the same size, such as 5000 = 2 × 50 × 50.`,
    );
  });

  it('refuses an amplitude that is no length', () => {
    expect(() => displacedMesh(200, { amplitude: 0 })).toThrow('displacedMesh: the amplitude must be positive (0).');
  });
});

describe('displacedPair', () => {
  const common = (n: number): number => (2 - 2 / (3 * n)) ** 2; // of the two slabs, seen from above
  const overlapAt = (polygons: number, gap: number, seed = 1): number => {
    const [a, b] = displacedPair(polygons, { gap, seed });
    return overlapVolume(manifoldOf(a.mesh, a.pose), manifoldOf(b.mesh, b.pose));
  };

  it('stands apart from a gap of two amplitudes up, whatever the seed', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [lower, upper] = displacedPair(5000, { gap: 0.2, seed }).map(worldBounds);
      expect(upper.min[2]).toBeGreaterThanOrEqual(lower.max[2]);
    }
    expect(overlapAt(5000, 0.2)).toBe(0);
    expect(overlapAt(5000, 0.15)).toBeGreaterThan(0);
  });

  it('turns the second slab over, and does not mirror it', () => {
    const [a, b] = displacedPair(200);
    expect([a.pose[10], b.pose[10]]).toEqual([1, -1]);
    expect(b.pose[0] * b.pose[5] * b.pose[10]).toBe(1);
  });

  it.each([0, 0.05, 0.1])('overlaps by what chance foretells, gap %d, seed 1', (gap) => {
    expect(overlapAt(20_000, gap) / (common(100) * expectedOverlap(gap, 0.1))).toBeCloseTo(1, 1);
  });

  it('overlaps at a gap of one amplitude, which is the default', () => {
    expect(displacedPair(5000)[1].pose[11]).toBe(0.1);
    expect(displacedPair(5000, { amplitude: 0.3 })[1].pose[11]).toBe(0.3);
    expect(overlapAt(5000, 0.1)).toBeGreaterThan(0);
  });
});

/** The mean overlap above a point: two cells with random corners, the second one mirrored and shifted by a third. */
function expectedOverlap(gap: number, amplitude: number): number {
  const random = seeded(7);
  const draws = 400_000;
  let sum = 0;
  for (let k = 0; k < draws; k++) {
    const [u, v] = [random(), random()];
    const height = heightIn(random, u, v) + heightIn(random, (u + 2 / 3) % 1, (4 / 3 - v) % 1);
    sum += Math.max(0, amplitude * height - gap);
  }
  return sum / draws;
}

/** The height at (u, v) of a cell whose corners are drawn from -1 to 1; its diagonal runs from (1, 0) to (0, 1). */
function heightIn(random: Random, u: number, v: number): number {
  const [atU, atV, atOther] = [random(), random(), random()].map((x) => 2 * x - 1);
  return u + v < 1 ? u * atU + v * atV + (1 - u - v) * atOther : (1 - v) * atU + (1 - u) * atV + (u + v - 1) * atOther;
}
