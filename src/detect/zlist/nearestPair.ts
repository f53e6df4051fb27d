import { subtract, type Vec3 } from '../../math/vector.js';
import { type Basis, basis } from '../../view/fit.js';

/** How many points a leaf of the tree holds. */
const LEAF = 8;

/** Of how many points one is looked at, from the first attempt to the last. */
const STEPS = [64, 8, 1] as const;

export interface NearestPair {
  /** The places of the two points in their sets. */
  readonly a: number;
  readonly b: number;
  readonly distance: number;
}

/**
 * The nearest pair of points, one of each set, at most `limit` apart; `undefined` where there is none. Points are x y z,
 * flat.
 *
 * Both sets are sorted along a space-filling curve and packed into boxes of eight points, sixteen, thirty-two and so on (as
 * in flatbush). Then pairs of boxes are gone through, nearer ones first, as far as they are nearer than the best pair of
 * points so far. Sorting and packing take linear time; the search does, too, unless surfaces run side by side at a distance
 * of many points: then all their boxes come about equally near. What is lost there is how far a box sticks out towards the
 * other surface, so boxes are laid along the way between the nearest points of a few, then of more, then of all.
 */
export function nearestPair(a: Float64Array, b: Float64Array, limit: number): NearestPair | undefined {
  if (a.length === 0 || b.length === 0) return undefined;
  const [orderA, orderB] = [alongCurve(a), alongCurve(b)];
  let best: NearestPair | undefined;
  for (const step of STEPS) {
    const way = best && subtract(pointAt(b, best.b), pointAt(a, best.a));
    const axes = basis(way?.some((c) => c !== 0) ? way : [0, 0, 1]);
    best = search(pack(a, orderA, step, axes), pack(b, orderB, step, axes), best, limit);
  }
  return best;
}

/** Point i of a flat array. */
export const pointAt = (points: Float64Array, i: number): Vec3 => [points[3 * i], points[3 * i + 1], points[3 * i + 2]];

/** The nearest pair of two trees, or the one that is known where none is nearer. */
function search(
  treeA: PackedPoints,
  treeB: PackedPoints,
  known: NearestPair | undefined,
  limit: number,
): NearestPair | undefined {
  // "At most" the limit, rounding aside; but nearer than what is known.
  const start = known ? known.distance ** 2 : limit * limit * (1 + 2 ** -50) + Number.MIN_VALUE;
  let best = start;
  let bestA = 0;
  let bestB = 0;

  /** Goes through the points of two leaves. */
  function comparePoints(i: number, j: number): void {
    const endA = Math.min((i + 1) * LEAF, treeA.places.length);
    const endB = Math.min((j + 1) * LEAF, treeB.places.length);
    for (let p = i * LEAF; p < endA; p++) {
      const x = treeA.points[3 * p];
      const y = treeA.points[3 * p + 1];
      const z = treeA.points[3 * p + 2];
      for (let q = j * LEAF; q < endB; q++) {
        const dx = treeB.points[3 * q] - x;
        const dy = treeB.points[3 * q + 1] - y;
        const dz = treeB.points[3 * q + 2] - z;
        const square = dx * dx + dy * dy + dz * dz;
        if (square >= best) continue;
        best = square;
        bestA = p;
        bestB = q;
      }
    }
  }

  /** Goes through the box i on a level of A and the box j on a level of B, by halving that on the higher level. */
  function compare(levelA: number, i: number, levelB: number, j: number): void {
    if (levelA === 0 && levelB === 0) comparePoints(i, j);
    else if (levelA >= levelB) {
      const half = treeA.boxes[levelA - 1];
      const other = treeB.boxes[levelB];
      const near = gap(half, 2 * i, other, j);
      const far = gap(half, 2 * i + 1, other, j);
      const second = near <= far ? 1 : 0;
      if (Math.min(near, far) < best) compare(levelA - 1, 2 * i + 1 - second, levelB, j);
      if (Math.max(near, far) < best) compare(levelA - 1, 2 * i + second, levelB, j);
    } else {
      const half = treeB.boxes[levelB - 1];
      const other = treeA.boxes[levelA];
      const near = gap(half, 2 * j, other, i);
      const far = gap(half, 2 * j + 1, other, i);
      const second = near <= far ? 1 : 0;
      if (Math.min(near, far) < best) compare(levelA, i, levelB - 1, 2 * j + 1 - second);
      if (Math.max(near, far) < best) compare(levelA, i, levelB - 1, 2 * j + second);
    }
  }

  compare(treeA.boxes.length - 1, 0, treeB.boxes.length - 1, 0);
  if (best === start) return known;
  return { a: treeA.places[bestA], b: treeB.places[bestB], distance: Math.sqrt(best) };
}

