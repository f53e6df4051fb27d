import { type Body, body } from '../../src/body.js';
import { type Affine, identity, multiply, rotation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { cylinder, prismVolume } from '../../src/mesh/shapes/cylinder.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { lPrism } from '../support/lPrism.js';
import { at, boxOf, cube, cuboid, hollowCube } from './bodies.js';

/** Two bodies in metres, and what they are to each other, in closed form. */
export interface Scenario {
  readonly name: string;
  readonly bodies: () => [Body, Body];
  readonly kind: string;
  readonly volume?: number;
  /** Along the thinnest way through, for bodies whose boxes show it. */
  readonly depth?: number;
}

const pair = (name: string, kind: string, bodies: () => [Body, Body], volume = 0, depth = 0): Scenario => ({
  ...{ name, kind, bodies },
  ...(volume > 0 && { volume }),
  ...(depth > 0 && { depth }),
});

/** A wall along x, 0.2 thick and 3 high. */
const wall = (from: number, to: number, offAxis = 0): Body => cuboid([from, offAxis, 0], [to, offAxis + 0.2, 3]);
const slab = (): Body => cuboid([-3, -2, -0.25], [3, 2, 0]);
const ball = (radius: number, pose: Affine = identity()): Body =>
  body(icoSphere({ radius, subdivisions: 4 }), { pose });
const ring = (pose: Affine = identity()): Body => body(torus({ radius: 1, tubeRadius: 0.3 }), { pose });
const DUCT = { radius: 0.2, height: 4, segments: 48 };
const lying = rotation([1, 0, 0], Math.PI / 2);

const ladder = ([z, kind, volume]: readonly [number, string, number]): Scenario =>
  pair(`a cube of 1 in one of 2, ${z} up`, kind, () => [cube(1, at(0, 0, z)), cube(2)], volume, Math.min(volume, 1));

const walls: readonly Scenario[] = [
  pair('walls in line, 50 mm into each other', 'hard', () => [wall(0, 4), wall(3.95, 7)], 0.03, 0.05),
  pair('the same, 2 mm off axis', 'hard', () => [wall(0, 4), wall(3.95, 7, 0.002)], 0.05 * 0.198 * 3, 0.05),
  pair('walls in line, abutting', 'touch', () => [wall(0, 4), wall(4, 7)]),
  pair('the same, 2 mm off axis, abutting', 'touch', () => [wall(0, 4), wall(4, 7, 0.002)]),
  pair('walls in line, 50 mm apart', 'none', () => [wall(0, 4), wall(4.05, 7)]),
  pair('walls side by side, flush', 'touch', () => [wall(0, 4), wall(1, 3, 0.2)]),
  pair('walls at a corner, 0.2 × 0.2', 'hard', () => [wall(0, 4), cuboid([0, 0, 0], [0.2, 3, 3])], 0.12, 0.2),
  pair('walls at a corner, abutting', 'touch', () => [wall(0, 4), cuboid([0, 0.2, 0], [0.2, 3, 3])]),
];

const boxes: readonly Scenario[] = [
  pair('boxes of 2, shifted by 0.5', 'hard', () => [cube(2), cube(2, at(0.5))], 6, 1.5),
  pair('boxes of 2, shifted by 0.5 everywhere', 'hard', () => [cube(2), cube(2, at(0.5, 0.5, 0.5))], 3.375, 1.5),
  pair('boxes of 2, corner in corner', 'hard', () => [cube(2), cube(2, at(1.5, 1.6, 1.7))], 0.5 * 0.4 * 0.3, 0.3),
  pair('a square duct through a wall', 'hard', () => [wall(0, 4), cuboid([1, -2, 1], [1.5, 2, 1.4])], 0.04, 0.2),
  pair('a block 75 mm in a slab', 'hard', () => [cuboid([0, 0, -0.075], [1, 0.5, 1]), slab()], 0.0375, 0.075),
  pair('a block on a slab', 'touch', () => [cuboid([0, 0, 0], [1, 0.5, 1]), slab()]),
  pair('a block over a slab', 'none', () => [cuboid([0, 0, 0.001], [1, 0.5, 1]), slab()]),
  pair('equal boxes, stacked', 'touch', () => [cube(1), cube(1, at(0, 0, 1))]),
  pair(
    'a plus of two bars',
    'hard',
    () => [cuboid([-2, -0.5, 0], [2, 0.5, 0.4]), cuboid([-0.5, -2, 0], [0.5, 2, 0.4])],
    0.4,
    0.4,
  ),
  pair('equal cubes', 'duplicate', () => [cube(2), cube(2)], 8, 2),
  pair(
    'equal cubes, differently cut',
    'duplicate',
    () => [cube(2), cuboid([-1, -1, -1], [1, 1, 1], { segments: 3 })],
    8,
    2,
  ),
  ...(
    [
      [0, 'contained a', 1],
      [0.6, 'hard', 0.9],
      [1.4, 'hard', 0.1],
      [1.5, 'touch', 0],
      [1.6, 'none', 0],
    ] as const
  ).map(ladder),
];

const cavity = (kind: string, min: Vec3, max: Vec3, name: string, volume = 0): Scenario =>
  pair(name, kind, () => [body(hollowCube(4, 2)), cuboid(min, max)], volume);

const concave: readonly Scenario[] = [
  cavity('none', [-0.5, -0.4, -0.3], [0.5, 0.4, 0.3], 'a box in the cavity of another'),
  cavity('touch', [-1, -1, -1], [1, 1, 1], 'a box that fills the cavity'),
  cavity('contained b', [1, -0.5, -0.5], [2, 0.5, 0.5], 'a box in the wall around the cavity', 1),
  cavity('hard', [0, -0.5, -0.5], [1.5, 0.5, 0.5], 'a box half in the cavity', 0.5),
  pair('an L and what fills its notch', 'touch', () => [body(lPrism(2.5).mesh), boxOf(lPrism(2.5).notch)]),
  pair('an L and a box in its notch, apart', 'none', () => [body(lPrism(1).mesh), cuboid([1.1, 1.2, 0], [2, 2, 1])]),
];

const round: readonly Scenario[] = [
  pair('a ball in a ball', 'contained b', () => [ball(1), ball(0.4, at(0.3, 0.2, 0.1))]),
  pair('balls 0.4 into each other', 'hard', () => [ball(1), ball(1, at(1.6))]),
  pair('balls apart, with boxes that meet', 'none', () => [ball(1), ball(1, at(1.3, 1.3, 1.3))]),
  pair('rings, linked', 'none', () => [ring(), ring(multiply(at(1), lying))]),
  pair('rings, one pushed into the other', 'hard', () => [ring(), ring(at(0, 0, 0.35))]),
  pair('a ball in the hole of a ring', 'none', () => [ball(0.6), ring()]),
  pair('a ball in the tube of a ring', 'contained a', () => [ball(0.2, at(0, 1)), ring()]),
  pair(
    ...(['a round duct through a wall', 'hard'] as const),
    () => [wall(0, 4), body(cylinder(DUCT), { pose: multiply(at(2, 0, 1.5), lying) })],
    ...[prismVolume({ ...DUCT, height: 0.2 }), 0.2],
  ),
];

export const SCENARIOS: readonly Scenario[] = [...walls, ...boxes, ...concave, ...round];
