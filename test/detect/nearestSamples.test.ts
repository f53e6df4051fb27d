import { ExtendedTriangle } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { solid } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { type NearestSamples, nearestSamples } from '../../src/detect/zlist/nearestSamples.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, identity, invert, multiply, transformPoint, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { length, subtract, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { cylinder } from '../../src/mesh/shapes/cylinder.js';
import { uvSphere } from '../../src/mesh/shapes/sphere.js';
import { between, pick, scaleBetween } from '../support/randomPose.js';

const machine = createCpuMachine();
const at = translation;
const UNIT = box({ size: 1 });
// The poles are corners of the mesh: along z the gap of two balls is exact.
const BALL = uvSphere({ radius: 1, segments: 96, rings: 48 });

/** Two bodies whose distance is known. */
interface Known {
  readonly name: string;
  readonly a: Mesh;
  readonly b: Mesh;
  readonly pose: Affine;
  readonly distance: number;
}

const known = (gap: number): Known[] => [
  { name: 'face to face', a: UNIT, b: UNIT, pose: at(1 + gap, 0.3, -0.2), distance: gap },
  { name: 'edge to edge', a: UNIT, b: UNIT, pose: at(1 + gap, 1 + gap, 0.25), distance: Math.SQRT2 * gap },
  { name: 'corner to corner', a: UNIT, b: UNIT, pose: at(1 + gap, 1 + gap, 1 + gap), distance: Math.sqrt(3) * gap },
  { name: 'balls', a: BALL, b: BALL, pose: at(0, 0, 2 + gap), distance: gap },
  { name: 'a ball above a wall', a: box({ size: [3, 3, 1] }), b: BALL, pose: at(0.2, 0.1, 1.5 + gap), distance: gap },
  {
    name: 'a rod above a wall',
    a: box({ size: [3, 3, 1] }),
    b: cylinder({ radius: 0.2, height: 2, segments: 64 }),
    pose: at(-0.4, 0.1, 1.5 + gap),
    distance: gap,
  },
];

const bodiesOf = ({ a, b, pose }: Known, turn: Affine): [Body, Body] => [
  body(a, { pose: turn }),
  body(b, { pose: multiply(turn, pose) }),
];

/** The true distance lies within the error below what was found; above it only by the samples' own rounding. */
function expectAround(found: NearestSamples | undefined, distance: number, where: string): void {
  expect(found, where).toBeDefined();
  expect(distance, where).toBeGreaterThanOrEqual(found!.distance - found!.error);
  expect(distance, where).toBeLessThanOrEqual(found!.distance + found!.error / 256);
  expect(length(subtract(found!.a, found!.b)), where).toBeCloseTo(found!.distance, 8);
}

/** The mesh where the pose puts it, in f64. */
function moved({ positions, indices }: Mesh, pose: Affine): Mesh {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(transformPoint(pose, [positions[i], positions[i + 1], positions[i + 2]]), i);
  return { positions: out, indices };
}

function trianglesOf({ positions, indices }: Mesh): ExtendedTriangle[] {
  return Array.from({ length: indices.length / 3 }, (_, face) => {
    const t = new ExtendedTriangle();
    [t.a, t.b, t.c].forEach((corner, k) => {
      corner.fromArray(positions, 3 * indices[3 * face + k]);
    });
    t.needsUpdate = true;
    return t;
  });
}

/** The distance of two surfaces, by all pairs of their triangles. */
function surfaceDistance(a: Mesh, b: Mesh): number {
  const others = trianglesOf(b);
  let least = Infinity;
  for (const one of trianglesOf(a)) for (const other of others) least = Math.min(least, one.distanceToTriangle(other));
  return least;
}

