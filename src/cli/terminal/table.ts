import { displayWidth, pad, shorten, shortenMiddle } from './displayWidth.js';
import type { Paint } from './style.js';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** Columns of the lowest rank are left out first where there is no room. */
  readonly rank: number;
  /** How narrow it may become; by default it is shown whole or not at all. */
  readonly least?: number;
  readonly paint?: (row: Row) => Paint | undefined;
}

const GAP = '  ';

/**
 * Rows in aligned columns, no wider than `width`. Columns that may be shortened are, the widest first; where that is not
 * enough, the least important column goes, and so on. The title line comes first.
 */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
  paintTitle: Paint,
): string[] {
  let shown = columns.map((column) => {
    const cells = rows.map(column.cell);
    const natural = cells.reduce((most, cell) => Math.max(most, displayWidth(cell)), displayWidth(column.title));
    return { column, cells, natural, least: Math.min(natural, column.least ?? natural), size: natural };
  });
  const taken = (of: 'least' | 'size'): number =>
    shown.reduce((sum, one) => sum + one[of], 0) + GAP.length * (shown.length - 1);
  while (shown.length > 1 && taken('least') > width) {
    const out = shown.reduce((one, other) => (other.column.rank <= one.column.rank ? other : one));
    shown = shown.filter((one) => one !== out);
  }
  for (let over = taken('size') - width; over > 0; over--) {
    const widest = shown.filter(({ size, least }) => size > least).sort((one, other) => other.size - one.size)[0];
    if (!widest) break;
    widest.size--;
  }
  const line = (texts: readonly string[], paint: (k: number) => Paint | undefined): string =>
    shown
      .map(({ column, size }, k) => {
        const last = k === shown.length - 1 && column.align !== 'right';
        const fitted = shortenMiddle(texts[k], size);
        const padded = last ? fitted : pad(fitted, size, column.align);
        return paint(k)?.(padded) ?? padded;
      })
      .join(GAP);
  return [
    line(
      shown.map(({ column, size }) => shorten(column.title, size)),
      () => paintTitle,
    ),
    ...rows.map((row, i) =>
      line(
        shown.map(({ cells }) => cells[i]),
        (k) => shown[k].column.paint?.(row),
      ),
    ),
  ];
}
