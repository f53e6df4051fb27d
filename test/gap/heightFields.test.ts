import { describe, expect, test } from 'vitest';
import { gap } from '../../src/gap.js';
import type { GapMap } from '../../src/gapMap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { transformPoint } from '../../src/math/affine.js';
import { worldFromScreen } from '../../src/view/view.js';
import { lowerSlab, upperSlab } from './support/bodies.js';

type Field = (x: number, y: number) => number;

const LOW: Field = (x, y) => 0.1 * Math.sin(4 * x) * Math.cos(3 * y);
const HIGH: Field = (x, y) => 0.08 * Math.cos(3 * x - 2 * y) + 0.05 * x;
/** Some rays are inside both, some are not. */
const OVER = 0.1;
const machine = createCpuMachine();

const slabs = (segments: number) =>
  [
    lowerSlab({ height: LOW, segments: [segments, segments] }),
    upperSlab({ height: HIGH, segments: [segments, segments] }, OVER),
  ] as const;

/** The farthest that the map is off from a function of x and y, over all rays that see both; and how many these are. */
function compare({ view, columns, gap: gaps }: GapMap, expected: Field): { worst: number; count: number } {
  const world = worldFromScreen(view);
  let worst = 0;
  let count = 0;
  gaps.forEach((value, p) => {
    if (Number.isNaN(value)) return;
    const [x, y] = transformPoint(world, [(p % columns) + 0.5, Math.floor(p / columns) + 0.5, 0]);
    worst = Math.max(worst, Math.abs(value - expected(x, y)));
    count++;
  });
  return { worst, count };
}

/** The height of the triangles that `heightField` makes of a field over 2 × 2. */
function triangulated(height: Field, segments: number): Field {
  const h = 2 / segments;
  const corner = (i: number, j: number) => Math.fround(height(i * h - 1, j * h - 1));
  return (x, y) => {
    const [i, j] = [Math.min(segments - 1, Math.floor((x + 1) / h)), Math.min(segments - 1, Math.floor((y + 1) / h))];
    const [s, t] = [(x + 1) / h - i, (y + 1) / h - j];
    const [b, c] = [corner(i + 1, j), corner(i, j + 1)];
    if (s + t <= 1) return corner(i, j) * (1 - s - t) + b * s + c * t;
    return corner(i + 1, j + 1) * (s + t - 1) + b * (1 - t) + c * (1 - s);
  };
}

describe('the gap between two height fields', () => {
  test.each([[0, 0, 1] as const, [0, 0, -1] as const])(
    'is the analytic one to 1e-5 of the range, along %j',
    async (...direction) => {
      const [a, b] = slabs(512);
      const map = await gap(a, b, { direction, resolution: 256, machine });
      const { worst, count } = compare(map, (x, y) => OVER - HIGH(x, y) - LOW(x, y));
      expect(worst).toBeLessThan(1e-5 * map.view.size[2]);
      // A border of eight rays on each side sees neither.
      expect(count).toBe(240 * 240);
      expect(map.interference.pixels).toBeGreaterThan(1000);
      expect(map.interference.pixels).toBeLessThan(count - 1000);
    },
  );

  test('is that of the triangles, however large these are, to what depths are wrong by', async () => {
    const [a, b] = slabs(10);
    const map = await gap(a, b, { direction: [0, 0, 1], resolution: 128, machine });
    const [low, high] = [triangulated(LOW, 10), triangulated(HIGH, 10)];
    const { worst, count } = compare(map, (x, y) => OVER - high(x, y) - low(x, y));
    expect(worst).toBeLessThan(map.measured.depthError);
    expect(count).toBe(120 * 120);
  });

  test('has areas that are those of the function', async () => {
    const [a, b] = slabs(256);
    const map = await gap(a, b, { direction: [0, 0, 1], resolution: 256, bands: [0, 0.02, 0.1, 9], machine });
    const finer = 1000;
    const sum = [0, 0, 0, 0];
    for (let j = 0; j < finer; j++)
      for (let i = 0; i < finer; i++) {
        const [x, y] = [(2 * i + 1) / finer - 1, (2 * j + 1) / finer - 1];
        const value = OVER - HIGH(x, y) - LOW(x, y);
        sum[0] += Number(value < 0);
        for (const [k, to] of [0.02, 0.1, 9].entries()) sum[k + 1] += Number(value >= 0 && value <= to);
      }
    const [inside, ...bands] = sum.map((n) => (4 * n) / finer ** 2);
    expect(map.interference.area).toBeCloseTo(inside, 2);
    expect(map.bands.map(({ to }) => to)).toEqual([0, 0.02, 0.1, 9]);
    expect(map.bands[0].area).toBeLessThan(0.01);
    for (const [k, area] of bands.entries()) expect(map.bands[k + 1].area).toBeCloseTo(area, 2);
    expect(map.bands[3].area + map.interference.area).toBeCloseTo(4, 9);
  });
});
