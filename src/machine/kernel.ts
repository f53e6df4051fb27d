import { InputError } from '../errors.js';
import type { View } from '../view/view.js';

/**
 * How a word of a tally grows: `sum` stays below 2^32; `sum64` below 2^64, exact below 2^53; `max` and `min` compare
 * unsigned 32-bit numbers.
 */
export type TallyRule = 'sum' | 'sum64' | 'max' | 'min';

/** What a kernel found in one tile: numbers by name. */
export type Tally = Readonly<Record<string, number>>;

/**
 * A question put to every pixel, written twice: in TypeScript for the CPU and in WGSL for the GPU. The tally is made of
 * whole numbers only, so its value depends neither on the order of pixels nor on the number of threads.
 */
export interface Kernel {
  readonly name: string;
  /** What it looks at; lists must have been gathered, planes drawn, the map written by a kernel. */
  readonly reads: readonly ('lists' | 'depth' | 'kept' | 'stencil' | 'id' | 'map')[];
  readonly tally: Readonly<Record<string, TallyRule>>;
  /** Number of f32 parameters that `examine` takes, at most MOST_PARAMETERS; none unless told. */
  readonly parameterCount?: number;
  /**
   * Whether it writes one f32 per pixel into the map plane; where it also reads the map, only its own pixel. What is in the map
   * stays where a kernel does not write, from kernel to kernel; in a new frame all of it is 0.
   */
  readonly map?: boolean;
  /** Whether it marks faces of the lists' bodies: `frame.read('marks')` tells which. */
  readonly marks?: boolean;
  /** Whether it offers pixels: of each block, `frame.read('best')` tells the one with the greatest value. */
  readonly best?: boolean;
  /**
   * Whether the CPU machine's workers know it by its name (src/cpuWorker.ts): with several threads it is then run where the lists
   * are gathered. It may read lists and the map only, and a band's tally must not depend on those of other bands.
   */
  readonly inThreads?: boolean;
  /** The question on the CPU, for one band of a tile; the tally goes on from band to band. */
  readonly cpu: (pixels: Pixels, tally: CpuTally, parameters: readonly number[]) => void;
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
  /**
   * The winding of the tile's body `slot` at the near plane is `before[slot * columns * rows + p]`. Empty in tiles of more
   * than 16 bodies of which none reaches before the near plane.
   */
  readonly before: Int32Array;

  /** The planes of the whole frame: the band's pixel (x, y) is at `offset + y * stride + x`. */
  readonly offset: number;
  readonly stride: number;
  readonly depth: Float32Array;
  readonly kept: Float32Array;
  readonly stencil: Uint8Array;
  readonly id: Uint32Array;
  readonly map: Float32Array;

  /** Faces marked so far, by the place of their slot: `marks[markBase[slot] + face] = 1`. */
  readonly marks: Uint8Array;
  readonly markBase: Uint32Array;
  /** The best pixel of each block; {@link offer} keeps it. */
  readonly best: Uint32Array;
}

/** A pixel of a tile, the greatest value that a kernel offered in its block, and a word to go with it. */
export interface Best {
  readonly column: number;
  readonly row: number;
  readonly value: number;
  readonly payload: number;
}

/** The side of the blocks of pixels that the best pixels are told of. */
export const BLOCK_PX = 16;

/** What the best pixel of a block takes in `Pixels.best`: value, pixel within the tile, payload. */
export const BEST_WORDS = 3;

/** Offers a pixel of the band, once at most: of equal values the first one in the order of rows stays. */
export function offer({ best, columns, firstRow }: Pixels, p: number, value: number, payload: number): void {
  const y = Math.floor(p / columns);
  const x = p - y * columns;
  const row = y + firstRow;
  const block = Math.floor(row / BLOCK_PX) * Math.ceil(columns / BLOCK_PX) + Math.floor(x / BLOCK_PX);
  const at = BEST_WORDS * block;
  if (value <= best[at]) return;
  best[at] = value;
  best[at + 1] = row * columns + x;
  best[at + 2] = payload;
}

/** The blocks in which something was offered. */
export function decodeBest(best: Uint32Array, columns: number): Best[] {
  const found: Best[] = [];
  for (let at = 0; at < best.length; at += BEST_WORDS) {
    if (best[at] === 0) continue;
    const row = Math.floor(best[at + 1] / columns);
    found.push({ column: best[at + 1] - row * columns, row, value: best[at], payload: best[at + 2] });
  }
  return found;
}

/** A tally in the making: one number per word, whole. */
export type CpuTally = Record<string, number>;

export const MOST_PARAMETERS = 16;

/** The parameters of a kernel: the same for all tiles, or a list for each tile. */
export type Parameters = readonly number[] | readonly (readonly number[])[];

/** The parameters of each tile. */
export function parametersOf(
  { name, parameterCount = 0 }: Kernel,
  parameters: Parameters,
  tileCount: number,
): (readonly number[])[] {
  if (parameterCount > MOST_PARAMETERS)
    throw new InputError(
      `machine: the kernel ${name} has too many parameters (${parameterCount}). Use at most ${MOST_PARAMETERS}.`,
    );
  const isPerTile = parameters.length > 0 && typeof parameters[0] !== 'number';
  const byTile = isPerTile
    ? (parameters as readonly (readonly number[])[])
    : Array.from({ length: tileCount }, () => parameters as readonly number[]);
  if (byTile.length !== tileCount)
    throw new InputError(
      `machine: the kernel ${name} has parameters for ${byTile.length} tiles (the frame has ${tileCount}). Give one list for each, or one for all.`,
    );
  for (const { length } of byTile)
    if (length !== parameterCount)
      throw new InputError(
        `machine: the kernel ${name} takes ${parameterCount} parameters (${length} given). Give just as many.`,
      );
  return byTile.slice();
}
