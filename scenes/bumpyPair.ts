import { type Body, body } from '../src/body.js';
import { translation } from '../src/math/affine.js';
import { bumpySphere } from '../src/mesh/shapes/bumpySphere.js';

/** Contact positions from shallow to deep, with the overlap volume at n = 200 by manifold-3d. */
export const BUMPY_CONTACTS = [
  { dx: 2.1, volume: 0.0023 },
  { dx: 2.0, volume: 0.01065 },
  { dx: 1.5, volume: 0.37997 },
  { dx: 0.5, volume: 2.64013 },
] as const;

/** Two bumpy spheres of 2n(n + 1) triangles each, the second one shifted by (dx, 0.05, 0.02). */
export function bumpyPair(n: number, dx: number): [Body, Body] {
  const a = body(bumpySphere({ segments: n }), { name: 'A' });
  const b = body(bumpySphere({ segments: n, frequency: 7, phase: 1 }), {
    name: 'B',
    pose: translation(dx, 0.05, 0.02),
  });
  return [a, b];
}
