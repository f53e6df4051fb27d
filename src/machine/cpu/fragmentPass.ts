import { DEPTH_SLACK } from '../raster.js';
import type { DrawState } from '../state.js';
import type { Planes } from './planes.js';
import { ALWAYS, OUTCOMES, outcome, type StencilTables, stencilTables } from './stencil.js';

/** What becomes of the fragments of one draw. */
export interface FragmentPass {
  /**
   * Takes one fragment through the pass: `at` its place in the planes, `depth` still outside the depth range where the
   * primitive is, `sign` > 0 for entries and edges, `id` what the id plane gets.
   */
  take(at: number, depth: number, sign: number, id: number): void;
  /** Whether any fragment passed all tests. */
  passed(): boolean;
}

const NEAR = -DEPTH_SLACK;
const FAR = 1 + DEPTH_SLACK;

/**
 * The end of the pipeline, by WebGPU's rules: clip to the depth range, discard what is not beyond the kept plane, stencil
 * test, depth test, stencil operation, and, where both tests passed, the writes. Planes that the state does not need are
 * not touched, and so not made.
 */
export function createFragmentPass(planes: Planes, state: DrawState): FragmentPass {
  const outcomes = OUTCOMES[state.depth ?? 'always'];
  const testsDepth = outcomes !== ALWAYS;
  const { writeDepth = false, beyondKept = false } = state;
  const hasStencil = state.stencil !== undefined;
  const hasId = state.id !== undefined;
  const depths = testsDepth || writeDepth ? planes.depth : NO_FLOATS;
  const kept = beyondKept ? planes.kept : NO_FLOATS;
  const stencil = hasStencil ? planes.stencil : NO_BYTES;
  const ids = hasId ? planes.id : NO_WORDS;
  const entries = stencilTables(state.stencil, state.stencil?.entries);
  const exits = stencilTables(state.stencil, state.stencil?.exits);
  let passed = false;

  function take(at: number, depth: number, sign: number, id: number): void {
    if (!(depth >= NEAR && depth <= FAR)) return;
    const z = Math.fround(Math.min(Math.max(depth, 0), 1));
    if (beyondKept && !(z > kept[at])) return;
    const side: StencilTables = sign > 0 ? entries : exits;
    const value = hasStencil ? stencil[at] : 0;
    if (hasStencil && side.holds[value] === 0) {
      stencil[at] = side.onFail[value];
      return;
    }
    if (testsDepth && (outcomes & outcome(z, depths[at])) === 0) {
      if (hasStencil) stencil[at] = side.onDepthFail[value];
      return;
    }
    passed = true;
    if (hasStencil) stencil[at] = side.onPass[value];
    if (writeDepth) depths[at] = z;
    if (hasId) ids[at] = id;
  }

  return { take, passed: () => passed };
}

const NO_FLOATS = new Float32Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);
