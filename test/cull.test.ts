import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { BUMPY_CONTACTS, bumpyPair } from '../scenes/bumpyPair.js';
import { SOLIDS } from '../scenes/solids.js';
import { type Body, body } from '../src/body.js';
import { type Culled, cull } from '../src/cull.js';
import { InputError } from '../src/errors.js';
import { type Affine, identity, multiply, scaling, transformPoint, translation } from '../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../src/math/random.js';
import { type Mesh, mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { between, pick, randomAffine, randomRigid, scaleBetween } from './support/randomPose.js';

/** The mesh where the pose puts it, in f64. */
function moved({ positions, indices }: Mesh, pose: Affine): Mesh {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(transformPoint(pose, [positions[i], positions[i + 1], positions[i + 2]]), i);
  return { positions: out, indices };
}

function treeOf({ positions, indices }: Mesh): MeshBVH {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return new MeshBVH(geometry, { indirect: true });
}

/** All pairs of faces that cross or touch, by three-mesh-bvh. */
function crossingFaces(a: Mesh, b: Mesh): [a: number, b: number][] {
  const [treeA, treeB] = [treeOf(a), treeOf(b)];
  const pairs: [number, number][] = [];
  treeA.bvhcast(treeB, new Matrix4(), {
    intersectsTriangles(one, other, i, j) {
      if (one.intersectsTriangle(other)) pairs.push([treeA.resolveTriangleIndex(i), treeB.resolveTriangleIndex(j)]);
      return false;
    },
  });
  return pairs;
}

function expectKept({ a, b }: Culled, pairs: readonly (readonly [number, number])[], where = ''): void {
  const [inA, inB] = [new Set(a), new Set(b)];
  const missing = pairs.filter(([i, j]) => !(inA.has(i) && inB.has(j)));
  expect(missing, where).toEqual([]);
}

const isAscending = (faces: Uint32Array): boolean => faces.every((face, i) => i === 0 || faces[i - 1] < face);
const cube = (size: number, pose: Affine = identity()): Body => body(box({ size }), { pose });
const at = translation;

/** Any placement: turned, scaled, sheared or mirrored, near each other. */
function randomPose(random: Random): Affine {
  const kind = random();
  if (kind < 0.4) return randomRigid(random, 0.9, scaleBetween(random, 0.2, 3));
  if (kind < 0.8) return randomAffine(random, 0.9);
  return multiply(randomRigid(random, 0.9), scaling(1, -scaleBetween(random, 1e-3, 1), 1));
}

describe('cull against three-mesh-bvh', () => {
  const far = [0, 0, 1e6, -3e7];
  for (let seed = 1; seed <= 10; seed++)
    it(`keeps every face that crosses one of the other body, 30 placements of two solids (seed ${seed})`, () => {
      const random = seeded(seed);
      let crossing = 0;
      for (let k = 0; k < 30; k++) {
        const [one, other] = [pick(random, SOLIDS), pick(random, SOLIDS)];
        const [p, q] = [randomPose(random), randomPose(random)];
        const [a, b] = [moved(one.coarse, p), moved(other.coarse, q)];
        const pairs = crossingFaces(a, b);
        crossing += pairs.length;
        const away = at(pick(random, far), pick(random, far), pick(random, far));
        const where = `${one.name} and ${other.name}, placement ${k}`;
        const cells = pick(random, [undefined, undefined, 1, 7, 64, 100]);
        const options = cells === undefined ? {} : { cells };
        // By their poses, and by their coordinates.
        const bodies: [Body, Body] = [
          body(one.coarse, { pose: multiply(away, p) }),
          body(other.coarse, { pose: multiply(away, q) }),
        ];
        expectKept(cull(...bodies, options), pairs, where);
        const swapped = cull(body(moved(b, away)), body(moved(a, away)), options);
        expectKept({ ...swapped, a: swapped.b, b: swapped.a }, pairs, `${where}, in f64 coordinates`);
        expect(isAscending(swapped.a) && isAscending(swapped.b)).toBe(true);
      }
      expect(crossing).toBeGreaterThan(500);
    });

  for (const { dx } of BUMPY_CONTACTS)
    it(`of two bumpy spheres of 7,320 triangles, ${dx} apart, keeps all that cross, and few more`, () => {
      const [a, b] = bumpyPair(60, dx);
      const pairs = crossingFaces(moved(a.mesh, a.pose), moved(b.mesh, b.pose));
      const culled = cull(a, b);
      expectKept(culled, pairs);
      expect(culled.a.length).toBeLessThan(5 * new Set(pairs.map(([i]) => i)).size);
      expect(culled.b.length).toBeLessThan(5 * new Set(pairs.map(([, j]) => j)).size);
    });

  it('a needle, down to a millionth of a cell thin, is kept, and the face it goes through (seed 5)', () => {
    const random = seeded(5);
    for (let k = 0; k < 60; k++) {
      const thin = 10 ** -(3 + Math.floor(6 * random()));
      const needle = box({ size: [thin, thin, 6] });
      const [p, q] = [randomRigid(random, 0.2), randomRigid(random, 0.4)];
      const pairs = crossingFaces(moved(needle, p), moved(icoSphere({ subdivisions: 3 }), q));
      expect(pairs.length).toBeGreaterThan(0);
      expectKept(cull(body(needle, { pose: p }), body(icoSphere({ subdivisions: 3 }), { pose: q })), pairs, `${k}`);
    }
  });

  it('large faces by the thousand make cells larger, and none is lost (seed 9)', () => {
    const random = seeded(9);
    const corner = () => between(random, -2, 2);
    const triangles = mesh(Float64Array.from({ length: 9 * 3000 }, corner));
    const ball = icoSphere({ subdivisions: 3 });
    const culled = cull(body(triangles), body(ball));
    expect(culled.grid!.view.columns).toBeLessThan(64);
    expectKept(culled, crossingFaces(triangles, ball));
  });
});

describe('cull', () => {
  it('keeps the faces that touch, however the boxes are turned (seed 3)', () => {
    const random = seeded(3);
    for (let k = 0; k < 40; k++) {
      const turn =
        k === 0 ? identity() : randomRigid(random, pick(random, [0, 10, 1e5]), scaleBetween(random, 0.1, 10));
      // They share a part of a wall, of an edge, or a corner.
      const shift = at(1, pick(random, [0, 0.3, 1]), pick(random, [0, 0.6, 1]));
      const { a, b } = cull(cube(1, turn), cube(1, multiply(turn, shift)));
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

  it('of boxes that touch along a wall, the opposite walls are not kept', () => {
    const grid = box({ size: 1, segments: 4 });
    const { a, b } = cull(body(grid), body(grid, { pose: at(1, 0, 0) }));
    const touches = (faces: Uint32Array, x: number) =>
      [...faces].every((f) => [0, 1, 2].some((k) => grid.positions[3 * grid.indices[3 * f + k]] === x));
    expect(touches(a, 0.5) && touches(b, -0.5)).toBe(true);
  });

  it('with a clearance keeps every face that is nearer than it, by distances of triangles (seed 7)', () => {
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
      const culled = cull(body(m, { pose: multiply(away, p) }), body(n, { pose: multiply(away, q) }), { clearance });
      dropped += m.indices.length / 3 - culled.a.length;
      expectKept(culled, pairs, `placement ${k}, clearance ${clearance}`);
    }
    expect(near).toBeGreaterThan(1000);
    expect(dropped).toBeGreaterThan(500);
  });

  it('walls just as far apart as the clearance are kept, a little farther they are not', () => {
    const [a, b] = [cube(1), cube(1, at(1.25, 0.1, 0.1))];
    expect(cull(a, b, { clearance: 0.25 }).a.length).toBeGreaterThanOrEqual(2);
    expect(cull(a, b, { clearance: 0.249 })).toMatchObject({ a: new Uint32Array(0), b: new Uint32Array(0) });
  });

  it('bodies far apart: nothing, and no face is looked at', () => {
    const culled = cull(cube(1), cube(1, at(5, 0, 0)), { clearance: 3.9 });
    expect([culled.a.length, culled.b.length, culled.grid]).toEqual([0, 0, undefined]);
  });

  it('a body inside another crosses nothing', () => {
    const { a, b, grid } = cull(cube(4), body(icoSphere({ radius: 0.5 })));
    expect([a.length, b.length]).toEqual([0, 0]);
    expect(grid!.view.size.every((size) => Math.abs(size - 1) < 1e-6)).toBe(true);
  });

  it('says how it was done', () => {
    const { grid } = cull(cube(2), cube(2, at(1.5, 0, 0)), { clearance: 0.5, cells: 32 });
    expect(grid).toMatchObject({ slabs: 32, view: { columns: 32, rows: 32, direction: [1, 0, 0] } });
    for (const reach of grid!.reach) expect(reach).toBeCloseTo(0.25, 9);
    expect(grid!.view.size[0]).toBeCloseTo(2.5, 9);
    expect(grid!.view.size[2]).toBeCloseTo(1, 9);
  });

  it('sees bodies that moved or deformed', () => {
    const [a, b] = [cube(1), cube(1, at(3, 0, 0))];
    expect(cull(a, b).a.length).toBe(0);
    b.pose = at(0.9, 0.2, 0.2);
    expect(cull(a, b).a.length).toBeGreaterThan(0);
    b.update(b.mesh.positions.map((v) => 0.1 * v));
    expect(cull(a, b).a.length).toBe(0);
  });

  it('faces without an area are kept where they cross', () => {
    const ball = icoSphere({ subdivisions: 2 });
    const stick = mesh([-3, 0.1, 0.2, 3, 0.3, 0.1, 0, 0.2, 0.15, 5, 5, 5, 5, 5, 5, 5, 5, 5], [0, 1, 2, 3, 4, 5]);
    const { a, b } = cull(body(stick), body(ball));
    expect([...a]).toEqual([0]);
    expect(b.length).toBeGreaterThanOrEqual(2);
  });

  it('refuses what it cannot answer, in words', () => {
    const [a, b] = [cube(1), cube(1)];
    for (const clearance of [-1, Number.NaN, Infinity])
      expect(() => cull(a, b, { clearance })).toThrow(
        new InputError(
          `cull: the clearance is not a length (${clearance}). Give a finite number from 0 up, in model units.`,
        ),
      );
    for (const cells of [0, 2.5, 257, Number.NaN])
      expect(() => cull(a, b, { cells })).toThrow(
        new InputError(
          `cull: the number of cells is not whole, or out of range (${cells}). Give 1 to 256, across and down.`,
        ),
      );
    expect(() => cull(box() as never, b)).toThrow('body: this is no body (object). Make one with body(mesh).');
  });

  it('turned together, bodies keep what crosses (seed 11)', () => {
    const random = seeded(11);
    const [a, b] = bumpyPair(24, 1.5);
    const pairs = crossingFaces(moved(a.mesh, a.pose), moved(b.mesh, b.pose));
    for (let k = 0; k < 20; k++) {
      const turn = multiply(at(0, 1e4, 0), multiply(randomRotation(random), scaling(scaleBetween(random, 1e-6, 1e6))));
      const [p, q] = [a, b].map(({ mesh, pose }) => body(mesh, { pose: multiply(turn, pose) }));
      expectKept(cull(p, q), pairs);
    }
  });
});
