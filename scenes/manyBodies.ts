import { type Body, body } from '../src/body.js';
import { multiply, scaling, translation } from '../src/math/affine.js';
import { randomRotation, seeded } from '../src/math/random.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { bumpySphere } from '../src/mesh/shapes/bumpySphere.js';
import { capsule } from '../src/mesh/shapes/capsule.js';
import { cone } from '../src/mesh/shapes/cone.js';
import { cylinder } from '../src/mesh/shapes/cylinder.js';
import { icoSphere, uvSphere } from '../src/mesh/shapes/sphere.js';
import { torus } from '../src/mesh/shapes/torus.js';
import { torusKnot } from '../src/mesh/shapes/torusKnot.js';

/** The shapes of `solids.ts`, cut into about a thousand triangles each; a wedge has eight, and is left out. */
const SHAPES: readonly { readonly name: string; readonly mesh: () => Mesh }[] = [
  { name: 'box', mesh: () => box({ size: [1.6, 1.2, 1], segments: 9 }) },
  { name: 'uvSphere', mesh: () => uvSphere({ segments: 32, rings: 17 }) },
  { name: 'icoSphere', mesh: () => icoSphere({ subdivisions: 3 }) },
  { name: 'cylinder', mesh: () => cylinder({ radius: 0.7, height: 1.6, segments: 24, heightSegments: 20 }) },
  { name: 'frustum', mesh: () => cone({ radius: 0.8, topRadius: 0.3, height: 1.6, segments: 250 }) },
  { name: 'capsule', mesh: () => capsule({ radius: 0.5, height: 1, segments: 16, rings: 16 }) },
  { name: 'torus', mesh: () => torus({ radius: 0.8, tubeRadius: 0.3, segments: 32, sides: 16 }) },
  { name: 'torusKnot', mesh: () => torusKnot({ segments: 64, sides: 8 }) },
  { name: 'bumpySphere', mesh: () => bumpySphere({ segments: 22 }) },
];

export interface ManyBodiesOptions {
  count?: number;
  /** The edge of the cube in which the bodies' middles lie; it grows with the cube root of the count. */
  edge?: number;
  /** The least and the largest scale of a body, drawn evenly. */
  sizes?: readonly [least: number, largest: number];
  seed?: number;
}

export const MANY_BODIES_DEFAULTS: Required<ManyBodiesOptions> = {
  count: 1000,
  edge: 27,
  sizes: [0.4, 1.2],
  seed: 1,
};

/**
 * Bodies of about a thousand triangles each, one shape after the other, at random places, turned at random and of random
 * size. By default there are a thousand, in a cube so large that some two thousand pairs of their boxes meet.
 */
export function manyBodies(options: ManyBodiesOptions = {}): Body[] {
  const { count, edge, sizes, seed } = { ...MANY_BODIES_DEFAULTS, ...options };
  const random = seeded(seed);
  const shapes = SHAPES.map(({ name, mesh }) => ({ name, mesh: mesh() }));
  const middle = (): number => edge * (random() - 0.5);
  return Array.from({ length: count }, (_, i) => {
    const { name, mesh } = shapes[i % shapes.length];
    const size = sizes[0] + (sizes[1] - sizes[0]) * random();
    const pose = multiply(translation(middle(), middle(), middle()), multiply(randomRotation(random), scaling(size)));
    // Each has arrays of its own: shared ones would stay in the caches, and a measurement would flatter itself.
    const own = { positions: mesh.positions.slice(), indices: mesh.indices.slice() };
    return body(own, { name: `${name} ${i}`, pose });
  });
}
