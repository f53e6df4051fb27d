import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Kernel } from '../../src/machine/kernel.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import type { DrawState } from '../../src/machine/state.js';
import { multiply, scaling, translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { type Atlas, single } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { block, pixelView, sheet } from './cpuDrawScenes.js';
import { readPlanes } from './gpuDrawPrograms.js';

const COUNT: DrawState = {
  stencil: { entries: { pass: 'increment-wrap' }, exits: { pass: 'decrement-wrap' } },
};
const NEAREST: DrawState = { depth: 'less', writeDepth: true, id: 'face' };

/** Pixels whose stencil is `parameter(0u)`, and the sum of their ids. */
const countStencil: Kernel = {
  name: 'count stencil',
  reads: ['stencil', 'id', 'depth', 'kept'],
  tally: { pixels: 'sum', ids: 'sum', deepest: 'max', keptDeepest: 'max' },
  parameterCount: 1,
  cpu({ columns, rows, offset, stride, stencil, id, depth, kept }, tally, parameters) {
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++) {
        const at = offset + y * stride + x;
        if (stencil[at] !== parameters[0]) continue;
        tally.pixels++;
        tally.ids += id[at];
        tally.deepest = Math.max(tally.deepest, Math.round(depth[at] * 1000));
        tally.keptDeepest = Math.max(tally.keptDeepest, Math.round(kept[at] * 1000));
      }
  },
  wgsl: `
fn examine() {
  if (stencilHere() != u32(parameter(0u))) { return; }
  tally_pixels(1u);
  tally_ids(idHere());
  tally_deepest(u32(round(depthHere() * 1000.0)));
  tally_keptDeepest(u32(round(keptHere() * 1000.0)));
}`,
};

