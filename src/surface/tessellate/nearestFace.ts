import { faceDistance } from './faceDistance.js';

/** Faces in a box of the tree at most. */
const FEW = 8;

/** How far a point is from the nearest of some faces; `most` if that is nearer. */
export type NearestFace = (x: number, y: number, z: number, most: number) => number;

/** A tree of boxes over faces, three points each: halves of equal size, along the longest axis of their middles. */
export function nearestFace(at: Float64Array, corners: ArrayLike<number>, count: number): NearestFace {
  const order = Int32Array.from({ length: count }, (_, f) => f);
  const middles = new Float64Array(3 * count);
  for (let f = 0; f < count; f++)
    for (let k = 0; k < 3; k++)
      middles[3 * f + k] = at[3 * corners[3 * f] + k] + at[3 * corners[3 * f + 1] + k] + at[3 * corners[3 * f + 2] + k];
  // A node's second child follows its first one's nodes; where that begins is kept, or 0 in a leaf.
  const boxes: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const second: number[] = [];

  const build = (start: number, end: number): number => {
    const node = from.push(start) - 1;
    to.push(end);
    second.push(0);
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const least = [Infinity, Infinity, Infinity];
    const most = [-Infinity, -Infinity, -Infinity];
    for (let i = start; i < end; i++) {
      const f = order[i];
      for (let k = 0; k < 3; k++) {
        for (let c = 0; c < 3; c++) {
          const p = at[3 * corners[3 * f + c] + k];
          if (p < low[k]) low[k] = p;
          if (p > high[k]) high[k] = p;
        }
        const m = middles[3 * f + k];
        if (m < least[k]) least[k] = m;
        if (m > most[k]) most[k] = m;
      }
    }
    boxes.push(low[0], low[1], low[2], high[0], high[1], high[2]);
    if (end - start <= FEW) return node;
    const size = most.map((m, k) => m - least[k]);
    const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    const middle = (start + end) >> 1;
    select(order, middles, axis, start, end - 1, middle);
    build(start, middle);
    second[node] = build(middle, end);
    return node;
  };
  if (count > 0) build(0, count);

  const gap = (node: number, x: number, y: number, z: number): number => {
    const b = 6 * node;
    const dx = Math.max(boxes[b] - x, 0, x - boxes[b + 3]);
    const dy = Math.max(boxes[b + 1] - y, 0, y - boxes[b + 4]);
    const dz = Math.max(boxes[b + 2] - z, 0, z - boxes[b + 5]);
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  };
  const search = (node: number, x: number, y: number, z: number, most: number): number => {
    if (second[node] === 0) {
      for (let i = from[node]; i < to[node]; i++) {
        const f = 3 * order[i];
        most = Math.min(most, faceDistance(at, corners[f], corners[f + 1], corners[f + 2], x, y, z));
      }
      return most;
    }
    const one = gap(node + 1, x, y, z);
    const other = gap(second[node], x, y, z);
    const near = one <= other ? node + 1 : second[node];
    const far = one <= other ? second[node] : node + 1;
    if (Math.min(one, other) < most) most = search(near, x, y, z, most);
    if (Math.max(one, other) < most) most = search(far, x, y, z, most);
    return most;
  };
  return (x, y, z, most) => (count > 0 ? search(0, x, y, z, most) : most);
}

/** Puts the middle in its place, what is less before it and what is more behind it (Hoare 1961). */
function select(
  order: Int32Array,
  keys: Float64Array,
  axis: number,
  left: number,
  right: number,
  middle: number,
): void {
  while (left < right) {
    const pivot = keys[3 * order[(left + right) >> 1] + axis];
    let i = left;
    let j = right;
    while (i <= j) {
      while (keys[3 * order[i] + axis] < pivot) i++;
      while (keys[3 * order[j] + axis] > pivot) j--;
      if (i > j) break;
      const swapped = order[i];
      order[i++] = order[j];
      order[j--] = swapped;
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else return;
  }
}
