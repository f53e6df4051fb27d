// Where things lie, laid out by src/machine/cpu/layerMemory.ts; all places in bytes.
export let vertices: usize = 0; // 32 bytes each: x, y, z (f64), snapped x, snapped y (i32)
export let counts: usize = 0; // i32 per pixel
export let stream: usize = 0; // the next layer: 12 bytes, pixel u32, name u32, depth f32
export let streamEnd: usize = 0;
export let columns: i32 = 0;
export let firstRow: i32 = 0;
export let endRow: i32 = 0;

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
  stream = streamAt;
  streamEnd = end;
  columns = width;
  firstRow = rowFrom;
  endRow = rowTo;
}

export function setStreamEnd(end: usize): void {
  streamEnd = end;
}

export function setStream(at: usize): void {
  stream = at;
}

export function streamAt(): usize {
  return stream;
}