describeGpu('drawing on the GPU', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  /** What both machines answer, which must be the same. */
  async function both<T>(atlas: Atlas, query: (frame: Frame) => Promise<T>): Promise<T> {
    const answer = await gpu.run(atlas, query);
    expect(answer).toEqual(await cpu.run(atlas, query));
    return answer;
  }

  test('planes are fresh in every frame, also where the last one left something', async () => {
    const atlas = single(pixelView(33, 17));
    const all = [{ body: block([0, 0, 0.2], [33, 17, 0.4]) }];
    await gpu.run(atlas, async (frame) => {
      frame.draw('faces', all, { ...NEAREST, ...COUNT, cull: 'exits' });
      frame.keep();
      expect((await frame.read('kept'))[0]).toBeCloseTo(0.2, 6);
    });
    const planes = await both(atlas, readPlanes);
    expect(planes.depth).toEqual(new Float32Array(33 * 17).fill(1));
    expect(planes.kept).toEqual(new Float32Array(33 * 17).fill(1));
    expect(planes.stencil).toEqual(new Uint8Array(33 * 17));
    expect(planes.id).toEqual(new Uint32Array(33 * 17));
  });

  test('clears alone reach the planes, also ids above 2^31', async () => {
    const planes = await both(single(pixelView(9)), async (frame) => {
      frame.clear({ depth: 0.25, stencil: 9, id: 0xfffffffe });
      return readPlanes(frame);
    });
    expect([planes.depth[80], planes.stencil[80], planes.id[80]]).toEqual([0.25, 9, 0xfffffffe]);
  });

  test('entries add one and exits take one, in mirrored poses too', async () => {
    const straight = block([2, 2, 0.2], [10, 10, 0.4]);
    const mirrored = block([-30, 2, 0.2], [-22, 10, 0.4], scaling(-1, 1, 1));
    const inverted = block([2, -30, 0.2], [10, -22, 0.4], multiply(scaling(1, -1, -1), translation(0, 0, -0.6)));
    for (const [solid, x, y] of [
      [straight, 5, 5],
      [mirrored, 25, 5],
      [inverted, 5, 25],
    ] as const) {
      const { id, stencil } = await both(single(pixelView(32)), async (frame) => {
        frame.clear({ stencil: 100 });
        frame.draw('faces', [{ body: solid }], { ...COUNT, cull: 'exits', id: 'body' });
        const entered = await frame.read('stencil');
        expect(entered[y * 32 + x]).toBe(101);
        frame.draw('faces', [{ body: solid }], { ...COUNT, cull: 'entries' });
        return readPlanes(frame);
      });
      expect(id[y * 32 + x]).toBe(1);
      expect(stencil).toEqual(new Uint8Array(32 * 32).fill(100));
    }
  });

  test('a point inside a solid is where more entries than exits lie before it', async () => {
    // The sheet's depth runs from 0.1 to 0.9 across the block's 0.3 to 0.7: inside from column 8 to 24.
    const solid = block([0, 0, 0.3], [32, 32, 0.7]);
    const probe = sheet(0, 0, 32, 32, 0.1, 0.8 / 32);
    const stencil = await both(single(pixelView(32)), async (frame) => {
      frame.draw('faces', [{ body: probe }], { writeDepth: true });
      frame.draw('faces', [{ body: solid }], { ...COUNT, depth: 'less' });
      return frame.read('stencil');
    });
    const row = Array.from(stencil.subarray(32 * 9, 32 * 10));
    expect(row).toEqual(Array.from({ length: 32 }, (_, x) => (x >= 8 && x < 24 ? 1 : 0)));
  });

  test('faces on the near and far planes are drawn, those beyond are not', async () => {
    for (const z of [0, 1]) {
      const inside = await both(single(pixelView(8)), async (frame) => {
        frame.clear({ depth: 0.5 });
        frame.draw('faces', [{ body: sheet(0, 0, 8, 8, z) }], { writeDepth: true });
        return frame.read('depth');
      });
      expect(inside).toEqual(new Float32Array(64).fill(z));
      const outside = await both(single(pixelView(8)), async (frame) => {
        frame.draw('faces', [{ body: sheet(0, 0, 8, 8, z === 0 ? -0.01 : 1.01) }], COUNT);
        // Half of this one is outside: its body cannot be left out as a whole.
        frame.draw('faces', [{ body: sheet(0, 0, 8, 8, z - 0.4, 0.1) }], COUNT);
        return frame.read('stencil');
      });
      expect(Array.from(outside.subarray(0, 8))).toEqual(z === 0 ? [0, 0, 0, 0, 1, 1, 1, 1] : [1, 1, 1, 1, 0, 0, 0, 0]);
    }
  });

  test('peels one layer after the other', async () => {
    const solids = [block([0, 0, 0.1], [16, 16, 0.4]), block([0, 0, 0.6], [16, 16, 0.8])].map((b) => ({ body: b }));
    const layers = await gpu.run(single(pixelView(16)), async (frame) => {
      const depths: number[] = [];
      frame.clear({ depth: 0 });
      for (let k = 0; k < 5; k++) {
        frame.keep();
        frame.clear({ depth: 1 });
        frame.draw('faces', solids, { depth: 'less', writeDepth: true, beyondKept: true });
        depths.push((await frame.read('depth'))[16 * 7 + 3]);
      }
      return { depths, passed: await frame.passed() };
    });
    [0.1, 0.4, 0.6, 0.8, 1].forEach((depth, k) => {
      expect(layers.depths[k]).toBeCloseTo(depth, 6);
    });
    expect(layers.passed).toEqual([true, true, true, true, false]);
  });

  test('fill works on tiles by the stencil alone', async () => {
    const view = pixelView(8);
    const atlas: Atlas = {
      width: 20,
      height: 9,
      tiles: [
        { view, x: 0, y: 0 },
        { view, x: 11, y: 1 },
      ],
    };
    const stencil = await both(atlas, async (frame) => {
      frame.draw('faces', [{ body: sheet(0, 0, 4, 8, 0.5), tile: 1 }], { ...COUNT, id: 'body' });
      frame.fill({ stencil: { reference: 1, entries: { compare: 'equal', pass: 'invert', fail: 'increment-wrap' } } });
      return frame.read('stencil');
    });
    expect([stencil[0], stencil[20 + 11], stencil[20 + 15], stencil[9], stencil[8 * 20]]).toEqual([1, 254, 1, 0, 0]);
  });

  test('a kernel counts pixels by what the planes hold, tile by tile', async () => {
    const atlas: Atlas = {
      width: 40,
      height: 16,
      tiles: [
        { view: pixelView(16), x: 0, y: 0 },
        { view: pixelView(24, 12), x: 16, y: 4 },
      ],
    };
    const tallies = await both(atlas, async (frame) => {
      frame.clear({ stencil: 3 });
      frame.draw('faces', [{ body: sheet(0, 0, 4, 4, 0.25) }, { body: sheet(1, 1, 3, 6, 0.5), tile: 1 }], {
        ...COUNT,
        writeDepth: true,
        id: 'body',
      });
      frame.keep();
      frame.clear({ depth: 0.75 });
      return frame.examine(countStencil, [4]);
    });
    expect(tallies).toEqual([
      { pixels: 16, ids: 16, deepest: 750, keptDeepest: 250 },
      { pixels: 10, ids: 20, deepest: 750, keptDeepest: 500 },
    ]);
  });

  test('tells which draws passed, over more draws than a query set holds', async () => {
    const near = sheet(0, 0, 8, 8, 0.2);
    const far = sheet(0, 0, 8, 8, 0.6);
    const away = sheet(50, 50, 60, 60, 0.5);
    const passed = await both(single(pixelView(8)), async (frame) => {
      expect(await frame.passed()).toEqual([]);
      for (let k = 0; k < 1030; k++) {
        expect(frame.draw('faces', [{ body: k === 0 ? near : far }], { depth: 'less', writeDepth: k === 0 })).toBe(k);
        if (k === 500) expect(await frame.passed()).toHaveLength(501);
      }
      frame.draw('faces', [{ body: far }], { depth: 'greater' });
      frame.draw('faces', [{ body: away }], {});
      frame.draw('faces', [{ body: near }], { cull: 'entries' });
      frame.draw('faces', [{ body: near }], { depth: 'equal' });
      return frame.passed();
    });
    expect(passed).toEqual([true, ...Array(1029).fill(false), true, false, false, true]);
  });

  test('draws a body as it stood when it was drawn', async () => {
    const moving = sheet(0, 0, 4, 8, 0.5);
    const { positions } = moving.mesh;
    const stencil = await both(single(pixelView(12, 8)), async (frame) => {
      moving.update(positions);
      moving.pose = translation(0, 0, 0);
      frame.draw('faces', [{ body: moving }], COUNT);
      moving.pose = translation(4, 0, 0);
      frame.draw('faces', [{ body: moving }], COUNT);
      moving.update(positions.map((v, k) => (k % 3 === 1 ? v / 2 : v)));
      frame.draw('faces', [{ body: moving }], COUNT);
      frame.lists([{ body: moving }]);
      moving.update(positions.map((v, k) => (k % 3 === 0 ? v + 4 : v)));
      await frame.examine(countStencil, [0]);
      return frame.read('stencil');
    });
    expect(Array.from(stencil.subarray(0, 12))).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0]);
    expect(Array.from(stencil.subarray(84, 96))).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
  });

  test('redrawn faces meet their own depths', async () => {
    const ball = body(icoSphere({ radius: 20, subdivisions: 2 }), {
      pose: multiply(translation(24, 24, 0.5), scaling(1, 1, 0.02)),
    });
    const { depth, stencil } = await gpu.run(single(pixelView(48)), async (frame) => {
      frame.draw('faces', [{ body: ball }], NEAREST);
      frame.draw('faces', [{ body: ball }], { ...COUNT, depth: 'equal', cull: 'exits' });
      return readPlanes(frame);
    });
    const wrong = depth.filter((z, p) => stencil[p] !== (z < 1 ? 1 : 0));
    expect(wrong).toHaveLength(0);
  });

  test('draws edges; of two adjoining pixels it may take the other', async () => {
    const solid = body(box({ size: [20, 12, 0.5] }), { pose: multiply(translation(16, 16, 0.5), tilt(0.4)) });
    const query = async (frame: Frame) => {
      frame.draw('edges', [{ body: solid }], { depth: 'less', writeDepth: true, id: 'face' });
      return { ...(await readPlanes(frame)), passed: await frame.passed() };
    };
    const [one, other] = [await cpu.run(single(pixelView(32)), query), await gpu.run(single(pixelView(32)), query)];
    expect(other.passed).toEqual([true]);
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const)
      a.id.forEach((edge, p) => {
        if (edge === 0) return;
        const beside = [0, 1, -1, 32, -32, 33, -33, 31, -31].filter((step) => b.id[p + step] > 0);
        const apart = beside.map((step) => Math.abs(b.depth[p + step] - a.depth[p]));
        expect(Math.min(...apart), `pixel ${p}`).toBeLessThan(0.03);
      });
    expect(Math.max(...other.id)).toBeLessThanOrEqual(18);
  });

  test('draws bodies that reach far off the screen, and nothing of faces without area', async () => {
    const far = 1e5;
    const planes = await both(single(pixelView(16)), async (frame) => {
      frame.clear({ stencil: 10 });
      const drawn = [
        { body: body({ positions: [5.5, 5.5, 0.5, 5.5, 5.5, 0.5, 9.5, 5.5, 0.5] }) },
        { body: block([-far, -far, 0.25], [far, far, 0.75]) },
      ];
      frame.draw('faces', drawn, { ...COUNT, cull: 'exits', writeDepth: true, id: 'body' });
      frame.draw('faces', drawn.slice(0, 1), {});
      return { ...(await readPlanes(frame)), passed: await frame.passed() };
    });
    expect(planes.depth).toEqual(new Float32Array(256).fill(0.25));
    expect(planes.stencil).toEqual(new Uint8Array(256).fill(11));
    expect(planes.id).toEqual(new Uint32Array(256).fill(2));
    expect(planes.passed).toEqual([true, false]);
  });

  test('a body is drawn again after it was forgotten', async () => {
    const solid: Body = sheet(0, 0, 8, 8, 0.5);
    const query = async (frame: Frame) => {
      frame.draw('edges', [{ body: solid }], {});
      frame.draw('faces', [{ body: solid }], {});
      return frame.passed();
    };
    for (let k = 0; k < 2; k++) {
      expect(await gpu.run(single(pixelView(8)), query)).toEqual([true, true]);
      gpu.forget(solid);
    }
  });

  test('refuses a tile that is not there', async () => {
    const query = async (frame: Frame) => frame.draw('faces', [{ body: sheet(0, 0, 1, 1, 0), tile: 3 }], {});
    await expect(gpu.run(single(pixelView(8)), query)).rejects.toThrow(
      'machine: there is no tile 3 (the frame has 1). Count them from 0.',
    );
  });
});

/** A turn about z with some of x mixed into the depth. */
function tilt(angle: number) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Float64Array.of(c, -s, 0, 0, s, c, 0, 0, 0.01, 0, 1, 0);
}
