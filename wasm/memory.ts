// Where things lie, laid out by src/machine/cpu/layerMemory.ts; all places in bytes.
export let vertices: usize = 0; // 32 bytes each: x, y, z (f64), snapped x, snapped y (i32)
export let counts: usize = 0; // i32 per pixel
export let streamEnd: usize = 0;
export let columns: i32 = 0;
export let firstRow: i32 = 0;
export let endRow: i32 = 0;

/** The first and the last pixel of the band: column, row, column, row. */
export const FIRST = memory.data(16, 16);
export const LAST = memory.data(16, 16);

// The stream is made of pages. A page has the number of its layers in front (known when it is closed), then all their pixels
// (u32), then all their names and depths (u32, f32): apart, four neighbours are written at a time.
export const PAGE_LAYERS: i32 = 1 << 15;
export const PIXELS: usize = 64;
export const PAIRS: usize = PIXELS + (<usize>PAGE_LAYERS << 2);
export const PAGE: usize = PAIRS + (<usize>PAGE_LAYERS << 3);

/** The page that is written. */
export let page: usize = 0;
/** Where the pixel of the next layer goes. */
export let next: usize = 0;
let layersBefore: i32 = 0;

/** Says where things lie; the stream is empty. */
export function configure(
  verticesAt: usize,
  countsAt: usize,
  streamAt: usize,
  end: usize,
  width: i32,
  rowFrom: i32,
  rowTo: i32,
): void {
  vertices = verticesAt;
  counts = countsAt;
  streamEnd = end;
  columns = width;
  firstRow = rowFrom;
  endRow = rowTo;
  v128.store(FIRST, i32x4(0, rowFrom, 0, rowFrom));
  v128.store(LAST, i32x4(width - 1, rowTo - 1, width - 1, rowTo - 1));
  page = streamAt;
  next = streamAt + PIXELS;
  layersBefore = 0;
}

export function setStreamEnd(end: usize): void {
  streamEnd = end;
}

// @ts-ignore: decorator
@inline
export function setNext(at: usize): void {
  next = at;
}

// @ts-ignore: decorator
@inline
function layersInPage(): i32 {
  return <i32>((next - page - PIXELS) >> 2);
}

export function layerCount(): i32 {
  return layersBefore + layersInPage();
}

/** Where the stream ends, its last page being full or not. */
export function pagesEnd(): usize {
  return page + PAGE;
}

export function closePage(): void {
  store<i32>(page, layersInPage());
}

/** Where the pair of the layer goes whose pixel goes to `at`: at `pairsFrom() + 2 * at`, all modulo 2^32. */
// @ts-ignore: decorator
@inline
export function pairsFrom(): usize {
  return PAIRS - page - (PIXELS << 1);
}

/** Whether the page, or the memory behind it, has room for so many layers. */
export function hasRoomFor(layers: i32): bool {
  if (next + (<usize>layers << 2) <= page + PAIRS) return true;
  return streamEnd - page >= (<usize>(layers / PAGE_LAYERS) + 2) * PAGE;
}

/** Goes on to another page unless this one has room for so many layers, at most a page full; false where there is no memory. */
export function makeRoom(layers: i32): bool {
  if (next + (<usize>layers << 2) <= page + PAIRS) return true;
  if (streamEnd - page < 2 * PAGE) return false;
  closePage();
  layersBefore = layerCount();
  page += PAGE;
  next = page + PIXELS;
  return true;
}
