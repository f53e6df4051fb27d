import type { Kernel } from '../machine/kernel.js';

/**
 * Which of two bodies a ray meets first, and where, whatever lies behind: 1 + depth where it is the first one, −(1 + depth)
 * where it is the second, 0 where there is none; depth is a share of the range. {@link frontBody} and {@link frontDepth} take
 * them apart. That leaves the depth 23 bits, so that surfaces look smooth even where little is seen of a long view.
 */
export const frontPicture: Kernel = {
  name: 'frontPicture',
  reads: ['lists'],
  tally: {},
  map: true,

  cpu({ columns, rows, first, layerName, layerDepth, faceBits, before, offset, stride, map }) {
    const count = columns * rows;
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        const k = first[p];
        let code = 0;
        if (before[p] !== 0) code = 1;
        else if (before[count + p] !== 0) code = -1;
        else if (k < first[p + 1]) {
          const isFirst = (layerName[2 * k] & 0x7fff_ffff) >>> faceBits === 0;
          code = (isFirst ? 1 : -1) * (1 + layerDepth[2 * k + 1]);
        }
        map[offset + y * stride + x] = code;
      }
  },

  wgsl: /* wgsl */ `
fn examine() {
  var code = 0.0;
  if (before(0u) != 0) { code = 1.0; }
  else if (before(1u) != 0) { code = -1.0; }
  else if (layerCount() > 0u) {
    let here = layer(0u);
    code = select(-1.0, 1.0, slotOf(here) == 0u) * (1.0 + depthOf(here));
  }
  map(code);
}`,
};

/** The body in front, where the code is not 0. */
export const frontBody = (code: number): 0 | 1 => (code > 0 ? 0 : 1);

/** Where it begins, 0 to 1. */
export const frontDepth = (code: number): number => Math.abs(code) - 1;
