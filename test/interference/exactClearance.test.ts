import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { worldMesh } from '../../src/exact/worldMesh.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { multiply, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { length, subtract } from '../../src/math/vector.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { wedge } from '../../src/mesh/shapes/wedge.js';
import { exactTriangleDistance } from '../exact/support/exactTriangleDistance.js';
import { facesMeet, trianglesOf } from '../exact/support/facesThatMeet.js';
import { between } from '../support/randomPose.js';
import { ask, at, cube, hollowCube, kindOf, pairOf } from './bodies.js';

const nearExactly = async (bodies: readonly Body[], clearance: number): Promise<PairReport | undefined> =>
  pairOf(await ask(bodies, { precision: 'exact', clearance, resolution: 16 }));

/** The distance of two surfaces by each face against each. */
function distanceOf(...bodies: readonly [Body, Body]): number {
  const [a, b] = bodies.map(worldMesh);
  if (facesMeet(a, b)) return 0;
  const ofB = trianglesOf(b);
  const pairs = trianglesOf(a).flatMap((p) => ofB.map((q) => ({ p, q, least: boxGap(p, q) })));
  pairs.sort((one, other) => one.least - other.least);
  let distance = Infinity;
  for (const { p, q, least } of pairs) {
    if (least > distance) break;
    distance = Math.min(distance, exactTriangleDistance(p, q).distance);
  }
  return distance;
}

/** No more than the distance of two triangles. */
function boxGap(p: Float64Array, q: Float64Array): number {
  const gaps = [0, 1, 2].map((k) => {
    const [s, t] = [p, q].map((one) => [one[k], one[k + 3], one[k + 6]]);
    return Math.max(Math.min(...s) - Math.max(...t), Math.min(...t) - Math.max(...s), 0);
  });
  return (1 - 2 ** -40) * Math.hypot(...gaps);
}

describe('clearance with exact precision', () => {
  it('lists all faces that are too near, and no others (seed 41)', async () => {
    const random = seeded(41);
    for (let k = 0; k < 3; k++) {
      const bodies = [
        body(icoSphere({ subdivisions: 1 }), { pose: randomRotation(random) }),
        body(icoSphere({ subdivisions: 1 }), { pose: multiply(at(2.05, 0.1, 0), randomRotation(random)) }),
      ] as const;
      const clearance = between(random, 0.2, 0.5);
      const { kind, near } = (await nearExactly(bodies, clearance))!;
      expect(kind).toBe('clearance');
      const [ofA, ofB] = bodies.map((one) => trianglesOf(worldMesh(one)));
      const expected = ofA.flatMap((p, f) =>
        ofB.flatMap((q, g) => {
          const { distance } = exactTriangleDistance(p, q);
          return distance <= clearance ? [[f, g, distance] as const] : [];
        }),
      );
      expect(near!.a.map((f, n) => `${f},${near!.b[n]}`)).toEqual(expected.map(([f, g]) => `${f},${g}`));
      expected.forEach(([, , distance], n) => {
        expect(near!.distances[n]).toBeCloseTo(distance, 12);
      });
      expect(Math.min(...near!.distances)).toBeCloseTo((await nearExactly(bodies, clearance))!.distance!, 12);
    }
  });

  it.each([
    ['face to face', at(2.1, 0.3, 0.2), 0.1],
    ['edge to edge', at(2.3, 2.4, 0.5), 0.5],
    ['corner to corner', at(2.1, 2.2, 2.2), 0.3],
  ])('is Euclid’s distance of cubes %s', async (_, pose, distance) => {
    const found = (await nearExactly([cube(2), cube(2, pose)], 1))!;
    expect(found.kind).toBe('clearance');
    expect(found.distance).toBeCloseTo(distance, 12);
    expect(found.distanceError).toBeLessThan(1e-12);
    expect(length(subtract(...found.nearest!))).toBeCloseTo(distance, 12);
    expect(found).toMatchObject({ contacts: { a: [], b: [], kinds: [] }, curves: [], volume: 0 });
    expect(found.measured).toMatchObject({ precision: 'exact', areSolids: true });
  });

  it('is told apart from what is demanded to the last digits', async () => {
    const bodies = [cube(2), cube(2, at(2.5, 0.3, 0.2))];
    expect((await nearExactly(bodies, 0.5 + 1e-12))?.kind).toBe('clearance');
    expect((await nearExactly(bodies, 0.5 - 1e-12))?.kind ?? 'none').toBe('none');
    // As near as demanded is near enough.
    expect((await nearExactly(bodies, 0.5))?.kind ?? 'none').toBe('none');
  });

  it('is 0 where bodies touch, and minus the depth where they overlap', async () => {
    const touching = (await nearExactly([cube(2), cube(2, at(2, 0.3, 0.2))], 1))!;
    expect(touching).toMatchObject({ kind: 'touch', distance: 0 });
    const hard = (await nearExactly([cube(2), cube(2, at(1.75, 0.3, 0.2))], 1))!;
    expect(hard.kind).toBe('hard');
    expect(hard.distance).toBe(-hard.depthAlongView);
    expect(hard.depthAlongView).toBeCloseTo(0.25, 6);
    const inner = (await nearExactly([cube(4), cube(1)], 1))!;
    expect(inner).toMatchObject({ kind: 'contained', inner: 'b' });
    expect(inner.distance).toBe(-inner.depthAlongView);
  });

  it('is measured in cavities, too', async () => {
    const found = (await nearExactly([body(hollowCube(4, 2)), cube(1.5)], 1))!;
    expect(found.kind).toBe('clearance');
    expect(found.distance).toBeCloseTo(0.25, 12);
  });

  it('equals the least of all distances of faces: 15 placements (seed 41)', async () => {
    const random = seeded(41);
    const shapes = [icoSphere({ subdivisions: 1 }), wedge({ size: [1.6, 1.2, 1] }), cube(1.3).mesh];
    for (let k = 0; k < 15; k++) {
      const [a, b] = [0, 1].map((n) => {
        const way = n === 0 ? [0, 0, 0] : [between(random, 1.6, 2.6), between(random, -1, 1), between(random, -1, 1)];
        const pose = multiply(translation(way[0], way[1], way[2]), randomRotation(random));
        return body(shapes[(k + n * Math.floor(k / 3)) % 3], { pose });
      });
      const distance = distanceOf(a, b);
      const report = await ask([a, b], { precision: 'exact', clearance: 0.7, resolution: 16 });
      const found = pairOf(report);
      if (distance > 0.7) {
        expect(report.pairs, `placement ${k}`).toEqual([]);
        continue;
      }
      if (distance === 0) {
        expect(kindOf(report), `placement ${k}`).toBe('hard');
        continue;
      }
      expect(found?.kind, `placement ${k}`).toBe('clearance');
      expect(Math.abs(found!.distance! - distance), `placement ${k}`).toBeLessThanOrEqual(found!.distanceError!);
      expect(found!.distanceError, `placement ${k}`).toBeLessThan(1e-12);
    }
  });
});
