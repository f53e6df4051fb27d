import { type Affine, identity } from '../../math/affine.js';
import type { Box } from '../../math/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { usedVertices } from '../../mesh/usedVertices.js';
import { CROSSING, EDGE, noEnds } from '../contact/contactKind.js';
import { triangleContact } from '../contact/triangleContact.js';
import type { FacePairs } from '../worldMesh.js';
import { crossingNear } from './crossingNear.js';
import { discTreeOf } from './discTree.js';
import type { TreeSide } from './pairGaps.js';
import { posedFace } from './posedFace.js';
import { leastStretch, motionBound, type RelativeMap, relativeMap } from './relativeMap.js';
import { type SeparationFront, separationFront } from './separationFront.js';

/** What two surfaces are to each other where they stand. */
export interface SurfaceLook {
  /** Whether some faces cross and that says all; or else whether some meet; or none do. */
  readonly outcome: 'apart' | 'touching' | 'crossing';
  /** Two faces that cross; or all that meet; or none. */
  readonly pairs: FacePairs;
  /** Whether they were apart all along the straight way from where they stood at the last look that found them so. */
  readonly wayIsFree: boolean;
  /** How many pairs were looked at, of clusters and of faces. None: what was known from before is enough. */
  readonly looks: number;
  /** How far apart they are at least, in the world. */
  readonly gap: number;
}

/** A mesh, and the box around it in its own frame. */
export interface BoxedMesh {
  readonly mesh: Mesh;
  readonly bounds: Box;
}

/** Whether two faces that cross where the bodies stand say all: if not, faces are gathered as if these only touched. */
export type IsOverlap = (faceA: number, faceB: number) => boolean;

export interface MovingSurfaces {
  readonly a: TreeSide;
  readonly b: TreeSide;
  /** Looks at the surfaces in these poses; `undefined` where rounding is too coarse for that, or it takes too long. */
  look(poseA: Affine, poseB: Affine): SurfaceLook | undefined;
}

/** With slacks above this share of the ground's size, too many faces would have to be tested. */
const MOST_SLACK = 2 ** -20;

/** Beyond these sizes, squares of squares leave the range of f64. */
const SMALLEST = 2 ** -200;
const LARGEST = 2 ** 200;

/** More looks than these take longer than a look at everything. */
const LOOKS_IN_ANY_CASE = 8000;
const LOOKS_PER_FACE = 1 / 4;

