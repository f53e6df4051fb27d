import { describe, expect, it } from 'vitest';
import { body } from '../src/body.js';
import { triangleDistance } from '../src/exact/distance/triangleDistance.js';
import { DISC, discTreeOf, LEAF } from '../src/exact/moving/discTree.js';
import { facesOver } from '../src/exact/moving/facesOver.js';
import { hilbertOrder } from '../src/exact/moving/hilbertOrder.js';
import { movingSurfaces } from '../src/exact/moving/movingSurfaces.js';
import { pairGaps } from '../src/exact/moving/pairGaps.js';
import { posedFace } from '../src/exact/moving/posedFace.js';
import { leastStretch, motionBound, relativeMap } from '../src/exact/moving/relativeMap.js';
import { isOn, windingAround } from '../src/exact/solid/windingAround.js';
import { worldMesh } from '../src/exact/worldMesh.js';
import { type Affine, multiply, rotation, scaling, transformPoint, translation } from '../src/math/affine.js';
import { seeded } from '../src/math/random.js';
import { subtract, type Vec3 } from '../src/math/vector.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { bumpySphere } from '../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { torus } from '../src/mesh/shapes/torus.js';
import { between, pick, randomAffine, randomRigid } from './support/randomPose.js';

const SHAPES: readonly Mesh[] = [
  box({ size: [1, 2, 0.1] }),
  icoSphere({ subdivisions: 1 }),
  torus({ segments: 9, sides: 5 }),
  bumpySphere({ segments: 8 }),
];

const sideOf = (mesh: Mesh) => {
  const { bounds } = body(mesh);
  return movingSurfaces({ mesh, bounds }, { mesh, bounds }).a;
};

const vertexOf = ({ positions }: Mesh, v: number): Vec3 => [
  positions[3 * v],
  positions[3 * v + 1],
  positions[3 * v + 2],
];

/** All triangle distances of two meshes where they stand: the least. */
function leastDistance(a: Mesh, b: Mesh, facesA: Iterable<number>, facesB: Iterable<number>): number {
  const out = new Float64Array(6);
  const [p, q] = [Float64Array.from(a.positions), Float64Array.from(b.positions)];
  let least = Infinity;
  for (const f of facesA)
    for (const g of facesB) {
      const [a0, a1, a2] = a.indices.subarray(3 * f, 3 * f + 3);
      const [b0, b1, b2] = b.indices.subarray(3 * g, 3 * g + 3);
      least = Math.min(least, triangleDistance(p, 3 * a0, 3 * a1, 3 * a2, q, 3 * b0, 3 * b1, 3 * b2, out));
    }
  return least;
}

const mapped = (mesh: Mesh, map: Affine): Mesh => ({
  positions: Float64Array.from(
    Array.from({ length: mesh.positions.length / 3 }, (_, v) => transformPoint(map, vertexOf(mesh, v))).flat(),
  ),
  indices: mesh.indices,
});

describe('posedFace', () => {
  it('has the corners that worldMesh has, bit for bit (seed 1)', () => {
    const random = seeded(1);
    const out = new Float64Array(9);
    for (const mesh of SHAPES)
      for (let k = 0; k < 20; k++) {
        const pose = randomAffine(random, 1000);
        const { positions, indices } = worldMesh(body(mesh, { pose }));
        for (let f = 0; f < indices.length / 3; f++) {
          posedFace(mesh, pose, f, out, 0);
          const expected = [0, 1, 2].flatMap((n) => [
            ...positions.subarray(3 * indices[3 * f + n], 3 * indices[3 * f + n] + 3),
          ]);
          expect([...out]).toEqual(expected);
        }
      }
  });
});

describe('motionBound', () => {
  it('is no less than any vertex moves, and not much more for a turn (seed 2)', () => {
    const random = seeded(2);
    for (let k = 0; k < 400; k++) {
      const side = sideOf(pick(random, SHAPES));
      const from = random() < 0.5 ? randomRigid(random, 1) : randomAffine(random, 1);
      const share = 10 ** between(random, -12, 0);
      const turn = multiply(translation(share, -share, 0), rotation([0, 0.6, 0.8], share));
      const to = random() < 0.7 ? multiply(turn, from) : randomAffine(random, 1);
      const bound = motionBound(from, to, side);
      let most = 0;
      for (let v = 0; v < side.mesh.positions.length / 3; v++) {
        const p = vertexOf(side.mesh, v);
        most = Math.max(most, Math.hypot(...subtract(transformPoint(to, p), transformPoint(from, p))));
      }
      expect(bound).toBeGreaterThanOrEqual(most - 1e-15);
      expect(bound).toBeLessThan(2.5 * most + 1e-14);
    }
  });

  it('is 0 where nothing moves, and where both bodies move alike', () => {
    const side = sideOf(SHAPES[0]);
    const pose = rotation([0, 0, 1], 0.3);
    expect(motionBound(pose, pose, side)).toBe(0);
    const carry = multiply(translation(3, 4, 5), rotation([0, 1, 0], 1));
    const one = relativeMap(scaling(1), pose, side.bounds, side.bounds).map;
    const other = relativeMap(carry, multiply(carry, pose), side.bounds, side.bounds).map;
    expect(motionBound(one, other, side)).toBeLessThan(1e-13);
  });
});

