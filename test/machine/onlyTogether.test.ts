import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atlasScenes, cutScenes, type ListScene, pairScenes } from '../../scenes/listScenes.js';
import { solid } from '../../scenes/solids.js';
import { body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Kernel, Tally } from '../../src/machine/kernel.js';
import { type LayerLists, slotOf } from '../../src/machine/lists.js';
import type { Drawn, Machine } from '../../src/machine/machine.js';
import { multiply, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { type Atlas, packAtlas } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { expectSameBytes, listAt, listsIn } from '../support/lists.js';
import { openGpu } from '../support/openGpu.js';
import { between } from '../support/randomPose.js';
import { block, pixelView } from './cpuDrawScenes.js';

/** Rays that pass through every body of their tile, and how many layers they have. */
const throughAll: Kernel = {
  name: 'throughAll',
  reads: ['lists'],
  tally: { rays: 'sum', layers: 'sum' },
  cpu({ columns, rows, first, layerName, faceBits, slotCount, before }, tally) {
    for (let p = 0; p < columns * rows; p++) {
      let met = 0;
      for (let s = 0; s < slotCount; s++) {
        let meets = before[s * columns * rows + p] !== 0;
        for (let k = first[p]; k < first[p + 1]; k++) meets ||= (layerName[2 * k] & 0x7fff_ffff) >>> faceBits === s;
        if (meets) met++;
      }
      if (met < slotCount || slotCount === 0) continue;
      tally.rays++;
      tally.layers += first[p + 1] - first[p];
    }
  },
  wgsl: /* wgsl */ `
fn examine() {
  var met = 0u;
  for (var s = 0u; s < tile.slotCount; s++) {
    var meets = before(s) != 0;
    for (var k = 0u; k < layerCount(); k++) { meets = meets || slotOf(layer(k)) == s; }
    if (meets) { met++; }
  }
  if (met < tile.slotCount || tile.slotCount == 0u) { return; }
  tally_rays(1u);
  tally_layers(layerCount());
}`,
};

const listsTogether = (machine: Machine, atlas: Atlas, drawn: readonly Drawn[]): Promise<LayerLists> =>
  machine.run(atlas, async (frame) => {
    frame.lists(drawn, { onlyTogether: true });
    return frame.read('lists');
  });

const talliesOf = (machine: Machine, { atlas, drawn }: Scene, onlyTogether: boolean): Promise<Tally[]> =>
  machine.run(atlas, async (frame) => {
    frame.lists(drawn, { onlyTogether });
    return frame.examine(throughAll);
  });

type Scene = Pick<ListScene, 'atlas' | 'drawn'>;

/** A tile of 16 × 12 pixels for each list of blocks, depth 0 to 1. */
function tilesOf(...tiles: readonly (readonly Drawn['body'][])[]): Scene {
  const [{ atlas }] = packAtlas(
    tiles.map(() => pixelView(16, 12)),
    { maxWidth: 40 },
  );
  return { atlas, drawn: tiles.flatMap((bodies, tile) => bodies.map((one) => ({ body: one, tile }))) };
}

/** The pixels of a tile in its frame. */
function pixelsOf({ width, tiles }: Atlas, tile: number): number[] {
  const { view, x, y } = tiles[tile];
  return Array.from(
    { length: view.columns * view.rows },
    (_, p) => (y + Math.floor(p / view.columns)) * width + x + (p % view.columns),
  );
}

/** All that the lists hold of a tile, and the slots of the bodies that show in it. */
function contentOf(lists: LayerLists, atlas: Atlas, tile: number): { words: string; shown: Set<number> } {
  const pixelCount = atlas.width * atlas.height;
  const words: number[] = [];
  const shown = new Set<number>();
  for (const p of pixelsOf(atlas, tile)) {
    words.push(lists.first[p + 1] - lists.first[p]);
    for (let k = lists.first[p]; k < lists.first[p + 1]; k++) {
      words.push(lists.name[k], lists.depth[k]);
      shown.add(slotOf(lists.name[k], lists));
    }
    for (let s = 0; s < lists.slotCount; s++) {
      const winding = lists.before[s * pixelCount + p] ?? 0;
      words.push(winding);
      if (winding !== 0) shown.add(s);
    }
  }
  return { words: words.join(), shown };
}

const isEmpty = (lists: LayerLists, atlas: Atlas, tile: number): boolean =>
  contentOf(lists, atlas, tile).shown.size === 0;

const wide = block([2, 2, 0.2], [12, 10, 0.6]);
const narrow = block([4, 4, 0.4], [9, 8, 0.8]);
const aside = block([20, 4, 0.4], [25, 8, 0.8]);
const behind = block([4, 4, 1.4], [9, 8, 1.8]);
const ahead = block([4, 4, -0.8], [9, 8, -0.4]);
/** Holds all of the depth range: rays begin and end inside, and meet none of its faces. */
const around = block([1, 1, -1], [15, 11, 2]);
/** Between the rays, which pass through the middles of pixels. */
const unseen = block([4.6, 4.6, 0.2], [5.4, 5.4, 0.8]);

/** Tiles where all bodies show, and such where one does not. */
const TOGETHER = [[wide, narrow], [wide], [around, narrow], [wide, around, narrow], [wide, wide]];
const APART = [[wide, aside], [aside, wide], [wide, behind], [behind, wide], [wide, ahead], [wide, unseen], [wide, narrow, aside], [aside, behind], [around, behind], [aside]]; // biome-ignore format: one line

/** Solids here and there: some tiles show both of them, some one, some none. */
function scattered(seed: number, count: number): Scene {
  const random = seeded(seed);
  return tilesOf(
    ...Array.from({ length: count }, () =>
      ['icoSphere', 'torus'].map((name) => {
        const place = translation(between(random, -4, 20), between(random, -4, 16), between(random, -0.5, 1.5));
        const size = Float64Array.of(4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0.5, 0);
        return body(solid(name).coarse, { pose: multiply(place, multiply(size, randomRotation(random))) });
      }),
    ),
  );
}

describe.each(['wasm', 'plain'] as const)('lists with onlyTogether, %s loops', (loops) => {
  const machine = createCpuMachine({ loops });

  test('where all bodies show, they are the same bytes as without', async () => {
    for (const bodies of [...TOGETHER.map((one) => [one]), TOGETHER]) {
      const { atlas, drawn } = tilesOf(...bodies);
      const lists = await listsIn(machine, atlas, drawn);
      expectSameBytes(lists, await listsTogether(machine, atlas, drawn));
      for (const t of atlas.tiles.keys()) expect(isEmpty(lists, atlas, t)).toBe(false);
    }
  });

  test.each(APART.map((bodies, i) => [i, bodies] as const))(
    'where one does not, they are empty (%i)',
    async (_, bodies) => {
      const { atlas, drawn } = tilesOf(bodies);
      const lists = await listsTogether(machine, atlas, drawn);
      expect(isEmpty(lists, atlas, 0)).toBe(true);
      const shown = bodies.some((one) => [wide, narrow, around].includes(one));
      expect(isEmpty(await listsIn(machine, atlas, drawn), atlas, 0)).toBe(!shown);
    },
  );

  test('each tile on its own: the empty ones leave nothing behind in the others', async () => {
    const mixed = APART.flatMap((bodies, i) => [bodies, TOGETHER[i % TOGETHER.length]]);
    const { atlas, drawn } = tilesOf(...mixed);
    const [all, together] = [await listsIn(machine, atlas, drawn), await listsTogether(machine, atlas, drawn)];
    expect([together.faceBits, together.slotCount]).toEqual([all.faceBits, all.slotCount]);
    for (const t of mixed.keys()) {
      if (t % 2 === 0) expect(isEmpty(together, atlas, t), `tile ${t}`).toBe(true);
      else expect(contentOf(together, atlas, t), `tile ${t}`).toEqual(contentOf(all, atlas, t));
    }
  });

  test('the lists of a frame that come after are whole again', async () => {
    const { atlas, drawn } = tilesOf([wide, aside]);
    const whole = await listsIn(machine, atlas, drawn);
    const after = await machine.run(atlas, async (frame) => {
      frame.lists(drawn, { onlyTogether: true });
      await frame.read('lists');
      frame.lists(drawn);
      return frame.read('lists');
    });
    expectSameBytes(whole, after);
    expect(listAt(after, 5 * 16 + 5)).toHaveLength(2);
  });

  test('a finely cut body, given up after it was drawn', async () => {
    const fine = body(solid('torusKnot').fine(), { pose: translation(8, 6, 0.5) });
    for (const bodies of [
      [fine, aside],
      [aside, fine],
    ]) {
      const { atlas, drawn } = tilesOf(bodies, [wide, narrow]);
      const lists = await listsTogether(machine, atlas, drawn);
      expect(isEmpty(lists, atlas, 0)).toBe(true);
      expect(contentOf(lists, atlas, 1)).toEqual(contentOf(await listsIn(machine, atlas, drawn), atlas, 1));
    }
  });

  test('random scenes: a tile is as without, or empty where a body is absent (seed 71)', async () => {
    const scenes = [
      ...pairScenes(71, 8),
      ...cutScenes(71, 4),
      ...atlasScenes(71, 4),
      { name: 'scattered', ...scattered(71, 40) },
    ];
    let empty = 0;
    for (const { name, atlas, drawn } of scenes) {
      const [all, together] = [await listsIn(machine, atlas, drawn), await listsTogether(machine, atlas, drawn)];
      for (const t of atlas.tiles.keys()) {
        const content = contentOf(all, atlas, t);
        const bodyCount = drawn.filter(({ tile = 0 }) => tile === t).length;
        if (content.shown.size === bodyCount) expect(contentOf(together, atlas, t), name).toEqual(content);
        else expect(isEmpty(together, atlas, t), name).toBe(true);
        if (content.shown.size === 1 && bodyCount === 2) empty++;
      }
    }
    expect(empty).toBeGreaterThan(5);
  });
});

const SCENES: readonly [name: string, scene: Scene][] = [
  ['blocks', tilesOf(...TOGETHER, ...APART)],
  ['solids (seed 72)', scattered(72, 60)],
];

describe('rays through all bodies of a tile are the same with onlyTogether and without', () => {
  const cpu = createCpuMachine();

  test.each(SCENES)('on the CPU: %s', async (_, scene) => {
    const all = await talliesOf(cpu, scene, false);
    expect(await talliesOf(cpu, scene, true)).toEqual(all);
    expect(all.filter(({ rays }) => rays > 0).length).toBeGreaterThan(3);
    expect(all.filter(({ rays }) => rays === 0).length).toBeGreaterThan(3);
  });

  test('blocks: as many as they have pixels in common', async () => {
    const tallies = await talliesOf(cpu, SCENES[0][1], true);
    expect(tallies.slice(0, 5).map(({ rays }) => rays)).toEqual([20, 80, 20, 20, 80]);
    expect(tallies.slice(5, -1).every(({ rays, layers }) => rays === 0 && layers === 0)).toBe(true);
  });

  describeGpu('on the GPU', () => {
    let gpu: Machine;
    beforeAll(async () => {
      gpu = await openGpu();
    });
    afterAll(() => gpu.close());

    test.each(SCENES)('%s', async (_, scene) => {
      const all = await talliesOf(gpu, scene, false);
      expect(await talliesOf(gpu, scene, true)).toEqual(all);
      const onCpu = await talliesOf(cpu, scene, true);
      // Rays that pass beside an edge may fall to either side.
      all.forEach(({ rays }, t) => {
        expect(Math.abs(rays - onCpu[t].rays), `tile ${t}`).toBeLessThanOrEqual(2);
      });
    });
  });
});
