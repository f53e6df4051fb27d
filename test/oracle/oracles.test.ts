import { Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { rotation, translation } from '../../src/math/affine.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { holdsBall, isWithin, surfaceDistance, surfaceOf, surfacesCross } from '../support/bvhOracle.js';
import { type ManifoldOracle, openManifoldOracle } from '../support/manifoldOracle.js';
import { truthOf } from './judge.js';
import { bake } from './placements.js';

// The oracles themselves, on answers that are known.

let oracle: ManifoldOracle;
beforeAll(async () => {
  oracle = await openManifoldOracle();
});

const at = (mesh: Mesh, x: number, y = 0, z = 0): Mesh => bake({ name: '', mesh, pose: translation(x, y, z) }).baked;
const cube = box({ size: 2 });

describe('manifoldOracle', () => {
  it('volumes of boxes', () => {
    const { volume, volumeA, volumeB, area, bounds } = oracle.intersect(cube, at(cube, 0.5, 0.25, 1));
    expect(volume).toBeCloseTo(1.5 * 1.75 * 1, 6);
    expect([volumeA, volumeB]).toEqual([8, 8]);
    expect(area).toBeCloseTo(2 * (1.5 * 1.75 + 1.75 + 1.5), 6);
    expect(bounds).toEqual({ min: [-0.5, -0.75, 0], max: [1, 1, 1] });
    expect(oracle.intersect(cube, at(cube, 3))).toMatchObject({ volume: 0, area: 0 });
  });

  it('says what it does not take', () => {
    expect(oracle.refusal(cube)).toBeUndefined();
    expect(oracle.refusal({ ...cube, indices: cube.indices.slice(3) })).toMatch(/not manifold/i);
    expect(oracle.refusal({ ...cube, positions: Float64Array.from(cube.positions) })).toMatch(/not in f32/);
    expect(() => oracle.intersect(cube, { ...cube, indices: cube.indices.slice(3) })).toThrow();
  });
});

describe('bvhOracle', () => {
  it('surfaces that cross, and how far others are apart', () => {
    const [small, large] = [surfaceOf(box({ size: 1 })), surfaceOf(cube)];
    expect(surfacesCross(small, large)).toBe(false);
    expect(surfaceDistance(small, large)).toBeCloseTo(0.5, 12);
    expect(surfacesCross(large, surfaceOf(at(box({ size: 1 }), 1)))).toBe(true);
    const turned = bake({ name: '', mesh: cube, pose: rotation([0, 0, 1], Math.PI / 4) }).baked;
    expect(surfaceDistance(large, surfaceOf(at(turned, 4)))).toBeCloseTo(3 - Math.SQRT2, 6);
  });

  it('what lies within', () => {
    const surface = surfaceOf(cube);
    for (const x of [-1.01, -0.99, 0, 0.5, 0.99, 1.01])
      expect(isWithin(surface, new Vector3(x, 0.3, -0.2))).toBe(Math.abs(x) < 1);
  });

  it('the largest ball in an overlap, and beside it', () => {
    const [A, B] = [surfaceOf(cube), surfaceOf(at(cube, 1.5))];
    const around = { min: [-3, -3, -3], max: [3, 3, 3] } as const;
    expect(holdsBall({ inside: [A, B] }, around, 0.45)).toBe(true);
    expect(holdsBall({ inside: [A, B] }, around, 0.55)).toBe(false);
    expect(holdsBall({ inside: [A], outside: [B] }, around, 1.4)).toBe(true);
    expect(holdsBall({ inside: [A], outside: [B] }, around, 1.6)).toBe(false);
    expect(holdsBall({ inside: [A] }, around, 2.01, 10)).toBeUndefined();
  });
});

describe('both together', () => {
  const kindOf = (a: Mesh, b: Mesh) => {
    const { kind, inner } = truthOf(oracle, a, b);
    return [kind, inner];
  };
  const hollow = (() => {
    const { positions, indices } = box({ size: 4 });
    const shift = positions.length / 3;
    const inner = cube.indices.toReversed().map((vertex) => vertex + shift);
    return {
      positions: Float32Array.of(...positions, ...cube.positions),
      indices: Uint32Array.of(...indices, ...inner),
    };
  })();

  it('tell kinds apart', () => {
    const small = box({ size: 0.5 });
    expect(kindOf(cube, at(cube, 5))).toEqual(['none', undefined]);
    expect(kindOf(cube, at(cube, 1.99, 0.3, 0.2))).toEqual(['hard', undefined]);
    expect(kindOf(cube, at(small, 0.3))).toEqual(['contained', 'b']);
    expect(kindOf(at(small, 0.3), cube)).toEqual(['contained', 'a']);
    expect(kindOf(cube, at(cube, 2, 0.3, 0.2))).toEqual(['touch', undefined]);
    expect(kindOf(hollow, small)).toEqual(['none', undefined]); // in the cavity
    expect(kindOf(hollow, at(small, 1.5))).toEqual(['contained', 'b']); // in the wall
    expect(kindOf(hollow, at(small, 1))).toEqual(['hard', undefined]);
  });
});
