import { afterAll, describe, expect, it } from 'vitest';
import { pairOverlap } from '../../bench/support/pairOverlap.js';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { rotation, translation } from '../../src/math/affine.js';
import { packAtlas, single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';

// Workers are started from a file, so the threaded machine is taken from the build that `npm test` has made.
const built = '../../dist/src/machine/cpu/cpuMachine.js';
const { createCpuMachine: createBuilt } = (await import(built)) as { createCpuMachine: typeof createCpuMachine };

const one = createCpuMachine();
const threaded = [2, 3, 7].map((threads) => ({ threads, machine: createBuilt({ threads, spreadFrom: 0 }) }));
afterAll(() => {
  for (const { machine } of threaded) machine.close();
});

describe('threads of the CPU machine', () => {
  const pairs = [2.1, 1.5, 0.5].map((dx) => bumpyPair(24, dx));

  it.each(threaded)('$threads threads give the same bytes as one', async ({ machine, threads }) => {
    expect(machine.name).toContain(`${threads} threads`);
    for (const [a, b] of pairs) {
      const view = fitPair(a, b, { resolution: [90, 61] })!;
      const ask = (m: Machine) =>
        m.run(single(view), async (frame) => {
          frame.lists([{ body: a }, { body: b }]);
          return {
            lists: await frame.read('lists'),
            tally: await frame.examine(pairOverlap),
            map: await frame.read('map'),
          };
        });
      expect(await ask(machine)).toEqual(await ask(one));
    }
  });

  it('several tiles, and more threads than rows', async () => {
    const views = pairs.map(([a, b], k) => fitPair(a, b, { resolution: [20 + k, 5] })!);
    const [{ atlas, indices }] = packAtlas(views);
    const drawn = indices.flatMap((k, tile) => pairs[k].map((body) => ({ body, tile })));
    const ask = (m: Machine) =>
      m.run(atlas, async (frame) => {
        frame.lists(drawn);
        return [await frame.examine(pairOverlap), await frame.read('lists')];
      });
    const expected = await ask(one);
    for (const { machine } of threaded) expect(await ask(machine)).toEqual(expected);
  });

  it('a body that is updated or moved is seen anew by every thread', async () => {
    const [a, b] = bumpyPair(12, 1.5);
    const view = fitPair(a, b, { resolution: 32 })!;
    const ask = (m: Machine) =>
      m.run(single(view), async (frame) => {
        frame.lists([{ body: a }, { body: b }]);
        return frame.read('lists');
      });
    const first = await ask(threaded[0].machine);
    a.update(a.mesh.positions.map((v) => 0.9 * v));
    expect(await ask(threaded[0].machine)).toEqual(await ask(one));
    b.pose = translation(1.4, 0, 0);
    const moved = await ask(threaded[0].machine);
    expect(moved).toEqual(await ask(one));
    expect(moved).not.toEqual(first);
    b.pose = rotation([0, 0, 1], 1);
    expect(await ask(threaded[0].machine)).toEqual(await ask(one));
  });

  it('refuses numbers that are none', () => {
    expect(() => createCpuMachine({ threads: 0 })).toThrow(
      'cpu: the number of threads must be whole and positive (0). Use 1 or more.',
    );
    expect(() => createCpuMachine({ threads: 1.5 })).toThrow('(1.5)');
  });
});
