import { expect, test } from 'vitest';
import { body, still } from '../../src/body.js';
import { forgetSharedBody, sharedBody } from '../../src/machine/cpu/threads/sharedBody.js';
import { box } from '../../src/mesh/shapes/box.js';

test('a body is copied once into shared memory, and its positions with every revision', () => {
  const cube = body(box({ size: [1, 2, 3] }));
  const first = sharedBody(cube);
  expect(first.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(first.indices.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(first).toEqual({ positions: cube.mesh.positions, indices: cube.mesh.indices });
  expect(sharedBody(still(cube)).positions).toBe(first.positions);

  const before = still(cube);
  const old = first.positions.slice();
  cube.update(cube.mesh.positions.map((x) => 2 * x));
  const second = sharedBody(cube);
  expect(second.positions).toEqual(cube.mesh.positions);
  expect(second.indices).toBe(first.indices);
  expect(first.positions).toEqual(old); // a worker may still be reading it
  expect(sharedBody(before).positions).toEqual(old);
});

test('two bodies of one mesh are two', () => {
  const mesh = box({ size: [1, 1, 1] });
  const [one, two] = [body(mesh), body(mesh)];
  sharedBody(one);
  two.update(two.mesh.positions.map((x) => x + 1));
  one.update(one.mesh.positions.map((x) => x - 1));
  expect(sharedBody(two).positions).toEqual(two.mesh.positions);
  expect(sharedBody(one).positions).toEqual(one.mesh.positions);
});

test('a forgotten body is copied anew', () => {
  const cube = body(box({ size: [1, 2, 3] }));
  const first = sharedBody(cube);
  forgetSharedBody(still(cube));
  const again = sharedBody(cube);
  expect(again.positions).not.toBe(first.positions);
  expect(again.indices).not.toBe(first.indices);
  expect(again).toEqual(first);
});
