import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import { createEvaluator } from '../../src/surface/formula/evaluator.js';
import {
  abs,
  add,
  at,
  div,
  type Formula,
  hypot,
  max,
  min,
  mul,
  neg,
  sin,
  square,
  sub,
  x,
  y,
  z,
} from '../../src/surface/formula/formula.js';
import { implicit } from '../../src/surface/implicit/implicit.js';
import { conjuncts, linearOf } from '../../src/surface/tessellate/conjuncts.js';
import { sharpSides } from '../../src/surface/tessellate/sharpSides.js';
import { tessellateSides } from '../../src/surface/tessellate/tessellateSides.js';
import { areaOf, boundsTo, cubeSides, functionSide, planeSide } from './support/plainSides.js';

describe('parts smaller than the first tetrahedra', () => {
  test('a small ball is found between the corners', () => {
    for (const [cx, cy, cz] of [
      [0.1, 0.2, 0.3],
      [-0.71, 0.04, 0.55],
    ]) {
      const side = functionSide((px, py, pz) => (px - cx) ** 2 + (py - cy) ** 2 + (pz - cz) ** 2 - 1e-4);
      const { mesh, chordError } = tessellateSides([side], boundsTo(1), 1e-3);
      const facts = inspect(mesh);
      expect(facts).toMatchObject({ closed: true, components: 1, eulerCharacteristic: 2 });
      expect(Math.abs(facts.signedVolume - (4 / 3) * Math.PI * 1e-6)).toBeLessThanOrEqual(areaOf(mesh) * chordError);
    }
  });

  test('a small hole in a cube is found, too', () => {
    const side = functionSide((px, py, pz) => 0.0004 - (px - 0.1) ** 2 - (py - 0.2) ** 2 - (pz - 0.3) ** 2);
    const { mesh, chordError } = tessellateSides([side, ...cubeSides(1)], boundsTo(1), 1e-3);
    const facts = inspect(mesh);
    expect(facts).toMatchObject({ closed: true, components: 2, eulerCharacteristic: 4 });
    const hole = (4 / 3) * Math.PI * 0.02 ** 3;
    expect(Math.abs(facts.signedVolume - (8 - hole))).toBeLessThanOrEqual(4 * Math.PI * 0.02 ** 2 * chordError);
  });

  test('a thin shell in one function is resolved though the chord error asked would not need it', () => {
    const side = functionSide((px, py, pz) => Math.abs(Math.hypot(px, py, pz) - 0.2) - 0.01);
    const { mesh, chordError } = tessellateSides([side], boundsTo(1), 1e-2);
    const facts = inspect(mesh);
    expect(facts).toMatchObject({ closed: true, components: 2, eulerCharacteristic: 4 });
    expect(Math.abs(facts.signedVolume / ((4 / 3) * Math.PI * (0.21 ** 3 - 0.19 ** 3)) - 1)).toBeLessThan(0.05);
    expect(chordError).toBeLessThanOrEqual(1e-2);
  });
});

describe('what cannot be flattened', () => {
  const ball = functionSide((px, py, pz) => Math.hypot(px, py, pz) - 1);

  test('says what is wrong', () => {
    expect(() => tessellateSides([ball], boundsTo(1), 0)).toThrow(
      'tessellate: the chord error must be a length (0). Give a positive number.',
    );
    expect(() => tessellateSides([ball], boundsTo(1, 1, 0), 0.1)).toThrow(
      'tessellate: the bounds enclose nothing (2 × 2 × 0). Give bounds around the solid.',
    );
    expect(() => tessellateSides([ball, planeSide([0, 0, 1], -2, 1)], boundsTo(1), 0.1)).toThrow(
      'tessellate: no part of the solid was found',
    );
    const broken = functionSide((px) => (px > 0.5 ? Number.NaN : px));
    expect(() => tessellateSides([broken], boundsTo(1), 0.1)).toThrow(InputError);
    expect(() => tessellateSides([broken], boundsTo(1), 0.1)).toThrow(
      'tessellate: a side of the solid is not a number (at ',
    );
  });

  test('a function need not be defined beyond its bounds', () => {
    const roof = functionSide((px, _py, pz) => pz - Math.sqrt(1 - px * px));
    const bounds = { min: [-1, -1, 0], max: [1, 1, 1] } as const;
    const box = [
      planeSide([0, -1, 0], 1, 1),
      planeSide([0, 1, 0], 1, 2),
      planeSide([0, 0, -1], 0, 3),
      planeSide([1, 0, 0], 1, 4),
      planeSide([-1, 0, 0], 1, 5),
    ];
    const { mesh, chordError } = tessellateSides([roof, ...box], bounds, 2e-2);
    const facts = inspect(mesh);
    expect(facts).toMatchObject({ closed: true, flippedEdgeCount: 0 });
    expect(Math.abs(facts.signedVolume - Math.PI)).toBeLessThanOrEqual(areaOf(mesh) * chordError);
  });
});

