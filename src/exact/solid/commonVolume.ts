import { center, intersectBoxes } from '../../math/box.js';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../math/vector.js';
import { CROSSING, FIRST_EDGE, WITHIN } from '../contact/contactKind.js';
import { contactPoint } from '../contact/contactPoint.js';
import { carrierAt, type FaceContacts, FIRST, LAST } from '../contact/meetingFaces.js';
import type { WorldMesh } from '../worldMesh.js';
import { addFace, addPart, type ExactVolume, type FaceSums, noFaces, volumeOf } from './faceSums.js';
import { meshEdges } from './meshEdges.js';
import { stepAt, windingsAt } from './windingsAt.js';

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

/** An outline closes but for so much of its length. */
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
  const windings = windingsAt(own, other, edges, contacts, body);
  if (!windings) return false;
  const { corners } = edges;
  const segments = segmentsByFace(body === 0 ? contacts.a : contacts.b);
  for (let face = 0; 3 * face < own.indices.length; face++) {
    const crossed = segments.get(face);
    if (crossed) {
      const around = [0, 1, 2].map((n) => windings[corners[3 * face + n]]);
      if (!addCutFace(sums, meshes, contacts, body, face, crossed, around, origin)) return false;
    } else if (windings[corners[3 * face]] !== 0) addFace(sums, own, face, windings[corners[3 * face]], origin);
  }
  return true;
}

/**
 * Adds the part of a face that lies inside. All is measured from a point of its outline, so that a small part of a large face is as
 * exact as one of a small face. `around`: how often the other solid winds around its corners.
 */
function addCutFace(
  sums: FaceSums,
  meshes: readonly [WorldMesh, WorldMesh],
  contacts: FaceContacts,
  body: 0 | 1,
  face: number,
  crossed: readonly number[],
  around: readonly number[],
  origin: Vec3,
): boolean {
  const middle = contactPoint(...meshes, contacts, crossed[0], FIRST);
  const corners = [0, 1, 2].map((n) => cornerOf(meshes[body], 3 * face + n, middle));
  const onSide: { at: Vec3; step: number }[][] = [[], [], []];
  let gap: Vec3 = [0, 0, 0];
  let twice: Vec3 = [0, 0, 0];
  let way = 0;
  for (const k of crossed) {
    const [first, last] = ([FIRST, LAST] as const).map((end) => {
      const at = subtract(contactPoint(...meshes, contacts, k, end), middle);
      const carrier = carrierAt(contacts.carriers[k], end, body);
      if (carrier !== WITHIN) onSide[carrier - FIRST_EDGE].push({ at, step: stepAt(end, body) });
      return at;
    });
    const [p, q] = body === 0 ? [first, last] : [last, first];
    gap = add(gap, subtract(q, p));
    twice = add(twice, cross(p, q));
    way += length(subtract(q, p));
  }
  for (let n = 0; n < 3; n++) {
    const [s, t] = [corners[n], corners[(n + 1) % 3]];
    const along = scale(subtract(t, s), 1 / length(subtract(t, s)));
    // How far the side runs inside: to its end or from its beginning where these are inside, and to or from where it goes out or in.
    let inside = 0;
    if (around[n] !== 0) inside -= around[n] * dot(s, along);
    if (around[(n + 1) % 3] !== 0) inside += around[(n + 1) % 3] * dot(t, along);
    for (const { at, step } of onSide[n]) inside -= step * dot(at, along);
    if (inside === 0) continue;
    gap = add(gap, scale(along, inside));
    twice = add(twice, scale(cross(onSide[n][0]?.at ?? s, along), inside));
    way += Math.abs(inside);
  }
  const reach = Math.max(...middle.map(Math.abs), ...corners.flat().map(Math.abs));
  if (!(length(gap) <= UNCLOSED * way + 2 ** -44 * reach)) return false;
  const [x, y, z] = twice;
  addPart(sums, dot(subtract(middle, origin), twice) / 6, x / 2, y / 2, z / 2);
  sums.outlines += way * way;
  return true;
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
