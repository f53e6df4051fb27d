import type { DrawState, FillState, StencilSide, StencilState } from '../state.js';
import type { GpuContext } from './context.js';
import { DEPTH_STENCIL } from './device.js';
import { type DrawVariant, drawWgsl } from './wgsl/draw.wgsl.js';

/** Pipelines that draw, one for each state that was asked for so far. */
export interface DrawPipelines {
  /** Items, positions, and the corners of faces or edges. */
  readonly layout: GPUBindGroupLayout;
  /** The kept plane. */
  readonly keptLayout: GPUBindGroupLayout;
  /**
   * `withId`: the pass has the id plane attached, whether or not the draw writes it. `clips`: the body reaches out of the
   * depth range
   * and is dropped there.
   */
  draw(what: 'faces' | 'edges', state: DrawState, withId: boolean, clips: boolean): GPURenderPipeline;
  fill(state: FillState, withId: boolean): GPURenderPipeline;
}

const VERTEX = 1; // GPUShaderStage.VERTEX
const FRAGMENT = 2;

interface Wanted {
  readonly vertex: 'faces' | 'edges' | 'everywhere';
  readonly fragment: 'nothing' | 'clipped' | 'withId' | 'withDepth' | 'withDepthAndId';
  readonly beyondKept: boolean;
  readonly clamps: boolean;
  readonly idAttached: boolean;
  readonly cullMode: GPUCullMode;
  readonly depthStencil: GPUDepthStencilState;
}

export function createDrawPipelines({ device }: GpuContext): DrawPipelines {
  const modules = new Map<string, GPUShaderModule>();
  function shader(variant: DrawVariant): GPUShaderModule {
    const key = JSON.stringify(variant);
    let known = modules.get(key);
    if (!known) modules.set(key, (known = device.createShaderModule({ label: 'draw', code: drawWgsl(variant) })));
    return known;
  }
  const layout = device.createBindGroupLayout({
    label: 'draw',
    entries: [0, 1, 2].map((binding) => ({
      binding,
      visibility: VERTEX | FRAGMENT,
      buffer: { type: 'read-only-storage' },
    })),
  });
  const keptLayout = device.createBindGroupLayout({
    label: 'draw beyond kept',
    entries: [{ binding: 0, visibility: FRAGMENT, texture: { sampleType: 'unfilterable-float' } }],
  });
  const pipelineLayout = (...bindGroupLayouts: GPUBindGroupLayout[]) =>
    device.createPipelineLayout({ bindGroupLayouts });
  const layouts = { fill: pipelineLayout(), plain: pipelineLayout(layout), beyond: pipelineLayout(layout, keptLayout) };
  const made = new Map<string, GPURenderPipeline>();

  function pipeline(wanted: Wanted): GPURenderPipeline {
    const key = JSON.stringify(wanted);
    let known = made.get(key);
    if (!known) made.set(key, (known = create(wanted)));
    return known;
  }

  function create({
    vertex,
    fragment,
    beyondKept,
    clamps,
    idAttached,
    cullMode,
    depthStencil,
  }: Wanted): GPURenderPipeline {
    const what = vertex === 'edges' ? 'edges' : 'faces';
    const module = shader({ what, beyondKept, clamps });
    const writesId = fragment === 'withId' || fragment === 'withDepthAndId';
    const targets: GPUColorTargetState[] = idAttached ? [{ format: 'r32uint', writeMask: writesId ? 0xf : 0 }] : [];
    const descriptor: GPURenderPipelineDescriptor = {
      label: `draw ${vertex}`,
      layout: vertex === 'everywhere' ? layouts.fill : beyondKept ? layouts.beyond : layouts.plain,
      vertex: { module, entryPoint: vertex },
      // On the screen, y down, faces whose outside is seen turn counter-clockwise: front faces are entries.
      primitive: { topology: vertex === 'edges' ? 'line-list' : 'triangle-list', frontFace: 'ccw', cullMode },
      depthStencil,
    };
    // With nothing to write or to discard there is no fragment stage at all, the fastest way.
    if (fragment !== 'nothing' || idAttached) descriptor.fragment = { module, entryPoint: fragment, targets };
    return device.createRenderPipeline(descriptor);
  }

  return {
    layout,
    keptLayout,
    draw(what, state, withId, clips) {
      const { cull = 'none', depth = 'always', writeDepth = false, stencil = {}, id, beyondKept = false } = state;
      const usesDepth = writeDepth || depth !== 'always';
      return pipeline({
        vertex: what,
        fragment: usesDepth
          ? id
            ? 'withDepthAndId'
            : 'withDepth'
          : id
            ? 'withId'
            : clips || beyondKept
              ? 'clipped'
              : 'nothing',
        beyondKept,
        clamps: state.outside === 'clamp',
        idAttached: withId,
        cullMode: what === 'edges' || cull === 'none' ? 'none' : cull === 'entries' ? 'front' : 'back',
        depthStencil: {
          format: DEPTH_STENCIL,
          depthCompare: depth,
          depthWriteEnabled: writeDepth,
          ...stencilOf(stencil),
        },
      });
    },
    fill({ stencil }, withId) {
      const { entries } = stencil;
      const both = stencilOf({ ...stencil, ...(entries ? { exits: entries } : {}) });
      return pipeline({
        vertex: 'everywhere',
        fragment: 'nothing',
        beyondKept: false,
        clamps: false,
        idAttached: withId,
        cullMode: 'none',
        depthStencil: { format: DEPTH_STENCIL, depthCompare: 'always', depthWriteEnabled: false, ...both },
      });
    },
  };
}

function stencilOf({ readMask = 0xff, writeMask = 0xff, entries, exits }: StencilState) {
  return {
    stencilReadMask: readMask,
    stencilWriteMask: writeMask,
    stencilFront: sideOf(entries),
    stencilBack: sideOf(exits),
  };
}

const sideOf = ({
  compare = 'always',
  pass = 'keep',
  depthFail = 'keep',
  fail = 'keep',
}: StencilSide = {}): GPUStencilFaceState => ({
  compare,
  passOp: pass,
  depthFailOp: depthFail,
  failOp: fail,
});
