import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import { interference } from '../../src/interference.js';
import type { PairReport } from '../../src/interferenceReport.js';
import type { Machine } from '../../src/machine/machine.js';
import { loadManifold } from '../support/manifold.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, times } from '../support/table.js';

/** Exact volumes, with few rays for the rest of the report, beside manifold-3d: construction of both solids and intersection. */
export async function benchVolume(machine: Machine): Promise<void> {
  console.log(`\nThe volume to rounding, two bodies, 160,800 triangles, nothing prepared, ${machine.name}; ms\n`);
  const intersect = await loadManifold();
  const rows: string[][] = [];
  for (const { dx } of BUMPY_CONTACTS) {
    const [a, b] = bumpyPair(200, dx);
    let pair: PairReport | undefined;
    let common = 0;
    const { exact, manifold } = await sideBySide(
      {
        exact: async () => {
          ({
            pairs: [pair],
          } = await interference([a, b], { machine, resolution: 32, volume: 'exact' }));
        },
        manifold: () => {
          common = intersect(a, b).volume;
        },
      },
      { rounds: 9 },
    );
    const { volume, volumeError } = pair!;
    rows.push([
      ...[dx.toFixed(1), ms(exact.p50), ms(manifold.p50), times(manifold.p50 / exact.p50)],
      ...[volume.toPrecision(12), volumeError.toExponential(1), Math.abs(volume - common).toExponential(1)],
    ]);
  }
  printTable(['dx', 'exact', 'manifold', '/ exact', 'volume', '±', 'apart'], rows);
}
