// What an answer is worth: exact precision, and the thickness that may have been missed where it is not.
import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type CollideOptions, collide } from '../../src/collide.js';
import type { Collision } from '../../src/collision.js';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { at, cube, cuboid, hollowCube, joined, mapped } from '../interference/bodies.js';
import { between } from '../support/randomPose.js';
import { isCollision } from './claims.js';
import { randomPair } from './randomPairs.js';

const machine = createCpuMachine();
const ALONG_Z: Vec3 = [0, 0, 1];
const ask = (a: Body, b: Body, options: CollideOptions = {}): Promise<Collision> =>
  collide(a, b, { machine, resolution: 64, ...options });

/** Asks with exact precision, and compares with the exact verb. */
async function checkExact(a: Body, b: Body, options: CollideOptions): Promise<Collision> {
  const truth = await isCollision(machine, a, b);
  const found = await ask(a, b, { ...options, precision: 'exact' });
  expect(found).toMatchObject({ answer: truth ? 'yes' : 'no', isCertain: true, unsettledArea: 0 });
  expect(['boxes', 'point', 'faces']).toContain(found.by);
  return found;
}

describe('exact precision', () => {
  // Small boxes at the corners keep the view wide: the needles are thinner than its pixels.
  const needle = (height: number) =>
    body(joined(box({ size: [1e-4, 1e-4, 1] }), ...[-1, 1].map((x) => mapped(box({ size: 0.1 }), at(x, x, 2)))), {
      pose: translation(0.0123, 0.0071, height),
    });

  test('a needle through a plate, and above it', async () => {
    const plate = body(box({ size: [4, 4, 0.1] }));
    for (const [height, answer] of [
      [0, 'yes'],
      [0.5, 'yes'],
      [0.551, 'no'],
    ] as const)
      for (const [a, b] of [
        [plate, needle(height)],
        [needle(height), plate],
      ])
        for (const options of [
          {},
          { finest: 1e-2 },
          { refine: true },
          { until: 'all' },
          { keepDepthMap: true },
        ] as const) {
          const rough = await ask(a, b, { ...options, finest: undefined, direction: ALONG_Z, refine: false });
          // Rays alone cannot tell; boxes that are apart can.
          expect([rough.answer, rough.by === 'boxes' || !rough.isCertain]).toEqual(['no', true]);
          const found = await checkExact(a, b, { ...options, direction: ALONG_Z });
          expect(found.answer, `at ${height}`).toBe(answer);
        }
    expect((await ask(plate, needle(0), { direction: ALONG_Z, precision: 'exact' })).by).toBe('faces');
  });

  test('needles inside a block, and inside its cavity', async () => {
    const inside = body(
      joined(...[-0.5, 0.5].map((x) => mapped(box({ size: [1e-5, 1e-5, 1] }), at(x + 0.0123, x + 0.0071)))),
    );
    for (const [block, answer] of [
      [cube(2), 'yes'],
      [body(hollowCube(2, 1.75)), 'no'],
    ] as const) {
      expect(await ask(block, inside, { direction: ALONG_Z })).toMatchObject({ answer: 'no', isCertain: false });
      expect((await checkExact(block, inside, { direction: ALONG_Z })).answer).toBe(answer);
      expect((await checkExact(inside, block, { direction: ALONG_Z })).answer).toBe(answer);
    }
  });

  test('20 random pairs of each family at 4² to 16², seeds 7001 to 7020', async () => {
    const found: Record<string, number> = { boxes: 0, point: 0, faces: 0, yes: 0, no: 0, touch: 0, missed: 0 };
    for (const family of ['convex', 'any', 'cubes', 'overlapping themselves'] as const)
      for (let seed = 7001; seed <= 7020; seed++) {
        const [a, b] = randomPair(family, seed);
        const random = seeded(seed + 1);
        const direction: Vec3 = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)];
        const options = { resolution: [4, 7, 16][seed % 3], ...(seed % 2 === 0 && { direction }) };
        const one = await checkExact(a, b, options).catch((cause) => {
          throw new Error(`${family}, seed ${seed}: ${cause.message}`, { cause });
        });
        found[one.by]++;
        found[one.answer]++;
        if ((await contacts(a, b, { machine })).kind === 'touch') found.touch++;
        if (one.answer === 'yes' && one.looks.every(({ collisionPixels }) => collisionPixels === 0)) found.missed++;
      }
    expect(found.yes).toBeGreaterThan(20);
    expect(found.no).toBeGreaterThan(20);
    expect(found.point).toBeGreaterThan(20);
    expect(found.faces).toBeGreaterThan(10);
    // Some touch, and some collide where no ray tells.
    expect(Math.min(found.touch, found.missed)).toBeGreaterThan(0);
  });
});

