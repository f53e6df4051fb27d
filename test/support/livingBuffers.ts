import { onTestFinished } from 'vitest';

/** Buffers so labelled that a device makes from now on to the end of the test, as long as they are not destroyed. */
export function livingBuffers(device: GPUDevice, label: string): ReadonlySet<GPUBuffer> {
  const living = new Set<GPUBuffer>();
  const { createBuffer } = device;
  device.createBuffer = (given) => {
    const buffer = createBuffer.call(device, given);
    if (given.label !== label) return buffer;
    living.add(buffer);
    const { destroy } = buffer;
    buffer.destroy = () => {
      living.delete(buffer);
      destroy.call(buffer);
    };
    return buffer;
  };
  onTestFinished(() => {
    device.createBuffer = createBuffer;
  });
  return living;
}
