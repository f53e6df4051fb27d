import type { Kernel, Tally } from '../../machine/kernel.js';
import { pixelSize, type View } from '../../view/view.js';
import { countOut, type Found, lookAlongLines, lookAlongRow, lookAtEnds } from './lookAround.js';
import { ALONE_PARTS, LENGTH_UNIT, lengthOf, rayCodeWgsl } from './rayCode.js';
import { wallStep } from './tellAlone.js';

/**
 * Looks from each ray of {@link pairSweep}'s map to the next ones, to the right and below.
 * - How much the overlap changes from ray to ray: from that the error of the volume follows.
 * - How high walls of both bodies between them can be: where A alone becomes less from one ray to the next and B alone more, both
 *   may end there, and overlap unseen. Wherever an overlap ends, any such wall counts; elsewhere those that are steep do, on
 *   some lines of rays that stand for all.
 * - How often A on one ray lies beside B on the next, in the same slab of depth. Bodies that touch or overlap between the
 *   rays, as along a wall that is seen edge-on, are found so. Where they were found to touch, or to overlap, only steep
 *   walls count for it: bodies that lie on each other share a slab everywhere.
 * - How many rays lie amid an overlap, or where one body reaches out of the other: both next ones do, too. Along a wall that
 *   two bodies share, snapping may put rays into both or into the wrong one, but only such that lie on a line.
 */
