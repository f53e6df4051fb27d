import { mkdir, writeFile } from 'node:fs/promises';
import { type ChartOptions, chart } from './chart.js';

/** Writes a chart of the zlist bench to out/. */
export async function writeChart(name: string, options: ChartOptions): Promise<void> {
  const file = `out/bench-zlist-${name}.svg`;
  await mkdir('out', { recursive: true });
  await writeFile(file, chart(options));
  console.log(`\nwritten: ${file}`);
}
