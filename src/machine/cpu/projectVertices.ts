import type { Affine } from '../../math/affine.js';
import { SUBPIXELS } from '../raster.js';
import type { LayerMemory } from './layerMemory.js';

/**
 * Projects and snaps the vertices `from` to `end`, each once. All faces that share a vertex then see the very same numbers, which is what makes
 * the rasterizer watertight.
 */
export function projectVertices(
  positions: ArrayLike<number>,
  screenFromBody: Affine,
  out: Pick<LayerMemory, 'vertices' | 'snapped'>,
  from = 0,
  end = positions.length / 3,
): void {
  const { vertices, snapped } = out;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = screenFromBody;
  for (let i = from, k = 3 * from; i < end; i++, k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    const px = m0 * x + m1 * y + m2 * z + m3;
    const py = m4 * x + m5 * y + m6 * z + m7;
    vertices[4 * i] = px;
    vertices[4 * i + 1] = py;
    vertices[4 * i + 2] = m8 * x + m9 * y + m10 * z + m11;
    snapped[8 * i + 6] = Math.floor(px * SUBPIXELS + 0.5);
    snapped[8 * i + 7] = Math.floor(py * SUBPIXELS + 0.5);
  }
}
