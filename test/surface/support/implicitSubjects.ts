import type { Box } from '../../../src/math/box.js';
import {
  abs,
  add,
  atan2,
  cos,
  div,
  exp,
  type Formula,
  hypot,
  max,
  min,
  mul,
  pow,
  sin,
  smax,
  smin,
  sqrt,
  square,
  sub,
  x,
  y,
  z,
} from '../../../src/surface/formula/formula.js';

/** A formula, and the same function by hand. */
export interface ImplicitSubject {
  readonly name: string;
  readonly formula: Formula;
  readonly by: (x: number, y: number, z: number) => number;
  readonly bounds: Box;
}

const cube = (r: number): Box => ({ min: [-r, -r, -r], max: [r, r, r] });
const smooth = (a: number, b: number, k: number): number =>
  Math.min(a, b) - Math.max(k - Math.abs(a - b), 0) ** 2 / (4 * k);
const away = (a: Formula, b: Formula, c: Formula): Formula =>
  add(square(sub(x, a)), square(sub(y, b)), square(sub(z, c)));
const off = (p: readonly number[], q: readonly number[]): number => p.reduce((s, v, k) => s + (v - q[k]) ** 2, 0);

const BALLS = [
  [0.5, 0.1, -0.2],
  [-0.5, 0.2, 0.3],
  [0.1, -0.6, 0.1],
  [-0.1, 0.4, -0.5],
] as const;

export const implicitSubjects: readonly ImplicitSubject[] = [
  {
    name: 'a sphere',
    formula: sub(add(square(x), square(y), square(z)), 1),
    by: (x, y, z) => x * x + y * y + z * z - 1,
    bounds: cube(1.1),
  },
  {
    name: 'a shell of 0.001',
    formula: sub(abs(sub(hypot(x, y, z), 1)), 0.001),
    by: (x, y, z) => Math.abs(Math.hypot(x, y, z) - 1) - 0.001,
    bounds: cube(1.1),
  },
  {
    name: 'a torus',
    formula: sub(add(square(sub(sqrt(add(square(x), square(y))), 0.8)), square(z)), 0.09),
    by: (x, y, z) => (Math.hypot(x, y) - 0.8) ** 2 + z * z - 0.09,
    bounds: cube(1.2),
  },
  {
    name: 'metaballs by quotients',
    formula: sub(
      4,
      BALLS.map(([a, b, c]) => div(0.35, away(a, b, c))).reduce((s, t) => add(s, t)),
    ),
    by: (x, y, z) => 4 - BALLS.reduce((s, q) => s + 0.35 / off([x, y, z], q), 0),
    bounds: cube(1.5),
  },
  {
    name: 'metaballs by exponentials',
    formula: sub(
      0.5,
      BALLS.map(([a, b, c]) => exp(mul(-6, away(a, b, c)))).reduce((s, t) => add(s, t)),
    ),
    by: (x, y, z) => 0.5 - BALLS.reduce((s, q) => s + Math.exp(-6 * off([x, y, z], q)), 0),
    bounds: cube(1.5),
  },
  {
    name: 'a gyroid sheet in a ball',
    formula: max(
      sub(
        abs(
          add(
            mul(sin(mul(6, x)), cos(mul(6, y))),
            mul(sin(mul(6, y)), cos(mul(6, z))),
            mul(sin(mul(6, z)), cos(mul(6, x))),
          ),
        ),
        0.3,
      ),
      sub(hypot(x, y, z), 1.2),
    ),
    by: (x, y, z) =>
      Math.max(
        Math.abs(
          Math.sin(6 * x) * Math.cos(6 * y) + Math.sin(6 * y) * Math.cos(6 * z) + Math.sin(6 * z) * Math.cos(6 * x),
        ) - 0.3,
        Math.hypot(x, y, z) - 1.2,
      ),
    bounds: cube(1.3),
  },
  {
    name: 'a box with a hole',
    formula: max(sub(abs(x), 1), sub(abs(y), 0.75), sub(abs(z), 0.5), sub(0.25, hypot(x, y))),
    by: (x, y, z) => Math.max(Math.abs(x) - 1, Math.abs(y) - 0.75, Math.abs(z) - 0.5, 0.25 - Math.hypot(x, y)),
    bounds: cube(1.25),
  },
  {
    name: 'a gear of 12 teeth',
    formula: max(
      sub(hypot(x, y), add(1, mul(0.1, sin(mul(12, atan2(y, x)))))),
      sub(abs(z), 0.3),
      sub(0.3, hypot(x, y)),
    ),
    by: (x, y, z) =>
      Math.max(Math.hypot(x, y) - 1 - 0.1 * Math.sin(12 * Math.atan2(y, x)), Math.abs(z) - 0.3, 0.3 - Math.hypot(x, y)),
    bounds: cube(1.2),
  },
  {
    name: 'blended spheres, cut by the box',
    formula: smax(
      smin(sub(hypot(sub(x, 0.4), y, z), 0.7), sub(hypot(add(x, 0.5), y, z), 0.6), 0.3),
      sub(0.2, hypot(y, z)),
      0.1,
    ),
    by: (x, y, z) =>
      -smooth(
        -smooth(Math.hypot(x - 0.4, y, z) - 0.7, Math.hypot(x + 0.5, y, z) - 0.6, 0.3),
        -(0.2 - Math.hypot(y, z)),
        0.1,
      ),
    bounds: { min: [-0.9, -0.5, -1], max: [0.8, 1, 1] },
  },
  {
    name: 'powers, least and greatest',
    formula: min(sub(add(pow(x, 4), pow(y, 4), pow(abs(z), 2.5)), 0.5), sub(pow(add(square(x), square(z)), 0.5), 0.2)),
    by: (x, y, z) => Math.min(x ** 4 + y ** 4 + Math.abs(z) ** 2.5 - 0.5, Math.hypot(x, z) - 0.2),
    bounds: cube(1),
  },
];
