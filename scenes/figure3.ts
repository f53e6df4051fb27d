import { type Body, body } from '../src/body.js';
import { InputError } from '../src/errors.js';
import { type Affine, multiply, rotation, translation } from '../src/math/affine.js';
import { normalize, type Vec3 } from '../src/math/vector.js';
import { massProperties } from '../src/mesh/mass.js';
import { faceCount, type Mesh } from '../src/mesh/mesh.js';
import { combSolid } from './combSolid.js';
import { ringSolid } from './ringSolid.js';
import { tessellate } from './tessellate.js';

// The scenes of K. Myszkowski, O. Okunev and T. Kunii, "Fast collision detection between complex solids using rasterizing
// graphics hardware", 1995, figure 3: "multiple simple polyhedra", their faces tessellated to 160,000 polygons in all, in the
// worst case for their algorithms. What they show of them are pictures; shapes and numbers here are ours.

export type Figure3 = 'a' | 'b' | 'c';

export interface Figure3Options {
  /** Whether the bodies come close without touching: their boxes overlap, and it takes as many renderings to tell. */
  apart?: boolean;
}

export const FIGURE3_DEFAULTS: Required<Figure3Options> = { apart: false };

export interface Figure3Scene {
  /** Drawn first, for its depths. */
  readonly A: Body;
  /** Drawn against A's depths. */
  readonly B: Body;
  /** In which the bodies are what the description says. */
  readonly direction: Vec3;
  readonly description: string;
}

interface Plan {
  readonly A: Mesh;
  readonly B: Mesh;
  readonly direction: Vec3;
  readonly description: string;
  /** Where B is before it is lowered. */
  readonly pose: Affine;
  /** z of B, where they collide and where they do not. */
  readonly z: Readonly<Record<'colliding' | 'apart', number>>;
}

const DOWN: Vec3 = [0, 0, -1];
const tilted = (turn: number, aboutX: number, aboutY: number): Affine =>
  multiply(rotation([0, 0, 1], turn), multiply(rotation([1, 0, 0], aboutX), rotation([0, 1, 0], aboutY)));

/**
 * In all three B comes from above, and the rays go down: both layers of B, or all of them, lie before A's last one, and no pixel
 * is decided by the first rendering. A's depth below is more than B ever reaches.
 */
const PLANS: Readonly<Record<Figure3, () => Plan>> = {
  a: () => ({
    A: ringSolid({ points: 4, inner: 0.75, tips: [0, -1.6], rings: [ring(0.9, 0.7), ring(1, 0)] }),
    B: combSolid({
      tines: [0, 0.3, 0.6].map((z) => ({ reach: 0.8, z: [z, z + 0.16] })),
      ...{ back: -0.15, halfWidth: [0.26, 0.18], thinning: 0.4 },
    }),
    direction: DOWN,
    description: 'a π-convex basin (A), and a comb of three tines in it (B): up to six layers of B per pixel',
    pose: multiply(tilted(0.3, 0.05, -0.07), translation(-0.32, 0, 0)),
    z: { colliding: 0.12, apart: 0.64 },
  }),
  b: () => ({
    A: ringSolid({ points: 5, inner: 0.6, tips: [-0.1, -1.4], rings: [ring(0.85, 0.5), ring(1, 0)] }),
    B: ringSolid({ points: 4, inner: 0.5, tips: [0.6, -0.6], rings: [ring(0.7, 0)], turn: 0.2 }),
    direction: DOWN,
    description: 'two π-convex bodies: a basin on a star of five points (A), and a spindle of four in it (B)',
    pose: translation(0.05, -0.03, 0),
    z: { colliding: 0.1, apart: 0.8 },
  }),
  c: () => ({
    A: combSolid({
      // The uppermost tine reaches farthest and hides the others' tips: no ray meets one of them first, inside B.
      tines: [0, 0.6, 1.2].map((z) => ({ reach: z > 1 ? 1.1 : 1, z: [z, z + 0.2] })),
      ...{ back: -0.2, halfWidth: [0.5, 0.42], thinning: 0.3 },
    }),
    B: combSolid({
      tines: [0.3, 0.9].map((z) => ({ reach: 1.1, z: [z, z + 0.2] })),
      ...{ back: -0.2, halfWidth: [0.35, 0.28], thinning: 0.3 },
    }),
    direction: normalize([-0.05, 0.02, -1]),
    description: 'two concave bodies: combs of three (A) and two tines (B), each between the other’s',
    pose: multiply(translation(1.25, 0, 0), rotation([0, 0, 1], Math.PI + 0.04)),
    z: { colliding: -0.2, apart: 0 },
  }),
};

const ring = (scale: number, z: number) => ({ scale, z });

/**
 * The scene of figure 3a, b or c, of `triangles` in both bodies together (one less where that is odd), shared out by their
 * surface, so that faces are about equally large.
 *
 * @example const { A, B, direction } = figure3('c', 5000, { apart: true })
 */
export function figure3(which: Figure3, triangles = 160_000, options: Figure3Options = {}): Figure3Scene {
  const { apart } = { ...FIGURE3_DEFAULTS, ...options };
  const plan = PLANS[which]?.();
  if (!plan) throw new InputError(`figure3: there is no such scene (${which}). Give 'a', 'b' or 'c'.`);
  const [least, leastB] = [faceCount(plan.A), faceCount(plan.B)];
  if (!(Number.isSafeInteger(triangles) && triangles >= least + leastB))
    throw new InputError(
      `figure3: too few triangles (${triangles}). Give a whole number from ${least + leastB} up: untessellated there are as many.`,
    );
  const pairs = Math.floor(triangles / 2);
  const [areaA, areaB] = [massProperties(plan.A).area, massProperties(plan.B).area];
  const shared = Math.round((pairs * areaA) / (areaA + areaB));
  const pairsA = Math.min(Math.max(shared, least / 2), pairs - leastB / 2);
  const pose = multiply(translation(0, 0, apart ? plan.z.apart : plan.z.colliding), plan.pose);
  return {
    A: body(tessellate(plan.A, 2 * pairsA), { name: 'A' }),
    B: body(tessellate(plan.B, 2 * (pairs - pairsA)), { name: 'B', pose }),
    direction: plan.direction,
    description: plan.description,
  };
}
