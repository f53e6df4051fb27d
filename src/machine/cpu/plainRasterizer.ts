// Fixed-point scan conversion with the top-left rule, in the usual half-space formulation (Pineda 1988), in the manner of
// meshoptimizer's rasterizer.cpp (Arseny Kapoulkine). A fragment is not shaded but appended to its pixel's list.
import { ENTRY_BIT } from '../lists.js';
import { DEPTH_SLACK, SUBPIXEL_BITS, SUBPIXELS } from '../raster.js';
import { edgeAt } from './edgeAt.js';
import { LAYER_BYTES, type LayerMemory } from './layerMemory.js';
import type { Band, LayerRasterizer } from './layerRasterizer.js';
import { rasterizeCarefully } from './rasterizeCarefully.js';

const HALF = SUBPIXELS >> 1;
/** Faces below this many subpixels across have doubled areas below 2^31. */
const SMALL = 1 << 15;
const NEAR = -DEPTH_SLACK;
const FAR = 1 + DEPTH_SLACK;

/**
 * The readable twin of wasm/layers.ts.
 *
 * A pixel is covered where all three edge functions are ≥ 0 at its centre (> 0 on edges that are neither top nor left).
 * Centres are whole pixels apart, so an edge function changes from pixel to pixel by multiples of 256 and its low 8 bits
 * never decide: they are shifted out once, and the steps are the plain edge vector. For small faces all of it fits int32.
 */
