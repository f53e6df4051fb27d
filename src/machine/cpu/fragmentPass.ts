import { DEPTH_SLACK } from '../raster.js';
import type { DrawState } from '../state.js';
import type { Planes } from './planes.js';
import { ALWAYS, OUTCOMES, type StencilTables, stencilTables } from './stencil.js';

/** What becomes of the fragments of one draw: what it needs of the planes, and its tests. */
export interface FragmentPass {
  /** Depths before and behind these are dropped. */
  readonly near: number;
  readonly far: number;
  /** The outcomes of a depth against the plane's that pass; ALWAYS where there is no test. */
  readonly outcomes: number;
  readonly writeDepth: boolean;
  readonly beyondKept: boolean;
  readonly hasStencil: boolean;
  readonly hasId: boolean;
  readonly depths: Float32Array;
  readonly kept: Float32Array;
  readonly stencil: Uint8Array;
  readonly ids: Uint32Array;
  readonly entries: StencilTables;
  readonly exits: StencilTables;
  /** Whether any fragment passed all tests. */
  passed: boolean;
}

/**
 * The end of the pipeline, by WebGPU's rules: clip (or clamp) to the depth range, discard what is not beyond the kept plane,
 * stencil test, depth test, stencil operation, and, where both tests passed, the writes. Planes that the state does not need
 * are not touched, and so not made.
 */
export function createFragmentPass(planes: Planes, state: DrawState): FragmentPass {
  const outcomes = OUTCOMES[state.depth ?? 'always'];
  const testsDepth = outcomes !== ALWAYS;
  const { writeDepth = false, beyondKept = false } = state;
  const hasStencil = state.stencil !== undefined;
  const hasId = state.id !== undefined;
  const clamps = state.outside === 'clamp';
  return {
    near: clamps ? -Infinity : -DEPTH_SLACK,
    far: clamps ? Infinity : 1 + DEPTH_SLACK,
    outcomes,
    writeDepth,
    beyondKept,
    hasStencil,
    hasId,
    depths: testsDepth || writeDepth ? planes.depth : NO_FLOATS,
    kept: beyondKept ? planes.kept : NO_FLOATS,
    stencil: hasStencil ? planes.stencil : NO_BYTES,
    ids: hasId ? planes.id : NO_WORDS,
    entries: stencilTables(state.stencil, state.stencil?.entries),
    exits: stencilTables(state.stencil, state.stencil?.exits),
    passed: false,
  };
}

const NO_FLOATS = new Float32Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);
