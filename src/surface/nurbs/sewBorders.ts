import { InputError } from '../../errors.js';
import type { BezierPatch } from './bezierPatch.js';
import { type BorderCurve, borderCurve, curvePoint, type Nearest, nearestOn, SIDE_NAMES } from './borderCurve.js';

/** Patches whose borders are known to meet. */
export interface Sewing {
  /** Where corners of patches meet: x y z each. */
  readonly nodes: Float64Array;
  /** Four per patch, see {@link SIDE_NAMES}. */
  readonly borders: readonly Border[];
  readonly seams: readonly Seam[];
  /** How far apart borders that count as one are at most. */
  readonly gap: number;
}

export interface Border {
  readonly curve: BorderCurve;
  /** Where it begins and ends, by its parameter. */
  readonly start: number;
  readonly end: number;
  /** Between the nodes on it, ascending; none where the border has shrunk to a point. */
  readonly stretches: Stretch[];
}

/** A piece of a border between two nodes, with none between them. */
export interface Stretch {
  /** 4 × patch + side. */
  readonly border: number;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  /** Its parameter runs as that of the seam's first stretch does. */
  runsAlong: boolean;
  /** Its parameter is that of the first stretch, scaled and moved (and turned). Else points have to be searched for. */
  isScaled: boolean;
}

/** Stretches that are one curve. The first gives the points for all. */
export type Seam = readonly Stretch[];

/** Borders that deviate less than this, in solid sizes, at equal shares of their parameters are parametrised alike. */
const ALIKE = 1e-12;

/**
 * Finds out which borders of the patches meet. They are compared as curves: they may run in either direction, with
 * other knots and other parameters, and one may go on where another ends. Throws where a border is left over, or where
 * neighbours disagree on what is outside.
 */
export function sewBorders(
  patches: readonly BezierPatch[],
  names: readonly string[],
  tolerance: number,
  size: number,
): Sewing {
  const curves = patches.flatMap((patch) => [0, 1, 2, 3].map((side) => borderCurve(patch, side)));
  const { nodes, nodeOf } = joinCorners(curves, tolerance);
  const borders = curves.map((curve, k): Border => {
    const [start, end] = [nodeOf[2 * k], nodeOf[2 * k + 1]];
    return { curve, start, end, stretches: cutAtNodes(curve, k, start, end, nodes, tolerance) };
  });
  const byEnds = new Map<string, Stretch[][]>();
  let gap = 0;
  for (const { stretches } of borders)
    for (const stretch of stretches) {
      const key = `${Math.min(stretch.start, stretch.end)} ${Math.max(stretch.start, stretch.end)}`;
      const seams = byEnds.get(key) ?? [];
      byEnds.set(key, seams);
      const known = seams.find((seam) => {
        const deviation = join(borders, seam[0], stretch, tolerance, size);
        if (deviation <= tolerance) gap = Math.max(gap, deviation);
        return deviation <= tolerance;
      });
      if (known) known.push(stretch);
      else seams.push([Object.assign(stretch, { runsAlong: true, isScaled: true })]);
    }
  const seams = [...byEnds.values()].flat();
  for (const seam of seams) demandBalance(seam, borders, nodes, names, tolerance);
  return { nodes, borders, seams, gap };
}

/** Corners within the tolerance of each other are one node; it stands where the first of them does. */
function joinCorners(curves: readonly BorderCurve[], tolerance: number) {
  const corners = new Float64Array(6 * curves.length);
  curves.forEach((curve, k) => {
    curvePoint(curve, curve.breaks[0], corners, 6 * k);
    curvePoint(curve, curve.breaks[curve.breaks.length - 1], corners, 6 * k + 3);
  });
  const count = 2 * curves.length;
  const parents = Int32Array.from({ length: count }, (_, i) => i);
  const root = (i: number): number => {
    while (parents[i] !== i) i = parents[i] = parents[parents[i]];
    return i;
  };
  const byX = Array.from(parents).sort((a, b) => corners[3 * a] - corners[3 * b]);
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const [a, b] = [3 * byX[i], 3 * byX[j]];
      if (corners[b] - corners[a] > tolerance) break;
      const distance = Math.hypot(
        corners[b] - corners[a],
        corners[b + 1] - corners[a + 1],
        corners[b + 2] - corners[a + 2],
      );
      if (distance > tolerance) continue;
      const [p, q] = [root(byX[i]), root(byX[j])];
      parents[Math.max(p, q)] = Math.min(p, q); // the first corner is the root
    }
  const nodes: number[] = [];
  const nodeOf = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const first = root(i);
    if (first === i) {
      nodeOf[i] = nodes.length / 3;
      nodes.push(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]);
    } else nodeOf[i] = nodeOf[first];
  }
  return { nodes: Float64Array.from(nodes), nodeOf };
}

