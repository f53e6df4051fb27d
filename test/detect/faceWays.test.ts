import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import type { PairFinding } from '../../src/detect/pairFinding.js';
import { faceWays } from '../../src/detect/zlist/faceWays.js';
import { type Affine, identity, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { cross, dot, length, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { basis } from '../../src/view/fit.js';

/** What the ways depend on: the bodies, their faces around the overlap, and where the view looks. */
interface Seen {
  readonly a?: Body;
  readonly b?: Body;
  readonly facesA?: readonly number[];
  readonly facesB?: readonly number[];
  readonly direction?: Vec3;
}

const cube = (pose: Affine = identity(), size: number | Vec3 = 2): Body => body(box({ size }), { pose });

function waysOf({ a = cube(), b = cube(), facesA = [], facesB = [], direction = [1, 2, 3] }: Seen): Vec3[] {
  const finding = {
    a: { body: a },
    b: { body: b },
    faces: [Uint32Array.from(facesA), Uint32Array.from(facesB)],
    view: basis(direction),
  };
  return faceWays(finding as unknown as PairFinding);
}

/** The faces of a body whose normal, before its pose, is nearest to `normal`. */
function facesToward({ mesh: { positions, indices } }: Body, normal: Vec3): number[] {
  const point = (v: number): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  const along = Array.from({ length: indices.length / 3 }, (_, f) => {
    const [p, q, r] = [0, 1, 2].map((k) => point(indices[3 * f + k]));
    const n = cross([q[0] - p[0], q[1] - p[1], q[2] - p[2]], [r[0] - p[0], r[1] - p[1], r[2] - p[2]]);
    return dot(n, normal) / length(n);
  });
  return along.flatMap((c, f) => (c > 0.999 ? [f] : []));
}

/** A triangle of this area, square to a direction. */
function triangle(normal: Vec3, area: number): number[] {
  const { right, down } = basis(normal);
  const side = Math.sqrt(2 * area);
  return [0, 0, 0, ...right.map((c) => c * side), ...down.map((c) => c * side)];
}

/** A body of such triangles, one after the other. */
const triangles = (...them: readonly (readonly [normal: Vec3, area: number])[]): Body =>
  body({ positions: them.flatMap(([normal, area]) => triangle(normal, area)) });

/** Ways have no sign. */
function expectWays(found: readonly Vec3[], expected: readonly Vec3[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((way, i) => {
    expect(length(way)).toBeCloseTo(1, 12);
    expect(Math.abs(dot(way, expected[i])) / length(expected[i]), `way ${i}`).toBeCloseTo(1, 12);
  });
}

const [X, Y, Z]: readonly Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: one line
/** In the plane of x and y, so many degrees from x. */
const slanted = (angleDeg: number): Vec3 => [
  Math.cos((angleDeg * Math.PI) / 180),
  Math.sin((angleDeg * Math.PI) / 180),
  0,
];

describe('faceWays', () => {
  it('without faces there is no way', () => {
    expect(waysOf({})).toEqual([]);
  });

  it.each([X, Y, Z])('a side of a box: square to it (%d, %d, %d)', (...normal) => {
    const a = cube();
    const faces = facesToward(a, normal);
    expect(faces).toHaveLength(2);
    expectWays(waysOf({ a, facesA: faces }), [normal]);
    expectWays(waysOf({ b: a, facesB: faces }), [normal]);
    expectWays(waysOf({ a, facesA: faces.slice(1) }), [normal]);
  });

  it('a side and the opposite one are one way; of one body or of two', () => {
    const a = cube();
    const [left, right] = [facesToward(a, [-1, 0, 0]), facesToward(a, X)];
    expectWays(waysOf({ a, facesA: [...left, ...right] }), [X]);
    expectWays(waysOf({ a, b: a, facesA: left, facesB: right }), [X]);
  });

  it('in any pose (seed 41)', () => {
    const random = seeded(41);
    for (let round = 0; round < 50; round++) {
      const turn = randomRotation(random);
      // Shears keep a side's edges, not its normal: z grows by x here, and the sides across x turn.
      const shear = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0);
      const sheared = cube(multiply(translation(5, 6, 7), multiply(turn, shear)));
      const turned = (v: Vec3): Vec3 =>
        [0, 4, 8].map((r) => dot([turn[r], turn[r + 1], turn[r + 2]], v)) as unknown as Vec3;
      expectWays(waysOf({ a: sheared, facesA: facesToward(sheared, X) }), [turned(X)]);
      expectWays(waysOf({ a: sheared, facesA: facesToward(sheared, Z) }), [turned([-1, 0, 1])]);
      const mirrored = cube(multiply(turn, scaling(-2, 1, 3)));
      expectWays(waysOf({ a: mirrored, facesA: facesToward(mirrored, Y) }), [turned(Y)]);
    }
  });

  it('those with the most area first, areas of both bodies together, as large as their poses make them', () => {
    const a = triangles([X, 3], [Y, 2], [Z, 1]);
    expectWays(waysOf({ a, facesA: [0, 1, 2] }), [X, Y, Z]);
    expectWays(waysOf({ a, facesA: [2, 1, 0] }), [X, Y, Z]);
    expectWays(waysOf({ a, b: a, facesA: [0, 1, 2], facesB: [1] }), [Y, X, Z]);
    expectWays(waysOf({ a, b: triangles([Z, 2.5]), facesA: [0, 1, 2], facesB: [0] }), [Z, X, Y]);
    // The triangles become 1.5, 0.2 and 5 large.
    const stretched = body(a.mesh, { pose: scaling(1, 5, 0.1) });
    expectWays(waysOf({ a: stretched, facesA: [0, 1, 2] }), [Z, X, Y]);
  });

  it('many small faces outweigh a large one', () => {
    const a = body(box({ size: 2, segments: 4 }));
    const top = facesToward(a, Z);
    expectWays(waysOf({ a, b: triangles([X, 3.5]), facesA: top, facesB: [0] }), [Z, X]);
    expectWays(waysOf({ a, b: triangles([X, 4.5]), facesA: top, facesB: [0] }), [X, Z]);
  });

  it('faces that are nearly parallel go together, by their areas; those that are not do not', () => {
    const alike = triangles([slanted(0), 3], [slanted(10), 1], [slanted(-170), 1]);
    const mean: Vec3 = [0, 1, 2].map((k) => 3 * slanted(0)[k] + 2 * slanted(10)[k]) as unknown as Vec3;
    expectWays(waysOf({ a: alike, facesA: [0, 1, 2] }), [mean]);
    expectWays(waysOf({ a: alike, facesA: [2, 0, 1] }), [mean]);
    const unlike = triangles([slanted(0), 1], [slanted(30), 3], [slanted(90), 2]);
    expectWays(waysOf({ a: unlike, facesA: [0, 1, 2] }), [slanted(30), slanted(90), slanted(0)]);
  });

  it('three at most, the largest', () => {
    const a = triangles([slanted(0), 1], [slanted(40), 5], [slanted(80), 3], [slanted(120), 2], [Z, 4]);
    expectWays(waysOf({ a, facesA: [0, 1, 2, 3, 4] }), [slanted(40), Z, slanted(80)]);
  });

  it("not the view's own, whichever way it goes; the next one takes its place", () => {
    const a = triangles([X, 5], [Y, 4], [Z, 3], [[1, 1, 1], 2]);
    for (const sign of [1, -1]) {
      const direction = X.map((c) => sign * c) as unknown as Vec3;
      expectWays(waysOf({ a, facesA: [0, 1, 2, 3], direction }), [Y, Z, [1, 1, 1]]);
      expectWays(waysOf({ a, facesA: [0], direction }), []);
    }
    expectWays(waysOf({ a, facesA: [0], direction: slanted(30) }), [X]);
  });

  it("the view's own, rounded by a turned pose (seed 42)", () => {
    const random = seeded(42);
    for (let round = 0; round < 50; round++) {
      const turn = multiply(randomRotation(random), rotation([0, 0, 1], random()));
      const a = cube(turn);
      const direction: Vec3 = [turn[0], turn[4], turn[8]];
      expectWays(waysOf({ a, facesA: facesToward(a, X), direction }), []);
    }
  });

  it('faces without area tell nothing', () => {
    const flat = body({ positions: [0, 0, 0, 1, 1, 1, 3, 3, 3, ...triangle(Y, 1)] });
    expect(waysOf({ a: flat, facesA: [0] })).toEqual([]);
    expectWays(waysOf({ a: flat, facesA: [0, 1] }), [Y]);
  });
});