/** Two meshes whose poses change: each look goes on from what the last ones found. */
export function movingSurfaces(
  { mesh: meshA, bounds: boundsA }: BoxedMesh,
  { mesh: meshB, bounds: boundsB }: BoxedMesh,
  isOverlap: IsOverlap = () => true,
): MovingSurfaces {
  const a = sideOf(meshA, boundsA);
  const b = sideOf(meshB, boundsB);
  const isInRange = Math.min(a.radius, b.radius) > SMALLEST && Math.max(reachOf(boundsA), reachOf(boundsB)) < LARGEST;
  const mostLooks = LOOKS_IN_ANY_CASE + LOOKS_PER_FACE * ((meshA.indices.length + meshB.indices.length) / 3);
  let poses: readonly [Affine, Affine] = [identity(), identity()];
  let posesBefore: readonly [Affine, Affine] | undefined;
  /** How many looks ago the front was asked. */
  let steps = 0;
  let groundIsA = true;
  let front: SeparationFront | undefined;
  /** Two faces that crossed at the last look, of A and of B. */
  let crossing: readonly [number, number] | undefined;
  const cornersA = new Float64Array(9);
  const cornersB = new Float64Array(9);
  const ends = noEnds();

  return { a, b, look };

  function look(poseA: Affine, poseB: Affine): SurfaceLook | undefined {
    poses = [poseA, poseB];
    steps++;
    if (crossing && contactOf(...crossing) === CROSSING) return crossingAt(crossing, 0);
    let now = seen(poses, groundIsA);
    if (!isTold(now)) return undefined;
    if (crossing && front) {
      front.gaps.place(now);
      const [mover, ground] = groundIsA ? [b, a] : [a, b];
      const near = crossingNear(front.gaps, mover.tree, ground.tree, ...turned(crossing), now.slack, moverContact);
      if (near) return crossingAt(turned(near), 1);
    }
    let step = front?.step(now, steps, mostLooks, moverContact);
    if (!step) {
      groundIsA = isBetterGroundA();
      now = seen(poses, groundIsA);
      if (!isTold(now)) return undefined;
      front = groundIsA ? separationFront(b, a) : separationFront(a, b);
      step = front.step(now, 1, mostLooks, moverContact)!;
    }
    posesBefore = poses;
    steps = 0;
    crossing = undefined;
    const { outcome } = step;
    if (outcome === 'unknown') return undefined;
    if (outcome === 'crossing') return crossingAt(turned([step.pairs[0], step.pairs[1]]), step.looks);
    const ofMover = Uint32Array.from({ length: step.pairs.length / 2 }, (_, k) => step.pairs[2 * k]);
    const ofGround = Uint32Array.from({ length: step.pairs.length / 2 }, (_, k) => step.pairs[2 * k + 1]);
    return {
      ...{ outcome, wayIsFree: step.wayIsFree, looks: step.looks },
      pairs: groundIsA ? { a: ofGround, b: ofMover } : { a: ofMover, b: ofGround },
      gap: outcome === 'apart' ? front!.gap() * leastStretch(poses[groundIsA ? 0 : 1]) : 0,
    };
  }

  /** A's face and B's from the mover's and the ground's, or the other way round. */
  function turned([one, other]: readonly [number, number]): readonly [number, number] {
    return groundIsA ? [other, one] : [one, other];
  }

  function contactOf(faceA: number, faceB: number): number {
    posedFace(meshA, poses[0], faceA, cornersA, 0);
    posedFace(meshB, poses[1], faceB, cornersB, 0);
    const kind = triangleContact(cornersA, 0, 3, 6, cornersB, 0, 3, 6, ends);
    return kind === CROSSING && !isOverlap(faceA, faceB) ? EDGE : kind;
  }

  function moverContact(moverFace: number, groundFace: number): number {
    return groundIsA ? contactOf(groundFace, moverFace) : contactOf(moverFace, groundFace);
  }

  function crossingAt(faces: readonly [number, number], looks: number): SurfaceLook {
    crossing = faces;
    const pairs = { a: Uint32Array.of(faces[0]), b: Uint32Array.of(faces[1]) };
    return { outcome: 'crossing', pairs, wayIsFree: false, looks, gap: 0 };
  }

  function seen([poseA, poseB]: readonly [Affine, Affine], fromA: boolean): RelativeMap {
    return fromA ? relativeMap(poseA, poseB, boundsA, boundsB) : relativeMap(poseB, poseA, boundsB, boundsA);
  }

  /** Whether something can be told: otherwise what was known is forgotten. */
  function isTold({ slack }: RelativeMap): boolean {
    if (isInRange && slack < MOST_SLACK * (groundIsA ? a : b).radius) return true;
    front = crossing = posesBefore = undefined;
    return false;
  }

  /** Whether B moves less, seen from A, than A does, seen from B. At first the larger body is the ground. */
  function isBetterGroundA(): boolean {
    const [scaleA, scaleB] = poses.map(leastStretch);
    if (!posesBefore) return a.radius * scaleA >= b.radius * scaleB;
    const ofB = motionBound(seen(posesBefore, true).map, seen(poses, true).map, b);
    const ofA = motionBound(seen(posesBefore, false).map, seen(poses, false).map, a);
    return ofB * scaleA <= ofA * scaleB;
  }
}

const reachOf = ({ min, max }: Box): number => Math.max(...min.map(Math.abs), ...max.map(Math.abs));

/** The ball is about the middle of the box, and a whit larger than computed. */
function sideOf(mesh: Mesh, bounds: Box): TreeSide {
  const { positions, indices } = mesh;
  const { min, max } = bounds;
  const used = usedVertices(indices, positions.length / 3);
  const count = used ? used.length : positions.length / 3;
  const x = min[0] / 2 + max[0] / 2;
  const y = min[1] / 2 + max[1] / 2;
  const z = min[2] / 2 + max[2] / 2;
  let most = 0;
  for (let k = 0; k < count; k++) {
    const v = 3 * (used ? used[k] : k);
    const dx = positions[v] - x;
    const dy = positions[v + 1] - y;
    const dz = positions[v + 2] - z;
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  return {
    mesh,
    bounds,
    radius: Math.sqrt(most) * (1 + 2 ** -50) + 2 ** -50 * reachOf(bounds),
    tree: discTreeOf(mesh, bounds),
  };
}
