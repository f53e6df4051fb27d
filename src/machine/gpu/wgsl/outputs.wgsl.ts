import type { Kernel } from '../../kernel.js';
import { BEST, givenWords, MARKS_PER_WORD, TALLY } from '../layout.js';
import { tallyWords } from './tally.wgsl.js';

/** `parameter(i)`: the tile's own. `given` holds words of either kind, see ../layout.ts. */
export const parameterWgsl = /* wgsl */ `
fn parameter(i: u32) -> f32 { return bitcast<f32>(given[record + i]); }`;

/** `mapHere()`: the map at the pixel itself. */
export const mapHereWgsl = /* wgsl */ `
fn mapHere() -> f32 { return mapPlane[place]; }`;

/** `mapAt(offset)`: the map so many pixels to the right and down, 0 outside the tile. Others may be writing there, so only where none does. */
export const mapAtWgsl = /* wgsl */ `
fn mapAt(offset: vec2i) -> f32 {
  let at = vec2i(cell) + offset;
  if (any(at < vec2i(0)) || any(at >= vec2i(i32(tile.columns), i32(tile.rows)))) { return 0.0; }
  return mapPlane[(u32(at.y) + tile.y) * frame.width + u32(at.x) + tile.x];
}`;

/** `mark(layer)`: a face in view is marked by thousands of pixels, and looking costs less than marking again. */
export const markWgsl = (kernel: Kernel): string => /* wgsl */ `
fn mark(layer: vec2u) {
  let face = faceOf(layer);
  let at = given[given[record + ${givenWords(kernel).marksAt}u] + slotOf(layer)] + face / ${MARKS_PER_WORD}u;
  let bit = 1u << (face % ${MARKS_PER_WORD}u);
  if ((atomicLoad(&tallies[at]) & bit) == 0u) { atomicOr(&tallies[at], bit); }
}`;

/** `best(value, payload)` takes note; the workgroup compares when all of its pixels have been examined. */
export const bestWgsl = /* wgsl */ `
var<workgroup> bestOfBlock: atomic<u32>;
var<workgroup> firstBest: atomic<u32>; // complement: the least number is the greatest, and it starts at zero
var<private> bestValue: u32;
var<private> bestPayload: u32;
fn best(value: u32, payload: u32) { bestValue = value; bestPayload = payload; }`;

/**
 * The block's greatest value, then the first pixel that has it; that one writes. A block without any keeps its zeros, and so
 * does a workgroup behind the last block: it has examined nothing.
 */
export const toBestWgsl = (kernel: Kernel): string => /* wgsl */ `
  if (bestValue > 0u) { atomicMax(&bestOfBlock, bestValue); }
  workgroupBarrier();
  let candidate = bestValue > 0u && bestValue == atomicLoad(&bestOfBlock);
  let pixelNumber = pixel.y * tile.columns + pixel.x;
  if (candidate) { atomicMax(&firstBest, ~pixelNumber); }
  workgroupBarrier();
  if (candidate && ~pixelNumber == atomicLoad(&firstBest)) {
    let at = ${TALLY.tiles}u + frame.tileCount * ${tallyWords(kernel.tally).count}u + block * ${BEST.words}u;
    atomicStore(&tallies[at + ${BEST.value}u], bestValue);
    atomicStore(&tallies[at + ${BEST.pixel}u], pixelNumber);
    atomicStore(&tallies[at + ${BEST.payload}u], bestPayload);
  }`;
