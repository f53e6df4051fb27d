import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alignedScenes,
  aloneScenes,
  atlasScenes,
  closeScenes,
  cutScenes,
  farScenes,
  flatScenes,
  type ListScene,
  largeScenes,
  oddScenes,
  pairScenes,
  tinyScenes,
  wallScenes,
} from '../../scenes/listScenes.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { LayerLists } from '../../src/machine/lists.js';
import type { Machine } from '../../src/machine/machine.js';
import { describeGpu } from '../support/gpu.js';
import { besideEdges, compareLists, listsIn } from '../support/lists.js';
import { openGpu } from '../support/openGpu.js';

/**
 * Snapping to 1/256 pixel moves an edge by up to 0.71 of a step on the CPU; f32 may put a vertex on the GPU one step
 * farther. Within two steps of an edge the machines may therefore differ, and nowhere else.
 */
const REACH_PX = 1 / 128;
/** As a share of the depth range: sixteen steps of f32 at 1. */
const DEPTH_TOLERANCE = 1e-6;

const FAMILIES: readonly [name: string, scenes: readonly ListScene[]][] = [
  ['solids alone (seed 1)', aloneScenes(1)],
  ['pairs (seed 2)', pairScenes(2, 40)],
  ['views that cut through (seed 3)', cutScenes(3, 30)],
  ['views of small parts (seed 10)', closeScenes(10)],
  ['walls almost edge-on (seed 4)', wallScenes(4)],
  ['boxes on the grid (seed 5)', alignedScenes(5, 15)],
  ['bodies far from the origin (seed 6)', farScenes(6)],
  ['large faces (seed 7)', largeScenes(7)],
  ['tiny faces (seed 8)', tinyScenes(8)],
  ['odd proportions (seed 11)', oddScenes(11, 60)],
  ['flattened bodies (seed 12)', flatScenes(12)],
  ['atlases (seed 9)', atlasScenes(9, 15)],
];

describeGpu('lists of both machines', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  const total = { cases: 0, compared: 0, withLayers: 0, excluded: 0, excludedDiffering: 0, depth: 0 };
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  for (const [name, scenes] of FAMILIES)
    test(`agree: ${name}`, async () => {
      const wrong: string[] = [];
      for (const { name, atlas, drawn } of scenes) {
        const [one, other] = [await listsIn(cpu, atlas, drawn), await listsIn(gpu, atlas, drawn)];
        const near = besideEdges(atlas, drawn, REACH_PX);
        const found = compareLists(one, other, near, DEPTH_TOLERANCE);
        if (found.counts + found.names + found.before > 0 || !(found.depth <= DEPTH_TOLERANCE))
          wrong.push(`${name}: ${JSON.stringify(found)}`);
        total.cases++;
        total.compared += found.compared;
        total.withLayers += found.withLayers;
        total.excluded += found.excluded;
        total.excludedDiffering += found.excludedDiffering;
        total.depth = Math.max(total.depth, found.depth);
      }
      expect(wrong).toEqual([]);
    });

  test('the comparison itself tells lists apart', async () => {
    const { atlas, drawn } = FAMILIES[0][1][2];
    const one = await listsIn(cpu, atlas, drawn);
    const none = new Uint8Array(atlas.width * atlas.height);
    const pixel = none.findIndex((_, p) => one.first[p + 1] - one.first[p] >= 2);
    const at = one.first[pixel];
    const [depth, name, before] = [one.depth.slice(), one.name.slice(), new Int32Array(none.length * one.slotCount)];
    before.set(one.before);
    depth[at] += 2e-6;
    [name[at], name[at + 1]] = [name[at + 1], name[at]];
    before[pixel]++;
    const first = one.first.map((start, p) => (p > pixel ? start - 1 : start));
    const compare = (other: Partial<LayerLists>) => compareLists(one, { ...one, ...other }, none, DEPTH_TOLERANCE);
    expect(compare({})).toMatchObject({ counts: 0, names: 0, before: 0, depth: 0, firstAt: undefined });
    expect(compare({ depth }).depth).toBeGreaterThan(DEPTH_TOLERANCE);
    expect(compare({ name })).toMatchObject({ names: 1, firstAt: pixel });
    expect(compare({ before })).toMatchObject({ before: 1, firstAt: pixel });
    expect(compare({ first }).counts).toBe(1);
  });

  test('there was enough to compare', () => {
    const { cases, compared, withLayers, excluded, excludedDiffering, depth } = total;
    console.info(
      `lists: ${cases} cases, ${compared} pixels compared (${withLayers} with layers), ${excluded} beside edges left out,` +
        ` ${excludedDiffering} of these differ; worst depth difference ${depth.toExponential(2)}`,
    );
    expect(cases).toBeGreaterThanOrEqual(200);
    expect(withLayers).toBeGreaterThan(500_000);
    // Leaving out must stay the exception.
    expect(excluded).toBeLessThan(compared / 10);
  });
});
