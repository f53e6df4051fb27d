import { describe, expect, it } from 'vitest';
import type { Jaw } from '../../scenes/jawsArch.js';
import { tooth } from '../../scenes/tooth.js';
import { TOOTH_SHAPES } from '../../scenes/toothShapes.js';
import { boundsOf, extent } from '../../src/math/box.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';

const JAWS: readonly Jaw[] = ['upper', 'lower'];
const EACH = JAWS.flatMap((jaw) => TOOTH_SHAPES[jaw].map((shape, i) => [jaw, i + 1, shape] as const));

describe('tooth', () => {
  it.each(EACH)('%s %i is a closed solid as large as its shape says', (_, place, shape) => {
    const mesh = tooth(shape, { segments: 48, rows: 24 });
    expect(inspect(mesh)).toMatchObject({ triangles: 2 * 48 * 24, closed: true, components: 1, diagnostics: [] });
    const [width, depth, height] = extent(boundsOf(mesh.positions));
    expect(width / shape.size[0]).toBeCloseTo(1, 0.8);
    expect(depth / shape.size[1]).toBeCloseTo(1, 0.8);
    const tallest = Math.max(...shape.relief.cusps.map((cusp) => cusp.height));
    expect(Math.abs(height - shape.size[2] - tallest)).toBeLessThan(0.5);
    // Its bottom is flat, and nothing hangs below.
    expect(boundsOf(mesh.positions).min[2]).toBe(0);
    const fills = massProperties(mesh).volume / (width * depth * height);
    expect(fills).toBeGreaterThan(place <= 3 ? 0.3 : 0.5);
    expect(fills).toBeLessThan(0.8);
  });

  it('mirrored has mesial and distal changed, and its outside outside', () => {
    const [segments, rows] = [24, 12];
    const [one, other] = [false, true].map((mirrored) => tooth(TOOTH_SHAPES.lower[5], { segments, rows, mirrored }));
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < segments; i++) {
        const [at, opposite] = [3 * (row * segments + i), 3 * (row * segments + ((segments - i) % segments))];
        const [x, y, z] = other.positions.subarray(at, at + 3);
        const mirrored = [-x, y, z].map((c, k) => Math.abs(c - one.positions[opposite + k]));
        expect(Math.max(...mirrored)).toBeLessThan(1e-5);
      }
    expect(massProperties(other).volume / massProperties(one).volume).toBeCloseTo(1, 3);
  });

  it('is the same for the same seed, and another one for another, seeds 5 and 6', () => {
    const [shape] = TOOTH_SHAPES.upper;
    expect(tooth(shape, { seed: 5 })).toEqual(tooth(shape, { seed: 5 }));
    expect(tooth(shape, { seed: 5 })).not.toEqual(tooth(shape, { seed: 6 }));
  });

  it('refuses too few segments', () => {
    expect(() => tooth(TOOTH_SHAPES.upper[0], { segments: 2 })).toThrow(
      'tooth: the number of segments must be at least 3 (2).',
    );
  });
});
