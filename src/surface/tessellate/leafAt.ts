import type { Tetrahedra } from './tetrahedra.js';

/** Where the second corner of a root lies, then its third: the place in the list of the six of a box. */
const ROOT_OF = [
  [-1, 0, 1],
  [2, -1, 3],
  [4, 5, -1],
];

/** The tetrahedron that holds a point and is not halved; -1 beyond them all. */
export function leafAt(tets: Tetrahedra, x: number, y: number, z: number): number {
  const { origin, steps, boxes, child, turn } = tets;
  let fx = (x - origin[0]) / steps[0];
  let fy = (y - origin[1]) / steps[1];
  let fz = (z - origin[2]) / steps[2];
  if (!(fx >= 0 && fy >= 0 && fz >= 0 && fx <= boxes[0] && fy <= boxes[1] && fz <= boxes[2])) return -1;
  const i = Math.min(Math.floor(fx), boxes[0] - 1);
  const j = Math.min(Math.floor(fy), boxes[1] - 1);
  const k = Math.min(Math.floor(fz), boxes[2] - 1);
  fx -= i;
  fy -= j;
  fz -= k;
  // Kuhn's tetrahedra are told apart by the order of the fractions, and their weights are the differences of these.
  const first = fx >= fy && fx >= fz ? 0 : fy >= fz ? 1 : 2;
  const last = first === 0 ? (fy >= fz ? 2 : 1) : first === 1 ? (fx >= fz ? 2 : 0) : fx >= fy ? 1 : 0;
  const second = 3 - first - last;
  const most = Math.max(fx, fy, fz);
  const least = Math.min(fx, fy, fz);
  const amid = second === 0 ? fx : second === 1 ? fy : fz;
  let t = 6 * ((k * boxes[1] + j) * boxes[0] + i) + ROOT_OF[first][second];
  let a = 1 - most;
  let b = most - amid;
  let c = amid - least;
  let d = least;
  // The middle of an edge takes twice what the end that is left out has; that end is the lighter one.
  while (child[t] > 0) {
    const isOther = turn[t] === 3 ? d > a : turn[t] === 2 ? c > a : b > a;
    const w = a;
    if (turn[t] === 3) {
      if (!isOther) {
        a -= d;
        d *= 2;
      } else {
        a = b;
        b = c;
        c = d - w;
        d = 2 * w;
      }
    } else if (turn[t] === 2) {
      if (!isOther) {
        a -= c;
        c *= 2;
      } else {
        a = b;
        b = c - w;
        c = 2 * w;
      }
    } else if (!isOther) {
      a -= b;
      b *= 2;
    } else {
      a = b - w;
      b = 2 * w;
    }
    t = child[t] + Number(isOther);
  }
  return t;
}
