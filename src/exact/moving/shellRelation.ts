import type { Affine } from '../../math/affine.js';
import { nestedShells } from '../solid/nestedShells.js';
import { noPlaces, notePlace, type Places } from '../solid/placesAtContacts.js';
import { relationOf, type SolidRelation } from '../solid/solidRelation.js';
import { windingAround } from '../solid/windingAround.js';
import { facesOver } from './facesOver.js';
import type { TreeSide } from './pairGaps.js';
import { posedVertex } from './posedFace.js';

/** A shell of a solid, by a vertex of it, and how often the solid winds around what is just beyond it and just within. */
export interface ShellSides {
  readonly vertex: number;
  readonly windings: readonly [beyond: number, within: number];
}

/** The shells of a solid, whatever its pose: see `NestedShells`. */
export function shellsOfSolid({ mesh: { positions, indices }, bounds }: TreeSide): ShellSides[] {
  const nested = nestedShells({ positions: Float64Array.from(positions), indices, bounds });
  const { count, shellOfFace, windingOfRest, windingWithin } = nested;
  const vertices = new Uint32Array(count);
  for (let f = shellOfFace.length - 1; f >= 0; f--) vertices[shellOfFace[f]] = indices[3 * f];
  return Array.from(vertices, (vertex, shell): ShellSides => {
    const beyond = windingOfRest([shell]);
    return { vertex, windings: [beyond, beyond === 0 ? 1 : beyond + windingWithin(shell)] };
  });
}

/**
 * What two solids are to each other whose surfaces do not meet, as `solidRelation` has it: each shell lies inside the other
 * solid or outside as any vertex of it does.
 */
export function shellRelation(
  a: TreeSide,
  poseA: Affine,
  shellsA: readonly ShellSides[],
  b: TreeSide,
  poseB: Affine,
  shellsB: readonly ShellSides[],
): SolidRelation {
  const ofA = placesAt(a, poseA, shellsA, b, poseB);
  const ofB = placesAt(b, poseB, shellsB, a, poseA);
  // Seen from B, A is the other one.
  const places = {
    both: ofA.both || ofB.both,
    onlyA: ofA.onlyA || ofB.onlyB,
    onlyB: ofA.onlyB || ofB.onlyA,
  };
  return relationOf(places, false);
}

const point = new Float64Array(3);

/** The places on both sides of a solid's shells: in both solids, in its own alone (`onlyA`), in the other alone. */
function placesAt(
  own: TreeSide,
  pose: Affine,
  shells: readonly ShellSides[],
  other: TreeSide,
  otherPose: Affine,
): Places {
  const places = noPlaces();
  for (const { vertex, windings } of shells) {
    posedVertex(own.mesh.positions, pose, vertex, point, 0);
    const inOther = windingAround(facesOver(other, otherPose, point), point, 0);
    for (const inOwn of windings) notePlace(places, inOwn, inOther);
  }
  return places;
}
