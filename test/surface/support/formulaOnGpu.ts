import { createContext } from '../../../src/machine/gpu/context.js';
import { openDevice, USAGE } from '../../../src/machine/gpu/device.js';
import type { CastProgram } from '../../../src/surface/surface.js';
import { onOneDevice } from '../../support/openGpu.js';

/** What a formula's program makes of one stretch of a ray. */
export interface FormulaOnGpu {
  /** At t: of the function that finds roots, and of the one that knows its error. */
  readonly value: number;
  readonly near: number;
  readonly error: number;
  /** Intervals of the formula and of its slope over [t0, t1]. */
  readonly low: number;
  readonly high: number;
  readonly slopeLow: number;
  readonly slopeHigh: number;
}

/** Numbers per stretch: o, d, t0, t1 and a t between them. */
export const STRETCH = 9;
const WORDS = 7;

const stretchWgsl = (program: string) => /* wgsl */ `
@group(0) @binding(0) var<storage, read> stretches: array<f32>;
@group(0) @binding(1) var<storage, read> parameters: array<f32>;
@group(0) @binding(2) var<storage, read_write> found: array<f32>;
fn parameter(k: u32) -> f32 { return parameters[k]; }
fn startInside() {}
fn giveUp() {}
fn meet(t: f32, isEntry: bool, patchNumber: u32) {}
${program}
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let k = ${STRETCH}u * id.x;
  if (k >= arrayLength(&stretches)) { return; }
  let o = vec3f(stretches[k], stretches[k + 1u], stretches[k + 2u]);
  let d = vec3f(stretches[k + 3u], stretches[k + 4u], stretches[k + 5u]);
  let ends = vec3f(stretches[k + 6u], stretches[k + 7u], stretches[k + 8u]);
  setPad_(o, d, max(abs(ends.x), abs(ends.y)));
  let p = o + ends.z * d;
  let near = near_(p, pad_);
  let span = spanBetween_(o, d, ends.x, ends.y);
  let word = ${WORDS}u * id.x;
  found[word] = value_(p);
  found[word + 1u] = near.x;
  found[word + 2u] = near.y;
  for (var i = 0u; i < 4u; i++) { found[word + 3u + i] = span[i]; }
}
`;

/** Runs programs one after the other on one device, each over all its stretches. */
export async function formulasOnGpu(
  jobs: readonly { readonly program: CastProgram; readonly stretches: Float32Array }[],
): Promise<FormulaOnGpu[][]> {
  const context = createContext(await onOneDevice(() => openDevice(true)));
  const { device } = context;
  const upload = (label: string, data: Float32Array) => {
    const buffer = context.buffer(label, Math.max(16, data.byteLength), USAGE.storage | USAGE.copyDst);
    device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
    return buffer;
  };
  const results: FormulaOnGpu[][] = [];
  try {
    for (const { program, stretches } of jobs) {
      const count = stretches.length / STRETCH;
      const module = device.createShaderModule({ label: 'formula', code: stretchWgsl(program.wgsl) });
      const { messages } = await module.getCompilationInfo();
      const faults = messages.filter(({ type }) => type === 'error');
      if (faults.length > 0) throw new Error(faults.map(({ lineNum, message }) => `${lineNum}: ${message}`).join('\n'));
      const found = context.buffer('found', 4 * WORDS * count, USAGE.storage | USAGE.copySrc);
      const buffers = [
        upload('stretches', stretches),
        upload('parameters', Float32Array.from(program.parameters)),
        found,
      ];
      // Spelled out: a formula without numbers leaves the parameters unused.
      const types = ['read-only-storage', 'read-only-storage', 'storage'] as const;
      const layout = device.createBindGroupLayout({
        label: 'formula',
        entries: types.map((type, binding) => ({ binding, visibility: 4, buffer: { type } })),
      });
      const pipeline = device.createComputePipeline({
        label: 'formula',
        layout: device.createPipelineLayout({ label: 'formula', bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: 'main' },
      });
      const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
      const encoder = device.createCommandEncoder({ label: 'formula' });
      const pass = encoder.beginComputePass({ label: 'formula' });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ label: 'formula', layout, entries }));
      pass.dispatchWorkgroups(Math.ceil(count / 64));
      pass.end();
      const words = new Float32Array(await context.readBack(encoder, found, 0, 4 * WORDS * count));
      results.push(
        Array.from({ length: count }, (_, k) => {
          const [value, near, error, low, high, slopeLow, slopeHigh] = words.subarray(WORDS * k, WORDS * (k + 1));
          return { value, near, error, low, high, slopeLow, slopeHigh };
        }),
      );
    }
    return results;
  } finally {
    context.dispose();
  }
}
