import type { Kernel } from '../../src/machine/kernel.js';

/** Lengths along a ray are tallied in whole parts of the depth range. */
export const LENGTH_PARTS = 2 ** 24;

/**
 * For one body in view: rays with an odd number of layers, rays whose entries and exits do not add up to nothing, and rays
 * on which the winding is negative for a stretch. The map holds the length of these stretches.
 */
export const watertight: Kernel = {
  name: 'watertight',
  reads: ['lists'],
  tally: { layers: 'sum', odd: 'sum', unbalanced: 'sum', negative: 'sum' },
  map: true,

  cpu({ columns, rows, first, layerName, layerDepth, before, offset, stride, map }, tally) {
    let [odd, unbalanced, negatives] = [0, 0, 0];
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        const end = first[p + 1];
        let winding = before[p];
        let negative = 0;
        let start = 0;
        for (let k = first[p]; k < end; k++) {
          if (winding < 0) negative += layerDepth[2 * k + 1] - start;
          start = layerDepth[2 * k + 1];
          winding += layerName[2 * k] >>> 31 ? 1 : -1;
        }
        odd += (end - first[p]) & 1;
        if (winding !== 0) unbalanced++;
        if (negative > 0) negatives++;
        map[offset + y * stride + x] = negative;
      }
    tally.layers += first[columns * rows] - first[0];
    tally.odd += odd;
    tally.unbalanced += unbalanced;
    tally.negative += negatives;
  },

  wgsl: /* wgsl */ `
fn examine() {
  var winding = before(0u);
  var negative = 0.0;
  var start = 0.0;
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    if (winding < 0) { negative += depthOf(here) - start; }
    start = depthOf(here);
    winding += select(-1, 1, isEntry(here));
  }
  tally_layers(layerCount());
  tally_odd(layerCount() & 1u);
  if (winding != 0) { tally_unbalanced(1u); }
  if (negative > 0.0) { tally_negative(1u); }
  map(negative);
}`,
};

/** For one body in view: how long all rays run inside it, in LENGTH_PARTS. */
export const insideLength: Kernel = {
  name: 'insideLength',
  reads: ['lists'],
  tally: { length: 'sum64' },

  cpu({ columns, rows, first, layerName, layerDepth, before }, tally) {
    let total = 0;
    for (let p = 0; p < columns * rows; p++) {
      let winding = before[p];
      let start = 0;
      let length = 0;
      for (let k = first[p]; k < first[p + 1]; k++) {
        const depth = layerDepth[2 * k + 1];
        if (winding !== 0) length += depth - start;
        start = depth;
        winding += layerName[2 * k] >>> 31 ? 1 : -1;
      }
      if (winding !== 0) length += 1 - start;
      total += Math.round(length * LENGTH_PARTS);
    }
    tally.length += total;
  },

  wgsl: /* wgsl */ `
fn examine() {
  var winding = before(0u);
  var start = 0.0;
  var length = 0.0;
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    if (winding != 0) { length += depthOf(here) - start; }
    start = depthOf(here);
    winding += select(-1, 1, isEntry(here));
  }
  if (winding != 0) { length += 1.0 - start; }
  tally_length(u32(round(length * ${LENGTH_PARTS}.0)));
}`,
};