const NEAREST: Nearest = { at: 0, distance: 0 };

/** The stretches of a border between the nodes that lie on it. */
function cutAtNodes(
  curve: BorderCurve,
  border: number,
  start: number,
  end: number,
  nodes: Float64Array,
  tolerance: number,
): Stretch[] {
  const { box, breaks } = curve;
  const first = breaks[0];
  const last = breaks[breaks.length - 1];
  if (start === end && isPoint(curve, nodes, start, tolerance)) return [];
  const cuts: { at: number; node: number }[] = [];
  for (let node = 0; node < nodes.length / 3; node++) {
    const [x, y, z] = [nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2]];
    if (node === start || node === end) continue;
    if (x < box.min[0] - tolerance || x > box.max[0] + tolerance) continue;
    if (y < box.min[1] - tolerance || y > box.max[1] + tolerance) continue;
    if (z < box.min[2] - tolerance || z > box.max[2] + tolerance) continue;
    nearestOn(curve, first, last, x, y, z, NEAREST);
    if (NEAREST.distance <= tolerance && NEAREST.at > first && NEAREST.at < last) cuts.push({ at: NEAREST.at, node });
  }
  cuts.sort((a, b) => a.at - b.at);
  const ends = [{ at: first, node: start }, ...cuts, { at: last, node: end }];
  return ends.slice(1).map(({ at, node }, k) => ({
    border,
    from: ends[k].at,
    to: at,
    start: ends[k].node,
    end: node,
    runsAlong: true,
    isScaled: true,
  }));
}

/** Whether a border has shrunk to a point: all its control points are there. */
function isPoint({ pieces }: BorderCurve, nodes: Float64Array, node: number, tolerance: number): boolean {
  for (const piece of pieces)
    for (let i = 0; i < piece.length; i += 4) {
      const w = piece[i + 3];
      const dx = piece[i] / w - nodes[3 * node];
      const dy = piece[i + 1] / w - nodes[3 * node + 1];
      const dz = piece[i + 2] / w - nodes[3 * node + 2];
      if (Math.hypot(dx, dy, dz) > tolerance) return false;
    }
  return true;
}

/**
 * How far a stretch is from another between the same nodes, at samples of both; infinite where it is too far. Notes how
 * its parameter goes with the other's.
 */
function join(borders: readonly Border[], first: Stretch, stretch: Stretch, tolerance: number, size: number): number {
  const curve = borders[stretch.border].curve;
  const other = borders[first.border].curve;
  const at = samplesOf(curve, stretch);
  const point = new Float64Array(3);
  const twin = new Float64Array(3);
  for (const runsAlong of [true, false]) {
    if (first.start !== first.end && runsAlong !== (first.start === stretch.start)) continue;
    let farthest = 0;
    for (let i = 0; i < at.length && farthest <= ALIKE * size; i++) {
      curvePoint(curve, at[i], point);
      curvePoint(other, scaled(stretch, first, at[i], runsAlong), twin);
      farthest = Math.max(farthest, Math.hypot(point[0] - twin[0], point[1] - twin[1], point[2] - twin[2]));
    }
    if (farthest > ALIKE * size) continue;
    stretch.runsAlong = runsAlong;
    stretch.isScaled = true;
    return farthest;
  }
  const there = farthestFrom(curve, stretch, other, first, tolerance);
  const back = there <= tolerance ? farthestFrom(other, first, curve, stretch, tolerance) : Infinity;
  stretch.isScaled = false;
  if (first.start !== first.end) stretch.runsAlong = first.start === stretch.start;
  else {
    const third = (stretch.to - stretch.from) / 3;
    stretch.runsAlong =
      search(borders, first, stretch, stretch.from + third) < search(borders, first, stretch, stretch.to - third);
  }
  return Math.max(there, back);
}

