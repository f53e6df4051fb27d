import type { GpuContext } from './context.js';
import { USAGE } from './device.js';
import type { GpuPlanes } from './planes.js';
import { type Recorder, TIMER_BYTES } from './recorder.js';
import { KEEP_GROUP, keepWgsl, READ_GROUP, readWgsl } from './wgsl/planes.wgsl.js';

export type DrawnPlane = 'depth' | 'stencil' | 'id' | 'kept';

/** Compute passes over whole planes; one per machine. */
export interface PlanePasses {
  /** Copies depth to kept. Texture copies cannot: the formats differ. */
  recordKeep(record: Recorder, planes: GpuPlanes): void;
  /**
   * Copies a plane to a buffer, tightly packed. Returns the buffer, with room for timestamps at its end, and the plane's
   * bytes in it, an even number of words.
   */
  recordRead(encoder: GPUCommandEncoder, planes: GpuPlanes, plane: DrawnPlane): { buffer: GPUBuffer; bytes: number };
}

const MOST_GROUPS = 65535;

export function createPlanePasses(context: GpuContext): PlanePasses {
  const { device } = context;
  const packed = context.roomy('packed plane', USAGE.storage | USAGE.copySrc | USAGE.copyDst);
  const made = new Map<string, GPUComputePipeline>();

  function pipeline(label: string, code: () => string): GPUComputePipeline {
    let known = made.get(label);
    if (!known) {
      const module = device.createShaderModule({ label, code: code() });
      known = device.createComputePipeline({ label, layout: 'auto', compute: { module, entryPoint: 'main' } });
      made.set(label, known);
    }
    return known;
  }

  function record(
    encoder: GPUCommandEncoder,
    timed: Pick<GPUComputePassDescriptor, 'timestampWrites'>,
    pass: GPUComputePipeline,
    groups: readonly [number, number],
    ...resources: GPUBindingResource[]
  ): void {
    const { label } = pass;
    const p = encoder.beginComputePass({ label, ...timed });
    p.setPipeline(pass);
    const entries = resources.map((resource, binding) => ({ binding, resource }));
    p.setBindGroup(0, device.createBindGroup({ label, layout: pass.getBindGroupLayout(0), entries }));
    p.dispatchWorkgroups(...groups);
    p.end();
  }

  return {
    recordKeep(recorder, { width, height, depth, kept }) {
      const groups = [Math.ceil(width / KEEP_GROUP), Math.ceil(height / KEEP_GROUP)] as const;
      record(
        recorder.encoder(),
        recorder.timed('draws'),
        pipeline('keep', () => keepWgsl),
        groups,
        depth,
        kept,
      );
    },
    recordRead(encoder, planes, plane) {
      const pixelCount = planes.width * planes.height;
      const words = plane === 'stencil' ? Math.ceil(pixelCount / 4) : pixelCount;
      const buffer = packed.atLeast(8 * Math.ceil(words / 2) + TIMER_BYTES);
      const groups = Math.ceil(words / READ_GROUP);
      const down = Math.ceil(groups / MOST_GROUPS);
      record(
        encoder,
        {},
        pipeline(`read ${plane}`, () => readWgsl(plane)),
        [Math.ceil(groups / down), down],
        planes[plane],
        { buffer, size: 4 * words },
      );
      return { buffer, bytes: 8 * Math.ceil(words / 2) };
    },
  };
}
