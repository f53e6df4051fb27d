import { InputError } from '../errors.js';
import type { View } from '../view/view.js';

/** How a word of a tally grows: `sum` stays below 2^32, `sum64` below 2^53; `max` and `min` compare unsigned 32-bit numbers. */
export type TallyRule = 'sum' | 'sum64' | 'max' | 'min';

/** What a kernel found in one tile: numbers by name. */
export type Tally = Readonly<Record<string, number>>;

/**
 * A question put to every pixel, written twice: in TypeScript for the CPU and in WGSL for the GPU. The tally is made of
 * whole numbers only, so its value depends neither on the order of pixels nor on the number of threads.
 */
export interface Kernel {
  readonly name: string;
  /** What it looks at; lists must have been gathered, planes drawn. */
  readonly reads: readonly ('lists' | 'depth' | 'kept' | 'stencil' | 'id')[];
  readonly tally: Readonly<Record<string, TallyRule>>;
  /** Number of f32 parameters that `examine` takes, at most MOST_PARAMETERS; none unless told. */
  readonly parameterCount?: number;
  /** Whether it writes one f32 per pixel into the map plane. */
  readonly map?: boolean;
  /** The question on the CPU, for one band of a tile; the tally goes on from band to band. */
  readonly cpu: (pixels: Pixels, tally: CpuTally, parameters: ArrayLike<number>) => void;
  /** `fn examine()`, written against the prelude in `gpu/wgsl/kernel.wgsl.ts`. */
  readonly wgsl: string;
}

/** What a kernel on the CPU sees: a band of a tile's rows. It walks the pixels itself, which keeps the loop tight. */
export interface Pixels {
  readonly view: View;
  readonly columns: number;
  /** The number of rows in the band, and which row of the tile its first one is. */
  readonly rows: number;
  readonly firstRow: number;

  /** The lists: the band's pixel `p = y * columns + x` has the layers `first[p]` to `first[p + 1]`, nearest first. */
  readonly first: Uint32Array;
  /** Layer k is `layerName[2 * k]` and `layerDepth[2 * k + 1]`: the same bytes as two arrays. */
  readonly layerName: Uint32Array;
  readonly layerDepth: Float32Array;
  readonly faceBits: number;
  readonly slotCount: number;
  /** The winding of the tile's body `slot` at the near plane is `before[slot * columns * rows + p]`. */
  readonly before: Int32Array;

  /** The planes of the whole frame: the band's pixel (x, y) is at `offset + y * stride + x`. */
  readonly offset: number;
  readonly stride: number;
  readonly depth: Float32Array;
  readonly kept: Float32Array;
  readonly stencil: Uint8Array;
  readonly id: Uint32Array;
  readonly map: Float32Array;
}

/** A tally in the making: one number per word, whole and below 2^53. */
export type CpuTally = Record<string, number>;

export const MOST_PARAMETERS = 16;

export function checkParameters({ name, parameterCount = 0 }: Kernel, parameters: readonly number[]): void {
  if (parameters.length !== parameterCount)
    throw new InputError(
      `machine: the kernel ${name} takes ${parameterCount} parameters (${parameters.length} given). Give just as many.`,
    );
  if (parameterCount > MOST_PARAMETERS)
    throw new InputError(
      `machine: the kernel ${name} has too many parameters (${parameterCount}). Use at most ${MOST_PARAMETERS}.`,
    );
}