export const sideBySide: Kernel = {
  name: 'sideBySide',
  reads: ['map'],
  tally: {
    changeX: 'sum64',
    changeY: 'sum64',
    /** In ALONE_PARTS of the depth range. */
    wallX: 'sum64',
    wallY: 'sum64',
    besideX: 'sum',
    besideY: 'sum',
    core: 'sum',
    /** The longest overlap of such a ray, all its stretches together. */
    coreLongest: 'max',
    /** Rays on which A reaches out of B, and B out of A, of those bodies that may lie inside the other; and amid such rays. */
    outA: 'sum',
    outB: 'sum',
    outCoreA: 'sum',
    outCoreB: 'sum',
  },
  parameterCount: 7,
  /** Rays on which one of them does. */
  best: true,
  inThreads: true,

  cpu(pixels, tally, [left, top, right, bottom, mayBeInside, step, steep]) {
    const { offset, stride, map } = pixels;
    const codes = new Int32Array(map.buffer, map.byteOffset, map.length);
    const found: Found = { changeX: 0, changeY: 0, wallX: 0, wallY: 0, core: 0, longest: 0, besideX: 0, besideY: 0 };
    const ends = new Int32Array(Math.max(0, right - left + 1));
    for (let y = top; y <= bottom; y++) {
      const count = lookAlongRow(found, ends, pixels, codes, left, right, y);
      lookAtEnds(found, ends, count, pixels, codes, y, steep);
    }
    // Beyond the view there is no overlap.
    if (left === 0) for (let y = top; y <= bottom; y++) found.changeX += lengthOf(codes[offset + y * stride]);
    if (top === 0) for (let x = left; x <= right; x++) found.changeY += lengthOf(codes[offset + x]);
    if (mayBeInside !== 0) countOut(tally, pixels, codes, [left, top, right, bottom], mayBeInside);
    lookAlongLines(found, pixels, codes, step, steep);
    tally.changeX += found.changeX * LENGTH_UNIT;
    tally.changeY += found.changeY * LENGTH_UNIT;
    tally.wallX += found.wallX;
    tally.wallY += found.wallY;
    tally.besideX += found.besideX;
    tally.besideY += found.besideY;
    tally.core += found.core;
    tally.coreLongest = Math.max(tally.coreLongest, found.longest * LENGTH_UNIT);
  },

  wgsl: /* wgsl */ `${rayCodeWgsl}
fn codeAt(right: i32, down: i32) -> u32 { return bitcast<u32>(mapAt(vec2i(right, down))); }

fn change(here: u32, next: u32) -> u32 { return u32(abs(i32(lengthOf(here)) - i32(lengthOf(next)))); }
fn isSteep(wall: u32) -> bool { return wall >= u32(parameter(6u)); }

/** The wall between two rays on a line, of which both or none go through an overlap; it stands for those off the lines. */
fn wallOnLine(here: u32, next: u32, along: u32) -> u32 {
  let step = u32(parameter(5u));
  if (along % step != step / 2u || isOverlap(here) != isOverlap(next)) { return 0u; }
  let wall = wallBetween(here, next);
  return select(0u, step * (wall + 1u), isSteep(wall));
}

fn examine() {
  let at = vec2f(pixel);
  let here = codeAt(0, 0);
  let right = codeAt(1, 0);
  let below = codeAt(0, 1);
  let across = wallOnLine(here, right, pixel.y);
  let down = wallOnLine(here, below, pixel.x);
  if (across > 0u) { tally_wallX(across); tally_besideX(1u); }
  if (down > 0u) { tally_wallY(down); tally_besideY(1u); }
  if (any(at < vec2f(parameter(0u), parameter(1u))) || any(at > vec2f(parameter(2u), parameter(3u)))) { return; }
  let length = lengthOf(here);
  if (isOverlap(here) && isOverlap(right) && isOverlap(below)) {
    tally_core(1u);
    tally_coreLongest(max(length, max(lengthOf(right), lengthOf(below))));
  }
  let out = outOf(here) & u32(parameter(4u));
  if (out != 0u) {
    let amid = out & outOf(right) & outOf(below);
    if ((out & 1u) != 0u) { tally_outA(1u); }
    if ((out & 2u) != 0u) { tally_outB(1u); }
    if ((amid & 1u) != 0u) { tally_outCoreA(1u); }
    if ((amid & 2u) != 0u) { tally_outCoreB(1u); }
    best(out, 0u);
  }
  if (isOverlap(here) || isOverlap(right)) { tally_changeX(change(here, right)); }
  else if (areBeside(here, right)) { tally_besideX(1u); }
  if (isOverlap(here) || isOverlap(below)) { tally_changeY(change(here, below)); }
  else if (areBeside(here, below)) { tally_besideY(1u); }
  if (isOverlap(here) != isOverlap(right)) {
    let wall = wallBetween(here, right);
    tally_wallX(wall + 1u);
    if (isSteep(wall)) { tally_besideX(1u); }
  }
  if (isOverlap(here) != isOverlap(below)) {
    let wall = wallBetween(here, below);
    tally_wallY(wall + 1u);
    if (isSteep(wall)) { tally_besideY(1u); }
  }
  if (pixel.x == 0u && length > 0u) { tally_changeX(length); }
  if (pixel.y == 0u && length > 0u) { tally_changeY(length); }
}`,
};

/**
 * The kernel's parameters: the pixels of a tile that are worth a look, which of the bodies may lie inside the other, how far
 * apart the lines of rays are, and from which height on a wall is steep.
 */
export function neighbourhood(
  { pixels, touching, minX, minY, maxX, maxY }: Tally,
  view: View,
  [a, b]: readonly [boolean, boolean],
): number[] {
  const all = [0, 0, view.columns - 1, view.rows - 1];
  const steep = Math.ceil((ALONE_PARTS * STEEP * Math.max(...pixelSize(view))) / view.size[2]);
  // Lengths in one body are rounded, and so may differ by one part.
  const walls = [wallStep(view), Math.max(2, steep)];
  if (pixels > 0 && (a || b)) return [...all, Number(a) + 2 * Number(b), ...walls];
  if (pixels > 0) return [Math.max(0, minX - 1), Math.max(0, minY - 1), maxX, maxY, 0, ...walls];
  // Bodies that touch are found; where nothing was found, all that is seen of them counts.
  return touching > 0 ? [0, 0, -1, -1, 0, ...walls] : [...all, 0, ...walls];
}

/** A wall is no slope if it goes so many times deeper, from ray to ray, than sideways. Along slopes rays do see overlaps. */
const STEEP = 2;
