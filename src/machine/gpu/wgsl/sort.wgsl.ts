import { GROUP } from '../layout.js';
import { frameWgsl } from './frame.wgsl.js';

/**
 * One invocation heap-sorts one pixel's packed list in place: ten thousand layers at a pixel stay bearable.
 * Nothing can overflow: the list has its final length.
 */
export const sortWgsl = /* wgsl */ `
${frameWgsl}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> first: array<u32>;
@group(0) @binding(2) var<storage, read_write> layers: array<vec2u>;

fn isBefore(a: vec2u, b: vec2u) -> bool { return a.y < b.y || (a.y == b.y && a.x < b.x); }

fn siftDown(start: u32, top: u32, n: u32) {
  var root = top;
  let key = layers[start + root];
  for (var child = 2u * root + 1u; child < n; child = 2u * root + 1u) {
    if (child + 1u < n && isBefore(layers[start + child], layers[start + child + 1u])) { child++; }
    if (!isBefore(key, layers[start + child])) { break; }
    layers[start + root] = layers[start + child];
    root = child;
  }
  layers[start + root] = key;
}

@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let p = (group.x + group.y * groups.x) * ${GROUP}u + lane;
  if (p >= frame.pixelCount) { return; }
  let start = first[p];
  let n = first[p + 1u] - start;
  if (n < 2u) { return; }
  for (var root = n / 2u; root > 0u; root--) { siftDown(start, root - 1u, n); }
  for (var end = n - 1u; end > 0u; end--) {
    let greatest = layers[start];
    layers[start] = layers[start + end];
    layers[start + end] = greatest;
    siftDown(start, 0u, end);
  }
}
`;
