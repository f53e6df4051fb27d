import { InputError } from '../../errors.js';
import { type Box, center, extent } from '../../math/box.js';
import { AXES, cross, dot, length, scale, type Vec3 } from '../../math/vector.js';
import type { Quadric } from '../surface.js';
import { centredDistance, centredForm, normalizer } from './centredForm.js';
import { criticalPoints, formAt, perpendiculars, ROUNDING } from './criticalPoints.js';
import { demandInside } from './demandInside.js';

type Plane = Quadric['planes'][number];

/** How far from the form's middle a solid is looked for, in lengths of the form and its planes: what reaches farther has no end. */
const FAR = 1e6;
/** Slack when it is asked whether a point belongs to the solid, in lengths of the frame. */
const SLACK = 1e-11;
/** Thinner solids, in their own sizes, count as flat. */
const FLAT = 1e-9;
/** Rounds of looking again in a frame that fits better. */
const ROUNDS = 8;

/** Where the form and the planes are looked at: about `middle`, in units of `unit`. */
interface Frame {
  readonly middle: Vec3;
  readonly unit: number;
}

/** Also how far the solid goes down below each plane. */
interface BoxAndDepths extends Box {
  readonly depths: readonly number[];
}

/**
 * The box around a quadric cut by planes. A coordinate is least or greatest at a critical point of the quadric, of the conic in one plane, of
 * the line in two, or at the corner of three: they are all tried, and the solid's among them span the box.
 *
 * Whether a point is on the right side is decided with some slack. So that it means the same for all sizes and places, it is done
 * in a frame that fits the solid; as that is not known before, it starts in a frame that fits the form, and looks again.
 */
export function quadricBounds(coefficients: readonly number[], planes: readonly Plane[]): Box {
  let frame = demandInside(coefficients, planes);
  for (let round = 0; ; round++) {
    const { depths, ...box } = boxIn(frame, coefficients, planes, round === 0);
    const size = Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]) / 2;
    const inside = [0, 1, 2].map((k) => (box.min[k] + box.max[k]) / 2);
    const middle = frame.middle.map((x, k) => x + frame.unit * inside[k]) as unknown as Vec3;
    const isFitting = size > 0.4 && size < 2.5 && Math.hypot(...inside) < 1;
    if (isFitting || round === ROUNDS) {
      const thinnest = Math.min(...depths);
      if (thinnest < FLAT * size) throw flat(thinnest * frame.unit);
      if (size < FLAT || size * frame.unit < ROUNDING * Math.hypot(...middle)) throw flat(size * frame.unit);
      return {
        min: frame.middle.map((x, k) => x + frame.unit * box.min[k]) as unknown as Vec3,
        max: frame.middle.map((x, k) => x + frame.unit * box.max[k]) as unknown as Vec3,
      };
    }
    frame = { middle, unit: frame.unit * Math.max(size, 100 * SLACK) };
  }
}

/** How far a solid reaches along a direction: the greatest direction · p. */
export function quadricReach({ coefficients, planes, bounds }: Quadric, direction: Vec3): number {
  const long = length(direction);
  if (long === 0) return 0;
  const along = scale(direction, 1 / long);
  const frame = { middle: center(bounds), unit: length(extent(bounds)) / 2 };
  const { form, sides } = inFrame(frame, coefficients, planes);
  let most = -Infinity;
  // Where it is farthest along a whole edge or face, others tell points of that.
  visitCandidates(form, sides, [along, ...AXES], (point) => {
    most = Math.max(most, dot(along, point));
  });
  return long * (dot(along, frame.middle) + frame.unit * most);
}

const flat = (thickness: number): InputError =>
  new InputError(
    `quadric: the solid is flat: it is ${thickness.toPrecision(2)} thick where it is thinnest. Move the planes apart, or give a form with a larger inside.`,
  );

/** The form and the planes as they are in a frame. */
function inFrame({ middle, unit }: Frame, coefficients: readonly number[], planes: readonly Plane[]) {
  const about = centredForm(coefficients, middle);
  const scaled = about.map((c, k) => c * (k < 6 ? unit * unit : k < 9 ? unit : 1));
  const factor = normalizer(Math.max(...scaled.map(Math.abs)));
  const form = scaled.map((c) => c * factor);
  const sides = planes.map((plane) => [plane[0], plane[1], plane[2], centredDistance(plane, middle) / unit] as const);
  return { form, sides };
}

