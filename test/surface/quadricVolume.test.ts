import { expect, test } from 'vitest';
import { boundsOf } from '../../src/math/box.js';
import { cone as meshCone } from '../../src/mesh/shapes/cone.js';
import { cylinder as meshCylinder } from '../../src/mesh/shapes/cylinder.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { cone, frustum } from '../../src/surface/quadric/cone.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { hyperboloidOfOneSheet, hyperboloidOfTwoSheets } from '../../src/surface/quadric/hyperboloid.js';
import { paraboloid } from '../../src/surface/quadric/paraboloid.js';
import { cut } from '../../src/surface/quadric/quadric.js';
import { quadricKind } from '../../src/surface/quadric/quadricKind.js';
import { ellipsoid, sphere } from '../../src/surface/quadric/sphere.js';
import type { Quadric } from '../../src/surface/surface.js';
import { castSubject } from './support/castSubject.js';
import { gridVolume } from './support/gridVolume.js';

const { PI } = Math;
const cap = (radius: number, height: number): number => (PI / 3) * height * height * (3 * radius - height);

const VOLUMES: Record<string, readonly [Quadric, number]> = {
  sphere: [sphere({ radius: 1.3 }), (4 / 3) * PI * 1.3 ** 3],
  ellipsoid: [ellipsoid({ radii: [3, 1.1, 0.7] }), (4 / 3) * PI * 3 * 1.1 * 0.7],
  cylinder: [cylinder({ radius: 0.7, height: 2.1 }), PI * 0.49 * 2.1],
  'cylinder with two radii': [cylinder({ radii: [0.7, 1.9], height: 0.3 }), PI * 0.7 * 1.9 * 0.3],
  cone: [cone({ radius: 1.2, height: 2.3 }), (PI / 3) * 1.44 * 2.3],
  'cone with a top': [cone({ radius: 1.2, topRadius: 0.6, height: 2 }), ((PI * 2) / 3) * (1.44 + 0.72 + 0.36)],
  frustum: [frustum({ bottomRadius: 0.4, topRadius: 1.1, height: 1.7 }), ((PI * 1.7) / 3) * (0.16 + 0.44 + 1.21)],
  paraboloid: [paraboloid({ radius: 0.9, height: 1.4 }), (PI / 2) * 0.81 * 1.4],
  'hyperboloid of one sheet': [
    hyperboloidOfOneSheet({ waistRadius: 0.3, radius: 1.1, height: 2 }),
    ((PI * 2) / 3) * (2 * 0.09 + 1.21),
  ],
  'hyperboloid of two sheets, one of them': [
    hyperboloidOfTwoSheets({ radius: 0.8, height: 1.5, tipDistance: 0.2 }),
    twoSheets(0.8, 1.5, 0.2),
  ],
  'hyperboloid of two sheets, both': [
    hyperboloidOfTwoSheets({ radius: 0.8, height: 1.5, tipDistance: 0.2, sheets: 2 }),
    2 * twoSheets(0.8, 1.5, 0.2),
  ],
  'spherical cap': [cut(sphere(), [{ normal: [1, 2, 2], distance: -0.9 }]), cap(1, 0.7)],
  'sphere without a cap': [cut(sphere(), [{ normal: [-1, 0, 0], distance: 0.5 }]), (4 / 3) * PI - cap(1, 0.5)],
  'half a cylinder, obliquely': [cut(cylinder(), [{ normal: [0.3, 0, 1], distance: 0 }]), PI],
};

/** The integral of π slope (z² − tip²) from the tip to the rim. */
function twoSheets(radius: number, height: number, tip: number): number {
  const slope = radius ** 2 / (height * (height + 2 * tip));
  const end = tip + height;
  return PI * slope * ((end ** 3 - tip ** 3) / 3 - tip * tip * height);
}

test.each(Object.entries(VOLUMES))(
  '%s: the volume along each axis is the one in closed form',
  (_, [surface, volume]) => {
    const subject = castSubject(quadricKind, surface);
    for (const axis of [0, 1, 2] as const) expect(gridVolume(subject, axis, 160) / volume).toBeCloseTo(1, 3);
  },
);

test('solids and meshes of equal options are in the same place', () => {
  const same = ({ bounds }: Quadric, positions: ArrayLike<number>): void => {
    const box = boundsOf(positions);
    for (let k = 0; k < 3; k++) {
      expect(box.min[k]).toBeCloseTo(bounds.min[k], 6);
      expect(box.max[k]).toBeCloseTo(bounds.max[k], 6);
    }
  };
  const onBorder = (surface: Quadric, positions: ArrayLike<number>): void => {
    const sides = quadricKind.sides(surface);
    for (let k = 0; k < positions.length; k += 3) {
      const values = sides.map((side) => side.value(positions[k], positions[k + 1], positions[k + 2]));
      expect(Math.max(...values)).toBeCloseTo(0, 6);
    }
  };
  for (const [surface, { positions }] of [
    [cylinder({ radius: 0.7, height: 2.1 }), meshCylinder({ radius: 0.7, height: 2.1, segments: 48 })],
    [cone({ radius: 0.7, height: 2.1 }), meshCone({ radius: 0.7, height: 2.1, segments: 48 })],
    [cone({ radius: 0.7, topRadius: 1.5 }), meshCone({ radius: 0.7, topRadius: 1.5, segments: 48 })],
    [cone(), meshCone()],
    [cylinder(), meshCylinder()],
  ] as const) {
    same(surface, positions);
    onBorder(surface, positions);
  }
  onBorder(sphere({ radius: 2 }), icoSphere({ radius: 2 }).positions);
});

test('sides: values and gradients fit together', () => {
  const surface = VOLUMES['half a cylinder, obliquely'][0];
  const gradient = new Float64Array(3);
  for (const [k, side] of quadricKind.sides(surface).entries()) {
    expect(side.patchAt(0, 0, 0)).toBe(k);
    expect(side.isFlat).toBe(k > 0);
    const [x, y, z] = [0.3, -0.4, 0.2];
    side.gradient(x, y, z, gradient);
    const e = 1e-5;
    const slopes = [
      (side.value(x + e, y, z) - side.value(x - e, y, z)) / (2 * e),
      (side.value(x, y + e, z) - side.value(x, y - e, z)) / (2 * e),
      (side.value(x, y, z + e) - side.value(x, y, z - e)) / (2 * e),
    ];
    for (let axis = 0; axis < 3; axis++) expect(gradient[axis]).toBeCloseTo(slopes[axis], 8);
    if (side.isFlat) expect(Math.hypot(...gradient)).toBeCloseTo(1, 14);
    expect(side.value(0, 0, -0.5)).toBeLessThan(0);
  }
});
