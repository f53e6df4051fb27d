import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOLIDS, solid } from '../../scenes/solids.js';
import { type Body, body, worldBounds } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { faceOf, type LayerLists } from '../../src/machine/lists.js';
import type { Machine } from '../../src/machine/machine.js';
import { multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { packAtlas, single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { describeGpu } from '../support/gpu.js';
import { besideEdges, compareLists, expectSameBytes, listAt, listsIn, listsOf } from '../support/lists.js';
import { openGpu } from '../support/openGpu.js';
import { pixelCube, posedHuge } from '../support/watertightPoses.js';
import { block, pixelView } from './cpuDrawScenes.js';

/** Many meshes as one. */
function joined(parts: readonly { mesh: Mesh; at: Vec3 }[]): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const { mesh, at } of parts) {
    const first = positions.length / 3;
    mesh.positions.forEach((x, i) => {
      positions.push(x + at[i % 3]);
    });
    for (const vertex of mesh.indices) indices.push(first + vertex);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Plates one behind the other over the whole screen, in a shuffled order: plate k goes from (k + 1/4) / n to (k + 3/4) / n. */
function plates(n: number, sizePx: number): { mesh: Mesh; order: number[] } {
  const random = seeded(n);
  const order = Array.from({ length: n }, (_, k) => k);
  for (let k = n - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [order[k], order[other]] = [order[other], order[k]];
  }
  const plate = box({ size: [sizePx + 2, sizePx + 2, 0.5 / n] });
  const half = sizePx / 2;
  return { mesh: joined(order.map((k) => ({ mesh: plate, at: [half, half, (k + 0.5) / n] }))), order };
}

/** Demands that at every pixel the plates come in turn, each entered and left. */
function expectPlates(lists: LayerLists, pixels: number, order: readonly number[]): void {
  const n = order.length;
  for (let p = 0; p < pixels; p++) {
    expect(lists.first[p + 1] - lists.first[p]).toBe(2 * n);
    let wrong = 0;
    for (let k = 0; k < 2 * n; k++) {
      const at = lists.first[p] + k;
      const plate = order[Math.floor(faceOf(lists.name[at], lists) / 12)];
      const depth = (Math.floor(k / 2) + (k % 2 === 0 ? 0.25 : 0.75)) / n;
      if (plate !== Math.floor(k / 2) || lists.name[at] >>> 31 !== (k + 1) % 2) wrong++;
      if (Math.abs(lists.depth[at] - depth) > 1e-6) wrong++;
    }
    expect(wrong).toBe(0);
  }
}

/** One triangle over the whole screen, n times the same. */
const coincident = (n: number, depth: number): Body =>
  body({
    positions: [-10, -10, depth, 0, 40, depth, 40, 0, depth],
    indices: Array.from({ length: n }, () => [0, 1, 2]).flat(),
  });

const random300 = (): Body[] => {
  const random = seeded(300);
  return Array.from({ length: 300 }, () =>
    block([0, 0, 0], [3, 3, 0.1], translation(random() * 61, random() * 61, random() * 0.9)),
  );
};

describe('limits of lists on the CPU', () => {
  const cpu = createCpuMachine();

  test('10,000 layers at every pixel come in order', async () => {
    const { mesh, order } = plates(5000, 4);
    expectPlates(await listsOf(cpu, pixelView(4), [body(mesh)]), 16, order);
  });

  test('10,000 coincident faces come by their numbers', async () => {
    const lists = await listsOf(cpu, pixelView(3), [coincident(10_000, 0.5)]);
    for (let p = 0; p < 9; p++) {
      const faces = listAt(lists, p);
      expect(faces).toHaveLength(10_000);
      expect(faces.every(({ face, depth, entry }, k) => face === k && depth === 0.5 && entry)).toBe(true);
    }
  });

  test('at one depth exits come before entries, then slots, then faces', async () => {
    const [a, b] = [block([0, 0, 0.2], [4, 4, 0.5]), block([0, 0, 0.5], [4, 4, 0.8])];
    const list = listAt(await listsOf(cpu, pixelView(4), [b, a, b]), 5);
    expect(list.map(({ slot, entry }) => [slot, entry])).toEqual([
      ...[[1, true], [1, false]],
      ...[[0, true], [2, true], [0, false], [2, false]],
    ]); // biome-ignore format: a stretch of ray per line
  });

  test('the same query gives the same bytes, and so does another machine', async () => {
    const bodies = random300();
    const first = await listsOf(cpu, pixelView(64), bodies);
    await listsOf(cpu, pixelView(9), [coincident(500, 0.1)]);
    expectSameBytes(await listsOf(cpu, pixelView(64), bodies), first);
    expectSameBytes(await listsOf(createCpuMachine(), pixelView(64), bodies), first);
  });
});

describeGpu('limits of lists on both machines', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  /** Demands equal lists, but for pixels within 1/128 of an edge; gives both. */
  async function expectEqual(view: View, bodies: readonly Body[], leastWithLayers: number) {
    const [one, other] = [await listsOf(cpu, view, bodies), await listsOf(gpu, view, bodies)];
    const drawn = bodies.map((b) => ({ body: b }));
    const found = compareLists(one, other, besideEdges(single(view), drawn, 1 / 128), 1e-6);
    expect(found).toMatchObject({ counts: 0, names: 0, before: 0 });
    expect(found.depth).toBeLessThanOrEqual(1e-6);
    expect(found.withLayers).toBeGreaterThanOrEqual(leastWithLayers);
    return { one, other };
  }

  test('2,000 layers at every pixel come in order', async () => {
    const { mesh, order } = plates(1000, 4);
    expectPlates(await listsOf(gpu, pixelView(4), [body(mesh)]), 16, order);
  });

  test('2,000 coincident faces come by their numbers, the same bytes on both', async () => {
    const faces = [coincident(1500, 0.5), coincident(500, 0.5)];
    const [one, other] = [await listsOf(cpu, pixelView(3), faces), await listsOf(gpu, pixelView(3), faces)];
    expectSameBytes(one, other);
    expect(listAt(other, 0)).toHaveLength(2000);
  });

  for (const count of [8, 9, 16, 17, 18, 40])
    test(`${count} layers, around the slots of both machines`, async () => {
      const sheets = Array.from({ length: count }, (_, k) => coincident(1, (k + 0.5) / count));
      const { other } = await expectEqual(pixelView(20), sheets, 200);
      expect(listAt(other, 0)).toHaveLength(count);
    });

  test('lists that overflow at a few pixels only', async () => {
    const bodies = [
      block([0, 0, 0.4], [20.3, 20.3, 0.6]),
      ...Array.from({ length: 12 }, (_, k) => block([5.2, 6.2, k / 12], [8.7, 8.7, (k + 0.5) / 12])),
    ];
    const { other } = await expectEqual(pixelView(24), bodies, 300);
    expect(listAt(other, 7 * 24 + 7)).toHaveLength(26);
  });

  test('more blocks of large faces than the queue holds at first, the same bytes on both (seed 51)', async () => {
    // Slivers in boxes of 5 × 5 pixels: each is queued as one block, and covers few pixels. 2^18 blocks fit. On quarters
    // of a pixel, and at depths that f32 holds, the machines have nothing to round.
    const random = seeded(51);
    const positions = new Float32Array(9 * 264_000);
    for (let k = 0; k < positions.length / 9; k++) {
      const [x, y, depth] = [Math.floor(random() * 240) / 4, Math.floor(random() * 240) / 4, k / 2 ** 19];
      positions.set([x, y, depth, x + 5, y + 4.75, depth, x + 5, y + 5, depth], 9 * k);
    }
    const slivers = body({ positions });
    const [one, other] = [await listsOf(cpu, pixelView(64), [slivers]), await listsOf(gpu, pixelView(64), [slivers])];
    expectSameBytes(one, other);
    expect(one.name.length).toBeGreaterThan(100_000);
  });

  test('the same query gives the same bytes on the GPU, whatever comes between', async () => {
    const bodies = random300();
    const first = await listsOf(gpu, pixelView(64), bodies);
    expectSameBytes(await listsOf(gpu, pixelView(64), bodies), first);
    await listsOf(gpu, pixelView(9), [coincident(500, 0.1)]);
    expectSameBytes(await listsOf(gpu, pixelView(64), bodies), first);
    const knot = body(solid('torusKnot').coarse, { pose: randomRotation(seeded(52)) });
    const view = fitView(worldBounds(knot), { direction: [1, 2, 3], resolution: 60 });
    expectSameBytes(await listsOf(gpu, view, [knot]), await listsOf(gpu, view, [knot]));
  });

  test('300 bodies in one view are told apart', async () => {
    const bodies = random300();
    const { one, other } = await expectEqual(pixelView(64), bodies, 1_000);
    expect([one.slotCount, other.slotCount]).toEqual([300, 300]);
    const slots = new Set(Array.from({ length: 64 * 64 }, (_, p) => listAt(other, p).map(({ slot }) => slot)).flat());
    expect(slots.size).toBe(300);
  });

  test('bodies of different sizes in one view share one numbering', async () => {
    const bodies = SOLIDS.map(({ coarse }) => body(coarse, { pose: translation(0.1, 0, 0) }));
    const view = fitView({ min: [-1, -1, -1], max: [1, 1, 1] }, { direction: [1, 2, 3], resolution: 33 });
    const { one, other } = await expectEqual(view, bodies, 500);
    expect(one.faceBits).toBe(11); // 1,536 faces of the knot
    expect(other.faceBits).toBe(11);
  });

  test('nothing drawn, or everything outside, gives empty lists', async () => {
    const outside = [
      block([-9, 0, 0.2], [-1, 8, 0.4]),
      block([0, 20, 0.2], [8, 30, 0.4]),
      block([0, 0, 1.5], [8, 8, 2]),
    ];
    for (const machine of [cpu, gpu])
      for (const bodies of [[], outside]) {
        const lists = await listsOf(machine, pixelView(8), bodies);
        expect(lists.first).toEqual(new Uint32Array(65));
        expect([lists.depth.length, lists.name.length]).toEqual([0, 0]);
        expect(lists.before.every((winding) => winding === 0)).toBe(true);
      }
    const { other } = await expectEqual(pixelView(8), [outside[0], block([1, 1, 0.2], [7, 7, 0.4]), outside[2]], 20);
    expect(listAt(other, 8 * 4 + 4).map(({ slot }) => slot)).toEqual([1, 1]);
  });

  test('a body before the near plane leaves its winding only', async () => {
    const bodies = [block([0, 0, -3], [8, 8, -1]), block([0, 0, -1], [8, 8, 2]), block([0, 0, -1], [8, 8, 0.5])];
    const { one } = await expectEqual(pixelView(8), bodies, 40);
    expect([one.before[9], one.before[64 + 9], one.before[128 + 9]]).toEqual([0, 1, 1]);
    expect(listAt(one, 9).map(({ slot, entry }) => [slot, entry])).toEqual([[2, false]]);
  });

  test('faces without area leave no layer and do no harm', async () => {
    const { positions, indices } = box({ size: 6 });
    const point = [0, 0, 0];
    const line = [0, 1, 0, 1, 1, 0, 2, 2, 2];
    const flat = body({ positions, indices: [...point, ...indices, ...line] }, { pose: translation(4.1, 4.2, 0.5) });
    const all = body({ positions, indices: [...point, ...line] }, { pose: translation(4.1, 4.2, 0.5) });
    const onePoint = body({ positions: [4, 4, 0.5], indices: [0, 0, 0] });
    const view: View = { ...pixelView(8), origin: [0, 0, -4], size: [8, 8, 8] };
    const { other } = await expectEqual(view, [flat, all, onePoint], 30);
    const list = listAt(other, 4 * 8 + 3);
    expect(list.map(({ slot, entry }) => [slot, entry])).toEqual([[0, true], [0, false]]); // biome-ignore format: one ray
    expect(list.every(({ face }) => face >= 1 && face <= 12)).toBe(true);
  });

  test('new positions change the answer', async () => {
    const { positions, indices } = box({ size: 4 });
    const b = body({ positions, indices }, { pose: translation(6, 6, 0) });
    const view = pixelCube(12);
    const covered = (lists: LayerLists) => {
      let count = 0;
      for (let p = 0; p < 144; p++) count += Number(lists.first[p + 1] > lists.first[p]);
      return count;
    };
    for (const [scale, pixels] of [[1, 16], [2, 64], [0.5, 4], [1, 16]]) {
      b.update(positions.map((x) => x * scale));
      for (const machine of [cpu, gpu]) expect(covered(await listsOf(machine, view, [b]))).toBe(pixels);
      await expectEqual(view, [b], 0);
    } // biome-ignore format: a pair per line
  });

  test('a pose that changes, or is the same body twice, is seen as such', async () => {
    const b = block([0, 0, 0.1], [4, 4, 0.3]);
    const seen = async (machine: Machine) => (await listsOf(machine, pixelView(8), [b, b])).first[64];
    expect([await seen(cpu), await seen(gpu)]).toEqual([64, 64]);
    b.pose = multiply(translation(2, 0, 0), b.pose);
    expect([await seen(cpu), await seen(gpu)]).toEqual([64, 64]);
    b.pose = multiply(translation(4, 0, 0), b.pose);
    expect([await seen(cpu), await seen(gpu)]).toEqual([32, 32]);
  });

  test('a long life: bodies come, change, move, are forgotten and come back, 150 queries (seed 55)', async () => {
    const random = seeded(55);
    const whole = (most: number) => Math.floor(random() * most);
    // Whole pixels and 64ths of the range: the machines have nothing to round.
    const corners = () => {
      const [x, y, z] = [whole(20), whole(20), whole(40) / 64];
      const size: Vec3 = [1 + whole(12), 1 + whole(12), (1 + whole(20)) / 64];
      return Float32Array.from(box({ size }).positions, (v, i) => v + [x, y, z][i % 3] + size[i % 3] / 2);
    };
    const { indices } = box();
    const make = () => body({ positions: corners(), indices });
    const pool = Array.from({ length: 12 }, make);
    let layers = 0;
    for (let k = 0; k < 150; k++) {
      const b = pool[whole(pool.length)];
      const event = whole(5);
      if (event === 0) b.update(corners());
      else if (event === 1) b.pose = translation(whole(9) - 4, whole(9) - 4, 0);
      else if (event === 2) gpu.forget(b);
      else if (event === 3) pool[whole(pool.length)] = make();
      else pool.push(body({ positions: b.mesh.positions, indices }));
      const views = Array.from({ length: 1 + whole(3) }, () => pixelView(1 + whole(32), 1 + whole(32)));
      const [{ atlas }] = packAtlas(views, { maxWidth: 64 });
      const drawn = Array.from({ length: whole(16) }, () => ({
        body: pool[whole(pool.length)],
        tile: whole(views.length),
      }));
      const [one, other] = [await listsIn(cpu, atlas, drawn), await listsIn(gpu, atlas, drawn)];
      expectSameBytes(one, other);
      layers += one.name.length;
    }
    expect(layers).toBeGreaterThan(30_000);
  });

  test('a box a million times as large as the view', async () => {
    const view = fitView({ min: [-1, -1, -1], max: [1, 1, 1] }, { direction: [1, 2, 3], resolution: 48 });
    const turned = multiply(rotation([0.6, 0, 0.8], 0.7), scaling(1));
    const around = body(box({ size: 2e6 }), { pose: turned });
    const { other } = await expectEqual(view, [around], 0);
    expect(other.before.every((winding) => winding === 1)).toBe(true);
    const deep: View = { ...view, origin: [-4e6, -8e6, -12e6], size: [2, 2, 4e7] };
    await expectEqual(deep, [around, body(box({ size: 1 }))], 0);
    // A side of it through the view, and small bodies beside it.
    const beside = body(box({ size: 2e6 }), { pose: translation(1e6, 0, 0) });
    await expectEqual(view, [beside, body(solid('icoSphere').coarse), body(box({ size: 0.5 }))], 1_000);
  });

  test('solids a thousand to a million times as large as the view, a vertex on the screen (seed 53)', async () => {
    for (let k = 0; k < 30; k++) {
      const { body: b, view } = posedHuge(53, k, 40);
      await expectEqual(view, [b], 0);
    }
  });

  test('faces from one screen wide to just below and above the guard (seed 54)', async () => {
    const random = seeded(54);
    for (const reach of [100, 1e3, 1e4, 3e4, 32_600, 32_704, 32_800, 65_000, 66_000, 1e5]) {
      const b = body(box({ size: 1 }), {
        pose: multiply(translation(16 * random(), 16 * random(), 0), multiply(randomRotation(random), scaling(reach))),
      });
      const flat = pixelCube(32);
      const view: View = { ...flat, origin: [0, 0, -2 * reach], size: [32, 32, 4 * reach] };
      await expectEqual(view, [b], 900);
    }
  });
});
