// The method `solids` of `interference` gives the verdict that z-lists give, and says how it was found.
import { describe, expect, test } from 'vitest';
import { figure3 } from '../../scenes/figure3.js';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { fitPair } from '../../src/view/fit.js';
import { type Family, randomPair } from './randomPairs.js';

const machine = createCpuMachine();

async function both(bodies: readonly Body[], options = {}) {
  const settings = { machine, resolution: 48, ...options };
  return [await interference(bodies, settings), await interference(bodies, { ...settings, method: 'solids' })] as const;
}

const kindsOf = ({ pairs }: Awaited<ReturnType<typeof interference>>) =>
  pairs.map(({ indices, kind, inner }) => `${indices} ${kind} ${inner ?? ''}`);

describe('verdicts', () => {
  const FAMILIES: readonly Family[] = ['convex', 'any', 'cubes', 'overlapping themselves'];
  for (const family of FAMILIES)
    test(`${family}, seeds 1 to 60: the kinds of z-lists`, async () => {
      let colliding = 0;
      for (let seed = 1; seed <= 60; seed++) {
        const pair = randomPair(family, seed);
        const [zlist, solids] = await both(pair);
        const found = [...solids.pairs, ...solids.cleared];
        for (const { solids: count, kind } of found) {
          expect(count, `seed ${seed}`).toBeDefined();
          if (count!.isApart) expect(kind, `seed ${seed}`).toBe('none');
          if (kind !== 'none') colliding++;
        }
        expect(kindsOf(solids), `seed ${seed}`).toEqual(kindsOf(zlist));
      }
      expect(colliding).toBeGreaterThan(10);
    });

  test('links of a chain are told apart by counting', async () => {
    const ring = torus({ radius: 1, tubeRadius: 0.2, segments: 64, sides: 24 });
    const pose = multiply(translation(1, 0, 0), rotation([1, 0, 0], Math.PI / 2));
    const { pairs, cleared } = await interference([body(ring), body(ring, { pose })], {
      machine,
      ...{ resolution: 64, method: 'solids' },
    });
    expect(pairs).toEqual([]);
    expect(cleared[0].solids).toMatchObject({ algorithm: 'extended', isApart: true });
    expect(cleared[0].solids!.settled.every(({ answer }) => answer === 'apart')).toBe(true);
  });

  test('what was counted is told, where a closer look then shows the two apart (seed 3)', async () => {
    const random = seeded(3);
    const place = () => 1.6 * (random() - 0.5);
    const pin = box({ size: [3, 0.02, 0.02] });
    const block = box({ size: [1, 1, 1] });
    let told = 0;
    for (let k = 0; k < 80; k++) {
      const pose = multiply(translation(place(), place(), place()), randomRotation(random));
      const pair = [body(block), body(pin, { pose })] as const;
      const { cleared } = await interference(pair, { machine, method: 'solids', resolution: 192 });
      const isPlain = fitPair(...pair, { resolution: 192, closely: true }) === undefined;
      if (isPlain && cleared[0]?.solids?.isApart === false) told++;
    }
    expect(told).toBeGreaterThan(0);
  });

  test('what z-lists measure is measured, along the direction that is asked', async () => {
    const ball = body(icoSphere({ subdivisions: 3 }));
    const block = body(box({ size: [1, 1, 1] }), { pose: translation(1, 0, 0) });
    const [zlist, solids] = await both([ball, block], { direction: [0, 0, 1], resolution: 128 });
    expect(solids.pairs[0].volume).toBe(zlist.pairs[0].volume);
    expect(solids.pairs[0].depthAlongView).toBe(zlist.pairs[0].depthAlongView);
  });

  test('bodies that touch are measured, not passed over', async () => {
    const pair = [body(box({ size: [1, 1, 1] })), body(box({ size: [1, 1, 1] }), { pose: translation(1, 0.2, 0.1) })];
    const [zlist, solids] = await both(pair);
    expect(kindsOf(solids)).toEqual(kindsOf(zlist));
    expect(solids.pairs[0].kind).toBe('touch');
  });

  test('a thin blade between the rays is not told apart by counting', async () => {
    // 1/1000 wide, seen along its plane: no ray of 48 meets it, but its faces and those of the block can meet.
    const blade = body(box({ size: [1e-4, 2, 0.5] }), { pose: translation(0.0123, 0, 0.4) });
    const block = body(box({ size: [1, 1, 1] }));
    const { pairs, cleared } = await interference([block, blade], {
      machine,
      ...{ resolution: 48, method: 'solids', direction: [0, 0, 1] },
    });
    for (const { solids } of [...pairs, ...cleared]) expect(solids?.isApart).toBe(false);
  });

  test('the report says which pixels were settled by which algorithm in which rendering', async () => {
    const { A, B, direction } = figure3('c', 1000);
    const { pairs } = await interference([A, B], { machine, resolution: 64, method: 'solids', direction });
    const { solids } = pairs[0];
    expect(solids).toMatchObject({ algorithm: 'extended', renderings: 3, isApart: false });
    expect(solids!.settled.map(({ by, rendering }) => `${by} ${rendering}`)).toContain('concave 3');
    const convex = await interference(
      [body(box({ size: [1, 1, 1] })), body(icoSphere({ subdivisions: 2, radius: 0.6 }))],
      {
        machine,
        ...{ resolution: 64, method: 'solids' },
      },
    );
    expect(convex.pairs[0].solids).toMatchObject({ algorithm: 'basic' });
  });

  test('bodies that are no solids are left to z-lists', async () => {
    const { positions, indices } = box({ size: [1, 1, 1] });
    const open = body(mesh(positions, indices.slice(3)));
    const [zlist, solids] = await both([open, body(icoSphere({ subdivisions: 2 }))]);
    expect(kindsOf(solids)).toEqual(kindsOf(zlist));
    for (const { solids: count } of [...solids.pairs, ...solids.cleared]) expect(count).toBeUndefined();
  });

  test('exact precision and a clearance go on from there', async () => {
    const pair = randomPair('any', 3);
    for (const options of [
      { precision: 'exact' },
      { clearance: 0.3 },
      { precision: 'exact', clearance: 0.3 },
    ] as const) {
      const [zlist, solids] = await both(pair, options);
      expect(kindsOf(solids)).toEqual(kindsOf(zlist));
    }
  });
});
