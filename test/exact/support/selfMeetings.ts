import type { Mesh } from '../../../src/mesh/mesh.js';
import { type Big3, cross, isZero, subtract, toPoints, toWhole } from './bigVector.js';
import { classifyTriangles, commonPoints } from './classifyTriangles.js';
import { type FaceContact, trianglesOf } from './facesThatMeet.js';
import { trianglesMeet } from './trianglesMeet.js';

/**
 * The faces of one mesh that meet, by trying each against each, in the order of faces: those with area that share no corner;
 * with `neighbours` also those that share corners and have a point in common that is not between these.
 */
export function selfMeetings(mesh: Mesh, neighbours = false): FaceContact[] {
  return meetings(mesh, neighbours).map(({ contact }) => contact);
}

/** The same with neighbours and without, for the price of the first. */
export function selfMeetingsBothWays(mesh: Mesh): { apart: FaceContact[]; all: FaceContact[] } {
  const found = meetings(mesh, true);
  const apart = found.filter(({ areNeighbours }) => !areNeighbours);
  return { apart: apart.map(({ contact }) => contact), all: found.map(({ contact }) => contact) };
}

interface Meeting {
  readonly contact: FaceContact;
  /** Whether the faces share a corner. */
  readonly areNeighbours: boolean;
}

function meetings(mesh: Mesh, neighbours: boolean): Meeting[] {
  const triangles = trianglesOf(mesh);
  const names = triangles.map((t) => [0, 3, 6].map((k) => [...t.subarray(k, k + 3)].map((x) => x + 0).join()));
  const withArea = triangles.map(hasArea);
  const boxes = boxesOf(triangles);
  const found: Meeting[] = [];
  for (const [i, p] of triangles.entries())
    for (let j = i + 1; j < triangles.length; j++) {
      if (!withArea[i] || !withArea[j] || areApart(boxes, i, j)) continue;
      const q = triangles[j];
      const shared = [0, 1, 2].filter((k) => names[j].includes(names[i][k]));
      if (shared.length > 0 && !(neighbours && haveMore(p, q, shared))) continue;
      if (shared.length === 0 && !trianglesMeet(p, q)) continue;
      const contact = classifyTriangles(p, q);
      if (contact === 'none') throw new Error(`selfMeetings: the two oracles disagree (faces ${i} and ${j}).`);
      found.push({ contact: { a: i, b: j, contact }, areNeighbours: shared.length > 0 });
    }
  return found;
}

function hasArea(triangle: Float64Array): boolean {
  const [a, b, c] = toPoints(toWhole(triangle).whole);
  return !isZero(cross(subtract(b, a), subtract(c, a)));
}

/** Whether two triangles have a point in common that is not on the corner of p, or the edge of it, that they share. */
function haveMore(p: Float64Array, q: Float64Array, shared: readonly number[]): boolean {
  if (shared.length === 3) return true;
  const corners = toPoints(toWhole([...p, ...q]).whole);
  const [from, to] = [corners[shared[0]], corners[shared[shared.length - 1]]];
  const way = subtract(to, from);
  return commonPoints(corners.slice(0, 3), corners.slice(3)).some(([x, y, z, w]) => {
    const off: Big3 = [x - from[0] * w, y - from[1] * w, z - from[2] * w];
    // All that is common and on the line of a common edge is on that edge.
    return shared.length === 1 ? !isZero(off) : !isZero(cross(way, off));
  });
}

/** Low and high corners, six numbers a triangle. */
function boxesOf(triangles: readonly Float64Array[]): Float64Array {
  const boxes = new Float64Array(6 * triangles.length);
  for (const [i, t] of triangles.entries())
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = Math.min(t[k], t[3 + k], t[6 + k]);
      boxes[6 * i + 3 + k] = Math.max(t[k], t[3 + k], t[6 + k]);
    }
  return boxes;
}

function areApart(boxes: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++)
    if (boxes[6 * i + 3 + k] < boxes[6 * j + k] || boxes[6 * j + 3 + k] < boxes[6 * i + k]) return true;
  return false;
}
