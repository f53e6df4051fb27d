import { describe, expect, it } from 'vitest';
import { seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { exactKind } from './support/exactKind.js';
import { exactVolumes } from './support/exactVolumes.js';
import { randomBody } from './support/latticeBodies.js';
import { randomPair } from './support/randomPair.js';
import { recut } from './support/recut.js';

/** What is wrong with a mesh as a solid on small whole numbers, in words. */
function faultsOf(shape: Mesh): string[] {
  const facts = inspect(shape);
  const { common, ofA } = exactVolumes(shape, shape);
  const faults = {
    open: !facts.closed,
    flipped: !facts.consistentlyOriented,
    'inside out': ofA <= 0n,
    // The square of the winding number has the same integral as the number itself only where it is 0 or 1.
    'not embedded': common.num !== ofA * common.den,
    'faces without area': facts.degenerateFaces.length > 0,
    'faces twice': facts.duplicateFaces.length > 0,
    'not whole': shape.positions.some((x) => !Number.isInteger(x) || Object.is(x, -0)),
    large: shape.positions.some((x) => Math.abs(x) > 64),
  };
  return Object.entries(faults).flatMap(([name, is]) => (is ? [name] : []));
}

const add = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

describe('oracle: bodies', () => {
  it('makes solids: 1,000 bodies, seed 31', () => {
    const random = seeded(31);
    const drawn: Record<string, number> = {};
    let selfTouching = 0;
    for (let k = 0; k < 1000; k++) {
      const { mesh, what } = randomBody(random);
      add(drawn, what);
      expect(faultsOf(mesh), `${what}, body ${k}`).toEqual([]);
      if (inspect(mesh).nonManifoldEdgeCount > 0) selfTouching++;
    }
    const rest = ['tetrahedron', 'bipyramid', 'box', 'hull', 'L', 'U', 'polycube', 'cells', 'hollow box', 'twins'];
    for (const what of rest) expect(drawn[what], what).toBeGreaterThan(50);
    expect(drawn.shell).toBeGreaterThan(0);
    expect(selfTouching).toBeGreaterThan(20);
  });

  it('cuts the same solid in another way: 300 bodies, seed 32', () => {
    const random = seeded(32);
    let cutDifferently = 0;
    for (let k = 0; k < 300; k++) {
      const { mesh, what } = randomBody(random);
      const other = recut(mesh, random);
      expect(faultsOf(other), what).toEqual([]);
      expect(exactKind(mesh, other), what).toEqual({ kind: 'duplicate' });
      if (facesOf(mesh) !== facesOf(other)) cutDifferently++;
    }
    expect(cutDifferently).toBeGreaterThan(150);
  });

  it('makes pairs of all kinds: 1,000 pairs, seed 33', () => {
    const random = seeded(33);
    const drawn: Record<string, number> = {};
    for (let k = 0; k < 1000; k++) {
      const { a, b, what } = randomPair(random);
      expect([...faultsOf(a), ...faultsOf(b)], `${what}, pair ${k}`).toEqual([]);
      add(drawn, exactKind(a, b).kind);
    }
    const least = { none: 100, touch: 200, hard: 100, contained: 20, duplicate: 20 };
    for (const [kind, count] of Object.entries(least)) expect(drawn[kind], kind).toBeGreaterThan(count);
  });

  it('makes the same pairs from the same seed', () => {
    const draw = () => {
      const random = seeded(34);
      return Array.from({ length: 50 }, () => randomPair(random));
    };
    expect(draw()).toEqual(draw());
  });
});

/** The faces by their corners, whatever the order of faces and corners. */
function facesOf({ positions, indices }: Mesh): string {
  const faces: string[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [0, 1, 2].map((k) => positions.slice(3 * indices[i + k], 3 * indices[i + k] + 3).join());
    faces.push(corners.sort().join(' '));
  }
  return faces.sort().join('; ');
}
