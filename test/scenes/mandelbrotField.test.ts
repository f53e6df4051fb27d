import { describe, expect, it } from 'vitest';
import { escapeCount, MANDELBROT_FIELD, MANDELBROT_TOP_COUNT, mandelbrotField } from '../../scenes/mandelbrotField.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { heightFieldVolume } from '../../src/mesh/shapes/heightField.js';
import { topCount } from './topCount.js';

const PLATEAU = 3;

/** The two largest parts of the set have a closed form: the cardioid, and the disk of period 2. */
function inCardioidOrDisk(re: number, im: number): boolean {
  const p = Math.hypot(re - 0.25, im);
  return re < p - 2 * p * p + 0.25 || (re + 1) ** 2 + im ** 2 < 1 / 16;
}

describe('mandelbrotField', () => {
  const field = mandelbrotField();
  /** The grid's points as numbers of the complex plane, with their height. */
  const points = Array.from({ length: 65 * 65 }, (_, i) => {
    const [x, y, z] = field.positions.slice(3 * i, 3 * i + 3);
    return { re: -0.65 + (2.9 * x) / 20, im: (2.9 * y) / 20, x, y, z };
  });

  it('is a closed solid with 8,192 triangles on top', () => {
    expect(MANDELBROT_TOP_COUNT).toBe(8192);
    expect(topCount(field)).toBe(8192);
    expect(inspect(field)).toMatchObject({
      triangles: 8192 + 6 * 128,
      closed: true,
      components: 1,
      eulerCharacteristic: 2,
      diagnostics: [],
    });
    expect(massProperties(field).volume / heightFieldVolume(MANDELBROT_FIELD)).toBeCloseTo(1, 6);
  });

  it('has the cardioid and the disk of period 2 on its plateau, and nothing farther out than 2', () => {
    const inner = points.filter(({ re, im }) => inCardioidOrDisk(re, im));
    expect(inner.length).toBeGreaterThan(600);
    expect(inner.every(({ z }) => z === PLATEAU)).toBe(true);
    const outer = points.filter(({ re, im }) => Math.hypot(re, im) > 2);
    expect(outer.length).toBeGreaterThan(100);
    expect(outer.every(({ z }) => z < PLATEAU)).toBe(true);
  });

  it('has a plateau of about the area of the set, 1.5066, and what escapes late', () => {
    const area = points.filter(({ z }) => z === PLATEAU).length * (2.9 / 64) ** 2;
    expect(area).toBeGreaterThan(1.5066);
    expect(area).toBeLessThan(1.5066 + 0.25);
  });

  it('is the same on both sides of the real axis', () => {
    const { height } = MANDELBROT_FIELD;
    expect(points.every(({ x, y, z }) => Math.fround(height(x, -y)) === z)).toBe(true);
    expect(points.some(({ im }) => im === 0)).toBe(true);
  });

  it('lies between 0.55 and the plateau', () => {
    expect(Math.min(...points.map(({ z }) => z))).toBeCloseTo(0.55, 2);
    expect(Math.max(...points.map(({ z }) => z))).toBe(PLATEAU);
  });
});

describe('escapeCount', () => {
  it('is the most where the orbit is known to stay', () => {
    // Fixed, of period 2 and 3, and, after some steps, periodic.
    const members = [
      [0, 0],
      [0.25, 0],
      [-1, 0],
      [-0.1226, 0.7449],
      [-2, 0],
      [0, 1],
    ];
    for (const [re, im] of members) expect(escapeCount(re, im)).toBe(24);
  });

  it('is 1 - log₂ log₂ |c| where the first step already escapes', () => {
    expect(escapeCount(2 ** 16, 0)).toBeCloseTo(1 - 4, 12);
    expect(escapeCount(0, -(2 ** 32))).toBeCloseTo(1 - 5, 12);
  });

  it('has no jumps between one step and the next', () => {
    // From outside towards the set at 0.25, where the count grows as π / √(c - 0.25) without bound.
    const counts = Array.from({ length: 20_000 }, (_, i) => escapeCount(3 - (2.7 * i) / 20_000, 0));
    const jumps = counts.slice(1).map((count, i) => count - counts[i]);
    expect(Math.min(...jumps)).toBeGreaterThan(0);
    expect(Math.max(...jumps)).toBeLessThan(0.025);
    expect(counts[0]).toBeLessThan(1);
    expect(counts[19_999]).toBeGreaterThan(11);
  });

  it('grows as π / √(c - 1/4) at the cusp', () => {
    for (const beyond of [0.03, 0.025, 0.02]) {
      const predicted = Math.PI / Math.sqrt(beyond);
      expect(escapeCount(0.25 + beyond, 0) / predicted).toBeGreaterThan(0.85);
      expect(escapeCount(0.25 + beyond, 0) / predicted).toBeLessThan(1.05);
    }
  });
});