function boxIn(
  frame: Frame,
  coefficients: readonly number[],
  planes: readonly Plane[],
  isFirst: boolean,
): BoxAndDepths {
  const { form, sides } = inFrame(frame, coefficients, planes);
  const walls = AXES.flatMap(([x, y, z]) => [[x, y, z, FAR] as const, [-x, -y, -z, FAR] as const]);
  const all = isFirst ? [...sides, ...walls] : sides;

  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const depths = sides.map(() => 0);
  const objectives = [...AXES, ...sides.map(([x, y, z]): Vec3 => [x, y, z])];
  visitCandidates(form, all, objectives, (point) => {
    if (isFirst && Math.max(...point.map(Math.abs)) >= 0.999 * FAR) throw unbounded(point);
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], point[k]);
      max[k] = Math.max(max[k], point[k]);
    }
    for (const [k, side] of sides.entries()) depths[k] = Math.max(depths[k], side[3] - dot3(side, point));
  });
  if (min[0] > max[0])
    throw new InputError(
      `quadric: the planes leave nothing of it (planes: ${planes.length}). The inside is where normal · p ≤ distance: turn a plane round or move it.`,
    );
  return { min: min as unknown as Vec3, max: max as unknown as Vec3, depths };
}

function unbounded(point: Vec3): InputError {
  const most = Math.max(...point.map(Math.abs));
  // Close to an axis, it is that axis which is meant.
  const direction = point.map((x) => Math.round((100 * x) / most) / 100 + 0);
  return new InputError(
    `quadric: the solid has no end in direction (${direction.join(', ')}). Cut it off by a plane whose normal points there.`,
  );
}

const dot3 = (plane: readonly number[], p: Vec3): number => plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2];

/** All points of the solid that may be its farthest in the direction of an objective. */
function visitCandidates(
  form: readonly number[],
  planes: readonly Plane[],
  objectives: readonly Vec3[],
  tell: (point: Vec3) => void,
): void {
  const normals = planes.map(([x, y, z]): Vec3 => [x, y, z]);
  const isBehind = (point: Vec3, i: number, j: number, k: number): boolean => {
    const slack = SLACK * (1 + Math.hypot(...point));
    for (let p = 0; p < planes.length; p++)
      if (p !== i && p !== j && p !== k && !(dot3(planes[p], point) <= planes[p][3] + slack)) return false;
    return true;
  };
  const tellOn =
    (i: number, j: number) =>
    (point: Vec3): void => {
      const near = Math.abs(formAt(form, ...point)) <= 1e-8 * (1 + dot(point, point));
      if (near && isBehind(point, i, j, -1)) tell(point);
    };
  criticalPoints(form, { base: [0, 0, 0], directions: AXES }, objectives, tellOn(-1, -1));
  for (let i = 0; i < planes.length; i++) {
    const base = scale(normals[i], planes[i][3]);
    criticalPoints(form, { base, directions: perpendiculars(normals[i]) }, objectives, tellOn(i, -1));
    for (let j = i + 1; j < planes.length; j++) {
      const w = cross(normals[i], normals[j]);
      const square = dot(w, w);
      if (square < 1e-24) continue;
      const a = cross(normals[j], w);
      const b = cross(w, normals[i]);
      const on = a.map((_, k) => (planes[i][3] * a[k] + planes[j][3] * b[k]) / square) as unknown as Vec3;
      criticalPoints(form, { base: on, directions: [scale(w, 1 / Math.sqrt(square))] }, objectives, tellOn(i, j));
      for (let k = j + 1; k < planes.length; k++) {
        const slope = dot(normals[k], w);
        if (Math.abs(slope) < 1e-12) continue;
        const s = (planes[k][3] - dot(normals[k], on)) / slope;
        const corner = on.map((x, axis) => x + s * w[axis]) as unknown as Vec3;
        if (!(formAt(form, ...corner) <= SLACK * (1 + dot(corner, corner)))) continue;
        if (isBehind(corner, i, j, k)) tell(corner);
      }
    }
  }
}
