import type { Affine } from '../math/affine.js';
import type { Mesh } from '../mesh/mesh.js';

/** A rectangle in a view's plane. */
export interface Window {
  readonly min: readonly [x: number, y: number];
  readonly max: readonly [x: number, y: number];
}

/**
 * The least and the greatest depth of the faces that can be seen through a window, from their boxes; least above greatest
 * where there is none. `map` leads from the mesh to the view.
 */
export function depthInWindow(
  { positions, indices }: Mesh,
  map: Affine,
  { min, max }: Window,
): readonly [number, number] {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = map;
  let near = Infinity;
  let far = -Infinity;
  for (let f = 0; f < indices.length; f += 3) {
    let [left, right, top, bottom, first, last] = [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity];
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[f + k];
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      const across = m0 * x + m1 * y + m2 * z + m3;
      const down = m4 * x + m5 * y + m6 * z + m7;
      const along = m8 * x + m9 * y + m10 * z + m11;
      if (across < left) left = across;
      if (across > right) right = across;
      if (down < top) top = down;
      if (down > bottom) bottom = down;
      if (along < first) first = along;
      if (along > last) last = along;
    }
    if (left > max[0] || right < min[0] || top > max[1] || bottom < min[1]) continue;
    if (first < near) near = first;
    if (last > far) far = last;
  }
  return [near, far];
}
