import { describe, expect, test } from 'vitest';
import { x } from '../../src/surface/formula/formula.js';
import * as surface from '../../src/surface/surfaces.js';
import { cubePatches, revolve, sphereOutline } from './support/nurbsShapes.js';
import { expectRefusals, refusal } from './support/refusals.js';

/** What is given by callers who have no types. */
type Make = (...given: unknown[]) => unknown;
const anyhow = surface as unknown as Record<string, Make>;

const room = { min: [-2, -2, -2], max: [2, 2, 2] } as const;
const ball = (px: number, py: number, pz: number): number => Math.hypot(px, py, pz) - 1;

/** Every constructor: its area in messages, and the names of its options. */
const CONSTRUCTORS: readonly (readonly [name: string, area: string, names: string])[] = [
  ['sphere', 'sphere', 'radius'],
  ['ellipsoid', 'ellipsoid', 'radii'],
  ['cylinder', 'cylinder', 'radius, radii, height'],
  ['cone', 'cone', 'radius, topRadius, height'],
  ['frustum', 'frustum', 'bottomRadius, topRadius, height'],
  ['paraboloid', 'paraboloid', 'radius, height'],
  ['hyperboloidOfOneSheet', 'hyperboloid', 'waistRadius, radius, height'],
  ['hyperboloidOfTwoSheets', 'hyperboloid', 'radius, height, tipDistance, sheets'],
  ['quadric', 'quadric', 'matrix, planes, names'],
  ['torus', 'torus', 'radius, tubeRadius'],
  ['capsule', 'capsule', 'radius, height'],
  ['roundedBox', 'roundedBox', 'size, radius'],
  ['superellipsoid', 'superellipsoid', 'radii, exponents'],
  ['implicit', 'implicit', 'f, bounds'],
  ['functionSolid', 'function', 'f, lipschitz, bounds'],
  ['heightFunction', 'height', 'h, domain, base, lipschitz'],
  ['nurbsSolid', 'nurbs', 'surfaces, tolerance'],
];

