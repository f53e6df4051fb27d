import { type Figure3, figure3 } from '../../scenes/figure3.js';
import { countSolids, type SolidsCount } from '../../src/detect/solids/countSolids.js';
import { inRoles } from '../../src/detect/solids/roles.js';
import { fitZone } from '../../src/detect/solids/solidsView.js';
import type { Machine } from '../../src/machine/machine.js';
import { defaultUp } from '../../src/view/direction.js';
import { ms, printTable, times, whole } from '../support/table.js';
import type { SolidsBench } from './bench.js';
import { type Measured, measured, PHASE_HEAD, paperRatio, phaseCells } from './measured.js';
import { overlapPixels } from './overlapPixels.js';
import { TABLE_1 } from './paperTimes.js';
import type { Phase } from './phases.js';

const SCENES = ['a', 'b', 'c'] as const;

/**
 * Table 1: the scenes of figure 3 in the worst case, every pixel's answer: two renderings at a and b, three at c. Beside it what
 * z-lists take for the same question, in turn with it. Also at lower resolutions.
 */
export async function benchTable1(bench: SolidsBench): Promise<void> {
  const { machine, resolution, polygons } = bench;
  const sizes = [resolution / 4, resolution / 2, resolution];
  const found: Found[] = [];
  for (const which of SCENES)
    for (const size of sizes) found.push({ which, size, ...(await measureScene(bench, which, size)) });
  const atFull = found.filter(({ size }) => size === resolution);
  console.log(`\nTable 1: figure 3, ${whole(polygons)} polygons, ${resolution}², ${machine.name}; ms\n`);
  printTable(
    ['', ...PHASE_HEAD],
    atFull.map(({ which, time }) => [`3${which}`, ...phaseCells(time)]),
  );
  console.log('\nin the paper; s\n');
  printTable(['', ...PHASE_HEAD], Object.entries(TABLE_1).flatMap(paperRows));
  console.log('\nbeside the paper (s), and beside z-lists (ms):\n');
  printTable(
    ['', 'total', 'RealityEngine2', '/ total', 'Extreme', '/ total', 'z-lists', '/ total'],
    atFull.map(({ which, time: { total, other } }) => {
      const [engine, extreme] = [TABLE_1.RealityEngine2[which].total, TABLE_1.Extreme[which].total];
      return [
        ...[`3${which}`, ms(total), engine.toFixed(2), paperRatio(engine, total)],
        ...[extreme.toFixed(2), paperRatio(extreme, total), ms(other), times(other / total)],
      ];
    }),
  );
  console.log('\nwhat was found, in pixels:\n');
  printTable(
    ['', 'algorithm', 'renderings', 'in the paper', 'rendered again', 'in order', 'collide', 'by z-lists'],
    atFull.map(({ which, count, byLists }) => [
      ...[`3${which}`, count.algorithm, String(count.renderings), which === 'c' ? '3' : '2'],
      ...[whole(count.again), whole(settledInOrder(count)), whole(count.collisionPixels), whole(byLists)],
    ]),
  );
  console.log(
    '\nby resolution, all renderings and all phases (in the paper the first stay, the others grow as pixels do); ms\n',
  );
  printTable(
    ['', '', 'pixels', 'hardware', '/ first', 'phases', '/ first', 'total', 'z-lists', '/ total'],
    found.map(({ which, size, time }) => {
      const first = found.find((other) => other.which === which)!;
      const both = (part: keyof Phase) => {
        const sum = ({ phases }: Measured) => phases.reduce((all, phase) => all + phase[part], 0);
        return [ms(sum(time)), times(sum(time) / sum(first.time))];
      };
      return [
        ...[`3${which}`, `${size}²`, times((size / first.size) ** 2), ...both('hardware'), ...both('software')],
        ...[ms(time.total), ms(time.other), times(time.other / time.total)],
      ];
    }),
  );
}

interface Found extends SceneTimes {
  readonly which: Figure3;
  readonly size: number;
}

const paperRows = ([engine, scenes]: [string, (typeof TABLE_1)[keyof typeof TABLE_1]]): string[][] =>
  SCENES.map((which) => {
    const { hardware, software, total } = scenes[which];
    const cell = (value: number | undefined): string => value?.toFixed(2) ?? '–';
    return [
      `3${which} ${engine}`,
      ...[0, 1, 2].map((k) => cell(software[k] && hardware)),
      ...[0, 1, 2].map((k) => cell(software[k])),
      cell(total),
    ];
  });

interface SceneTimes {
  readonly time: Measured;
  readonly count: SolidsCount;
  /** Pixels in which the bodies overlap, by z-lists. */
  readonly byLists: number;
}

async function measureScene(bench: SolidsBench, which: Figure3, resolution: number): Promise<SceneTimes> {
  const { A, B, direction } = figure3(which, bench.polygons);
  const roles = inRoles(A, B, true);
  const view = fitZone(roles, { direction, up: defaultUp(direction) }, resolution, 0)!;
  const lists = (machine: Machine) => overlapPixels(machine, view, A, B);
  let count: SolidsCount | undefined;
  const time = await measured(
    bench,
    async (machine) => {
      const algorithm = which === 'b' ? 'basic' : 'extended';
      count = await countSolids(machine, roles, view, { algorithm, until: 'all', withAnswers: true });
    },
    lists,
  );
  const byLists = await lists(bench.machine);
  for (const machine of [bench.machine, bench.timed]) for (const body of [A, B]) machine.forget(body);
  return { time, count: count!, byLists };
}

const settledInOrder = ({ settled }: SolidsCount): number =>
  settled.reduce((sum, { by, pixels }) => sum + (by === 'concave' ? pixels : 0), 0);
