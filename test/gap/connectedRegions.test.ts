import { describe, expect, test } from 'vitest';
import { connectedRegions } from '../../src/detect/gap/connectedRegions.js';
import { seeded } from '../../src/math/random.js';

/** The regions by painting all pixels with their own number, and each with its neighbours' least until nothing changes. */
function slowly(values: Float32Array, columns: number, most: number): Set<string> {
  const label = Array.from(values, (value, p) => (value <= most ? p : -1));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let p = 0; p < label.length; p++)
      for (let q = 0; q < label.length; q++) {
        const [dx, dy] = [(p % columns) - (q % columns), Math.floor(p / columns) - Math.floor(q / columns)];
        if (Math.max(Math.abs(dx), Math.abs(dy)) !== 1 || label[p] < 0 || label[q] < 0 || label[q] >= label[p])
          continue;
        label[p] = label[q];
        isChanged = true;
      }
  }
  const regions = new Map<number, number[]>();
  label.forEach((number, p) => {
    if (number >= 0) regions.set(number, [...(regions.get(number) ?? []), p]);
  });
  return new Set([...regions.values()].map(String));
}

const meant = (values: Float32Array, most: number) => Uint8Array.from(values, (value) => Number(value <= most));

const asSet = ({ pixels, starts }: ReturnType<typeof connectedRegions>): Set<string> =>
  new Set(starts.slice(1).map((end, r) => String(Array.from(pixels.subarray(starts[r], end)).sort((p, q) => p - q))));

describe('connected regions', () => {
  test.each(Array.from({ length: 20 }, (_, k) => k + 1))('are those of a slow search, seed %d', (seed) => {
    const random = seeded(seed);
    const columns = 1 + Math.floor(random() * 14);
    const rows = 1 + Math.floor(random() * 14);
    const values = Float32Array.from({ length: columns * rows }, () => (random() < 0.1 ? Number.NaN : random()));
    const most = 0.1 + 0.4 * random();
    expect(asSet(connectedRegions(meant(values, most), columns))).toEqual(slowly(values, columns, most));
  });

  test('hold single pixels, and nothing where there is nothing', () => {
    expect(asSet(connectedRegions(Uint8Array.of(1, 0, 1, 0), 4))).toEqual(new Set(['0', '2']));
    expect(connectedRegions(Uint8Array.of(0, 0), 2).starts).toEqual([0]);
  });

  test('may wind through 4096 × 4096 pixels', () => {
    const n = 4096;
    const isMeant = new Uint8Array(n * n);
    // Every other row, joined at alternating ends: one path as long as half of all pixels.
    for (let y = 0; y < n; y += 2) isMeant.fill(1, y * n, (y + 1) * n);
    for (let y = 1; y < n - 1; y += 2) isMeant[y * n + (y % 4 === 1 ? n - 1 : 0)] = 1;
    const { pixels, starts } = connectedRegions(isMeant, n);
    expect(starts).toEqual([0, (n * n) / 2 + n / 2 - 1]);
    expect(pixels.length).toBe(starts[1]);
  });
});
