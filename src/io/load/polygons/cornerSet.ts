import { samePlace, turn } from './flatCorners.js';

/** What it costs to compare a corner with the sides of a triangle, and to do so exactly, in tests against its box. */
const SIDES_COST = 4;
const EXACT_COST = 40;

/** Where a turn is smaller than this share of its terms, its sign is in doubt (Shewchuk 1997: 3.33e-16). */
const DOUBT = 4e-16;

/** Corners in a row that share a box: what follows each other lies together, so most rows are passed over whole. */
const ROW = 32;

/** Some of the corners of a plane polygon, to be looked through once for every ear; no two in a row are at one place. */
export function cornerSet(flat: Float64Array, previous: Uint32Array, next: Uint32Array) {
  const cornerCount = flat.length / 2;
  const rowCount = Math.ceil(cornerCount / ROW);
  const isMember = new Uint8Array(cornerCount);
  const memberCounts = new Uint8Array(rowCount);
  const boxes = new Float64Array(4 * rowCount);
  for (let row = 0; row < rowCount; row++) boxes.set(boxOf(flat.subarray(2 * ROW * row, 2 * ROW * (row + 1))), 4 * row);
  let spent = 0;
  return {
    has: (corner: number): boolean => isMember[corner] === 1,
    add(corner: number): void {
      isMember[corner] = 1;
      memberCounts[Math.floor(corner / ROW)]++;
    },
    remove(corner: number): void {
      isMember[corner] = 0;
      memberCounts[Math.floor(corner / ROW)]--;
    },
    /** What all calls of `meets` have cost, in tests of a corner against a box. */
    spent: () => spent,
    /** Whether one of them lies in the triangle a b c, which turns left, or on its rim; `isLax`: see {@link parts}. */
    meets(a: number, b: number, c: number, isLax: boolean): boolean {
      const ua = flat[2 * a];
      const ub = flat[2 * b];
      const uc = flat[2 * c];
      const va = flat[2 * a + 1];
      const vb = flat[2 * b + 1];
      const vc = flat[2 * c + 1];
      const u0 = Math.min(ua, ub, uc);
      const u1 = Math.max(ua, ub, uc);
      const v0 = Math.min(va, vb, vc);
      const v1 = Math.max(va, vb, vc);
      let cost = rowCount;
      let isMet = false;
      for (let row = 0; row < rowCount && !isMet; row++) {
        const left = boxes[4 * row];
        const right = boxes[4 * row + 1];
        const low = boxes[4 * row + 2];
        const high = boxes[4 * row + 3];
        if (right < u0 || left > u1 || high < v0 || low > v1 || memberCounts[row] === 0) continue;
        cost += SIDES_COST;
        // Of the box, the corner that is farthest to the left of the side.
        if (isRightOf(ua, va, ub, vb, vb > va ? left : right, ub > ua ? high : low)) continue;
        if (isRightOf(ub, vb, uc, vc, vc > vb ? left : right, uc > ub ? high : low)) continue;
        if (isRightOf(uc, vc, ua, va, va > vc ? left : right, ua > uc ? high : low)) continue;
        cost += ROW;
        const end = Math.min(cornerCount, ROW * (row + 1));
        for (let corner = ROW * row; corner < end && !isMet; corner++) {
          const u = flat[2 * corner];
          const v = flat[2 * corner + 1];
          if (isMember[corner] === 0 || u < u0 || u > u1 || v < v0 || v > v1) continue;
          cost += SIDES_COST;
          if (isRightOf(ua, va, ub, vb, u, v) || isRightOf(ub, vb, uc, vc, u, v) || isRightOf(uc, vc, ua, va, u, v))
            continue;
          cost += EXACT_COST;
          isMet = samePlace(flat, corner, b)
            ? parts(flat, a, b, c, previous[corner], next[corner], isLax)
            : blocks(flat, a, b, c, corner);
        }
      }
      spent += cost;
      return isMet;
    },
  };
}

/** Left, right, low, high. */
function boxOf(flat: Float64Array): number[] {
  const box = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < flat.length; i += 2) {
    box[0] = Math.min(box[0], flat[i]);
    box[1] = Math.max(box[1], flat[i]);
    box[2] = Math.min(box[2], flat[i + 1]);
    box[3] = Math.max(box[3], flat[i + 1]);
  }
  return box;
}

/** Whether u v lies to the right of the side from p to q beyond doubt. */
function isRightOf(up: number, vp: number, uq: number, vq: number, u: number, v: number): boolean {
  const ahead = (up - u) * (vq - v);
  const back = (vp - v) * (uq - u);
  return ahead < back && back - ahead > DOUBT * (Math.abs(ahead) + Math.abs(back));
}

/**
 * Whether corner p, which is not at b, forbids to cut off the triangle a b c. At a or c it does not: a side that enters
 * the triangle there cannot leave it again, and ends at another corner within.
 */
const blocks = (flat: Float64Array, a: number, b: number, c: number, p: number): boolean =>
  turn(flat, a, b, p) >= 0 &&
  turn(flat, b, c, p) >= 0 &&
  turn(flat, c, a, p) >= 0 &&
  !samePlace(flat, p, a) &&
  !samePlace(flat, p, c);

/**
 * Whether a corner at the place of b, on the way from `from` to `to`, forbids to cut off b: the polygon touches itself
 * there, and where a side of the other corner runs between those of b, what is between is outside in part.
 *
 * Where its sides run along those of b, the other way round, either all between is outside, or it is inside and both
 * corners are those of a bridge with a bend. Only a lax view takes it for the latter.
 */
function parts(flat: Float64Array, a: number, b: number, c: number, from: number, to: number, isLax: boolean): boolean {
  const fromA = turn(flat, a, b, from);
  const fromC = turn(flat, b, c, from);
  const toA = turn(flat, a, b, to);
  const toC = turn(flat, b, c, to);
  if ((fromA > 0 && fromC > 0) || (toA > 0 && toC > 0)) return true;
  return !isLax && fromC === 0 && fromA > 0 && toA === 0 && toC > 0;
}
