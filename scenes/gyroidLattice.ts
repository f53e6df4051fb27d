import { type Body, body } from '../src/body.js';
import { multiply, translation } from '../src/math/affine.js';
import { box } from '../src/mesh/shapes/box.js';
import { add, cos, type Formula, max, mul, neg, sin, sub, x, y, z } from '../src/surface/formula/formula.js';
import { implicit } from '../src/surface/implicit/implicit.js';
import { cylinder } from '../src/surface/quadric/cylinder.js';
import type { Implicit } from '../src/surface/surface.js';

export interface GyroidOptions {
  /** Periods along each edge of the cube. */
  cells?: number;
  /** The cube's edge. */
  size?: number;
  /** The walls lie where the gyroid's function is within this of 0; absent: one of the two halves of space that it parts. */
  wall?: number | undefined;
}

const GYROID_DEFAULTS = { cells: 3, size: 1 };

/** sin x cos y + sin y cos z + sin z cos x, with `period` in place of 2π (A. Schoen, 1970). */
export function gyroidFormula(period: number): Formula {
  const [u, v, w] = [x, y, z].map((axis) => mul((2 * Math.PI) / period, axis));
  return add(mul(sin(u), cos(v)), mul(sin(v), cos(w)), mul(sin(w), cos(u)));
}

const inCube = (f: Formula, size: number): Implicit =>
  implicit({ f, bounds: { min: [0, 0, 0], max: [size, size, size] } });

/**
 * A gyroid in a cube from 0 to `size` along each axis. Over whole periods its half fills just half of the cube: the function changes its
 * sign where all coordinates do.
 */
export function gyroidLattice({ wall, ...options }: GyroidOptions = {}): Implicit {
  const { cells, size } = { ...GYROID_DEFAULTS, ...options };
  const gyroid = gyroidFormula(size / cells);
  // Walls as what lies on this side of both their surfaces: faces in their place then know of each.
  const walls = (thick: number): Formula => max(sub(gyroid, thick), sub(neg(gyroid), thick));
  return inCube(wall === undefined ? gyroid : walls(wall), size);
}

/**
 * What walls leave free: two labyrinths of channels. They wind through each other everywhere, and meet nowhere. With walls of no thickness
 * they are a lattice and its complement, which share their surface and no volume.
 */
export function gyroidChannels(
  wall: number,
  options: Omit<GyroidOptions, 'wall'> = {},
): [below: Implicit, above: Implicit] {
  const { cells, size } = { ...GYROID_DEFAULTS, ...options };
  const gyroid = gyroidFormula(size / cells);
  return [inCube(add(gyroid, wall), size), inCube(add(neg(gyroid), wall), size)];
}

/** A printed lattice in a box that is a mesh, and a pin to be pushed into it. */
export interface LatticeInBox {
  /** From 0 to the size along each axis. */
  readonly lattice: Body;
  /** Around the lattice, at a distance on all sides: it contains it. */
  readonly box: Body;
  /**
   * A cylinder about the lattice's middle. The gyroid changes its sign in the point mirror there, and a cylinder does not change: so just
   * half of the pin is in the lattice, however it is turned, if all of it is in the cube and the lattice has no walls.
   */
  readonly pin: Body;
  /** Turns the pin about the middle. */
  turnPin(turn: ArrayLike<number>): void;
}

export interface LatticeInBoxOptions extends GyroidOptions {
  /** Between the lattice and the box. */
  margin?: number;
  pinRadius?: number;
  pinLength?: number;
}

export function latticeInBox({ margin, pinRadius, pinLength, ...options }: LatticeInBoxOptions = {}): LatticeInBox {
  const { size } = { ...GYROID_DEFAULTS, ...options };
  const toMiddle = translation(size / 2, size / 2, size / 2);
  const around = box({ size: size + 2 * (margin ?? 0.05 * size) });
  const pin = body(cylinder({ radius: pinRadius ?? 0.12 * size, height: pinLength ?? 0.9 * size }), {
    name: 'pin',
    pose: toMiddle,
  });
  return {
    lattice: body(gyroidLattice(options), { name: 'lattice' }),
    box: body(around, { name: 'box', pose: toMiddle }),
    pin,
    turnPin(turn) {
      pin.pose = multiply(toMiddle, Float64Array.from(turn));
    },
  };
}
