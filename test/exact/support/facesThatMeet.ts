import type { Mesh } from '../../../src/mesh/mesh.js';
import { type Big3, toPoints } from './bigVector.js';
import { classifyBigTriangles, classifyTriangles, type TriangleContact } from './classifyTriangles.js';
import { trianglesMeet } from './trianglesMeet.js';

export interface FaceContact {
  readonly a: number;
  readonly b: number;
  readonly contact: Exclude<TriangleContact, 'none'>;
}

/** All faces of A that meet faces of B, by trying each against each; in the order of A's faces, then of B's. */
export function facesThatMeet(a: Mesh, b: Mesh): FaceContact[] {
  const [ofA, ofB] = [trianglesOf(a), trianglesOf(b)];
  const areWhole = [ofA, ofB].every((faces) => faces.every((corners) => corners.every(Number.isInteger)));
  // Whole numbers need no common unit: each face is turned into big ones once.
  const [bigA, bigB]: Big3[][][] = [[], []];
  const found: FaceContact[] = [];
  for (let i = 0; i < ofA.length; i++)
    for (let j = 0; j < ofB.length; j++) {
      const p = ofA[i];
      const q = ofB[j];
      if (!boxesMeet(p, q) || !trianglesMeet(p, q)) continue;
      if (areWhole) {
        bigA[i] ??= toPoints(Array.from(p, BigInt));
        bigB[j] ??= toPoints(Array.from(q, BigInt));
      }
      const contact = areWhole ? classifyBigTriangles(bigA[i], bigB[j]) : classifyTriangles(p, q);
      if (contact === 'none') throw new Error(`facesThatMeet: the two oracles disagree (faces ${i} and ${j}).`);
      found.push({ a: i, b: j, contact });
    }
  return found;
}

/** Whether any face of A meets one of B. */
export function facesMeet(a: Mesh, b: Mesh): boolean {
  const ofB = trianglesOf(b);
  return trianglesOf(a).some((p) => ofB.some((q) => boxesMeet(p, q) && trianglesMeet(p, q)));
}

/** The corners of each face, nine numbers. */
export function trianglesOf({ positions, indices }: Mesh): Float64Array[] {
  const out: Float64Array[] = [];
  for (let f = 0; f < indices.length; f += 3) {
    const corners = new Float64Array(9);
    for (let k = 0; k < 9; k++) corners[k] = positions[3 * indices[f + Math.floor(k / 3)] + (k % 3)];
    out.push(corners);
  }
  return out;
}

function boxesMeet(p: Float64Array, q: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.max(p[k], p[3 + k], p[6 + k]) < Math.min(q[k], q[3 + k], q[6 + k])) return false;
    if (Math.min(p[k], p[3 + k], p[6 + k]) > Math.max(q[k], q[3 + k], q[6 + k])) return false;
  }
  return true;
}