describe('relativeMap', () => {
  it('has the surfaces, as they are rounded in the world, within its slack: in whole numbers (seed 3)', () => {
    const random = seeded(3);
    let largest = 0;
    for (let k = 0; k < 300; k++) {
      const [a, b] = [sideOf(pick(random, SHAPES)), sideOf(pick(random, SHAPES))];
      const far = 10 ** between(random, -2, 9);
      const [ground, mover] = [randomAffine(random, far), randomAffine(random, far)];
      const { map, slack } = relativeMap(ground, mover, a.bounds, b.bounds);
      const vertex = vertexOf(b.mesh, Math.floor((random() * b.mesh.positions.length) / 3));
      const rounded = transformPoint(mover, vertex);
      // rounded - ground(map(vertex)), without rounding: all numbers as multiples of one power of two.
      const scale = 2n ** 200n;
      const values = [...ground, ...map, ...vertex, ...rounded].map((x) => wholeOf(x, 200));
      const [g, m, p, w] = [values.slice(0, 12), values.slice(12, 24), values.slice(24, 27), values.slice(27)];
      const at = [0, 4, 8].map((r) => m[r] * p[0] + m[r + 1] * p[1] + m[r + 2] * p[2] + m[r + 3] * scale);
      const off = [0, 4, 8].map((r, n) => {
        const there = g[r] * at[0] + g[r + 1] * at[1] + g[r + 2] * at[2] + g[r + 3] * scale * scale;
        return Number(w[n] * scale * scale - there) / Number(scale) ** 3;
      });
      const length = Math.hypot(...off) / leastStretch(ground);
      expect(length).toBeLessThanOrEqual(slack);
      largest = Math.max(largest, length / slack);
    }
    expect(largest).toBeGreaterThan(1e-4);
  });

  it('does not trust a pose whose inverse is lost to rounding', () => {
    const { bounds } = sideOf(SHAPES[0]);
    const flat = Float64Array.of(1, 1, 0, 0, 1, 1 + 2 ** -52, 0, 0, 0, 0, 1, 0);
    expect(relativeMap(flat, scaling(1), bounds, bounds).slack).toBeGreaterThan(1e-3);
  });

  it('knows by how much a pose stretches at least (seed 4)', () => {
    const random = seeded(4);
    for (let k = 0; k < 200; k++) {
      const pose = randomAffine(random, 1);
      const least = leastStretch(pose);
      for (let n = 0; n < 20; n++) {
        const p: Vec3 = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)];
        const moved = subtract(transformPoint(pose, p), transformPoint(pose, [0, 0, 0]));
        expect(Math.hypot(...moved)).toBeGreaterThan(least * Math.hypot(...p) * (1 - 1e-12));
      }
    }
    expect(leastStretch(multiply(rotation([0.6, 0, 0.8], 1), scaling(3)))).toBeCloseTo(3, 10);
  });
});

/** x times a power of two, where that is whole. */
function wholeOf(x: number, exponent: number): bigint {
  let rest = x;
  let shift = 0;
  while (!Number.isInteger(rest)) {
    rest *= 2;
    shift++;
  }
  return BigInt(rest) * 2n ** BigInt(exponent - shift);
}

describe('hilbertOrder', () => {
  it('names every point once, and neighbours one after the other (seed 5)', () => {
    const random = seeded(5);
    const points = Float64Array.from({ length: 3000 }, () => random());
    const order = hilbertOrder(points);
    expect([...order].sort((p, q) => p - q)).toEqual([...order.keys()]);
    const way = (places: ArrayLike<number>) => {
      let sum = 0;
      for (let k = 1; k < places.length; k++)
        sum += Math.hypot(...[0, 1, 2].map((c) => points[3 * places[k] + c] - points[3 * places[k - 1] + c]));
      return sum;
    };
    expect(way(order)).toBeLessThan(way([...order.keys()]) / 5);
    expect([...hilbertOrder(new Float64Array(9))]).toEqual([0, 1, 2]);
  });
});

