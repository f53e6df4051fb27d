import { inflateSync } from 'node:zlib';

export type Rgb = readonly [number, number, number];

/** The share of a PNG's pixels that are of a colour: 8 bits, RGB or RGBA, as a browser takes pictures of itself. */
export function shareOf(png: Buffer, isOfColour: (rgb: Rgb) => boolean): number {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const bytes = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(parts));
  const stride = bytes * width;
  let before = new Uint8Array(stride);
  let count = 0;
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    const row = new Uint8Array(stride);
    for (let i = 0; i < stride; i++) {
      const left = i < bytes ? 0 : row[i - bytes];
      const corner = i < bytes ? 0 : before[i - bytes];
      row[i] = rows[y * (stride + 1) + 1 + i] + predicted(filter, left, before[i], corner);
    }
    for (let x = 0; x < stride; x += bytes) if (isOfColour([row[x], row[x + 1], row[x + 2]])) count++;
    before = row;
  }
  return count / (width * height);
}

/** The PNG specification's filters, by number. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [dl, du, dc] = [left, up, corner].map((value) => Math.abs(guess - value));
  if (dl <= du && dl <= dc) return left;
  return du <= dc ? up : corner;
}
