import { InputError } from '../../errors.js';
import type { BezierPatch } from './bezierPatch.js';
import { type Flatness, flatness } from './flatness.js';
import { halveU, halveV } from './halve.js';
import { halvings, type Lines } from './halvings.js';

/** A patch cut into cells, each flat enough. */
export interface FlatCells {
  readonly us: Lines;
  readonly vs: Lines;
  /** Of every cell its stretch in u and its stretch in v. */
  readonly cells: readonly number[];
  /** The greatest bound among them, see {@link flatness}. */
  readonly bound: number;
}

const MOST_DEPTH = 60;

/**
 * Halves the pieces of a patch, each time in the direction in which it bends more, until every cell is within `limit`
 * of the triangles over it. A patch that is closed in a direction has at least four cells there: fewer would fall onto
 * each other. Throws where it would be more than `most` cells.
 */
export function flattenPatch(
  patch: BezierPatch,
  limit: number,
  isClosed: readonly [boolean, boolean],
  most: number,
): FlatCells {
  const [p, q] = patch.degree;
  const { isRational, pieces } = patch;
  const columns = patch.breaks[0].length - 1;
  const rows = patch.breaks[1].length - 1;
  const inU = halvings(patch.breaks[0]);
  const inV = halvings(patch.breaks[1]);
  const leastU = isClosed[0] ? Math.ceil(Math.log2(4 / columns)) : 0; // halvings
  const leastV = isClosed[1] ? Math.ceil(Math.log2(4 / rows)) : 0;
  const cells: number[] = [];
  const pool: Float64Array[] = [];
  const bounds: Flatness = { uu: 0, uv: 0, vv: 0 };
  let bound = 0;

  const cut = (piece: Float64Array, u: number, v: number, timesU: number, timesV: number): void => {
    flatness(piece, p, q, isRational, bounds);
    const { uu, uv, vv } = bounds;
    const forceU = timesU < leastU;
    const forceV = timesV < leastV;
    const here = uu + uv + vv;
    const depth = timesU + timesV;
    if (!(here > limit || forceU || forceV) || depth === MOST_DEPTH) {
      if (here > bound) bound = here;
      cells.push(u, v);
      if (cells.length > 2 * most)
        throw new InputError(
          `nurbs: the chord error is too small: it takes more cells within ${limit} of the surface than there is room for (${most}). Give a larger one.`,
        );
      return;
    }
    while (pool.length < 2 * depth + 2) pool.push(new Float64Array(4 * (p + 1) * (q + 1)));
    const low = pool[2 * depth];
    const high = pool[2 * depth + 1];
    // Where it is a twist that is left, halving either way halves it: then across the longer way, so that borders (and
    // with them the neighbours) are not cut finer than their bend demands.
    const isTwist = uu < limit / 4 && vv < limit / 4;
    const goesU = forceU || (!forceV && (isTwist ? isLonger(piece, p, q) : uu > vv));
    if (goesU) {
      halveU(piece, p, q, low, high);
      const half = inU.halve(u);
      cut(low, half, v, timesU + 1, timesV);
      cut(high, half + 1, v, timesU + 1, timesV);
    } else {
      halveV(piece, p, q, low, high);
      const half = inV.halve(v);
      cut(low, u, half, timesU, timesV + 1);
      cut(high, u, half + 1, timesU, timesV + 1);
    }
  };
  for (let j = 0; j < rows; j++) for (let i = 0; i < columns; i++) cut(pieces[j * columns + i], i, j, 0, 0);
  return { us: inU.lines(), vs: inV.lines(), cells, bound };
}

/** Whether a piece is longer in u than in v, by its corners. */
function isLonger(piece: Float64Array, p: number, q: number): boolean {
  const right = 4 * p;
  const top = 4 * q * (p + 1);
  const inU = Math.max(square(piece, 0, right), square(piece, top, top + right));
  return inU > Math.max(square(piece, 0, top), square(piece, right, top + right));
}

function square(piece: Float64Array, a: number, b: number): number {
  const [w, o] = [piece[a + 3], piece[b + 3]];
  const x = piece[a] / w - piece[b] / o;
  const y = piece[a + 1] / w - piece[b + 1] / o;
  const z = piece[a + 2] / w - piece[b + 2] / o;
  return x * x + y * y + z * z;
}
