import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { multiply, rotation, scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { randomRigid } from '../support/randomPose.js';
import { ask, at, baked, cube, cuboid, kindOf, moved, pairOf } from './bodies.js';

describe('tolerance', () => {
  const pressed = (size: number, depth: number): Body[] => [
    cuboid([0, 0, 0], [size, size, size]),
    cuboid([size - depth, 0.1 * size, 0], [2 * size, 1.2 * size, size]),
  ];

  it.each([0.01, 0.1, 1, 10, 1000])('is a length and no share: bodies %f large', async (size) => {
    expect(kindOf(await ask(pressed(size, 0.0019), { tolerance: 0.002 }))).toBe('touch');
    expect(kindOf(await ask(pressed(size, 0.0021), { tolerance: 0.002 }))).toBe('hard');
    expect(kindOf(await ask(pressed(size, 0.0019)))).toBe('hard');
    expect(kindOf(await ask(pressed(size, 0.0019), { tolerance: 0 }))).toBe('hard');
  });

  it('holds for bodies turned and shifted (seed 51)', async () => {
    const random = seeded(51);
    for (let k = 0; k < 10; k++) {
      const motion = randomRigid(random, 10);
      const turned = (depth: number) => pressed(1, depth).map((one) => moved(one, motion));
      expect(kindOf(await ask(turned(0.0019), { tolerance: 0.002 }))).toBe('touch');
      expect(kindOf(await ask(turned(0.0021), { tolerance: 0.002 }))).toBe('hard');
    }
  });

  // The walls stand aslant in the bodies' own coordinates: no box tells how they stand.
  it('holds for bodies turned and shifted, with all vertices mapped (seed 51)', async () => {
    const random = seeded(51);
    const kinds = new Set<string>();
    for (let k = 0; k < 10; k++) {
      const motion = randomRigid(random, 10);
      const turned = pressed(1, 0.0019).map((one) => baked(moved(one, motion)));
      kinds.add(kindOf(await ask(turned, { tolerance: 0.002, views: 3 })));
    }
    expect([...kinds]).toEqual(['touch']);
  });

  it('a touch within the tolerance still tells its volume and where it is', async () => {
    const found = pairOf(await ask(pressed(1, 0.001), { tolerance: 0.002 }))!;
    expect(found.kind).toBe('touch');
    expect(found.volume).toBeCloseTo(0.0009, 7);
    expect(found.depthAlongView).toBeCloseTo(0.001, 7);
    expect(found.point![0]).toBeCloseTo(0.9995, 6);
  });

  it('makes no contact of a gap', async () => {
    expect(kindOf(await ask([cube(1), cube(1, at(1.001))], { tolerance: 0.01 }))).toBe('none');
    const balls = [body(icoSphere()), body(icoSphere(), { pose: at(1.2, 1.2, 1.2) })];
    expect(kindOf(await ask(balls, { tolerance: 0.5 }))).toBe('none');
  });

  it('leaves bodies alone that lie wholly in others', async () => {
    expect(kindOf(await ask([cube(2), cube(0.5)], { tolerance: 0.01 }))).toBe('contained b');
    expect(kindOf(await ask([cube(2), cube(2)], { tolerance: 0.01 }))).toBe('duplicate');
  });
});

describe('views', () => {
  it('three of them: the thinnest depth, along whichever', async () => {
    const [a, b] = [cuboid([0, 0, 0], [3, 3, 3]), cuboid([2, 1, 1], [5, 2.5, 2.2])];
    const one = pairOf(await ask([a, b]))!;
    const three = pairOf(await ask([a, b], { views: 3 }))!;
    expect(one.measured.viewCount).toBe(1);
    expect(three.measured.viewCount).toBe(3);
    for (const { kind, volume, depthAlongView } of [one, three]) {
      expect(kind).toBe('hard');
      expect(volume).toBeCloseTo(1.8, 5);
      expect(depthAlongView).toBeCloseTo(1, 6);
    }
    // Faces of all sides that bound the overlap: A's at x = 3; B's other five.
    expect(one.faces.a).toHaveLength(2);
    expect(one.faces.b).toHaveLength(2);
    expect(three.faces.a).toHaveLength(2);
    expect(three.faces.b).toHaveLength(10);
  });

  it('three of them find a way through that the boxes do not show', async () => {
    // A plate 0.1 thick, aslant by 30° and mapped into its vertices: its box is thinnest along z, the plate along y.
    const plate = baked(cuboid([-2, -0.05, -0.6], [2, 0.05, 0.6], { pose: rotation([0, 0, 1], Math.PI / 6) }));
    const block = cuboid([-3, -3, -3], [3, 3, 3]);
    expect(pairOf(await ask([plate, block]))!.depthAlongView).toBeCloseTo(1.2, 5);
    const report = await ask([plate, block], { views: 3 });
    expect(kindOf(report)).toBe('contained a');
    expect(pairOf(report)!.depthAlongView).toBeCloseTo(0.1 / Math.cos(Math.PI / 6), 5);
    expect(Math.abs(pairOf(report)!.direction[1])).toBe(1);
  });

  it('no body is inside another that sticks out in any of three views', async () => {
    const fin = cuboid([-0.1, -0.1, -5], [0.1, 0.1, 5]);
    expect(kindOf(await ask([cube(4), fin], { views: 3 }))).toBe('hard');
    expect(kindOf(await ask([cube(4), moved(fin, scaling(1, 1, 0.3))], { views: 3 }))).toBe('contained b');
  });
});

describe('direction', () => {
  const pair = (): Body[] => [cuboid([0, 0, 0], [4, 3, 2]), cuboid([2.5, 2, -1], [6, 5, 3])];
  const unit = (v: Vec3): Vec3 => v.map((x) => x / Math.hypot(...v)) as unknown as Vec3;

  it.each([
    [[1, 0, 0], 1.5],
    [[0, -2, 0], 1],
    [[0, 0, 1e-3], 2],
    [[-1e9, 0, 0], 1.5],
  ] as const)('along %j the overlap is %f deep', async (direction, depth) => {
    const found = pairOf(await ask(pair(), { direction }))!;
    expect(found.kind).toBe('hard');
    expect(found.depthAlongView).toBeCloseTo(depth, 6);
    expect(found.volume).toBeCloseTo(3, 5);
    expect(found.direction).toEqual(unit(direction).map((x) => x + 0));
  });

  it('aslant: the volume stays, and the depth is that of the diagonal', async () => {
    const found = pairOf(await ask(pair(), { direction: [1.5, 1, 2], resolution: 256 }))!;
    expect(Math.abs(found.volume - 3)).toBeLessThan(Math.min(found.volumeError, 0.03));
    const diagonal = Math.hypot(1.5, 1, 2);
    expect(found.depthAlongView).toBeLessThanOrEqual(diagonal + 1e-5);
    expect(found.depthAlongView).toBeGreaterThan(0.97 * diagonal);
  });

  it('across a contact, aslant or square, bodies touch (seed 52)', async () => {
    const random = seeded(52);
    const [a, b] = [cube(2), cuboid([1, -0.5, -0.5], [2, 0.5, 0.5])];
    for (let k = 0; k < 20; k++) {
      const direction: Vec3 = [1, 2 * random() - 1, 2 * random() - 1];
      expect(kindOf(await ask([a, b], { direction }))).toBe('touch');
    }
  });

  it('given, with three views: that one and two square to it', async () => {
    const { measured } = pairOf(await ask(pair(), { direction: [1, 1, 0], views: 3 }))!;
    expect(measured.viewCount).toBe(3);
    expect(measured.limit).toContain('(0.707, 0.707, 0)');
  });
});

describe('many bodies', () => {
  const names = [...'abcdefghij'];

  it('in a row: just the pairs of neighbours, in order', async () => {
    const row = names.map((name, k) => cube(1, at(0.9 * k), name));
    const { pairs, cleared } = await ask(row);
    expect(pairs.map(({ indices }) => indices)).toEqual(names.slice(1).map((_, k) => [k, k + 1]));
    expect(pairs.map(({ a, b }) => a + b)).toEqual(['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi', 'ij']);
    expect(cleared).toEqual([]);
    for (const { kind, volume } of pairs) {
      expect(kind).toBe('hard');
      expect(volume).toBeCloseTo(0.1, 6);
    }
  });

  it('in a row, given in any order, along any axis: pairs by their places in the list', async () => {
    const order = [7, 2, 9, 4, 0, 5, 1, 8, 3, 6];
    for (const axis of [0, 1, 2]) {
      const place = (k: number) => [0, 1, 2].map((i) => (i === axis ? 0.9 * k : 0)) as [number, number, number];
      const { pairs } = await ask(order.map((k) => cube(1, at(...place(k)), names[k])));
      const expected = order
        .flatMap((p, i) => order.map((q, j) => [i, j, Math.abs(p - q)]).filter(([, j, d]) => i < j && d === 1))
        .map(([i, j]) => [i, j]);
      expect(pairs.map(({ indices }) => indices)).toEqual(expected);
      for (const { a, b, indices } of pairs) expect([a, b]).toEqual(indices.map((i) => names[order[i]]));
    }
  });

  it('each pair is told as if it were asked alone (seed 53)', async () => {
    const random = seeded(53);
    const bodies = names.map((name, k) => {
      const shape = k % 2 ? cube(1).mesh : icoSphere({ radius: 0.6, subdivisions: 2 });
      return body(shape, { name, pose: multiply(randomRigid(random, 0.8), scaling(0.5 + random())) });
    });
    const together = await ask(bodies);
    for (let i = 0; i < bodies.length; i++)
      for (let j = i + 1; j < bodies.length; j++) {
        const alone = pairOf(await ask([bodies[i], bodies[j]]));
        expect(pairOf(together, i, j)).toEqual(alone && { ...alone, indices: [i, j] });
      }
  });

  it('each once, with the machine and the time it took', async () => {
    const { machine, timings, groups } = await ask([cube(1), cube(1, at(0.5))]);
    expect(machine).toContain('CPU');
    expect(timings.wallMs).toBeGreaterThan(0);
    expect(Object.values(timings.stagesMs).every((ms) => ms >= 0)).toBe(true);
    expect(groups).toEqual([]);
  });
});
