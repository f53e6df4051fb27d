import { DEPTH_ERROR_SHARE } from '../../constants.js';
import type { Kernel } from '../../machine/kernel.js';

/** Whom a ray meets first, and whom else; the overlap apart. */
export const PICTURE_KIND = { nothing: 0, onlyA: 1, onlyB: 2, bothAFirst: 3, bothBFirst: 4 } as const;

/** Where one overlap goes on from another one, as across a face inside a body, they are one. */
const NOISE = 2 * DEPTH_ERROR_SHARE;

/**
 * What a person wants to see of two bodies: one number for every ray of a tile. Positive: the longest stretch of
 * the ray inside both, as `depthAlongView` has it, as a share of the depth range. Else −(kind + depth / 2), with a kind of {@link PICTURE_KIND} and the
 * depth, 0 to 1, at which the first body begins; 0 where there is nothing. {@link decodePicture} takes them apart.
 */
export const pairPicture: Kernel = {
  name: 'pairPicture',
  reads: ['lists'],
  tally: {},
  map: true,

  cpu(pixels) {
    const { columns, rows, first, layerName, layerDepth, faceBits, before, offset, stride, map } = pixels;
    const count = columns * rows;
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        const start = first[p];
        const end = first[p + 1];
        let a = before[p];
        let b = before[count + p];
        let meetsA = a !== 0;
        let meetsB = b !== 0;
        let aFirst = meetsA;
        const nearest = meetsA || meetsB || start === end ? 0 : layerDepth[2 * start + 1];
        if (!meetsA && !meetsB && start < end) aFirst = (layerName[2 * start] & 0x7fff_ffff) >>> faceBits === 0;
        let both = a !== 0 && b !== 0;
        let length = 0;
        let from = 0;
        let to = -1;
        for (let k = start; k < end; k++) {
          const name = layerName[2 * k];
          const depth = layerDepth[2 * k + 1];
          const turn = 1 - 2 * ((name >>> 31) ^ 1);
          if ((name & 0x7fff_ffff) >>> faceBits === 0) {
            a += turn;
            meetsA = true;
          } else {
            b += turn;
            meetsB = true;
          }
          if ((a !== 0 && b !== 0) === both) continue;
          both = !both;
          if (!both) {
            to = depth;
            length = Math.max(length, to - from);
          } else if (depth - to > NOISE) from = depth;
        }
        if (both) length = Math.max(length, 1 - from);
        const kind = meetsA && meetsB ? (aFirst ? 3 : 4) : meetsA ? 1 : meetsB ? 2 : 0;
        map[offset + y * stride + x] = length > 0 ? length : kind === 0 ? 0 : -(kind + nearest / 2);
      }
  },

  wgsl: /* wgsl */ `
fn examine() {
  var inside = array<i32, 2>(before(0u), before(1u));
  var meets = array<bool, 2>(inside[0] != 0, inside[1] != 0);
  var aFirst = meets[0];
  var nearest = 0.0;
  if (!meets[0] && !meets[1] && layerCount() > 0u) {
    aFirst = slotOf(layer(0u)) == 0u;
    nearest = depthOf(layer(0u));
  }
  var length = 0.0;
  var start = 0.0;
  var end = -1.0;
  var both = inside[0] != 0 && inside[1] != 0;
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    inside[slotOf(here)] += select(-1, 1, isEntry(here));
    meets[slotOf(here)] = true;
    let now = inside[0] != 0 && inside[1] != 0;
    if (now == both) { continue; }
    both = now;
    if (!now) {
      end = depthOf(here);
      length = max(length, end - start);
    } else if (depthOf(here) - end > ${NOISE}) { start = depthOf(here); }
  }
  if (both) { length = max(length, 1.0 - start); }
  var kind = 0.0;
  if (meets[0] && meets[1]) { kind = select(4.0, 3.0, aFirst); }
  else if (meets[0]) { kind = 1.0; }
  else if (meets[1]) { kind = 2.0; }
  if (length > 0.0) { map(length); }
  else if (kind == 0.0) { map(0.0); }
  else { map(-(kind + nearest / 2.0)); }
}`,
};

/** The kind (0 where bodies overlap, too) and the nearest depth that a code stands for, depth 0 to 1. */
export function decodePicture(code: number): { kind: number; depth: number } {
  const kind = code < 0 ? Math.floor(-code) : 0;
  return { kind, depth: kind === 0 ? 0 : 2 * (-code - kind) };
}
