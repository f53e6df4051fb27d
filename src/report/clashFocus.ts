import { type BodyState, worldBounds } from '../body.js';
import type { PairKind } from '../detect/zlist/judgePair.js';
import { InputError } from '../errors.js';
import { nearestFaces } from '../exact/distance/nearestFaces.js';
import { type WorldMesh, worldMesh } from '../exact/worldMesh.js';
import { type Box, center, extent, intersectBoxes } from '../math/box.js';
import { add, scale, type Vec3 } from '../math/vector.js';

/** What is known of a pair and matters to a picture of it: a pair of a report will do. Lengths are in model units. */
export interface ClashFocus {
  readonly kind?: PairKind | undefined;
  readonly inner?: 'a' | 'b' | undefined;
  /** Along which the overlap was measured. */
  readonly direction: Vec3;
  /** Around the overlap; without it nothing is shown as overlap. */
  readonly bounds?: Box | null | undefined;
  /** Deepest in the overlap, or in the contact. */
  readonly point?: Vec3 | null | undefined;
  /** Where bodies that are apart come nearest. */
  readonly nearest?: readonly [Vec3, Vec3] | undefined;
  /** Signed: negative inside. */
  readonly distance?: number | undefined;
}

/** Where to look: a box to see all of, and points to mark. */
export interface ClashPlace {
  readonly bounds: Box;
  readonly marks: readonly Vec3[];
  /** Whether `bounds` is around an overlap, of which colours tell. */
  readonly overlaps: boolean;
}

/** Where two bodies overlap, touch or come nearest. */
export function clashPlace(a: BodyState, b: BodyState, { kind, bounds, point, nearest }: ClashFocus): ClashPlace {
  if (bounds && kind !== 'clearance') return { bounds, marks: [], overlaps: true };
  const marks = nearest ?? [point ?? contactPlace(a, b)];
  const [p, q] = [marks[0], marks[marks.length - 1]];
  const low = (k: 0 | 1 | 2) => Math.min(p[k], q[k]);
  const high = (k: 0 | 1 | 2) => Math.max(p[k], q[k]);
  const around: Box = { min: [low(0), low(1), low(2)], max: [high(0), high(1), high(2)] };
  return { bounds: around, marks, overlaps: false };
}

/** How far from a surface a point still counts as on it, as a share of the size of what is seen. */
const ON_SURFACE = 1e-9;

/** A point where two bodies touch: in the middle of where their boxes meet, if they touch there, else any. */
function contactPlace(a: BodyState, b: BodyState): Vec3 {
  const common = intersectBoxes(worldBounds(a), worldBounds(b));
  const middle = center(common);
  try {
    const meshes = [worldMesh(a), worldMesh(b)] as const;
    const size = Math.max(...meshes.flatMap(({ bounds }) => extent(bounds)));
    const isOn = (mesh: WorldMesh) => nearestFaces(mesh, pointMesh(middle), ON_SURFACE * size) !== undefined;
    if (isOn(meshes[0]) && isOn(meshes[1])) return middle;
    const [p, q] = nearestFaces(...meshes)!.points;
    return scale(add(p, q), 0.5);
  } catch (error) {
    // Coordinates beyond what can be computed exactly can be drawn all the same.
    if (error instanceof InputError) return middle;
    throw error;
  }
}

/** A face with its three corners in one place. */
const pointMesh = (point: Vec3): WorldMesh => ({
  positions: Float64Array.of(...point, ...point, ...point),
  indices: Uint32Array.of(0, 1, 2),
  bounds: { min: point, max: point },
});
