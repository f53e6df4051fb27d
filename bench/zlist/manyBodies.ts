import type { Matrix4 } from 'three';
import type { MeshBVH } from 'three-mesh-bvh';
import { manyBodies } from '../../scenes/manyBodies.js';
import { type Body, worldBounds } from '../../src/body.js';
import { type Collisions, collisions } from '../../src/collisions.js';
import { candidatePairs } from '../../src/detect/candidatePairs.js';
import { interference } from '../../src/interference.js';
import type { Interference } from '../../src/interferenceReport.js';
import type { Machine } from '../../src/machine/machine.js';
import { crossingFaces, matrixBetween, surfacesCross, treeOf } from '../support/bvh.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, times, whole } from '../support/table.js';
import { compareVerdicts } from './compareVerdicts.js';
import { polygonsOf } from './slabs.js';

const RESOLUTIONS = [32, 64, 128];
/** By default there are so many rays; asked once, where that can be expected to take no longer than this. */
const FINE = 512;
const MOST_FINE_MS = 60_000;

/** A pair whose boxes meet, ready for three-mesh-bvh. */
interface Candidate {
  readonly indices: readonly [number, number];
  readonly trees: readonly [MeshBVH, MeshBVH];
  readonly fromBToA: Matrix4;
}

/** A thousand bodies at once, beside three-mesh-bvh with its trees and the candidate pairs at hand. */
export async function benchManyBodies(machine: Machine): Promise<void> {
  const bodies = manyBodies();
  const candidates = candidatesOf(bodies);
  console.log(
    `\n${whole(bodies.length)} bodies, ${whole(polygonsOf(bodies))} triangles, ${whole(candidates.length)} pairs of boxes meet, ${machine.name}; ms\n`,
  );
  const reports = new Map<number, Interference>();
  const ask = async (resolution: number): Promise<void> => {
    reports.set(resolution, await interference(bodies, { machine, resolution }));
  };
  let meeting: Collisions | undefined;
  let exact: Interference | undefined;
  let crossing: boolean[] = [];
  let facePairs = 0;
  const measured = await sideBySide<string>(
    {
      exact: async () => {
        exact = await interference(bodies, {
          machine,
          resolution: RESOLUTIONS[0],
          precision: 'exact',
          volume: 'exact',
        });
      },
      ...Object.fromEntries(RESOLUTIONS.map((n) => [`${n}²`, () => ask(n)])),
      facePairs: () => {
        facePairs = 0;
        for (const { trees, fromBToA } of candidates) facePairs += crossingFaces(...trees, fromBToA).length / 2;
      },
    },
    { warmUp: 2, rounds: 5 },
  );
  // The question that both answer with yes or no, by itself: a report between them would leave its garbage to the next one.
  const { meeting: meets, yesNo } = await sideBySide({
    meeting: async () => {
      meeting = await collisions(bodies, { machine });
    },
    yesNo: () => {
      crossing = candidates.map(({ trees: [a, b], fromBToA }) => surfacesCross(a, b, fromBToA));
    },
  });
  const asked = RESOLUTIONS.map((n) => ({ resolution: n, time: measured[`${n}²`].p50 }));
  const { facePairs: all } = measured;
  const ratios = (time: number) => [ms(time), times(yesNo.p50 / time), times(all.p50 / time)];

  const last = asked[asked.length - 1];
  if (last.time * (FINE / last.resolution) ** 2 < MOST_FINE_MS) {
    const start = performance.now();
    await ask(FINE);
    asked.push({ resolution: FINE, time: performance.now() - start });
  }

  printTable(
    ['', 'ms', 'bvh yes or no / this', 'bvh all faces / this', 'interfere', 'contained', 'groups'],
    [
      ['collisions', ...ratios(meets.p50), whole(meeting!.pairs.length), '', ''],
      ...asked.map(({ resolution, time }) => {
        const { pairs, groups } = reports.get(resolution)!;
        const contained = pairs.filter(({ kind }) => kind === 'contained').length;
        return [
          ...[`report at ${resolution}²`, ...ratios(time)],
          ...[whole(pairs.length), whole(contained), whole(groups.length)],
        ];
      }),
      [`exact at ${RESOLUTIONS[0]}²`, ...ratios(measured.exact.p50), whole(exact!.pairs.length), '', ''],
      ['bvh yes or no', ms(yesNo.p50), '', '', whole(crossing.filter(Boolean).length), '', ''],
      ['bvh all faces', ms(all.p50), '', '', `${whole(facePairs)} pairs of faces`, '', ''],
    ],
  );

  const inside = reports
    .get(asked[asked.length - 1].resolution)!
    .pairs.filter(({ kind }) => kind === 'contained').length;
  console.log(`
of ${whole(candidates.length)} candidates, surfaces cross in ${whole(crossing.filter(Boolean).length)}, and one body lies inside the other in ${inside}`);

  const { plane, boxes, point, faces } = meeting!.decidedBy;
  console.log(
    `collisions proved ${plane} pairs apart by a plane, ${boxes} by their boxes, ${point} to overlap by a point; it compared the faces of ${faces}`,
  );
  const exactPairs = exact!.pairs.reduce((sum, { contacts }) => sum + contacts!.a.length, 0);
  console.log(`pairs of faces that meet: ${whole(exactPairs)}, by three-mesh-bvh ${whole(facePairs)}`);
  const names = new Set(exact!.pairs.map(({ indices }) => String(indices)));
  const unlike = meeting!.pairs.filter(({ indices }) => !names.has(String(indices))).length;
  console.log(
    `pairs that only one of collisions and the exact report has: ${unlike + names.size - (meeting!.pairs.length - unlike)}`,
  );

  console.log('\nWhere the verdicts differ from three-mesh-bvh, which sees surfaces cross and nothing else:\n');
  const crossed = candidates.filter((_, i) => crossing[i]).map(({ indices }) => indices);
  await compareVerdicts(bodies, crossed, reports);
}

function candidatesOf(bodies: readonly Body[]): Candidate[] {
  const trees = bodies.map(treeOf);
  return candidatePairs(bodies.map(worldBounds)).map(([i, j]) => ({
    indices: [i, j],
    trees: [trees[i], trees[j]],
    fromBToA: matrixBetween(bodies[i], bodies[j]),
  }));
}
