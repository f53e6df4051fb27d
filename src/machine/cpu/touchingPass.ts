import type { View } from '../../view/view.js';
import type { TouchingFaces, TouchingPair } from '../machine.js';
import type { Loops } from './gatherer.js';
import { plainTouching } from './plainTouching.js';
import { createWasmTouching } from './wasmTouching.js';

/** {@link Frame.touching} for one pair in its view. */
export type TouchingPass = (pair: TouchingPair, view: View) => TouchingFaces;

/** The pass with the loops that were asked for. Those of WebAssembly leave a pair that they have no room for to the others. */
export function createTouchingPass(loops: Loops): TouchingPass {
  if (loops === 'plain') return plainTouching;
  try {
    const wasmTouching = createWasmTouching();
    return (pair, view) => wasmTouching(pair, view) ?? plainTouching(pair, view);
  } catch (error) {
    if (loops === 'wasm') throw error;
    return plainTouching;
  }
}
