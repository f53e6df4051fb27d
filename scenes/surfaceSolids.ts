import { capsule } from '../src/surface/convex/capsuleSurface.js';
import { roundedBox } from '../src/surface/convex/roundedBoxSurface.js';
import { superellipsoid } from '../src/surface/convex/superellipsoidSurface.js';
import { add, cos, hypot, max, mul, neg, sin, smin, square, sub, x, y, z } from '../src/surface/formula/formula.js';
import { functionSolid } from '../src/surface/implicit/functionSolid.js';
import { heightFunction } from '../src/surface/implicit/heightFunction.js';
import { implicit } from '../src/surface/implicit/implicit.js';
import { cone, frustum } from '../src/surface/quadric/cone.js';
import { cylinder } from '../src/surface/quadric/cylinder.js';
import { hyperboloidOfOneSheet, hyperboloidOfTwoSheets } from '../src/surface/quadric/hyperboloid.js';
import { paraboloid } from '../src/surface/quadric/paraboloid.js';
import { cut } from '../src/surface/quadric/quadric.js';
import { ellipsoid, sphere } from '../src/surface/quadric/sphere.js';
import type { RaySurface } from '../src/surface/surface.js';
import { torus } from '../src/surface/torus/torusSurface.js';
import { gear } from './gears.js';
import { gyroidLattice } from './gyroidLattice.js';
import { metaballs } from './metaballs.js';

/** A solid that is no mesh, and its volume where a closed form is known. */
export interface SurfaceSolid {
  readonly name: string;
  readonly make: () => RaySurface;
  readonly volume?: number;
  /** Whether it is a union with creases, which a tessellation cuts off. */
  readonly isCreased?: true;
}

const { PI } = Math;

/** The gamma function (Lanczos' approximation, g = 7), for the volumes of superellipsoids. */
function gamma(n: number): number {
  const series = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const t = n + 6.5;
  const sum = series.reduce((total, c, k) => total + (k === 0 ? c : c / (n - 1 + k)), 0);
  return Math.sqrt(2 * PI) * t ** (n - 0.5) * Math.exp(-t) * sum;
}

const beta = (a: number, b: number): number => (gamma(a) * gamma(b)) / gamma(a + b);

/** Jaklič, Leonardis and Solina, "Segmentation and recovery of superquadrics", 2000, chapter 2. */
const superellipsoidVolume = ([a, b, c]: readonly number[], [e1, e2]: readonly number[]): number =>
  2 * a * b * c * e1 * e2 * beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2);

/** A box grown by a radius: its volume, its faces' plates, a quarter cylinder for each edge, a ball (Steiner). */
const roundedBoxVolume = ([a, b, c]: readonly number[], r: number): number => {
  const [u, v, w] = [a - 2 * r, b - 2 * r, c - 2 * r];
  return u * v * w + 2 * r * (u * v + v * w + w * u) + PI * r * r * (u + v + w) + (4 / 3) * PI * r ** 3;
};

