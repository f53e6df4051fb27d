import { DeviceError, InputError } from '../../errors.js';
import { type OpenDevice, USAGE } from './device.js';

const MAP_READ = 1; // GPUMapMode.READ

/** Thrown inside a query when its device is gone; the machine catches it and starts the query again. */
export class DeviceLost extends Error {
  override readonly name = 'DeviceLost';
}

/** A buffer that is made anew when more room is asked for than it has. */
export interface RoomyBuffer {
  /** At least `bytes` of room; what was in it is gone when it had to grow. */
  atLeast(bytes: number): GPUBuffer;
}

/** What everything on one device shares. */
export interface GpuContext extends OpenDevice {
  isLost(): boolean;
  /** The most bytes one binding may have. */
  readonly mostBytes: number;
  buffer(label: string, bytes: number, usage: number): GPUBuffer;
  roomy(label: string, usage: number): RoomyBuffer;
  /** A bind group, made anew only when a part of it has changed. */
  bind(label: string, layout: GPUBindGroupLayout, entries: readonly GPUBindGroupEntry[]): GPUBindGroup;
  /** Submits what `encoder` has recorded; whatever the device says of it, the next `readBack` tells. */
  submit(encoder: GPUCommandEncoder): void;
  /** Copies a part of a buffer to the host; submits what `encoder` has recorded. */
  readBack(encoder: GPUCommandEncoder, source: GPUBuffer, offset: number, bytes: number): Promise<ArrayBuffer>;
  dispose(): void;
}

interface BoundGroup {
  readonly layout: GPUBindGroupLayout;
  readonly entries: readonly GPUBindGroupEntry[];
  readonly group: GPUBindGroup;
}

/** Whether an entry binds what is at the same place of the entries that are `this`. */
function isAt(this: readonly GPUBindGroupEntry[], { resource: one }: GPUBindGroupEntry, i: number): boolean {
  const other = this[i].resource;
  if (one === other) return true;
  if (!('buffer' in one && 'buffer' in other)) return false;
  return one.buffer === other.buffer && one.offset === other.offset && one.size === other.size;
}

export function createContext(open: OpenDevice, allowedBytes = Infinity): GpuContext {
  const { device } = open;
  let gone = false;
  let fault: string | undefined;
  /** Those who wait for the device. Racing each against `device.lost` itself would hang a reaction on it for every query. */
  const waiting = new Set<(error: DeviceLost) => void>();
  device.lost.then(({ message }) => {
    gone = true;
    for (const giveUp of waiting) giveUp(new DeviceLost(message || 'the device was lost'));
    waiting.clear();
  });

  /** A lost device tells nothing but through the promise of a mapping, and sometimes not even there. */
  function mapped(buffer: GPUBuffer, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      const settle = (error?: Error) => {
        waiting.delete(reject);
        if (error && !fault) reject(new DeviceLost(error.message));
        else resolve();
      };
      buffer.mapAsync(MAP_READ, 0, bytes).then(() => settle(), settle);
    });
  }
  // On a device of our own all faults are ours. On another's a scope tells them from the application's, around each submission.
  if (open.owned)
    device.addEventListener('uncapturederror', ({ error }) => {
      fault ??= error.message;
    });
  let checked: Promise<unknown> = Promise.resolve();
  function submit(encoder: GPUCommandEncoder): void {
    if (!open.owned) device.pushErrorScope('validation');
    device.queue.submit([encoder.finish()]);
    if (open.owned) return;
    const check = device.popErrorScope().then(
      (error) => {
        fault ??= error?.message;
      },
      () => undefined, // the device was lost, which the mapping tells
    );
    checked = Promise.all([checked, check]);
  }
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const mostBytes = Math.min(maxStorageBufferBindingSize, maxBufferSize, allowedBytes);
  const bound = new Map<string, BoundGroup>();
  const idle: GPUBuffer[] = [];
  const roomies: { buffer?: GPUBuffer }[] = [];

  function buffer(label: string, bytes: number, usage: number): GPUBuffer {
    const size = Math.max(256, Math.ceil(bytes / 256) * 256);
    if (size > device.limits.maxBufferSize)
      throw new InputError(
        `webgpu: ${label} needs ${size} bytes, and this device allows ${device.limits.maxBufferSize} in one buffer. Lower the resolution, or use the backend \`cpu\`.`,
      );
    return device.createBuffer({ label, size, usage });
  }

  return {
    ...open,
    isLost: () => gone,
    mostBytes,
    buffer,
    roomy(label, usage) {
      const held: { buffer?: GPUBuffer } = {};
      roomies.push(held);
      return {
        atLeast(bytes) {
          if (!held.buffer || held.buffer.size < bytes) {
            held.buffer?.destroy();
            held.buffer = buffer(label, Math.min(Math.ceil(bytes * 1.25), Math.max(bytes, mostBytes)), usage);
          }
          return held.buffer;
        },
      };
    },
    bind(label, layout, entries) {
      const known = bound.get(label);
      if (known?.layout === layout && known.entries.length === entries.length && known.entries.every(isAt, entries))
        return known.group;
      const group = device.createBindGroup({ label, layout, entries: [...entries] });
      bound.set(label, { layout, entries, group });
      return group;
    },
    submit,
    async readBack(encoder, source, offset, bytes) {
      if (gone) throw new DeviceLost('the device was lost');
      const fits = idle.findIndex((b) => b.size >= bytes);
      const back = fits >= 0 ? idle.splice(fits, 1)[0] : buffer('read back', bytes, USAGE.mapRead | USAGE.copyDst);
      encoder.copyBufferToBuffer(source, offset, back, 0, bytes);
      submit(encoder);
      await mapped(back, bytes);
      await checked;
      if (fault) {
        const message = `webgpu: the device refused a command (${fault}). Please report this.`;
        fault = undefined;
        back.unmap();
        idle.push(back);
        throw new DeviceError(message);
      }
      const copy = back.getMappedRange(0, bytes).slice(0);
      back.unmap();
      idle.push(back);
      return copy;
    },
    dispose() {
      for (const held of roomies) held.buffer?.destroy();
      for (const b of idle) b.destroy();
      bound.clear();
      if (open.owned) device.destroy();
    },
  };
}
