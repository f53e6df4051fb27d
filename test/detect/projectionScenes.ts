import { type Body, body } from '../../src/body.js';
import { type Affine, multiply, transformPoint } from '../../src/math/affine.js';
import { cross, dot, length, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { fitPair } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';

/** The angle between two lines. */
export const angleDeg = (a: Vec3, b: Vec3): number =>
  (Math.atan2(length(cross(a, b)), Math.abs(dot(a, b))) * 180) / Math.PI;

/** A closed prism over a polygon in x and z, counter-clockwise seen from −y, from y = −`half` to `half`. Convex or not. */
export function prism(outline: readonly (readonly [x: number, z: number])[], caps: readonly number[], half = 1) {
  const n = outline.length;
  const positions = [-half, half].flatMap((y) => outline.flatMap(([x, z]) => [x, y, z]));
  const indices: number[] = [];
  for (let k = 0; k < n; k++) {
    const next = (k + 1) % n;
    indices.push(k, n + k, next, next, n + k, n + next);
  }
  for (let k = 0; k < caps.length; k += 3) {
    indices.push(caps[k], caps[k + 1], caps[k + 2]);
    indices.push(n + caps[k], n + caps[k + 2], n + caps[k + 1]);
  }
  return { positions, indices };
}

/** A wedge with its edge at the bottom, and a block with the groove it sits in, pressed in by `depth`; flanks at `deg`. */
export function wedgeInGroove(deg: number, depth: number): [Body, Body] {
  const rise = Math.tan((deg * Math.PI) / 180);
  const wedge = prism(
    [
      [0, -depth],
      [1, rise - depth],
      [-1, rise - depth],
    ],
    [0, 1, 2],
  );
  const groove = prism(
    [
      [-1.2, -0.5],
      [1.2, -0.5],
      [1.2, 1.2 * rise],
      [0, 0],
      [-1.2, 1.2 * rise],
    ],
    [0, 1, 3, 1, 2, 3, 0, 3, 4],
  );
  return [body(wedge), body(groove)];
}

/** A box whose vertices are turned themselves: its own axes tell nothing of how it lies. */
export function turnedBox(size: Vec3, at: Vec3, by: Affine): Body {
  const { positions, indices } = box({ size });
  const turned = new Float64Array(positions.length);
  for (let k = 0; k < positions.length; k += 3)
    turned.set(transformPoint(by, [positions[k] + at[0], positions[k + 1] + at[1], positions[k + 2] + at[2]]), k);
  return body({ positions: turned, indices });
}

/** The bodies with another map after their pose. */
export const moved = (bodies: readonly Body[], by: Affine): Body[] =>
  bodies.map((own) => body(own.mesh, { pose: multiply(by, own.pose) }));

export function viewAlong(a: Body, b: Body, direction: Vec3, resolution = 96, depthMargin = 0): View {
  const view = fitPair(a, b, { direction, resolution, depthMargin });
  if (!view) throw new Error('projectionScenes: the bodies have no view in common.');
  return view;
}