/** Every kind of solid that rays are cast at, at least once. */
export const SURFACE_SOLIDS: readonly SurfaceSolid[] = [
  { name: 'sphere', make: () => sphere({ radius: 1.2 }), volume: (4 / 3) * PI * 1.2 ** 3 },
  { name: 'ellipsoid', make: () => ellipsoid({ radii: [1.5, 1, 0.6] }), volume: (4 / 3) * PI * 0.9 },
  { name: 'cylinder', make: () => cylinder({ radius: 0.8, height: 2.2 }), volume: PI * 0.64 * 2.2 },
  { name: 'cone', make: () => cone({ radius: 1.1, height: 2 }), volume: (PI * 1.21 * 2) / 3 },
  {
    name: 'frustum',
    make: () => frustum({ bottomRadius: 1.2, topRadius: 0.5, height: 1.6 }),
    volume: ((PI * 1.6) / 3) * (1.44 + 0.6 + 0.25),
  },
  { name: 'paraboloid', make: () => paraboloid({ radius: 1, height: 1.8 }), volume: (PI * 1.8) / 2 },
  {
    name: 'hyperboloid of one sheet',
    make: () => hyperboloidOfOneSheet({ waistRadius: 0.5, radius: 1, height: 2 }),
    volume: PI,
  },
  {
    name: 'hyperboloid of two sheets',
    make: () => hyperboloidOfTwoSheets({ radius: 1, height: 2, tipDistance: 1 }),
    volume: (PI / 8) * (26 / 3 - 2),
  },
  {
    name: 'ball cut by two planes',
    make: () =>
      cut(sphere({ radius: 1 }), [
        { normal: [0, 0, 1], distance: 0.25 },
        { normal: [0, 0, -1], distance: 0.5 },
      ]),
    volume: PI * (0.75 - (0.25 ** 3 + 0.5 ** 3) / 3),
  },
  { name: 'torus', make: () => torus({ radius: 1.2, tubeRadius: 0.45 }), volume: 2 * PI * PI * 1.2 * 0.45 ** 2 },
  {
    name: 'superellipsoid',
    make: () => superellipsoid({ radii: [1.2, 1, 0.8], exponents: [0.4, 0.7] }),
    volume: superellipsoidVolume([1.2, 1, 0.8], [0.4, 0.7]),
  },
  {
    name: 'pointed superellipsoid',
    make: () => superellipsoid({ radii: [1.2, 1, 1], exponents: [1.7, 1.4] }),
    volume: superellipsoidVolume([1.2, 1, 1], [1.7, 1.4]),
  },
  {
    name: 'rounded box',
    make: () => roundedBox({ size: [2, 1.5, 1.2], radius: 0.35 }),
    volume: roundedBoxVolume([2, 1.5, 1.2], 0.35),
  },
  {
    name: 'capsule',
    make: () => capsule({ radius: 0.6, height: 1.4 }),
    volume: PI * 0.36 * 1.4 + (4 / 3) * PI * 0.216,
  },
  {
    name: 'thin shell',
    make: () => implicit({ f: max(sub(hypot(x, y, z), 1), sub(0.998, hypot(x, y, z))) }),
    volume: (4 / 3) * PI * (1 - 0.998 ** 3),
  },
  { name: 'gyroid', make: () => gyroidLattice({ cells: 2, size: 2 }), volume: 4 },
  { name: 'gyroid walls', make: () => gyroidLattice({ cells: 2, size: 2, wall: 0.3 }) },
  {
    name: 'metaballs',
    make: () =>
      metaballs(
        [
          [-0.5, 0, 0],
          [0.5, 0.2, 0],
          [0.1, -0.6, 0.4],
        ],
        0.6,
      ),
  },
  {
    name: 'blended ball and bar',
    make: () =>
      implicit({
        f: smin(sub(hypot(x, y, z), 0.8), max(sub(hypot(y, z), 0.35), sub(square(x), 2.25)), 0.4),
      }),
  },
  { name: 'gear', make: () => gear({ teeth: 18, module: 0.15, width: 0.6 }), isCreased: true },
  {
    name: 'height function',
    make: () =>
      heightFunction({
        h: mul(0.3, sin(mul(3, x)), cos(mul(2, y))),
        domain: [-1, 1, -1, 1],
        base: -1,
      }),
    volume: 4,
  },
  {
    name: 'function with a Lipschitz bound',
    make: () =>
      functionSolid({
        f: (px, py, pz) => Math.hypot(Math.hypot(px, py) - 1, pz) - 0.4,
        lipschitz: 1,
        bounds: { min: [-1.4, -1.4, -0.4], max: [1.4, 1.4, 0.4] },
      }),
    volume: 2 * PI * PI * 0.16,
  },
  {
    name: 'sphere by a formula',
    make: () => implicit({ f: neg(sub(1, add(square(x), square(y), square(z)))) }),
    volume: (4 / 3) * PI,
  },
];
