import type { Kernel } from '../../machine/kernel.js';
import { hasOddRun, LAYERS_PER_WORD, layerBit, layerOrderWgsl, noRuns, readWord, resetRuns } from './layerOrder.js';

/**
 * Section 6 with the order of layers from the lists: the map is 1 where a run of equal bits is odd, and 0 elsewhere.
 *
 * A layer counts where the ray goes into a body or comes out of it; faces inside a body that overlaps itself do not. A ray that is in
 * a body at the near plane has entered it, and at the far plane leaves it. With `grow`, an entry that comes nearer than that behind the
 * other body's exit changes places with it: growing A would carry one past the other.
 *
 * Parameter: grow.
 */
export const listOrder: Kernel = {
  name: 'solidsListOrder',
  reads: ['lists'],
  tally: { collision: 'sum', layers: 'max' },
  parameterCount: 1,
  map: true,
  inThreads: true,

  cpu(pixels, tally, [grow]) {
    const { columns, rows, first, layerName, layerDepth, faceBits, before, offset, stride, map } = pixels;
    const count = columns * rows;
    const runs = noRuns();
    let collisions = 0;
    let most = 0;
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        resetRuns(runs);
        let a = before[p];
        let b = before[count + p];
        let word = 0;
        let place = 0;
        let layers = 0;
        // The layer that the next one may still change places with.
        let heldBit = -1;
        let heldIsEntry = false;
        let heldDepth = 0;
        const last = first[p + 1];
        // Before the layers come entries at the near plane, and behind them exits at the far plane: of A, then of B.
        for (let k = first[p] - 2; k < last + 2; k++) {
          let bit: number;
          let isEntry: boolean;
          let depth: number;
          if (k < first[p]) {
            bit = k - first[p] + 2;
            if ((bit === 0 ? a : b) === 0) continue;
            isEntry = true;
            depth = -1;
          } else if (k >= last) {
            bit = k - last;
            if ((bit === 0 ? a : b) === 0) continue;
            isEntry = false;
            depth = 2;
          } else {
            const name = layerName[2 * k];
            const turn = (name >>> 31) * 2 - 1;
            bit = (name & 0x7fff_ffff) >>> faceBits;
            const was = bit === 0 ? a : b;
            const is = bit === 0 ? (a += turn) : (b += turn);
            isEntry = is !== 0;
            if (isEntry === (was !== 0)) continue;
            depth = layerDepth[2 * k + 1];
          }
          layers++;
          const comesFirst = heldBit >= 0 && heldBit !== bit && !heldIsEntry && isEntry && depth - heldDepth < grow;
          const next = comesFirst ? bit : heldBit;
          if (!comesFirst) {
            heldBit = bit;
            heldIsEntry = isEntry;
            heldDepth = depth;
          }
          if (next < 0) continue;
          word |= layerBit(next, place++);
          if (place < LAYERS_PER_WORD) continue;
          readWord(runs, word, place);
          word = 0;
          place = 0;
        }
        if (heldBit >= 0) word |= layerBit(heldBit, place++);
        readWord(runs, word, place);
        const collides = hasOddRun(runs);
        map[offset + y * stride + x] = collides ? 1 : 0;
        if (collides) collisions++;
        if (layers > most) most = layers;
      }
    tally.collision += collisions;
    tally.layers = Math.max(tally.layers, most);
  },

  wgsl: /* wgsl */ `
${layerOrderWgsl}
var<private> word: u32;
var<private> bitPlace: u32;
var<private> encoded: u32;
fn encode(bit: u32) {
  word |= bit << (${LAYERS_PER_WORD - 1}u - bitPlace);
  bitPlace++;
  encoded++;
  if (bitPlace < ${LAYERS_PER_WORD}u) { return; }
  readWord(word, bitPlace);
  word = 0u;
  bitPlace = 0u;
}
var<private> heldBit: u32 = 2u;
var<private> heldIsEntry: bool;
var<private> heldDepth: f32;
fn meet(bit: u32, entry: bool, depth: f32) {
  if (heldBit < 2u && heldBit != bit && !heldIsEntry && entry && depth - heldDepth < parameter(0u)) {
    encode(bit);
    return;
  }
  if (heldBit < 2u) { encode(heldBit); }
  heldBit = bit;
  heldIsEntry = entry;
  heldDepth = depth;
}

fn examine() {
  var winding = array<i32, 2>(before(0u), before(1u));
  for (var slot = 0u; slot < 2u; slot++) { if (winding[slot] != 0) { meet(slot, true, -1.0); } }
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    let slot = slotOf(here);
    let inside = winding[slot] != 0;
    winding[slot] += select(-1, 1, isEntry(here));
    let now = winding[slot] != 0;
    if (now != inside) { meet(slot, now, depthOf(here)); }
  }
  for (var slot = 0u; slot < 2u; slot++) { if (winding[slot] != 0) { meet(slot, false, 2.0); } }
  if (heldBit < 2u) { encode(heldBit); }
  readWord(word, bitPlace);
  map(select(0.0, 1.0, hasOddRun()));
  if (hasOddRun()) { tally_collision(1u); }
  tally_layers(encoded);
}`,
};
