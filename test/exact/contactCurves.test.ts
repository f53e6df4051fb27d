import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { type ContactsReport, contacts } from '../../src/contacts.js';
import type { ContactCurve } from '../../src/exact/contact/contactCurves.js';
import { worldMesh } from '../../src/exact/worldMesh.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, scaling, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { length, subtract, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { cylinder } from '../../src/mesh/shapes/cylinder.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { cuboid } from '../interference/bodies.js';
import { surfaceOf } from '../support/bvhOracle.js';
import { between, pick } from '../support/randomPose.js';
import { type Big3, toPoints, toWhole } from './support/bigVector.js';
import { commonPoints } from './support/classifyTriangles.js';
import type { Fraction3 } from './support/clip.js';
import { facesThatMeet, trianglesOf } from './support/facesThatMeet.js';
import { randomPair } from './support/randomPair.js';

const machine = createCpuMachine();
const meet = (a: Body, b: Body): Promise<ContactsReport> => contacts(a, b, { machine });

type Segment = readonly [Vec3, Vec3];

const segmentsOf = (curves: readonly ContactCurve[]): Segment[] =>
  curves.flatMap(({ closed, points }) =>
    points.slice(closed ? 0 : 1).map((to, k): Segment => [closed ? points.at(k - 1)! : points[k], to]),
  );

const lengthOf = (curves: readonly ContactCurve[]): number =>
  segmentsOf(curves).reduce((sum, [s, t]) => sum + length(subtract(t, s)), 0);

