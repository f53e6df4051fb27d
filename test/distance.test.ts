import Module, { type Manifold, type ManifoldToplevel } from 'manifold-3d';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, body } from '../src/body.js';
import { distance } from '../src/distance.js';
import { InputError } from '../src/errors.js';
import { multiply, rotation, scaling, translation } from '../src/math/affine.js';
import { seeded } from '../src/math/random.js';
import { length, subtract } from '../src/math/vector.js';
import { mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { bumpySphere } from '../src/mesh/shapes/bumpySphere.js';
import { icoSphere, uvSphere } from '../src/mesh/shapes/sphere.js';
import { torus } from '../src/mesh/shapes/torus.js';
import { torusKnot } from '../src/mesh/shapes/torusKnot.js';
import { at, cube, cuboid, hollowCube, insideOut, joined, mapped } from './interference/bodies.js';
import { between, pick, randomRigid } from './support/randomPose.js';

let library: ManifoldToplevel;

beforeAll(async () => {
  library = await Module();
  library.setup();
});

/** A solid of manifold's as a body. */
function bodyOf(solid: Manifold): Body {
  const { vertProperties, triVerts, numProp } = solid.getMesh();
  expect(numProp).toBe(3);
  return body({ positions: vertProperties, indices: triVerts });
}

/** Both answers: this library's, and manifold's within its search length. */
async function bothTell(a: Manifold, b: Manifold, searchLength: number): Promise<[number | undefined, number]> {
  const [one, other] = [bodyOf(a), bodyOf(b)];
  return [(await distance(one, other, { limit: searchLength })).distance, a.minGap(b, searchLength)];
}

// The geometry of manifold's own tests of minGap.
describe('what manifold tests of its minimum gap', () => {
  const cubeOf = (size = 1, isCentered = false) => library.Manifold.cube(size, isCentered);
  const sphereOf = (segments?: number) => library.Manifold.sphere(1, segments);

  it('MinGapCubeCube, MinGapCubeCube2: edge to edge', async () => {
    for (const [by, searchLength] of [
      [2, 1.5],
      [3, 3],
    ] as const) {
      const [found, gap] = await bothTell(cubeOf(), cubeOf().translate([by, by, 0]), searchLength);
      expect(found).toBe(Math.SQRT2 * (by - 1));
      expect(gap).toBeCloseTo(found!, 6);
    }
  });

  it('MinGapCubeSphereOverlapping', async () => {
    expect(await bothTell(cubeOf(), sphereOf(), 0.1)).toEqual([0, 0]);
  });

  it('MinGapSphereSphere: corners of both lie on the line between the middles', async () => {
    for (const segments of [undefined, 32, 128]) {
      const [found, gap] = await bothTell(sphereOf(segments), sphereOf(segments).translate([2, 2, 0]), 0.85);
      // In f32.
      expect(found).toBeCloseTo(2 * Math.SQRT2 - 2, 6);
      expect(gap).toBeCloseTo(found!, 6);
    }
  });

  it('MinGapSphereSphereOutOfBounds', async () => {
    const [a, b] = [sphereOf(), sphereOf().translate([2, 2, 0])];
    expect(a.minGap(b, 0.8)).toBe(0.8);
    expect(await distance(bodyOf(a), bodyOf(b), { limit: 0.8 })).toMatchObject({ kind: 'beyond', beyond: 0.8 });
  });

  it('MinGapClosestPointOnEdge: edges across each other', async () => {
    const a = cubeOf(1, true).rotate([0, 0, 45]);
    const b = cubeOf(1, true).rotate([0, 45, 0]).translate([2, 0, 0]);
    const [found, gap] = await bothTell(a, b, 0.7);
    expect(found).toBeCloseTo(2 - Math.SQRT2, 6);
    expect(gap).toBeCloseTo(found!, 6);
    const turned = [
      cube(1, rotation([0, 0, 1], Math.PI / 4)),
      cube(1, multiply(at(2), rotation([0, 1, 0], Math.PI / 4))),
    ];
    expect((await distance(turned[0], turned[1])).distance).toBeCloseTo(2 - Math.SQRT2, 15);
  });

  it('MinGapClosestPointOnTriangleFace: face to face', async () => {
    const [found, gap] = await bothTell(cubeOf(), cubeOf().scale(10).translate([2, -5, -1]), 1.1);
    expect([found, gap]).toEqual([1, 1]);
  });

  it('MingapAfterTransformations, and out of bounds', async () => {
    const a = sphereOf(64).rotate([30, 30, 30]);
    const b = sphereOf(64).scale([3, 1, 1]).rotate([0, 90, 45]).translate([3, 0, 0]);
    const [found, gap] = await bothTell(a, b, 1.1);
    // The spheres are polyhedra: a little farther apart.
    expect(found).toBeGreaterThan(1);
    expect(found).toBeLessThan(1.01);
    expect(gap).toBeCloseTo(found!, 6);
    expect(await bothTell(a, b, 0.95)).toEqual([undefined, 0.95]);
  });
});

describe('against manifold', () => {
  for (let seed = 1; seed <= 4; seed++)
    it(`bodies of some hundred faces (seed ${seed})`, async () => {
      const random = seeded(seed);
      const shapes = [
        icoSphere({ subdivisions: 2 }),
        torus({ segments: 24, sides: 10 }),
        torusKnot({ segments: 60, sides: 6 }),
        box(),
      ];
      for (let k = 0; k < 4; k++) {
        // In f32, as manifold takes them.
        const [a, b] = [0, 1].map((i) => {
          const { positions, indices } = mapped(
            pick(random, shapes),
            multiply(at(i * between(random, 1, 4)), randomRigid(random, 0.5)),
          );
          return { positions: Float32Array.from(positions), indices };
        });
        const [solidA, solidB] = [a, b].map(
          ({ positions, indices }) =>
            new library.Manifold(new library.Mesh({ numProp: 3, vertProperties: positions, triVerts: indices })),
        );
        const report = await distance(body(a), body(b));
        const gap = solidA.minGap(solidB, 10);
        // Inside each other, manifold's is the surfaces' distance or 0, as it finds them.
        if (solidA.intersect(solidB).isEmpty()) expect(report.distance, `${k}`).toBeCloseTo(gap, 5);
        else expect(report, `${k}`).toMatchObject({ kind: 'meeting', distance: 0 });
      }
    });
});

/** Bodies that are apart, with their distance. */
const apart: readonly [string, Body, Body, number][] = [
  ['cubes face to face', cube(1), cube(1, at(1.25, 0.3, -0.2)), 0.25],
  ['cubes edge to edge', cube(1), cube(1, at(2, 2, 0.1)), Math.SQRT2],
  ['cubes corner to corner', cube(1), cube(1, at(2, -2, 2)), Math.sqrt(3)],
  ['balls, pole to pole', body(uvSphere()), body(uvSphere(), { pose: at(0, 0, 2.5) }), 0.5],
  ['a cube in a cavity', body(hollowCube(4, 2)), cube(1, at(0.25)), 0.25],
  ['a cube in a ring', body(torus({ radius: 2, tubeRadius: 0.5, segments: 64, sides: 32 })), cube(1), NaN],
  ['a ball over one huge face', body(mesh([-9e4, -9e4, 3, 9e4, -9e4, 3, 0, 9e4, 3])), body(uvSphere()), 2],
  ['cubes of several pieces', body(joined(box(), mapped(box(), at(5)))), cube(1, at(2.5)), 1.5],
];

describe('bodies that are apart', () => {
  it.each(apart)('%s', async (_, a, b, expected) => {
    for (const [p, q] of [
      [a, b],
      [b, a],
    ] as const) {
      const report = await distance(p, q);
      expect(report.kind).toBe('apart');
      if (!Number.isNaN(expected))
        expect(Math.abs(report.distance! - expected)).toBeLessThanOrEqual(report.distanceError);
      const [onP, onQ] = report.nearest!;
      expect(length(subtract(onP, onQ))).toBeCloseTo(report.distance!, 12);
      expect(report.beyond).toBeUndefined();
    }
  });

  it.each(apart)('%s: within a limit, at it, and beyond', async (_, a, b) => {
    const { distance: exact, distanceError } = await distance(a, b);
    expect(await distance(a, b, { limit: exact! })).toMatchObject({ kind: 'apart', distance: exact });
    const limit = exact! - 2 * distanceError;
    const report = await distance(a, b, { limit });
    expect(report).toMatchObject({ kind: 'beyond', beyond: limit });
    expect(report.distance).toBeUndefined();
    expect(report.nearest).toBeUndefined();
    expect(await distance(a, b, { limit: 0 })).toMatchObject({ kind: 'beyond', beyond: 0 });
  });

  it('the nearest faces are named by their numbers', async () => {
    const [a, b] = [cube(1), cube(1, at(1.5))];
    const { faces, nearest } = await distance(a, b);
    for (const [one, face, x] of [
      [a, faces![0], 0.5],
      [b, faces![1], -0.5],
    ] as const)
      expect([0, 1, 2].some((k) => one.mesh.positions[3 * one.mesh.indices[3 * face + k]] === x)).toBe(true);
    expect([nearest![0][0], nearest![1][0]]).toEqual([0.5, 1]);
  });

  it('by a hair: what rounding cannot tell from touching', async () => {
    const next = 1 + Number.EPSILON;
    const near = await distance(cuboid([0, 0, 0], [1, 1, 1]), cuboid([next, 0, 0], [2, 1, 1]));
    expect(near).toMatchObject({ kind: 'apart', distance: Number.EPSILON });
    expect(await distance(cuboid([0, 0, 0], [1, 1, 1]), cuboid([1, 0, 0], [2, 1, 1]))).toMatchObject({
      kind: 'meeting',
    });
  });
});

describe('bodies that meet are at no distance', () => {
  const meeting: readonly [string, Body, Body][] = [
    ['crossing', cube(1), cube(1, at(0.5, 0.2, 0.1))],
    ['face on face', cube(1), cube(1, at(1, 0.2, 0.1))],
    ['edge on edge', cube(1), cube(1, at(1, 1, 0.1))],
    ['corner on corner', cube(1), cube(1, at(1, 1, -1))],
    ['one inside the other', cube(3), cube(1, at(0.3))],
    ['the same', body(icoSphere()), body(icoSphere())],
    ['a piece inside the other', body(joined(mapped(box(), at(9)), box({ size: 0.5 }))), cube(1)],
    ['inside one that is inside out', body(insideOut(box({ size: 3 }))), cube(1)],
    ['an open surface inside', cube(3), body(mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]))],
    ['in the wall around a cavity', body(hollowCube(4, 2)), cube(0.5, at(1.5))],
  ];

  it.each(meeting)('%s', async (_, a, b) => {
    for (const limit of [Infinity, 0.1, 0])
      for (const [p, q] of [
        [a, b],
        [b, a],
      ] as const) {
        const report = await distance(p, q, { limit });
        expect(report).toMatchObject({ kind: 'meeting', distance: 0, distanceError: 0 });
        expect(report.nearest).toBeUndefined();
      }
  });

  it('an open body holds nothing: its surface counts', async () => {
    const { positions, indices } = box({ size: 4 });
    const open = body({ positions, indices: indices.slice(6) });
    const report = await distance(open, cube(1));
    expect(report.kind).toBe('apart');
    expect(report.distance).toBe(1.5);
  });
});

