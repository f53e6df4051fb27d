import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wallScenes } from '../../scenes/listScenes.js';
import { body } from '../../src/body.js';
import { DEPTH_ERROR_SHARE } from '../../src/constants.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import type { DrawState } from '../../src/machine/state.js';
import { multiply, scaling, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { type Atlas, single } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { block, pixelView, sheet } from './cpuDrawScenes.js';

const COUNT: DrawState = { stencil: { entries: { pass: 'increment-wrap' }, exits: { pass: 'decrement-wrap' } } };
const EIGHT = single(pixelView(8));

/** What holds on either machine. */
function truths(machine: () => Machine): void {
  const run = <T>(atlas: Atlas, query: (frame: Frame) => Promise<T>): Promise<T> => machine().run(atlas, query);
  /** The planes of one pixel in an 8 × 8 frame. */
  const oneOf = (query: (frame: Frame) => void) =>
    run(EIGHT, async (frame) => {
      query(frame);
      return { depth: (await frame.read('depth'))[27], stencil: (await frame.read('stencil'))[27] };
    });
  const flat = (z: number) => [{ body: sheet(0, 0, 8, 8, z) }];

  test('an offset is added before the depth test, and to what is written', async () => {
    for (const [offset, passes] of [
      [-0.25, true],
      [0, true],
      [0.125, false],
    ] as const)
      expect(
        await oneOf((frame) => {
          frame.clear({ depth: 0.5 });
          frame.draw('faces', flat(0.5), { ...COUNT, depth: 'less-equal', writeDepth: true, offset });
        }),
      ).toEqual(passes ? { depth: 0.5 + offset, stencil: 1 } : { depth: 0.5, stencil: 0 });
  });

  test('an offset is added before the range and the kept plane are looked at', async () => {
    const drawn = (z: number, state: DrawState) =>
      oneOf((frame) => {
        frame.clear({ depth: 0.5 });
        frame.keep();
        frame.draw('faces', flat(z), { ...COUNT, ...state });
      });
    // Into the range and out of it, on either side.
    expect((await drawn(-0.25, { offset: 0.5 })).stencil).toBe(1);
    expect((await drawn(1.25, { offset: -0.5 })).stencil).toBe(1);
    expect((await drawn(0.25, { offset: -0.5 })).stencil).toBe(0);
    expect((await drawn(0.75, { offset: 0.5 })).stencil).toBe(0);
    // Beyond the kept plane, which lies at 0.5: truly behind.
    expect((await drawn(0.375, { offset: 0.25, beyondKept: true })).stencil).toBe(1);
    expect((await drawn(0.375, { offset: 0.125, beyondKept: true })).stencil).toBe(0);
    expect((await drawn(0.75, { offset: -0.5, beyondKept: true })).stencil).toBe(0);
  });

  test('draws under one offset give equal depths, and an offset of x is x deeper', async () => {
    const ball = [
      {
        body: body(icoSphere({ radius: 20, subdivisions: 2 }), {
          pose: multiply(translation(24, 24, 0.5), scaling(1, 1, 0.011)),
        }),
      },
    ];
    const offset = 0.171;
    const [plain, moved, again] = await run(single(pixelView(48)), async (frame) => {
      const state: DrawState = { depth: 'less', writeDepth: true, cull: 'exits' };
      frame.draw('faces', ball, state);
      const first = await frame.read('depth');
      frame.clear({ depth: 1 });
      frame.draw('faces', ball, { ...state, offset });
      frame.draw('faces', ball, { ...COUNT, cull: 'exits', depth: 'equal', offset });
      return [first, await frame.read('depth'), await frame.read('stencil')];
    });
    const seen = plain.filter((z) => z < 1);
    expect(seen.length).toBeGreaterThan(1000);
    plain.forEach((z, p) => {
      expect(again[p]).toBe(z < 1 ? 1 : 0);
      if (z < 1) expect(Math.abs(moved[p] - z - offset)).toBeLessThan(2 ** -23);
    });
  });

  test('clamped, a layer before the near plane lies on it, one behind the far plane on that', async () => {
    for (const [z, depth] of [
      [-3, 0],
      [-0.001, 0],
      [0.25, 0.25],
      [1.001, 1],
      [40, 1],
    ] as const)
      for (const what of ['faces', 'edges'] as const) {
        // Its upper edge runs through the pixel.
        const drawn = [{ body: sheet(0, 3.5, 8, 8, z) }];
        const under = (outside: 'clamp' | 'drop') =>
          oneOf((frame) => {
            frame.clear({ depth: 0.5 });
            frame.draw(what, drawn, { ...COUNT, writeDepth: true, outside });
          });
        expect(await under('clamp')).toEqual({ depth, stencil: 1 });
        expect(await under('drop')).toEqual(z === 0.25 ? { depth, stencil: 1 } : { depth: 0.5, stencil: 0 });
      }
  });

  test('clamped layers count where dropped ones are missing: a solid that reaches out on both sides', async () => {
    const solid = [{ body: block([1, 1, -0.5], [7, 7, 1.5]) }];
    const counts = async (state: DrawState) => {
      const { stencil } = await oneOf((frame) => frame.draw('faces', solid, { ...COUNT, ...state }));
      return stencil;
    };
    expect(await counts({ outside: 'clamp', cull: 'exits' })).toBe(1);
    expect(await counts({ outside: 'clamp', cull: 'entries' })).toBe(255);
    expect(await counts({ outside: 'clamp' })).toBe(0);
    expect(await counts({ cull: 'exits' })).toBe(0);
    // At depth 0 and 1 they take part in all tests: nothing is before the near plane or behind the far one.
    expect(await counts({ outside: 'clamp', cull: 'exits', depth: 'less' })).toBe(1);
    expect(await counts({ outside: 'clamp', cull: 'entries', depth: 'less' })).toBe(0);
    expect(await counts({ outside: 'clamp', cull: 'entries', depth: 'less-equal' })).toBe(255);
    expect(await counts({ outside: 'clamp', cull: 'exits', beyondKept: true })).toBe(0);
    expect(await counts({ outside: 'clamp', cull: 'entries', beyondKept: true, offset: -0.75 })).toBe(0);
  });

  test('an offset brings layers to the planes that clamp', async () => {
    const state: DrawState = { ...COUNT, writeDepth: true, outside: 'clamp' };
    expect(await oneOf((frame) => frame.draw('faces', flat(0.25), { ...state, offset: -0.5 }))).toEqual({
      depth: 0,
      stencil: 1,
    });
    expect(await oneOf((frame) => frame.draw('faces', flat(-0.25), { ...state, offset: 0.5 }))).toEqual({
      depth: 0.25,
      stencil: 1,
    });
  });

  test('lists keep to the range, whatever is drawn beside them', async () => {
    const solid = [{ body: block([0, 0, -0.5], [8, 8, 0.5]) }];
    const { depth, before } = await run(EIGHT, async (frame) => {
      frame.lists(solid);
      frame.draw('faces', solid, { outside: 'clamp', offset: 0.75, writeDepth: true });
      await frame.read('depth');
      return frame.read('lists');
    });
    expect(depth).toEqual(new Float32Array(64).fill(0.5));
    expect(before).toEqual(new Int32Array(64).fill(1));
  });

  test('depths are as right as the machine says: sheets of any slope, also slivers (seed 31)', async () => {
    const random = seeded(31);
    const size = 40;
    let compared = 0;
    for (let round = 0; round < 60; round++) {
      // A plane in pixels and depth; corners in it, far apart and often almost in one line.
      const steep = 10 ** (2 * random() - 2);
      const [p, q] = [(random() - 0.5) * steep, (random() - 0.5) * steep];
      const at = (x: number, y: number) => 0.5 + p * (x - size / 2) + q * (y - size / 2);
      const narrow = 10 ** (-2 * random());
      const [x, y, angle] = [size * random(), size * random(), 7 * random()];
      const corner = (along: number, across: number) => {
        const cx = Math.fround(x + Math.cos(angle) * along - Math.sin(angle) * across);
        const cy = Math.fround(y + Math.sin(angle) * along + Math.cos(angle) * across);
        return [cx, cy, Math.fround(at(cx, cy))];
      };
      const corners = [corner(-60, 0), corner(60, 20 * narrow), corner(50, -20 * narrow)];
      // The corners were rounded: the true plane is theirs.
      const [a, u, v] = [corners[0], ...corners.slice(1).map((c) => c.map((value, k) => value - corners[0][k]))];
      const det = u[0] * v[1] - u[1] * v[0];
      const truth = (cx: number, cy: number) =>
        a[2] + ((u[2] * v[1] - v[2] * u[1]) * (cx - a[0])) / det + ((v[2] * u[0] - u[2] * v[0]) * (cy - a[1])) / det;
      const face = body({ positions: corners.flat() });
      const [depth, stencil] = await run(single(pixelView(size)), async (frame) => {
        const both = { entries: { pass: 'replace' }, exits: { pass: 'replace' } } as const;
        frame.draw('faces', [{ body: face }], { writeDepth: true, stencil: { ...both, reference: 1 } });
        return [await frame.read('depth'), await frame.read('stencil')];
      });
      const margin = machine().snapPx + 1 / 128;
      for (let k = 0; k < size * size; k++) {
        const [cx, cy] = [(k % size) + 0.5, Math.floor(k / size) + 0.5];
        const inside = [0, 1, 2].every((i) => {
          const [from, to] = [corners[i], corners[(i + 1) % 3]];
          const [ex, ey] = [to[0] - from[0], to[1] - from[1]];
          const side = ex * (cy - from[1]) - ey * (cx - from[0]);
          return Math.sign(det) * side > margin * Math.hypot(ex, ey);
        });
        const z = truth(cx, cy);
        if (!inside || z < 0 || z > 1) continue;
        expect(stencil[k]).toBe(1);
        expect(Math.abs(depth[k] - z)).toBeLessThan(machine().drawnDepthError + machine().positionError);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(2000);
  });
}

describe('depths of draws on the CPU', () => {
  const cpu = createCpuMachine();
  truths(() => cpu);

  test('are wrong by f32 rounding alone, far below those of lists', () => {
    expect(cpu.drawnDepthError).toBeLessThan(DEPTH_ERROR_SHARE / 10);
    expect(cpu.drawnDepthError).toBeGreaterThanOrEqual(2 ** -25);
  });
});

describeGpu('depths of draws on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());
  truths(() => gpu);

  test('are within drawnDepthError of the CPU machine on walls that lean by little (seed 4)', async () => {
    const cpu = createCpuMachine();
    const bound = gpu.drawnDepthError + cpu.drawnDepthError;
    let compared = 0;
    for (const { atlas, drawn } of wallScenes(4)) {
      const query = async (frame: Frame) => {
        frame.draw('faces', drawn, { depth: 'less', writeDepth: true, id: 'face' });
        return { id: await frame.read('id'), depth: await frame.read('depth') };
      };
      const [one, other] = [await cpu.run(atlas, query), await gpu.run(atlas, query)];
      one.depth.forEach((z, p) => {
        // Beside edges the hardware may see another face.
        if (one.id[p] === 0 || one.id[p] !== other.id[p]) return;
        expect(Math.abs(z - other.depth[p])).toBeLessThanOrEqual(bound);
        compared++;
      });
    }
    expect(compared).toBeGreaterThan(1000);
  });
});
