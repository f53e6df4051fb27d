import { InputError } from '../../errors.js';
import { type Box, extent } from '../../math/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Side } from '../surface.js';
import { boxCounts } from './boxCounts.js';
import { guarded } from './guarded.js';
import { settleHidden } from './hidden.js';
import { withRoom } from './keyTable.js';
import { newPieces, type Pieces, piecesIn, standing } from './pieces.js';
import { farSpots, wantAt } from './spots.js';
import { halve, tetrahedra } from './tetrahedra.js';
import { tidy } from './tidy.js';
import { type SolidFacts, type Witnesses, witnesses } from './witnesses.js';

export interface Tessellation {
  readonly mesh: Mesh;
  /** The patch of every face. */
  readonly patchOf: Uint32Array;
  /**
   * How far the mesh and the surface may lie apart, either from the other. From the mesh: as estimated from distances in
   * seven places of every face and in the middle of every sharp edge. From the surface: from places beyond faces across
   * which it turns, from where rays cross it, and from how far it reaches. With half as much added. More than was asked
   * for where that would take too many faces.
   */
  readonly chordError: number;
}

/** Distances are taken this much larger than they were measured, for the places between those that were looked at. */
const SAFETY = 1.5;
/**
 * Of tetrahedra, of which less than half hold a piece of the border, of one or two faces: where the chord error asked for
 * is this part of the longest extent or more, and where it is less.
 */
const USUAL_SHARE = 2 ** -12;
const MOST_USUALLY = 500_000;
const MOST_TETRAHEDRA = 1_000_000;
/** Where sides take more operations than this, there are fewer tetrahedra by as much; but always some more than at first. */
const FEW_OPERATIONS = 150;
const MORE_AT_LEAST = 5000;
/** So many tetrahedra come of one around a place that is lost; of so many places one at least is to be found. */
const ROOM_EACH = 100;
const SOUGHT_AT_LEAST = 8;
/** Of places that are hidden, so many are looked at in the end. They are many where all of a thin shell is lost. */
const MOST_HIDDEN = 2000;
/** Where the border is hidden in more tetrahedra than this part of all that there may be, it is not worth so many. */
const HOPELESS = 0.01;
/** When there are so many times as many tetrahedra as before, it is time to look at the faces in them. */
const GROWTH = 4;
/** How often a place that is lost is looked for again, and how often the tetrahedron around it is halved each time. */
const SEARCHES = 8;
const HALVINGS_EACH = 6;
/** Edges shorter than this part of the chord error are made points. */
const SHORT = 1e-3;

/**
 * A closed mesh, seen counter-clockwise from outside, of the solid where all sides are ≤ 0. The bounds hold all of it;
 * it reaches them only where a flat side lies on them. Edges between sides are sharp, and flat sides are flat.
 *
 * Space is cut into tetrahedra, in which each side is cut at its true crossings with their edges (after Doi and Koide
 * 1991), and the sides by each other; where that is too coarse the tetrahedra are halved, and so are those around a part
 * of the border that is far from all faces. A part or a gap of a side that is not flat is lost if it shows neither at a
 * corner of a tetrahedron, at first about a fifteenth of the longest extent in size, nor on the way that Newton's steps
 * take from its middle, nor, given the facts, on any of some rays. A crease within one side (as of a minimum) is
 * chamfered, by no more than the chord error stated.
 */
export function tessellateSides(
  sides: readonly Side[],
  bounds: Box,
  chordError: number,
  facts?: SolidFacts,
): Tessellation {
  const size = extent(bounds);
  if (!(Math.min(...size) > 0 && Math.max(...size) < Infinity))
    throw new InputError(`tessellate: the bounds enclose nothing (${size.join(' × ')}). Give bounds around the solid.`);
  if (!(chordError > 0))
    throw new InputError(`tessellate: the chord error must be a length (${chordError}). Give a positive number.`);
  const safe = sides.map((side) => guarded(side, bounds));
  const known = facts && witnesses(facts, safe, bounds);
  const goal = chordError / SAFETY;
  const operations = facts?.operations ?? 1;
  const boxes = boxCounts(safe, known?.crossings ?? [], size, operations);
  const pieces = newPieces(tetrahedra(safe, bounds, boxes), goal);
  const isUsual = chordError >= USUAL_SHARE * Math.max(...size);
  const most = (isUsual ? MOST_USUALLY : MOST_TETRAHEDRA) * Math.min(1, FEW_OPERATIONS / operations);
  const beyond = refine(
    pieces,
    known ? [...known.places, ...known.crossings] : [],
    Math.max(most, pieces.tets.count + MORE_AT_LEAST),
  );

  const faces = standing(pieces);
  if (faces.sides.length === 0)
    throw new InputError(
      `tessellate: no part of the solid was found (within ${bounds.min.join(', ')} to ${bounds.max.join(', ')}). It is empty, or too thin for the chord error (${chordError}).`,
    );
  const { mesh, sides: sideOf } = tidy(pieces.points, faces, SHORT * goal);
  const error = Math.max(faces.error, beyond, known ? deficit(mesh, known) : 0);
  return { mesh, patchOf: patches(sides, mesh, sideOf), chordError: SAFETY * error };
}

