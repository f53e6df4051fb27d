import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import type { Interference } from '../../src/interferenceReport.js';
import { rotation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { randomRigid } from '../support/randomPose.js';
import { ask, at, cube, cuboid, hollowCube, insideOut, joined, kindOf, mapped, moved, pairOf } from './bodies.js';

const block = box({ size: 2 });
const faces = [...Array(12).keys()];

/** Overlaps `block` in a unit cube. */
const other = (): Body => cuboid([0, 0, 0], [2, 2, 2], { name: 'other' });

const without = ({ positions, indices }: Mesh, ...missing: number[]): Mesh =>
  mesh(
    positions,
    Array.from(indices).filter((_, i) => !missing.includes(Math.floor(i / 3))),
  );

const withFaces = ({ positions, indices }: Mesh, ...more: number[]): Mesh => mesh(positions, [...indices, ...more]);

const faceOf = ({ indices }: Mesh, face: number): number[] => Array.from(indices.slice(3 * face, 3 * face + 3));

const codes = ({ diagnostics }: Interference, index = 0): string[] =>
  diagnostics.filter((one) => one.index === index).map(({ code }) => code);

const soup = ({ positions, indices }: Mesh): Mesh =>
  mesh(Array.from(indices).flatMap((v) => Array.from(positions.slice(3 * v, 3 * v + 3))));

describe('an open body', () => {
  /** The open body, one that overlaps it, and a pair that has nothing to do with it. */
  const scene = (shape: Mesh): Body[] => [
    body(shape, { name: 'open' }),
    other(),
    cube(1, at(10), 'c'),
    cube(1, at(10.75), 'd'),
  ];

  it.each(faces)('a box without its triangle %i is diagnosed, and the other pairs are answered', async (face) => {
    const report = await ask(scene(without(block, face)));
    const [{ code, count, message, body: name }] = report.diagnostics;
    expect({ code, name }).toEqual({ code: 'open', name: 'open' });
    expect(message).toMatch(
      /^open: the surface has open edges \(3 of 18\)\. .* Of \d+ rays that meet it along the axes, \d+ do not leave it as often as they enter; such rays are put aside\.$/,
    );
    expect(count).toBeGreaterThan(0);
    expect(report.diagnostics).toHaveLength(1);
    expect(report.pairs.at(-1)).toMatchObject({ kind: 'hard', a: 'c', b: 'd', indices: [2, 3], undecidedRays: 0 });
    expect(report.pairs.at(-1)!.volume).toBeCloseTo(0.25, 6);
    // Rays that enter without leaving count for nothing; they can hide all of the overlap's depth.
    const found = pairOf(report)!;
    const [across, down] = found.measured.pixelSize;
    const hidden = found.undecidedRays * across * down; // the overlap is 1 deep
    expect(found.volume).toBeGreaterThanOrEqual(1 - hidden - found.volumeError);
    expect(found.volume).toBeLessThan(1 + 1e-6);
  });

  it('tells a number of rays wherever the hole is', async () => {
    for (const face of faces) {
      const [{ count }] = (await ask([body(without(block, face)), other()])).diagnostics;
      expect(count).toBeGreaterThan(0);
    }
  });

  // All rays of the first view go through the missing side.
  it('without a whole side still overlaps what stands in it', async () => {
    const kinds: string[] = [];
    for (const side of [0, 1, 2, 3, 4, 5])
      kinds.push(kindOf(await ask([body(without(block, 2 * side, 2 * side + 1)), other()])));
    expect(kinds).toEqual(Array(6).fill('hard'));
  });

  it('is diagnosed alone, and as often as it is given', async () => {
    const open = body(without(block, 9), { name: 'lid' });
    expect((await ask([open])).diagnostics).toMatchObject([{ code: 'open', body: 'lid', index: 0 }]);
    expect((await ask([open, cube(1, at(9)), open])).diagnostics).toMatchObject([
      { code: 'open', index: 0 },
      { code: 'open', index: 2 },
    ]);
  });

  it('is forgiven holes that no ray meets: T-junctions', async () => {
    // One triangle is cut in two at the middle of an edge, its neighbour is not.
    const [a, b, c] = faceOf(block, 0);
    const middle = [0, 1, 2].map((k) => (block.positions[3 * a + k] + block.positions[3 * b + k]) / 2);
    const m = block.positions.length / 3;
    const rest = faces.slice(1).flatMap((face) => faceOf(block, face));
    const cut = mesh([...block.positions, ...middle], [...rest, a, m, c, m, b, c]);
    const report = await ask([body(cut), other()]);
    expect(kindOf(report)).toBe('hard');
    expect(pairOf(report)).toMatchObject({ undecidedRays: 0 });
    expect(pairOf(report)!.volume).toBeCloseTo(1, 6);
    expect(report.diagnostics).toMatchObject([{ code: 'open', count: 0 }]);
  });
});

describe('an inside-out body', () => {
  it('is diagnosed, and measured as if it were not', async () => {
    const turned = body(insideOut(block));
    const report = await ask([turned, other()]);
    expect(report.diagnostics).toMatchObject([{ code: 'inside-out', index: 0, count: 12 }]);
    expect(report.diagnostics[0].message).toContain('reverse the order of the vertices of every face');
    expect(kindOf(report)).toBe('hard');
    expect(pairOf(report)!.volume).toBeCloseTo(1, 6);
    expect(kindOf(await ask([turned, cube(1)]))).toBe('contained b');
    expect(kindOf(await ask([turned, cube(2)]))).toBe('duplicate');
    expect(kindOf(await ask([turned, cube(2, at(0, 0, 2))]))).toBe('touch');
    expect(kindOf(await ask([turned, body(insideOut(block), { pose: at(1) })]))).toBe('hard');
  });

  it('keeps its cavity', async () => {
    const shell = body(insideOut(hollowCube(4, 2)));
    expect(codes(await ask([shell]))).toEqual(['inside-out']);
    expect(kindOf(await ask([shell, cube(1)]))).toBe('none');
    expect(kindOf(await ask([shell, cube(1, at(1.5))]))).toBe('contained b');
  });
});

describe('faces that do not fit', () => {
  it.each(faces)('triangle %i looks the other way: diagnosed, and the volume is right (seed 61)', async (face) => {
    const flipped = block.indices.slice();
    flipped.set(faceOf(block, face).reverse(), 3 * face);
    const shape = mesh(block.positions, flipped);
    const random = seeded(61);
    for (const motion of [at(0), randomRigid(random, 5)]) {
      const report = await ask([body(shape), other()].map((one) => moved(one, motion)));
      expect(report.diagnostics).toMatchObject([{ code: 'flipped', count: 3 }]);
      expect(kindOf(report)).toBe('hard');
      expect(Math.abs(pairOf(report)!.volume - 1)).toBeLessThan(pairOf(report)!.volumeError);
    }
    expect(kindOf(await ask([body(shape), cube(1)]))).toBe('contained b');
  });

  it('triangles without area change nothing', async () => {
    const [a, b] = faceOf(block, 0);
    const middle = [0, 1, 2].map((k) => (block.positions[3 * a + k] + block.positions[3 * b + k]) / 2);
    const onEdge = mesh([...block.positions, ...middle], [...block.indices, a, 8, b]);
    for (const shape of [withFaces(block, a, a, b, 3, 3, 3), onEdge]) {
      const report = await ask([body(shape), other()]);
      expect(kindOf(report)).toBe('hard');
      expect(pairOf(report)!.volume).toBeCloseTo(1, 6);
    }
    expect(codes(await ask([body(onEdge)]))).toContain('degenerate');
  });

  // A ray enters by both copies and leaves once.
  it('a triangle given twice changes nothing', async () => {
    for (const face of faces) {
      const report = await ask([body(withFaces(block, ...faceOf(block, face))), other()]);
      expect(codes(report)).toContain('duplicate');
      expect(kindOf(report)).toBe('hard');
      expect(pairOf(report)!.volume).toBeCloseTo(1, 6);
    }
  });

  it('a triangle and its reverse on top of another change nothing', async () => {
    for (const face of faces) {
      const [a, b, c] = faceOf(block, face);
      const report = await ask([body(withFaces(block, a, b, c, a, c, b)), other()]);
      expect(kindOf(report)).toBe('hard');
      expect(pairOf(report)!.volume).toBeCloseTo(1, 6);
    }
  });

  it('triangles that share no vertices are joined by their places (seed 62)', async () => {
    const motion = randomRigid(seeded(62), 5);
    for (const [shape, volume] of [
      [block, 1],
      [hollowCube(2, 1), 1 - 0.125],
    ] as const) {
      const report = await ask([body(soup(shape)), other()].map((one) => moved(one, motion)));
      expect(report.diagnostics).toEqual([]);
      expect(kindOf(report)).toBe('hard');
      expect(Math.abs(pairOf(report)!.volume - volume)).toBeLessThan(pairOf(report)!.volumeError);
    }
    const ball = icoSphere();
    expect(kindOf(await ask([body(soup(ball)), body(ball)]))).toBe('duplicate');
  });
});

describe('a body that overlaps itself', () => {
  const twice = joined(block, mapped(block, at(1)));

  it('is diagnosed, makes no pair with itself, and counts once', async () => {
    const report = await ask([body(twice, { name: 'two' }), cuboid([-2, -2, -2], [4, 0.5, 0.5])]);
    expect(report.pairs).toHaveLength(1);
    expect(report.pairs[0].indices).toEqual([0, 1]);
    expect(report.pairs[0].volume).toBeCloseTo(3 * 1.5 * 1.5, 5);
    const [{ code, body: name, count, message }] = report.diagnostics;
    expect({ code, name }).toEqual({ code: 'self-overlap', name: 'two' });
    expect(message).toBe(
      `self-overlap: parts of the body overlap each other (on ${count} rays). They count once: a point in several of them is inside.`,
    );
    // Along the three axes, of 64² rays each.
    expect(count).toBeGreaterThan((3 * 64 ** 2) / 4);
    expect(count).toBeLessThan((3 * 64 ** 2) / 1.5);
  });

  it('is diagnosed alone, and beside others', async () => {
    const alone = await ask([body(twice)]);
    expect(alone.pairs).toEqual([]);
    expect(codes(alone)).toEqual(['self-overlap']);
    expect(codes(await ask([body(twice), cuboid([-2, -2, -2], [-0.5, 0, 0])]))).toEqual(['self-overlap']);
  });

  it('is not one whose parts touch (seed 63)', async () => {
    const random = seeded(63);
    const around = cuboid([-9, -9, -9], [9, 9, 9]);
    const parts = joined(block, mapped(block, at(2)), mapped(block, at(0, 2, 1)), mapped(cube(1).mesh, at(0, 0, 1.5)));
    for (let k = 0; k < 10; k++) {
      const motion = k === 0 ? rotation([0, 0, 1], 0) : randomRigid(random, 1);
      for (const one of [body(parts, { pose: motion }), body(mapped(parts, motion))]) {
        const report = await ask([one, around]);
        expect(report.diagnostics).toEqual([]);
        expect(kindOf(report)).toBe('contained a');
        expect(Math.abs(pairOf(report)!.volume - 25)).toBeLessThan(pairOf(report)!.volumeError);
      }
    }
  });
});
