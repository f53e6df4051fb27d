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
@group(0) @binding(4) var<storage, read> projected: array<vec2i>;
@group(0) @binding(5) var<storage, read> depths: array<f32>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> layers: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> queue: array<u32>;

const NEAR = ${-DEPTH_SLACK};
const FAR = ${1 + DEPTH_SLACK};
${trueDepthWgsl}

/** A face on the screen: corners in subpixels, turned so that the area is positive; sign +1 for an entry. */
struct Face { a: vec2i, b: vec2i, c: vec2i, z: vec3f, corner: vec3u, sign: i32 }

fn cornersOf(item: u32, face: u32) -> vec3u {
  let at = items[item].firstIndex + 3u * face;
  return vec3u(indices[at], indices[at + 1u], indices[at + 2u]);
}

/** Where a vertex is, in subpixels: beside x the projection notes whether it lies behind the far plane. */
fn place(p: vec2i) -> vec2i { return vec2i(p.x >> 1u, p.y); }

fn readFace(item: u32, face: u32) -> Face {
  let v = cornersOf(item, face);
  let at = v + vec3u(items[item].firstProjected);
  let z = vec3f(depths[at.x], depths[at.y], depths[at.z]);
  return Face(place(projected[at.x]), place(projected[at.y]), place(projected[at.z]), z, v, 0);
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
