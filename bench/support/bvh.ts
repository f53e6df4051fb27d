import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { Body } from '../../src/body.js';
import { type Affine, invert, multiply } from '../../src/math/affine.js';

/** A body's mesh for three.js; the tree sorts its faces in place, so they are a copy. */
export function geometryOf({ mesh: { positions, indices } }: Body): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

/** The tree of a body, in its own frame and with the library's settings, which build fastest. */
export function treeOf(body: Body): MeshBVH {
  const geometry = geometryOf(body);
  const tree = new MeshBVH(geometry);
  geometry.boundsTree = tree; // so that intersectsGeometry descends both trees
  return tree;
}

/** From B's frame to A's, in which the trees are compared. */
export const matrixBetween = (a: Body, b: Body): Matrix4 => toMatrix4(multiply(invert(a.pose), b.pose));

const toMatrix4 = (m: Affine): Matrix4 =>
  // biome-ignore format: a matrix
  new Matrix4().set(
    m[0], m[1], m[2], m[3],
    m[4], m[5], m[6], m[7],
    m[8], m[9], m[10], m[11],
    0, 0, 0, 1,
  );

/**
 * Every pair of faces that cross each other, as two numbers each: places in the order into which the trees sorted the faces.
 * To get the bodies' own numbers, trees would have to be indirect, which is slower.
 */
export function crossingFaces(a: MeshBVH, b: MeshBVH, fromBToA: Matrix4): number[] {
  const pairs: number[] = [];
  a.bvhcast(b, fromBToA, {
    intersectsTriangles(faceOfA, faceOfB, i, j) {
      if (faceOfA.intersectsTriangle(faceOfB)) pairs.push(i, j);
      return false; // go on: all of them are wanted
    },
  });
  return pairs;
}

/** Whether any face of the one crosses any face of the other. */
export const surfacesCross = (a: MeshBVH, b: MeshBVH, fromBToA: Matrix4): boolean =>
  a.intersectsGeometry(b.geometry, fromBToA);
