import { DEPTH_SLACK } from '../../raster.js';
import { CAST_GROUP, COUNTERS } from '../layout.js';
import { frameWgsl } from './frame.wgsl.js';

/** One solid that rays are cast at, in one tile; laid out in ../layout.ts. */
export const castItemWgsl = /* wgsl */ `
struct CastItem {
  origin: vec3f, firstGroup: u32,
  right: vec3f, nameBase: u32,
  down: vec3f, before: u32,
  along: vec3f, parameters: u32,
  tile: vec4u,
  pixels: vec4u,
  reference: vec3f, pad0: u32,
}
`;

/**
 * One invocation casts one ray at one solid, and appends what it meets to the ray's list, as the passes over faces do. \`program\` is the
 * solid's own part: see CastProgram in surface.ts.
 *
 * Overflow: as of faces, a pixel's counter goes on past the slots. Rays that a program gives up are counted: the host then casts all.
 */
export const castWgsl = (program: string): string => /* wgsl */ `
${frameWgsl}
${castItemWgsl}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> items: array<CastItem>;
@group(0) @binding(2) var<storage, read> parameters: array<f32>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> layers: array<vec2u>;

var<private> item: u32;
var<private> pixel: vec2u;

fn parameter(k: u32) -> f32 { return parameters[items[item].parameters + k]; }

fn changeBefore(by: u32) {
  let place = pixel.y * items[item].tile.z + pixel.x;
  if (items[item].before != NOTHING) { atomicAdd(&counters[items[item].before + place], by); }
}

fn startInside() { changeBefore(1u); }

fn giveUp() { atomicAdd(&counters[${COUNTERS.gaveUp}u], 1u); }

fn meet(t: f32, isEntry: bool, piece: u32) {
  let depth = items[item].reference.z + t;
  if (depth > ${1 + DEPTH_SLACK}) { return; }
  if (depth < ${-DEPTH_SLACK}) { changeBefore(select(0xffffffffu, 1u, isEntry)); return; }
  let at = (pixel.y + items[item].tile.y) * frame.width + pixel.x + items[item].tile.x;
  let n = atomicAdd(&counters[PIXELS + at], 1u);
  let name = items[item].nameBase + piece + select(0u, 0x80000000u, isEntry);
  let layer = vec2u(name, bitcast<u32>(clamp(depth, 0.0, 1.0)));
  if (frame.slotCount == 0u) { if (n < frame.layerRoom) { layers[n] = layer; } }
  else if (n < frame.slotCount) { layers[n * frame.pixelCount + at] = layer; }
}

${program}

/** The last item whose first group is not behind it. */
fn findItem(group: u32) -> u32 {
  var low = frame.firstItem;
  var high = frame.endItem;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (items[middle].firstGroup <= group) { low = middle; } else { high = middle; }
  }
  return low;
}

@compute @workgroup_size(${CAST_GROUP}, ${CAST_GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let g = group.x + group.y * groups.x;
  item = findItem(g);
  let box = items[item].pixels;
  let block = g - items[item].firstGroup;
  let across = (box.z + ${CAST_GROUP - 1}u) / ${CAST_GROUP}u;
  let inBox = vec2u(block % across, block / across) * ${CAST_GROUP}u + local.xy;
  if (inBox.x >= box.z || inBox.y >= box.w) { return; }
  pixel = box.xy + inBox;
  let reference = items[item].reference;
  let step = vec2f(pixel) - reference.xy;
  let o = items[item].origin + step.x * items[item].right + step.y * items[item].down;
  castRay(o, items[item].along, ${-DEPTH_SLACK} - reference.z, ${1 + DEPTH_SLACK} - reference.z, items[item].parameters);
}
`;
