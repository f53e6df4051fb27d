import { type Kernel, offer, type Tally } from '../../machine/kernel.js';
import type { View } from '../../view/view.js';
import { DEPTH_PARTS, SLABS, toParts } from './sweepUnits.js';

/**
 * Looks from each ray of {@link pairSweep}'s map to the next ones, to the right and below.
 * - How much the overlap changes from ray to ray: from that the error of the volume follows.
 * - How often A on one ray lies beside B on the next, in the same slab of depth. Bodies that touch or overlap between the
 *   rays, as along a wall that is seen edge-on, are found so.
 * - How many rays lie amid an overlap, or where one body reaches out of the other: both next ones do, too. Along a wall that
 *   two bodies share, snapping may put rays into both or into the wrong one, but only such that lie on a line.
 */
export const sideBySide: Kernel = {
  name: 'sideBySide',
  reads: ['map'],
  tally: {
    changeX: 'sum64',
    changeY: 'sum64',
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
  parameterCount: 5,
  /** Rays on which one of them does. */
  best: true,

  cpu(pixels, tally, [left, top, right, bottom, mayBeInside]) {
    const { columns, rows, offset, stride, map } = pixels;
    let changeX = 0;
    let changeY = 0;
    let core = 0;
    let longest = 0;
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const at = offset + y * stride + x;
        const here = map[at];
        const next = x + 1 < columns ? map[at + 1] : 0;
        const below = y + 1 < rows ? map[at + stride] : 0;
        if (here === 0 && next === 0 && below === 0) continue;
        // Without a body that may be inside, lengths come without flags.
        const length = mayBeInside === 0 ? (here > 0 ? here : 0) : lengthOf(here);
        const nextLength = mayBeInside === 0 ? (next > 0 ? next : 0) : lengthOf(next);
        const lengthBelow = mayBeInside === 0 ? (below > 0 ? below : 0) : lengthOf(below);
        if (here > 0 && next > 0 && below > 0) {
          core++;
          if (length > longest) longest = length;
          if (nextLength > longest) longest = nextLength;
          if (lengthBelow > longest) longest = lengthBelow;
        }
        if (mayBeInside !== 0) {
          const out = outOf(here) & mayBeInside;
          const amid = out & outOf(next) & outOf(below);
          tally.outA += out & 1;
          tally.outB += out >>> 1;
          tally.outCoreA += amid & 1;
          tally.outCoreB += amid >>> 1;
          if (out !== 0) offer(pixels, y * columns + x, out, 0);
        }
        if (here > 0 || next > 0) changeX += Math.abs(length - nextLength);
        else if (areBeside(-here, -next)) tally.besideX++;
        if (here > 0 || below > 0) changeY += Math.abs(length - lengthBelow);
        else if (areBeside(-here, -below)) tally.besideY++;
        // Beyond the view there is no overlap.
        if (x === 0) changeX += length;
        if (y === 0) changeY += length;
      }
    tally.changeX += toParts(changeX);
    tally.changeY += toParts(changeY);
    tally.core += core;
    tally.coreLongest = Math.max(tally.coreLongest, toParts(longest));
  },

  wgsl: /* wgsl */ `
fn lengthOf(code: f32) -> f32 { return max(code, 0.0) - 2.0 * floor(max(code, 0.0) / 2.0); }
fn parts(share: f32) -> u32 { return u32(floor(share * ${DEPTH_PARTS}.0 + 0.5)); }
fn slabsA(code: f32) -> u32 { return u32(max(-code, 0.0)) & ${2 ** SLABS - 1}u; }
fn slabsB(code: f32) -> u32 { return u32(max(-code, 0.0)) >> ${SLABS}u; }
fn areBeside(a: f32, b: f32) -> bool { return ((slabsA(a) & slabsB(b)) | (slabsA(b) & slabsB(a))) != 0u; }

fn outOf(code: f32) -> u32 {
  if (code > 0.0) { return u32(code / 2.0); }
  return select(0u, 1u, slabsA(code) != 0u) | select(0u, 2u, slabsB(code) != 0u);
}

fn examine() {
  let at = vec2f(pixel);
  if (any(at < vec2f(parameter(0u), parameter(1u))) || any(at > vec2f(parameter(2u), parameter(3u)))) { return; }
  let here = mapAt(vec2i(0, 0));
  let right = mapAt(vec2i(1, 0));
  let below = mapAt(vec2i(0, 1));
  let length = lengthOf(here);
  if (here > 0.0 && right > 0.0 && below > 0.0) {
    tally_core(1u);
    tally_coreLongest(parts(max(length, max(lengthOf(right), lengthOf(below)))));
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
  if (here > 0.0 || right > 0.0) { tally_changeX(parts(abs(length - lengthOf(right)))); }
  else if (areBeside(here, right)) { tally_besideX(1u); }
  if (here > 0.0 || below > 0.0) { tally_changeY(parts(abs(length - lengthOf(below)))); }
  else if (areBeside(here, below)) { tally_besideY(1u); }
  if (pixel.x == 0u && length > 0.0) { tally_changeX(parts(length)); }
  if (pixel.y == 0u && length > 0.0) { tally_changeY(parts(length)); }
}`,
};

/** The kernel's parameters: the pixels of a tile that are worth a look, and which of the bodies may lie inside the other. */
export function neighbourhood(
  { pixels, touching, minX, minY, maxX, maxY }: Tally,
  { columns, rows }: View,
  [a, b]: readonly [boolean, boolean],
): number[] {
  const all = [0, 0, columns - 1, rows - 1];
  if (pixels > 0 && (a || b)) return [...all, Number(a) + 2 * Number(b)];
  if (pixels > 0) return [Math.max(0, minX - 1), Math.max(0, minY - 1), maxX, maxY, 0];
  // Bodies that touch are found; where nothing was found, all that is seen of them counts.
  return touching > 0 ? [0, 0, -1, -1, 0] : [...all, 0];
}

const LOW = 2 ** SLABS - 1;

/** The overlap's length, of what the map says. */
const lengthOf = (code: number): number => (code > 0 ? code - 2 * Math.floor(code / 2) : 0);

/** Bit 0: A reaches out of B here, bit 1: B out of A. */
const outOf = (code: number): number =>
  code > 0 ? Math.floor(code / 2) : ((-code & LOW) !== 0 ? 1 : 0) | (-code >>> SLABS !== 0 ? 2 : 0);

/** Whether A on one ray and B on the other share a slab. */
const areBeside = (one: number, other: number): boolean =>
  ((one & LOW & (other >>> SLABS)) | (other & LOW & (one >>> SLABS))) !== 0;
