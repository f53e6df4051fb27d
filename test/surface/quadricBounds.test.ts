import { describe, expect, test } from 'vitest';
import type { Affine } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { cone, frustum } from '../../src/surface/quadric/cone.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { hyperboloidOfOneSheet, hyperboloidOfTwoSheets } from '../../src/surface/quadric/hyperboloid.js';
import { paraboloid } from '../../src/surface/quadric/paraboloid.js';
import { cut, type HalfSpace, quadric } from '../../src/surface/quadric/quadric.js';
import { quadricKind } from '../../src/surface/quadric/quadricKind.js';
import { ellipsoid, sphere } from '../../src/surface/quadric/sphere.js';
import type { Caster, Quadric } from '../../src/surface/surface.js';

function expectBox({ bounds }: Quadric, min: readonly number[], max: readonly number[], slack = 1e-12): void {
  const size = Math.max(...max.map((x, k) => x - min[k]));
  for (let k = 0; k < 3; k++) {
    expect(Math.abs(bounds.min[k] - min[k]) / size).toBeLessThan(slack);
    expect(Math.abs(bounds.max[k] - max[k]) / size).toBeLessThan(slack);
  }
}

interface Solid {
  matrix: readonly number[];
  planes: readonly HalfSpace[];
}

const asSolid = (surface: Quadric): Solid => ({
  matrix: surface.coefficients,
  planes: surface.planes.map(([x, y, z, distance]) => ({ normal: [x, y, z], distance })),
});

/** Turned, made `scale` times as large, and moved, as a 4 × 4 matrix. */
function moved({ matrix: f, planes }: Solid, turn: Affine, scale: number, shift: Vec3): Solid {
  const m = [
    [f[0], f[3] / 2, f[4] / 2],
    [f[3] / 2, f[1], f[5] / 2],
    [f[4] / 2, f[5] / 2, f[2]],
  ];
  const r = [0, 1, 2].map((i) => [turn[4 * i], turn[4 * i + 1], turn[4 * i + 2]]);
  const a = r.map((ri) =>
    r.map((rk) => m.reduce((s, row, p) => s + row.reduce((t, x, q) => t + ri[p] * x * rk[q], 0), 0) / (scale * scale)),
  );
  const b = r.map((ri) => (ri[0] * f[6] + ri[1] * f[7] + ri[2] * f[8]) / scale);
  const half = a.map((row, i) => b[i] / 2 - row.reduce((s, x, k) => s + x * shift[k], 0));
  const one = shift.reduce((s, x, i) => s + x * (a[i].reduce((t, y, k) => t + y * shift[k], 0) - b[i]), f[9]);
  return {
    matrix: [...a.flatMap((row, i) => [...row, half[i]]), ...half, one],
    planes: planes.map(({ normal, distance }) => {
      const n = r.map((ri) => ri[0] * normal[0] + ri[1] * normal[1] + ri[2] * normal[2]) as unknown as Vec3;
      return { normal: n, distance: scale * distance + n[0] * shift[0] + n[1] * shift[1] + n[2] * shift[2] };
    }),
  };
}

const NO_TURN = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

