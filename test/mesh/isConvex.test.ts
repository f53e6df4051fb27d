import { describe, expect, test } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { multiply, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { convexHull } from '../../src/mesh/hull.js';
import { isConvex } from '../../src/mesh/isConvex.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { wedge } from '../../src/mesh/shapes/wedge.js';
import { insideOut, joined, mapped } from '../interference/bodies.js';
import { lPrism } from '../support/lPrism.js';

const points = (random: Random, count: number, make: () => number = random) =>
  Float64Array.from({ length: 3 * count }, make);

/** One vertex moved: outwards where `by` is above 1, inwards where below. */
function dented({ positions, indices }: Mesh, vertex: number, by: number): Mesh {
  return mesh(
    positions.map((v, i) => (Math.floor(i / 3) === vertex ? v * by : v)),
    indices,
  );
}

/** A prism over a polygon that goes twice around: seen at every edge it bends outwards only. */
function pentagram(): Mesh {
  const corners = Array.from({ length: 5 }, (_, k) => (4 * Math.PI * k) / 5);
  const positions = [-1, 1].flatMap((z) => corners.flatMap((angle) => [Math.cos(angle), Math.sin(angle), z]));
  const middle = [0, 0, -1, 0, 0, 1];
  const indices: number[] = [];
  for (let k = 0; k < 5; k++) {
    const next = (k + 1) % 5;
    indices.push(k, next, 5 + k, next, 5 + next, 5 + k, 10, next, k, 11, 5 + k, 5 + next);
  }
  return mesh([...positions, ...middle], indices);
}

/** The same over a pentagon: convex. */
function pentagon(): Mesh {
  const { positions, indices } = pentagram();
  const turned = positions.slice();
  for (let k = 0; k < 10; k++) {
    const angle = (2 * Math.PI * (k % 5)) / 5;
    turned[3 * k] = Math.cos(angle);
    turned[3 * k + 1] = Math.sin(angle);
  }
  return mesh(turned, indices);
}

describe('convex', () => {
  test.each(['box', 'wedge'])('%s', (name) => {
    expect(isConvex(SOLIDS.find((solid) => solid.name === name)!.coarse)).toBe(true);
  });

  test('a box whose walls are cut into many triangles: no edge within a wall bends', () => {
    for (const segments of [2, 4, 8]) expect(isConvex(box({ size: [1, 2, 4], segments }))).toBe(true);
  });

  test('a tetrahedron, and one that is inside out: which way faces look does not matter', () => {
    const one = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    expect(isConvex(one)).toBe(true);
    expect(isConvex(insideOut(one))).toBe(true);
    expect(isConvex(insideOut(box()))).toBe(true);
  });

  test.each([1, 2, 3])('hulls of random points, which are convex exactly (seed %i)', (seed) => {
    const random = seeded(seed);
    for (let k = 0; k < 60; k++) {
      const hull = convexHull(points(random, 4 + Math.floor(random() * 60)));
      expect(isConvex(hull), `hull ${k}`).toBe(true);
    }
  });

  test('hulls of points on whole numbers: many lie in one plane (seed 4)', () => {
    const random = seeded(4);
    let found = 0;
    for (let k = 0; k < 100; k++) {
      const whole = points(random, 20, () => Math.floor(random() * 4));
      expect(isConvex(convexHull(whole)), `hull ${k}`).toBe(true);
      found++;
    }
    expect(found).toBe(100);
  });

  test('far from the origin, and tiny', () => {
    const far = multiply(translation(2 ** 30, -(2 ** 29), 2 ** 28), translation(0, 0, 0));
    expect(isConvex(mapped(box({ segments: 2 }), far))).toBe(true);
    const tiny = mesh(
      Float64Array.from(wedge().positions, (v) => v * 2 ** -60),
      wedge().indices,
    );
    expect(isConvex(tiny)).toBe(true);
  });

  test('a pentagonal prism', () => {
    expect(isConvex(pentagon())).toBe(true);
  });
});

describe('not convex', () => {
  test.each(['torus', 'torusKnot', 'bumpySphere'])('%s', (name) => {
    expect(isConvex(SOLIDS.find((solid) => solid.name === name)!.coarse)).toBe(false);
  });

  test('an L, also inside out', () => {
    expect(isConvex(lPrism(1).mesh)).toBe(false);
    expect(isConvex(insideOut(lPrism(1).mesh))).toBe(false);
  });

  test.each([5, 6])('hulls and spheres with one vertex pushed in, or pulled out like a thorn (seed %i)', (seed) => {
    const random = seeded(seed);
    for (let k = 0; k < 40; k++) {
      const hull = convexHull(points(random, 30, () => random() - 0.5));
      const vertex = hull.indices[Math.floor(random() * hull.indices.length)];
      expect(isConvex(dented(hull, vertex, 0.2)), `hull ${k}`).toBe(false);
    }
    const sphere = icoSphere({ subdivisions: 3 });
    for (let k = 0; k < 40; k++) {
      const vertex = Math.floor((random() * sphere.positions.length) / 3);
      expect(isConvex(dented(sphere, vertex, 0.98)), `vertex ${vertex} in`).toBe(false);
      expect(isConvex(dented(sphere, vertex, 1.2)), `vertex ${vertex} out`).toBe(false);
    }
  });

  test('a wall bent inwards by the least step of f32', () => {
    const flat = box({ size: 2, segments: 2 });
    const middle = Array.from({ length: flat.positions.length / 3 }, (_, v) => v).find(
      (v) => flat.positions[3 * v] === 1 && flat.positions[3 * v + 1] === 0 && flat.positions[3 * v + 2] === 0,
    )!;
    const step = (by: number) =>
      mesh(
        flat.positions.map((v, i) => (i === 3 * middle ? v + by : v)),
        flat.indices,
      );
    expect(isConvex(step(-(2 ** -24)))).toBe(false);
    expect(isConvex(step(0))).toBe(true);
  });

  test('two boxes in one mesh: apart, through each other, one in the other', () => {
    for (const shift of [0.3, 2, 0])
      expect(isConvex(joined(box(), mapped(box({ size: 0.5 }), translation(shift, 0, 0))))).toBe(false);
    expect(isConvex(joined(box(), insideOut(box({ size: 0.5 }))))).toBe(false);
    // Beside a large one, whose inside their common middle lies in.
    expect(isConvex(joined(box({ size: 10 }), mapped(box(), translation(6, 0, 0))))).toBe(false);
  });

  test('a prism over a pentagram: all edges bend outwards, and it winds twice', () => {
    expect(isConvex(pentagram())).toBe(false);
  });

  test('an open mesh: a box without a face', () => {
    const { positions, indices } = box();
    for (let face = 0; face < 12; face++)
      expect(
        isConvex(
          mesh(
            positions,
            indices.filter((_, i) => Math.floor(i / 3) !== face),
          ),
        ),
      ).toBe(false);
  });

  test('faces that disagree on what is outside; a sheet; nothing', () => {
    const { positions, indices } = box();
    const turned = indices.slice();
    [turned[0], turned[1]] = [turned[1], turned[0]];
    expect(isConvex(mesh(positions, turned))).toBe(false);
    expect(isConvex(mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 2, 1]))).toBe(false);
    const flat = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 1, 3, 2, 0, 2, 1, 1, 2, 3]);
    expect(isConvex(flat)).toBe(false);
    expect(isConvex(mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]))).toBe(false);
  });
});

test('maps that are exact change nothing; positions are looked at anew after an update (seed 7)', () => {
  const random = seeded(7);
  for (let k = 0; k < 20; k++) {
    const hull = convexHull(points(random, 12, () => Math.floor(random() * 16)));
    const dent = dented(hull, hull.indices[0], 0.5);
    const shifted = translation(1024, -512, 64);
    expect(isConvex(mapped(hull, shifted))).toBe(true);
    expect(isConvex(mapped(dent, shifted))).toBe(isConvex(dent));
    // Under a rotation rounding bends what was flat; a tetrahedron has no flat edges to bend.
    const simplex = convexHull(points(random, 4));
    expect(isConvex(mapped(simplex, randomRotation(random)))).toBe(true);
  }
});
