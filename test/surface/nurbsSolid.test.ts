import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { inspect } from '../../src/mesh/inspect.js';
import { nurbsSolid, turned } from '../../src/surface/nurbs/nurbsSolid.js';
import { tessellateNurbs } from '../../src/surface/nurbs/tessellateNurbs.js';
import type { NurbsPatch } from '../../src/surface/surface.js';
import { cubePatches, cylinderOutline, piecesOf, revolve, sphereOutline, torusOutline } from './support/nurbsShapes.js';

const refusal = (surfaces: unknown, tolerance?: number): string => {
  try {
    nurbsSolid({ surfaces: surfaces as NurbsPatch[], ...(tolerance !== undefined && { tolerance }) });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return 'it was taken';
};

/** The cube, with its third patch changed. */
const withFront = (change: object): NurbsPatch[] =>
  cubePatches().map((patch, k) => (k === 2 ? { ...patch, ...change } : patch));

describe('a patch that is none is refused: which, and why', () => {
  const cases: [what: string, change: object, fact: string][] = [
    ['degree 0', { degree: [0, 1] }, 'the degree in u is no whole number from 1 up (0)'],
    ['a broken degree', { degree: [1, 1.5] }, 'the degree in v is no whole number from 1 up (1.5)'],
    ['a degree beyond reason', { degree: [1, 99] }, 'the degree in v is above 32 (99)'],
    ['too few points', { degree: [2, 1] }, 'there are too few points in u for degree 2 (2)'],
    [
      'too few knots',
      {
        knots: [
          [0, 0, 1],
          [0, 0, 1, 1],
        ],
      },
      '2 points of degree 1 in u need 4 knots (there are 3)',
    ],
    [
      'falling knots',
      {
        knots: [
          [0, 0, 1, 1],
          [0, 1, 0.5, 1],
        ],
      },
      'the knots in v are not monotone (knot 1 = 1 is followed by 0.5)',
    ],
    [
      'a knot that is no number',
      {
        knots: [
          [0, Number.NaN, 1, 1],
          [0, 0, 1, 1],
        ],
      },
      'a knot in u is not finite (knot 1 = NaN)',
    ],
    [
      'an endless knot',
      {
        knots: [
          [0, 0, 1, Infinity],
          [0, 0, 1, 1],
        ],
      },
      'a knot in u is not finite (knot 3 = Infinity)',
    ],
    [
      'knots that do not grow',
      {
        knots: [
          [0, 0, 0, 0],
          [0, 0, 1, 1],
        ],
      },
      'the knots in u leave no room (from 0 to 0)',
    ],
    ['too few coordinates', { points: [0, 0, 0] }, '2 × 2 points need 12 coordinates (there are 3)'],
    [
      'a coordinate that is no number',
      { points: [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, Number.NaN, 1] },
      'a coordinate is not finite (point 1 in u, 1 in v, y = NaN)',
    ],
    ['too few weights', { weights: [1, 1] }, '4 points need as many weights (there are 2)'],
    ['a weight of 0', { weights: [1, 1, 0, 1] }, 'a weight is not positive (point 0 in u, 1 in v, weight 0)'],
    ['a negative weight', { weights: [1, -1, 1, 1] }, 'a weight is not positive (point 1 in u, 0 in v, weight -1)'],
    [
      'an endless weight',
      { weights: [1, Infinity, 1, 1] },
      'a weight is not positive (point 1 in u, 0 in v, weight Infinity)',
    ],
    ['no knots at all', { knots: undefined }, 'degree, knots, size or points are missing'],
  ];
  test.each(cases)('%s', (_, change, fact) => {
    const message = refusal(withFront(change));
    expect(message.startsWith(`nurbs: ${fact} in patch 2 ('front'). `)).toBe(true);
    expect(message).toMatch(/\. [A-Z][^.]+\.$/); // and a remedy
  });

  test('a knot that is repeated too often, at an end and within', () => {
    const long = { size: [4, 2], points: Array.from({ length: 24 }, (_, i) => i) };
    expect(
      refusal(
        withFront({
          ...long,
          knots: [
            [0, 0, 0, 1, 2, 2],
            [0, 0, 1, 1],
          ],
        }),
      ),
    ).toMatch(/^nurbs: knot 0 in u is there 3 times, with degree 1 in patch 2 \('front'\)\. At an end /);
    expect(
      refusal(
        withFront({
          ...long,
          knots: [
            [0, 0, 1, 1, 2, 2],
            [0, 0, 1, 1],
          ],
        }),
      ),
    ).toMatch(/^nurbs: knot 1 in u is there 2 times, with degree 1 in patch 2 \('front'\)\. Within a patch /);
  });

  test('no patches, no object, no name', () => {
    expect(refusal([])).toMatch(/^nurbs: there are no patches/);
    expect(refusal(undefined)).toMatch(/^nurbs: there are no patches/);
    expect(refusal([null])).toMatch(/^nurbs: degree, knots, size or points are missing in patch 0\. /);
    expect(refusal(cubePatches(), -1)).toMatch(/^nurbs: the tolerance must be a positive length \(-1\)/);
  });
});

describe('patches that enclose nothing', () => {
  test('a missing patch: which border is open, and where', () => {
    const message = refusal(cubePatches().filter(({ name }) => name !== 'top'));
    expect(message).toMatch(
      /^nurbs: the border of 'front' \(patch 1, v greatest\) is open from \(0, 0, 1\) to \(1, 0, 1\): /,
    );
  });

  test('a gap above the tolerance: which border comes nearest, and how near', () => {
    const lifted = cubePatches().map((patch) =>
      patch.name === 'top'
        ? { ...patch, points: Array.from(patch.points, (x, i) => (i % 3 === 2 ? x + 1e-3 : x)) }
        : patch,
    );
    expect(refusal(lifted)).toMatch(
      /^nurbs: the border of 'top' .* the nearest to its middle is that of '\w+', 0\.001 away\./,
    );
    expect(refusal(lifted, 2e-3)).toBe('it was taken');
  });

  test('borders between the same corners that part on their way', () => {
    const [sphere] = [piecesOf(revolve(sphereOutline(1), 'sphere'))];
    const flat = { ...sphere[0], weights: Array.from(sphere[0].weights!, (w) => (w < 1 ? 0.9 * w : w)) };
    expect(refusal([flat, ...sphere.slice(1)])).toMatch(/^nurbs: the border of 'sphere 0' .* is open from /);
  });

  test('a sheet, seen from both sides, and a point', () => {
    const [bottom] = cubePatches();
    expect(refusal([bottom, turned(bottom)])).toMatch(/^nurbs: the patches enclose no volume \(/);
    expect(refusal([{ ...bottom, points: Array(12).fill(1) }])).toMatch(
      /^nurbs: the patches (have no extent|enclose no volume)/,
    );
  });
});

describe('what is outside', () => {
  test('neighbours that disagree are refused', () => {
    expect(refusal(cubePatches().map((patch, k) => (k === 2 ? turned(patch) : patch)))).toMatch(
      /^nurbs: '\w+' \(patch \d, .*\) and '\w+' \(patch \d, .*\) disagree on what is outside: .* Turn one of them/,
    );
  });

  test('a solid that is inside out is turned as a whole', () => {
    const outlines = [
      cubePatches(),
      piecesOf(revolve(sphereOutline(1), 'sphere')),
      [revolve(torusOutline(2, 1), 'torus')],
    ];
    for (const surfaces of outlines) {
      const [right, wrong] = [nurbsSolid({ surfaces }), nurbsSolid({ surfaces: surfaces.map(turned) })];
      expect(right.surfaces).toEqual(surfaces);
      const volumes = [right, wrong].map((solid) => inspect(tessellateNurbs(solid, 0.05).mesh).signedVolume);
      expect(volumes[1]).toBeCloseTo(volumes[0], 12);
      expect(volumes[0]).toBeGreaterThan(0);
      expect(wrong.surfaces.map(({ name }) => name)).toEqual(surfaces.map(({ name }) => name));
    }
  });

  test('a hollow stays one', () => {
    const outer = revolve(sphereOutline(2), 'outer');
    const hollow = nurbsSolid({ surfaces: [outer, turned(revolve(sphereOutline(1), 'inner'))] });
    const { signedVolume, components } = inspect(tessellateNurbs(hollow, 1e-3).mesh);
    expect(components).toBe(2);
    expect(Math.abs(signedVolume - (4 / 3) * Math.PI * 7)).toBeLessThan(0.1);
  });
});

describe('bounds', () => {
  test.each([
    ['sphere', [revolve(sphereOutline(1))], [-1, -1, -1], [1, 1, 1]],
    ['sphere that begins at 1 rad', [revolve(sphereOutline(1), '', 1)], [-1, -1, -1], [1, 1, 1]],
    ['torus', [revolve(torusOutline(3, 1), '', 0.4)], [-4, -4, -1], [4, 4, 1]],
    ['cylinder', [revolve(cylinderOutline(1, 2), '', 0.7)], [-1, -1, 0], [1, 1, 2]],
    ['cube', cubePatches(), [0, 0, 0], [1, 1, 1]],
  ] as const)('of a %s hold it and hardly more', (_, surfaces, min, max) => {
    const { bounds } = nurbsSolid({ surfaces: [...surfaces] });
    for (const k of [0, 1, 2]) {
      expect(bounds.min[k]).toBeLessThanOrEqual(min[k]);
      expect(bounds.max[k]).toBeGreaterThanOrEqual(max[k]);
      expect(bounds.min[k]).toBeGreaterThan(min[k] - 2e-6);
      expect(bounds.max[k]).toBeLessThan(max[k] + 2e-6);
    }
  });
});

test('patches keep their names, or have their numbers', () => {
  const [bottom, ...rest] = cubePatches();
  const { name: _, ...nameless } = bottom;
  const { patches, kind } = nurbsSolid({ surfaces: [nameless, ...rest] });
  expect(kind).toBe('nurbs');
  expect(patches).toEqual(['patch 0', 'top', 'front', 'back', 'left', 'right']);
});

test('a solid is plain data: a copy of it gives the same triangles', () => {
  const solid = nurbsSolid({ surfaces: piecesOf(revolve(sphereOutline(1), 'sphere')), tolerance: 1e-5 });
  expect(tessellateNurbs(structuredClone(solid), 0.01)).toEqual(tessellateNurbs(solid, 0.01));
});
