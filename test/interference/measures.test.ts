import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { invert, transformPoint } from '../../src/math/affine.js';
import { type Box, center, extent } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { dot, length, subtract, type Vec3 } from '../../src/math/vector.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { relateBoxes, volumeOf } from '../support/boxOracle.js';
import { randomRigid } from '../support/randomPose.js';
import { ask, at, boxOf, cuboid, kindOf, moved, pairOf } from './bodies.js';
import { cornersOf, innerRadius, lensVolume } from './closedForms.js';

/** Two boxes whose common box is 1.5 × 1 × 2, thinnest along y. */
const A: Box = { min: [0, 0, 0], max: [4, 3, 2] };
const B: Box = { min: [2.5, 2, -1], max: [6, 5, 3] };
const { common } = relateBoxes(A, B);
const COMMON = common!;

const inBox = (p: Vec3, { min, max }: Box, slack: number): boolean =>
  p.every((x, k) => x >= min[k] - slack && x <= max[k] + slack);

const pixelOf = ({ measured: { pixelSize } }: PairReport): number => Math.max(...pixelSize);

describe('two boxes that overlap', () => {
  it.each([16, 64, 200])('volume, area, depth, centroid and bounds, with %i rays across', async (resolution) => {
    const [found] = (await ask([boxOf(A), boxOf(B)], { resolution })).pairs;
    expect(found).toMatchObject({ kind: 'hard', indices: [0, 1], undecidedRays: 0 });
    const [across, down] = found.measured.pixelSize;
    expect(found.pixels * across * down).toBeCloseTo(found.area, 9);
    expect(found.pixels).toBeGreaterThan((resolution - 4) ** 2);
    expect(found.direction).toEqual([0, 1, 0]);
    expect(found.volume).toBeCloseTo(3, 6);
    expect(found.area).toBeCloseTo(1.5 * 2, 6);
    expect(found.depthAlongView).toBeCloseTo(1, 6);
    for (const k of [0, 1, 2]) {
      expect(found.centroid![k]).toBeCloseTo(center(COMMON)[k], 3);
      expect(found.bounds!.min[k]).toBeCloseTo(COMMON.min[k], 6);
      expect(found.bounds!.max[k]).toBeCloseTo(COMMON.max[k], 6);
    }
    expect(found.point![1]).toBeCloseTo(2.5, 6);
    expect(inBox(found.point!, COMMON, 0)).toBe(true);
  });

  it('samples lie in both, the deepest first, and are spread over the overlap', async () => {
    const [{ samples, point, bounds }] = (await ask([boxOf(A), boxOf(B)], { resolution: 128 })).pairs;
    expect(samples[0]).toEqual(point);
    expect(samples.length).toBeGreaterThan(8);
    expect(samples.length).toBeLessThanOrEqual(16);
    for (const sample of samples) expect(inBox(sample, COMMON, 0)).toBe(true);
    expect(new Set(samples.map(String)).size).toBe(samples.length);
    for (const k of [0, 2]) {
      const places = samples.map((sample) => sample[k]);
      expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(extent(bounds!)[k] / 2);
    }
  });

  it.each([1, 2, 5])(
    'faces named are just those that bound the overlap along the view, cut %i times',
    async (segments) => {
      const [a, b] = [A, B].map(({ min, max }) => cuboid(min, max, { segments }));
      const [found] = (await ask([a, b], { resolution: 128 })).pairs;
      // Along y, rays enter the overlap by B's face at y = 2 and leave it by A's at y = 3.
      for (const [shape, plane, faces] of [
        [a.mesh, 3, found.faces.a],
        [b.mesh, 2, found.faces.b],
      ] as const) {
        const named = new Set(faces);
        expect(named.size).toBe(faces.length);
        expect(faces).toEqual([...faces].sort((i, j) => i - j));
        for (let face = 0; face < shape.indices.length / 3; face++) {
          const corners = cornersOf(shape, face);
          const onPlane = corners.every((p) => p[1] === plane);
          if (onPlane && corners.every((p) => inBox(p, COMMON, 0))) expect(named).toContain(face);
          if (!onPlane || isBeside(corners, COMMON)) expect(named).not.toContain(face);
        }
      }
    },
  );

  it('the same, turned and shifted (seed 41)', async () => {
    const random = seeded(41);
    for (let k = 0; k < 20; k++) {
      const motion = randomRigid(random, 10);
      const back = invert(motion);
      const [found] = (await ask([moved(boxOf(A), motion), moved(boxOf(B), motion)], { resolution: 128 })).pairs;
      const pixel = pixelOf(found);
      expect(Math.abs(found.volume - volumeOf(COMMON))).toBeLessThan(found.volumeError);
      expect(Math.abs(found.volume / volumeOf(COMMON) - 1)).toBeLessThan(0.01);
      expect(length(subtract(transformPoint(back, found.centroid!), center(COMMON)))).toBeLessThan(pixel);
      for (const sample of found.samples) expect(inBox(transformPoint(back, sample), COMMON, pixel / 128)).toBe(true);
      // The bounds hold the common box's corners, and not much else: no axis-parallel box does better than these corners'.
      const corners = [...Array(8).keys()].map((c) =>
        transformPoint(
          motion,
          [0, 1, 2].map((axis) => ((c >> axis) & 1 ? COMMON.max[axis] : COMMON.min[axis])) as unknown as Vec3,
        ),
      );
      for (const axis of [0, 1, 2]) {
        const places = corners.map((corner) => corner[axis]);
        expect(found.bounds!.min[axis]).toBeLessThan(Math.min(...places) + pixel);
        expect(found.bounds!.max[axis]).toBeGreaterThan(Math.max(...places) - pixel);
      }
    }
  });

  it('swapped: the same numbers, with the names and the faces exchanged', async () => {
    const [a, b] = [cuboid(A.min, A.max, { name: 'first' }), cuboid(B.min, B.max, { name: 'second' })];
    const [one] = (await ask([a, b])).pairs;
    const [other] = (await ask([b, a])).pairs;
    expect(one).toMatchObject({ a: 'first', b: 'second', indices: [0, 1] });
    expect(other).toMatchObject({ a: 'second', b: 'first', indices: [0, 1] });
    expect(other.faces).toEqual({ a: one.faces.b, b: one.faces.a });
    for (const same of [
      'kind',
      'volume',
      'depthAlongView',
      'pixels',
      'centroid',
      'bounds',
      'samples',
      'direction',
    ] as const)
      expect(other[same]).toEqual(one[same]);
  });
});

