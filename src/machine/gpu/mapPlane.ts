import type { Atlas } from '../../view/atlas.js';
import type { GpuContext, RoomyBuffer } from './context.js';
import type { Recorder } from './recorder.js';

/**
 * The map of one frame. It starts at zero (or where a larger frame's map stands) and goes on from kernel to kernel. It lies
 * on the device, or here while it is put together from slices: these use the same buffer on the device.
 */
export interface MapPlane {
  /** Its buffer on the device; clears or uploads it first where that is due. */
  onDevice(): GPUBuffer;
  /** Brings it here, for changing it. */
  onHost(): Promise<Float32Array>;
  /** A copy. */
  read(): Promise<Float32Array>;
}

export function createMapPlane(
  { width, height }: Atlas,
  { context, maps }: { readonly context: GpuContext; readonly maps: RoomyBuffer },
  record: Recorder,
  start?: Float32Array<ArrayBuffer>,
): MapPlane {
  const bytes = 4 * width * height;
  let here = start;
  let isOnDevice = false;

  function onDevice(): GPUBuffer {
    const map = maps.atLeast(bytes);
    if (here) context.device.queue.writeBuffer(map, 0, here);
    else if (!isOnDevice) record.encoder().clearBuffer(map, 0, bytes);
    here = undefined;
    isOnDevice = true;
    return map;
  }

  const readBack = async () => new Float32Array(await record.readBack(onDevice(), 0, bytes));

  return {
    onDevice,
    async onHost() {
      here ??= isOnDevice ? await readBack() : new Float32Array(width * height);
      isOnDevice = false;
      return here;
    },
    read: async () => here?.slice() ?? readBack(),
  };
}
