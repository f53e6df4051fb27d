import { GROUP } from '../layout.js';

/**
 * One invocation puts one vertex of a buffer of f32, which may be another's, on the body's lattice. A float is a whole number times a
 * power of two, and so is the step: the quotient is a shift, rounded halves up as `toLattice` does, and the origin is taken off
 * modulo 2^32, which is exact for what lies in the body's box. So the host's lattice and this one are equal, bit for bit.
 * What lies outside the box by more than rounding is held at its border: the buffer was written after the box was found.
 */
export const settleWgsl = /* wgsl */ `
struct Source {
  count: u32,
  offsetWords: u32,
  strideWords: u32,
  /** The first word to be written. */
  firstWord: u32,
  /** The origin in steps, modulo 2^32. */
  origin: vec3i,
  /** The step's power of two. */
  power: i32,
  /** The origin, and one over the step, for those outside. */
  near: vec3f,
  inverse: f32,
}
@group(0) @binding(0) var<uniform> source: Source;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> positions: array<i32>;

const MOST = ${2 ** 30};

fn steps(bits: u32) -> i32 {
  let exponent = i32((bits >> 23u) & 255u);
  if (exponent == 255) { return 0; }
  let fraction = bits & 0x7fffffu;
  let mantissa = select(fraction, fraction | 0x800000u, exponent > 0);
  let shift = max(exponent, 1) - 150 - source.power;
  let isNegative = (bits >> 31u) == 1u;
  var size = 0u;
  if (shift >= 0 && shift < 32) {
    size = mantissa << u32(shift);
  } else if (shift < 0 && shift >= -24) {
    let by = u32(-shift);
    size = (mantissa + (1u << (by - 1u)) - select(0u, 1u, isNegative)) >> by;
  }
  return select(bitcast<i32>(size), -bitcast<i32>(size), isNegative);
}

@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let vertex = (group.x + group.y * groups.x) * ${GROUP}u + lane;
  if (vertex >= source.count) { return; }
  let first = source.offsetWords + vertex * source.strideWords;
  for (var k = 0u; k < 3u; k++) {
    let bits = words[first + k];
    let about = (bitcast<f32>(bits) - source.near[k]) * source.inverse;
    var q = steps(bits) - source.origin[k];
    if (about > f32(MOST) * 1.001) { q = MOST; }
    if (about < -f32(MOST) * 1.001) { q = -MOST; }
    positions[source.firstWord + 3u * vertex + k] = q;
  }
}
`;
