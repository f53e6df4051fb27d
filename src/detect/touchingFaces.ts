import type { BodyState } from '../body.js';
import { MOST_CELLS, SLABS } from '../machine/cells.js';
import type { Machine, Timings } from '../machine/machine.js';
import { type Affine, invert } from '../math/affine.js';
import type { Vec3 } from '../math/vector.js';
import { collisionZone, slackIn, type Zone } from '../view/direction.js';
import { fitPair } from '../view/fit.js';
import type { View } from '../view/view.js';
import { frames } from './zlist/frames.js';

/** The faces of two bodies that can touch, and how they were found. */
export interface FacesThatTouch {
  /** Face numbers of the first and of the second body, ascending. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** Absent where the boxes are apart: then no face was looked at. */
  readonly grid?: {
    /** The zone where the boxes meet; its columns and rows are the cells. */
    readonly view: View;
    /** Into how many slabs the depth of a cell was cut. */
    readonly slabs: number;
    /** By how much faces were grown along the view's right, down and direction: half the clearance, and rounding. */
    readonly reach: Vec3;
  };
}

export interface TouchingFacesOptions {
  /** Faces that come nearer to the other body than this are kept, too, in model units. Default: 0. */
  readonly clearance?: number;
  /** The most cells across and down a zone. Default: MOST_CELLS. */
  readonly cells?: number;
}

/**
 * The faces of each pair of bodies that can touch, cross, or come nearer than the clearance, those that rounding alone keeps
 * apart among them, and some that only come near: all pairs go through the machine together. None is lost: faces are
 * compared within the zone where the boxes meet, grown by what they may reach.
 */
export async function touchingFaces(
  machine: Machine,
  pairs: readonly (readonly [BodyState, BodyState])[],
  { clearance = 0, cells = MOST_CELLS }: TouchingFacesOptions = {},
  time: (timings: Timings) => void = () => {},
): Promise<FacesThatTouch[]> {
  const found: FacesThatTouch[] = pairs.map(() => ({ a: new Uint32Array(0), b: new Uint32Array(0) }));
  const zones = pairs.flatMap(([a, b], pair) => {
    const zone = zoneOf(a, b, clearance / 2, cells);
    return zone ? [{ ...zone, pair, a, b }] : [];
  });
  for (const { atlas, indices } of frames(zones.map(({ view }) => view))) {
    const asked = indices.map((i, tile) => ({ ...zones[i], tile }));
    const kept = await machine.run(atlas, async (frame) => {
      const faces = await frame.touching(asked);
      time(frame.timings());
      return faces;
    });
    asked.forEach(({ pair, view, reach }, k) => {
      const { a, b, columns, rows } = kept[k];
      found[pair] = { a, b, grid: { view: { ...view, columns, rows }, slabs: SLABS, reach } };
    });
  }
  return found;
}

/**
 * Where faces within twice `half` of each other can be, and by how much to grow them: points of two faces less than that
 * apart lie within `half` of the point halfway. Undefined where there is no such place.
 */
function zoneOf(
  a: BodyState,
  b: BodyState,
  half: number,
  cells: number,
): { readonly view: View; readonly reach: Vec3 } | undefined {
  const grownA = grown(a, half);
  const grownB = grown(b, half);
  const view = fitPair(grownA, grownB, { resolution: cellsFor(a, b, cells) });
  if (!view) return undefined;
  const [x, y, z] = roundingReach(view, grownA, grownB);
  // The point halfway lies in the view and within half of both faces, but for rounding.
  return { view, reach: [half + x, half + y, half + z] };
}

/** By how much faces must be grown for what rounding does to them along a view's axes: once for either body. */
export function roundingReach(view: View, a: BodyState, b: BodyState): Vec3 {
  const [x, y, z] = slackOf(view, collisionZone(a, b));
  return [2 * x, 2 * y, 2 * z];
}

/** Cells across and down for a body of n² faces are so many times n: fewer faces would lie over more cells than they are worth. */
const CELLS_PER_SIDE = 2;

const cellsFor = (a: BodyState, b: BodyState, most: number): number => {
  const faces = Math.max(a.mesh.indices.length, b.mesh.indices.length) / 3;
  return Math.min(most, 2 ** Math.ceil(Math.log2(CELLS_PER_SIDE * Math.sqrt(faces))));
};

/** The body with a box that holds all that lies within `reach` of its own: along k, a length 1 is row k of the inverse. */
function grown(body: BodyState, reach: number): BodyState {
  const m = invert(body.pose);
  const along = (k: number) => reach * Math.hypot(m[4 * k], m[4 * k + 1], m[4 * k + 2]);
  const [x, y, z] = [along(0), along(1), along(2)];
  const { min, max } = body.bounds;
  return {
    ...body,
    bounds: { min: [min[0] - x, min[1] - y, min[2] - z], max: [max[0] + x, max[1] + y, max[2] + z] },
  };
}

/** What rounding may do to coordinates in a view that was fitted in all of the zone's frames. */
function slackOf({ right, down, direction }: View, { boxes, magnitude }: Zone): Vec3 {
  const along = (axis: Vec3): number =>
    Math.max(
      ...boxes.map(({ worldFromFrame, frameFromWorld }) => {
        const slack = slackIn(frameFromWorld, magnitude);
        return slack.reduce((sum, s, k) => sum + s * Math.abs(alongColumn(worldFromFrame, k, axis)), 0);
      }),
    );
  return [along(right), along(down), along(direction)];
}

const alongColumn = (m: Affine, k: number, axis: Vec3): number =>
  m[k] * axis[0] + m[4 + k] * axis[1] + m[8 + k] * axis[2];
