import type { Band } from '../layerRasterizer.js';

/** Cuts a tile into so many bands of rows, or fewer where there are not so many rows. */
export function bandsOf(columns: number, rows: number, count: number): Band[] {
  const bands: Band[] = [];
  for (let k = 0; k < count; k++) {
    const firstRow = Math.floor((rows * k) / count);
    const endRow = Math.floor((rows * (k + 1)) / count);
    if (endRow > firstRow) bands.push({ columns, firstRow, endRow });
  }
  return bands;
}
