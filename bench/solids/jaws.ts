import { type MolarPosition, molars } from '../../scenes/molars.js';
import { type CountOptions, countSolids, type SolidsCount } from '../../src/detect/solids/countSolids.js';
import { inRoles, type Roles } from '../../src/detect/solids/roles.js';
import { fitZone } from '../../src/detect/solids/solidsView.js';
import { defaultUp } from '../../src/view/direction.js';
import type { View } from '../../src/view/view.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, times, whole } from '../support/table.js';
import type { SolidsBench } from './bench.js';
import { forcedRenderings } from './forcedRenderings.js';
import { measured, PHASE_HEAD, paperRatio, phaseCells } from './measured.js';
import { overlapPixels } from './overlapPixels.js';
import { PAPER_JAWS } from './paperTimes.js';

const POSITIONS = ['a', 'b', 'c', 'd'] as const;
/** Jaw d at most so many times jaw a, at the same number of renderings. */
const WANTED = 1.5;

interface Position {
  readonly roles: Roles;
  readonly view: View;
}

type Positions = Readonly<Record<MolarPosition, Position>>;

/** The five teeth of figure 5 in four positions, along a slanted direction. */
export async function benchJaws(bench: SolidsBench): Promise<void> {
  const { machine, timed, resolution, teethPolygons } = bench;
  const positions = Object.fromEntries(
    POSITIONS.map((at) => {
      const { upper, lower, direction } = molars(at, teethPolygons);
      const roles = inRoles(upper, lower, true);
      return [at, { roles, view: fitZone(roles, { direction, up: defaultUp(direction) }, resolution, 0)! }];
    }),
  ) as Record<MolarPosition, Position>;
  const count = POSITIONS.reduce((most, at) => Math.max(most, polygonsOf(positions[at])), 0);
  console.log(`\nJaws: five teeth, ${whole(count)} polygons, ${resolution}², slanted, ${machine.name}; ms`);
  await benchAnswers(bench, positions);
  await benchForced(bench, positions);
  await benchPeeling(bench, positions);
  for (const at of POSITIONS)
    for (const m of [machine, timed]) for (const body of [positions[at].roles.A, positions[at].roles.B]) m.forget(body);
}

const polygonsOf = ({ roles: { A, B } }: Position): number => (A.mesh.indices.length + B.mesh.indices.length) / 3;

/** The paper's question: at a and b the first rendering tells; c and d took all three. Then every pixel's answer in all of them. */
async function benchAnswers(bench: SolidsBench, positions: Positions): Promise<void> {
  const rows: string[][] = [];
  const answers: string[][] = [];
  for (const until of ['first', 'all'] as const)
    for (const at of POSITIONS) {
      const { roles, view } = positions[at];
      const options: CountOptions = { algorithm: 'extended', until, withAnswers: until === 'all' };
      let count: SolidsCount | undefined;
      let byLists = 0;
      const time = await measured(
        bench,
        async (machine) => {
          count = await countSolids(machine, roles, view, options);
        },
        async (machine) => {
          byLists = await overlapPixels(machine, view, roles.A, roles.B);
        },
      );
      const { renderings, collisionPixels, again, settled } = count!;
      const isPapers = renderings === PAPER_JAWS[at].renderings;
      rows.push([
        ...[`${at} ${until}`, ...phaseCells(time)],
        ...(['RealityEngine2', 'Extreme'] as const).flatMap((engine) =>
          isPapers ? [PAPER_JAWS[at][engine].toFixed(2), paperRatio(PAPER_JAWS[at][engine], time.total)] : ['', ''],
        ),
        ...[ms(time.other), times(time.other / time.total)],
      ]);
      const inOrder = settled.reduce((sum, { by, pixels }) => sum + (by === 'concave' ? pixels : 0), 0);
      answers.push([
        ...[`${at} ${until}`, collisionPixels > 0 ? 'collision' : 'none', String(renderings)],
        ...[String(PAPER_JAWS[at].renderings), whole(again), whole(inOrder), whole(collisionPixels), whole(byLists)],
      ]);
    }
  console.log(
    '\nuntil the first collision is seen, and for all pixels; the paper (s) beside what takes as many renderings:\n',
  );
  printTable(['', ...PHASE_HEAD, 'RealityEngine2', '/ total', 'Extreme', '/ total', 'z-lists', '/ total'], rows);
  console.log('\nwhat was found, in pixels:\n');
  printTable(
    ['', 'answer', 'renderings', 'in the paper', 'rendered again', 'in order', 'collide', 'by z-lists'],
    answers,
  );
}

/** Every position with the same number of renderings. */
async function benchForced({ machine, measure }: SolidsBench, positions: Positions): Promise<void> {
  const rows: string[][] = [];
  for (const renderings of [1, 2, 3] as const) {
    const found = await sideBySide(
      Object.fromEntries(
        POSITIONS.map((at) => {
          const { roles, view } = positions[at];
          return [at, () => forcedRenderings(machine, roles, view, renderings)];
        }),
      ) as Record<MolarPosition, () => Promise<void>>,
      measure,
    );
    rows.push([
      ...[String(renderings), ...POSITIONS.map((at) => ms(found[at].p50))],
      ...[times(found.d.p50 / found.a.p50), times(spread(POSITIONS.map((at) => found[at].p50)))],
    ]);
  }
  console.log(
    `\nwith so many renderings of the whole view in every position (wanted: d / a ${times(WANTED)} at most):\n`,
  );
  printTable(['renderings', ...POSITIONS, 'd / a', 'most / least'], rows);
}

const spread = (values: readonly number[]): number => Math.max(...values) / Math.min(...values);

/** The order of layers by peeling them, in the rectangle around the pixels that are left; beside it by lists. */
async function benchPeeling({ machine, measure }: SolidsBench, positions: Positions): Promise<void> {
  const rows: string[][] = [];
  for (const at of POSITIONS) {
    const { roles, view } = positions[at];
    const counts: Partial<Record<'lists' | 'peeling', SolidsCount>> = {};
    const run = (order: 'lists' | 'peeling') => async () => {
      counts[order] = await countSolids(machine, roles, view, { algorithm: 'extended', until: 'all', order });
    };
    const found = await sideBySide(
      { lists: run('lists'), peeling: run('peeling') },
      { warmUp: Math.min(3, measure.warmUp), rounds: Math.min(9, measure.rounds) },
    );
    const { peels, collisionPixels, renderings } = counts.peeling!;
    rows.push([
      ...[at, String(renderings), peels ? String(peels) : '–', ms(found.peeling.p50), ms(found.lists.p50)],
      ...[times(found.peeling.p50 / found.lists.p50), whole(collisionPixels), whole(counts.lists!.collisionPixels)],
    ]);
  }
  console.log('\nthe order of layers by peeling, and by lists; all pixels:\n');
  printTable(['', 'renderings', 'peels', 'by peeling', 'by lists', 'ratio', 'collide', 'by lists'], rows);
}
