export const KEEP_GROUP = 16;
export const READ_GROUP = 64;

/** One invocation copies one pixel's depth to the kept plane. */
export const keepWgsl = /* wgsl */ `
@group(0) @binding(0) var depthPlane: texture_depth_2d;
@group(0) @binding(1) var keptPlane: texture_storage_2d<r32float, write>;

@compute @workgroup_size(${KEEP_GROUP}, ${KEEP_GROUP})
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(depthPlane))) { return; }
  textureStore(keptPlane, id.xy, vec4f(textureLoad(depthPlane, id.xy, 0), 0.0, 0.0, 0.0));
}
`;

const TYPES = {
  depth: 'texture_depth_2d',
  kept: 'texture_2d<f32>',
  stencil: 'texture_2d<u32>',
  id: 'texture_2d<u32>',
} as const;

const WORDS = {
  depth: 'bitcast<u32>(textureLoad(plane, pixel(i), 0))',
  kept: 'bitcast<u32>(textureLoad(plane, pixel(i), 0).x)',
  stencil: 'dot(vec4u(1u, 1u << 8u, 1u << 16u, 1u << 24u), stencilsFrom(4u * i))',
  id: 'textureLoad(plane, pixel(i), 0).x',
} as const;

const stencilsFromWgsl = /* wgsl */ `
fn stencilAt(p: u32) -> u32 { return textureLoad(plane, pixel(p), 0).x & 255u; }
fn stencilsFrom(p: u32) -> vec4u { return vec4u(stencilAt(p), stencilAt(p + 1u), stencilAt(p + 2u), stencilAt(p + 3u)); }
`;

/** One invocation writes one word of a plane, tightly packed row by row: one pixel, or four of the stencil. */
export const readWgsl = (plane: keyof typeof TYPES): string => /* wgsl */ `
@group(0) @binding(0) var plane: ${TYPES[plane]};
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

fn pixel(p: u32) -> vec2u {
  let width = textureDimensions(plane).x;
  return vec2u(p % width, p / width);
}
${plane === 'stencil' ? stencilsFromWgsl : ''}

@compute @workgroup_size(${READ_GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = (group.x + group.y * groups.x) * ${READ_GROUP}u + lane;
  if (i < arrayLength(&words)) { words[i] = ${WORDS[plane]}; }
}
`;