describe('nearestSamples', () => {
  for (const gap of [0.02, 0.1, 0.5])
    for (const pair of known(gap))
      it(`${pair.name}, ${gap} apart along each axis: the distance is within its error`, async () => {
        for (const resolution of [16, 64, 128]) {
          const clearance = pair.distance + 0.3;
          const [a, b] = bodiesOf(pair, identity());
          const found = await nearestSamples(machine, a, b, clearance, resolution);
          expectAround(found, pair.distance, `${resolution} rays`);
          const swapped = await nearestSamples(machine, b, a, clearance, resolution);
          expect(swapped!.distance).toBeCloseTo(found!.distance, 12);
        }
      });

  it('faces that look at each other along an axis are measured to the rounding of depths', async () => {
    const found = await nearestSamples(machine, ...bodiesOf(known(0.25)[0], identity()), 0.5, 64);
    expect(found!.distance).toBeCloseTo(0.25, 6);
    expect(found!.a[0]).toBeCloseTo(0.5, 6);
    expect(found!.b[0]).toBeCloseTo(0.75, 6);
  });

  for (let seed = 1; seed <= 4; seed++)
    it(`turned, and far from the origin (seed ${seed})`, async () => {
      const random = seeded(seed);
      for (let k = 0; k < 25; k++) {
        const pair = pick(random, known(scaleBetween(random, 0.01, 1)));
        const away = pick(random, [at(0, 0, 0), at(1e6, 0, 0), at(-1e6, 3e5, 1e6)]);
        const turn = multiply(away, randomRotation(random));
        const clearance = pair.distance + between(random, 0.3, 1);
        const bodies = bodiesOf(pair, turn);
        const found = await nearestSamples(machine, ...bodies, clearance, pick(random, [48, 96]));
        expectAround(found, pair.distance, `${pair.name}, ${k}`);
        // The points lie on their bodies.
        const inside = (p: Vec3, { pose, bounds }: Body) => {
          const own = transformPoint(invert(pose), p);
          return own.every((c, i) => c > bounds.min[i] - 1e-3 && c < bounds.max[i] + 1e-3);
        };
        expect(inside(found!.a, bodies[0]) && inside(found!.b, bodies[1])).toBe(true);
      }
    });

  it('in f64 coordinates a million away', async () => {
    const far = (mesh: Mesh, pose: Affine): Body => body(moved(mesh, multiply(at(1e6, -1e6, 1e6), pose)));
    for (const pair of known(0.125)) {
      const found = await nearestSamples(machine, far(pair.a, identity()), far(pair.b, pair.pose), 0.5, 64);
      expectAround(found, pair.distance, pair.name);
    }
  });

  it('solids beside each other, by the distances of all triangles (seed 8)', async () => {
    const random = seeded(8);
    const solids = ['box', 'wedge', 'cone', 'cylinder', 'icoSphere', 'capsule'].map((name) => solid(name).coarse);
    let measured = 0;
    for (let k = 0; k < 60; k++) {
      const [one, other] = [pick(random, solids), pick(random, solids)];
      const p = randomRotation(random);
      const aside = at(between(random, 1.6, 3), between(random, -0.5, 0.5), between(random, -0.5, 0.5));
      const q = multiply(aside, randomRotation(random));
      const distance = surfaceDistance(moved(one, p), moved(other, q));
      if (distance === 0) continue;
      measured++;
      const [a, b] = [body(one, { pose: p }), body(other, { pose: q })];
      expectAround(await nearestSamples(machine, a, b, distance + 0.4, 64), distance, `placement ${k}`);
    }
    expect(measured).toBeGreaterThan(40);
  });

  it('more rays, a smaller error', async () => {
    const bodies = bodiesOf(known(0.1)[4], randomRotation(seeded(1)));
    const [coarse, fine] = [
      await nearestSamples(machine, ...bodies, 0.5, 64),
      await nearestSamples(machine, ...bodies, 0.5, 256),
    ];
    // How far is looked at grows a little with the error.
    expect(coarse!.error / fine!.error).toBeGreaterThan(4);
    expect(coarse!.error / fine!.error).toBeLessThan(4.5);
    expect(Math.abs(fine!.distance - 0.1)).toBeLessThan(0.002);
  });

  it('bodies that touch are at no distance', async () => {
    const found = await nearestSamples(machine, ...bodiesOf(known(0)[0], identity()), 0.1, 64);
    expect(found!.distance).toBeLessThan(1e-6);
  });

  it('farther apart than the clearance there is nothing', async () => {
    for (const pair of known(0.5)) {
      const bodies = bodiesOf(pair, randomRotation(seeded(2)));
      const found = await nearestSamples(machine, ...bodies, 0.9 * pair.distance, 64);
      // As far as the error lets tell.
      if (found) expect(found.distance - found.error, pair.name).toBeLessThanOrEqual(0.9 * pair.distance);
      expect(await nearestSamples(machine, ...bodies, 0.5 * pair.distance, 256), pair.name).toBeUndefined();
    }
    expect(await nearestSamples(machine, body(UNIT), body(UNIT, { pose: at(50, 0, 0) }), 1, 64)).toBeUndefined();
  });
});
