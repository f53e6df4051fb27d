import { type Body, body } from '../../../src/body.js';
import { type Affine, invert } from '../../../src/math/affine.js';
import type { Random } from '../../../src/math/random.js';
import { type Mesh, mesh } from '../../../src/mesh/mesh.js';
import { insideOut, mapped, randomLatticeMap } from './latticeMaps.js';
import { withFlatFaces } from './withFlatFaces.js';

/** Another way to give a solid: the same points in the world. */
export interface Disguise {
  readonly name: string;
  /** The faces where they stand in the world. */
  readonly dress: (shape: Mesh, random: Random) => Mesh;
  readonly toBody: (world: Mesh, random: Random) => Body;
}

const asIs = (shape: Mesh): Mesh => shape;
const standing = (world: Mesh): Body => body(world);

/** Those with flat faces ask for whole points at the sixths of all edges. */
export const DISGUISES: readonly Disguise[] = [
  { name: 'as it is', dress: asIs, toBody: standing },
  { name: 'with a pose', dress: asIs, toBody: posed },
  { name: 'as soup', dress: soup, toBody: standing },
  { name: 'inside out', dress: insideOut, toBody: standing },
  { name: 'in f32', dress: asIs, toBody: (world) => body({ ...world, positions: Float32Array.from(world.positions) }) },
  { name: 'with flat faces', dress: withFlatFaces, toBody: standing },
  { name: 'with flat faces and a pose', dress: withFlatFaces, toBody: posed },
  { name: 'with flat faces as soup', dress: (shape, random) => soup(withFlatFaces(shape, random)), toBody: standing },
  {
    name: 'with flat faces inside out',
    dress: (shape, random) => insideOut(withFlatFaces(shape, random)),
    toBody: posed,
  },
];

/** Elsewhere, turned, mirrored or sheared, with a pose that brings it back without rounding: in the world, faces may be turned. */
function posed(world: Mesh, random: Random): Body {
  const pose = randomLatticeMap(random);
  const back: Affine = invert(pose).map(Math.round);
  return body({ positions: mapped(world, back).positions, indices: world.indices }, { pose });
}

/** Each face with vertices of its own. */
export function soup({ positions, indices }: Mesh): Mesh {
  const corners: number[] = [];
  for (const v of indices) corners.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  return mesh(
    corners,
    indices.map((_, side) => side),
  );
}
