import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import type { Interference, PairReport } from '../../src/interferenceReport.js';
import { type Affine, identity, invert, multiply, rotation, transformPoint } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { length, subtract, type Vec3 } from '../../src/math/vector.js';
import { uvSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { between, pick } from '../support/randomPose.js';
import { ask, at, baked, cube, cuboid, hollowCube, kindOf, moved, pairOf } from './bodies.js';

// The poles are corners of the mesh: along z the gap of two balls is exact.
const BALL = uvSphere({ radius: 1, segments: 96, rings: 48 });
const ball = (pose: Affine = identity(), name = 'ball'): Body => body(BALL, { pose, name });

/** Two bodies whose distance is known. */
interface Known {
  readonly name: string;
  readonly pair: readonly [Body, Body];
  readonly distance: number;
}

/** Boxes and balls that are `gap` apart along each axis along which they are. */
const known = (gap: number): Known[] => [
  { name: 'boxes face to face', pair: [cube(1), cube(1, at(1 + gap, 0.3, -0.2))], distance: gap },
  { name: 'boxes face to face along y', pair: [cube(1), cube(1, at(0.3, -1 - gap, 0.1))], distance: gap },
  { name: 'boxes edge to edge', pair: [cube(1), cube(1, at(1 + gap, 0.25, 1 + gap))], distance: Math.SQRT2 * gap },
  {
    name: 'boxes corner to corner',
    pair: [cube(1), cube(1, at(1 + gap, -1 - gap, 1 + gap))],
    distance: Math.sqrt(3) * gap,
  },
  { name: 'balls', pair: [ball(), ball(at(0, 0, 2 + gap))], distance: gap },
  { name: 'a ball above a plate', pair: [cuboid([-2, -2, -1], [2, 2, 0]), ball(at(0.3, 0.2, 1 + gap))], distance: gap },
];

const swapped = ([a, b]: readonly [Body, Body]): [Body, Body] => [b, a];

/** How far a point is from the surface of a cube or a ball, in its own frame; negative inside. */
function offSurface({ name, pose, bounds }: Body, p: Vec3): number {
  const own = transformPoint(invert(pose), p);
  if (name === 'ball') return length(own) - 1;
  return Math.max(...own.map((c, k) => Math.max(bounds.min[k] - c, c - bounds.max[k])));
}

/** A clearance report: the distance is no farther below the true one than rounding, nor above it by more than its error. */
function expectNear(found: PairReport | undefined, bodies: readonly [Body, Body], distance: number, where = ''): void {
  expect(found?.kind, where).toBe('clearance');
  const error = found!.distanceError!;
  expect(found!.distance! - distance, where).toBeLessThanOrEqual(error);
  expect(found!.distance! - distance, where).toBeGreaterThanOrEqual(-error / 256);
  const [onA, onB] = found!.nearest!;
  expect(length(subtract(onA, onB)), where).toBeCloseTo(found!.distance!, 8);
  // Balls are meshes: between their corners they lie inside the sphere, by less than a thousandth here.
  for (const [one, p] of [
    [bodies[0], onA],
    [bodies[1], onB],
  ] as const)
    expect(Math.abs(offSurface(one, p)), where).toBeLessThan(error / 256 + (one.name === 'ball' ? 2e-3 : 1e-6));
  // There is no overlap.
  expect(found, where).toMatchObject({ volume: 0, pixels: 0, depthAlongView: 0, samples: [] });
  expect(found!.point, where).toBeUndefined();
}

const kinds = ({ pairs }: Interference): string[] => pairs.map(({ indices, kind }) => `${indices} ${kind}`);

describe('bodies at a known distance', () => {
  for (const gap of [0.02, 0.1, 0.4])
    describe.each(known(gap))(`$name, ${gap} apart along each axis`, ({ pair, distance }) => {
      it('nearer than the clearance: told how near, and where', async () => {
        for (const resolution of [48, 96]) {
          const clearance = distance + 0.3;
          for (const bodies of [pair, swapped(pair)]) {
            const report = await ask(bodies, { clearance, resolution });
            expectNear(pairOf(report), bodies, distance, `${resolution} rays`);
            expect(report.pairs).toHaveLength(1);
            expect(report.cleared).toEqual([]);
          }
        }
      });

      it('farther than the clearance: not told', async () => {
        for (const clearance of [0, distance / 2, 0.99 * distance])
          expect((await ask(pair, { clearance })).pairs, `clearance ${clearance}`).toEqual([]);
      });

      it('without a clearance: nothing', async () => {
        const { pairs, cleared } = await ask(pair);
        expect(pairs).toEqual([]);
        for (const one of cleared) expect(one.distance).toBeUndefined();
      });
    });

  it('faces across an axis are measured to rounding', async () => {
    const { distance, nearest } = pairOf(await ask(known(0.25)[0].pair, { clearance: 0.3 }))!;
    expect(distance).toBeCloseTo(0.25, 6);
    expect([nearest![0][0], nearest![1][0]]).toEqual([expect.closeTo(0.5, 6), expect.closeTo(0.75, 6)]);
    // But for rounding.
    expect(kindOf(await ask(known(0.25)[0].pair, { clearance: 0.25001 }))).toBe('clearance');
    expect(kindOf(await ask(known(0.25)[0].pair, { clearance: 0.24999 }))).toBe('none');
  });

  it('more rays, a smaller error', async () => {
    const error = async (resolution: number) =>
      pairOf(await ask(known(0.1)[4].pair, { clearance: 0.5, resolution }))!.distanceError!;
    // How far is looked at grows a little with the error.
    const ratio = (await error(32)) / (await error(128));
    expect(ratio).toBeGreaterThan(4);
    expect(ratio).toBeLessThan(5);
  });

  for (let seed = 1; seed <= 3; seed++)
    it(`turned, and far from the origin (seed ${seed})`, async () => {
      const random = seeded(seed);
      for (let k = 0; k < 15; k++) {
        const { name, pair, distance } = pick(random, known(between(random, 0.02, 0.6)));
        const place = pick(random, [at(0), at(1e5, -1e5, 1e5)]);
        const motion = multiply(place, randomRotation(random));
        const bodies = pair.map((one) => moved(one, motion)) as unknown as [Body, Body];
        const report = await ask(bodies, { clearance: distance + between(random, 0.3, 0.8) });
        expectNear(pairOf(report), bodies, distance, `${name}, ${k}`);
        expect((await ask(bodies, { clearance: 0.95 * distance })).pairs).toEqual([]);
      }
    });

  it('with the vertices mapped instead of the pose (seed 4)', async () => {
    const random = seeded(4);
    for (const { name, pair, distance } of known(0.2).slice(0, 4)) {
      const motion = randomRotation(random);
      const found = pairOf(
        await ask(
          pair.map((one) => baked(moved(one, motion))),
          { clearance: distance + 0.3 },
        ),
      )!;
      expect(found.kind, name).toBe('clearance');
      expect(found.distance! - distance).toBeLessThanOrEqual(found.distanceError!);
      expect(found.distance! - distance).toBeGreaterThanOrEqual(-found.distanceError! / 256);
    }
  });

  it('boxes that meet while the bodies are apart, and boxes that are apart', async () => {
    // Aslant, so that the world's boxes meet: a gap of 0.1 across the diagonal.
    const turn = rotation([0, 0, 1], Math.PI / 4);
    const inside = [cube(1, turn), cube(1, multiply(turn, at(1.1)))] as const;
    const report = await ask(inside, { clearance: 0.2 });
    expectNear(pairOf(report), inside, 0.1);
    expect((await ask(inside)).pairs).toEqual([]);
    const apart = [cube(1), cube(1, at(3))] as const;
    expect((await ask(apart, { clearance: 1.9 })).pairs).toEqual([]);
    expect((await ask(apart, { clearance: 1.9 })).cleared).toEqual([]);
    expectNear(pairOf(await ask(apart, { clearance: 2.1 })), apart, 2);
    expectNear(pairOf(await ask(apart, { clearance: 5 })), apart, 2);
  });

  it('a body in the cavity of another', async () => {
    const shell = body(hollowCube(4, 2), { name: 'shell' });
    const kernel = cube(1.5, at(0.1));
    const report = await ask([shell, kernel], { clearance: 0.2 });
    expect(kinds(report)).toEqual(['0,1 clearance']);
    const { distance, nearest } = pairOf(report)!;
    expect(distance).toBeCloseTo(0.15, 5);
    expect([nearest![0][0], nearest![1][0]]).toEqual([expect.closeTo(1, 5), expect.closeTo(0.85, 5)]);
    expect((await ask([shell, kernel], { clearance: 0.1 })).pairs).toEqual([]);
  });

  it('pairs that were looked at and are far enough apart are cleared, as without', async () => {
    // A ball in a ring's hole, 0.08 from it all round.
    const bodies = [ball(), body(torus({ radius: 1.38, tubeRadius: 0.3, segments: 96, sides: 48 }))];
    const without = await ask(bodies);
    expect(without.cleared).toMatchObject([{ kind: 'none' }]);
    const { pairs, cleared } = await ask(bodies, { clearance: 0.05 });
    expect(pairs).toEqual([]);
    // At 64 rays the distance is not known well enough: it is told, with its error.
    const { distance, distanceError, nearest, ...rest } = cleared[0];
    expect([rest]).toEqual(without.cleared);
    expect(distance! - distanceError!).toBeLessThan(0.05);
    expect(distance).toBeGreaterThan(0.05);
    expect(nearest).toHaveLength(2);
    const near = await ask(bodies, { clearance: 0.15 });
    expect([kinds(near), near.cleared]).toEqual([['0,1 clearance'], []]);
  });

  it('in a view of the whole scene', async () => {
    for (const { name, pair, distance } of known(0.1)) {
      const report = await ask(pair, { clearance: distance + 0.3, view: 'scene' });
      expectNear(pairOf(report), pair, distance, name);
      expect((await ask(pair, { clearance: distance / 2, view: 'scene' })).pairs).toEqual([]);
    }
  });
});

describe('with a clearance, bodies that meet', () => {
  const pairs: readonly [kind: string, bodies: readonly [Body, Body]][] = [
    ['hard', [cube(1), cube(1, at(0.5, 0.2, 0.1))]],
    ['contained b', [cube(2), cube(1, at(0.2))]],
    ['contained a', [cube(1, at(0.2)), cube(2)]],
    ['duplicate', [cube(1), cube(1)]],
    ['touch', [cube(1), cube(1, at(1, 0.2, 0.1))]],
    ['touch', [cuboid([0, 0, 0], [1, 1, 1]), cuboid([1, -1, 0.2], [2, 2, 0.8])]],
  ];

  it.each(pairs)(
    '%s stays, with all that was told without, and its depth as a negative distance',
    async (kind, bodies) => {
      const without = await ask(bodies);
      for (const clearance of [0, 0.1, 2]) {
        const report = await ask(bodies, { clearance });
        expect(kindOf(report)).toBe(kind);
        const { distance, ...rest } = pairOf(report)!;
        expect(rest).toEqual(pairOf(without));
        expect(distance).toBe(0 - rest.depthAlongView);
        expect(pairOf(report)!.nearest).toBeUndefined();
      }
    },
  );

  it('in an edge or a corner only, are at no distance', async () => {
    for (const place of [at(1, 1, 0.3), at(1, -1, 1)]) {
      const bodies = [cube(1), cube(1, place)] as const;
      expectNear(pairOf(await ask(bodies, { clearance: 0.1 })), bodies, 0);
    }
  });

  it('less deep than the tolerance, stay a touch', async () => {
    const pressed = [cube(1), cube(1, at(0.999, 0.2, 0.1))];
    expect(kindOf(await ask(pressed, { tolerance: 0.01, clearance: 0.5 }))).toBe('touch');
    expect(kindOf(await ask(pressed, { clearance: 0.5 }))).toBe('hard');
  });
});

describe('ten bodies', () => {
  const names = [...'abcdefghij'];

  it('in a row, in any order: each with its neighbours, then with the next but one', async () => {
    const order = [7, 2, 9, 4, 0, 5, 1, 8, 3, 6];
    const row = order.map((k) => cube(1, at(0.2, 1.1 * k, -0.3), names[k]));
    for (const [clearance, reach] of [
      [0.05, 0],
      [0.15, 1],
      [1.15, 1],
      [1.25, 2],
    ] as const) {
      const { pairs, cleared } = await ask(row, { clearance });
      const expected = order.flatMap((p, i) =>
        order.flatMap((q, j) => (i < j && Math.abs(p - q) <= reach ? [[i, j]] : [])),
      );
      expect(pairs.map(({ indices }) => indices)).toEqual(expected);
      expect(cleared).toEqual([]);
      for (const { kind, a, b, indices, distance } of pairs) {
        expect(kind).toBe('clearance');
        expect([a, b]).toEqual(indices.map((i) => names[order[i]]));
        expect(distance).toBeCloseTo(1.1 * Math.abs(order[indices[0]] - order[indices[1]]) - 1, 5);
      }
    }
  });

  it('overlapping, touching, near and far ones, each as if asked alone', async () => {
    const places = [0, 0.9, 1.9, 2.95, 5, 5.5, 6.51, 9, 10, 30];
    const row = places.map((x, k) => cube(1, at(x, 0.01 * k, 0), names[k]));
    const report = await ask(row, { clearance: 0.2 });
    expect(kinds(report)).toEqual([
      ...['0,1 hard', '1,2 touch', '2,3 clearance', '4,5 hard', '5,6 clearance', '7,8 touch'],
    ]);
    for (const pair of report.pairs) {
      const [i, j] = pair.indices;
      const alone = pairOf(await ask([row[i], row[j]], { clearance: 0.2 }))!;
      expect(pair).toEqual({ ...alone, indices: [i, j] });
    }
  });
});