describe('what can have been missed', () => {
  const numberIn = ({ limit }: Collision, pattern: RegExp): number => Number(pattern.exec(limit)?.[1]);
  const thicknessOf = (found: Collision) => numberIn(found, /Nothing thicker than (\S+) can have been missed/);
  const thicknessInside = (found: Collision) => numberIn(found, /no part thicker than (\S+) that lies wholly inside/);
  const WIDTH = 0.012;

  /**
   * Two slabs that touch all over, and far away two chips that do, too: zooming has far too much to look at. The upper one has a spike of its
   * own in the lower: through the common plane, or wholly inside.
   */
  const slabs = (x: number, y: number, [low, high]: readonly [number, number]): [Body, Body] => [
    body(joined(cuboid([0, 0, 0], [20, 20, 1]).mesh, cuboid([40, 10, 0.5], [40.001, 10.001, 1]).mesh)),
    body(
      joined(
        cuboid([0, 0, 1], [20, 20, 2]).mesh,
        cuboid([x, y, low], [x + WIDTH, y + WIDTH, high]).mesh,
        cuboid([40, 10, 1], [40.001, 10.001, 1.5]).mesh,
      ),
    ),
  ];

  for (const [what, depths] of [
    ['through the plane', [0.5, 1.5]],
    ['wholly inside', [0.2, 0.7]],
  ] as const)
    test(`a spike ${what}, between slabs that touch: no thickness is named that is smaller`, async () => {
      let missed = 0;
      for (let k = 0; k < 4; k++) {
        const [a, b] = slabs(3 + ((0.3713 * k) % 14), 4 + ((0.2917 * k) % 13), depths);
        expect(await isCollision(machine, a, b)).toBe(true);
        const found = await ask(a, b, { resolution: 32, finest: 1e-4, direction: ALONG_Z });
        if (found.answer === 'yes') continue;
        missed++;
        expect(found).toMatchObject({ isCertain: false, by: 'rays' });
        expect(found.unsettledArea).toBeGreaterThan(0);
        // The finest look was far finer than the spike is thick; that must not be taken for the limit.
        expect(Math.max(...found.finestPixel!)).toBeLessThan(WIDTH / 10);
        // Of what is wholly inside, only the first look tells, at 32 pixels over 20.
        expect(thicknessOf(found)).toBeGreaterThanOrEqual(WIDTH);
        expect(thicknessInside(found)).toBeGreaterThanOrEqual(Math.hypot(...found.looks[0].pixelSize));
        expect(found.limit).toMatch(/Zooming ended there\.$/);
      }
      expect(missed).toBeGreaterThan(0);
    });

  test('a spike wholly inside, where zooming came as far as asked elsewhere', async () => {
    // Only the chips touch: what is left open is finer than the spike, which no faces come near.
    const lower = joined(cuboid([0, 0, 0], [20, 20, 1]).mesh, cuboid([21, 10, 0.5], [21.001, 10.001, 1]).mesh);
    const spike = cuboid([3.3, 4.1, 0.2], [3.3 + WIDTH, 4.1 + WIDTH, 0.7]).mesh;
    const upper = joined(cuboid([21, 10, 1], [21.001, 10.001, 1.5]).mesh, spike);
    const [a, b] = [body(lower), body(upper)];
    expect(await isCollision(machine, a, b)).toBe(true);
    const found = await ask(a, b, { resolution: 32, finest: 1e-4, direction: ALONG_Z });
    expect(found).toMatchObject({ answer: 'no', isCertain: false, by: 'rays' });
    expect(thicknessOf(found)).toBeLessThan(1e-3);
    expect(thicknessInside(found)).toBeGreaterThanOrEqual(WIDTH);
    expect(await ask(a, b, { resolution: 32, direction: ALONG_Z, precision: 'exact' })).toMatchObject({
      answer: 'yes',
    });
  });

  test('without zooming, the diagonal of a pixel is named, and the way to know more', async () => {
    const plate = body(box({ size: [4, 4, 0.1] }));
    const pins = body(joined(box({ size: [1e-4, 1e-4, 1] }), mapped(box({ size: 0.1 }), at(1, 1, 2))), {
      pose: translation(0.0123, 0.0071, 0),
    });
    for (const resolution of [7, 16, 64]) {
      const found = await ask(plate, pins, { resolution, direction: ALONG_Z });
      expect(found).toMatchObject({ answer: 'no', by: 'rays', isCertain: false });
      const diagonal = Math.hypot(...found.looks[0].pixelSize);
      expect(thicknessOf(found)).toBeGreaterThanOrEqual(diagonal);
      expect(thicknessOf(found)).toBeLessThan(1.02 * diagonal);
      expect(found.limit).toMatch(/Ask for `finest` to zoom in, or for exact precision\.$/);
    }
  });
});
