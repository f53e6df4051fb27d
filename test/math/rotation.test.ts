import { describe, expect, it } from 'vitest';
import { rotation, transformPoint } from '../../src/math/affine.js';

describe('rotation', () => {
  it('does not care how long the axis is', () => {
    const one = rotation([1, 2, 3], 0.7);
    for (const k of [1e-9, 5, 1e150])
      expect([...rotation([k, 2 * k, 3 * k], 0.7)].map((v, i) => v - one[i]).every((d) => Math.abs(d) < 1e-15)).toBe(
        true,
      );
    expect(Math.hypot(...transformPoint(one, [4, -5, 6]))).toBeCloseTo(Math.hypot(4, 5, 6), 12);
    expect(transformPoint(one, [1, 2, 3])).toEqual([1, 2, 3].map((v) => expect.closeTo(v, 12)));
  });

  it('takes unit vectors as they are', () => {
    expect([...rotation([0, 0, 1], Math.PI / 2)].map((v) => Math.round(v))).toEqual([
      0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0,
    ]);
  });

  it('refuses an axis without a direction', () => {
    expect(() => rotation([0, 0, 0], 1)).toThrow(
      'rotation: the axis has no direction (0,0,0). Give a vector other than zero.',
    );
    expect(() => rotation([Number.NaN, 0, 1], 1)).toThrow('rotation: the axis has no direction');
  });
});
