// Shinya, Forgue: Interference detection through rasterization, 1991. The paper's overlap(z_list) for two bodies, with a
// winding count per body in place of the paper's pairs, so that bodies need not be convex.
import type { Kernel } from '../../src/machine/kernel.js';

/** Lengths along a ray are tallied in whole parts of the depth range. */
export const LENGTH_PARTS = 2 ** 24;

/** For a tile with two bodies: on how many rays they overlap, how long all overlaps are together, and the longest one. */
export const pairOverlap: Kernel = overlapKernel(false);

/** The same, and the map holds each ray's overlap as a share of the depth range. */
export const pairOverlapMap: Kernel = overlapKernel(true);

function overlapKernel(map: boolean): Kernel {
  return {
    name: map ? 'pairOverlapMap' : 'pairOverlap',
    reads: ['lists'],
    tally: { pixels: 'sum', length: 'sum64', longest: 'max' },
    map,

    cpu(pixels, tally) {
      const { columns, rows, first, layerName, layerDepth, faceBits, before, offset, stride } = pixels;
      const count = columns * rows;
      let overlapping = 0;
      let total = 0;
      let longest = 0;
      let k = 0;
      for (let p = 0; p < count; p++) {
        const end = first[p + 1];
        let a = before[p];
        let b = before[count + p];
        let length = 0;
        let from = 0;
        for (; k < end; k++) {
          const name = layerName[2 * k];
          const depth = layerDepth[2 * k + 1];
          if (a !== 0 && b !== 0) {
            const stretch = depth - from;
            length += stretch;
            if (stretch > longest) longest = stretch;
          }
          from = depth;
          const turn = 1 - 2 * ((name >>> 31) ^ 1);
          if ((name & 0x7fff_ffff) >>> faceBits === 0) a += turn;
          else b += turn;
        }
        if (a !== 0 && b !== 0) {
          length += 1 - from;
          if (1 - from > longest) longest = 1 - from;
        }
        if (length > 0) {
          overlapping++;
          total += Math.floor(length * LENGTH_PARTS + 0.5); // as Math.round, at a third of its cost
        }
        if (map) pixels.map[offset + Math.floor(p / columns) * stride + (p % columns)] = length;
      }
      tally.pixels += overlapping;
      tally.length += total;
      tally.longest = Math.max(tally.longest, Math.round(longest * LENGTH_PARTS));
    },

    wgsl: /* wgsl */ `
fn examine() {
  var inside = array<i32, 2>(before(0u), before(1u));
  var length = 0.0;
  var longest = 0.0;
  var start = 0.0;
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    let depth = depthOf(here);
    if (inside[0] != 0 && inside[1] != 0) { length += depth - start; longest = max(longest, depth - start); }
    start = depth;
    inside[slotOf(here)] += select(-1, 1, isEntry(here));
  }
  if (inside[0] != 0 && inside[1] != 0) { length += 1.0 - start; longest = max(longest, 1.0 - start); }
  ${map ? 'map(length);' : ''}
  if (length > 0.0) {
    tally_pixels(1u);
    tally_length(u32(round(length * ${LENGTH_PARTS}.0)));
    tally_longest(u32(round(longest * ${LENGTH_PARTS}.0)));
  }
}`,
  };
}
