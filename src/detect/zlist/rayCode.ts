import { DEPTH_PARTS, SLABS } from './sweepUnits.js';

// What the map says of a ray, in 32 bits; 0 where it meets nothing.
//
//     31      set where it meets a body, but no overlap
//     30      set
//     29–23   for how long it is in A alone, in ALONE_PARTS of the depth range, rounded up
//     22–16   the same of B
//     15–0    with an overlap: its length in LENGTH_MASK parts of the depth range, rounded down
//             without: for each two slabs a bit if A lies in them alone, and one if B does
//
// The map holds f32, and these are the bits of ordinary numbers: bit 30 is set, and bits 29–23 are never all ones. So no
// machine takes one for zero, or for no number.
export const NO_OVERLAP = -(2 ** 31);
export const MEETS = 2 ** 30;
const ALONE_A_AT = 23;
const ALONE_B_AT = 16;
const ALONE_MASK = 2 ** 7 - 1;
export const ALONE_PARTS = 125;
/** Alone in A, or in B, for a length that has not been told. */
export const SOME_A = 126 * 2 ** ALONE_A_AT;
export const SOME_B = 126 * 2 ** ALONE_B_AT;
export const LENGTH_MASK = 2 ** 16 - 1;
/** How much of the depth range, in DEPTH_PARTS, a length may be wrong by; lengths count as one such unit more than told. */
export const LENGTH_UNIT = DEPTH_PARTS / 2 ** 16;

const BOTH_LENGTHS = (ALONE_MASK << ALONE_A_AT) | (ALONE_MASK << ALONE_B_AT);
/** The bits of A among those of slabs; B's are beside them. */
export const EVERY_OTHER = 0x5555 & (2 ** SLABS - 1);

const aloneParts = (share: number): number => Math.min(ALONE_PARTS, Math.ceil(share * ALONE_PARTS));

/** The word with these lengths in A alone and in B alone, as shares of the depth range. */
export const withAlone = (code: number, a: number, b: number): number =>
  (code & ~BOTH_LENGTHS) | (aloneParts(a) << ALONE_A_AT) | (aloneParts(b) << ALONE_B_AT);

/** Whether the lengths are told already, or there is nothing to be told. */
export const isTold = (code: number): boolean =>
  code === 0 || ((code & BOTH_LENGTHS) !== 0 && (code & SOME_A) !== SOME_A && (code & SOME_B) !== SOME_B);

/** The length of a ray's overlap in the map's units, rounded up; 0 where there is none. */
export const lengthOf = (code: number): number => (code > 0 ? (code & LENGTH_MASK) + 1 : 0);

/** All slabs would not go beside the lengths. The bits of A and B take turns. */
export const slabBits = (slabsA: number, slabsB: number): number => pairsOf(slabsA) | (pairsOf(slabsB) << 1);

const pairsOf = (slabs: number): number => (slabs | (slabs >>> 1)) & EVERY_OTHER;

const aloneA = (code: number): number => (code >>> ALONE_A_AT) & ALONE_MASK;
const aloneB = (code: number): number => (code >>> ALONE_B_AT) & ALONE_MASK;

/** Bit 0: A reaches out of B here, bit 1: B out of A. */
export const outOf = (code: number): number =>
  code > 0
    ? (aloneA(code) !== 0 ? 1 : 0) | (aloneB(code) !== 0 ? 2 : 0)
    : ((code & EVERY_OTHER) !== 0 ? 1 : 0) | (((code >>> 1) & EVERY_OTHER) !== 0 ? 2 : 0);

/** Whether A on one ray and B on the other share a slab; of rays without an overlap. */
export const areBeside = (one: number, other: number): boolean =>
  (((one & (other >>> 1)) | (other & (one >>> 1))) & EVERY_OTHER) !== 0;

/**
 * How high a wall of both bodies can be that runs between two rays, in ALONE_PARTS: as far as A alone becomes less from the one
 * to the other while B alone becomes more, or the other way round. Lengths are rounded, so it may be one part more.
 */
export function wallBetween(one: number, other: number): number {
  const lessA = aloneA(one) - aloneA(other);
  const moreB = aloneB(other) - aloneB(one);
  if (lessA > 0 && moreB > 0) return lessA < moreB ? lessA : moreB;
  return lessA < 0 && moreB < 0 ? (lessA > moreB ? -lessA : -moreB) : 0;
}

/** The same for shaders. */
export const rayCodeWgsl = /* wgsl */ `
const EVERY_OTHER = ${EVERY_OTHER}u;
const NO_OVERLAP = ${2 ** 31}u;
const MEETS = ${MEETS}u;

fn aloneParts(share: f32) -> u32 { return min(${ALONE_PARTS}u, u32(ceil(share * ${ALONE_PARTS}.0))); }
fn aloneBits(a: f32, b: f32) -> u32 { return (aloneParts(a) << ${ALONE_A_AT}u) | (aloneParts(b) << ${ALONE_B_AT}u); }
fn lengthBits(length: f32) -> u32 { return min(${LENGTH_MASK}u, u32(length * ${LENGTH_MASK}.0)); }
fn pairsOf(slabs: u32) -> u32 { return (slabs | (slabs >> 1u)) & EVERY_OTHER; }
fn slabBits(slabsA: u32, slabsB: u32) -> u32 { return pairsOf(slabsA) | (pairsOf(slabsB) << 1u); }

fn isOverlap(code: u32) -> bool { return code != 0u && code < NO_OVERLAP; }
fn lengthOf(code: u32) -> u32 { return select(0u, ((code & ${LENGTH_MASK}u) + 1u) * ${LENGTH_UNIT}u, isOverlap(code)); }
fn aloneA(code: u32) -> i32 { return i32((code >> ${ALONE_A_AT}u) & ${ALONE_MASK}u); }
fn aloneB(code: u32) -> i32 { return i32((code >> ${ALONE_B_AT}u) & ${ALONE_MASK}u); }
fn outOf(code: u32) -> u32 {
  if (isOverlap(code)) { return select(0u, 1u, aloneA(code) != 0) | select(0u, 2u, aloneB(code) != 0); }
  return select(0u, 1u, (code & EVERY_OTHER) != 0u) | select(0u, 2u, ((code >> 1u) & EVERY_OTHER) != 0u);
}
fn areBeside(one: u32, other: u32) -> bool {
  return (((one & (other >> 1u)) | (other & (one >> 1u))) & EVERY_OTHER) != 0u;
}
fn wallBetween(one: u32, other: u32) -> u32 {
  let lessA = aloneA(one) - aloneA(other);
  let moreB = aloneB(other) - aloneB(one);
  return u32(max(0, max(min(lessA, moreB), min(-lessA, -moreB))));
}`;
