// What the passes that build lists on the GPU leave out, or do in another way, must not show in the lists.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, body, worldBounds } from '../../src/body.js';
import { createGpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { MANY_FACES } from '../../src/machine/gpu/layout.js';
import type { Kernel } from '../../src/machine/kernel.js';
import type { Machine } from '../../src/machine/machine.js';
import { multiply, rotation, scaling } from '../../src/math/affine.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { uvSphere } from '../../src/mesh/shapes/sphere.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { describeGpu } from '../support/gpu.js';
import { expectSameBytes, listsOf } from '../support/lists.js';
import { openGpu } from '../support/openGpu.js';
import { ownDevice } from '../support/stubGpu.js';

/** The map holds how many layers there are. */
const layersMap: Kernel = {
  name: 'layersMap',
  reads: ['lists'],
  tally: {},
  map: true,
  cpu() {},
  wgsl: 'fn examine() { map(f32(layerCount())); }',
};

/** The map holds how many layers there are, or -1 where one lies before the one before. */
const orderMap: Kernel = {
  ...layersMap,
  name: 'orderMap',
  wgsl: `fn examine() {
    map(f32(layerCount()));
    for (var k = 1u; k < layerCount(); k++) { if (depthOf(layer(k)) < depthOf(layer(k - 1u))) { map(-1.0); } }
  }`,
};

describeGpu('passes over faces on the GPU', () => {
  let machine: Machine;
  let fresh: Machine;
  beforeAll(async () => {
    machine = await openGpu();
    fresh = await openGpu();
  });
  afterAll(() => {
    machine.close();
    fresh.close();
  });

  test('a million faces that cover nothing change no byte, though each invocation takes several then', async () => {
    const { positions, indices } = bumpySphere({ segments: 40 });
    const more = new Uint32Array(indices.length + 3 * MANY_FACES);
    more.set(indices);
    const pose = rotation([1, 2, 3], 1);
    const few = body({ positions, indices }, { pose });
    const many = body({ positions, indices: more }, { pose });
    const view = fitView(worldBounds(few), { direction: [0, 0, 1], resolution: 96 });
    const { faceBits, ...lists } = await listsOf(machine, view, [few]);
    expect(lists.name.length).toBeGreaterThan(0);
    // More bits are set aside for numbers of faces; the numbers are the same.
    expectSameBytes({ ...(await listsOf(machine, view, [many])), faceBits }, { ...lists, faceBits });
  });

  const ball = (): Body => body(uvSphere({ segments: 64 }), { pose: rotation([3, 1, 2], 1) });

  test('large faces are drawn where none were so far', async () => {
    const one = ball();
    const view = fitView(worldBounds(one), { direction: [0, 0, 1], resolution: 96 });
    await listsOf(machine, view, [one]);
    one.pose = multiply(scaling(20, 20, 1), one.pose);
    const lists = await listsOf(machine, view, [one]);
    expect(lists.name.length).toBe(2 * view.columns * view.rows);
    expectSameBytes(lists, await listsOf(fresh, view, [one]));
  });

  test('a map is complete, too, where large faces come up', async () => {
    const one = ball();
    const view = fitView(worldBounds(one), { direction: [0, 0, 1], resolution: 96 });
    await listsOf(machine, view, [one]);
    one.pose = multiply(scaling(20, 20, 1), one.pose);
    const mapOf = (asked: Machine) =>
      asked.run(single(view), async (frame) => {
        frame.lists([{ body: one }]);
        await frame.examine(layersMap);
        return frame.read('map');
      });
    const map = await mapOf(machine);
    expect(Array.from(map)).toEqual(Array.from(map, () => 2));
  });

  test('lists of any length are in order as hardware sorts them, too: by networks', async () => {
    const device = await ownDevice();
    // A device that does not say what it is is taken for hardware.
    Object.defineProperty(device, 'adapterInfo', { value: undefined });
    const hardware = await createGpuMachine({ device });
    for (const shells of [2, 3, 8]) {
      const bodies = Array.from({ length: shells }, (_, k) =>
        body(uvSphere({ segments: 24, radius: 1 - 0.07 * k }), { pose: rotation([1, 2, 3], k) }),
      );
      const view = fitView(worldBounds(bodies[0]), { direction: [0, 0, 1], resolution: 48 });
      const mapOf = (asked: Machine) =>
        asked.run(single(view), async (frame) => {
          // Those drawn last come first along the rays.
          frame.lists([...bodies].reverse().map((one) => ({ body: one })));
          await frame.examine(orderMap);
          return frame.read('map');
        });
      const map = await mapOf(hardware);
      expect(Array.from(map)).toEqual(Array.from(await mapOf(machine)));
      expect(Math.max(...map)).toBe(2 * shells);
    }
    hardware.close();
    device.destroy();
  });
});
