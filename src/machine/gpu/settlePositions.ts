import type { DevicePositions } from '../../body.js';
import type { GpuContext } from './context.js';
import { USAGE } from './device.js';
import type { Lattice } from './lattice.js';
import { GROUP } from './layout.js';
import type { Pipelines } from './pipelines.js';

/** Puts positions that the device holds already on a body's lattice; false where it cannot, and they have to be uploaded. */
export type SettlePositions = (
  source: DevicePositions,
  count: number,
  lattice: Lattice,
  target: GPUBuffer,
  firstVertex: number,
) => boolean;

const PARAMETER_BYTES = 48;
/** Most workgroups along one dimension of a dispatch: every device allows as many. */
const MOST_GROUPS = 65_535;

export function createSettlePositions(context: GpuContext, pipelines: Pipelines): SettlePositions {
  const { device } = context;
  const room = context.roomy('positions to settle', USAGE.uniform | USAGE.copyDst);
  return (source, count, lattice, target, firstVertex) => {
    const { buffer, offsetWords, strideWords } = source;
    const origin = lattice.origin.map((v) => v / lattice.step);
    const last = offsetWords + (count - 1) * strideWords + 3;
    // Far from the origin a lattice need not have it as a point; a shift would not do then.
    if (source.device !== device || !source.isCurrent() || !origin.every(Number.isSafeInteger)) return false;
    if (!(buffer.usage & USAGE.storage) || buffer.size > context.mostBytes || 4 * last > buffer.size) return false;

    const words = new ArrayBuffer(PARAMETER_BYTES);
    const [whole, float] = [new Int32Array(words), new Float32Array(words)];
    whole.set([count, offsetWords, strideWords, 3 * firstVertex]);
    origin.forEach((steps, k) => {
      whole[4 + k] = Number(BigInt.asIntN(32, BigInt(steps)));
    });
    whole[7] = Math.log2(lattice.step);
    float.set(lattice.origin, 8);
    float[11] = 1 / lattice.step;

    const parameters = room.atLeast(PARAMETER_BYTES);
    device.queue.writeBuffer(parameters, 0, words);
    const { pipeline, layout } = pipelines.settle();
    const encoder = device.createCommandEncoder({ label: 'settle positions' });
    const pass = encoder.beginComputePass({ label: 'settle positions' });
    pass.setPipeline(pipeline);
    const entries = [parameters, buffer, target].map((one, binding) => ({ binding, resource: { buffer: one } }));
    pass.setBindGroup(0, device.createBindGroup({ label: 'settle positions', layout, entries }));
    const groups = Math.ceil(count / GROUP);
    const rows = Math.ceil(groups / MOST_GROUPS);
    pass.dispatchWorkgroups(Math.ceil(groups / rows), rows);
    pass.end();
    context.submit(encoder);
    return true;
  };
}
