import { ExtendedTriangle } from 'three-mesh-bvh';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUMPY_CONTACTS, bumpyPair } from '../scenes/bumpyPair.js';
import { type Body, body } from '../src/body.js';
import { cull } from '../src/cull.js';
import { InputError } from '../src/errors.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { sharedMachine } from '../src/machine/open.js';
import { type Affine, identity, multiply, scaling, translation } from '../src/math/affine.js';
import { randomRotation, seeded } from '../src/math/random.js';
import { type Mesh, mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { crossingFaces, expectCrossingKept, expectKept, moved } from './machine/touchingOracle.js';
import { describeGpu } from './support/gpu.js';
import { openGpu } from './support/openGpu.js';
import { between, pick, randomAffine, randomRigid, scaleBetween } from './support/randomPose.js';

const cube = (size: number, pose: Affine = identity()): Body => body(box({ size }), { pose });
const at = translation;

/** What holds on every machine. */
function keepsWhatTouches(machineOf: () => Machine, seeds: number, placements: number): void {
  const culled = (a: Body, b: Body, options: { clearance?: number; cells?: number } = {}) =>
    cull(a, b, { machine: machineOf(), ...options });

  for (let seed = 1; seed <= seeds; seed++)
    it(`every face that crosses one of the other body, ${placements} placements of two solids (seed ${seed})`, async () => {
      const crossing = await expectCrossingKept(machineOf(), seed, placements);
      expect(crossing).toBeGreaterThan(15 * placements);
    });

  it('a needle, down to a millionth of a cell thin, and the face it goes through (seed 5)', async () => {
    const random = seeded(5);
    for (let k = 0; k < 60; k++) {
      const thin = 10 ** -(3 + Math.floor(6 * random()));
      const needle = box({ size: [thin, thin, 6] });
      const [p, q] = [randomRigid(random, 0.2), randomRigid(random, 0.4)];
      const ball = icoSphere({ subdivisions: 3 });
      const pairs = crossingFaces(moved(needle, p), moved(ball, q));
      expect(pairs.length).toBeGreaterThan(0);
      expectKept(await culled(body(needle, { pose: p }), body(ball, { pose: q })), pairs, `${k}`);
    }
  });

  it('large faces by the thousand, for which cells are made larger (seed 9)', async () => {
    const random = seeded(9);
    const corner = () => between(random, -2, 2);
    const triangles = mesh(Float64Array.from({ length: 9 * 3000 }, corner));
    const ball = icoSphere({ subdivisions: 3 });
    const kept = await culled(body(triangles), body(ball));
    expect(kept.grid!.view.columns).toBeLessThan(64);
    expectKept(kept, crossingFaces(triangles, ball));
  });

  it('the faces that touch, however the boxes are turned (seed 3)', async () => {
    const random = seeded(3);
    for (let k = 0; k < 40; k++) {
      const turn =
        k === 0 ? identity() : randomRigid(random, pick(random, [0, 10, 1e5]), scaleBetween(random, 0.1, 10));
      // They share a part of a wall, of an edge, or a corner.
      const shift = at(1, pick(random, [0, 0.3, 1]), pick(random, [0, 0.6, 1]));
      const { a, b } = await culled(cube(1, turn), cube(1, multiply(turn, shift)));
      const wall = (x: number) => {
        const { positions, indices } = box({ size: 1 });
        const faces = Array.from({ length: indices.length / 3 }, (_, f) => f);
        return faces.filter((f) => [0, 1, 2].every((i) => positions[3 * indices[3 * f + i]] === x));
      };
      const [right, left] = [wall(0.5), wall(-0.5)];
      expect([right.length, left.length]).toEqual([2, 2]);
      const reaches = (kept: Uint32Array, faces: number[]) => faces.filter((f) => kept.includes(f)).length;
      // In a corner only one of the two triangles of a wall may touch.
      const most = shift[7] === 1 || shift[11] === 1 ? 1 : 2;
      expect(reaches(a, right)).toBeGreaterThanOrEqual(most);
      expect(reaches(b, left)).toBeGreaterThanOrEqual(most);
    }
  });

  it('of boxes that touch along a wall, not the opposite walls', async () => {
    const grid = box({ size: 1, segments: 4 });
    const { a, b } = await culled(body(grid), body(grid, { pose: at(1, 0, 0) }));
    const touches = (faces: Uint32Array, x: number) =>
      [...faces].every((f) => [0, 1, 2].some((k) => grid.positions[3 * grid.indices[3 * f + k]] === x));
    expect(touches(a, 0.5) && touches(b, -0.5)).toBe(true);
  });

  it('with a clearance every face that is nearer than it, by distances of triangles (seed 7)', async () => {
    const random = seeded(7);
    const shapes = [box({ size: 1 }), icoSphere({ subdivisions: 1 }), box({ size: [2, 0.1, 0.3], segments: 2 })];
    const [one, other] = [new ExtendedTriangle(), new ExtendedTriangle()];
    const set = (t: ExtendedTriangle, { positions, indices }: Mesh, face: number) => {
      [t.a, t.b, t.c].forEach((v, k) => {
        v.fromArray(positions, 3 * indices[3 * face + k]);
      });
      t.needsUpdate = true;
    };
    let near = 0;
    let dropped = 0;
    for (let k = 0; k < 40; k++) {
      const [m, n] = [pick(random, shapes), pick(random, shapes)];
      const [p, q] = [
        randomAffine(random, 0.1),
        multiply(at(between(random, 1.2, 2), 0, 0), randomAffine(random, 0.3)),
      ];
      const [a, b] = [moved(m, p), moved(n, q)];
      const clearance = scaleBetween(random, 0.01, 1.5);
      const pairs: [number, number][] = [];
      for (let i = 0; i < a.indices.length / 3; i++)
        for (let j = 0; j < b.indices.length / 3; j++) {
          set(one, a, i);
          set(other, b, j);
          if (one.intersectsTriangle(other) || one.distanceToTriangle(other) <= clearance) pairs.push([i, j]);
        }
      near += pairs.length;
      const away = at(pick(random, [0, 1e6]), 0, 0);
      const kept = await culled(body(m, { pose: multiply(away, p) }), body(n, { pose: multiply(away, q) }), {
        clearance,
      });
      dropped += m.indices.length / 3 - kept.a.length;
      expectKept(kept, pairs, `placement ${k}, clearance ${clearance}`);
    }
    expect(near).toBeGreaterThan(1000);
    expect(dropped).toBeGreaterThan(500);
  });

  it('walls just as far apart as the clearance; a little farther, not', async () => {
    const [a, b] = [cube(1), cube(1, at(1.25, 0.1, 0.1))];
    expect((await culled(a, b, { clearance: 0.25 })).a.length).toBeGreaterThanOrEqual(2);
    expect(await culled(a, b, { clearance: 0.249 })).toMatchObject({ a: new Uint32Array(0), b: new Uint32Array(0) });
  });

  it('nothing of bodies far apart, of which no face is looked at', async () => {
    const { a, b, grid } = await culled(cube(1), cube(1, at(5, 0, 0)), { clearance: 3.9 });
    expect([a.length, b.length, grid]).toEqual([0, 0, undefined]);
  });

  it('nothing of a body inside another', async () => {
    const { a, b, grid } = await culled(cube(4), body(icoSphere({ radius: 0.5 })));
    expect([a.length, b.length]).toEqual([0, 0]);
    expect(grid!.view.size.every((size) => Math.abs(size - 1) < 1e-6)).toBe(true);
  });

  it('what touches when bodies have moved or deformed', async () => {
    const [a, b] = [cube(1), cube(1, at(3, 0, 0))];
    expect((await culled(a, b)).a.length).toBe(0);
    b.pose = at(0.9, 0.2, 0.2);
    expect((await culled(a, b)).a.length).toBeGreaterThan(0);
    b.update(b.mesh.positions.map((v) => 0.1 * v));
    expect((await culled(a, b)).a.length).toBe(0);
    b.update(b.mesh.positions.map((v) => 10 * v));
    const query = culled(a, b);
    b.update(b.mesh.positions.map((v) => 0.1 * v)); // asked before it shrank
    expect((await query).a.length).toBeGreaterThan(0);
  });

  it('faces without an area, where they cross', async () => {
    const ball = icoSphere({ subdivisions: 2 });
    const stick = mesh([-3, 0.1, 0.2, 3, 0.3, 0.1, 0, 0.2, 0.15, 5, 5, 5, 5, 5, 5, 5, 5, 5], [0, 1, 2, 3, 4, 5]);
    const { a, b } = await culled(body(stick), body(ball));
    expect([...a]).toEqual([0]);
    expect(b.length).toBeGreaterThanOrEqual(2);
  });

  it('the same crossing faces of bodies turned together (seed 11)', async () => {
    const random = seeded(11);
    const [a, b] = bumpyPair(24, 1.5);
    const pairs = crossingFaces(moved(a.mesh, a.pose), moved(b.mesh, b.pose));
    for (let k = 0; k < 20; k++) {
      const turn = multiply(at(0, 1e4, 0), multiply(randomRotation(random), scaling(scaleBetween(random, 1e-6, 1e6))));
      const [p, q] = [a, b].map(({ mesh, pose }) => body(mesh, { pose: multiply(turn, pose) }));
      expectKept(await culled(p, q), pairs);
    }
  });

  for (const { dx } of BUMPY_CONTACTS)
    it(`all that cross of two bumpy spheres ${dx} apart, and few more`, async () => {
      const [a, b] = bumpyPair(40, dx);
      const pairs = crossingFaces(moved(a.mesh, a.pose), moved(b.mesh, b.pose));
      const kept = await culled(a, b);
      expectKept(kept, pairs);
      expect(kept.a.length).toBeLessThan(5 * new Set(pairs.map(([i]) => i)).size);
      expect(kept.b.length).toBeLessThan(5 * new Set(pairs.map(([, j]) => j)).size);
    });
}

describe('cull on the CPU keeps', () => {
  const cpu = createCpuMachine();
  keepsWhatTouches(() => cpu, 10, 30);
});

describeGpu('cull on the GPU keeps', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());
  keepsWhatTouches(() => gpu, 3, 10);
});