export function createPlainRasterizer(): LayerRasterizer {
  const memory = new WebAssembly.Memory({ initial: 1 });
  let m: LayerMemory;
  let band: Band;
  let layers = 0;

  function append(pixel: number, name: number, depth: number): void {
    m.counts[pixel]++;
    m.stream[3 * layers] = pixel;
    m.stream[3 * layers + 1] = name;
    m.streamDepths[3 * layers + 2] = depth;
    layers++;
  }

  return {
    kind: 'plain',
    memory,
    start(layout, rows) {
      m = layout;
      band = rows;
      layers = 0;
    },

    rebind(layout) {
      m = layout;
    },

    rasterize(from, faceCount, firstFace, source) {
      const { nameBase, slot, mirrored, fromBehind } = source;
      const { vertices, snapped, indices, before, pixelCount } = m;
      const room = Math.floor(m.stream.length / 3);
      const { columns, firstRow, endRow } = band;
      const entrySign = mirrored ? -1 : 1;
      const beforeAt = slot * pixelCount;
      for (let face = from; face < faceCount; face++) {
        const a = indices[3 * face];
        let b = indices[3 * face + 1];
        let c = indices[3 * face + 2];
        const ax = snapped[8 * a + 6];
        const ay = snapped[8 * a + 7];
        const minX = Math.min(ax, snapped[8 * b + 6], snapped[8 * c + 6]);
        const maxX = Math.max(ax, snapped[8 * b + 6], snapped[8 * c + 6]);
        // From the first centre at or right of minX to the last at or left of maxX.
        const x0 = Math.max((minX + HALF - 1) >> SUBPIXEL_BITS, 0);
        const x1 = Math.min((maxX - HALF) >> SUBPIXEL_BITS, columns - 1);
        if (x0 > x1) continue;
        const minY = Math.min(ay, snapped[8 * b + 7], snapped[8 * c + 7]);
        const maxY = Math.max(ay, snapped[8 * b + 7], snapped[8 * c + 7]);
        const y0 = Math.max((minY + HALF - 1) >> SUBPIXEL_BITS, firstRow);
        const y1 = Math.min((maxY - HALF) >> SUBPIXEL_BITS, endRow - 1);
        if (y0 > y1) continue;
        const za = vertices[4 * a + 2];
        const minZ = Math.min(za, vertices[4 * b + 2], vertices[4 * c + 2]);
        const maxZ = Math.max(za, vertices[4 * b + 2], vertices[4 * c + 2]);
        if (fromBehind ? maxZ < NEAR : minZ > FAR) continue;
        if (layers + (x1 - x0 + 1) * (y1 - y0 + 1) > room) return face;
        if (maxX - minX >= SMALL || maxY - minY >= SMALL) {
          rasterizeCarefully([a, b, c], firstFace + face, source, band, m, append);
          continue;
        }
        // Doubled area; negative where the outside is seen: y runs down, and the ray away from the eye.
        const area =
          (snapped[8 * b + 6] - ax) * (snapped[8 * c + 7] - ay) - (snapped[8 * c + 6] - ax) * (snapped[8 * b + 7] - ay);
        if (area === 0) continue;
        const sign = area < 0 ? entrySign : -entrySign;
        if (area < 0) [b, c] = [c, b];
        const bx = snapped[8 * b + 6];
        const by = snapped[8 * b + 7];
        const cx = snapped[8 * c + 6];
        const cy = snapped[8 * c + 7];

        const px = (x0 << SUBPIXEL_BITS) + HALF;
        const py = (y0 << SUBPIXEL_BITS) + HALF;
        let rowA = edgeAt(cx - bx, cy - by, px - bx, py - by);
        let rowB = edgeAt(ax - cx, ay - cy, px - cx, py - cy);
        let rowC = edgeAt(bx - ax, by - ay, px - ax, py - ay);

        // Depth from the plane of the true, unsnapped vertices: faces in one plane get one depth, however they are cut.
        const xa = vertices[4 * a];
        const ya = vertices[4 * a + 1];
        const ux = vertices[4 * b] - xa;
        const uy = vertices[4 * b + 1] - ya;
        const uz = vertices[4 * b + 2] - za;
        const vx = vertices[4 * c] - xa;
        const vy = vertices[4 * c + 1] - ya;
        const vz = vertices[4 * c + 2] - za;
        const det = ux * vy - uy * vx;
        const inv = det > 0 ? 1 / det : 0;
        const dzdx = (uz * vy - vz * uy) * inv;
        const dzdy = (vz * ux - uz * vx) * inv;
        const zLeft = za + dzdx * (x0 + 0.5 - xa);
        const name = nameBase + firstFace + face + (sign > 0 ? ENTRY_BIT : 0);

        for (let y = y0; y <= y1; y++) {
          let eA = rowA;
          let eB = rowB;
          let eC = rowC;
          const zRow = zLeft + dzdy * (y + 0.5 - ya);
          for (let x = x0; x <= x1; x++) {
            if ((eA | eB | eC) >= 0) {
              // Snapping may cover a centre just outside the true face; there its plane overshoots.
              const depth = clamp(zRow + dzdx * (x - x0), minZ, maxZ);
              const pixel = (y - firstRow) * columns + x;
              if (depth < NEAR !== fromBehind) before[beforeAt + pixel] += fromBehind ? -sign : sign;
              if (depth >= NEAR && depth <= FAR) append(pixel, name, clamp(depth, 0, 1));
            }
            eA = (eA - (cy - by)) | 0;
            eB = (eB - (ay - cy)) | 0;
            eC = (eC - (by - ay)) | 0;
          }
          rowA = (rowA + (cx - bx)) | 0;
          rowB = (rowB + (ax - cx)) | 0;
          rowC = (rowC + (bx - ax)) | 0;
        }
      }
      return faceCount;
    },

    append,
    layerCount: () => layers,
    hasRoomFor: (more) => 3 * (layers + more) <= m.stream.length,
    streamBytes: () => layers * LAYER_BYTES,

    sortLists(out) {
      const { counts, first, pixelCount, stream } = m;
      const lists = new Uint32Array(memory.buffer, out, 2 * layers);
      const keys = new Float64Array(memory.buffer, out, layers);
      // first[p + 1] runs from pixel p's start to its end, which is the next one's start.
      first[0] = 0;
      let total = 0;
      for (let p = 0; p < pixelCount; p++) {
        first[p + 1] = total;
        total += counts[p];
      }
      for (let k = 0; k < layers; k++) {
        const to = first[stream[3 * k] + 1]++;
        lists[2 * to] = stream[3 * k + 1];
        lists[2 * to + 1] = stream[3 * k + 2];
      }
      for (let p = 0; p < pixelCount; p++) if (counts[p] > 1) keys.subarray(first[p], first[p + 1]).sort();
    },
  };
}

/** Math.max makes 0 of -0, whose bits would sort wrongly. */
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
