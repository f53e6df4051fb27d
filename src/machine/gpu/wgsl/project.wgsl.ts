import { DEPTH_SLACK, SUBPIXELS } from '../../raster.js';
import { GROUP } from '../layout.js';
import { findItemWgsl, frameWgsl } from './frame.wgsl.js';

/**
 * One invocation projects and snaps one vertex of one item, once: all faces that share it see the same numbers, which is
 * what makes the rasterizer watertight whatever the compiler does to floats. Beside x it notes whether the vertex lies behind the far plane:
 * most faces cover no pixel, and need the depths for nothing else. Nothing can overflow here: vertices are within 2^23 subpixels of the screen.
 */
export const projectWgsl = /* wgsl */ `
${frameWgsl}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> items: array<Item>;
@group(0) @binding(2) var<storage, read> positions: array<i32>;
@group(0) @binding(3) var<storage, read_write> projected: array<vec2i>;
@group(0) @binding(4) var<storage, read_write> depths: array<f32>;
${findItemWgsl('firstVertexGroup')}
@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let g = group.x + group.y * groups.x;
  let i = findItem(g);
  let vertex = (g - items[i].firstVertexGroup) * ${GROUP}u + lane;
  if (vertex >= items[i].vertexCount) { return; }
  let at = 3u * (items[i].firstVertex + vertex);
  let q = vec4f(vec3f(vec3i(positions[at], positions[at + 1u], positions[at + 2u]) - items[i].centre), 1.0);
  let x = dot(items[i].toX, q);
  let y = dot(items[i].toY, q);
  let depth = dot(items[i].toDepth, q);
  let snapped = vec2i(floor(vec2f(x, y) * ${SUBPIXELS}.0 + 0.5));
  let to = items[i].firstProjected + vertex;
  projected[to] = vec2i((snapped.x << 1u) | select(0, 1, depth > ${1 + DEPTH_SLACK}), snapped.y);
  depths[to] = depth;
}
`;
