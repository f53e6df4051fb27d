import { bezierPatch } from '../../../surface/nurbs/bezierPatch.js';
import {
  type BorderCurve,
  borderCurve,
  curvePoint,
  type Nearest,
  nearestOn,
} from '../../../surface/nurbs/borderCurve.js';
import { demandPatch } from '../../../surface/nurbs/demandPatch.js';
import type { NurbsPatch } from '../../../surface/surface.js';
import { isTrue, listOf, numberOf, referenceOf, type StepEntities } from './stepEntities.js';
import { stepCurve, stepPoint } from './stepSplines.js';

type Point = readonly [number, number, number];

/** Points on an edge from its beginning to its end, that many parts. */
const PARTS = 32;

/**
 * Why a face is not the whole of its patch: an edge of it lies off the patch's borders, or they go only along some of
 * the borders. Undefined where it is the whole: its edges lie on the borders, and together are as long.
 */
export function trimFault(
  entities: StepEntities,
  face: number,
  patch: NurbsPatch,
  scale: number,
  tolerance: number,
): string | undefined {
  const cut = bezierPatch(patch);
  const borders = [0, 1, 2, 3].map((side) => borderCurve(cut, side));
  let edgeLength = 0;
  const bounds = listOf(entities.parameters(face, 'ADVANCED_FACE')[1]);
  for (const bound of bounds) {
    const id = referenceOf(bound);
    const loop = referenceOf(
      (entities.is(id, 'FACE_OUTER_BOUND')
        ? entities.parameters(id, 'FACE_OUTER_BOUND')
        : entities.parameters(id, 'FACE_BOUND'))[1],
    );
    if (entities.is(loop, 'VERTEX_LOOP')) continue; // a point has no length; whether it is on a border, the borders tell
    if (!entities.is(loop, 'EDGE_LOOP')) return `a bound that is no loop of edges (${entities.typeOf(loop)})`;
    for (const oriented of listOf(entities.parameters(loop, 'EDGE_LOOP')[1])) {
      const edge = referenceOf(entities.parameters(referenceOf(oriented), 'ORIENTED_EDGE')[3]);
      const points = pointsOn(entities, edge, scale);
      if (typeof points === 'string') return points;
      for (const [x, y, z] of points) if (!isOn(borders, x, y, z, tolerance)) return 'trimmed';
      edgeLength += lengthOf(points);
    }
  }
  const borderLength = borders.reduce((sum, curve) => sum + lengthOf(pointsAlong(curve, ...endsOf(curve))), 0);
  return Math.abs(edgeLength - borderLength) <= 0.01 * borderLength + tolerance ? undefined : 'trimmed';
}

const NEAREST: Nearest = { at: 0, distance: 0 };

const isOn = (borders: readonly BorderCurve[], x: number, y: number, z: number, tolerance: number): boolean =>
  borders.some((curve) => {
    nearestOn(curve, ...endsOf(curve), x, y, z, NEAREST);
    return NEAREST.distance <= tolerance;
  });

const endsOf = ({ breaks }: BorderCurve): [number, number] => [breaks[0], breaks[breaks.length - 1]];

function pointsAlong(curve: BorderCurve, from: number, to: number): Point[] {
  const out = new Float64Array(3);
  return Array.from({ length: PARTS + 1 }, (_, k) => {
    curvePoint(curve, from + ((to - from) * k) / PARTS, out);
    return [out[0], out[1], out[2]];
  });
}

