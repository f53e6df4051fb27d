import { movingSurfaces, type SurfaceLook } from '../../exact/moving/movingSurfaces.js';
import { overlapAtCrossing } from '../../exact/moving/overlapAtCrossing.js';
import { type ShellSides, shellRelation, shellsOfSolid } from '../../exact/moving/shellRelation.js';
import type { SolidRelation } from '../../exact/solid/solidRelation.js';
import type { Affine } from '../../math/affine.js';
import type { Party } from '../pairFinding.js';
import { isSolid } from './detectContacts.js';

/** What is known of two bodies while they keep their shapes. */
export interface WatchedShapes {
  readonly areSolids: boolean;
  /** Looks at the bodies in these poses; `undefined` where nothing can be told so. */
  look(poseA: Affine, poseB: Affine): ShapesLook | undefined;
  /** Whether two faces that cross show that the bodies overlap; where these are walls within, they do not. */
  doOverlapAt(poseA: Affine, poseB: Affine, faceA: number, faceB: number): boolean;
}

export interface ShapesLook extends SurfaceLook {
  /** What the bodies are to each other; of solids that meet in some faces, it is not told. */
  readonly relation?: SolidRelation;
}

/** So many pairs of faces that cross are looked at for whether that says all. */
const MOST_CROSSINGS = 4;

/**
 * Two bodies of which either may move. While their surfaces are known to have been apart all the way from one look to the
 * next, what lies inside what stays; after any other step the shells are asked.
 */
export function watchedShapes(partyA: Party, partyB: Party): WatchedShapes {
  const areSolids = isSolid(partyA) && isSolid(partyB);
  const surfaces = movingSurfaces(
    { mesh: partyA.body.mesh, bounds: partyA.body.bounds },
    { mesh: partyB.body.mesh, bounds: partyB.body.bounds },
    isOverlap,
  );
  const { a, b } = surfaces;
  let poses: readonly [Affine, Affine] = [partyA.body.pose, partyB.body.pose];
  let crossings = 0;
  let known: readonly [readonly ShellSides[], readonly ShellSides[]] | undefined;
  /** What they are to each other where they were apart at the last look. */
  let whenApart: SolidRelation | undefined;

  const doOverlapAt = (poseA: Affine, poseB: Affine, faceA: number, faceB: number): boolean =>
    !areSolids || overlapAtCrossing(a, poseA, faceA, b, poseB, faceB);
  return { areSolids, look, doOverlapAt };

  function look(poseA: Affine, poseB: Affine): ShapesLook | undefined {
    poses = [poseA, poseB];
    crossings = 0;
    const found = surfaces.look(poseA, poseB);
    const before = whenApart;
    whenApart = undefined;
    if (!found) return undefined;
    if (found.outcome === 'crossing') return { ...found, relation: { kind: 'hard' } };
    if (found.outcome === 'touching') return areSolids ? found : { ...found, relation: { kind: 'touch' } };
    whenApart = areSolids ? (found.wayIsFree && before) || relationOfShells() : { kind: 'none' };
    return { ...found, relation: whenApart };
  }

  /** Whether the bodies overlap for sure where two faces cross: each goes on beyond the other, unless it is a wall within. */
  function isOverlap(faceA: number, faceB: number): boolean {
    if (!areSolids) return true;
    return ++crossings <= MOST_CROSSINGS && overlapAtCrossing(a, poses[0], faceA, b, poses[1], faceB);
  }

  function relationOfShells(): SolidRelation {
    const [shellsA, shellsB] = shells();
    return shellRelation(a, poses[0], shellsA, b, poses[1], shellsB);
  }

  function shells(): readonly [readonly ShellSides[], readonly ShellSides[]] {
    return (known ??= [shellsOfSolid(a), shellsOfSolid(b)]);
  }
}
