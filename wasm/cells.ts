// The grid of cells and the body that is looked at, laid out by src/machine/cpu/wasmTouching.ts; all places in bytes.

/** The grid that boxes are made in: cells across and down. */
export let columns: i32 = 0;
export let rows: i32 = 0;
/** Cells in use are 2^shift × 2^shift of those; `across` of them lie in a row of marks. */
export let shift: i32 = 0;
export let across: i32 = 0;
export let padX: f64 = 0;
export let padY: f64 = 0;
export let padZ: f64 = 0;
export let marks: usize = 0; // u32 per cell, a bit for each slab

export function setGrid(
  theColumns: i32,
  theRows: i32,
  theShift: i32,
  thePadX: f64,
  thePadY: f64,
  thePadZ: f64,
  marksAt: usize,
): void {
  columns = theColumns;
  rows = theRows;
  shift = theShift;
  across = ((theColumns - 1) >> theShift) + 1;
  padX = thePadX;
  padY = thePadY;
  padZ = thePadZ;
  marks = marksAt;
}

export let positions: usize = 0; // x, y, z
export let isSingle: bool = false; // f32, or else f64
export let indices: usize = 0; // u32
/** The map from the body to cells and slabs: 12 f64. */
export let map: usize = 0;

export function setBody(positionsAt: usize, single: bool, indicesAt: usize, mapAt: usize): void {
  positions = positionsAt;
  isSingle = single;
  indices = indicesAt;
  map = mapAt;
}

// @ts-expect-error: decorator
@inline
export function coordinate(vertex: i32, k: i32): f64 {
  const at = 3 * <usize>vertex + k;
  return isSingle ? <f64>load<f32>(positions + (at << 2)) : load<f64>(positions + (at << 3));
}
