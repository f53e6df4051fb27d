import { BoxGeometry, type BufferAttribute, Mesh, MeshBasicMaterial } from 'three';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { interference } from '../../src/interference.js';
import { createGpuMachine, type GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { keepFetched } from '../../src/three/readAttribute.js';
import { describeGpu } from '../support/gpu.js';
import { ownDevice } from '../support/stubGpu.js';

const VERTEX_STORAGE_COPY = 0x20 | 0x80 | 0x4 | 0x8;

/** What a WebGPURenderer does with attributes: a buffer each, written anew where the version has grown. */
function rendererOn(device: GPUDevice) {
  const books = new Map<BufferAttribute, { buffer: GPUBuffer; version: number }>();
  return {
    backend: {
      isWebGPUBackend: true,
      device,
      get: (attribute: BufferAttribute) => books.get(attribute) ?? {},
    },
    _attributes: {
      update(attribute: BufferAttribute) {
        const { array, version } = attribute;
        let book = books.get(attribute);
        if (book?.version === version) return;
        if (!book) {
          const buffer = device.createBuffer({ label: 'three', size: array.byteLength, usage: VERTEX_STORAGE_COPY });
          books.set(attribute, (book = { buffer, version }));
        }
        device.queue.writeBuffer(book.buffer, 0, array as Float32Array<ArrayBuffer>);
        book.version = version;
      },
    },
    disposeAttribute(attribute: BufferAttribute) {
      books.get(attribute)?.buffer.destroy();
      books.delete(attribute);
    },
    bufferOf: (attribute: BufferAttribute) => books.get(attribute)!.buffer,
  };
}

describeGpu('positions in a renderer’s buffers', () => {
  let device: GPUDevice;
  let machine: GpuMachine;
  beforeAll(async () => {
    device = await ownDevice();
    machine = await createGpuMachine({ device });
  });
  afterAll(() => {
    machine?.close();
    device?.destroy();
  });

  /** Two boxes of edge 1; the second one's vertices can be shifted along x. */
  function scene(displaced?: 'as-stored') {
    const renderer = rendererOn(device);
    const [one, other] = [0, 1].map(() => new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial()));
    const position = other.geometry.attributes.position as BufferAttribute;
    const rest = Float32Array.from(position.array);
    const bodies = [bodyFrom(one, { renderer }), bodyFrom(other, { renderer, ...(displaced && { displaced }) })];
    const shift = (x: number) => {
      for (let i = 0; i < position.count; i++) position.setX(i, rest[3 * i] + x);
      position.needsUpdate = true;
    };
    const ask = async () => {
      const { pairs } = await interference(bodies, { machine, resolution: 32 });
      return Number((pairs[0]?.volume ?? 0).toFixed(4));
    };
    return { renderer, bodies, position, shift, ask };
  }

  it('each of several queries at once has the positions of the moment it was asked', async () => {
    const { shift, ask } = scene();
    const asked: Promise<number>[] = [];
    for (let k = 0; k < 8; k++) {
      shift(k / 8);
      asked.push(ask());
    }
    expect(await Promise.all(asked)).toEqual([1, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125]);
  });

  it('what the renderer writes while a query waits neither enters it nor stays', async () => {
    const { renderer, position, shift, ask } = scene();
    shift(0.25);
    const asked = ask();
    shift(0.75);
    renderer._attributes.update(position); // a frame is drawn
    expect(await asked).toBe(0.75);
    shift(0.25);
    expect([await ask(), await ask()]).toEqual([0.75, 0.75]);
  });

  it('a geometry that is disposed while a query waits is uploaded', async () => {
    const { renderer, position, ask } = scene();
    const asked = ask();
    renderer.disposeAttribute(position);
    expect(await asked).toBe(1);
    expect(await ask()).toBe(1);
  });

  it('after a refused command bodies are uploaded anew', async () => {
    const { renderer, position, ask } = scene();
    const asked = ask();
    renderer.bufferOf(position).destroy(); // behind the renderer's back
    await expect(asked).rejects.toThrow('the device refused a command');
    renderer.disposeAttribute(position);
    expect(await ask()).toBe(1);
  });

  it('attributes that a shader writes are shared once they were fetched, and not before', async () => {
    const { renderer, bodies, position, shift, ask } = scene('as-stored');
    Object.assign(position, { isStorageBufferAttribute: true });
    bodies[1].follow();
    expect(bodies[1].onDevice).toBeUndefined();
    expect(await ask()).toBe(1);
    // A shader shifts them; the host's array stays as it was.
    shift(0.5);
    const written = Float32Array.from(position.array);
    shift(0);
    renderer._attributes.update(position);
    device.queue.writeBuffer(renderer.bufferOf(position), 0, written);
    keepFetched(position, written);
    bodies[1].follow();
    expect(bodies[1].onDevice).toBeDefined();
    expect(await ask()).toBe(0.5);
  });

  it('dynamic attributes are not shared: renderers write them at any time', async () => {
    const { bodies, position } = scene();
    position.setUsage(35_048);
    bodies[1].follow();
    expect(bodies[1].onDevice).toBeUndefined();
  });
});
