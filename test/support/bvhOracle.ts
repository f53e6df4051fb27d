import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Ray, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { type Box, center, extent } from '../../src/math/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';

/** A mesh in world coordinates as three-mesh-bvh sees it. */
export type Surface = MeshBVH;

export function surfaceOf({ positions, indices }: Mesh): Surface {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1)); // a tree sorts the indices in place
  const tree = new MeshBVH(geometry);
  geometry.boundsTree = tree;
  return tree;
}

const HERE = new Matrix4();

/** Whether a triangle of the one surface meets a triangle of the other. */
export const surfacesCross = (a: Surface, b: Surface): boolean => a.intersectsGeometry(b.geometry, HERE);

export const surfaceDistance = (a: Surface, b: Surface): number => a.closestPointToGeometry(b.geometry, HERE)!.distance;

/** Along no axis, edge or diagonal that a shape is likely to have. */
const ASIDE = [new Vector3(0.58, 0.31, 0.75), new Vector3(-0.21, 0.88, -0.42), new Vector3(0.73, -0.42, -0.53)];

/** Whether a point lies within a closed surface: by the parity of three rays, of which one may meet an edge. */
export function isWithin(surface: Surface, point: Vector3): boolean {
  const odd = ASIDE.map((way) => surface.raycast(new Ray(point, way), DoubleSide).length % 2);
  return odd[0] + odd[1] + odd[2] >= 2;
}

/** What lies within some closed surfaces and without others. */
export interface Region {
  readonly inside: readonly Surface[];
  readonly outside?: readonly Surface[];
}

/**
 * Whether a region holds a ball of this diameter whose middle lies in the box: halves boxes, and leaves out those that are
 * too near to a surface, or beyond it, to hold the middle. A ball that fits with less than a percent to spare may be
 * overlooked. `undefined` where `mostBoxes` do not suffice to tell.
 */
export function holdsBall(
  { inside, outside = [] }: Region,
  box: Box,
  diameter: number,
  mostBoxes = 200_000,
): boolean | undefined {
  const radius = diameter / 2;
  /** How far a point is from the region's border; negative beyond it. */
  const depthOf = (point: Vector3): number => {
    let depth = Infinity;
    for (const surface of [...inside, ...outside]) {
      const { distance } = surface.closestPointToPoint(point)!;
      depth = Math.min(depth, isWithin(surface, point) === inside.includes(surface) ? distance : -distance);
    }
    return depth;
  };

  const stack = [{ middle: [...center(box)], half: extent(box).map((side) => side / 2) }];
  for (let looks = 0; stack.length > 0; looks++) {
    if (looks === mostBoxes) return undefined;
    const { middle, half } = stack.pop()!;
    const depth = depthOf(new Vector3(...middle));
    if (depth > radius) return true;
    const reach = Math.hypot(...half);
    if (depth + reach <= radius || reach < 0.01 * radius) continue;
    const longest = half.indexOf(Math.max(...half));
    for (const side of [-0.5, 0.5])
      stack.push({
        middle: middle.map((m, k) => (k === longest ? m + side * half[k] : m)),
        half: half.map((h, k) => (k === longest ? h / 2 : h)),
      });
  }
  return false;
}