interface PackedPoints {
  /** The points along the curve, in the frame of the boxes, and their places in the set. */
  readonly points: Float64Array;
  readonly places: Uint32Array;
  /** By level, leaves first: least x y z and largest x y z of each box. A box that has no points is infinitely far away. */
  readonly boxes: readonly Float64Array[];
}

/** Packs one of `step` points, in the order that is given. */
function pack(all: Float64Array, order: Uint32Array, step: number, { right, down, direction }: Basis): PackedPoints {
  const places = step === 1 ? order : order.filter((_, i) => i % step === 0);
  const points = new Float64Array(3 * places.length);
  for (let i = 0; i < places.length; i++) {
    const x = all[3 * places[i]];
    const y = all[3 * places[i] + 1];
    const z = all[3 * places[i] + 2];
    points[3 * i] = right[0] * x + right[1] * y + right[2] * z;
    points[3 * i + 1] = down[0] * x + down[1] * y + down[2] * z;
    points[3 * i + 2] = direction[0] * x + direction[1] * y + direction[2] * z;
  }
  const leafCount = Math.ceil(places.length / LEAF);
  const leaves = emptyBoxes(leafCount);
  for (let i = 0; i < places.length; i++) stretch(leaves, Math.floor(i / LEAF), points, 3 * i, points, 3 * i);
  const boxes = [leaves];
  for (let count = leafCount; count > 1; count = Math.ceil(count / 2)) {
    const below = boxes[boxes.length - 1];
    const level = emptyBoxes(Math.ceil(count / 2));
    for (let i = 0; i < count; i++) stretch(level, i >> 1, below, 6 * i, below, 6 * i + 3);
    boxes.push(level);
  }
  return { points, places, boxes };
}

function emptyBoxes(count: number): Float64Array {
  const boxes = new Float64Array(6 * (count + (count & 1)));
  for (let i = 0; i < boxes.length; i++) boxes[i] = i % 6 < 3 ? Infinity : -Infinity;
  return boxes;
}

/** Makes a box hold the points at `low` and `high`. */
function stretch(boxes: Float64Array, box: number, lows: Float64Array, low: number, highs: Float64Array, high: number) {
  for (let k = 0; k < 3; k++) {
    if (lows[low + k] < boxes[6 * box + k]) boxes[6 * box + k] = lows[low + k];
    if (highs[high + k] > boxes[6 * box + 3 + k]) boxes[6 * box + 3 + k] = highs[high + k];
  }
}

/** The squared distance of two boxes. */
function gap(one: Float64Array, i: number, other: Float64Array, j: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const apart = Math.max(one[6 * i + k] - other[6 * j + 3 + k], other[6 * j + k] - one[6 * i + 3 + k], 0);
    square += apart * apart;
  }
  return square;
}

/** The places of the points in the order of Morton's curve, over 1024 steps along the longest axis. */
function alongCurve(points: Float64Array): Uint32Array {
  const count = points.length / 3;
  const box = emptyBoxes(1);
  for (let i = 0; i < points.length; i += 3) stretch(box, 0, points, i, points, i);
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const steps = size > 0 ? 1023 / size : 0;
  const keys = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const x = spread((points[3 * i] - box[0]) * steps);
    const y = spread((points[3 * i + 1] - box[1]) * steps);
    const z = spread((points[3 * i + 2] - box[2]) * steps);
    keys[i] = x | (y << 1) | (z << 2);
  }
  let order = Uint32Array.from(keys, (_, i) => i);
  for (let digit = 0; digit < 30; digit += 10) order = sortByDigit(order, keys, digit);
  return order;
}

/** The lowest ten bits, two places between each and the next. */
function spread(value: number): number {
  let v = value & 1023;
  v = (v | (v << 16)) & 0x30000ff;
  v = (v | (v << 8)) & 0x300f00f;
  v = (v | (v << 4)) & 0x30c30c3;
  return (v | (v << 2)) & 0x9249249;
}

/** A counting sort by ten bits of the keys; equal ones stay in their order. */
function sortByDigit(order: Uint32Array, keys: Uint32Array, digit: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(1025);
  for (let i = 0; i < order.length; i++) starts[((keys[i] >>> digit) & 1023) + 1]++;
  for (let d = 0; d < 1024; d++) starts[d + 1] += starts[d];
  const sorted = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[starts[(keys[order[i]] >>> digit) & 1023]++] = order[i];
  return sorted;
}
