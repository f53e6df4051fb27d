import { describe, expect, it } from 'vitest';
import { scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { polycubeMesh, randomPolycube, relatePolycubes } from '../interference/polycube.js';
import { randomIntegerBox, relateBoxes, type Truth } from '../support/boxOracle.js';
import { openManifoldOracle } from '../support/manifoldOracle.js';
import { exactKind } from './support/exactKind.js';
import { commonVolume, exactVolumes } from './support/exactVolumes.js';
import { hullOf, latticeBox, prism, randomCells, tetrahedron } from './support/latticeBodies.js';
import { insideOut, joined, mapped, randomLatticeMap, shifted, wholeVector } from './support/latticeMaps.js';
import { randomPair } from './support/randomPair.js';
import { recut } from './support/recut.js';

/** The kind, and where one lies inside the other, which. */
const kindOf = (a: Mesh, b: Mesh): string => {
  const { kind, inner } = exactKind(a, b);
  return inner ? `${kind} ${inner}` : kind;
};

const swapped = (kind: string): string => kind.replace(/ [ab]$/, (inner) => (inner === ' a' ? ' b' : ' a'));

const cube = (low: number, high: number): Mesh => latticeBox({ min: [low, low, low], max: [high, high, high] });
const hollow = joined(cube(0, 6), insideOut(cube(1, 5)));
const slanted = tetrahedron([0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]);
const arch = prism(
  [
    [0, 0],
    [5, 0],
    [5, 3],
    [4, 3],
    [4, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ],
  0,
  2,
);

const CASES: readonly (readonly [string, string, Mesh, Mesh])[] = [
  ['none', 'cubes apart', cube(0, 1), cube(2, 3)],
  ['none', 'boxes that overlap around bodies apart', slanted, shifted(cube(0, 1), [2, 2, 2])],
  ['none', 'in a cavity', cube(2, 4), hollow],
  ['none', 'in an arch', latticeBox({ min: [2, 2, 0], max: [3, 3, 2] }), arch],
  ['touch', 'corner on corner', cube(0, 1), cube(1, 2)],
  ['touch', 'edge on edge', cube(0, 1), shifted(cube(0, 1), [1, 1, 0])],
  ['touch', 'face on face', cube(0, 2), shifted(cube(0, 1), [2, 1, 0])],
  ['touch', 'corner on a slanted face', slanted, shifted(cube(0, 1), [2, 1, 1])],
  ['touch', 'in a cavity, at a wall', shifted(cube(2, 4), [1, 0, 0]), hollow],
  ['touch', 'filling a cavity', cube(1, 5), hollow],
  ['touch', 'between the legs of an arch', latticeBox({ min: [1, 2, 0], max: [4, 3, 2] }), arch],
  ['hard', 'cubes', cube(0, 2), cube(1, 3)],
  ['hard', 'a corner through a slanted face', slanted, cube(1, 2)],
  [
    'hard',
    'no vertex inside the other',
    latticeBox({ min: [0, 1, 1], max: [3, 2, 2] }),
    latticeBox({ min: [1, 0, 1], max: [2, 3, 2] }),
  ],
  ['hard', 'through the wall of a cavity', shifted(cube(2, 4), [2, 0, 0]), hollow],
  ['hard', 'around a cavity', cube(0, 5), hollow],
  ['contained a', 'without contact', cube(1, 2), cube(0, 3)],
  ['contained a', 'with faces in common', cube(0, 1), cube(0, 3)],
  ['contained a', 'a corner cut off', slanted, cube(0, 4)],
  ['contained b', 'with a cavity in a solid', cube(0, 6), hollow],
  ['contained b', 'the leg of an arch', arch, latticeBox({ min: [4, 0, 0], max: [5, 3, 2] })],
  ['duplicate', 'itself', arch, arch],
  ['duplicate', 'cut in another way', recut(arch, seeded(1)), recut(arch, seeded(2))],
  [
    'duplicate',
    'a hull of it and of points on it',
    hullOf([
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
      [0, 0, 4],
      [1, 1, 2],
    ])!,
    slanted,
  ],
];

describe('oracle: kinds', () => {
  it.each(CASES)('%s: %s', (kind, _, a, b) => {
    expect(kindOf(a, b)).toBe(kind);
    expect(kindOf(b, a)).toBe(swapped(kind));
    const random = seeded(3);
    for (let k = 0; k < 20; k++) {
      const map = randomLatticeMap(random);
      expect(kindOf(mapped(a, map), mapped(b, map))).toBe(kind);
    }
  });

  it.each([
    ['boxes', 21, boxes],
    ['polycubes', 22, polycubes],
  ])('agrees with counting: 400 pairs of %s, seed %i', (_, seed, make) => {
    const random = seeded(seed);
    const drawn: Record<string, number> = {};
    for (let k = 0; k < 400; k++) {
      const { a, b, truth } = make(random);
      const kind = truth.kind === 'edge' ? 'touch' : truth.inner ? `${truth.kind} ${truth.inner}` : truth.kind;
      expect(kindOf(a, b)).toBe(kind);
      expect(commonVolume(a, b)).toBe(truth.volume);
      drawn[truth.kind] = (drawn[truth.kind] ?? 0) + 1;
    }
    for (const kind of ['none', 'edge', 'touch', 'hard', 'contained']) expect(drawn[kind]).toBeGreaterThan(5);
  });

  it('knows the volume of a cube with a corner in a tetrahedron', () => {
    for (let edge = 1; edge <= 6; edge++)
      for (let side = 1; side <= 7; side++) {
        const corner = tetrahedron([0, 0, 0], [edge, 0, 0], [0, edge, 0], [0, 0, edge]);
        // The corner of a cube of any size, by inclusion and exclusion of what is beyond its faces.
        const beyond = (sides: number): number => Math.max(edge - sides * side, 0) ** 3;
        const { common, ofA } = exactVolumes(corner, cube(0, side));
        expect(common.num).toBe(BigInt(beyond(0) - 3 * beyond(1) + 3 * beyond(2) - beyond(3)) * common.den);
        expect(ofA).toBe(BigInt(edge ** 3));
      }
  });

  it('adds up: what A has in common with the parts of B, 300 pairs, seed 23', () => {
    const random = seeded(23);
    for (let k = 0; k < 300; k++) {
      const { a } = randomPair(random);
      const whole = randomIntegerBox(random, 6);
      const cutAt = (whole.min[0] + whole.max[0]) / 2;
      const low = latticeBox({ min: whole.min, max: [cutAt, whole.max[1], whole.max[2]] });
      const high = latticeBox({ min: [cutAt, whole.min[1], whole.min[2]], max: whole.max });
      const [all, one, other] = [latticeBox(whole), low, high].map((b) => exactVolumes(a, b));
      const inSixths = ({ common, unit }: typeof all, to: number): bigint => common.num * BigInt((unit / to) ** 3);
      const unit = Math.min(all.unit, one.unit, other.unit);
      expect(inSixths(all, unit) * one.common.den * other.common.den).toBe(
        (inSixths(one, unit) * other.common.den + inSixths(other, unit) * one.common.den) * all.common.den,
      );
    }
  });

  it('agrees with manifold on volumes: 1,000 pairs, seed 24', async () => {
    const manifold = await openManifoldOracle();
    const random = seeded(24);
    let compared = 0;
    for (let k = 0; k < 1000; k++) {
      const { a, b, what } = randomPair(random);
      const [p, q] = [a, b].map(({ positions, indices }) => ({ positions: Float32Array.from(positions), indices }));
      // Where four faces meet at an edge, manifold has to guess which two belong together.
      if ([a, b].some((shape) => inspect(shape).nonManifoldEdgeCount > 0)) continue;
      compared++;
      const { volume, volumeA } = manifold.intersect(p, q);
      expect(Math.abs(commonVolume(a, b) - volume), what).toBeLessThan(1e-6);
      expect(Math.abs(commonVolume(a, a) - volumeA), what).toBeLessThan(1e-6);
    }
    expect(compared).toBeGreaterThan(800);
  });

  it('tells the same in any order, place and cut: 500 pairs, seed 25', () => {
    const random = seeded(25);
    for (let k = 0; k < 500; k++) {
      const { a, b, what } = randomPair(random);
      const kind = kindOf(a, b);
      expect(kindOf(b, a), what).toBe(swapped(kind));
      const map = randomLatticeMap(random);
      expect(kindOf(recut(mapped(a, map), random), mapped(b, map)), what).toBe(kind);
      const far = translation(...wholeVector(random, -1e6, 1e6));
      expect(kindOf(mapped(a, far), mapped(b, far)), what).toBe(kind);
      const small = scaling(2 ** -10, 2 ** -3, 3);
      expect(kindOf(mapped(a, small), mapped(b, small)), what).toBe(kind);
    }
  });

  it('sees one bit', () => {
    const [low, high] = [0.1 + 0.2, 0.3]; // low is greater by one bit
    const slab = (from: number, to: number): Mesh => latticeBox({ min: [0, 0, from], max: [1, 1, to] });
    expect(kindOf(slab(0, high), slab(low, 1))).toBe('none');
    expect(kindOf(slab(0, low), slab(low, 1))).toBe('touch');
    expect(kindOf(slab(0, low), slab(high, 1))).toBe('hard');
    expect(kindOf(slab(0, low), slab(0, high))).toBe('contained b');
    expect(kindOf(slab(0, high), slab(0, high))).toBe('duplicate');
  });

  it('takes bodies at any angle: 20 pairs, seed 26', async () => {
    const manifold = await openManifoldOracle();
    const random = seeded(26);
    for (let k = 0; k < 20; k++) {
      const turn = randomRotation(random);
      const [a, b] = [arch, slanted].map((shape, i) => {
        const turned = mapped(shape, i ? turn : scaling(1));
        return { positions: Float32Array.from(turned.positions), indices: turned.indices };
      });
      const { volume } = manifold.intersect(a, b);
      expect(Math.abs(commonVolume(a, b) - volume)).toBeLessThan(1e-5);
      // They share the corner that they are turned about.
      expect(kindOf(a, b)).toBe(volume > 1e-5 ? 'hard' : 'touch');
    }
  });
});

interface Case {
  readonly a: Mesh;
  readonly b: Mesh;
  readonly truth: Truth;
}

function boxes(random: Random): Case {
  const [a, b] = [randomIntegerBox(random, 4), randomIntegerBox(random, 4)];
  return { a: latticeBox(a), b: latticeBox(b), truth: relateBoxes(a, b) };
}

function polycubes(random: Random): Case {
  const draw = () => (random() < 0.5 ? randomPolycube(random, 3, 6) : randomCells(random, [3, 2, 2], 0.4));
  const [a, b] = [draw(), draw()];
  return { a: polycubeMesh(a), b: polycubeMesh(b), truth: relatePolycubes(a, b) };
}
