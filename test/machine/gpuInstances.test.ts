import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { DeviceError } from '../../src/errors.js';
import type { GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { describeGpu } from '../support/gpu.js';
import { expectSameBytes, listsOf } from '../support/lists.js';
import { openGpu } from '../support/openGpu.js';
import { watchCalls } from '../support/watchCalls.js';

describeGpu('bodies of the same arrays on a device', () => {
  let gpu: GpuMachine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu?.close());

  const view = fitView({ min: [-3, -2, -2], max: [3, 2, 2] }, { direction: [0, 0, 1], resolution: 24 });
  const poseOf = (k: number) => multiply(translation(k - 1, 0.1 * k, 0), rotation([1, 2, 3], k));
  const three = (meshOf: () => Mesh): Body[] => [0, 1, 2].map((k) => body(meshOf(), { pose: poseOf(k) }));
  const copyOf = ({ positions, indices }: Mesh): Mesh => ({ positions: positions.slice(), indices: indices.slice() });
  const larger = ({ positions }: Mesh, factor: number) => positions.map((x) => factor * x);
  const anew = (bodies: readonly Body[]) => bodies.map((b) => body(copyOf(b.mesh), { pose: b.pose }));

  /** Bytes that are written to buffers so labelled while something is asked. */
  function watchWrites(label: string): () => number {
    const writes = watchCalls(gpu.device.queue, 'writeBuffer');
    return () =>
      writes.filter(([buffer]) => buffer.label === label).reduce((sum, [, , data]) => sum + data.byteLength, 0);
  }

  test('lie there once, and are listed as those that have arrays of their own', async () => {
    const mesh = bumpySphere({ segments: 8 });
    const positionBytes = watchWrites('positions');
    const shared = await listsOf(
      gpu,
      view,
      three(() => mesh),
    );
    const once = positionBytes();
    expect(once).toBe(4 * mesh.positions.length);
    expectSameBytes(
      shared,
      await listsOf(
        gpu,
        view,
        three(() => copyOf(mesh)),
      ),
    );
    expect(positionBytes() - once).toBe(3 * once);
  });

  test('go their own ways when one deforms', async () => {
    const mesh = bumpySphere({ segments: 8 });
    const bodies = three(() => mesh);
    await listsOf(gpu, view, bodies);
    for (const [k, factor] of [
      [1, 1.2],
      [1, 0.7],
      [0, 0.8],
      [2, 1.1],
    ] as const) {
      bodies[k].update(larger(mesh, factor));
      expectSameBytes(await listsOf(gpu, view, bodies), await listsOf(gpu, view, anew(bodies)));
    }
    // One that comes now finds no copy that is still what it was.
    bodies.push(body(mesh));
    expectSameBytes(await listsOf(gpu, view, bodies), await listsOf(gpu, view, anew(bodies)));
  });

  test('lie there once when all of them deform as one, time and again', async () => {
    const mesh = bumpySphere({ segments: 8 });
    const bodies = three(() => mesh);
    await listsOf(gpu, view, bodies);
    for (const factor of [1.2, 0.7, 0.9, 1.1]) {
      const positions = larger(mesh, factor);
      for (const b of bodies) b.update(positions);
      const positionBytes = watchWrites('positions');
      const lists = await listsOf(gpu, view, bodies);
      expect(positionBytes()).toBe(4 * positions.length);
      expectSameBytes(lists, await listsOf(gpu, view, anew(bodies)));
    }
    // In the arrays that they have, too.
    bodies[0].mesh.positions.set(larger(mesh, 1.3));
    for (const b of bodies) b.update(b.mesh.positions);
    expectSameBytes(await listsOf(gpu, view, bodies), await listsOf(gpu, view, anew(bodies)));
  });

  test('leave nothing there of what they were', async () => {
    // So large that each copy has buffers of its own.
    const mesh = bumpySphere({ segments: 130 });
    expect(mesh.positions.length / 3).toBeGreaterThan(2 ** 14);
    const living = new Set<GPUBuffer>();
    const { createBuffer } = gpu.device;
    gpu.device.createBuffer = (given) => {
      const buffer = createBuffer.call(gpu.device, given);
      if (given.label !== 'positions') return buffer;
      living.add(buffer);
      const { destroy } = buffer;
      buffer.destroy = () => {
        living.delete(buffer);
        destroy.call(buffer);
      };
      return buffer;
    };
    onTestFinished(() => {
      gpu.device.createBuffer = createBuffer;
    });
    const bodies = three(() => mesh);
    await listsOf(gpu, view, bodies);
    expect(living.size).toBe(1);
    for (const factor of [1.2, 0.7]) {
      const positions = larger(mesh, factor);
      for (const b of bodies) b.update(positions);
      await listsOf(gpu, view, bodies);
      expect(living.size).toBe(1);
    }
    bodies[1].update(larger(mesh, 0.8));
    await listsOf(gpu, view, bodies);
    expect(living.size).toBe(2);
    for (const b of bodies) gpu.forget(b);
    expect(living.size).toBe(0);
  });

  test('are not taken for what the arrays held before', async () => {
    const mesh = bumpySphere({ segments: 8 });
    const before = body(mesh);
    await listsOf(gpu, view, [before]);
    mesh.positions.set(larger(mesh, 1.3));
    const later = [body(mesh)];
    expectSameBytes(await listsOf(gpu, view, later), await listsOf(gpu, view, anew(later)));
    const turned = body({ positions: mesh.positions, indices: mesh.indices.slice().reverse() });
    expectSameBytes(await listsOf(gpu, view, [turned]), await listsOf(gpu, view, anew([turned])));
  });

  test('stay there until the last of them is forgotten', async () => {
    const mesh = bumpySphere({ segments: 8 });
    const bodies = three(() => mesh);
    await listsOf(gpu, view, bodies);
    const positionBytes = watchWrites('positions');
    for (const k of [0, 2]) gpu.forget(bodies[k]);
    await listsOf(gpu, view, bodies);
    expect(positionBytes()).toBe(0);
    for (const b of bodies) gpu.forget(b);
    const lists = await listsOf(gpu, view, bodies);
    expect(positionBytes()).toBe(4 * mesh.positions.length);
    expectSameBytes(lists, await listsOf(gpu, view, anew(bodies)));
  });

  test('are uploaded once more after a command failed, positions and indices', async () => {
    const mesh = bumpySphere({ segments: 8 });
    const bodies = three(() => mesh);
    const truth = await listsOf(gpu, view, bodies);
    const failed = gpu.run(single(view), async (frame) => {
      frame.lists(bodies.map((b) => ({ body: b })));
      await frame.read('lists');
      throw new DeviceError('webgpu: as if a command had failed.');
    });
    await expect(failed).rejects.toThrow(DeviceError);
    const [positionBytes, indexBytes] = [watchWrites('positions'), watchWrites('indices')];
    expectSameBytes(await listsOf(gpu, view, bodies), truth);
    expect([positionBytes(), indexBytes()]).toEqual([4 * mesh.positions.length, 4 * mesh.indices.length]);
  });
});