describe('cull', () => {
  const cpu = createCpuMachine();

  it('says how it was done', async () => {
    const [a, b] = [0, 1.5].map((x) => body(box({ size: 2, segments: 4 }), { pose: at(x, 0, 0) }));
    const { grid, timings } = await cull(a, b, { clearance: 0.02, cells: 16, machine: cpu });
    expect(grid).toMatchObject({ slabs: 32, view: { columns: 16, rows: 16, direction: [1, 0, 0] } });
    for (const reach of grid!.reach) expect(reach).toBeCloseTo(0.01, 9);
    expect(grid!.view.size[0]).toBeCloseTo(2.02, 9);
    expect(grid!.view.size[2]).toBeCloseTo(0.52, 9);
    expect(Object.keys(timings.stagesMs)).toEqual(['touching']);
  });

  it('uses the shared machine unless it is given one', async () => {
    const [a, b] = bumpyPair(12, 1.5);
    const machine = await sharedMachine();
    const [one, other] = [await cull(a, b), await cull(a, b, { machine })];
    expect([one.a, one.b]).toEqual([other.a, other.b]);
  });

  it('refuses what it cannot answer, in words', async () => {
    const [a, b] = [cube(1), cube(1)];
    for (const clearance of [-1, Number.NaN, Infinity])
      await expect(cull(a, b, { clearance })).rejects.toThrow(
        new InputError(
          `cull: the clearance is not a length (${clearance}). Give a finite number from 0 up, in model units.`,
        ),
      );
    for (const cells of [0, 2.5, 257, Number.NaN])
      await expect(cull(a, b, { cells })).rejects.toThrow(
        new InputError(
          `cull: the number of cells is not whole, or out of range (${cells}). Give 1 to 256, across and down.`,
        ),
      );
    await expect(cull(box() as never, b)).rejects.toThrow('body: this is no body (object). Make one with body(mesh).');
  });
});
