// Where things lie, laid out by src/machine/cpu/layerMemory.ts; all places in bytes.
export let vertices: usize = 0; // 32 bytes each: x, y, z (f64), snapped x, snapped y (i32)
export let counts: usize = 0; // u8 per pixel; SLOTS + 1 says that a chain follows
export let slots: usize = 0; // SLOTS planes of (name u32, depth f32) per pixel
export let heads: usize = 0; // i32 per pixel: the newest chained layer
export let chain: usize = 0; // 16 bytes each: name u32, depth f32, next i32, unused
export let chainRoom: i32 = 0;
export let chained: i32 = 0;
export let columns: i32 = 0;
export let firstRow: i32 = 0;
export let endRow: i32 = 0;
export let plane: i32 = 0; // from one slot plane to the next, in pixels

export const SLOTS: i32 = 8;
export const NOWHERE: usize = 64; // the first kilobyte is free

/** Says where things lie, and empties the chain. */
export function configure(
  verticesAt: usize,
  countsAt: usize,
  slotsAt: usize,
  headsAt: usize,
  chainAt: usize,
  chainSize: i32,
  width: i32,
  rowFrom: i32,
  rowTo: i32,
  planePixels: i32,
): void {
  vertices = verticesAt;
  counts = countsAt;
  slots = slotsAt;
  heads = headsAt;
  chain = chainAt;
  chainRoom = chainSize;
  chained = 0;
  columns = width;
  firstRow = rowFrom;
  endRow = rowTo;
  plane = planePixels;
}

/** Layers chained so far; more than there was room for means: make room and start the tile again. */
export function chainedCount(): i32 {
  return chained;
}

/** The next free link of the chain, whether there is room for it or not. */
export function nextLink(): i32 {
  return chained++;
}