describe('bounds in closed form', () => {
  test('named solids', () => {
    expectBox(sphere({ radius: 3 }), [-3, -3, -3], [3, 3, 3]);
    expectBox(ellipsoid({ radii: [1000, 1, 0.5] }), [-1000, -1, -0.5], [1000, 1, 0.5]);
    expectBox(cylinder({ radius: 2, height: 6 }), [-2, -2, -3], [2, 2, 3]);
    expectBox(cylinder({ radii: [1, 4], height: 6 }), [-1, -4, -3], [1, 4, 3]);
    expectBox(cone({ radius: 1.3, height: 2.7 }), [-1.3, -1.3, -1.35], [1.3, 1.3, 1.35]);
    expectBox(frustum({ bottomRadius: 1, topRadius: 2, height: 3 }), [-2, -2, -1.5], [2, 2, 1.5]);
    expectBox(frustum({ bottomRadius: 2, topRadius: 2, height: 3 }), [-2, -2, -1.5], [2, 2, 1.5]);
    expectBox(paraboloid({ radius: 1.5, height: 4 }), [-1.5, -1.5, -2], [1.5, 1.5, 2]);
    expectBox(hyperboloidOfOneSheet({ waistRadius: 0.1, radius: 1, height: 5 }), [-1, -1, -2.5], [1, 1, 2.5]);
    expectBox(
      hyperboloidOfTwoSheets({ radius: 0.7, height: 3, tipDistance: 0.4 }),
      [-0.7, -0.7, -1.5],
      [0.7, 0.7, 1.5],
    );
    const both = hyperboloidOfTwoSheets({ radius: 0.7, height: 3, tipDistance: 0.4, sheets: 2 });
    expectBox(both, [-0.7, -0.7, -3.4], [0.7, 0.7, 3.4]);
  });

  test('names of patches', () => {
    expect(cone().patches).toEqual(['side', 'top', 'bottom']);
    expect(cut(sphere(), [{ normal: [0, 0, 2], distance: 1 }]).patches).toEqual(['side', 'plane 1']);
    expect(cut(cylinder(), [{ normal: [1, 0, 0], distance: 0.5 }], ['flat']).patches[3]).toBe('flat');
    expect(cut(sphere(), [{ normal: [0, 0, 2], distance: 1 }]).planes).toEqual([[0, 0, 1, 0.5]]);
  });

  test('caps of a sphere, straight and oblique', () => {
    const half = Math.sqrt(0.75);
    expectBox(cut(sphere(), [{ normal: [0, 0, -1], distance: -0.5 }]), [-half, -half, 0.5], [half, half, 1]);
    const oblique = cut(sphere(), [{ normal: [1, 1, 1], distance: -Math.sqrt(3) / 2 }]);
    // The rim is a circle of that radius about (−1, −1, −1) / √12, seen at an angle.
    const most = -0.5 / Math.sqrt(3) + half * Math.sqrt(2 / 3);
    expectBox(oblique, [-1, -1, -1], [most, most, most]);
  });

  test('turned ellipsoids: the roots of the inverse matrix’s diagonal (seed 1)', () => {
    const random = seeded(1);
    for (let k = 0; k < 100; k++) {
      const turn = randomRotation(random);
      const radii = [0, 1, 2].map(() => 10 ** (4 * random() - 2)) as [number, number, number];
      const solid = moved(asSolid(ellipsoid({ radii })), turn, 1, [0, 0, 0]);
      const reach = [0, 1, 2].map((i) => Math.hypot(...radii.map((r, j) => r * turn[4 * i + j])));
      expectBox(
        quadric(solid),
        reach.map((x) => -x),
        reach,
        1e-7,
      );
    }
  });

  test('turned cylinders: the axis and the circle add up (seed 2)', () => {
    const random = seeded(2);
    for (let k = 0; k < 100; k++) {
      const turn = randomRotation(random);
      const [radius, height] = [0.1 + random(), 0.1 + random()];
      const solid = moved(asSolid(cylinder({ radius, height })), turn, 1, [0, 0, 0]);
      const reach = [2, 6, 10].map((i) => (height / 2) * Math.abs(turn[i]) + radius * Math.sqrt(1 - turn[i] ** 2));
      expectBox(
        quadric(solid),
        reach.map((x) => -x),
        reach,
        1e-11,
      );
    }
  });

  test('a slab between two planes in one form, and a polyhedron cut from a half-space', () => {
    const walls: HalfSpace[] = [
      { normal: [1, 0, 0], distance: 2 },
      { normal: [-1, 0, 0], distance: 1 },
      { normal: [0, 1, 0], distance: 4 },
      { normal: [0, -1, 0], distance: 3 },
    ];
    expectBox(quadric({ matrix: [0, 0, 1, 0, 0, 0, 0, 0, 0, -25], planes: walls }), [-1, -3, -5], [2, 4, 5]);
    const low = [...walls, { normal: [0, 0, -1], distance: 7 } as const];
    expectBox(quadric({ matrix: [0, 0, 0, 0, 0, 0, 0, 0, 2, -12], planes: low }), [-1, -3, -7], [2, 4, 6]);
    const wedge = [...walls, { normal: [0, 0, -1], distance: 0 } as const, { normal: [0, 0, 1], distance: 1 } as const];
    // x² ≤ z²: two wedges that meet in the y axis, of which one is left.
    expectBox(quadric({ matrix: [1, 0, -1, 0, 0, 0, 0, 0, 0, 0], planes: wedge }), [-1, -3, 0], [1, 4, 1]);
  });
});

/** Any form and planes about the origin: within ±4, whatever it is. */
function randomSolid(random: Random): Solid {
  const matrix = Array.from({ length: 10 }, () => 2 * random() - 1);
  // Some without squares in some directions, some cones, some with a centre of little weight.
  if (random() < 0.2) for (const k of [2, 4, 5]) matrix[k] = 0;
  if (random() < 0.2) for (const k of [6, 7, 8, 9]) matrix[k] = 0;
  if (random() < 0.3) matrix[9] = -random();
  const turn = randomRotation(random);
  const planes: HalfSpace[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const sign of [-1, 1]) {
      const normal = [0, 1, 2].map((k) => sign * turn[4 * axis + k]) as unknown as Vec3;
      planes.push({ normal, distance: 0.2 + 1.8 * random() });
    }
  while (random() < 0.4)
    planes.push({ normal: [random() - 0.5, random() - 0.5, random() - 0.5], distance: 0.3 * random() });
  return { matrix, planes };
}

/** Also 0 to 3 planes through an ellipsoid. */
function randomPieceOfEllipsoid(random: Random): Solid {
  const radii = [0.2 + random(), 0.2 + random(), 0.2 + random()] as const;
  const planes = Array.from({ length: Math.floor(4 * random()) }, () => ({
    normal: [random() - 0.5, random() - 0.5, random() - 0.5] as const,
    distance: 0.1 * random(),
  }));
  return moved(asSolid(cut(ellipsoid({ radii }), planes)), randomRotation(random), 1, [0, 0, 0]);
}