describe('options that are none', () => {
  test('every constructor of surface.* is looked at here', () => {
    expect([...CONSTRUCTORS.map(([name]) => name), 'cut', 'from'].sort()).toEqual(Object.keys(surface).sort());
  });

  test.each(CONSTRUCTORS)('%s takes a plain object alone, and no other names', (name, area, names) => {
    for (const [options, text] of [
      [null, 'null'],
      [5, '5'],
      ['x', "'x'"],
      [true, 'true'],
      [[], 'a list of 0'],
      [new Map(), 'an object'],
      [() => 1, 'a function'],
    ] as const)
      expect(refusal(() => anyhow[name](options))).toBe(
        `${area}: the options are no plain object (${text}). Give one with these names: ${names}.`,
      );
    expect(refusal(() => anyhow[name]({ raduis: 2 }))).toBe(
      `${area}: there is no option 'raduis'. Choose one of: ${names}.`,
    );
  });

  test('an option that is undefined is one that is left out', () => {
    for (const [name, ...names] of [
      ['sphere', 'radius'],
      ['cylinder', 'radius', 'radii', 'height'],
      ['torus', 'radius', 'tubeRadius'],
      ['capsule', 'radius', 'height'],
      ['roundedBox', 'size', 'radius'],
      ['superellipsoid', 'radii', 'exponents'],
    ])
      expect(anyhow[name](Object.fromEntries(names.map((one) => [one, undefined])))).toEqual(anyhow[name]());
  });

  test('what is missing, or of another type', () => {
    expectRefusals([
      [() => anyhow.ellipsoid({}), 'ellipsoid: there must be three radii (undefined). Give'],
      [() => anyhow.ellipsoid(), 'ellipsoid: the options are no plain object (undefined). Give'],
      [() => anyhow.ellipsoid({ radii: [1, '2', 3] }), "ellipsoid: the radius is no number ('2'). Give"],
      [() => anyhow.cylinder({ radii: null }), 'cylinder: there must be two radii (null). Give'],
      [() => anyhow.roundedBox({ size: null }), 'roundedBox: the size must be one length or three (null). Give'],
      [() => anyhow.roundedBox({ size: 'abc' }), "roundedBox: the size must be one length or three ('abc'). Give"],
      [() => anyhow.superellipsoid({ radii: [1, 1] }), 'superellipsoid: the radii must be one length or three (a list'],
      [() => anyhow.superellipsoid({ exponents: 1 }), 'superellipsoid: there must be two exponents (1). Give'],
      [
        () => anyhow.superellipsoid({ exponents: [1, '1'] }),
        "superellipsoid: exponent e2 is no number ('1'). Give one from 0.000001 up to 2.",
      ],
      [
        () => anyhow.hyperboloidOfTwoSheets({ sheets: '2' }),
        "hyperboloid: there are one or two sheets ('2'). Give 1 or 2.",
      ],
      [() => anyhow.implicit({}), 'formula: a part is neither a number nor an operation (undefined). '],
      [() => anyhow.implicit({ f: x, bounds: null }), 'implicit: bounds are no box (null). Give { min: [x, y, z], '],
      [() => anyhow.implicit({ f: x, bounds: { min: [0, 0, 0] } }), 'implicit: bounds are no box (an object). Give'],
      [
        () => anyhow.implicit({ f: x, bounds: { min: ['0', 0, 0], max: [1, 1, 1] } }),
        "implicit: bounds are not finite ('0' to 1 along x). Give finite numbers.",
      ],
      [() => anyhow.functionSolid({ f: ball, lipschitz: 1 }), 'function: bounds are no box (undefined). Give'],
      [() => anyhow.functionSolid({ f: ball, lipschitz: 1, bounds: null }), 'function: bounds are no box (null). Give'],
      [
        () => anyhow.functionSolid({ f: ball, lipschitz: '1', bounds: room }),
        "function: lipschitz must be positive and finite ('1'). Give",
      ],
      [
        () => anyhow.heightFunction({ h: 1, domain: ['0', 1, 0, 1], base: 0 }),
        "height: the domain must be four finite numbers ('0', 1, 0, 1). Give",
      ],
      [
        () => anyhow.heightFunction({ h: () => 1, domain: [0, 1, 0, 1], base: 0, lipschitz: '1' }),
        "height: lipschitz must be 0 or more, and finite ('1'). Give",
      ],
      [
        () => anyhow.heightFunction({ h: 1, domain: [0, 1, 0, 1], base: '0' }),
        "height: the base must be a finite number ('0'). Give",
      ],
    ]);
  });

  test('quadrics, and what is no quadric to be cut', () => {
    const matrix = [1, 1, 1, 0, 0, 0, 0, 0, 0, -1];
    const up = [{ normal: [0, 0, 1], distance: 0 }];
    expectRefusals([
      [() => anyhow.quadric({}), 'quadric: the matrix is no list of numbers (undefined). Give 16, '],
      [() => anyhow.quadric({ matrix: 'abcdefghij' }), "quadric: the matrix is no list of numbers ('abcdefghij'). "],
      [() => anyhow.quadric({ matrix: matrix.map(String) }), "quadric: number 0 of the matrix must be finite ('1'). "],
      [() => anyhow.quadric({ matrix, planes: null }), 'quadric: the planes are no list (null). Give [{ normal: '],
      [() => anyhow.quadric({ matrix, planes: [{}] }), 'quadric: plane 1 has no normal of three numbers (undefined). '],
      [() => anyhow.quadric({ matrix, planes: [null] }), 'quadric: plane 1 has no normal of three numbers (undefined)'],
      [
        () => anyhow.quadric({ matrix, planes: [{ normal: ['0', 0, 1], distance: 0 }] }),
        "quadric: plane 1 must be finite (normal '0', 0, 1, distance 0). Give numbers.",
      ],
      [
        () => anyhow.quadric({ matrix, planes: [{ normal: [0, 0, 1] }] }),
        'quadric: plane 1 must be finite (normal 0, 0, 1, distance undefined). Give numbers.',
      ],
      [() => anyhow.quadric({ matrix, names: 'side' }), "quadric: the names are no list of texts ('side'). Give"],
      [() => anyhow.cut({}), 'cut: this is no quadric (an object). Give a sphere'],
      [() => anyhow.cut(null, up), 'cut: this is no quadric (null). Give a sphere'],
      [() => anyhow.cut({ kind: 'quadric' }, up), "cut: this is no quadric (its kind is 'quadric'). Give"],
      [() => anyhow.cut(surface.torus(), up), "cut: this is no quadric (its kind is 'torus'). Give a sphere"],
      [() => anyhow.cut(surface.sphere()), 'cut: the planes are no list (undefined). Give [{ normal: '],
      [() => anyhow.cut(surface.sphere(), up, 'top'), "cut: the names are no list of texts ('top'). Give"],
    ]);
  });

  test('lengths say what is wrong with them: no number, not positive, out of range', () => {
    expectRefusals([
      [() => anyhow.sphere({ radius: '1' }), "sphere: the radius is no number ('1'). Give a finite length above 0."],
      [() => anyhow.sphere({ radius: null }), 'sphere: the radius is no number (null). Give a finite length above 0.'],
      [() => anyhow.sphere({ radius: 1n }), 'sphere: the radius is no number (1n). Give a finite length above 0.'],
      [() => anyhow.torus({ radius: -0 }), 'torus: the radius must be positive (0). Give a finite length above 0.'],
      [
        () => anyhow.sphere({ radius: 1e-200 }),
        'sphere: the radius is too small (1e-200). Give a length from 1e-44 to ',
      ],
      [
        () => anyhow.capsule({ height: 1e39 }),
        'capsule: the height is too large (1e+39). Give a length from 1e-44 to ',
      ],
    ]);
    for (const radius of [1e-44, 3e38]) expect(surface.torus({ radius, tubeRadius: radius }).radius).toBe(radius);
  });
});

