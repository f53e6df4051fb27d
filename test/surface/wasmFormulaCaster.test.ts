import { describe, expect, test, vi } from 'vitest';
import { gear } from '../../scenes/gears.js';
import { gyroidLattice } from '../../scenes/gyroidLattice.js';
import { InputError } from '../../src/errors.js';
import { seeded } from '../../src/math/random.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { type Formula, log, mul, sqrt, sub, x, y, z } from '../../src/surface/formula/formula.js';
import { IMPLICIT_PATCHES, implicit } from '../../src/surface/implicit/implicit.js';
import { implicitCaster } from '../../src/surface/implicit/implicitCaster.js';
import { plainRootFinder, wasmRootFinder } from '../../src/surface/implicit/rootFinder.js';
import type { Caster, Implicit } from '../../src/surface/surface.js';
import { implicitSubjects } from './support/implicitSubjects.js';

const plainCaster = (surface: Implicit): Caster => implicitCaster(surface, plainRootFinder);
const wasmCaster = (surface: Implicit): Caster =>
  implicitCaster(surface, (working, line, gauge) => {
    const finder = wasmRootFinder(working, line, gauge);
    if (!finder) throw new Error('no WebAssembly here');
    return finder;
  });

type Ray = [number, number, number, number, number, number];

/** All that a caster says of some rays; what it throws is part of it. */
function answers(caster: Caster, rays: readonly Ray[]): unknown[] {
  const out = createCrossings();
  return rays.map((ray) => {
    try {
      caster.cast(...ray, -Infinity, Infinity, out);
    } catch (error) {
      return error;
    }
    const { count, t, patch, startsInside, unsettled } = out;
    return { t: [...t.subarray(0, count)], patch: [...patch.subarray(0, count)], startsInside, unsettled };
  });
}

function raysThrough({ bounds: { min, max } }: Implicit, seed: number, count: number): Ray[] {
  const random = seeded(seed);
  const within = (k: number): number => min[k] + random() * (max[k] - min[k]);
  return Array.from({ length: count }, (_, i): Ray => {
    const [px, py, pz] = [within(0), within(1), within(2)];
    // Along an axis parts of a formula stand still.
    if (i % 5 === 0) return [px, py, pz, i % 3 === 0 ? 1 : 0, i % 3 === 1 ? -2 : 0, i % 3 === 2 ? 3 : 0];
    return [px, py, pz, within(0) - px, within(1) - py, within(2) - pz];
  });
}

const solid = (formula: Formula, r: number): Implicit => ({
  ...{ kind: 'implicit', formula, patches: IMPLICIT_PATCHES },
  bounds: { min: [-r, -r, -r], max: [r, r, r] },
});

describe('WebAssembly and the interpreter cast to the same bytes', () => {
  const subjects: readonly { name: string; surface: Implicit }[] = [
    ...implicitSubjects.map(({ name, formula, bounds }) => ({ name, surface: implicit({ f: formula, bounds }) })),
    { name: 'a gear', surface: gear({ teeth: 13 }) },
    { name: 'walls of a gyroid', surface: gyroidLattice({ cells: 2, wall: 0.3 }) },
  ];
  for (const { name, surface } of subjects)
    test(`${name}, 200 rays of seed 41`, () => {
      const rays = raysThrough(surface, 41, 200);
      const wasm = answers(wasmCaster(surface), rays);
      expect(wasm).toEqual(answers(plainCaster(surface), rays));
      expect(wasm.some((one) => (one as { t: number[] }).t.length > 1)).toBe(true);
    });

  test('and throw the same where a formula is not a number, naming the point, seed 42', () => {
    for (const formula of [sub(log(x), y), sub(sqrt(mul(x, y)), z)]) {
      const surface = solid(formula, 1);
      const rays = raysThrough({ ...surface, bounds: { min: [0.1, 0.1, 0.1], max: [0.9, 0.9, 0.9] } }, 42, 20);
      // The box that casters look at first is to have a value everywhere; rays from without then leave it.
      const good: Implicit = { ...surface, bounds: { min: [0.1, 0.1, 0.1], max: [0.9, 0.9, 0.9] } };
      const makers = [wasmCaster, plainCaster].map((make) => {
        const made: unknown[] = [];
        for (const one of [good, surface]) {
          try {
            made.push(...answers(make(one), rays));
          } catch (error) {
            made.push(error);
          }
        }
        return made;
      });
      expect(makers[0]).toEqual(makers[1]);
      const faults = makers[0].filter((one) => one instanceof InputError);
      expect(faults.length).toBeGreaterThan(0);
      for (const fault of faults) expect(fault.message).toMatch(/^implicit: the formula is not a number at \(/);
    }
  });

  test('where WebAssembly is forbidden the interpreter serves', () => {
    const { surface } = subjects[0];
    const rays = raysThrough(surface, 43, 50);
    const usual = answers(implicitCaster(surface), rays);
    const forbidden = vi.spyOn(WebAssembly, 'Instance').mockImplementation(function forbid() {
      throw new WebAssembly.CompileError('disallowed by the page');
    });
    try {
      expect(() => wasmCaster(surface)).toThrow('no WebAssembly here');
      expect(answers(implicitCaster(surface), rays)).toEqual(usual);
      expect(forbidden).toHaveBeenCalled();
    } finally {
      forbidden.mockRestore();
    }
  });
});
