import { SOLIDS } from '../../scenes/solids.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { capsule } from '../../src/mesh/shapes/capsule.js';
import { cylinder } from '../../src/mesh/shapes/cylinder.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import type { Shape } from './placements.js';

const hasHole = true;

/** The scenes' solids with few faces, and some of the round ones with 400 to 6,000. */
export const GENERATED_SHAPES: readonly Shape[] = [
  ...SOLIDS.map(({ name, coarse }): Shape => ({ name, mesh: coarse, hasHole: name.startsWith('torus') })),
  { name: 'finer icoSphere', mesh: icoSphere({ subdivisions: 4 }) },
  { name: 'finer cylinder', mesh: cylinder({ radius: 0.7, height: 1.6, segments: 96 }) },
  { name: 'finer capsule', mesh: capsule({ radius: 0.5, height: 1, segments: 48, rings: 16 }) },
  { name: 'finer torus', mesh: torus({ radius: 0.8, tubeRadius: 0.3, segments: 64, sides: 32 }), hasHole },
  { name: 'finer torusKnot', mesh: torusKnot({ segments: 192, sides: 16 }), hasHole },
  { name: 'finer bumpySphere', mesh: bumpySphere({ segments: 48 }) },
];