function farthestFrom(curve: BorderCurve, s: Stretch, other: BorderCurve, o: Stretch, tolerance: number): number {
  const point = new Float64Array(3);
  let farthest = 0;
  for (const at of samplesOf(curve, s)) {
    curvePoint(curve, at, point);
    nearestOn(other, o.from, o.to, point[0], point[1], point[2], NEAREST);
    farthest = Math.max(farthest, NEAREST.distance);
    if (farthest > tolerance) return Infinity;
  }
  return farthest;
}

/** Parameters within a stretch: those of the curve's samples there, and at least seven. */
function samplesOf({ sampleAt }: BorderCurve, { from, to }: Stretch): number[] {
  const at = Array.from(sampleAt).filter((t) => t > from && t < to);
  for (let k = 1; k < 8; k++) at.push(from + ((to - from) * k) / 8);
  return at;
}

/** The parameter at the same share of another stretch. */
function scaled(own: Stretch, other: Stretch, at: number, runsAlong: boolean): number {
  const share = (at - own.from) / (own.to - own.from);
  return runsAlong ? other.from + (other.to - other.from) * share : other.to - (other.to - other.from) * share;
}

function search(borders: readonly Border[], first: Stretch, own: Stretch, at: number): number {
  curvePoint(borders[own.border].curve, at, POINT);
  nearestOn(borders[first.border].curve, first.from, first.to, POINT[0], POINT[1], POINT[2], NEAREST);
  return NEAREST.at;
}
const POINT = new Float64Array(3);

/** The parameter of a seam's first stretch where `own` has `at`. */
export const onSeam = (borders: readonly Border[], first: Stretch, own: Stretch, at: number): number =>
  own === first ? at : own.isScaled ? scaled(own, first, at, own.runsAlong) : search(borders, first, own, at);

/** Throws unless the seam is run equally often in both directions. */
function demandBalance(
  seam: Seam,
  borders: readonly Border[],
  nodes: Float64Array,
  names: readonly string[],
  tolerance: number,
): void {
  const forwards = ({ border, runsAlong }: Stretch): boolean => border % 4 < 2 === runsAlong;
  const ahead = seam.filter(forwards);
  if (2 * ahead.length === seam.length) return;
  const label = ({ border }: Stretch): string =>
    `'${names[border >> 2]}' (patch ${border >> 2}, ${SIDE_NAMES[border % 4]})`;
  const [first, second] = ahead.length > seam.length / 2 ? ahead : seam.filter((stretch) => !forwards(stretch));
  const place = `from ${placeOf(nodes, first.start)} to ${placeOf(nodes, first.end)}`;
  if (second && seam.length === 2)
    throw new InputError(
      `nurbs: ${label(first)} and ${label(second)} disagree on what is outside: they run the same way along their border ${place}. Turn one of them: reverse its points and knots in u.`,
    );
  throw new InputError(
    `nurbs: the border of ${label(first)} is open ${place}: ${besides(first, borders, names)}. Close the solid there, or give a tolerance above ${tolerance}.`,
  );
}

/** What comes nearest to the middle of an open stretch. */
function besides(open: Stretch, borders: readonly Border[], names: readonly string[]): string {
  const middle = new Float64Array(3);
  curvePoint(borders[open.border].curve, (open.from + open.to) / 2, middle);
  let nearest = -1;
  let distance = Infinity;
  borders.forEach(({ curve }, k) => {
    if (k === open.border) return;
    nearestOn(curve, curve.breaks[0], curve.breaks[curve.breaks.length - 1], middle[0], middle[1], middle[2], NEAREST);
    if (NEAREST.distance >= distance) return;
    distance = NEAREST.distance;
    nearest = k;
  });
  return `no other border runs there; the nearest to its middle is that of '${names[nearest >> 2]}', ${Number(distance.toPrecision(3))} away`;
}

const placeOf = (nodes: Float64Array, node: number): string =>
  `(${[0, 1, 2].map((k) => Number(nodes[3 * node + k].toPrecision(6))).join(', ')})`;
