import { describe, expect, it } from 'vitest';
import { body } from '../src/body.js';
import { InputError } from '../src/errors.js';
import { translation } from '../src/math/affine.js';
import { box } from '../src/mesh/shapes/box.js';

const withPose = (pose: ArrayLike<number>) => () => body(box(), { pose });

describe('a pose that is none is refused, by what is wrong with it', () => {
  it.each<[string, ArrayLike<number>, string]>([
    ['too few numbers', [1, 0, 0], 'a pose has 12 or 16 numbers (3 given). Write the matrix row by row.'],
    ['column by column', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1], 'its last row is 5 6 7 1'],
    ['flat', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 'cannot be inverted (determinant 0)'],
    [
      'NaN',
      translation(1, Number.NaN, 0),
      'number 7 of the pose is NaN (row 1, column 3). Write the matrix row by row',
    ],
    ['infinite', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, Infinity, 0], 'number 10 of the pose is Infinity (row 2, column 2)'],
  ])('%s', (_, pose, message) => {
    expect(withPose(pose)).toThrow(InputError);
    expect(withPose(pose)).toThrow(message);
  });

  it('also where it is set later, and the body keeps the one it has', () => {
    const b = body(box(), { pose: translation(1, 2, 3) });
    expect(() => (b.pose = translation(Number.NaN, 0, 0))).toThrow('number 3 of the pose is NaN');
    expect([...b.pose]).toEqual([...translation(1, 2, 3)]);
  });
});
