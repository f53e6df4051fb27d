import { center, intersectBoxes } from '../../math/box.js';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../math/vector.js';
import { CROSSING, FIRST_EDGE, WITHIN } from '../contact/contactKind.js';
import { contactPoint } from '../contact/contactPoint.js';
import { carrierAt, type FaceContacts, FIRST, LAST } from '../contact/meetingFaces.js';
import type { WorldMesh } from '../worldMesh.js';
import { addFace, addPart, type ExactVolume, type FaceSums, noFaces, volumeOf } from './faceSums.js';
import { meshEdges } from './meshEdges.js';
import { windingsAlong } from './windingsAlong.js';

/**
 * The volume that two solids have in common, without its mesh: given all contacts of their faces, in general position.
 *
 * The volume of a closed surface is a third of the sum over its faces of p · S, with p a point of the face and S its area along its
 * normal. The common volume is bounded by the parts of A's faces that lie in B and of B's faces that lie in A. Of such a part S is half
 * the sum of p × q over the pieces (p, q) of its outline (G. Green): these are the segments in which its face crosses the other's, and
 * the parts of its sides within the other solid. So nothing has to be put into order: each contact and each edge adds its own share
 * (after W. R. Franklin, "Polyhedron area and volume from local topology", 1987).
 *
 * `undefined` where faces touch other than by going through each other, or where an outline does not close.
 */
export function commonVolume(a: WorldMesh, b: WorldMesh, contacts: FaceContacts): ExactVolume | undefined {
  if (!isGeneral(contacts)) return undefined;
  const origin = center(intersectBoxes(a.bounds, b.bounds));
  const sums = noFaces();
  for (const body of [0, 1] as const) if (!addPartsInside(sums, [a, b], contacts, body, origin)) return undefined;
  return volumeOf(sums, [a, b]);
}

/** Whether faces only cross each other, by an edge through a face at each end. */
function isGeneral({ kinds, carriers }: FaceContacts): boolean {
  return carriers.every(
    (word, k) =>
      kinds[k] === CROSSING &&
      [FIRST, LAST].every((end) => {
        const [one, other] = [carrierAt(word, end, 0), carrierAt(word, end, 1)];
        return Math.max(one, other) === WITHIN && one !== other && Math.min(one, other) >= FIRST_EDGE;
      }),
  );
}

/** An outline closes but for so much of its face's size. */
const UNCLOSED = 1e-9;

/** Adds the parts of a body's faces that lie inside the other solid; `false` where that does not add up. */
function addPartsInside(
  sums: FaceSums,
  meshes: readonly [WorldMesh, WorldMesh],
  contacts: FaceContacts,
  body: 0 | 1,
  origin: Vec3,
): boolean {
  const [own, other] = body === 0 ? meshes : [meshes[1], meshes[0]];
  const edges = meshEdges(own);
  const windings = windingsAlong(own, other, edges, contacts, body);
  if (!windings) return false;
  const { corners, edgeOfSide } = edges;
  const segments = segmentsByFace(body === 0 ? contacts.a : contacts.b);
  for (let face = 0; 3 * face < own.indices.length; face++) {
    const crossed = segments.get(face);
    if (!crossed) {
      const winding = windings.atVertex[corners[3 * face]];
      if (winding !== 0) addFace(sums, own, face, winding, origin);
      continue;
    }
    const [p, q, r] = [0, 1, 2].map((n) => cornerOf(own, 3 * face + n, origin));
    const outline: Outline = { gap: [0, 0, 0], twice: [0, 0, 0], length: 0 };
    for (const [n, from, to] of [[0, p, q] as const, [1, q, r] as const, [2, r, p] as const])
      addPiece(outline, windings.alongEdge[edgeOfSide[3 * face + n]], from, to);
    for (const k of crossed) {
      const [first, last] = ([FIRST, LAST] as const).map((end) =>
        subtract(contactPoint(...meshes, contacts, k, end), origin),
      );
      // They run along the normal of A times that of B, with the inside of B on the left of A's face.
      if (body === 0) addPiece(outline, 1, first, last);
      else addPiece(outline, 1, last, first);
    }
    const width = length(subtract(q, p)) + length(subtract(r, q));
    if (length(outline.gap) > UNCLOSED * width) return false;
    sums.outlines += outline.length * width;
    const [x, y, z] = outline.twice;
    addPart(sums, dot(p, outline.twice) / 6, x / 2, y / 2, z / 2);
  }
  return true;
}

/** Where its pieces lead from where they began, twice the area around which they run, and how long they are at most. */
interface Outline {
  gap: Vec3;
  twice: Vec3;
  length: number;
}

/** Adds a share of the way from p to q. */
function addPiece(outline: Outline, share: number, p: Vec3, q: Vec3): void {
  if (share === 0) return;
  const way = subtract(q, p);
  outline.gap = add(outline.gap, scale(way, share));
  outline.length += length(way);
  outline.twice = add(outline.twice, scale(cross(p, q), share));
}

/** The contacts of each face that has any. */
function segmentsByFace(faces: Uint32Array): Map<number, number[]> {
  const segments = new Map<number, number[]>();
  faces.forEach((face, k) => {
    const known = segments.get(face);
    if (known) known.push(k);
    else segments.set(face, [k]);
  });
  return segments;
}

function cornerOf({ positions, indices }: WorldMesh, side: number, [x, y, z]: Vec3): Vec3 {
  const v = 3 * indices[side];
  return [positions[v] - x, positions[v + 1] - y, positions[v + 2] - z];
}
