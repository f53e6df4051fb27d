import { deflateSync } from 'fflate';

/** An archive with 64-bit records throughout and sizes behind the data, as slicers write them; fflate writes 32-bit ones. */
export function zip64(files: Record<string, Uint8Array>): Uint8Array {
  const out: number[] = [];
  const directory: number[] = [];
  const number = (bytes: number, value: number | bigint): number[] =>
    Array.from({ length: bytes }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 0xffn));
  for (const [name, data] of Object.entries(files)) {
    const packed = deflateSync(data);
    const title = [...new TextEncoder().encode(name)];
    const headAt = out.length;
    const flags = 0x0808; // UTF-8 names; sizes and checksum follow the data
    const common = [...number(2, 45), ...number(2, flags), ...number(2, 8), ...number(4, 0)];
    out.push(
      ...number(4, 0x04034b50),
      ...common,
      ...number(12, 0),
      ...number(2, title.length),
      ...number(2, 0),
      ...title,
    );
    out.push(
      ...packed,
      ...number(4, 0x08074b50),
      ...number(4, crc32(data)),
      ...number(8, packed.length),
      ...number(8, data.length),
    );
    const extra = [...number(2, 0x5455), ...number(2, 1), 0, ...number(2, 1), ...number(2, 24)];
    extra.push(...number(8, data.length), ...number(8, packed.length), ...number(8, headAt));
    directory.push(
      ...number(4, 0x02014b50),
      ...number(2, 45),
      ...common,
      ...number(4, crc32(data)),
      ...number(8, 0xffffffffffffffffn),
    );
    directory.push(...number(2, title.length), ...number(2, extra.length), ...number(10, 0), ...number(4, 0xffffffff));
    directory.push(...title, ...extra);
  }
  const directoryAt = out.length;
  const count = Object.keys(files).length;
  out.push(...directory);
  const endAt = out.length;
  out.push(...number(4, 0x06064b50), ...number(8, 44), ...number(2, 45), ...number(2, 45), ...number(8, 0));
  out.push(...number(8, count), ...number(8, count), ...number(8, directory.length), ...number(8, directoryAt));
  out.push(...number(4, 0x07064b50), ...number(4, 0), ...number(8, endAt), ...number(4, 1));
  out.push(
    ...number(4, 0x06054b50),
    ...number(4, 0),
    ...number(8, 0xffffffffffffffffn),
    ...number(4, 0xffffffff),
    ...number(2, 0),
  );
  return Uint8Array.from(out);
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
