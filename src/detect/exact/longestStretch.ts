import { type Kernel, offer } from '../../machine/kernel.js';
import { DEPTH_PARTS, toParts } from '../zlist/sweepUnits.js';

/**
 * Of each block of rays, the one with the longest stretch inside both bodies of a tile, in parts of the depth range; its payload is
 * where that stretch begins. A ray that is inside at the near or the far plane counts from there, or to there.
 */
export const longestStretch: Kernel = {
  name: 'longestStretch',
  reads: ['lists'],
  tally: {},
  best: true,
  inThreads: true,

  cpu(pixels) {
    const { columns, rows, first, layerName, layerDepth, faceBits, before } = pixels;
    const count = columns * rows;
    for (let p = 0; p < count; p++) {
      const last = first[p + 1];
      let a = before[p];
      let b = before[count + p];
      let begin = 0;
      let longest = 0;
      let longestAt = 0;
      for (let k = first[p]; k <= last; k++) {
        const depth = k < last ? layerDepth[2 * k + 1] : 1;
        if (a !== 0 && b !== 0 && depth - begin > longest) {
          longest = depth - begin;
          longestAt = begin;
        }
        if (k === last) break;
        const name = layerName[2 * k];
        const turn = (name >>> 31) * 2 - 1;
        if ((name & 0x7fff_ffff) >>> faceBits === 0) a += turn;
        else b += turn;
        begin = depth;
      }
      if (longest > 0) offer(pixels, p, toParts(longest), toParts(longestAt));
    }
  },

  wgsl: /* wgsl */ `
fn parts(share: f32) -> u32 { return u32(floor(share * ${DEPTH_PARTS}.0 + 0.5)); }

fn examine() {
  var winding = array<i32, 2>(before(0u), before(1u));
  var begin = 0.0;
  var longest = 0.0;
  var longestAt = 0.0;
  for (var k = 0u; k <= layerCount(); k++) {
    var depth = 1.0;
    if (k < layerCount()) { depth = depthOf(layer(k)); }
    if (winding[0] != 0 && winding[1] != 0 && depth - begin > longest) {
      longest = depth - begin;
      longestAt = begin;
    }
    if (k < layerCount()) { winding[slotOf(layer(k))] += select(-1, 1, isEntry(layer(k))); }
    begin = depth;
  }
  if (longest > 0.0) { best(parts(longest), parts(longestAt)); }
}`,
};
