// What `collide` tells of bodies thinner than a pixel, or than what depths are rounded by.
import { describe, expect, it, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type CollideOptions, collide } from '../../src/collide.js';
import type { Collision } from '../../src/collision.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { at, cube, cuboid, hollowCube, joined, mapped } from '../interference/bodies.js';

const machine = createCpuMachine();
const ask = (a: Body, b: Body, options: CollideOptions = {}): Promise<Collision> =>
  collide(a, b, { machine, resolution: 64, ...options });

describe('plates thinner than what depths are rounded by', () => {
  // Shrunk by more than it has, such a plate would end before it begins.
  it.each([1e-3, 2e-6, 1e-6, 1e-7])('%f thick: one lies on a block, one is in it', async (thickness) => {
    const plate = cuboid([0, 0, 1], [4, 4, 1 + thickness]);
    const block = (to: number, isConvex: boolean) =>
      isConvex
        ? cuboid([0.5, 0.5, -5], [3, 3, to])
        : body(joined(cuboid([0.5, 0.5, -2], [3, 3, to]).mesh, cuboid([0.5, 0.5, -5], [3, 3, -4]).mesh));
    for (const direction of [
      [0, 0, 1],
      [0.3, 0.2, 1],
      [0, 0, -1],
      [-0.3, 0.2, -1],
    ] as const)
      for (const algorithm of ['basic', 'extended', 'simplified'] as const)
        for (const order of ['lists', 'peeling'] as const)
          for (const turn of [0, 1]) {
            const of = (to: number) => {
              const other = block(to, algorithm === 'basic');
              return turn ? ([other, plate] as const) : ([plate, other] as const);
            };
            const what = `${algorithm}, ${order}, along ${direction}`;
            const options = { direction, algorithm, order, resolution: 32 };
            expect((await ask(...of(1), options)).answer, what).toBe('no');
            expect((await ask(...of(1 - thickness / 4), options)).answer, what).toBe('no');
            if (thickness > 1e-5) expect((await ask(...of(2), options)).answer, what).toBe('yes');
          }
  });

  test('what seems to collide at once is no collision, and keeps none from being found that only a second rendering would show', async () => {
    const z = 1 + 1e-7;
    // The plate lies on a block; beside it a small block of its own holds a speck of the other body, or does not.
    const plate = body(
      joined(cuboid([0, 0, 1], [4, 4, z], { segments: 6 }).mesh, cuboid([4.5, 2, 0.98], [4.56, 2.06, 1.04]).mesh),
    );
    const blocks = [cuboid([0.5, 0.5, 0], [3, 3, 1]).mesh, cuboid([0, 0, 1.5], [4.6, 4, 2.5]).mesh];
    const speck = cuboid([4.51, 2.01, 0.99], [4.55, 2.05, 1.03]).mesh;
    const options = { direction: [0.3, 0.2, 1], resolution: 384 } as const;
    const without = await ask(plate, body(joined(...blocks)), options);
    expect(without).toMatchObject({ answer: 'no', isCertain: true, by: 'faces', looks: [{ mapOf: 'a' }] });
    expect(without.limit).toMatch(/^Faces were compared exactly: the bodies have at most touching surfaces/);
    expect(without.looks[0].collisionPixels).toBeGreaterThan(1000);
    const found = await ask(plate, body(joined(...blocks, speck)), options);
    // One rendering: the faces of all are compared then, and the speck's among them.
    expect(found).toMatchObject({ answer: 'yes', isCertain: true, by: 'faces' });
    expect(found).toMatchObject({ looks: [{ mapOf: 'a', renderings: 1 }] });
    expect(found.limit).toBe('Faces were compared exactly: the bodies overlap.');
  });
});

describe('what lies between the rays', () => {
  // Two legs keep the view wide: the needle is thinner than its pixels.
  const legs = (length: number) =>
    body(joined(box({ size: [1e-4, 1e-4, length] }), ...[-1, 1].map((x) => mapped(box({ size: 0.1 }), at(x, x, 2)))), {
      pose: translation(0.0123, 0.0071, 0),
    });

  test('a needle through a plate: missed at 64², found by zooming in', async () => {
    const plate = body(box({ size: [4, 4, 0.1] }));
    const direction: Vec3 = [0, 0, 1];
    const rough = await ask(plate, legs(1), { direction });
    expect(rough).toMatchObject({ answer: 'no', isCertain: false });
    const fine = await ask(plate, legs(1), { direction, finest: 1e-6 });
    expect(fine).toMatchObject({ answer: 'yes', isCertain: true });
    expect(fine.looks.some(({ level }) => level > 0)).toBe(true);
    expect(Math.max(...fine.finestPixel!)).toBeLessThan(1e-4);
    // Not allowed to go that far, it says what it cannot tell.
    const half = await ask(plate, legs(1), { direction, finest: 0.05 });
    expect(half).toMatchObject({ answer: 'no', isCertain: false });
    expect(half.unsettledArea).toBeGreaterThan(0);
  });

  test('a needle that ends above the plate: settled, not found', async () => {
    const plate = body(box({ size: [4, 4, 0.1] }), { pose: translation(0, 0, -0.6) });
    for (const direction of [[0, 0, 1], [0.3, 0.2, 1], undefined] as const) {
      const found = await ask(plate, legs(1), { direction, finest: 1e-6 });
      expect(found).toMatchObject({ answer: 'no', isCertain: true, unsettledArea: 0 });
    }
  });

  test('a needle wholly inside a block: no faces meet, and only the order of solids tells', async () => {
    const block = cube(2);
    const inside = body(
      joined(...[-0.5, 0.5].map((x) => mapped(box({ size: [1e-5, 1e-5, 1] }), at(x + 0.0123, x + 0.0071)))),
    );
    const direction: Vec3 = [0, 0, 1];
    expect(await ask(block, inside, { direction })).toMatchObject({ answer: 'no', isCertain: false });
    expect(await ask(block, inside, { direction, finest: 1e-3 })).toMatchObject({ answer: 'yes', isCertain: true });
    // The same in the block's cavity, which holds it.
    const hollow = body(hollowCube(2, 1.75));
    expect(await ask(hollow, inside, { direction, finest: 1e-3 })).toMatchObject({ answer: 'no', isCertain: true });
  });

  test('far from the origin, with features of a thousandth', async () => {
    const far = translation(1e6, -1e6, 1e6);
    const tooth = (x: number) => body(box({ size: [1e-3, 1e-3, 1] }), { pose: multiply(far, translation(x, 0, 0.9)) });
    const plate = body(box({ size: [1, 1, 1] }), { pose: far });
    for (const [x, expected] of [
      [0, 'yes'],
      [0.499, 'yes'],
      [0.502, 'no'],
    ] as const) {
      const found = await ask(plate, tooth(x), { finest: 1e-4 });
      expect(found.answer, `at ${x}`).toBe(expected);
      expect(found.isCertain, `at ${x}`).toBe(true);
    }
  });
});
