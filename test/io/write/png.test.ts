import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { encodePng } from '../../../src/io/write/png.js';
import { seeded } from '../../../src/math/random.js';

/** Decodes 8-bit RGBA by the standard: every chunk's CRC, zlib's checksum and every filter. */
function decodePng(file: Uint8Array) {
  expect([...file.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const numbers = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks: { type: string; data: Uint8Array }[] = [];
  for (let at = 8; at < file.length; ) {
    const length = numbers.getUint32(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(numbers.getUint32(at + 8 + length)).toBe(crc32(body));
    chunks.push({ type: String.fromCharCode(...body.subarray(0, 4)), data: body.subarray(4) });
    at += 12 + length;
  }
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks[0].data;
  const width = new DataView(header.buffer, header.byteOffset).getUint32(0);
  const height = new DataView(header.buffer, header.byteOffset).getUint32(4);
  expect([...header.subarray(8)]).toEqual([8, 6, 0, 0, 0]);
  const stream = inflateSync(chunks[1].data);
  const stride = width * 4;
  expect(stream.length).toBe((stride + 1) * height);
  const rgba = new Uint8Array(stride * height);
  const filters = new Set<number>();
  for (let y = 0; y < height; y++) {
    const filter = stream[y * (stride + 1)];
    filters.add(filter);
    for (let i = 0; i < stride; i++) {
      const a = i < 4 ? 0 : rgba[y * stride + i - 4];
      const b = y === 0 ? 0 : rgba[(y - 1) * stride + i];
      const c = i < 4 || y === 0 ? 0 : rgba[(y - 1) * stride + i - 4];
      const p = a + b - c;
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
      const nearest = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      rgba[y * stride + i] = stream[y * (stride + 1) + 1 + i] + [0, a, b, Math.floor((a + b) / 2), nearest][filter];
    }
  }
  return { width, height, rgba, filters };
}

/** Flat, noisy, sloping and mixed bands: something for each filter. */
function picture(width: number, height: number, seed: number): Uint8Array {
  const random = seeded(seed);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 4; c++) {
        const values = [
          200,
          256 * random(),
          3 * x + 40 * c,
          (x * y) / 7 + 4 * random(),
          7 * y + 90 * random(),
          2 * x * x,
        ];
        rgba[(y * width + x) * 4 + c] = values[Math.floor((y * values.length) / height)];
      }
  return rgba;
}

describe('encodePng', () => {
  test.each([
    [1, 1],
    [1, 9],
    [7, 1],
    [64, 48],
    [313, 257],
  ])('%d × %d pixels come back as they were (seed 99)', async (width, height) => {
    const rgba = picture(width, height, 99);
    const decoded = decodePng(await encodePng(width, height, rgba));
    expect([decoded.width, decoded.height]).toEqual([width, height]);
    expect(Buffer.compare(decoded.rgba, rgba)).toBe(0);
  });

  test('uses all five filters where they pay', async () => {
    const { filters } = decodePng(await encodePng(128, 120, picture(128, 120, 99)));
    expect([...filters].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  test('takes a part of a larger buffer, and leaves it as it was', async () => {
    const all = picture(8, 8, 5);
    const before = all.slice();
    const part = all.subarray(32, 32 + 4 * 4 * 4);
    expect(decodePng(await encodePng(4, 4, part)).rgba).toEqual(part.slice());
    expect(all).toEqual(before);
  });

  test('makes a flat picture small', async () => {
    const file = await encodePng(512, 512, new Uint8Array(512 * 512 * 4).fill(255));
    expect(file.length).toBeLessThan(5000);
  });

  test('says what is wrong with its input', async () => {
    await expect(encodePng(0, 4, new Uint8Array(0))).rejects.toThrow(
      new InputError('png: the size is not possible (0 × 4). Give whole positive numbers.'),
    );
    await expect(encodePng(2, 2, new Uint8Array(12))).rejects.toThrow(
      new InputError('png: 2 × 2 pixels have 16 bytes (12 given). Give red, green, blue and alpha for every pixel.'),
    );
  });
});