/** Whether one of 200 lines across the box, a little within one of its faces, meets the solid. */
function isReached({ bounds: { min, max } }: Quadric, cast: Caster['cast'], axis: number, sign: number): boolean {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const p = [0, 0, 0];
  const d = [0, 0, 0];
  p[axis] = sign > 0 ? max[axis] - 0.02 * (max[axis] - min[axis]) : min[axis] + 0.02 * (max[axis] - min[axis]);
  for (const [along, across] of [
    [u, v],
    [v, u],
  ]) {
    p[along] = min[along];
    d[along] = 1;
    d[across] = 0;
    for (let k = 0; k < 100; k++) {
      p[across] = min[across] + ((k + 0.5) / 100) * (max[across] - min[across]);
      cast(p[0], p[1], p[2], d[0], d[1], d[2], -Infinity, Infinity, found);
      if (found.count > 0) return true;
    }
  }
  return false;
}

const found = createCrossings();

describe('bounds of 500 random solids (seed 3)', () => {
  const random = seeded(3);
  const solids: { solid: Solid; surface: Quadric }[] = [];
  const refused: { solid: Solid; message: string }[] = [];
  for (let k = 0; solids.length < 500; k++) {
    const solid = k % 3 === 0 ? randomPieceOfEllipsoid(random) : randomSolid(random);
    try {
      solids.push({ solid, surface: quadric(solid) });
    } catch (error) {
      refused.push({ solid, message: (error as Error).message });
    }
  }

  test('hold all points of the solid, and are reached by it', () => {
    let reached = 0;
    let inside = 0;
    for (const { surface } of solids) {
      const { min, max } = surface.bounds;
      const size = Math.max(...max.map((x, k) => x - min[k]));
      const borders = quadricKind.sides(surface);
      for (let k = 0; k < 2000; k++) {
        // Half of them all over the place: no piece of the solid is forgotten.
        const isFar = k % 2 === 0;
        const p = min.map((x, axis) => (isFar ? 8 * random() - 4 : x + (1.2 * random() - 0.1) * (max[axis] - x)));
        if (borders.some((side) => side.value(p[0], p[1], p[2]) > 0)) continue;
        inside++;
        if (p.some((x, axis) => x < min[axis] - 1e-9 * size || x > max[axis] + 1e-9 * size))
          expect.fail(`${p} is inside, and not in ${min} to ${max}`);
      }
      const { cast } = quadricKind.caster(surface);
      for (let axis = 0; axis < 3; axis++)
        for (const sign of [-1, 1]) if (isReached(surface, cast, axis, sign)) reached++;
    }
    expect(inside).toBeGreaterThan(50_000);
    // Some end in a needle that passes between the lines.
    expect(reached).toBeGreaterThan(0.98 * 3000);
  });

  test('those that are refused have no point at all, or no border of their own', () => {
    expect(refused.length).toBeGreaterThan(5);
    expect(refused.length).toBeLessThan(200);
    for (const { solid, message } of refused) {
      expect(message).toMatch(/leave nothing|no inside|degenerate|no outside/);
      const [xx, yy, zz, xy, xz, yz, bx, by, bz, one] = solid.matrix;
      for (let k = 0; k < 2000; k++) {
        const [x, y, z] = [8 * random() - 4, 8 * random() - 4, 8 * random() - 4];
        const isBehind = solid.planes.every(({ normal: n, distance }) => n[0] * x + n[1] * y + n[2] * z <= distance);
        const form = x * (xx * x + xy * y + xz * z + bx) + y * (yy * y + yz * z + by) + z * (zz * z + bz) + one;
        if (message.includes('no outside') ? form > 0 : isBehind && form <= 0)
          expect.fail(`${message} (${x}, ${y}, ${z})`);
      }
    }
  });

  test('grow with the solid from 1e-6 to 1e6, and move with it', () => {
    for (const { solid, surface } of solids) {
      const { min, max } = surface.bounds;
      for (const scale of [1e-6, 1e6]) {
        const larger = quadric(moved({ ...solid, matrix: surface.coefficients }, NO_TURN, scale, [0, 0, 0]));
        expectBox(
          larger,
          min.map((x) => scale * x),
          max.map((x) => scale * x),
          1e-9,
        );
      }
      const shift: Vec3 = [1e5, -2e5, 3e4];
      const elsewhere = quadric(moved({ ...solid, matrix: surface.coefficients }, NO_TURN, 1, shift));
      // The constant, some 1e10, is rounded in its 16th digit: what is left is some 1e-6, and its root where a bound is a grazing one.
      expectBox(
        elsewhere,
        min.map((x, k) => x + shift[k]),
        max.map((x, k) => x + shift[k]),
        2e-3,
      );
    }
  });

  test('do not depend on the factor of the form', () => {
    for (const { solid, surface } of solids.slice(0, 50))
      for (const factor of [1e-200, 1e-9, 3e12, 1e200]) {
        const same = quadric({ ...solid, matrix: solid.matrix.map((c) => factor * c) });
        expectBox(same, surface.bounds.min, surface.bounds.max, 1e-9);
      }
  });
});
