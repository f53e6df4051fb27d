import type { Kernel } from '../kernel.js';
import type { GpuContext } from './context.js';
import { FACES_EACH } from './layout.js';
import { castWgsl } from './wgsl/cast.wgsl.js';
import { cellVerticesWgsl } from './wgsl/cellVertices.wgsl.js';
import { kernelWgsl, type ListForm } from './wgsl/kernel.wgsl.js';
import { largeWgsl } from './wgsl/large.wgsl.js';
import { largeCellsWgsl } from './wgsl/largeCells.wgsl.js';
import { projectWgsl } from './wgsl/project.wgsl.js';
import { settleWgsl } from './wgsl/settle.wgsl.js';
import { smallWgsl } from './wgsl/small.wgsl.js';
import { smallCellsWgsl } from './wgsl/smallCells.wgsl.js';
import { sortWgsl } from './wgsl/sort.wgsl.js';

/** A compute pipeline with the layout of its first bind group. */
export interface Pass {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** A kernel's pipeline; the second group holds the planes that it reads. */
export interface KernelPass extends Pass {
  readonly planes: GPUBindGroupLayout | undefined;
}

export interface Pipelines {
  readonly project: Pass;
  readonly small: Pass;
  /** The same, several faces to an invocation. */
  readonly smallOfMany: Pass;
  readonly large: Pass;
  readonly sort: Pass;
  kernel(kernel: Kernel, form: ListForm, slotCount: number): KernelPass;
  /** Casts rays at solids by a program, see CastProgram; made on first use, one for each text. */
  cast(program: string): Pass;
  /** Made on first use. */
  touching(): TouchingPipelines;
  /** Puts positions of another's buffer on a lattice; made on first use. */
  settle(): Pass;
}

/** The two passes over faces have one layout. */
export interface TouchingPipelines {
  readonly vertices: Pass;
  readonly small: Pass;
  readonly large: Pass;
}

const COMPUTE = 4; // GPUShaderStage.COMPUTE
type BufferKind = 'uniform' | 'dynamic' | 'read-only-storage' | 'storage';

export function createPipelines({ device, software }: GpuContext): Pipelines {
  function layoutOf(label: string, kinds: readonly BufferKind[]): GPUBindGroupLayout {
    const entries = kinds.map((kind, binding): GPUBindGroupLayoutEntry => {
      const buffer: GPUBufferBindingLayout =
        kind === 'dynamic' ? { type: 'uniform', hasDynamicOffset: true } : { type: kind };
      return { binding, visibility: COMPUTE, buffer };
    });
    return device.createBindGroupLayout({ label, entries });
  }

  function pass(label: string, code: string, layout: GPUBindGroupLayout, planes?: GPUBindGroupLayout): KernelPass {
    const module = device.createShaderModule({ label, code });
    const pipeline = device.createComputePipeline({
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: planes ? [layout, planes] : [layout] }),
      compute: { module, entryPoint: 'main' },
    });
    return { pipeline, layout, planes };
  }

  const read: BufferKind = 'read-only-storage';
  const layers = layoutOf('layers', ['uniform', read, read, read, read, read, 'storage', 'storage', 'storage']);
  // Seven storage buffers: every device has room for eight.
  const kernelLayout = layoutOf('kernel', ['uniform', read, read, read, 'storage', read, read, 'storage']);
  const kernels = new WeakMap<Kernel, Map<string, KernelPass>>();
  const castLayout = layoutOf('cast', ['uniform', read, read, 'storage', 'storage']);
  const casts = new Map<string, Pass>();
  let touching: TouchingPipelines | undefined;
  let settle: Pass | undefined;
  // What few queries need is compiled for the first of them.
  let smallOfMany: Pass | undefined;
  let sort: Pass | undefined;

  function createTouching(): TouchingPipelines {
    const faces = layoutOf('faces in cells', ['dynamic', read, read, read, 'storage', 'storage', 'storage']);
    return {
      vertices: pass('vertices in cells', cellVerticesWgsl, layoutOf('cells', ['dynamic', read, read, 'storage'])),
      small: pass('small faces in cells', smallCellsWgsl, faces),
      large: pass('large faces in cells', largeCellsWgsl, faces),
    };
  }

  return {
    project: pass('project', projectWgsl, layoutOf('project', ['uniform', read, read, 'storage', 'storage'])),
    small: pass('small faces', smallWgsl(1), layers),
    get smallOfMany() {
      return (smallOfMany ??= pass('small faces of many', smallWgsl(FACES_EACH), layers));
    },
    large: pass('large faces', largeWgsl, layers),
    get sort() {
      return (sort ??= pass('sort lists', sortWgsl, layoutOf('sort', ['uniform', read, 'storage'])));
    },
    kernel(kernel, form, slotCount) {
      let forms = kernels.get(kernel);
      if (!forms) kernels.set(kernel, (forms = new Map()));
      const key = `${form} ${slotCount}`;
      let made = forms.get(key);
      if (!made) {
        const planes = planesLayout(device, kernel);
        forms.set(
          key,
          (made = pass(kernel.name, kernelWgsl(kernel, form, slotCount, !software), kernelLayout, planes)),
        );
      }
      return made;
    },
    cast(program) {
      let made = casts.get(program);
      if (!made) casts.set(program, (made = pass('cast', castWgsl(program), castLayout)));
      return made;
    },
    touching() {
      touching ??= createTouching();
      return touching;
    },
    settle() {
      settle ??= pass('settle positions', settleWgsl, layoutOf('settle positions', ['uniform', read, 'storage']));
      return settle;
    },
  };
}

/** Bindings as in kernel.wgsl.ts: depth 0, kept 1, stencil 2, id 3. */
function planesLayout(device: GPUDevice, kernel: Kernel): GPUBindGroupLayout | undefined {
  const kinds: [Kernel['reads'][number], number, GPUTextureSampleType][] = [
    ['depth', 0, 'depth'],
    ['kept', 1, 'unfilterable-float'],
    ['stencil', 2, 'uint'],
    ['id', 3, 'uint'],
  ];
  const entries = kinds
    .filter(([name]) => kernel.reads.includes(name))
    .map(
      ([, binding, sampleType]): GPUBindGroupLayoutEntry => ({ binding, visibility: COMPUTE, texture: { sampleType } }),
    );
  return entries.length > 0 ? device.createBindGroupLayout({ label: `${kernel.name} planes`, entries }) : undefined;
}
