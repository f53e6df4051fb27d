import { type BodyState, castAt, worldBounds } from '../../body.js';
import { flattened } from '../../machine/flattened.js';
import { faceOf, type LayerLists, slotOf } from '../../machine/lists.js';
import type { Machine } from '../../machine/machine.js';
import { invert } from '../../math/affine.js';
import { center, inflateBox, intersectBoxes, isEmpty, uniteBoxes } from '../../math/box.js';
import { AXES, add, cross, dot, scale, subtract, type Vec3 } from '../../math/vector.js';
import { type Atlas, packAtlas } from '../../view/atlas.js';
import { fitView } from '../../view/fit.js';
import { pixelSize, type View } from '../../view/view.js';
import { lookErrorOf } from '../depthError.js';
import { worldNormal } from '../surfaceNormal.js';
import { nearestPair, pointAt } from './nearestPair.js';

/** Where two bodies come nearest, as far as rays tell. */
export interface NearestSamples {
  readonly distance: number;
  /** The two points, in world coordinates. */
  readonly a: Vec3;
  readonly b: Vec3;
  /** By how much the true distance may be smaller where the rays resolve the surfaces, see {@link nearestSamples}. */
  readonly error: number;
  /** By how much `distance` may be wrong either way, from rounding alone. */
  readonly rounding: number;
}

/**
 * Samples of a face count in views whose direction has at least this cosine with its normal. The largest cosine of any
 * normal with the three axes is at least 1/√3 = 0.577; this is a little less, so that on a curved surface the samples of
 * one view have begun where those of another end. It is not much less: across a face seen edge-on, where 1/512 pixel is
 * a long way, samples would lie off the surface.
 */
const LEAST_COSINE = 0.5;

/**
 * The nearest two points of two bodies that do not overlap, among the points where rays along the three axes of the world
 * meet them; `undefined` where no two are at most `limit` + `error` apart. Looked at is what lies so near to the other
 * body's box, of either.
 *
 * The true distance is not larger: samples lie on the surfaces, to the rounding of depths and to a pixel's 256th, by which
 * a face may be covered too wide. Nor is it smaller by more than `error`, where the surfaces are resolved:
 *
 * Let d be a pixel's diagonal, and ρ = √3/2 d. Of the three axes one has a cosine ≥ 1/√3 with the normal of a flat piece of
 * surface. Along it, a disc of radius ρ in that piece is seen as an ellipse, nowhere narrower than a circle of radius
 * ρ/√3 = d/2; and each circle of that radius holds a pixel's centre. So each such disc holds a sample. A point of a piece
 * is at most √2 ρ away from the centre of a disc that lies in the piece (that is the case in the corner of a square), and
 * so at most (1 + √2) ρ from a sample. This may happen on both bodies, in opposite directions: error = 2 (1 + √2) ρ.
 *
 * Resolved is what has such pieces: flat or nearly so over some pixels, with corners of 90° or more. What is thinner than
 * a pixel can be missed, and in a sharper corner the nearest sample can be farther away.
 */
export async function nearestSamples(
  machine: Machine,
  a: BodyState,
  b: BodyState,
  limit: number,
  resolution: number,
): Promise<NearestSamples | undefined> {
  const bounds = [worldBounds(a), worldBounds(b)] as const;
  /** What lies so near to the other body's box, of both bodies: the same rays for both, so that parallel faces tell exactly. */
  const viewsWithin = (reach: number): View[] => {
    const parts = [0, 1].map((k) => intersectBoxes(bounds[k], inflateBox(bounds[1 - k], reach)));
    if (parts.some(isEmpty)) return [];
    return AXES.map((direction) => fitView(uniteBoxes(parts[0], parts[1]), { direction, resolution }));
  };
  const placed = [a, b].map((body, k) => ({ body, bounds: bounds[k] }));
  const roundingIn = (views: readonly View[]): number =>
    2 * Math.max(0, ...views.map((view) => lookErrorOf(machine, view, placed)));
  const errorIn = (views: readonly View[]): number =>
    (1 + Math.SQRT2) * Math.sqrt(3) * Math.max(0, ...views.map((view) => Math.hypot(...pixelSize(view)))) +
    roundingIn(views);

  // How far to look depends on the error, and the error, a little, on how far one looks.
  const views = viewsWithin(limit + 2 * errorIn(viewsWithin(limit)));
  if (views.length === 0) return undefined;
  const error = errorIn(views);
  const middle = center(uniteBoxes(...bounds));
  const samples = [createSamples(), createSamples()] as const;
  for (const { atlas } of packAtlas(views)) {
    const lists = await machine.run(atlas, async (frame) => {
      frame.lists(atlas.tiles.flatMap((_, tile) => [a, b].map((body) => ({ body, tile }))));
      return frame.read('lists');
    });
    for (const tile of atlas.tiles) {
      const sides = [a, b].map((body) => seenSides(flattened(body, tile.view)));
      collect(lists, atlas, tile, middle, samples, sides);
    }
  }
  const [pointsA, pointsB] = samples.map(({ points, count }) => points.subarray(0, 3 * count));
  const nearest = nearestPair(pointsA, pointsB, limit + error);
  if (!nearest) return undefined;
  return {
    distance: nearest.distance,
    a: add(pointAt(pointsA, nearest.a), middle),
    b: add(pointAt(pointsB, nearest.b), middle),
    error,
    rounding: roundingIn(views),
  };
}

