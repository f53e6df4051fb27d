import { type Body, type BodyState, still } from './body.js';
import { CULL_SLABS } from './detect/zlist/coverCells.js';
import { cullFaces, MOST_CELLS } from './detect/zlist/cullFaces.js';
import { InputError } from './errors.js';
import type { Timings } from './machine/machine.js';
import { type Affine, invert } from './math/affine.js';
import type { Vec3 } from './math/vector.js';
import { collisionZone, slackIn, type Zone } from './view/direction.js';
import { fitPair } from './view/fit.js';
import type { View } from './view/view.js';

export interface CullOptions {
  /** Faces that come nearer to the other body than this are kept, too, in model units. */
  clearance?: number;
  /** The most cells across and down the zone where the bodies' boxes meet. Where faces are large, fewer are used. */
  cells?: number;
}

export const CULL_DEFAULTS: Required<CullOptions> = { clearance: 0, cells: MOST_CELLS };

/** The faces that can interfere, and how they were found. Plain data. */
export interface Culled {
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
  readonly timings: Timings;
}

/**
 * Leaves out the faces that cannot interfere, as a narrow phase wants it: every face that touches or crosses one of the
 * other body, or comes nearer to it than the clearance, is kept, those that rounding alone keeps apart among them; and
 * some that only come near. A body inside another has no crossing faces: nothing is kept there.
 *
 * It takes time in proportion to the number of faces, and prepares nothing, so bodies may deform. It needs no machine.
 *
 * @example const { a, b } = cull(body(torusKnot()), body(icoSphere()), { clearance: 0.01 })
 */
export function cull(first: Body, second: Body, options: CullOptions = {}): Culled {
  const { clearance, cells } = { ...CULL_DEFAULTS, ...options };
  if (!(clearance >= 0 && clearance < Infinity))
    throw new InputError(
      `cull: the clearance is not a length (${clearance}). Give a finite number from 0 up, in model units.`,
    );
  if (!(Number.isInteger(cells) && cells >= 1 && cells <= MOST_CELLS))
    throw new InputError(
      `cull: the number of cells is not whole, or out of range (${cells}). Give 1 to ${MOST_CELLS}, across and down.`,
    );
  const begin = performance.now();
  const timings = (): Timings => ({ wallMs: performance.now() - begin, stagesMs: {} });
  // Points of two faces are less than the clearance apart: the point halfway lies within half of it of both.
  const half = clearance / 2;
  const [a, b] = [grown(still(first), half), grown(still(second), half)];
  const view = fitPair(a, b, { resolution: cells });
  if (!view) return { a: new Uint32Array(0), b: new Uint32Array(0), timings: timings() };
  const slack = slackOf(view, collisionZone(a, b));
  // Once for the rounding of the coordinates, and once for what rounding keeps apart.
  const reach: Vec3 = [half + 2 * slack[0], half + 2 * slack[1], half + 2 * slack[2]];
  const { columns, rows, ...kept } = cullFaces(a, b, view, reach);
  return { ...kept, grid: { view: { ...view, columns, rows }, slabs: CULL_SLABS, reach }, timings: timings() };
}

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