describe('a formula by its parts', () => {
  const FORMULAS: readonly Formula[] = [
    max(sub(hypot(x, y, z), 1), sub(0.9, hypot(x, y, z))),
    sub(abs(sin(add(x, y))), 0.3),
    neg(min(sub(1, x), sub(1, y), add(2, z))),
    max(sub(abs(z), 0.3), mul(-2, min(x, y)), div(max(x, y), 3)),
    sub(1, min(square(x), sub(y, z), neg(max(neg(x), z)))),
    neg(sub(min(x, y), max(y, z))),
    min(x, max(y, z)),
  ];

  test('all parts are ≤ 0 just where it is, seed 6', () => {
    const random = seeded(6);
    for (const formula of FORMULAS) {
      const whole = createEvaluator(formula);
      const parts = conjuncts(formula).map(createEvaluator);
      for (let k = 0; k < 500; k++) {
        const [px, py, pz] = [3 * random() - 1.5, 3 * random() - 1.5, 3 * random() - 1.5];
        const value = Math.max(...parts.map((part) => part.value(px, py, pz)));
        expect(value > 0).toBe(whole.value(px, py, pz) > 0);
      }
    }
    expect(FORMULAS.map((formula) => conjuncts(formula).length)).toEqual([2, 2, 3, 6, 4, 1, 1]);
  });

  test('planes are known as such', () => {
    expect(linearOf(sub(mul(2, add(x, neg(y))), div(z, 4)))).toEqual([2, -2, -0.25, 0]);
    expect(linearOf(at(add(x, 1), mul(3, y), 0, 0))).toEqual([0, 3, 0, 1]);
    expect(linearOf(mul(x, y))).toBeUndefined();
    expect(linearOf(sin(x))).toBeUndefined();
  });

  test('a thin shell and a cube have their volumes, edges and all', () => {
    const shell = implicit({ f: max(sub(hypot(x, y, z), 1), sub(0.998, hypot(x, y, z))) });
    const facts = inspect(tessellateSides(sharpSides(shell), shell.bounds, 1e-3).mesh);
    expect(facts).toMatchObject({ closed: true, components: 2, eulerCharacteristic: 4 });
    expect(Math.abs(facts.signedVolume / ((4 / 3) * Math.PI * (1 - 0.998 ** 3)) - 1)).toBeLessThan(0.02);

    // Its faces lie on those of its bounds; then they are the formula's.
    const cube = implicit({ f: sub(max(abs(x), abs(y), abs(z)), 1), bounds: boundsTo(1) });
    const { mesh, patchOf, chordError } = tessellateSides(sharpSides(cube), cube.bounds, 1e-2);
    expect(inspect(mesh)).toMatchObject({ closed: true, eulerCharacteristic: 2, degenerateFaces: [] });
    expect(inspect(mesh).signedVolume).toBeCloseTo(8, 12);
    expect(chordError).toBeLessThan(1e-12);
    expect(new Set(patchOf)).toEqual(new Set([0]));
  });
});
