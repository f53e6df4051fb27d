import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { expect } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { cull } from '../../src/cull.js';
import type { Machine } from '../../src/machine/machine.js';
import { type Affine, multiply, scaling, transformPoint, translation } from '../../src/math/affine.js';
import { type Random, seeded } from '../../src/math/random.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { pick, randomAffine, randomRigid, scaleBetween } from '../support/randomPose.js';

/** The mesh where the pose puts it, in f64. */
export function moved({ positions, indices }: Mesh, pose: Affine): Mesh {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(transformPoint(pose, [positions[i], positions[i + 1], positions[i + 2]]), i);
  return { positions: out, indices };
}

function treeOf({ positions, indices }: Mesh): MeshBVH {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return new MeshBVH(geometry, { indirect: true });
}

export type FacePair = readonly [a: number, b: number];

/** All pairs of faces that cross or touch, by three-mesh-bvh. */
export function crossingFaces(a: Mesh, b: Mesh): FacePair[] {
  const [treeA, treeB] = [treeOf(a), treeOf(b)];
  const pairs: FacePair[] = [];
  treeA.bvhcast(treeB, new Matrix4(), {
    intersectsTriangles(one, other, i, j) {
      if (one.intersectsTriangle(other)) pairs.push([treeA.resolveTriangleIndex(i), treeB.resolveTriangleIndex(j)]);
      return false;
    },
  });
  return pairs;
}

interface Kept {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/** Demands that no face of a pair is missing. */
export function expectKept({ a, b }: Kept, pairs: readonly FacePair[], where = ''): void {
  const [inA, inB] = [new Set(a), new Set(b)];
  const missing = pairs.filter(([i, j]) => !(inA.has(i) && inB.has(j)));
  expect(missing, where).toEqual([]);
}

export const isAscending = (faces: Uint32Array): boolean => faces.every((face, i) => i === 0 || faces[i - 1] < face);

/** Any placement: turned, scaled, sheared or mirrored, near each other. */
function randomPose(random: Random): Affine {
  const kind = random();
  if (kind < 0.4) return randomRigid(random, 0.9, scaleBetween(random, 0.2, 3));
  if (kind < 0.8) return randomAffine(random, 0.9);
  return multiply(randomRigid(random, 0.9), scaling(1, -scaleBetween(random, 1e-3, 1), 1));
}

/**
 * Demands that every face that crosses one of the other body is kept, in some placements of two solids, near the origin and
 * far away, by their poses and by their coordinates. Returns how many faces cross.
 */
export async function expectCrossingKept(machine: Machine, seed: number, placements: number): Promise<number> {
  const random = seeded(seed);
  const far = [0, 0, 1e6, -3e7];
  let crossing = 0;
  for (let k = 0; k < placements; k++) {
    const [one, other] = [pick(random, SOLIDS), pick(random, SOLIDS)];
    const [p, q] = [randomPose(random), randomPose(random)];
    const [a, b] = [moved(one.coarse, p), moved(other.coarse, q)];
    const pairs = crossingFaces(a, b);
    crossing += pairs.length;
    const away = translation(pick(random, far), pick(random, far), pick(random, far));
    const where = `${one.name} and ${other.name}, placement ${k}`;
    const options = { machine, cells: pick(random, [256, 256, 1, 7, 64, 100]) };
    const bodies: [Body, Body] = [
      body(one.coarse, { pose: multiply(away, p) }),
      body(other.coarse, { pose: multiply(away, q) }),
    ];
    expectKept(await cull(...bodies, options), pairs, where);
    const swapped = await cull(body(moved(b, away)), body(moved(a, away)), options);
    expectKept({ a: swapped.b, b: swapped.a }, pairs, `${where}, in f64 coordinates`);
    expect(isAscending(swapped.a) && isAscending(swapped.b)).toBe(true);
  }
  return crossing;
}