describe('wherever bodies are', () => {
  it('turned, moved and scaled: the same (seed 5)', async () => {
    const random = seeded(5);
    for (const [name, a, b] of apart) {
      if (name.includes('huge')) continue;
      const { distance: before } = await distance(a, b);
      for (const scale of [1e-6, 1e-3, 1, 1e3, 1e6]) {
        const map = multiply(randomRigid(random, 10 * scale), scaling(scale));
        const moved = (one: Body): Body => body(one.mesh, { pose: multiply(map, one.pose) });
        const report = await distance(moved(a), moved(b));
        expect(report.kind, name).toBe('apart');
        expect(report.distance! / scale, `${name}, ${scale}`).toBeCloseTo(before!, 12);
      }
    }
  });

  it('bumpy spheres at a distance that FCL tells, too', async () => {
    const pose = translation(2.2, 0.05, 0.02);
    const [a, b] = [bumpySphere({ segments: 200 }), bumpySphere({ segments: 200, frequency: 7, phase: 1 })];
    const report = await distance(body(a), body(b, { pose }));
    expect(report.distance).toBeCloseTo(0.0034, 4);
  });

  it('it is the body of now that counts, and it may deform', async () => {
    const [a, b] = [cube(1), cube(1, at(3))];
    const before = distance(a, b);
    b.pose = at(2);
    expect((await before).distance).toBe(2);
    expect((await distance(a, b)).distance).toBe(1);
    a.update(a.mesh.positions.map((c) => 1.5 * c));
    expect((await distance(a, b)).distance).toBe(0.75);
  });
});

it('a limit that is no length is refused', async () => {
  for (const limit of [-1, NaN])
    await expect(distance(cube(1), cube(1), { limit })).rejects.toThrow(
      new InputError(`distance: the limit is not a length (${limit}). Give a number from 0 up, in model units.`),
    );
});
