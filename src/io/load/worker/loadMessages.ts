import type { Scene } from '../../scene.js';
import type { Format } from '../format.js';

/** What a worker is to read. */
export interface LoadJob {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly format: Format;
  readonly chordError: number | undefined;
  /** How large the memory of WebAssembly may grow. */
  readonly wasmBytes: number;
}

/** What it has read, or why it could not. */
export type LoadAnswer =
  | { readonly scene: Scene }
  | { readonly fault: string; readonly isInput: boolean }
  | { readonly outOfMemory: true };
