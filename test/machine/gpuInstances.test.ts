import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { DeviceError } from '../../src/errors.js';
import type { GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { describeGpu } from '../support/gpu.js';
import { expectSameBytes, listsOf } from '../support/lists.js';
import { livingBuffers } from '../support/livingBuffers.js';
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
    const living = livingBuffers(gpu.device, 'positions');
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

  test('follow arrays that were written into and turned round, sign by sign', async () => {
    const { positions, indices } = box({ size: [1, 1, 1] });
    const mesh = { positions: Float64Array.from(positions), indices };
    const bodies = three(() => mesh);
    await listsOf(gpu, view, bodies);
    for (let at = 0; at < mesh.positions.length; at += 3) {
      mesh.positions[at] *= -1;
      mesh.positions[at + 1] *= -1.25;
    }
    for (const b of bodies) b.update(mesh.positions);
    expectSameBytes(await listsOf(gpu, view, bodies), await listsOf(gpu, view, anew(bodies)));
  });

  test('of the same positions, but other faces, share with their likes and keep their places', async () => {
    const { positions, indices } = bumpySphere({ segments: 8 });
    const [outside, inside] = [indices, indices.slice().reverse()];
    const bodies = [outside, inside, outside, inside].map((faces, k) =>
      body({ positions, indices: faces }, { pose: poseOf(k) }),
    );
    const indexBytes = watchWrites('indices');
    await listsOf(gpu, view, bodies);
    expect(indexBytes()).toBe(2 * 4 * indices.length);
    for (let k = 0; k < 2; k++) {
      for (let at = 0; at < positions.length; at++) positions[at] *= 1.1;
      for (const b of bodies) b.update(positions);
      expectSameBytes(await listsOf(gpu, view, bodies), await listsOf(gpu, view, anew(bodies)));
    }
    const [one, other] = bodies;
    const before = indexBytes();
    for (let k = 0; k < 3; k++) {
      for (const b of [one, other]) b.update(positions);
      await listsOf(gpu, view, [one, other]);
    }
    // Each goes its own way once, and is written over from then on.
    expect(indexBytes() - before).toBeLessThanOrEqual(2 * 4 * indices.length);
  });

  test('that deform as one, beside others that seldom do, take no more and more room', async () => {
    const pages = watchCalls(gpu.device, 'createBuffer');
    const room = () => pages.filter(([{ label }]) => label === 'positions').length;
    const mesh = bumpySphere({ segments: 60 });
    const crowd = [0, 1].map((k) => body(mesh, { pose: poseOf(k) }));
    const seldom = Array.from({ length: 12 }, () => {
      const small = bumpySphere({ segments: 4 });
      return [2, 3].map((k) => body(small, { pose: poseOf(k) }));
    });
    await listsOf(gpu, view, [...crowd, ...seldom.flat()]);
    const atFirst = room();
    for (const pair of seldom) {
      for (const factor of [1.1, 0.9, 1.2, 0.8, 1]) {
        const positions = larger(mesh, factor);
        for (const b of crowd) b.update(positions);
        await listsOf(gpu, view, crowd);
      }
      const positions = larger(pair[0].mesh, 0.7);
      for (const b of pair) b.update(positions);
      const all = [...crowd, ...pair];
      const fresh = anew(all);
      expectSameBytes(await listsOf(gpu, view, all), await listsOf(gpu, view, fresh));
      for (const b of fresh) gpu.forget(b);
    }
    // Without places that are used again it would be a page for every few pairs.
    expect(room() - atFirst).toBe(0);
  });

  test('are drawn as they were when they were drawn, also where their places are free by then', async () => {
    // Of a size that no other test leaves places for.
    const [one, other] = [bumpySphere({ segments: 11 }), bumpySphere({ segments: 11, amplitude: -0.1 })];
    const depths = (bodies: readonly (() => Body)[]) =>
      gpu.run(single(view), async (frame) => {
        frame.clear({ depth: 1 });
        for (const next of bodies) frame.draw('faces', [{ body: next() }], { depth: 'less', writeDepth: true });
        return frame.read('depth');
      });
    const [a, b] = [body(one, { pose: poseOf(0) }), body(one, { pose: poseOf(1) })];
    const pin = body(bumpySphere({ segments: 4 }));
    await listsOf(gpu, view, [pin, a, b]);
    const later = () => body(copyOf(other), { pose: poseOf(2) });
    const truth = await depths([() => anew([a])[0], later]);
    const drawn = await depths([
      () => a,
      () => {
        for (const gone of [a, b]) gpu.forget(gone);
        return later();
      },
    ]);
    expect(drawn).toEqual(truth);
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