/**
 * Halves tetrahedra until all faces are as near to the border as they should be, and it to them, or there are too many;
 * says how far the border goes beyond the faces.
 */
function refine(pieces: Pieces, places: readonly number[], whole: number): number {
  const { tets, goal } = pieces;
  let most = whole;
  let fresh: ArrayLike<number> & Iterable<number> = tets.leaves.slice(0, tets.leafCount);
  for (let searches = 0; ; ) {
    pieces.errors = withRoom(pieces.errors, tets.count);
    for (const t of fresh) pieces.errors[t] = piecesIn(pieces, t);
    want(pieces, most);
    settleHidden(pieces, most);
    if (pieces.hidden.length > HOPELESS * whole) most = whole / 4;
    const made: number[] = [];
    const limit = Math.min(most, GROWTH * tets.leafCount);
    while (tets.leafCount <= limit && halve(tets, made));
    if (made.length === 0) {
      // The faces are near the border, as far as can be. Is the border near them?
      const stride = Math.ceil(pieces.hidden.length / MOST_HIDDEN);
      for (let h = 0; h < pieces.hidden.length; h += stride) pieces.bulges.push(...pieces.hidden[h].at);
      const { far, farthest } = farSpots(pieces, [...places, ...pieces.bulges], goal);
      pieces.bulges = [];
      if (far.length === 0 || ++searches > SEARCHES) return farthest;
      // Better some of them found than all of them almost.
      const some = far.slice(0, 3 * Math.max(SOUGHT_AT_LEAST, Math.ceil((most - tets.leafCount) / ROOM_EACH)));
      const isNone = farthest === Infinity;
      for (let k = 0; k < HALVINGS_EACH && (isNone || tets.leafCount <= most); k++) {
        wantAt(pieces, some);
        halve(tets, made);
      }
      if (made.length === 0) return farthest;
    }
    fresh = made.filter((t) => tets.isLeaf[t]);
  }
}

/**
 * Wants tetrahedra halved whose faces are too far from the border. Errors go with the square of the length, three halvings
 * make one length half, and the number of faces goes with the square of that: so it is known about how many there will be.
 * Where that is too many, only the farthest are halved, so that the error is about the same all over.
 */
function want({ tets, errors, goal }: Pieces, most: number): void {
  const { leaves, leafCount } = tets;
  // Later on, those that are halved lie apart, and neighbours must be halved with them.
  const neighbours = leafCount > most / 4 ? 5 : 2;
  let aim = goal;
  for (;;) {
    let more = 0;
    for (let k = 0; k < leafCount; k++) {
      const error = errors[leaves[k]];
      if (error > aim) more += error;
    }
    if (leafCount + (neighbours * more) / aim <= most || more === 0) break;
    aim *= 1.5;
  }
  for (let k = 0; k < leafCount; k++) {
    const error = errors[leaves[k]];
    tets.want[leaves[k]] = error <= aim ? 0 : Math.min(9, Math.max(1, Math.floor(1.5 * Math.log2(error / aim))));
  }
}

/** How much farther the solid reaches than the mesh, at most. */
function deficit({ positions: at }: Mesh, { reaches }: Witnesses): number {
  let most = 0;
  for (let i = 0; i < reaches.length; i += 4) {
    const u = reaches[i];
    const v = reaches[i + 1];
    const w = reaches[i + 2];
    let far = -Infinity;
    for (let p = 0; p < at.length; p += 3) {
      const along = u * at[p] + v * at[p + 1] + w * at[p + 2];
      if (along > far) far = along;
    }
    most = Math.max(most, reaches[i + 3] - far);
  }
  return most;
}

/** The patch in the middle of every face. */
function patches(sides: readonly Side[], { positions: at, indices }: Mesh, sideOf: Int32Array): Uint32Array {
  return Uint32Array.from(sideOf, (side, f) => {
    const a = 3 * indices[3 * f];
    const b = 3 * indices[3 * f + 1];
    const c = 3 * indices[3 * f + 2];
    const x = (at[a] + at[b] + at[c]) / 3;
    const y = (at[a + 1] + at[b + 1] + at[c + 1]) / 3;
    const z = (at[a + 2] + at[b + 2] + at[c + 2]) / 3;
    return sides[side].patchAt(x, y, z);
  });
}
