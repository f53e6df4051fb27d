/** Prints columns, numbers and words alike aligned to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, k) => Math.max(...[head, ...rows].map((row) => row[k].length)));
  for (const row of [head, ...rows]) console.log(`  ${row.map((cell, k) => cell.padStart(widths[k])).join('   ')}`);
}

/** A time with three digits that count. */
export const ms = (time: number): string => time.toFixed(time < 1 ? 3 : time < 100 ? 2 : 0);

/** How many times as long, with three digits that count, or two. */
export const times = (ratio: number): string =>
  `× ${ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0)}`;

/** Whole numbers with their thousands set apart. */
export const whole = (count: number): string => count.toLocaleString('en');
