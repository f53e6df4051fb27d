import { describe, expect, test } from 'vitest';
import { nurbsTeapot } from '../../scenes/nurbsTeapot.js';
import { SURFACE_SOLIDS } from '../../scenes/surfaceSolids.js';
import { checkSurface } from '../../src/surface/checkSurface.js';
import { hypot, sub, x, y, z } from '../../src/surface/formula/formula.js';
import { turned } from '../../src/surface/nurbs/nurbsSolid.js';
import type { Surface } from '../../src/surface/surface.js';
import * as surface from '../../src/surface/surfaces.js';
import { cubePatches, revolve, sphereOutline } from './support/nurbsShapes.js';
import { expectRefusals, refusal } from './support/refusals.js';

const room = { min: [-2, -2, -2], max: [2, 2, 2] } as const;
const ball = (px: number, py: number, pz: number): number => Math.hypot(px, py, pz) - 1;

/** A solid as it comes back from a file, with something changed. */
const edited = (solid: Surface, change: object): Surface => ({ ...JSON.parse(JSON.stringify(solid)), ...change });
const check = (given: unknown) => () => checkSurface(given as Surface);

describe('a surface that was written, edited or read', () => {
  const all: readonly (readonly [name: string, make: () => Surface])[] = [
    ...SURFACE_SOLIDS.map(({ name, make }) => [name, make] as const),
    ['teapot', nurbsTeapot],
    ['cube', () => surface.nurbsSolid({ surfaces: cubePatches() })],
  ];

  test.each(all)('%s is taken as it was made, and as a copy; not so without a part of it', (_, make) => {
    const solid = make();
    checkSurface(solid);
    checkSurface({ ...solid });
    if (solid.kind !== 'function') checkSurface(structuredClone(solid));
    if (solid.kind !== 'function') checkSurface(JSON.parse(JSON.stringify(solid)));
    const { min, max } = solid.bounds;
    const sized = { min: min.map((a) => a - 0.1), max: max.map((a) => a + 0.1) };
    checkSurface({ ...solid, bounds: sized } as unknown as Surface);
    for (const name of Object.keys(solid)) {
      const { [name]: _, ...rest } = solid as unknown as Record<string, unknown>;
      expect(refusal(check(rest))).not.toBe('it was taken');
      // A quadric need not have planes.
      for (const wrong of [null, 'x', Number.NaN, {}, []])
        if (!(name === 'planes' && Array.isArray(wrong) && 'coefficients' in rest && isClosed(solid)))
          expect(`${name} ${String(wrong)}: ${refusal(check({ ...solid, [name]: wrong }))}`).not.toMatch(/taken$/);
    }
  });

  /** Whether the form alone is a solid. */
  const isClosed = (solid: Surface): boolean =>
    solid.kind === 'quadric' && solid.coefficients.slice(0, 3).every((c) => c > 0);

  test('what constructors made is frozen, so that it stays what was checked', () => {
    for (const [, make] of all) {
      const solid = make();
      for (const part of [solid, solid.bounds, solid.bounds.min, solid.bounds.max, solid.patches])
        expect(Object.isFrozen(part)).toBe(true);
    }
  });

  test('a caller keeps the bounds and the formula that he gave', () => {
    const f = sub(hypot(x, y, z), 1);
    const bounds = { min: [-2, -2, -2] as [number, number, number], max: [0, 2, 2] as [number, number, number] };
    const solid = surface.implicit({ f, bounds });
    for (const own of [f, bounds, bounds.min, bounds.max]) expect(Object.isFrozen(own)).toBe(false);
    bounds.max[0] = 2;
    expect(solid.bounds.max[0]).toBe(0);
  });

  test('no surface, no kind, no patches, no bounds', () => {
    const sphere = surface.sphere();
    const { bounds: _, ...boundless } = sphere;
    expectRefusals([
      [check(null), 'surface: this is no surface (null). Make one with surface.sphere, say.'],
      [check('sphere'), "surface: this is no surface ('sphere'). Make one"],
      [
        check({ kind: 'x', patches: [] }),
        "surface: the kind is unknown ('x'). Choose one of: quadric, torus, superellipsoid, roundedBox, capsule, implicit, function, nurbs.",
      ],
      [check({ patches: [] }), 'surface: the kind is unknown (undefined). Choose one of: quadric, '],
      [check({ kind: 'toString', patches: [] }), "surface: the kind is unknown ('toString'). Choose one of: quadric, "],
      [check({ kind: ['torus'], patches: [] }), 'surface: the kind is unknown (a list of 1). Choose one of: quadric, '],
      [check(boundless), 'surface: bounds are no box (undefined). Give { min: [x, y, z], max: [x, y, z] }'],
      [
        check(edited(sphere, { bounds: { min: [0, 0, 0], max: [1, null, 1] } })),
        'surface: bounds are not finite (0 to ',
      ],
      [check(edited(sphere, { patches: ['a', 'b'] })), 'surface: this quadric has 1 patch (2 names). Give'],
      [check(edited(sphere, { patches: [1] })), 'surface: patches are no list of names (a list of 1). Give'],
    ]);
  });

  test('fields that make no solid', () => {
    const [sphere, cylinder, torus] = [surface.sphere(), surface.cylinder(), surface.torus()];
    const numbers = (k: number, value: unknown) => sphere.coefficients.map((c, i) => (i === k ? value : c));
    const implicit = surface.implicit({ f: sub(hypot(x, y, z), 1) });
    const bounds = room;
    const solid = surface.functionSolid({ f: ball, lipschitz: 1, bounds });
    const pill = surface.capsule();
    expectRefusals([
      [check(edited(sphere, { coefficients: [1, 1] })), 'surface: coefficients must be 10 numbers (2 given). Give'],
      [check({ ...sphere, coefficients: numbers(9, NaN) }), 'surface: number 9 of coefficients must be finite (NaN). '],
      [check({ ...sphere, coefficients: numbers(0, '1') }), "surface: number 0 of coefficients must be finite ('1'). "],
      [check(edited(sphere, { coefficients: numbers(0, -1) })), 'surface: the solid has no end in direction ('],
      [
        check(edited(sphere, { coefficients: numbers(9, 1) })),
        'surface: it has no inside: the form is above 0 everywhere',
      ],
      [check(edited(cylinder, { planes: [] })), 'surface: the solid has no end in direction (0, 0, '],
      [
        check(edited(cylinder, { planes: [[0, 0, 2, 1]] })),
        'surface: the normal of plane 1 is not of unit length (2). ',
      ],
      [check(edited(cylinder, { planes: [[0, 0, 1]] })), 'surface: plane 1 must be 4 numbers (3 given). Give'],
      [check(edited(torus, { radius: undefined })), 'surface: radius is missing. Give all fields of its kind.'],
      [check({ ...torus, tubeRadius: NaN }), 'surface: the tubeRadius must be positive (NaN). Give a finite'],
      [check({ ...torus, tubeRadius: '1' }), "surface: the tubeRadius is no number ('1'). Give a finite"],
      [check({ ...pill, half: '1' }), "surface: half of the height must be positive ('1'). Give"],
      [check({ ...surface.roundedBox(), radius: '1' }), "surface: the radius is no number ('1'). Give a finite"],
      [
        check({ ...surface.roundedBox(), inner: [1, -0.1, 1] }),
        'surface: the inner box has a negative size (-0.1 along y). Give',
      ],
      [
        check({ ...surface.superellipsoid(), exponents: [1, 3] }),
        'surface: with exponent e2 above 2 it is not convex (3). Give',
      ],
      [check({ ...surface.superellipsoid(), radii: 1 }), 'surface: radii must be 3 numbers (1). Give'],
      [check({ ...implicit, formula: { op: 'root', args: [x] } }), "surface: there is no operation 'root'. Choose"],
      [
        check({ ...implicit, bounds: { ...bounds, max: bounds.min } }),
        'surface: bounds are empty (-2 to -2 along x). ',
      ],
      [check(edited(solid, {})), 'surface: the function f is missing. Functions cannot be written as JSON'],
      [check({ ...solid, f: 'x' }), 'surface: f is no function (string). Give'],
      [check({ ...solid, lipschitz: 0 }), 'surface: lipschitz must be positive and finite (0). Give'],
    ]);
    // What cuts the solid off may be any box.
    checkSurface({ ...implicit, bounds: { min: [0, 0, 0], max: [100, 100, 100] } });
    checkSurface({ ...solid, bounds: { min: [0, 0, 0], max: [100, 100, 100] } });
  });

  test('bounds that cut into the solid, lie elsewhere, or are far too large', () => {
    const cube = (low: number, high: number) => ({ min: [low, low, low], max: [high, high, high] });
    for (const solid of [
      surface.sphere(),
      surface.roundedBox({ size: 2 }),
      surface.superellipsoid(),
      surface.nurbsSolid({ surfaces: [revolve(sphereOutline(1), 'ball')] }),
    ])
      expectRefusals([
        [
          check(edited(solid, { bounds: cube(-0.1, 0.1) })),
          'surface: the bounds do not hold the solid (-0.1 to 0.1 along x, the solid from -1',
        ],
        [check(edited(solid, { bounds: cube(5, 7) })), 'surface: the bounds do not hold the solid (5 to 7 along x, '],
        [
          check(edited(solid, { bounds: { min: [-1.1, -1.1, -1.1], max: [1.1, 1.1, 0.999] } })),
          'surface: the bounds do not hold the solid (-1.1 to 0.999 along z, ',
        ],
        [
          check(edited(solid, { bounds: cube(-100, 100) })),
          'surface: the bounds are far larger than the solid (-100 to 100 along x, the solid from -1',
        ],
      ]);
  });

  test('patches that do not close, look inwards or have too large a tolerance', () => {
    const cube = surface.nurbsSolid({ surfaces: cubePatches() });
    const { surfaces, patches } = cube;
    expectRefusals([
      [check({ ...cube, surfaces: surfaces.slice(1), patches: patches.slice(1) }), "surface: the border of 'front' "],
      [check({ ...cube, surfaces: surfaces.map(turned) }), 'surface: the patches are inside out (volume -1). Make'],
      [check({ ...cube, tolerance: 1.5 }), "surface: the tolerance is too large for 'bottom' (1.5, "],
      [check({ ...cube, tolerance: undefined }), 'surface: tolerance is missing. Give'],
      [check({ ...cube, surfaces: [] }), 'surface: there are no patches (surfaces). Give'],
      [check({ ...cube, patches: patches.slice(1) }), 'surface: this nurbs has 6 patches (5 names). Give'],
    ]);
  });
});
