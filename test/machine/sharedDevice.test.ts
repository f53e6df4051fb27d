import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Body, type BodyState, body, type DevicePositions } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createContext, type GpuContext } from '../../src/machine/gpu/context.js';
import { borrowDevice, USAGE } from '../../src/machine/gpu/device.js';
import { createGpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { latticeFor, toLattice } from '../../src/machine/gpu/lattice.js';
import { createPipelines } from '../../src/machine/gpu/pipelines.js';
import { createSettlePositions, type SettlePositions } from '../../src/machine/gpu/settlePositions.js';
import { translation } from '../../src/math/affine.js';
import { boundsOf } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { describeGpu } from '../support/gpu.js';
import { ownDevice } from '../support/stubGpu.js';

const VERTEX = 0x20;

describeGpu('a device and buffers of the application', () => {
  let devices: GPUDevice[] = [];
  const device = async () => {
    const made = await ownDevice();
    devices.push(made);
    return made;
  };
  let settling: { device: GPUDevice; context: GpuContext; settle: SettlePositions };
  beforeAll(async () => {
    const on = await device();
    const context = createContext(borrowDevice(on));
    settling = { device: on, context, settle: createSettlePositions(context, createPipelines(context)) };
  });
  afterAll(() => {
    for (const one of devices) one.destroy();
    devices = [];
  });

  /** Floats as an application lays them out: `offsetWords` before the first vertex, `strideWords` from one to the next. */
  function lend(on: GPUDevice, positions: ArrayLike<number>, offsetWords = 0, strideWords = 3): DevicePositions {
    const count = positions.length / 3;
    const words = new Float32Array(offsetWords + count * strideWords).fill(Number.NaN);
    for (let v = 0; v < count; v++)
      for (let k = 0; k < 3; k++) words[offsetWords + v * strideWords + k] = positions[3 * v + k];
    const buffer = on.createBuffer({
      size: words.byteLength,
      usage: USAGE.storage | USAGE.copyDst | USAGE.copySrc | VERTEX,
    });
    on.queue.writeBuffer(buffer, 0, words);
    return { device: on, buffer, offsetWords, strideWords, isCurrent: () => true };
  }

  const withBuffer = (inner: Body, onDevice: DevicePositions): Body => ({
    ...inner,
    identity: inner,
    get pose() {
      return inner.pose;
    },
    bounds: inner.bounds,
    mesh: inner.mesh,
    revision: 0,
    onDevice,
    update: inner.update,
  });

  it.each([
    ['around the origin', 1, [0, 0, 0]],
    ['far from it', 3, [1000, -77, 5e4]],
    ['tiny', 1e-20, [0, 1e-19, 0]],
    ['huge', 1e20, [-1e21, 0, 1e20]],
    ['one coordinate much smaller', 1, [1, 1, 1e-12]],
  ] as const)('positions are settled bit for bit as on the host: %s (seed 3)', async (_, size, [x, y, z]) => {
    const { device: on, context, settle } = settling;
    const next = seeded(3);
    const count = 1000;
    const positions = new Float32Array(3 * count);
    for (let i = 0; i < positions.length; i++)
      positions[i] = [x, y, z][i % 3] + size * (next() - 0.5) * 2 ** -Math.floor(30 * next() * (i % 2));
    positions.set([0, -0, 2 ** -149], 0);
    const lattice = latticeFor(boundsOf(positions));
    const target = on.createBuffer({ size: 12 * (count + 5), usage: USAGE.storage | USAGE.copySrc });
    const isSettled = settle(lend(on, positions, 2, 7), count, lattice, target, 5);
    expect(isSettled).toBe(true);
    const back = await context.readBack(on.createCommandEncoder(), target, 60, 12 * count);
    expect([...new Int32Array(back)]).toEqual([...toLattice(positions, lattice)]);
  });

  it('a body is measured where the application keeps its vertices, and nothing is uploaded', async () => {
    const on = await device();
    const machine = await createGpuMachine({ device: on });
    const ball = icoSphere({ radius: 1, subdivisions: 3 });
    const positions = Float32Array.from(ball.positions);
    const plain = body({ positions: positions.slice(), indices: ball.indices }); // its own, or the machine would not copy it again
    const target = body(icoSphere({ radius: 1, subdivisions: 2 }), { pose: translation(0.9, 0.3, 0.1) });
    const shared = lend(on, positions, 3, 4);
    const inPlace = withBuffer(body({ positions, indices: ball.indices }), shared);
    const written: number[] = [];
    const { writeBuffer } = on.queue;
    on.queue.writeBuffer = function (this: GPUQueue, ...given: Parameters<GPUQueue['writeBuffer']>) {
      written.push((given[2] as ArrayBufferView | ArrayBuffer).byteLength);
      return writeBuffer.apply(this, given);
    } as GPUQueue['writeBuffer'];
    const options = { machine, resolution: 64 };
    const found = await interference([inPlace, target], options);
    expect(written).not.toContain(positions.byteLength);
    const expected = await interference([plain, target], options);
    expect(written).toContain(positions.byteLength);
    expect(found.pairs[0].volume).toBe(expected.pairs[0].volume);
    expect(found.pairs[0].faces).toEqual(expected.pairs[0].faces);
    expect(found.pairs[0].kind).toBe('hard');

    // Whatever the machine gives back, buffer and device are the application's.
    machine.forget(inPlace as BodyState);
    machine.close();
    const copy = on.createBuffer({ size: shared.buffer.size, usage: USAGE.copyDst | USAGE.mapRead });
    const encoder = on.createCommandEncoder();
    on.pushErrorScope('validation');
    encoder.copyBufferToBuffer(shared.buffer, 0, copy, 0, copy.size);
    on.queue.submit([encoder.finish()]);
    expect(await on.popErrorScope()).toBeNull();
    await copy.mapAsync(1);
    expect(new Float32Array(copy.getMappedRange())[3]).toBe(positions[0]);
  });

  it("the application's own mistakes do not fail a query; the machine's are told", async () => {
    const on = await device();
    const told: string[] = [];
    on.addEventListener('uncapturederror', (event) => {
      event.preventDefault();
      told.push(event.error.message);
    });
    const machine = await createGpuMachine({ device: on });
    const a = body(icoSphere({ radius: 1, subdivisions: 2 }));
    const b = body(icoSphere({ radius: 1, subdivisions: 2 }), { pose: translation(1, 0, 0) });
    on.createBuffer({ size: 16, usage: USAGE.mapRead | USAGE.storage }); // refused
    const { pairs } = await interference([a, b], { machine, resolution: 32 });
    expect(pairs[0].kind).toBe('hard');
    expect(told.length).toBe(1);

    const lost = lend(on, a.mesh.positions);
    lost.buffer.destroy();
    const gone = withBuffer(body({ positions: a.mesh.positions.slice(), indices: a.mesh.indices }), lost);
    await expect(interference([gone, b], { machine, resolution: 32 })).rejects.toThrow(/destroyed/);
    // And the next query does not suffer from it.
    expect((await interference([a, b], { machine, resolution: 32 })).pairs[0].kind).toBe('hard');
    machine.close();
  });
});
