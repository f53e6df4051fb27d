import type { BodyState } from '../../body.js';
import { determinant, multiply } from '../../math/affine.js';
import { screenFromWorld, type View } from '../../view/view.js';

/** A body's faces as a view shows them, in f64, and not snapped. */
export interface ProjectedMesh {
  /** Three numbers for each vertex: x and y in pixels, depth from 0 at the near to 1 at the far plane. */
  readonly places: Float64Array;
  readonly indices: Uint32Array;
  /** Whether the pose mirrors: then what is outside of a face lies on its other side. */
  readonly isMirrored: boolean;
}

export function projectMesh({ mesh: { positions, indices }, pose }: BodyState, view: View): ProjectedMesh {
  const m = multiply(screenFromWorld(view), pose);
  const places = new Float64Array(positions.length);
  for (let v = 0; v < places.length; v += 3) {
    const [x, y, z] = [positions[v], positions[v + 1], positions[v + 2]];
    places[v] = m[0] * x + m[1] * y + m[2] * z + m[3];
    places[v + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
    places[v + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
  }
  return { places, indices, isMirrored: determinant(pose) < 0 };
}