const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, k) => sum + distance(point, points[k]), 0);

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Points along an edge, or why they cannot be told. Throws an `InputError` where its curve is broken. */
function pointsOn(entities: StepEntities, edge: number, scale: number): Point[] | string {
  const [, from, to, geometry, sense] = entities.parameters(edge, 'EDGE_CURVE');
  const end = (vertex: typeof from): Point =>
    stepPoint(entities, referenceOf(entities.parameters(referenceOf(vertex), 'VERTEX_POINT')[1]), scale);
  const [start, stop] = [end(from), end(to)];
  if (![...start, ...stop].every(Number.isFinite)) return 'an edge without its ends';
  let curve = referenceOf(geometry);
  // Curves on surfaces have a curve in space, too.
  for (const type of ['SURFACE_CURVE', 'SEAM_CURVE', 'INTERSECTION_CURVE'])
    if (entities.is(curve, type)) curve = referenceOf(entities.parameters(curve, type)[1]);
  if (entities.is(curve, 'LINE'))
    return Array.from({ length: PARTS + 1 }, (_, k): Point => mix(start, stop, k / PARTS));
  if (entities.is(curve, 'CIRCLE')) return pointsOnCircle(entities, curve, start, stop, isTrue(sense), scale);
  const spline = stepCurve(entities, curve, scale);
  if (!spline) return `an edge along a curve that is not read here (${entities.typeOf(curve)})`;
  const { degree, knots, points, weights } = spline;
  const count = points.length / 3;
  if (!(degree >= 1 && count > degree && knots.length === count + degree + 1)) return 'an edge along a broken spline';
  // As the border of a patch without height, so that there is but one way to evaluate curves.
  const ruled: NurbsPatch = {
    degree: [degree, 1],
    size: [count, 2],
    knots: [knots, [0, 0, 1, 1]],
    points: [...points, ...points],
    ...(weights && { weights: [...weights, ...weights] }),
  };
  demandPatch(ruled, 0);
  const along = borderCurve(bezierPatch(ruled), 0);
  const [first, last] = endsOf(along);
  if (distance(start, stop) === 0) return pointsAlong(along, first, last);
  nearestOn(along, first, last, ...start, NEAREST);
  const begin = NEAREST.at;
  nearestOn(along, first, last, ...stop, NEAREST);
  return pointsAlong(along, begin, NEAREST.at);
}

/** From start to stop, counter-clockwise about the circle's axis, or clockwise; all around where they are one. */
function pointsOnCircle(
  entities: StepEntities,
  circle: number,
  start: Point,
  stop: Point,
  isCounter: boolean,
  scale: number,
): Point[] | string {
  const [, placement, radius] = entities.parameters(circle, 'CIRCLE');
  const [, origin, axis] = entities.parameters(referenceOf(placement), 'AXIS2_PLACEMENT_3D');
  const c = stepPoint(entities, referenceOf(origin), scale);
  const given = listOf(entities.parameters(referenceOf(axis), 'DIRECTION')[1]).map(numberOf);
  const z: Point = given.length === 3 ? [given[0], given[1], given[2]] : [0, 0, 1];
  const r = scale * numberOf(radius);
  const unit = 1 / Math.hypot(...z);
  const x: Point = [(start[0] - c[0]) / r, (start[1] - c[1]) / r, (start[2] - c[2]) / r];
  const y: Point = [
    unit * (z[1] * x[2] - z[2] * x[1]),
    unit * (z[2] * x[0] - z[0] * x[2]),
    unit * (z[0] * x[1] - z[1] * x[0]),
  ];
  const to: Point = [stop[0] - c[0], stop[1] - c[1], stop[2] - c[2]];
  let angle = Math.atan2(dot(to, y), dot(to, x));
  if (!Number.isFinite(angle)) return 'an edge along a broken circle';
  if (isCounter && angle <= 1e-9) angle += 2 * Math.PI;
  if (!isCounter && angle >= -1e-9) angle -= 2 * Math.PI;
  return Array.from({ length: PARTS + 1 }, (_, k): Point => {
    const [cos, sin] = [r * Math.cos((angle * k) / PARTS), r * Math.sin((angle * k) / PARTS)];
    return [c[0] + cos * x[0] + sin * y[0], c[1] + cos * x[1] + sin * y[1], c[2] + cos * x[2] + sin * y[2]];
  });
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const mix = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
