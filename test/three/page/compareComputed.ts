import { IcosahedronGeometry, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { Fn, float, instanceIndex, storage, uniform } from 'three/tsl';
import { StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import { interference } from 'zclash';
import { bodyFrom, fetchPositions, machineFor } from 'zclash/three';

export interface Computed {
  /** What is said of it before positions were fetched. */
  readonly refused: string;
  readonly steps: readonly {
    readonly radius: number;
    readonly isShared: boolean;
    /** Writes to the device's buffers, of the size of the positions. */
    readonly uploads: number;
    readonly volume: number;
    readonly volumeError: number;
  }[];
}

/** A ball whose radius a compute shader sets, against one that stays. */
export async function compareComputed(): Promise<Computed> {
  const renderer = new WebGPURenderer();
  await renderer.init();
  const unit = new SphereGeometry(1, 64, 48);
  const { position } = unit.attributes;
  const room = new StorageBufferAttribute(position.count, 4);
  for (let i = 0; i < position.count; i++) {
    const { x, y, z } = new Vector3().fromBufferAttribute(position, i).normalize();
    room.setXYZW(i, x, y, z, 1);
  }
  unit.setAttribute('position', room);
  const subject = new Mesh(unit, new MeshBasicMaterial());
  const other = new Mesh(new IcosahedronGeometry(1, 24), new MeshBasicMaterial());
  other.position.x = 2;

  const radius = uniform(1);
  const at = storage(room, 'vec4', position.count);
  const blow = Fn(() => {
    const point = at.element(instanceIndex);
    point.xyz.assign(point.xyz.normalize().mul(float(radius)));
  })().compute(position.count);

  let refused = '';
  try {
    bodyFrom(subject, { renderer });
  } catch (error) {
    refused = String(error);
  }
  const machine = await machineFor(renderer);
  const { device } = renderer.backend as unknown as { device: GPUDevice };
  let uploads = 0;
  const { writeBuffer } = device.queue;
  device.queue.writeBuffer = function (this: GPUQueue, ...given: Parameters<GPUQueue['writeBuffer']>) {
    if ((given[2] as ArrayBuffer).byteLength === 12 * position.count) uploads++;
    return writeBuffer.apply(this, given);
  } as GPUQueue['writeBuffer'];

  const steps: Computed['steps'][number][] = [];
  let body: ReturnType<typeof bodyFrom> | undefined;
  for (const r of [1.2, 1.5, 1.8]) {
    radius.value = r;
    await renderer.computeAsync(blow);
    await fetchPositions(subject, renderer);
    body ??= bodyFrom(subject, { renderer });
    const { pairs } = await interference([body, bodyFrom(other)], { machine, resolution: 128 });
    const [{ volume, volumeError }] = pairs;
    steps.push({ radius: r, isShared: body.onDevice !== undefined, uploads, volume, volumeError });
  }
  machine.close();
  renderer.dispose();
  return { refused, steps };
}
