import { createContext, type GpuContext } from '../../../src/machine/gpu/context.js';
import { openDevice, USAGE } from '../../../src/machine/gpu/device.js';
import type { CastProgram } from '../../../src/surface/surface.js';
import { onOneDevice } from '../../support/openGpu.js';

/** What one ray met between `from` and `to`, by ascending t, of equal t the exits first. */
export interface GpuCrossing {
  readonly startsInside: boolean;
  /** How often the program gave up on a stretch. */
  readonly gaveUp: number;
  readonly t: number[];
  readonly isEntry: boolean[];
  readonly patch: number[];
}

/** Crossings that one ray may tell; more are an error. */
const ROOM = 128;
/** Words per ray: its start, its failures, its count, and t, entry and patch of each crossing. */
const HEAD = 3;
const STRIDE = HEAD + 3 * ROOM;
const COMPUTE = 4; // GPUShaderStage.COMPUTE

/**
 * One invocation casts one ray with the program's `castRay`; `cast` and `from`, as well as `patch`, are reserved words of WGSL. The
 * count runs past the room, so that the host sees it.
 */
const castWgsl = (program: string) => /* wgsl */ `
struct Stretch { first: f32, last: f32, count: u32 }
@group(0) @binding(0) var<storage, read> rays: array<f32>;
@group(0) @binding(1) var<storage, read> parameters: array<f32>;
@group(0) @binding(2) var<storage, read_write> found: array<u32>;
@group(0) @binding(3) var<uniform> stretch: Stretch;

var<private> place: u32;

fn parameter(k: u32) -> f32 { return parameters[k]; }
fn startInside() { found[place] += 1u; }
fn giveUp() { found[place + 1u] += 1u; }
fn meet(t: f32, isEntry: bool, patchNumber: u32) {
  let k = found[place + 2u];
  found[place + 2u] = k + 1u;
  if (k >= ${ROOM}u) { return; }
  let word = place + ${HEAD}u + 3u * k;
  found[word] = bitcast<u32>(t);
  found[word + 1u] = u32(isEntry);
  found[word + 2u] = patchNumber;
}

${program}

@compute @workgroup_size(64) fn castAll(@builtin(global_invocation_id) id: vec3u) {
  let ray = id.x;
  if (ray >= stretch.count) { return; }
  place = ${STRIDE}u * ray;
  let k = 6u * ray;
  let o = vec3f(rays[k], rays[k + 1u], rays[k + 2u]);
  let d = vec3f(rays[k + 3u], rays[k + 4u], rays[k + 5u]);
  castRay(o, d, stretch.first, stretch.last, 0u);
}
`;

/**
 * Casts rays (o and d, six numbers each) with a program on the test device, in a compute shader that supplies `meet`, `startInside`,
 * `giveUp` and `parameter`. Crossings outside `from` and `to` are left out; a ray that has entered before `from` and not left starts
 * inside.
 */
export async function castOnGpu(
  program: CastProgram,
  rays: Float32Array,
  from: number,
  to: number,
): Promise<GpuCrossing[]> {
  const context = createContext(await onOneDevice(() => openDevice(true)));
  try {
    const words = await runProgram(context, program, rays, from, to);
    const found: GpuCrossing[] = [];
    for (let k = 0; k < rays.length / 6; k++) found.push(readRay(words, STRIDE * k, from, to));
    return found;
  } finally {
    context.dispose();
  }
}

async function runProgram(context: GpuContext, program: CastProgram, rays: Float32Array, from: number, to: number) {
  const { device } = context;
  const count = rays.length / 6;
  const upload = (label: string, data: Float32Array | Uint32Array, usage: number) => {
    const buffer = context.buffer(label, Math.max(16, data.byteLength), usage | USAGE.copyDst);
    device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
    return buffer;
  };
  const stretch = new Float32Array([from, to, 0, 0]);
  new Uint32Array(stretch.buffer)[2] = count;
  const bytes = 4 * STRIDE * count;
  const found = context.buffer('found', bytes, USAGE.storage | USAGE.copySrc);
  const buffers = [
    upload('rays', rays, USAGE.storage),
    upload('parameters', Float32Array.from(program.parameters), USAGE.storage),
    found,
    upload('stretch', stretch, USAGE.uniform),
  ];

  const module = device.createShaderModule({ label: 'cast', code: castWgsl(program.wgsl) });
  const { messages } = await module.getCompilationInfo();
  const faults = messages.filter(({ type }) => type === 'error');
  if (faults.length > 0)
    throw new Error(faults.map(({ lineNum, message }) => `line ${lineNum}: ${message}`).join('\n'));
  // Spelled out: a program without parameters leaves their binding unused, and an automatic layout would then lack it.
  const types = ['read-only-storage', 'read-only-storage', 'storage', 'uniform'] as const;
  const layout = device.createBindGroupLayout({
    label: 'cast',
    entries: types.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
  });
  const pipeline = device.createComputePipeline({
    label: 'cast',
    layout: device.createPipelineLayout({ label: 'cast', bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: 'castAll' },
  });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = device.createCommandEncoder({ label: 'cast' });
  const pass = encoder.beginComputePass({ label: 'cast' });
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ label: 'cast', layout, entries }));
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  return new Uint32Array(await context.readBack(encoder, found, 0, bytes));
}

function readRay(words: Uint32Array, place: number, from: number, to: number): GpuCrossing {
  const count = words[place + 2];
  if (count > ROOM) throw new Error(`castOnGpu: a ray told ${count} crossings, and there is room for ${ROOM}.`);
  const t = new Float32Array(words.buffer, words.byteOffset + 4 * (place + HEAD), 3 * count);
  const told = Array.from({ length: count }, (_, k) => ({
    t: t[3 * k],
    isEntry: words[place + HEAD + 3 * k + 1] === 1,
    patch: words[place + HEAD + 3 * k + 2],
  }));
  told.sort((a, b) => a.t - b.t || Number(a.isEntry) - Number(b.isEntry));
  // As the device saw them.
  const [first, last] = [Math.fround(from), Math.fround(to)];
  let depth = words[place];
  for (const { t, isEntry } of told) if (t < first) depth += isEntry ? 1 : -1;
  const kept = told.filter(({ t }) => t >= first && t <= last);
  return {
    startsInside: depth > 0,
    gaveUp: words[place + 1],
    t: kept.map(({ t }) => t),
    isEntry: kept.map(({ isEntry }) => isEntry),
    patch: kept.map(({ patch }) => patch),
  };
}