describe('contact curves', () => {
  it('of two boxes have twice the length of the sides of what they have in common', async () => {
    const random = seeded(1);
    for (let k = 0; k < 40; k++) {
      const shift = [0, 1, 2].map(() => between(random, -1.9, 1.9)) as unknown as Vec3;
      const { curves } = await meet(
        cuboid([-1, -1, -1], [1, 1, 1]),
        body(box({ size: 2 }), { pose: translation(...shift) }),
      );
      const sides = shift.map((s) => 2 - Math.abs(s));
      expect(curves.length).toBe(1);
      expect(curves[0].closed).toBe(true);
      expect(lengthOf(curves)).toBeCloseTo(2 * (sides[0] + sides[1] + sides[2]), 12);
    }
  });

  it('of a prism through a plate are two polygons', async () => {
    for (const segments of [3, 4, 7, 48]) {
      const rod = body(cylinder({ radius: 0.7, height: 3, segments }), { pose: translation(0.013, -0.021, 0.1) });
      const { curves } = await meet(rod, body(box({ size: [3, 3, 0.5] })));
      expect(curves.map(({ closed }) => closed)).toEqual([true, true]);
      expect(lengthOf(curves)).toBeCloseTo(2 * segments * 2 * 0.7 * Math.sin(Math.PI / segments), 6);
    }
  });

  it('of spheres and of a sphere and a box tend to circles', async () => {
    const plate = body(box({ size: [8, 8, 2] }), { pose: translation(0.1, 0.2, 1.3) });
    for (const [subdivisions, digits] of [
      [3, 1],
      [5, 2],
    ] as const) {
      const ball = body(icoSphere({ subdivisions }));
      const other = body(icoSphere({ subdivisions }), {
        pose: multiply(translation(0.7, 0.8, 0.3), randomRotation(seeded(2))),
      });
      const apart = Math.hypot(0.7, 0.8, 0.3) / 2;
      const [ofBalls, ofPlate] = [await meet(ball, other), await meet(ball, plate)];
      expect(ofBalls.curves.map(({ closed }) => closed)).toEqual([true]);
      expect(lengthOf(ofBalls.curves)).toBeCloseTo(2 * Math.PI * Math.sqrt(1 - apart * apart), digits);
      expect(ofPlate.curves.map(({ closed }) => closed)).toEqual([true]);
      expect(lengthOf(ofPlate.curves)).toBeCloseTo(2 * Math.PI * Math.sqrt(1 - 0.3 * 0.3), digits);
    }
  });

  it('are closed and lie on both surfaces, one segment for each crossing: 150 placements of solids (seed 3)', async () => {
    const random = seeded(3);
    let crossings = 0;
    for (let k = 0; k < 150; k++) {
      const [one, other] = [pick(random, SOLIDS), pick(random, SOLIDS)];
      const place = (): Body['pose'] => {
        const [x, y, z] = [0, 1, 2].map(() => between(random, -0.7, 0.7));
        return multiply(translation(x, y, z), multiply(randomRotation(random), scaling(between(random, 0.5, 1.5))));
      };
      const bodies = [body(one.coarse, { pose: place() }), body(other.coarse, { pose: place() })] as const;
      const { curves, contacts: met } = await meet(...bodies);
      const what = `placement ${k}, ${one.name} and ${other.name}`;
      expect(
        met.kinds.every((kind) => kind === 'crossing'),
        what,
      ).toBe(true);
      expect(
        curves.every(({ closed }) => closed),
        what,
      ).toBe(true);
      expect(segmentsOf(curves).length, what).toBe(met.kinds.length);
      crossings += met.kinds.length;
      for (const surface of bodies.map((one) => surfaceOf(worldMesh(one))))
        for (const { points } of curves)
          for (const point of points) {
            // The oracle rounds, too.
            const { distance } = surface.closestPointToPoint(new Vector3(...point))!;
            if (distance > 2 ** -46) expect(distance, what).toBeLessThan(2 ** -46);
          }
    }
    expect(crossings).toBeGreaterThan(5000);
  });

  it('have every segment once, wherever faces cross or share an edge: 800 pairs on whole numbers (seed 4)', async () => {
    const random = seeded(4);
    for (let k = 0; k < 800; k++) {
      const { a, b, what } = randomPair(random);
      const { curves } = await meet(body(a), body(b));
      const found = segmentsOf(curves).map(nameOf).sort();
      const [ofA, ofB] = [trianglesOf(a), trianglesOf(b)];
      const wanted = new Set(
        facesThatMeet(a, b)
          .filter(({ contact }) => contact === 'crossing' || contact === 'edge')
          .map((met) => nameOf(exactSegment(ofA[met.a], ofB[met.b]))),
      );
      expect(found, `pair ${k}, ${what}`).toEqual([...wanted].sort());
    }
  });

  it('have points within 2⁻⁴⁸ of the exact ones, however flat faces cross: 160 pairs (seed 5)', async () => {
    const random = seeded(5);
    for (const tilt of [1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-15, 1e-16])
      for (let count = 0; count < 20; ) {
        const turn = body(box(), { pose: randomRotation(random) });
        const draw = (size: number, height: number): Float64Array => {
          const corners = Array.from({ length: 9 }, (_, n) => (n % 3 === 2 ? height : size) * between(random, -1, 1));
          return worldMesh({
            ...turn,
            mesh: { positions: Float64Array.from(corners), indices: Uint32Array.of(0, 1, 2) },
          }).positions;
        };
        const [p, q] = [draw(1, tilt), draw(0.2, 0)];
        const { curves, contacts: met } = await meet(
          body({ positions: p, indices: [0, 1, 2] }),
          body({ positions: q, indices: [0, 1, 2] }),
        );
        if (met.kinds[0] !== 'crossing') continue;
        count++;
        const exact = exactSegment(p, q);
        for (const point of curves[0].points)
          expect(
            Math.min(...exact.map((one) => length(subtract(one, point)))),
            `tilt ${tilt}, pair ${count}`,
          ).toBeLessThan(2 ** -48);
      }
  });
});

/** A segment by its ends, to nine digits, the lower one first. */
const nameOf = (segment: Segment): string =>
  segment
    .map((point) => point.map((x) => (Math.round(x * 1e9) / 1e9 + 0).toString()).join(' '))
    .sort()
    .join(' to ');

/** What two triangles have in common, where that is a segment: worked out exactly, then rounded. */
function exactSegment(a: ArrayLike<number>, b: ArrayLike<number>): Segment {
  const { whole, unit } = toWhole([...Array.from(a), ...Array.from(b)]);
  const [a0, a1, a2, b0, b1, b2]: Big3[] = toPoints(whole);
  const points = commonPoints([a0, a1, a2], [b0, b1, b2]).map((point) => rounded(point, unit));
  expect(points.length).toBe(2);
  return [points[0], points[1]];
}

/** A fraction in lowest terms to an ulp, times a power of two. */
function rounded([x, y, z, w]: Fraction3, unit: number): Vec3 {
  const bits = BigInt(w.toString(2).length) + 64n;
  return [x, y, z].map((n) => (Number((n << bits) / w) / 2 ** Number(bits)) * unit) as unknown as Vec3;
}
