import { describe, expect, it } from 'vitest';
import { SOLIDS } from '../scenes/solids.js';
import { type Body, body } from '../src/body.js';
import { interference } from '../src/interference.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, scaling, translation } from '../src/math/affine.js';
import { randomRotation, seeded } from '../src/math/random.js';
import { inspect } from '../src/mesh/inspect.js';
import { massProperties } from '../src/mesh/mass.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { torus } from '../src/mesh/shapes/torus.js';
import { type OverlapMeshOptions, overlapMesh } from '../src/overlapMesh.js';
import * as surface from '../src/surface/surfaces.js';
import { between } from './support/randomPose.js';

const machine = createCpuMachine();
const ask = (a: Body, b: Body, options: OverlapMeshOptions = {}) => overlapMesh(a, b, { machine, ...options });

const cuboid = (min: readonly number[], max: readonly number[]): Mesh => {
  const { positions, indices } = box({ size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] });
  return { positions: positions.map((c, i) => c + (min[i % 3] + max[i % 3]) / 2), indices };
};

const joined = (...meshes: readonly Mesh[]): Mesh => {
  const positions = Float64Array.from(meshes.flatMap((mesh) => [...mesh.positions]));
  let first = 0;
  const indices = meshes.flatMap((mesh) => {
    const from = first;
    first += mesh.positions.length / 3;
    return [...mesh.indices].map((v) => v + from);
  });
  return { positions, indices: Uint32Array.from(indices) };
};

const turnedOver = ({ positions, indices }: Mesh): Mesh => ({ positions, indices: indices.toReversed() });

const ball = (x: number, radius = 1): Body =>
  body(icoSphere({ subdivisions: 5 }), { pose: multiply(translation(x, 0.1, 0.05), scaling(radius)) });

const middleOf = ({ positions, indices }: Mesh, f: number): number[] =>
  [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, k) => sum + positions[3 * indices[3 * f + k] + c] / 3, 0));

/** The volume of two unit balls' lens. */
const lens = (distance: number): number => (Math.PI * (4 + distance) * (2 - distance) ** 2) / 12;

describe('the volume of an overlap as a mesh', () => {
  const pairs: readonly [string, () => [Body, Body]][] = [
    ['two balls', () => [ball(0), ball(1.2)]],
    [
      'two boxes, turned',
      () => [
        body(box()),
        body(box(), { pose: multiply(translation(0.4, 0.3, 0.2), rotation([0.6, 0.48, 0.64], 0.7)) }),
      ],
    ],
    [
      'a ring and a ball',
      () => [body(torus({ radius: 1, tubeRadius: 0.35, segments: 96, sides: 48 })), ball(0.8, 0.6)],
    ],
    ['a surface and a mesh', () => [body(surface.torus({ radius: 1, tubeRadius: 0.35 })), ball(0.8, 0.6)]],
  ];

  it.each(pairs)('comes near to that of interference: %s', async (_, pair) => {
    const [a, b] = pair();
    const [truth] = (await interference([a, b], { resolution: 1024, machine })).pairs;
    const errors: number[] = [];
    for (const resolution of [32, 64, 128, 256]) {
      const { mesh, volume } = await ask(a, b, { resolution });
      errors.push(Math.abs(massProperties(mesh!).volume / truth.volume - 1));
      expect(Math.abs(volume / truth.volume - 1)).toBeLessThan(1 / resolution);
    }
    errors.forEach((error, k) => {
      expect(error).toBeLessThan(0.02 / 2 ** k);
    });
  });

  it('is that of a lens, of one body inside another, and of a shell', async () => {
    const volumeOf = async (a: Body, b: Body) => massProperties((await ask(a, b)).mesh!).volume;
    expect(await volumeOf(ball(0), ball(1.1))).toBeCloseTo(lens(1.1), 2);
    const room = body(cuboid([-2, -2, -2], [2, 2, 2]));
    expect(await volumeOf(room, ball(0))).toBeCloseTo((4 / 3) * Math.PI, 1);
    const shell = body(
      joined(cuboid([-1, -1, -1], [1, 1, 1]), turnedOver(cuboid([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]))),
    );
    const { mesh, kind } = await ask(room, shell);
    expect(kind).toBe('contained');
    expect(massProperties(mesh!).volume).toBeCloseTo(7, 2);
    expect(inspect(mesh!)).toMatchObject({ components: 2, eulerCharacteristic: 4, diagnostics: [] });
  });

  it('counts what a body has twice once', async () => {
    const twice = body(joined(cuboid([0, 0, 0], [2, 1, 1]), cuboid([1, 0, 0], [3, 1, 1])));
    const { mesh } = await ask(twice, body(cuboid([-1, -1, 0.25], [4, 2, 0.75])));
    expect(massProperties(mesh!).volume).toBeCloseTo(1.5, 2);
    expect(inspect(mesh!).components).toBe(1);
  });
});

