import type { Mesh } from '../src/mesh/mesh.js';
import { box, boxVolume } from '../src/mesh/shapes/box.js';
import { bumpySphere, bumpySphereVolume } from '../src/mesh/shapes/bumpySphere.js';
import { capsule, capsuleVolume } from '../src/mesh/shapes/capsule.js';
import { cone, coneVolume } from '../src/mesh/shapes/cone.js';
import { cylinder, cylinderVolume } from '../src/mesh/shapes/cylinder.js';
import { icoSphere, sphereVolume, uvSphere } from '../src/mesh/shapes/sphere.js';
import { torus, torusVolume } from '../src/mesh/shapes/torus.js';
import { torusKnot, torusKnotVolume } from '../src/mesh/shapes/torusKnot.js';
import { wedge, wedgeVolume } from '../src/mesh/shapes/wedge.js';

/** A closed body about the origin, about one unit in radius, that does not run through itself. */
export interface Solid {
  readonly name: string;
  /** At most 2,000 triangles. */
  readonly coarse: Mesh;
  /** So many triangles that the volume is within 1/2000 of the smooth body's. */
  readonly fine: () => Mesh;
  /** Of the smooth body. */
  readonly volume: number;
}

const BLOCK = [1.6, 1.2, 1] as const;

/** Flat and round, convex and not, with a hole and knotted. */
export const SOLIDS: readonly Solid[] = [
  {
    name: 'box',
    coarse: box({ size: BLOCK }),
    fine: () => box({ size: BLOCK, segments: 20 }),
    volume: boxVolume(BLOCK),
  },
  { name: 'wedge', coarse: wedge({ size: BLOCK }), fine: () => wedge({ size: BLOCK }), volume: wedgeVolume(BLOCK) },
  {
    name: 'uvSphere',
    coarse: uvSphere({ segments: 24, rings: 12 }),
    fine: () => uvSphere({ segments: 240, rings: 160 }),
    volume: sphereVolume(1),
  },
  {
    name: 'icoSphere',
    coarse: icoSphere({ subdivisions: 2 }),
    fine: () => icoSphere({ subdivisions: 6 }),
    volume: sphereVolume(1),
  },
  {
    name: 'cylinder',
    coarse: cylinder({ radius: 0.7, height: 1.6, segments: 24 }),
    fine: () => cylinder({ radius: 0.7, height: 1.6, segments: 400 }),
    volume: cylinderVolume(0.7, 1.6),
  },
  {
    name: 'cone',
    coarse: cone({ radius: 0.8, height: 1.6, segments: 24 }),
    fine: () => cone({ radius: 0.8, height: 1.6, segments: 400 }),
    volume: coneVolume(0.8, 1.6),
  },
  {
    name: 'capsule',
    coarse: capsule({ radius: 0.5, height: 1, segments: 16, rings: 5 }),
    fine: () => capsule({ radius: 0.5, height: 1, segments: 240, rings: 80 }),
    volume: capsuleVolume(0.5, 1),
  },
  {
    name: 'torus',
    coarse: torus({ radius: 0.8, tubeRadius: 0.3, segments: 32, sides: 12 }),
    fine: () => torus({ radius: 0.8, tubeRadius: 0.3, segments: 240, sides: 160 }),
    volume: torusVolume(0.8, 0.3),
  },
  {
    name: 'torusKnot',
    coarse: torusKnot({ segments: 96, sides: 8 }),
    fine: () => torusKnot({ segments: 640, sides: 160 }),
    volume: torusKnotVolume(),
  },
  {
    name: 'bumpySphere',
    coarse: bumpySphere({ segments: 24 }),
    fine: () => bumpySphere({ segments: 320 }),
    volume: bumpySphereVolume(),
  },
];

export function solid(name: string): Solid {
  const found = SOLIDS.find((s) => s.name === name);
  if (!found) throw new Error(`solids: there is no '${name}'. There are ${SOLIDS.map((s) => s.name).join(', ')}.`);
  return found;
}
