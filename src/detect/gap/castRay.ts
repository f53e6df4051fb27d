import type { ProjectedMesh } from './projectMesh.js';

/** A ray's layers, nearest first, as lists have them: layer k is `layerName[2 * k]` and `layerDepth[2 * k + 1]`. */
export interface RayLayers {
  readonly layerName: Uint32Array;
  readonly layerDepth: Float32Array;
  readonly faceBits: number;
}

/** Names here hold nothing but the slot and, on top, whether the ray enters. */
const ENTRY = 0x8000_0000;

/** Room for the layers of a ray; it grows by being made anew. */
export function createLayers(most: number): RayLayers {
  const bytes = new ArrayBuffer(8 * Math.max(1, most));
  return { layerName: new Uint32Array(bytes), layerDepth: new Float32Array(bytes), faceBits: 0 };
}

/**
 * Adds the layers of a body in a slot, of those of its faces that are given, on the ray through (x, y) in pixels, and returns how
 * many layers there are then. In f64, with nothing snapped. A ray through an edge meets exactly one of the two faces of which one
 * goes on from the other there, and the order of their vertices does not matter.
 */
export function castRay(
  layers: RayLayers,
  count: number,
  { places, indices, isMirrored }: ProjectedMesh,
  faces: Uint32Array,
  slot: number,
  x: number,
  y: number,
): number {
  for (const f of faces) {
    const a = 3 * indices[3 * f];
    let b = 3 * indices[3 * f + 1];
    let c = 3 * indices[3 * f + 2];
    // About the ray, so that edges far from the view's corner lose no digits.
    const [ax, ay] = [places[a] - x, places[a + 1] - y];
    let [bx, by, cx, cy] = [places[b] - x, places[b + 1] - y, places[c] - x, places[c + 1] - y];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    if (area < 0) {
      [b, c] = [c, b];
      [bx, by, cx, cy] = [cx, cy, bx, by];
    }
    if (!(isLeft(ax, ay, bx, by) && isLeft(bx, by, cx, cy) && isLeft(cx, cy, ax, ay))) continue;
    const wa = bx * cy - by * cx;
    const wb = cx * ay - cy * ax;
    const wc = ax * by - ay * bx;
    const depth = (wa * places[a + 2] + wb * places[b + 2] + wc * places[c + 2]) / (wa + wb + wc);
    // Right, down and the rays are right-handed: faces that turn left here are seen from behind.
    const isEntry = area < 0 !== isMirrored;
    addLayer(layers, count++, depth, slot, isEntry);
  }
  return count;
}

/** Whether the ray, at (0, 0), lies left of an edge. Of an edge and its reverse it is exactly one. */
function isLeft(ax: number, ay: number, bx: number, by: number): boolean {
  return ax < bx || (ax === bx && ay < by) ? ax * by - ay * bx >= 0 : bx * ay - by * ax < 0;
}

/** Adds a layer to `count` others: by depth, then exits before entries, then by slot, as lists are. */
export function addLayer(layers: RayLayers, count: number, depth: number, slot: number, isEntry: boolean): void {
  const { layerName: names, layerDepth: depths } = layers;
  const name = slot + (isEntry ? ENTRY : 0);
  const at = Math.fround(Math.max(depth, 0));
  let k = count;
  for (; k > 0; k--) {
    const [other, otherName] = [depths[2 * k - 1], names[2 * k - 2]];
    if (other < at || (other === at && otherName <= name)) break;
    names[2 * k] = otherName;
    depths[2 * k + 1] = other;
  }
  names[2 * k] = name;
  depths[2 * k + 1] = at;
}