/** Whether a triangle lies beyond one side of a box seen along y. */
const isBeside = (corners: readonly Vec3[], { min, max }: Box): boolean =>
  [0, 2].some((k) => corners.every((p) => p[k] <= min[k]) || corners.every((p) => p[k] >= max[k]));

describe('two balls that overlap', () => {
  const shape = icoSphere({ subdivisions: 3 });
  const inner = innerRadius(shape);
  const distance = 1.4;
  const middles: readonly [Vec3, Vec3] = [
    [0, 0, 0],
    [distance, 0, 0],
  ];

  it('the lens: volume, centroid, bounds, area', async () => {
    const found = pairOf(await ask([body(shape), body(shape, { pose: at(distance) })], { resolution: 128 }))!;
    const pixel = pixelOf(found);
    expect(found.kind).toBe('hard');
    expect(found.volume).toBeGreaterThan(lensVolume(inner, distance) - found.volumeError);
    expect(found.volume).toBeLessThan(lensVolume(1, distance) + found.volumeError);
    expect(length(subtract(found.centroid!, [distance / 2, 0, 0]))).toBeLessThan(0.005);
    const rim = Math.sqrt(1 - (distance / 2) ** 2);
    const innerRim = Math.sqrt(inner ** 2 - (distance / 2) ** 2);
    for (const k of [1, 2]) {
      expect(found.bounds!.max[k]).toBeGreaterThan(innerRim - pixel);
      expect(found.bounds!.max[k]).toBeLessThan(rim + pixel);
      expect(found.bounds!.min[k]).toBeLessThan(-innerRim + pixel);
      expect(found.bounds!.min[k]).toBeGreaterThan(-rim - pixel);
    }
    expect(found.bounds!.min[0]).toBeGreaterThan(distance - 1 - 1e-6);
    expect(found.bounds!.max[0]).toBeLessThan(1 + 1e-6);
    expect(found.area).toBeGreaterThan(Math.PI * innerRim ** 2 - 8 * rim * pixel);
    expect(found.area).toBeLessThan(Math.PI * rim ** 2 + 8 * rim * pixel);
  });

  it('samples lie in both, faces named reach into the other ball, and those inside it are all named (seed 42)', async () => {
    const random = seeded(42);
    for (let k = 0; k < 8; k++) {
      const motion = k === 0 ? at(0) : randomRigid(random, 5);
      const bodies = middles.map((middle) => moved(body(shape, { pose: at(...middle) }), motion));
      const found = pairOf(await ask(bodies, { resolution: 128 }))!;
      const places = middles.map((middle) => transformPoint(motion, middle));
      for (const sample of found.samples)
        for (const place of places) expect(length(subtract(sample, place))).toBeLessThan(1 + pixelOf(found) / 128);
      for (const [which, faces] of [found.faces.a, found.faces.b].entries()) {
        const named = new Set(faces);
        const other = places[1 - which];
        for (let face = 0; face < shape.indices.length / 3; face++) {
          const corners = cornersOf(shape, face).map((p) => transformPoint(bodies[which].pose, p));
          const distances = corners.map((p) => length(subtract(p, other)));
          // Edges are 0.15 long: a face with all corners so far outside has nothing in the ball.
          if (distances.every((d) => d > 1.01)) expect(named).not.toContain(face);
          if (distances.every((d) => d < inner)) expect(named).toContain(face);
        }
      }
    }
  });
});