describe('discTreeOf', () => {
  it('has every face once, within the discs and the balls of all its clusters', () => {
    for (const mesh of SHAPES) {
      const { faces, firstLeaf, leafOfFace, discs, makeDisc } = discTreeOf(mesh, body(mesh).bounds);
      expect([...faces].sort((p, q) => p - q)).toEqual([...faces.keys()]);
      faces.forEach((face, k) => {
        expect(leafOfFace[face]).toBe(firstLeaf + Math.floor(k / LEAF));
        for (let node = leafOfFace[face]; node > 0; node >>= 1) {
          makeDisc(node);
          const [x, y, z, nx, ny, nz, radius, half, ball] = discs.subarray(DISC * node, DISC * node + DISC);
          for (let n = 0; n < 3; n++) {
            const w = subtract(vertexOf(mesh, mesh.indices[3 * face + n]), [x, y, z]);
            const along = w[0] * nx + w[1] * ny + w[2] * nz;
            expect(Math.abs(along)).toBeLessThanOrEqual(half);
            expect(Math.hypot(w[0] - along * nx, w[1] - along * ny, w[2] - along * nz)).toBeLessThanOrEqual(radius);
            expect(Math.hypot(...w)).toBeLessThanOrEqual(ball);
          }
        }
      });
    }
  });
});

describe('pairGaps', () => {
  it('never has a gap larger than the distance, of faces and of clusters, and finds that of faces (seed 6)', () => {
    const random = seeded(6);
    let found = 0;
    for (let k = 0; k < 60; k++) {
      const [mover, ground] = [sideOf(pick(random, SHAPES)), sideOf(pick(random, SHAPES))];
      const gaps = pairGaps(mover, ground);
      const poses = [randomAffine(random, 0.1), multiply(translation(2, 0, 0), randomAffine(random, 1))] as const;
      const now = relativeMap(poses[0], poses[1], ground.bounds, mover.bounds);
      gaps.place(now);
      const seen = mapped(mover.mesh, now.map);
      const facesBelow = ({ tree }: typeof mover, node: number): number[] =>
        [...tree.faces].filter((face) => {
          let at = tree.leafOfFace[face];
          while (at > node) at >>= 1;
          return at === node;
        });
      for (let n = 0; n < 20; n++) {
        const [i, j] = [mover, ground].map(({ tree }) => 1 + Math.floor(random() * (2 * tree.firstLeaf - 1)));
        const [below, under] = [facesBelow(mover, i), facesBelow(ground, j)];
        const distance = leastDistance(seen, ground.mesh, below, under);
        expect(gaps.ofClusters(i, j)).toBeLessThanOrEqual(distance);
        if (below.length === 0 || under.length === 0) continue;
        const [f, g] = [below[0], under[0]];
        const apart = leastDistance(seen, ground.mesh, [f], [g]);
        expect(gaps.ofFaces(f, g, Infinity)).toBeLessThanOrEqual(apart);
        if (apart > 1e-6) {
          expect(gaps.ofFaces(f, g, Infinity)).toBeCloseTo(apart, 10);
          found++;
        }
      }
    }
    expect(found).toBeGreaterThan(500);
  });
});

describe('facesOver', () => {
  it('wind as often around a point as all faces do, and hold it where they do (seed 7)', () => {
    const random = seeded(7);
    let [inside, on] = [0, 0];
    for (let k = 0; k < 150; k++) {
      const side = sideOf(pick(random, SHAPES));
      const far = pick(random, [0, 1, 1e6, 1e12]);
      const pose = randomAffine(random, far);
      const world = worldMesh(body(side.mesh, { pose }));
      for (let n = 0; n < 10; n++) {
        const vertex = vertexOf(side.mesh, Math.floor((random() * side.mesh.positions.length) / 3));
        const share = random() < 0.1 ? 1 : between(random, 0, 1.3);
        const point = Float64Array.from(
          transformPoint(pose, [share * vertex[0], share * vertex[1], share * vertex[2]]),
        );
        const winding = windingAround(world, point, 0);
        const faces = facesOver(side, pose, point);
        expect(windingAround(faces, point, 0)).toBe(winding);
        expect(isOn(faces, point, 0)).toBe(isOn(world, point, 0));
        if (isOn(world, point, 0)) on++;
        if (winding !== 0) inside++;
      }
    }
    expect(inside).toBeGreaterThan(300);
    expect(on).toBeGreaterThan(50);
  });
});
