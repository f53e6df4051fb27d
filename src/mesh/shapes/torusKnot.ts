import { InputError } from '../../errors.js';
import { add, cross, dot, length, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { Mesh } from '../mesh.js';
import { demandCount, demandPositive } from './demand.js';
import { tubeGrid } from './tubeGrid.js';

export interface TorusKnotOptions {
  /** Turns about the z axis. */
  p?: number;
  /** Turns about the core of the torus; no common divisor with `p`. */
  q?: number;
  /** From the z axis to the core of the torus that the knot winds on. */
  radius?: number;
  /** Of that torus' tube: how far the knot swings about the core. */
  swing?: number;
  /** Of the knot's own tube. */
  tubeRadius?: number;
  /** Along the knot. */
  segments?: number;
  /** Around its tube. */
  sides?: number;
}

export const TORUS_KNOT_DEFAULTS: Required<TorusKnotOptions> = {
  p: 2,
  q: 3,
  radius: 1,
  swing: 0.5,
  tubeRadius: 0.2,
  segments: 256,
  sides: 24,
};

/**
 * A tube around a (p, q) torus knot: 2 × segments × sides triangles. Rings stand on rotation-minimising frames, and the
 * angle by which these fail to close is spread evenly over the knot. That the tube stays clear of itself is up to the
 * options; the defaults do.
 */
export function torusKnot(options: TorusKnotOptions = {}): Mesh {
  const all = check(options);
  const { tubeRadius, segments, sides } = all;
  const points = Array.from({ length: segments }, (_, s) => knotPoint(all, (2 * Math.PI * s) / segments));
  const tangents = Array.from({ length: segments }, (_, s) =>
    normalize(knotTangent(all, (2 * Math.PI * s) / segments)),
  );
  const { axes, misfit } = minimalFrames(points, tangents);
  const positions = new Float32Array(3 * segments * sides);
  for (let s = 0; s < segments; s++) {
    const side = cross(tangents[s], axes[s]);
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides - (misfit * s) / segments;
      const out = add(scale(axes[s], Math.cos(angle)), scale(side, Math.sin(angle)));
      positions.set(add(points[s], scale(out, tubeRadius)), 3 * (s * sides + i));
    }
  }
  return { positions, indices: tubeGrid(segments, sides) };
}

/** The length of the knot's middle line. The trapezoidal rule converges faster than any power on a closed curve. */
export function torusKnotLength(options: TorusKnotOptions = {}): number {
  const all = check(options);
  const steps = 512 * Math.max(all.p, all.q);
  let sum = 0;
  for (let k = 0; k < steps; k++) sum += length(knotTangent(all, (2 * Math.PI * k) / steps));
  return (2 * Math.PI * sum) / steps;
}

/** The volume of the smooth tube: cross-section times length, as for every tube that stays clear of itself (Hotelling, Weyl 1939). */
export const torusKnotVolume = (options: TorusKnotOptions = {}): number =>
  Math.PI * check(options).tubeRadius ** 2 * torusKnotLength(options);

type Knot = Required<TorusKnotOptions>;

function knotPoint({ p, q, radius, swing }: Knot, t: number): Vec3 {
  const distance = radius + swing * Math.cos(q * t);
  return [distance * Math.cos(p * t), distance * Math.sin(p * t), swing * Math.sin(q * t)];
}

function knotTangent({ p, q, radius, swing }: Knot, t: number): Vec3 {
  const distance = radius + swing * Math.cos(q * t);
  const growth = -swing * q * Math.sin(q * t);
  return [
    growth * Math.cos(p * t) - distance * p * Math.sin(p * t),
    growth * Math.sin(p * t) + distance * p * Math.cos(p * t),
    swing * q * Math.cos(q * t),
  ];
}

/**
 * Directions across the curve that do not turn about it, by double reflection (Wang, Jüttler, Zheng, Liu, "Computation of
 * Rotation Minimizing Frames", 2008), and the angle by which the last, carried on to the start, misses the first.
 */
function minimalFrames(points: readonly Vec3[], tangents: readonly Vec3[]): { axes: Vec3[]; misfit: number } {
  const count = points.length;
  const start: Vec3 = Math.abs(tangents[0][2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const axes: Vec3[] = [normalize(cross(tangents[0], start))];
  for (let s = 0; s < count; s++) {
    const next = (s + 1) % count;
    const chord = subtract(points[next], points[s]);
    const axis = reflect(axes[s], chord);
    const tangent = reflect(tangents[s], chord);
    axes.push(normalize(reflect(axis, subtract(tangents[next], tangent))));
  }
  const last = axes.pop()!;
  return { axes, misfit: Math.atan2(dot(last, cross(tangents[0], axes[0])), dot(last, axes[0])) };
}

/** Mirrors a vector in the plane across `normal`. */
function reflect(v: Vec3, normal: Vec3): Vec3 {
  const square = dot(normal, normal);
  return square > 0 ? subtract(v, scale(normal, (2 * dot(v, normal)) / square)) : v;
}

function check(options: TorusKnotOptions): Knot {
  const all = { ...TORUS_KNOT_DEFAULTS, ...options };
  demandCount('torusKnot', 'turns p', all.p, 1);
  demandCount('torusKnot', 'turns q', all.q, 1);
  demandPositive('torusKnot', 'radius', all.radius);
  demandPositive('torusKnot', 'swing', all.swing);
  demandPositive('torusKnot', 'tubeRadius', all.tubeRadius);
  demandCount('torusKnot', 'segments', all.segments, 3 * Math.max(all.p, all.q));
  demandCount('torusKnot', 'sides', all.sides, 3);
  if (divisor(all.p, all.q) !== 1)
    throw new InputError(
      `torusKnot: p and q have a common divisor (p = ${all.p}, q = ${all.q}, both by ${divisor(all.p, all.q)}). Give numbers that share none, such as 2 and 3.`,
    );
  if (all.swing + all.tubeRadius >= all.radius)
    throw new InputError(
      `torusKnot: the tube reaches the axis (swing ${all.swing} + tubeRadius ${all.tubeRadius}, radius ${all.radius}). Give a swing and a tubeRadius that are together less than the radius.`,
    );
  return all;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
