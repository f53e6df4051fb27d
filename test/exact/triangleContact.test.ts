import { describe, expect, it } from 'vitest';
import { CONTACT_KINDS, type ContactEnds, FIRST_EDGE, noEnds, WITHIN } from '../../src/exact/contact/contactKind.js';
import { triangleContact } from '../../src/exact/contact/triangleContact.js';
import { type Random, seeded } from '../../src/math/random.js';
import { type Big3, cross, isZero, subtract, toPoints, toWhole } from './support/bigVector.js';
import { classifyBigTriangles, commonPoints } from './support/classifyTriangles.js';
import type { Fraction3 } from './support/clip.js';
import { whole } from './support/latticeMaps.js';

type Triangle = readonly number[];
type Triple = readonly [number, number, number];

/** The corners of a triangle from one on, the other way round if asked. */
const order = (from: number, isTurned: boolean): Triple => {
  const [i, j] = isTurned ? [(from + 2) % 3, (from + 1) % 3] : [(from + 1) % 3, (from + 2) % 3];
  return [from, i, j];
};

function contactOf(a: Triangle, b: Triangle, orderA: Triple, orderB: Triple): { kind: string; ends: ContactEnds } {
  const ends = noEnds();
  const [a0, a1, a2] = orderA.map((k) => 3 * k);
  const [b0, b1, b2] = orderB.map((k) => 3 * k);
  const kind = triangleContact(Float64Array.from(a), a0, a1, a2, Float64Array.from(b), b0, b1, b2, ends);
  return { kind: CONTACT_KINDS[kind], ends };
}

const isOnLine = (from: Big3, to: Big3, [x, y, z, w]: Fraction3): boolean =>
  isZero(cross(subtract(to, from), subtract([x, y, z], [from[0] * w, from[1] * w, from[2] * w])));

/** The smallest feature of a triangle that holds a point of it. */
function carrierOf(triangle: readonly Big3[], point: Fraction3): number {
  const [x, y, z, w] = point;
  const corner = triangle.findIndex((at) => at[0] * w === x && at[1] * w === y && at[2] * w === z);
  if (corner >= 0) return corner;
  const edge = triangle.findIndex((from, k) => isOnLine(from, triangle[(k + 1) % 3], point));
  return edge >= 0 ? FIRST_EDGE + edge : WITHIN;
}

/** The smallest feature of a triangle that holds all of some points of it. */
function carrierOfAll(triangle: readonly Big3[], points: readonly Fraction3[]): number {
  if (points.length === 1) return carrierOf(triangle, points[0]);
  const edge = triangle.findIndex((from, k) => points.every((p) => isOnLine(from, triangle[(k + 1) % 3], p)));
  return edge >= 0 ? FIRST_EDGE + edge : WITHIN;
}

/** What must be told of a contact in a point or a segment, the two ends in the order of their names. */
function placesExpected(a: readonly Big3[], b: readonly Big3[]): string {
  const points = commonPoints(a, b);
  // A triangle without area may give a point between the ends.
  const ends = points.map((point) => [carrierOf(a, point), carrierOf(b, point)].join(' '));
  const along = [carrierOfAll(a, points), carrierOfAll(b, points)].join(' ');
  return [along, ...(ends.length === 1 ? [ends[0], ends[0]] : ends.sort())].join(', ');
}

const placesTold = ({ firstA, firstB, lastA, lastB, alongA, alongB }: ContactEnds): string =>
  [`${alongA} ${alongB}`, ...[`${firstA} ${firstB}`, `${lastA} ${lastB}`].sort()].join(', ');

const hasArea = ([p, q, r]: readonly Big3[]): boolean => !isZero(cross(subtract(q, p), subtract(r, p)));

const reordered = <T>(triangle: readonly T[], [i, j, k]: Triple): T[] => [triangle[i], triangle[j], triangle[k]];

/** Nine coordinates from 0 to `most`; or far away, on a fine grid. */
const onGrid = (random: Random, most: number): Triangle => Array.from({ length: 9 }, () => whole(random, 0, most));
const farAway = (random: Random): Triangle => onGrid(random, 3).map((x) => 2 ** 22 + x * 2 ** -30);

/** Close to each other's planes and edges, by what f64 just tells apart. */
function almost(random: Random): Triangle {
  const corners = onGrid(random, 2);
  return corners.map((x) => (random() < 0.5 ? x : x + 2 ** -52 * whole(random, -2, 2)));
}

describe('triangleContact', () => {
  for (const [what, draw, count, seed] of [
    ['on the grid 0 to 1', (random: Random) => onGrid(random, 1), 12_000, 11],
    ['on the grid 0 to 2', (random: Random) => onGrid(random, 2), 30_000, 12],
    ['on the grid 0 to 3', (random: Random) => onGrid(random, 3), 20_000, 13],
    ['on the grid 0 to 7', (random: Random) => onGrid(random, 7), 10_000, 14],
    ['far away on a fine grid', farAway, 8_000, 15],
    ['next to the grid 0 to 2, some ulps off', almost, 8_000, 16],
  ] as const)
    it(`tells kinds and places as exact clipping does, ${count} pairs ${what} (seed ${seed})`, () => {
      const random = seeded(seed);
      const tally: Record<string, number> = {};
      for (let k = 0; k < count; k++) {
        const [a, b] = [draw(random), draw(random)];
        const [a0, a1, a2, b0, b1, b2] = toPoints(toWhole([...a, ...b]).whole);
        const orders = [order(k % 3, k % 2 === 0), order(Math.floor(k / 3) % 3, k % 5 < 2)] as const;
        const [bigA, bigB] = [reordered([a0, a1, a2], orders[0]), reordered([b0, b1, b2], orders[1])];
        const expected = classifyBigTriangles(bigA, bigB);
        tally[expected] = (tally[expected] ?? 0) + 1;
        const { kind, ends } = contactOf(a, b, ...orders);
        if (kind !== expected) expect(kind, `${JSON.stringify([a, b])} ${orders}`).toBe(expected);
        const swapped = contactOf(b, a, orders[1], orders[0]);
        if (swapped.kind !== expected)
          expect(swapped.kind, `swapped ${JSON.stringify([a, b])} ${orders}`).toBe(expected);
        if (expected === 'none' || expected === 'coplanar') continue;
        const areSolid = hasArea(bigA) && hasArea(bigB);
        const places = areSolid ? placesExpected(bigA, bigB) : placesTold(noEnds());
        if (placesTold(ends) !== places) expect(placesTold(ends), `${JSON.stringify([a, b])} ${orders}`).toBe(places);
        const { firstA, firstB, lastA, lastB, alongA, alongB } = swapped.ends;
        const back = placesTold({
          firstA: firstB,
          firstB: firstA,
          lastA: lastB,
          lastB: lastA,
          alongA: alongB,
          alongB: alongA,
        });
        if (back !== places) expect(back, `swapped ${JSON.stringify([a, b])} ${orders}`).toBe(places);
      }
      expect(Object.keys(tally).sort()).toEqual(['coplanar', 'crossing', 'edge', 'none', 'point']);
    });

  it('tells nothing of places where a triangle has no area', () => {
    const segment = [0, 0, 0, 4, 4, 4, 2, 2, 2];
    const { kind, ends } = contactOf([0, 0, 2, 4, 0, 2, 0, 4, 2], segment, [0, 1, 2], [0, 1, 2]);
    expect(kind).toBe('point');
    expect(ends).toEqual(noEnds());
  });
});
