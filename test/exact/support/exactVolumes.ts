import type { Mesh } from '../../../src/mesh/mesh.js';
import { type Big3, cross, dot, subtract, toPoints, toWhole } from './bigVector.js';
import { type Quotient, sixfoldCommonVolume, tetrahedraOver } from './sixfoldCommonVolume.js';

/** Volumes without rounding, in sixths of `unit`³. */
export interface ExactVolumes {
  readonly common: Quotient;
  readonly ofA: bigint;
  readonly ofB: bigint;
  /** A power of two. */
  readonly unit: number;
}

/** The volumes of two solids and of what they have in common, for any f64 coordinates: each face against each. */
export function exactVolumes(a: Mesh, b: Mesh): ExactVolumes {
  const { whole, unit } = toWhole([...a.positions, ...b.positions]);
  const points = toPoints(whole);
  const origin = points[a.indices[0]];
  const moved = points.map((point) => subtract(point, origin));
  const ofA = facesOf(moved, a.indices);
  const ofB = facesOf(moved.slice(a.positions.length / 3), b.indices);
  const common = sixfoldCommonVolume(tetrahedraOver(ofA), tetrahedraOver(ofB));
  return { common, ofA: sixfoldVolume(ofA), ofB: sixfoldVolume(ofB), unit };
}

/** The common volume in model units, rounded at the end. */
export function commonVolume(a: Mesh, b: Mesh): number {
  const { common, unit } = exactVolumes(a, b);
  return (Number((common.num << 80n) / (6n * common.den)) / 2 ** 80) * unit ** 3;
}

function facesOf(points: readonly Big3[], indices: Uint32Array): Big3[][] {
  const faces: Big3[][] = [];
  for (let i = 0; i < indices.length; i += 3)
    faces.push([points[indices[i]], points[indices[i + 1]], points[indices[i + 2]]]);
  return faces;
}

const sixfoldVolume = (faces: readonly (readonly Big3[])[]): bigint =>
  faces.reduce((total, [p, q, r]) => total + dot(p, cross(q, r)), 0n);
