import { type Body, castAt } from '../../../src/body.js';
import { worldNormal } from '../../../src/detect/surfaceNormal.js';
import { faceOf, type LayerLists } from '../../../src/machine/lists.js';
import { invert, transformPoint } from '../../../src/math/affine.js';
import { dot } from '../../../src/math/vector.js';
import { type View, worldFromScreen } from '../../../src/view/view.js';

/**
 * Pixels whose ray and whose neighbours' rays meet a surface at the same number of places, on the same patches, nowhere at a
 * glancing angle: what a silhouette, a rim or a crease comes near to is left out. For each layer the cosine of ray and normal.
 */
export function awayFromSilhouettes(
  lists: LayerLists,
  view: View,
  body: Body,
  leastCosine: number,
): { readonly isAway: Uint8Array; readonly cosines: Float64Array } {
  const surface = castAt(body)!;
  const { columns, rows } = view;
  const world = worldFromScreen(view);
  const back = invert(body.pose);
  const cosines = new Float64Array(lists.depth.length);
  const isPlain = new Uint8Array(columns * rows).fill(1);
  for (let p = 0; p < columns * rows; p++)
    for (let k = lists.first[p]; k < lists.first[p + 1]; k++) {
      const place = [(p % columns) + 0.5, Math.floor(p / columns) + 0.5, lists.depth[k]] as const;
      const normal = worldNormal(surface, back, faceOf(lists.name[k], lists), transformPoint(world, place));
      cosines[k] = Math.abs(dot(normal, view.direction));
      if (!(cosines[k] >= leastCosine)) isPlain[p] = 0;
    }
  const isAlike = (p: number, q: number): boolean => {
    const count = lists.first[p + 1] - lists.first[p];
    if (count !== lists.first[q + 1] - lists.first[q] || isPlain[q] === 0) return false;
    for (let k = 0; k < count; k++) if (lists.name[lists.first[p] + k] !== lists.name[lists.first[q] + k]) return false;
    return true;
  };
  const isAway = new Uint8Array(columns * rows);
  for (let y = 1; y < rows - 1; y++)
    for (let x = 1; x < columns - 1; x++) {
      const p = y * columns + x;
      const around = [-1, 1, -columns, columns, -columns - 1, -columns + 1, columns - 1, columns + 1];
      isAway[p] = isPlain[p] === 1 && around.every((step) => isAlike(p, p + step)) ? 1 : 0;
    }
  return { isAway, cosines };
}