describe('functions that break their promise', () => {
  test('an infinite value is no empty solid', () => {
    for (const [f, text] of [
      [(...p: [number, number, number]) => (ball(...p) > 0 ? Infinity : -1), 'Infinity'],
      [(...p: [number, number, number]) => (ball(...p) > 0 ? 1 : -Infinity), '-Infinity'],
    ] as const)
      expect(refusal(() => surface.functionSolid({ f, lipschitz: 10, bounds: room }))).toMatch(
        new RegExp(`^function: f returned ${text} at \\(.*\\), which no lipschitz bound allows\\. Return a finite`),
      );
  });

  test('nor is a value that is as large as numbers get', () => {
    const f = (...p: [number, number, number]) => (ball(...p) > 0 ? 1.7e308 : -1.7e308);
    expect(refusal(() => surface.functionSolid({ f, lipschitz: 1, bounds: room }))).toMatch(
      /^function: f changes faster than its lipschitz bound \(1\): it is 1\.7e\+308 at /,
    );
  });

  test('what it throws itself comes through', () => {
    const own = new RangeError('of my own');
    const f = () => {
      throw own;
    };
    expect(() => surface.functionSolid({ f, lipschitz: 1, bounds: room })).toThrow(own);
    expect(() => surface.heightFunction({ h: f, lipschitz: 1, domain: [0, 1, 0, 1], base: 0 })).toThrow(own);
  });
});

describe('patches', () => {
  const withFront = (change: object): unknown =>
    cubePatches().map((patch) => (patch.name === 'front' ? { ...patch, ...change } : patch));
  const nurbs = (surfaces: unknown, tolerance?: unknown) => () =>
    anyhow.nurbsSolid({ surfaces, ...(tolerance !== undefined && { tolerance }) });

  test('texts in the place of numbers are shown as such', () => {
    const knots = [
      ['0', '0', '1', '1'],
      [0, 0, 1, 1],
    ];
    const points = [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, '1'];
    expectRefusals([
      [nurbs(withFront({ knots })), "nurbs: a knot in u is no number (knot 0 = '0') in patch 2 ('front'). "],
      [nurbs(withFront({ knots: ['0011', knots[1]] })), 'nurbs: 2 points of degree 1 in u need 4 knots (there are'],
      [nurbs(withFront({ points })), "nurbs: a coordinate is no number (point 1 in u, 1 in v, z = '1') in patch 2"],
      [nurbs(withFront({ weights: [1, '1', 1, 1] })), 'nurbs: a weight is not positive (point 1 in u, 0 in v, weight '],
      [nurbs(withFront({ degree: ['1', 1] })), "nurbs: the degree in u is no whole number from 1 up ('1') in patch 2"],
      [nurbs(withFront({ name: 5 })), 'nurbs: the name is no text (5) in patch 2. '],
      [nurbs(cubePatches(), '0.01'), "nurbs: the tolerance must be a positive length ('0.01'). Leave it out"],
      [nurbs(cubePatches(), null), 'nurbs: the tolerance must be a positive length (null). Leave it out'],
    ]);
  });

  test('a tolerance as wide as a patch would close an open cube', () => {
    for (const tolerance of [0.11, 1, 1.5, 3, 10])
      for (const surfaces of [cubePatches(), cubePatches().slice(1)])
        expect(refusal(nurbs(surfaces, tolerance))).toMatch(
          new RegExp(
            `^nurbs: the tolerance is too large for '\\w+' \\(${tolerance}, and that patch is 1 wide\\)\\. Give at most a tenth `,
          ),
        );
    expect(refusal(nurbs(cubePatches().slice(1), 0.1))).toMatch(
      /^nurbs: the border of '\w+' \(patch \d, .*\) is open /,
    );
    expect(refusal(nurbs(cubePatches(), 0.1))).toBe('it was taken');
  });

  test('a patch is as wide as it is in its narrow direction', () => {
    const flat = cubePatches().map((patch) => ({
      ...patch,
      points: Array.from(patch.points, (value, i) => (i % 3 === 2 ? 0.01 * value : value)),
    }));
    expect(refusal(nurbs(flat, 0.002))).toMatch(
      /^nurbs: the tolerance is too large for 'front' \(0\.002, .* 0\.01 wide/,
    );
    expect(refusal(nurbs(flat, 0.001))).toBe('it was taken');
  });

  test('are copied: changing what was given changes nothing, and what was made cannot be changed', () => {
    const given = structuredClone([cubePatches(), [revolve(sphereOutline(1), 'ball')]]);
    for (const surfaces of given) {
      const before = structuredClone(surfaces);
      const solid = surface.nurbsSolid({ surfaces });
      expect(solid.surfaces).toEqual(before);
      for (const { points, weights, knots } of surfaces as unknown as Record<string, number[] & number[][]>[]) {
        points.fill(Number.NaN);
        weights?.fill(-1);
        knots[0].reverse();
      }
      surfaces.length = 0;
      expect(solid.surfaces).toEqual(before);
      expect(() => {
        (solid.surfaces[0].points as number[])[0] = 7;
      }).toThrow(TypeError);
    }
  });
});