describe('an overlap so thin that the first rays meet a part of it', () => {
  /** A needle's point, from z = 0 to 1, which runs out at (1, 0.9): as wide as this at y = 0. */
  const point = (width: number): Mesh => ({
    positions: Float64Array.of(0, 0, 0, 1, 0.9, 0, width, 0, 0, 0, 0, 1, 1, 0.9, 1, width, 0, 1),
    indices: Uint32Array.of(0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 2, 5, 3, 2, 3, 0),
  });
  const slab = body(box({ size: [4, 4, 0.5] }), { pose: translation(0.5, 0.5, 0.5) });

  for (const [width, resolution] of [
    [0.01, 128],
    [0.02, 64],
    [0.04, 32],
  ] as const)
    it(`is followed to where it ends: ${width} wide, ${resolution} rays`, async () => {
      const { mesh, volume } = await ask(body(point(width)), slab, { resolution, direction: [0, 0, 1] });
      const whole = (0.9 * width * 0.5) / 2;
      expect(volume / whole).toBeGreaterThan(0.99);
      expect(volume / whole).toBeLessThan(1.01);
      expect(inspect(mesh!).closed).toBe(true);
    });
});

describe('the mesh of an overlap', () => {
  it('is closed and clean, whatever overlaps (seeds 1 to 60)', async () => {
    let found = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed);
      const [a, b] = [0, 1].map(() => {
        const { name, coarse } = SOLIDS[Math.floor(random() * SOLIDS.length)];
        const [x, y, z] = [0, 1, 2].map(() => between(random, -0.45, 0.45));
        const turn = multiply(randomRotation(random), scaling(between(random, 0.4, 1.4)));
        return body(coarse, { name, pose: multiply(translation(x, y, z), turn) });
      });
      const { mesh, side, volume } = await ask(a, b, { resolution: [16, 24, 40][seed % 3] });
      if (!mesh) continue;
      found++;
      const facts = inspect(mesh);
      expect(facts, `seed ${seed}: ${a.name}, ${b.name}`).toMatchObject({ closed: true, diagnostics: [] });
      expect(side.length).toBe(facts.triangles);
      expect(facts.signedVolume).toBeGreaterThan(0.75 * volume);
    }
    expect(found).toBeGreaterThan(50);
  });

  it('has as many pieces as the overlap, and its holes', async () => {
    const ring = body(torus({ radius: 1, tubeRadius: 0.3, segments: 64, sides: 32 }));
    const bar = body(cuboid([-2, -0.2, -0.2], [2, 0.2, 0.2]));
    expect(inspect((await ask(ring, bar)).mesh!)).toMatchObject({ components: 2, eulerCharacteristic: 4 });
    const slab = body(cuboid([-2, -2, -0.1], [2, 2, 0.1]));
    expect(inspect((await ask(ring, slab)).mesh!)).toMatchObject({ components: 1, eulerCharacteristic: 0 });
  });

  it('lies within both bodies, but for a pixel', async () => {
    const { mesh, pixelSize } = await ask(ball(0), ball(1.2));
    const { positions } = mesh!;
    let farthest = 0;
    for (let i = 0; i < positions.length; i += 3)
      for (const x of [0, 1.2])
        farthest = Math.max(farthest, Math.hypot(positions[i] - x, positions[i + 1] - 0.1, positions[i + 2] - 0.05));
    expect(farthest).toBeLessThan(1 + Math.hypot(...pixelSize));
  });

  it('tells on whose surface its faces lie: a lens has a half of each', async () => {
    const { mesh, side, pixelSize } = await ask(ball(0), ball(1.2));
    const counts = [0, 0, 0];
    let farthest = 0;
    for (let f = 0; f < side.length; f++) {
      counts[side[f]]++;
      const [x, y, z] = middleOf(mesh!, f);
      farthest = Math.max(farthest, Math.abs(Math.hypot(x - 1.2 * side[f], y - 0.1, z - 0.05) - 1));
    }
    expect(farthest).toBeLessThan(2 * Math.max(...pixelSize));
    expect(counts[2]).toBe(0);
    expect(Math.abs(counts[0] / counts[1] - 1)).toBeLessThan(0.05);
  });

  it('tells on whose surface its faces lie: of a bar through a slab, the ends are the slab’s, and the walls the bar’s', async () => {
    const slab = body(cuboid([-2, -2, 0], [2, 2, 0.2]));
    const bar = body(cuboid([-0.3, -0.2, -1], [0.3, 0.2, 1]), { pose: rotation([0, 0, 1], 0.5) });
    const { mesh, side } = await ask(slab, bar, { resolution: 32 });
    for (let f = 0; f < side.length; f++) {
      const [, , z] = middleOf(mesh!, f);
      expect(side[f]).toBe(Math.abs(z - 0.1) > 0.0999 ? 0 : 1);
    }
    expect((await ask(body(cuboid([-2, -2, -2], [2, 2, 2])), ball(0))).side.every((whose) => whose === 1)).toBe(true);
  });

  it('shows overlaps thinner than a pixel', async () => {
    const needle = body(cuboid([0.1, 0.1, -1], [0.103, 0.9, 1]));
    const { mesh, volume } = await ask(body(cuboid([0, 0, 0], [1, 1, 1])), needle, {
      resolution: 64,
      direction: [0, 0, 1],
    });
    expect(volume).toBeCloseTo(0.0024, 4);
    expect(inspect(mesh!)).toMatchObject({ closed: true, components: 1 });
  });

  it('does not depend on where the bodies stand, nor on a mirror', async () => {
    const there = multiply(translation(1e5, -2e5, 3e5), rotation([0.6, 0.48, 0.64], 0.7));
    const mirror = multiply(there, scaling(-1, 1, 1));
    const volumes: number[] = [];
    for (const move of [there, mirror]) {
      const [a, b] = [ball(0), ball(1.2)];
      for (const one of [a, b]) one.pose = multiply(move, one.pose);
      const { mesh } = await ask(a, b, { resolution: 64 });
      expect(inspect(mesh!)).toMatchObject({ closed: true, diagnostics: [] });
      volumes.push(massProperties(mesh!).volume);
    }
    for (const volume of volumes) expect(volume / lens(1.2)).toBeCloseTo(1, 2);
  });

  it('is the same bytes each time', async () => {
    const [a, b] = [ball(0), ball(1.2)];
    const one = await ask(a, b, { resolution: 64 });
    const other = await ask(a, b, { resolution: 64, machine: createCpuMachine() });
    expect(other.mesh).toEqual(one.mesh);
    expect(other.side).toEqual(one.side);
  });
});

