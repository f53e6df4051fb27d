import { GROUP } from '../layout.js';
import { cellsWgsl } from './cells.wgsl.js';
import { findItemWgsl } from './frame.wgsl.js';

/**
 * What f32 may do to a coordinate, as a share of the terms it is made of: each operation rounds by 2^-23 of its result at
 * most, whichever way a device rounds. Turning the lattice's numbers into floats, the map's own rounding, a product and
 * three sums are 6 of these; two more follow when a face is grown. 16 leave as much again.
 */
export const CELL_ROUNDING = 2 ** -19;

/**
 * One invocation puts one vertex of one item into cells and slabs, and tells how far rounding may have moved it: the terms
 * of a vertex near the view are small, however large its body is, so its error is, too. Nothing can overflow here: the host
 * sees to it that bodies do not reach too far off.
 */
export const cellVerticesWgsl = /* wgsl */ `
${cellsWgsl}
@group(0) @binding(2) var<storage, read> positions: array<i32>;
@group(0) @binding(3) var<storage, read_write> projected: array<vec4u>; // cells and slabs as f32, the errors of both
${findItemWgsl('firstVertexGroup')}

fn terms(row: vec4f, q: vec3f) -> f32 { return dot(abs(row), vec4f(abs(q), 1.0)); }

/** Two errors as the upper halves of their f32, rounded up. */
fn packErrors(cells: f32, slabs: f32) -> u32 {
  return ((bitcast<u32>(cells) + 0xffffu) & 0xffff0000u) | ((bitcast<u32>(slabs) + 0xffffu) >> 16u);
}

@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let g = group.x + group.y * groups.x;
  let i = findItem(g);
  let vertex = (g - items[i].firstVertexGroup) * ${GROUP}u + lane;
  if (vertex >= items[i].vertexCount) { return; }
  let at = 3u * (items[i].firstVertex + vertex);
  let q = vec3f(vec3i(positions[at], positions[at + 1u], positions[at + 2u]) - items[i].centre);
  let p = vec3f(dot(items[i].toX, vec4f(q, 1.0)), dot(items[i].toY, vec4f(q, 1.0)), dot(items[i].toDepth, vec4f(q, 1.0)));
  let cells = max(terms(items[i].toX, q), terms(items[i].toY, q));
  let slabs = terms(items[i].toDepth, q);
  let errors = packErrors(cells * ${CELL_ROUNDING}, slabs * ${CELL_ROUNDING});
  projected[items[i].firstProjected + vertex] = vec4u(bitcast<vec3u>(p), errors);
}
`;