describe('what a report says of a pair inside another', () => {
  it('contained: the whole of the inner one, whichever it is', async () => {
    const [outer, inner] = [cuboid([0, 0, 0], [4, 4, 4]), cuboid([1, 1, 2.5], [2, 3, 3])];
    for (const [bodies, kind] of [
      [[outer, inner], 'contained b'],
      [[inner, outer], 'contained a'],
    ] as const) {
      const report = await ask(bodies);
      expect(kindOf(report)).toBe(kind);
      const { volume, centroid, depthAlongView, direction, faces } = report.pairs[0];
      expect(volume).toBeCloseTo(1, 6);
      expect(depthAlongView).toBeCloseTo(0.5, 6);
      expect(length(subtract(centroid!, [1.5, 2, 2.75]))).toBeLessThan(1e-3);
      expect(Math.abs(dot(direction, [0, 0, 1]))).toBe(1);
      // Only the inner body bounds the overlap.
      expect(kind === 'contained b' ? faces.a : faces.b).toEqual([]);
      expect(kind === 'contained b' ? faces.b : faces.a).toHaveLength(4);
    }
  });

  it('touching: the area of the contact, and no overlap', async () => {
    const [found] = (await ask([cuboid([0, 0, 0], [2, 2, 1]), cuboid([0.5, 0.5, 1], [1.5, 3, 2])])).pairs;
    expect(found).toMatchObject({ kind: 'touch', volume: 0, depthAlongView: 0, samples: [], faces: { a: [], b: [] } });
    expect(found.area).toBeCloseTo(1.5, 6);
    for (const absent of ['point', 'bounds', 'centroid']) expect(found).not.toHaveProperty(absent);
  });
});

describe('what can be missed, in words', () => {
  const limitOf = async (pair: Body[], options = {}): Promise<string> =>
    pairOf(await ask(pair, { resolution: 64, ...options }))!.measured.limit;

  it('says of a body within another that it may stick out, unless that is certain', async () => {
    const inside = [cuboid([0, 0, 0], [4, 4, 4]), cuboid([1, 1, 1], [2, 2, 2])];
    expect(await limitOf(inside)).toMatch(
      /Where the inner body sticks out by less than 0\.\d+, rays may not see it\.$/,
    );
    expect(await limitOf(inside, { precision: 'exact' })).not.toMatch(/sticks out/);
    const twice = [cuboid([0, 0, 0], [1, 1, 1]), cuboid([0, 0, 0], [1, 1, 1])];
    expect(await limitOf(twice)).toMatch(/Where the bodies differ by less than 0\.\d+, rays may not see it\.$/);
    expect(await limitOf([inside[0], cuboid([3, 3, 3], [5, 5, 5])])).not.toMatch(/rays may not see/);
  });

  it('rounds the bound up', async () => {
    for (const size of [1, 1.003, 2.22, 3.337]) {
      const pair = [cuboid([0, 0, 0], [size, size, size]), cuboid([size / 2, 0, 0], [2 * size, size, size])];
      const { measured } = pairOf(await ask(pair, { resolution: 64 }))!;
      const said = Number(/Nothing thicker than (\S+) can/.exec(measured.limit)![1]);
      expect(said).toBeGreaterThanOrEqual(measured.missedBelow);
      expect(said / measured.missedBelow).toBeLessThan(1.011);
    }
  });
});
