import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { draw } from '../../src/machine/cpu/draw.js';
import { createPlanes } from '../../src/machine/cpu/planes.js';
import { faceOf, type LayerLists, slotOf } from '../../src/machine/lists.js';
import type { Frame } from '../../src/machine/machine.js';
import { multiply, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { uvSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { pixelView, sheet } from './cpuDrawScenes.js';

const COUNT = { stencil: { entries: { pass: 'increment-wrap' }, exits: { pass: 'decrement-wrap' } } } as const;

describe('coverage', () => {
  /** The rule in whole numbers of any length: 1 for entries, −1 for exits, 0 where a pixel's centre is outside. */
  function covers(xy: readonly number[], x: number, y: number): number {
    const [ax, ay, bx, by, cx, cy] = xy.map((v) => BigInt(Math.floor(v * 256 + 0.5)));
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0n) return 0;
    const corners = area > 0n ? [ax, ay, bx, by, cx, cy] : [ax, ay, cx, cy, bx, by];
    const [px, py] = [BigInt(256 * x + 128), BigInt(256 * y + 128)];
    for (let k = 0; k < 6; k += 2) {
      const [x0, y0, x1, y1] = [corners[k], corners[k + 1], corners[(k + 2) % 6], corners[(k + 3) % 6]];
      const side = (x1 - x0) * (py - y0) - (y1 - y0) * (px - x0);
      const topLeft = y1 < y0 || (y1 === y0 && x1 > x0);
      if (side < 0n || (side === 0n && !topLeft)) return 0;
    }
    return area < 0n ? 1 : -1;
  }

  const half = (random: Random, reach: number) => Math.round((random() - 0.5) * 4 * reach) / 2 + 12;
  const sources: [string, (random: Random) => number][] = [
    ['on half pixels, so that edges run through centres', (random) => half(random, 12)],
    ['anywhere', (random) => (random() - 0.25) * 48],
    ['large', (random) => half(random, 2000)],
    ['up to the guard', (random) => half(random, 2 ** 15)],
    ['far beyond the guard', (random) => half(random, random() < 0.5 ? 12 : 1e12)],
  ];
  for (const [name, coordinate] of sources)
    test(`faces ${name}: like whole numbers say, seed 4`, () => {
      const random = seeded(4);
      const size = 24;
      let covered = 0;
      for (let round = 0; round < 150; round++) {
        const xy = Array.from({ length: 6 }, () => coordinate(random));
        const face = body({ positions: [xy[0], xy[1], 0.5, xy[2], xy[3], 0.5, xy[4], xy[5], 0.5] });
        const planes = createPlanes(size, size);
        draw(planes, single(pixelView(size)), 'faces', [{ body: face }], COUNT);
        const wanted = Array.from(
          planes.stencil,
          (_, at) => (covers(xy, at % size, Math.floor(at / size)) + 256) % 256,
        );
        expect(Array.from(planes.stencil)).toEqual(wanted);
        covered += wanted.filter((w) => w !== 0).length;
      }
      expect(covered).toBeGreaterThan(1000);
    });

  test('a sheet larger than all pixels has the depth of its plane, however far its corners', () => {
    for (const reach of [100, 1e4, 1e6]) {
      const planes = createPlanes(64, 64);
      const slope = 1 / 128;
      const wide = sheet(-reach, -reach, reach, reach, 0.25 - reach * slope, slope);
      draw(planes, single(pixelView(64)), 'faces', [{ body: wide }], { writeDepth: true });
      for (let at = 0; at < 64 * 64; at++) expect(planes.depth[at]).toBeCloseTo(0.25 + ((at % 64) + 0.5) * slope, 6);
    }
  });

  test('a face on edge to the rays covers nothing', () => {
    const wall = body({ positions: [2, 0, 0.2, 2, 8, 0.2, 2, 4, 0.9] });
    expect(draw(createPlanes(8, 8), single(pixelView(8)), 'faces', [{ body: wall }], {})).toBe(false);
  });
});

describe('closed solids', () => {
  const machine = createCpuMachine();

  for (const seed of [5, 6, 7])
    test(`entries less exits leave 0 everywhere, seed ${seed}`, async () => {
      const random = seeded(seed);
      for (const shape of [bumpySphere({ segments: 60 }), torus(), uvSphere({ segments: 5, rings: 3 })]) {
        const solid = body(shape, { pose: multiply(randomRotation(random), scaling(3, 1, seed === 6 ? -1 : 1)) });
        // The whole solid in depth, a part of it across.
        const whole = fitView({ min: [-4, -4, -4], max: [4, 4, 4] }, { direction: [1, 2, 3], resolution: 96 });
        const stencil = await machine.run(single({ ...whole, columns: 150 }), async (frame) => {
          frame.draw('faces', [{ body: solid }], COUNT);
          return frame.read('stencil');
        });
        expect(stencil.every((value) => value === 0)).toBe(true);
      }
    });

  test('least and greatest depths of a ball lie between those of the spheres around and inside it', async () => {
    const shape = uvSphere({ radius: 1, segments: 160, rings: 80 });
    const inner = Math.cos(Math.PI / 160) * Math.cos(Math.PI / 160);
    const view = fitView({ min: [-1, -1, -1.25], max: [1, 1, 1.25] }, { direction: [0, 0, 1], resolution: 101 });
    const [least, greatest] = await machine.run(single(view), async (frame) => {
      const ball = [{ body: body(shape) }];
      frame.draw('faces', ball, { depth: 'less', writeDepth: true });
      frame.keep();
      frame.clear({ depth: 0 });
      frame.draw('faces', ball, { depth: 'greater', writeDepth: true });
      return [await frame.read('kept'), await frame.read('depth')];
    });
    let tested = 0;
    for (let at = 0; at < 101 * 101; at++) {
      const r2 = ((2 * ((at % 101) + 0.5)) / 101 - 1) ** 2 + ((2 * (Math.floor(at / 101) + 0.5)) / 101 - 1) ** 2;
      if (r2 > 0.95 ** 2) continue;
      const [outside, inside] = [Math.sqrt(1 - r2) / 2.5, Math.sqrt(inner * inner - r2) / 2.5];
      expect(0.5 - least[at]).toBeLessThan(outside + 1e-6);
      expect(0.5 - least[at]).toBeGreaterThan(inside - 1e-6);
      expect(greatest[at] - 0.5).toBeLessThan(outside + 1e-6);
      expect(greatest[at] - 0.5).toBeGreaterThan(inside - 1e-6);
      tested++;
    }
    expect(tested).toBeGreaterThan(7000);
  });
});

describe('depth peeling brings the layers of the lists, one after the other, to the bit', () => {
  /** Front to back: the least depth beyond the kept one, until nothing passes. */
  async function peel(frame: Frame, bodies: readonly Body[]) {
    const drawn = bodies.map((body) => ({ body }));
    const layers: { depth: Float32Array; id: Uint32Array }[] = [];
    for (let most = 64; most > 0; most--) {
      frame.clear({ depth: 1, id: 0 });
      const beyondKept = layers.length > 0;
      const pass = frame.draw('faces', drawn, { depth: 'less', writeDepth: true, id: 'face', beyondKept });
      if (!(await frame.passed())[pass]) return layers;
      frame.keep();
      layers.push({ depth: await frame.read('depth'), id: await frame.read('id') });
    }
    throw new Error('peeling does not end');
  }

  function expectLayers(layers: Awaited<ReturnType<typeof peel>>, lists: LayerLists): void {
    const { first, depth, name } = lists;
    let deepest = 0;
    for (let p = 0; p + 1 < first.length; p++) {
      const depths = Array.from(new Set(depth.subarray(first[p], first[p + 1]))).filter((z) => z < 1);
      deepest = Math.max(deepest, depths.length);
      expect(layers.map((layer) => layer.depth[p]).filter((z) => z < 1)).toEqual(depths);
      layers.slice(0, depths.length).forEach((layer, k) => {
        const faces = Array.from(name.subarray(first[p], first[p + 1])).filter(
          (_, i) => depth[first[p] + i] === depths[k],
        );
        expect(faces.map((n) => faceOf(n, lists) + 1)).toContain(layer.id[p]);
        expect(slotOf(faces[0], lists)).toBeLessThan(lists.slotCount);
      });
    }
    expect(layers.length).toBe(deepest);
  }

  const far = body(
    { positions: [0, 0, -0.4, 1, 0, 0, -1, 1, 0.1, -1, -1, 0.2], indices: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] },
    { pose: scaling(4000, 3000, 1) },
  );
  for (const loops of ['plain', 'wasm'] as const)
    for (const seed of [8, 9])
      test(`two solids and a huge thin one, cut by the near and the far plane, ${loops} loops, seed ${seed}`, async () => {
        const random = seeded(seed);
        const knot = body(torus({ segments: 40, sides: 16 }), { pose: randomRotation(random) });
        const ball = body(bumpySphere({ segments: 50 }), {
          pose: multiply(translation(0.4, 0.2, 0.1), multiply(randomRotation(random), scaling(1.5, 0.1, -0.7))),
        });
        const view = fitView(
          { min: [-1, -1, -0.9], max: [1, 1, 0.9] },
          { direction: [0.1, 0.2, 1], resolution: [60, 44] },
        );
        await createCpuMachine({ loops }).run(single(view), async (frame) => {
          const bodies = [knot, ball, far];
          frame.lists(bodies.map((body) => ({ body })));
          const lists = await frame.read('lists');
          expectLayers(await peel(frame, bodies), lists);
        });
      });

  test('walls that lean by little: slopes of many depth ranges per pixel, seed 11', async () => {
    const random = seeded(11);
    const walls = Array.from({ length: 400 }, () => {
      const [x, y, angle, lean] = [random() * 40, random() * 40, random() * 7, 10 ** (-3 * random())];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const corner = (u: number, z: number) => [x + c * u - s * lean * z, y + s * u + c * lean * z, z];
      return body({ positions: [...corner(-30, 0.1), ...corner(30, 0.15), ...corner(random() * 9, 0.9)] });
    });
    await createCpuMachine().run(single(pixelView(40)), async (frame) => {
      frame.lists(walls.map((body) => ({ body })));
      const lists = await frame.read('lists');
      expect(lists.depth.length).toBeGreaterThan(300);
      expectLayers(await peel(frame, walls), lists);
    });
  });
});
