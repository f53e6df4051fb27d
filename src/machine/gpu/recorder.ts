import { DeviceLost, type GpuContext } from './context.js';
import { USAGE } from './device.js';

/**
 * Records one submission after the other. Compute stages share a pass while nothing else comes between them; where the
 * device can tell time, each has its own, with a timestamp at either end, and so has every pass that asks for them.
 */
export interface Recorder {
  /** For copies, clears and render passes: ends the compute pass that is open. */
  encoder(): GPUCommandEncoder;
  /** The compute pass to record `stage` into. */
  pass(stage: string): GPUComputePassEncoder;
  /** Where a pass that is begun on the encoder writes its timestamps; nothing where it cannot be timed. */
  timed(stage: string): { timestampWrites?: GPURenderPassTimestampWrites };
  /** Submits what was recorded so far. What was timed is told by the next timed read-back. */
  submit(): void;
  /**
   * Submits all of it and brings back a part of a buffer. Where passes were timed, their timestamps travel in the same
   * buffer, behind `bytes`: the source must have TIMER_BYTES of room there.
   */
  readBack(source: GPUBuffer, offset: number, bytes: number, timed?: boolean): Promise<ArrayBuffer>;
  readonly stagesMs: Record<string, number>;
}

/** Passes of one submission that are timed; later ones are not. */
const MOST_PASSES = 64;
export const TIMER_BYTES = MOST_PASSES * 2 * 8;

export function createRecorder(context: GpuContext): Recorder {
  const { device } = context;
  const clock = context.canTime ? clockOf(context) : undefined;
  const stagesMs: Record<string, number> = {};
  let encoder: GPUCommandEncoder | undefined;
  let open: GPUComputePassEncoder | undefined;
  let stages: string[] = [];

  function endPass(): void {
    open?.end();
    open = undefined;
  }

  function current(): GPUCommandEncoder {
    if (context.isLost()) throw new DeviceLost('the device was lost');
    encoder ??= device.createCommandEncoder({ label: 'frame' });
    return encoder;
  }

  function take(ticks: BigUint64Array): void {
    stages.forEach((stage, k) => {
      const ns = Number(ticks[2 * k + 1] - ticks[2 * k]);
      // Timestamps may run backwards when the device changes its clock; such a stage is not counted.
      if (ns >= 0 && ns < 1e12) stagesMs[stage] = (stagesMs[stage] ?? 0) + ns / 1e6;
    });
  }

  function timed(stage: string): { timestampWrites?: GPURenderPassTimestampWrites } {
    if (!clock || stages.length === MOST_PASSES) return {};
    const k = stages.length;
    stages.push(stage);
    const { querySet } = clock;
    return { timestampWrites: { querySet, beginningOfPassWriteIndex: 2 * k, endOfPassWriteIndex: 2 * k + 1 } };
  }

  return {
    stagesMs,
    timed,
    submit() {
      endPass();
      if (encoder) context.submit(encoder);
      encoder = undefined;
    },
    encoder() {
      endPass();
      return current();
    },
    pass(stage) {
      if (!clock || stages.length === MOST_PASSES) {
        open ??= current().beginComputePass({ label: stage });
        return open;
      }
      endPass();
      open = current().beginComputePass({ label: stage, ...timed(stage) });
      return open;
    },
    async readBack(source, offset, bytes, timed = false) {
      endPass();
      const recorded = current();
      encoder = undefined;
      const timerBytes = timed && clock ? 16 * stages.length : 0;
      if (timerBytes > 0) {
        recorded.resolveQuerySet(clock!.querySet, 0, 2 * stages.length, clock!.resolved, 0);
        recorded.copyBufferToBuffer(clock!.resolved, 0, source, offset + bytes, timerBytes);
      }
      const back = await context.readBack(recorded, source, offset, bytes + timerBytes);
      if (timerBytes > 0) take(new BigUint64Array(back, bytes));
      if (timed) stages = [];
      return back;
    },
  };
}

interface Clock {
  readonly querySet: GPUQuerySet;
  readonly resolved: GPUBuffer;
}

const clocks = new WeakMap<GPUDevice, Clock>();

function clockOf(context: GpuContext): Clock {
  let clock = clocks.get(context.device);
  if (!clock) {
    clock = {
      querySet: context.device.createQuerySet({ label: 'stages', type: 'timestamp', count: 2 * MOST_PASSES }),
      resolved: context.buffer('timestamps', TIMER_BYTES, USAGE.queryResolve | USAGE.copySrc),
    };
    clocks.set(context.device, clock);
  }
  return clock;
}
