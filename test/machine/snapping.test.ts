import { afterAll, beforeAll, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { createContext, type GpuContext } from '../../src/machine/gpu/context.js';
import { openDevice } from '../../src/machine/gpu/device.js';
import { createPlanePool } from '../../src/machine/gpu/planes.js';
import { LEAST_SNAP_PX, probeSnapping } from '../../src/machine/gpu/probeSnapping.js';
import { seeded } from '../../src/math/random.js';
import { single } from '../../src/view/atlas.js';
import { crossings, edgeDistance } from '../support/edgeDistance.js';
import { describeGpu } from '../support/gpu.js';
import { onOneDevice, openGpu } from '../support/openGpu.js';
import { pixelView } from './cpuDrawScenes.js';

describeGpu('the probe for snapping', () => {
  let context: GpuContext;
  beforeAll(async () => {
    context = createContext(await onOneDevice(() => openDevice(true)));
  });
  afterAll(() => context.dispose());

  test('gives a power of two from 1/256 to 1/4 pixel, and always the same', async () => {
    const found = await probeSnapping(context);
    expect(found).toBeGreaterThanOrEqual(LEAST_SNAP_PX);
    expect(found).toBeLessThanOrEqual(0.25);
    expect(Number.isInteger(Math.log2(found))).toBe(true);
    expect(await probeSnapping(context)).toBe(found);
    // Its grid is 1/16 pixel: half a diagonal is 0.0442.
    if (/swiftshader/i.test(context.name)) expect(found).toBe(0.125);
  });

  test('the machine reports it, and it bounds where random triangles of seed 7 are covered otherwise', async () => {
    const gpu = await openGpu();
    expect(gpu.snapPx).toBe(await probeSnapping(context));
    const random = seeded(7);
    const positions = Array.from({ length: 3 * 3 * 40 }, (_, k) => (k % 3 === 2 ? 0.5 : random() * 96));
    const triangles = body({ positions });
    const view = pixelView(96);
    const stencil = await gpu.run(single(view), (frame) => {
      const pass = 'increment-wrap';
      frame.draw('faces', [{ body: triangles }], { stencil: { entries: { pass }, exits: { pass } } });
      return frame.read('stencil');
    });
    gpu.close();
    const distance = edgeDistance([triangles], view);
    const layers = crossings([triangles], view);
    let farthest = 0;
    layers.forEach((depths, p) => {
      if (depths.length !== stencil[p]) farthest = Math.max(farthest, distance[p]);
    });
    expect(farthest).toBeLessThan(gpu.snapPx);
    // On a coarse grid pixels beside edges do differ: the bound is needed.
    if (gpu.snapPx > 2 ** -6) expect(farthest).toBeGreaterThan(gpu.snapPx / 8);
  });

  test('a device without planes of depth and stencil says so', () => {
    const bare = { ...context, name: 'a bare device', device: { ...context.device, features: new Set() } };
    expect(() => createPlanePool(bare as unknown as GpuContext).of(8, 8)).toThrow(
      'webgpu: this device cannot draw into planes of depth and stencil (a bare device has no depth32float-stencil8). Use the backend `cpu`.',
    );
  });

  test('a frame larger than a texture says so', () => {
    expect(() => createPlanePool(context).of(1 << 20, 8)).toThrow(
      /larger than this device allows \(1048576 × 8 pixels/,
    );
  });
});
