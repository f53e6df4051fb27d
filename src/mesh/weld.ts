import { InputError } from '../errors.js';
import { HASH_SECRET } from '../math/hashSecret.js';
import type { Mesh } from './mesh.js';

export interface Welded {
  /** The same faces in the same order (some may now name a vertex twice), on the merged vertices. */
  readonly mesh: Mesh;
  /** Old vertex number → new vertex number. */
  readonly map: Uint32Array;
  readonly vertexCount: number;
}

/**
 * Merges vertices at the same place (-0 is 0) or, with a `tolerance` in model units, vertices no farther than that from
 * an earlier one. New vertices stand in the order, and exactly at the place, of the first old vertex of each group, so no
 * vertex moves by more than `tolerance`.
 *
 * @example const { mesh: solid } = weld(mesh(stlCoordinates), 1e-6)
 */
export function weld(mesh: Mesh, tolerance = 0): Welded {
  if (!(tolerance >= 0 && tolerance < Infinity))
    throw new InputError(
      `weld: the tolerance must be a length (${tolerance}). Give 0 for exact welding, or a positive number of model units.`,
    );
  const { map, vertexCount } = weldMap(mesh.positions, tolerance);
  const positions = new (mesh.positions.constructor as Float64ArrayConstructor)(vertexCount * 3);
  let next = 0;
  for (let i = 0; i < map.length; i++) {
    if (map[i] !== next) continue;
    for (let k = 0; k < 3; k++) positions[3 * next + k] = mesh.positions[3 * i + k];
    next++;
  }
  return { mesh: { positions, indices: mesh.indices.map((vertex) => map[vertex]) }, map, vertexCount };
}

/** The numbering behind {@link weld}, for coordinates that need not be finite: a vertex with NaN equals no other. */
export function weldMap(positions: ArrayLike<number>, tolerance = 0): { map: Uint32Array; vertexCount: number } {
  return tolerance > 0 ? weldNear(positions, tolerance) : weldEqual(positions);
}

function weldEqual(positions: ArrayLike<number>): { map: Uint32Array; vertexCount: number } {
  const count = Math.floor(positions.length / 3);
  const map = new Uint32Array(count);
  const mask = tableSize(count) - 1;
  const slots = new Uint32Array(mask + 1); // vertex number + 1, 0 where free
  let vertexCount = 0;
  for (let i = 0; i < count; i++) {
    const x = positions[3 * i] + 0; // -0 + 0 is 0
    const y = positions[3 * i + 1] + 0;
    const z = positions[3 * i + 2] + 0;
    map[i] = vertexCount;
    // NaN would be found by no comparison, and many of them would share one run of slots.
    if (Number.isNaN(x + y + z) && (Number.isNaN(x) || Number.isNaN(y) || Number.isNaN(z))) {
      vertexCount++;
      continue;
    }
    let slot = hash3(x, y, z) & mask;
    let other = slots[slot];
    while (other !== 0) {
      const o = 3 * (other - 1);
      if (positions[o] === x && positions[o + 1] === y && positions[o + 2] === z) break;
      slot = (slot + 1) & mask;
      other = slots[slot];
    }
    if (other !== 0) map[i] = map[other - 1];
    else {
      slots[slot] = i + 1;
      vertexCount++;
    }
  }
  return { map, vertexCount };
}

function weldNear(positions: ArrayLike<number>, tolerance: number): { map: Uint32Array; vertexCount: number } {
  const count = Math.floor(positions.length / 3);
  const map = new Uint32Array(count);
  const mask = tableSize(count) - 1;
  const heads = new Uint32Array(mask + 1); // first kept vertex + 1 of each bucket of cells
  const next = new Uint32Array(count);
  // With cells four tolerances wide, the ball around a vertex meets at most two cells per axis, with room for rounding.
  const cell = 4 * tolerance;
  let vertexCount = 0;
  for (let i = 0; i < count; i++) {
    const x = positions[3 * i];
    const y = positions[3 * i + 1];
    const z = positions[3 * i + 2];
    if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
      map[i] = vertexCount++;
      continue;
    }
    const x0 = Math.floor((x - tolerance) / cell);
    const y0 = Math.floor((y - tolerance) / cell);
    const z0 = Math.floor((z - tolerance) / cell);
    const x1 = Math.floor((x + tolerance) / cell);
    const y1 = Math.floor((y + tolerance) / cell);
    const z1 = Math.floor((z + tolerance) / cell);
    let first = count; // the earliest kept vertex in reach, so that the answer does not depend on the hash
    for (let k = 0; k < 8; k++) {
      if ((k & 1 && x1 === x0) || (k & 2 && y1 === y0) || (k & 4 && z1 === z0)) continue;
      const bucket = hash3(k & 1 ? x1 : x0, k & 2 ? y1 : y0, k & 4 ? z1 : z0) & mask;
      for (let other = heads[bucket]; other !== 0; other = next[other - 1]) {
        const o = 3 * (other - 1);
        const dx = (positions[o] - x) / tolerance;
        const dy = (positions[o + 1] - y) / tolerance;
        const dz = (positions[o + 2] - z) / tolerance;
        if (dx * dx + dy * dy + dz * dz <= 1 && other - 1 < first) first = other - 1;
      }
    }
    if (first < count) {
      map[i] = map[first];
      continue;
    }
    map[i] = vertexCount++;
    const bucket = hash3(Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell)) & mask;
    next[i] = heads[bucket];
    heads[bucket] = i + 1;
  }
  return { map, vertexCount };
}

/** A power of two with at least half of the slots free. */
export const tableSize = (count: number): number => 2 ** Math.max(4, Math.ceil(Math.log2(2 * count + 1)));

const numbers = new Float64Array(3);
const words = new Uint32Array(numbers.buffer);

/** A 32-bit hash of the bits of three numbers: each word is mixed with a secret of its own (the steps of MurmurHash3). */
function hash3(x: number, y: number, z: number): number {
  numbers[0] = x + 0;
  numbers[1] = y + 0;
  numbers[2] = z + 0;
  let h = HASH_SECRET[0];
  for (let k = 0; k < 6; k++) {
    // Multiplied both before and after the secret comes in: no choice of words cancels it.
    let word = Math.imul(words[k] ^ HASH_SECRET[k], 0xcc9e2d51);
    word = (word << 15) | (word >>> 17);
    h ^= Math.imul(word + HASH_SECRET[k], 0x1b873593);
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
