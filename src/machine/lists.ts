/**
 * One layer is two words: the depth as f32, and a packed name. Seen as one little-endian 64-bit number with the depth on
 * top, layers sort by depth, then exits before entries, then slot, then face: an order that does not depend on the order
 * of drawing, so lists are the same bytes in every run.
 *
 *     name = entry (1 bit) | slot | face (faceBits)
 */
export interface LayerNames {
  readonly faceBits: number;
}

export const ENTRY_BIT = 0x8000_0000;

export const isEntry = (name: number): boolean => name >>> 31 === 1;
export const slotOf = (name: number, { faceBits }: LayerNames): number => (name & 0x7fff_ffff) >>> faceBits;
export const faceOf = (name: number, { faceBits }: LayerNames): number => name & ((1 << faceBits) - 1);

/** All lists of a frame, for reading. The layers of pixel p are `first[p]` to `first[p + 1]`, nearest first. */
export interface LayerLists extends LayerNames {
  readonly first: Uint32Array;
  readonly depth: Float32Array;
  readonly name: Uint32Array;
  /** The winding at the near plane: `before[slot * pixelCount + p]`, entries less exits before it; empty where all are 0. */
  readonly before: Int32Array;
  readonly slotCount: number;
}