describe('without an overlap', () => {
  it('there is no mesh: apart, side by side, flush', async () => {
    const one = body(cuboid([0, 0, 0], [1, 1, 1]));
    const others: readonly [string, readonly number[], readonly number[]][] = [
      ['none', [3, 0, 0], [4, 1, 1]],
      ['touch', [1, 0, 0], [2, 1, 1]],
      ['touch', [0.25, 0.25, 1], [0.75, 0.75, 2]],
    ];
    for (const [kind, min, max] of others) {
      const found = await ask(one, body(cuboid(min, max)));
      expect(found).toMatchObject({ mesh: undefined, kind, volume: 0, stretches: 0, pixelSize: [0, 0], depthError: 0 });
      expect(found.side.length).toBe(0);
    }
  });

  it('says how it was looked for, unless nothing had to be looked at', async () => {
    const one = body(cuboid([0, 0, 0], [1, 1, 1]));
    expect((await ask(one, body(cuboid([3, 0, 0], [4, 1, 1])))).measured).toBeUndefined();
    const found = await ask(one, body(cuboid([0.5, 0, 0], [2, 1, 1])));
    expect(found.measured!.limit).toMatch(/^Nothing thicker than /);
    expect(found).toMatchObject({ kind: 'hard', undecidedRays: 0, machine: machine.name });
    expect(Math.max(...found.pixelSize)).toBeLessThanOrEqual(Math.max(...found.measured!.pixelSize));
  });
});

it('puts rays aside that do not leave an open body, and counts them', async () => {
  const { positions, indices } = cuboid([0, 0, 0], [1, 1, 1]);
  // Half of the top is missing.
  const isTop = (f: number) => [0, 1, 2].every((k) => positions[3 * indices[3 * f + k] + 2] === 1);
  const top = Array.from({ length: 12 }, (_, f) => f).find(isTop)!;
  const open = body({ positions, indices: indices.filter((_, i) => Math.floor(i / 3) !== top) });
  const bar = body(cuboid([0.25, 0.25, -1], [0.75, 0.75, 2]));
  const found = await ask(open, bar, { direction: [0, 0, 1] });
  expect(inspect(found.mesh!).closed).toBe(true);
  expect(massProperties(found.mesh!).volume).toBeCloseTo(0.125, 2);
  const { columns, rows } = found.measured!.view;
  expect(found.undecidedRays / (columns * rows)).toBeCloseTo(0.5, 1);
});

it('refuses what it cannot take', async () => {
  const one = body(box());
  const text = (options: unknown) => ask(one, body(box()), options as OverlapMeshOptions).catch((error) => `${error}`);
  expect(await text({ resolution: 0 })).toBe(
    'InputError: overlapMesh: the resolution is not a whole number from 1 to 8190 (0). Give the number of rays across the overlap.',
  );
  expect(await text({ machine: {} })).toBe(
    'InputError: overlapMesh: this is no machine (object). Give what open() returned.',
  );
  expect(await text({ direction: [0, 0, 0] })).toMatch(/the direction is zero/);
  await expect(overlapMesh(one, {} as Body, { machine })).rejects.toThrow('this is no body');
});
