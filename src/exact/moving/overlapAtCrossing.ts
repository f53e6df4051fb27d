import type { Affine } from '../../math/affine.js';
import { EMPTY_BOX } from '../../math/box.js';
import { meetingFaces } from '../contact/meetingFaces.js';
import { isWitnessed, windingUnlessOn } from '../solid/crossingWitness.js';
import type { WorldMesh } from '../worldMesh.js';
import { facesOver } from './facesOver.js';
import type { TreeSide } from './pairGaps.js';
import { posedFace } from './posedFace.js';

/** As `hasCrossingWitness`, of two faces that cross, with trees. `false` tells nothing: a face may be a wall within its body. */
export function overlapAtCrossing(
  a: TreeSide,
  poseA: Affine,
  faceA: number,
  b: TreeSide,
  poseB: Affine,
  faceB: number,
): boolean {
  const [oneA, oneB] = [posed(a, poseA, faceA), posed(b, poseB, faceB)];
  const contact = meetingFaces(oneA, oneB, { a: Uint32Array.of(0), b: Uint32Array.of(0) });
  return isWitnessed(oneA, oneB, contact, 0, (points) => (at) => {
    const point = points.subarray(at, at + 3);
    return [
      windingUnlessOn(facesOver(a, poseA, point), point, 0),
      windingUnlessOn(facesOver(b, poseB, point), point, 0),
    ];
  });
}

/** One face where the body stands. */
function posed({ mesh }: TreeSide, pose: Affine, face: number): WorldMesh {
  const positions = new Float64Array(9);
  posedFace(mesh, pose, face, positions, 0);
  return { positions, indices: Uint32Array.of(0, 1, 2), bounds: EMPTY_BOX };
}
