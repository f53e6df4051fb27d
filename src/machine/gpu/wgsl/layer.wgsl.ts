import { DEPTH_SLACK } from '../../raster.js';
import { frameWgsl } from './frame.wgsl.js';
import { trueDepthWgsl } from './trueDepth.wgsl.js';

/**
 * What both rasterizing passes share: reading a face and appending a layer.
 *
 * Overflow: a pixel's counter goes on past the slots (or the room), and nothing is written; the host sees it and runs
 * the lists again with room.
 */
export const layerWgsl = /* wgsl */ `
${frameWgsl}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> items: array<Item>;
@group(0) @binding(2) var<storage, read> positions: array<i32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@group(0) @binding(4) var<storage, read> projected: array<vec4i>; // x, y in subpixels, depth as f32
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> layers: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> queue: array<u32>;

const NEAR = ${-DEPTH_SLACK};
const FAR = ${1 + DEPTH_SLACK};
${trueDepthWgsl}

/** A face on the screen: corners in subpixels, turned so that the area is positive; sign +1 for an entry. */
struct Face { a: vec2i, b: vec2i, c: vec2i, z: vec3f, corner: vec3u, sign: i32 }

fn corner(item: u32, vertex: u32) -> vec3i { return projected[items[item].firstProjected + vertex].xyz; }

fn readFace(item: u32, face: u32) -> Face {
  let at = items[item].firstIndex + 3u * face;
  let v = vec3u(indices[at], indices[at + 1u], indices[at + 2u]);
  let a = corner(item, v.x);
  let b = corner(item, v.y);
  let c = corner(item, v.z);
  return Face(a.xy, b.xy, c.xy, bitcast<vec3f>(vec3i(a.z, b.z, c.z)), v, 0);
}

/** Turns a face of negative area; an entry is one whose outside is seen. */
fn oriented(item: u32, f: Face, areaIsNegative: bool) -> Face {
  let sign = select(-items[item].entrySign, items[item].entrySign, areaIsNegative);
  if (areaIsNegative) { return Face(f.a, f.c, f.b, f.z.xzy, f.corner.xzy, sign); }
  return Face(f.a, f.b, f.c, f.z, f.corner, sign);
}

fn changeBefore(item: u32, pixel: vec2i, sign: i32) {
  let place = u32(pixel.y) * items[item].tile.z + u32(pixel.x);
  if (items[item].before != NOTHING) { atomicAdd(&counters[items[item].before + place], u32(sign)); }
}

fn append(item: u32, face: u32, f: Face, pixel: vec2i, depth: f32) {
  if (depth > FAR) { return; }
  if (depth < NEAR) { changeBefore(item, pixel, f.sign); return; }
  let at = (u32(pixel.y) + items[item].tile.y) * frame.width + u32(pixel.x) + items[item].tile.x;
  let n = atomicAdd(&counters[PIXELS + at], 1u);
  let name = items[item].nameBase + face + select(0u, 0x80000000u, f.sign > 0);
  let layer = vec2u(name, bitcast<u32>(clamp(depth, 0.0, 1.0)));
  if (frame.slotCount == 0u) { if (n < frame.layerRoom) { layers[n] = layer; } }
  else if (n < frame.slotCount) { layers[n * frame.pixelCount + at] = layer; }
}
`;
