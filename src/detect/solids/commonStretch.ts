import type { Kernel } from '../../machine/kernel.js';

/**
 * The longest stretch of each ray inside both bodies, as a share of the depth range, into the map; 0 where there is none. A ray that
 * is inside at the near or the far plane counts from there, or to there.
 */
export const commonStretch: Kernel = {
  name: 'solidsCommonStretch',
  reads: ['lists'],
  tally: {},
  map: true,

  cpu({ columns, rows, first, layerName, layerDepth, faceBits, before, offset, stride, map }) {
    const count = columns * rows;
    const winding = [0, 0];
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        winding[0] = before[p];
        winding[1] = before[count + p];
        let begin = 0;
        let longest = 0;
        for (let k = first[p]; k < first[p + 1]; k++) {
          const depth = layerDepth[2 * k + 1];
          if (winding[0] !== 0 && winding[1] !== 0) longest = Math.max(longest, depth - begin);
          const name = layerName[2 * k];
          winding[(name & 0x7fff_ffff) >>> faceBits] += (name >>> 31) * 2 - 1;
          begin = depth;
        }
        if (winding[0] !== 0 && winding[1] !== 0) longest = Math.max(longest, 1 - begin);
        map[offset + y * stride + x] = longest;
      }
  },

  wgsl: /* wgsl */ `
fn examine() {
  var winding = array<i32, 2>(before(0u), before(1u));
  var begin = 0.0;
  var longest = 0.0;
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    if (winding[0] != 0 && winding[1] != 0) { longest = max(longest, depthOf(here) - begin); }
    winding[slotOf(here)] += select(-1, 1, isEntry(here));
    begin = depthOf(here);
  }
  if (winding[0] != 0 && winding[1] != 0) { longest = max(longest, 1.0 - begin); }
  map(longest);
}`,
};
