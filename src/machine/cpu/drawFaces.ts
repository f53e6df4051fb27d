import { coverFace, type ScreenVertices } from './coverFace.js';
import type { DrawTarget } from './draw.js';
import type { FragmentPass } from './fragmentPass.js';

/** Takes the covered pixels of all faces through the pass. `bodyId` goes into the id plane, 0 for the face's number + 1. */
export function drawFaces(
  screen: ScreenVertices,
  indices: Uint32Array,
  mirrored: boolean,
  cull: number,
  { band, offset, stride }: DrawTarget,
  bodyId: number,
  { take }: FragmentPass,
): void {
  let id = bodyId;
  const takePixel = (x: number, y: number, depth: number, sign: number) =>
    take(offset + y * stride + x, depth, sign, id);
  for (let k = 0; k < indices.length; k += 3) {
    if (bodyId === 0) id = k / 3 + 1;
    coverFace(screen, indices[k], indices[k + 1], indices[k + 2], band, mirrored, cull, takePixel);
  }
}
