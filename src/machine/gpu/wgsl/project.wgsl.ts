import { SUBPIXELS } from '../../raster.js';
import { GROUP } from '../layout.js';
import { findItemWgsl, frameWgsl } from './frame.wgsl.js';

/**
 * One invocation projects and snaps one vertex of one item, once: all faces that share it see the same numbers, which is
 * what makes the rasterizer watertight whatever the compiler does to floats. Nothing can overflow here.
 */
export const projectWgsl = /* wgsl */ `
${frameWgsl}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> items: array<Item>;
@group(0) @binding(2) var<storage, read> positions: array<i32>;
@group(0) @binding(3) var<storage, read_write> projected: array<vec4i>;
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
  let snapped = vec2i(floor(vec2f(x, y) * ${SUBPIXELS}.0 + 0.5));
  projected[items[i].firstProjected + vertex] = vec4i(snapped, bitcast<i32>(dot(items[i].toDepth, q)), 0);
}
`;
