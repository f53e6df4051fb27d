import { extent } from '../../math/box.js';
import { seeded } from '../../math/random.js';
import { addCrossing, clearCrossings, createCrossings } from '../crossings.js';
import { evaluate } from '../formula/evaluator.js';
import { createWorking, type Working } from '../formula/ranges.js';
import { MOST_PIECES } from '../formula/searchLimits.js';
import type { Caster, Crossings, Implicit } from '../surface.js';
import { type Clipping, clipToBox, createClipping } from './clipToBox.js';
import { createFormulaLine, type FormulaLine } from './formulaLine.js';
import { placeLine, rayPlace } from './lineInBox.js';
import { createRootFinder, type RootFinder } from './rootFinder.js';

/** Crossings are at least as exact as this, relative to the size of the solid; the last step makes most of them much more so. */
const TOLERANCE = 2 ** -41;

/** So many lines are tried to see how long the first pieces had best be. */
const TRIALS = 16;

/**
 * Finds every crossing by interval arithmetic along the line (Kalra and Barr 1989; Mitchell 1990). A stretch is cut in two until the formula
 * is shown to have no zero in it, or to rise or fall throughout: then the signs at its ends tell whether there is a crossing, and it is found
 * with plain evaluations. So no pair of crossings is stepped over, however thin the wall between them.
 */
export function implicitCaster(surface: Implicit, createFinder = createRootFinder): Caster {
  const working = createWorking(surface.formula);
  const { bounds } = surface;
  const line = createFormulaLine(working, bounds);
  const gauge = gaugeOf(surface, working);
  const search: Search = {
    line,
    finder: createFinder(working, line, gauge),
    clipping: createClipping(),
    size: Math.hypot(...extent(bounds)),
    piece: Infinity,
  };
  choosePiece(search, surface);
  return {
    cast(px, py, pz, dx, dy, dz, from, to, out) {
      clearCrossings(out);
      if (clipToBox(bounds, px, py, pz, dx, dy, dz, from, to, search.clipping))
        castInBox(search, px, py, pz, dx, dy, dz, out);
    },
  };
}

interface Search {
  readonly line: FormulaLine;
  readonly finder: RootFinder;
  readonly clipping: Clipping;
  /** Of the solid's box, from corner to corner. */
  readonly size: number;
  /** How long the first pieces of a line are. */
  piece: number;
}

/** From a few points of the box; where all are 0 or infinite, any will do. */
function gaugeOf({ bounds: { min, max } }: Implicit, { program, values }: Working): number {
  let most = 0;
  for (let k = 0; k < 27; k++) {
    const u = (k % 3) / 2;
    const v = (Math.floor(k / 3) % 3) / 2;
    const w = Math.floor(k / 9) / 2;
    const [x, y, z] = [min[0] + u * (max[0] - min[0]), min[1] + v * (max[1] - min[1]), min[2] + w * (max[2] - min[2])];
    const value = Math.abs(evaluate(program, values, x, y, z));
    if (value > most && value < Infinity) most = value;
  }
  return most;
}

/**
 * A formula that goes up and down many times along a line is hopeless over all of it, and so are the halves: lines are cut into shorter pieces
 * from the start, as long as those that do best on a few lines. Always the same lines, so that the answers do not depend on what came before.
 */
function choosePiece(search: Search, { bounds: { min, max } }: Implicit): void {
  const out = createCrossings();
  let least = Infinity;
  let best = Infinity;
  for (const count of [0, 2, 4, 8, 16, 32]) {
    search.piece = search.size / count;
    let cost = 0;
    const random = seeded(1);
    const within = (k: number): number => min[k] + random() * (max[k] - min[k]);
    for (let trial = 0; trial < TRIALS; trial++) {
      const [px, py, pz] = [within(0), within(1), within(2)];
      const [dx, dy, dz] = [within(0) - px, within(1) - py, within(2) - pz];
      clearCrossings(out);
      if (clipToBox({ min, max }, px, py, pz, dx, dy, dz, -Infinity, Infinity, search.clipping))
        cost += castInBox(search, px, py, pz, dx, dy, dz, out);
    }
    if (cost > 1.5 * least) break;
    if (cost < least) {
      least = cost;
      best = search.piece;
    }
  }
  search.piece = best;
}

/** Gives back what the search has cost. */
function castInBox(
  { line, finder, clipping, size, piece }: Search,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  out: Crossings,
): number {
  const { t0, t1, patch0, patch1 } = clipping;
  const length = placeLine(line, px, py, pz, dx, dy, dz, clipping);
  const tolerance = length > 0 ? Math.min(1, (TOLERANCE * size) / length) : 1;
  const pieces = Math.max(1, Math.min(MOST_PIECES, Math.round((2 * length) / piece)));
  const count = finder.find(tolerance, pieces);
  const { roots, told } = finder;
  if (told[0] < 0) {
    if (patch0 === 0) out.startsInside = true;
    else addCrossing(out, t0, patch0);
  }
  for (let k = 0; k < count; k++) addCrossing(out, rayPlace(clipping, roots[k]), 0);
  if (told[1] < 0 && patch1 !== 0) addCrossing(out, t1, patch1);
  out.unsettled = told[2];
  return told[3];
}
