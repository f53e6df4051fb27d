import { InputError } from '../../errors.js';

/**
 * A picture as a PNG file (W3C PNG, third edition): 8 bits a channel, red green blue alpha, rows from the top.
 *
 * @example await writeFile('overlap.png', await encodePng(512, 512, pixels))
 */
export async function encodePng(width: number, height: number, rgba: Uint8Array): Promise<Uint8Array> {
  // Sizes are 31 bits in the file.
  if (![width, height].every((size) => Number.isInteger(size) && size > 0 && size < 2 ** 31))
    throw new InputError(`png: the size is not possible (${width} × ${height}). Give whole positive numbers.`);
  if (rgba.length !== width * height * 4)
    throw new InputError(
      `png: ${width} × ${height} pixels have ${width * height * 4} bytes (${rgba.length} given). Give red, green, blue and alpha for every pixel.`,
    );
  const header = new Uint8Array(13);
  const numbers = new DataView(header.buffer);
  numbers.setUint32(0, width);
  numbers.setUint32(4, height);
  header.set([8, 6, 0, 0, 0], 8); // bits a channel, RGBA, deflate, filters by row, not interlaced
  return concatenate([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', await deflate(filterRows(width * 4, height, rgba))),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

const PIXEL_BYTES = 4;

/**
 * Each row behind the number of its filter. Of the five filters the one is taken whose bytes, as signed numbers, are
 * smallest in sum: the heuristic that the PNG standard recommends.
 */
function filterRows(rowBytes: number, rowCount: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array((rowBytes + 1) * rowCount);
  const trials = Array.from({ length: 5 }, () => new Uint8Array(rowBytes));
  let above = new Uint8Array(rowBytes);
  for (let row = 0; row < rowCount; row++) {
    const current = bytes.slice(row * rowBytes, (row + 1) * rowBytes);
    let filter = 0;
    let least = Infinity;
    for (let f = 0; f < 5; f++) {
      const sum = filterRow(f, current, above, trials[f]);
      if (sum >= least) continue;
      least = sum;
      filter = f;
    }
    out[row * (rowBytes + 1)] = filter;
    out.set(trials[filter], row * (rowBytes + 1) + 1);
    above = current;
  }
  return out;
}

/** Writes `row` less what the filter foretells, and returns the sum of the differences' sizes. */
function filterRow(filter: number, row: Uint8Array, above: Uint8Array, out: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const left = i < PIXEL_BYTES ? 0 : row[i - PIXEL_BYTES];
    const corner = i < PIXEL_BYTES ? 0 : above[i - PIXEL_BYTES];
    let foretold = 0;
    if (filter === 1) foretold = left;
    else if (filter === 2) foretold = above[i];
    else if (filter === 3) foretold = (left + above[i]) >> 1;
    else if (filter === 4) foretold = paeth(left, above[i], corner);
    const difference = (row[i] - foretold) & 0xff;
    out[i] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}

/** Whichever of the three neighbours is nearest to left + up − corner; ties in this order (the standard's). */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // 'deflate' is the zlib format, as PNG wants it.
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Length, type, data, and the CRC of type and data. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const numbers = new DataView(out.buffer);
  numbers.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  numbers.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let c = byte;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = CRC_TABLE[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