/** The points of one body, relative to the middle of the box: far from the origin that saves digits. */
interface Samples {
  points: Float64Array;
  count: number;
}

const createSamples = (): Samples => ({ points: new Float64Array(3 * 1024), count: 0 });

/** Along which axes, a bit each, a sample of a face or patch at a point counts. */
type AxesOf = (piece: number, point: Vec3) => number;

const axesOfNormal = (normal: Vec3): number => {
  const least = LEAST_COSINE * Math.sqrt(dot(normal, normal));
  let axes = 0;
  for (let k = 0; k < 3; k++) if (Math.abs(normal[k]) >= least) axes |= 1 << k;
  return axes;
};

/** As far as the normal of a surface tells, at each point; of a mesh, that of each face. */
function seenSides(body: BodyState): AxesOf {
  const surface = castAt(body);
  if (!surface) return seenFaces(body);
  const back = invert(body.pose);
  return (patch, point) => axesOfNormal(worldNormal(surface, back, patch, point));
}

function seenFaces({ mesh: { positions, indices }, pose }: BodyState): AxesOf {
  /** 0 where a face was not met yet. */
  const known = new Uint8Array(indices.length / 3);
  const side = (from: number, to: number): Vec3 => {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * indices[to] + k] - positions[3 * indices[from] + k]);
    const along = (r: number) => pose[r] * x + pose[r + 1] * y + pose[r + 2] * z;
    return [along(0), along(4), along(8)];
  };
  return (face) => {
    if (known[face] === 0)
      known[face] = axesOfNormal(cross(side(3 * face, 3 * face + 1), side(3 * face, 3 * face + 2)));
    return known[face];
  };
}

/** Adds the layers in a tile to the bodies' points. */
function collect(
  lists: LayerLists,
  { width }: Atlas,
  { view, x, y }: Atlas['tiles'][number],
  middle: Vec3,
  samples: readonly [Samples, Samples],
  sides: readonly AxesOf[],
): void {
  const { right, down, direction, size, columns, rows } = view;
  const [across, along] = pixelSize(view);
  const axis = 1 << direction.findIndex((c) => c !== 0);
  const corner = subtract(view.origin, middle);
  for (let row = 0; row < rows; row++) {
    const start = add(corner, scale(down, (row + 0.5) * along));
    for (let column = 0; column < columns; column++) {
      const p = (y + row) * width + x + column;
      const from = lists.first[p];
      const to = lists.first[p + 1];
      if (from === to) continue;
      const near = add(start, scale(right, (column + 0.5) * across));
      for (let k = from; k < to; k++) {
        const slot = slotOf(lists.name[k], lists);
        const point = add(near, scale(direction, lists.depth[k] * size[2]));
        if ((sides[slot](faceOf(lists.name[k], lists), add(point, middle)) & axis) === 0) continue;
        const one = samples[slot];
        if (3 * one.count === one.points.length) one.points = doubled(one.points);
        one.points.set(point, 3 * one.count++);
      }
    }
  }
}

function doubled(points: Float64Array): Float64Array {
  const more = new Float64Array(2 * points.length);
  more.set(points);
  return more;
}
