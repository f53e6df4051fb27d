import { BLOCK_PX, COUNTERS, QUEUE_ENTRY_WORDS, TEAM, TEAMS } from '../layout.js';
import { layerWgsl } from './layer.wgsl.js';

/**
 * A team of invocations takes blocks of large faces from the queue, one after the other, and shares a block's pixels.
 *
 * Edge functions of large faces do not fit 32 bits. Each is worked out once per block at the block's first centre with 64
 * bits; from there it changes by multiples of 256, so its low 8 bits never decide: it is divided by 256 and clamped to
 * ±2^30, beyond which it cannot change its sign within the block (vertices are within 2^23 subpixels of the screen).
 */
export const largeWgsl = /* wgsl */ `
${layerWgsl}

/** The product of two i32 as (low, high) of an i64. */
fn multiply64(x: i32, y: i32) -> vec2u {
  let a = u32(abs(x));
  let b = u32(abs(y));
  let low = (a & 0xffffu) * (b & 0xffffu);
  let middle1 = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let middle2 = (a & 0xffffu) * (b >> 16u) + (middle1 & 0xffffu);
  let r = vec2u((middle2 << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (middle1 >> 16u) + (middle2 >> 16u));
  if ((x < 0) == (y < 0)) { return r; }
  return vec2u(0u - r.x, ~r.y + select(0u, 1u, r.x == 0u));
}

fn subtract64(a: vec2u, b: vec2u) -> vec2u { return vec2u(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x)); }

/** The edge function at p, divided by 256 and clamped to ±2^30; one less where the border is another's. */
fn edgeAt(tail: vec2i, head: vec2i, p: vec2i) -> i32 {
  let d = head - tail;
  let own = d.y < 0 || (d.y == 0 && d.x > 0);
  let e = subtract64(subtract64(multiply64(d.x, p.y - tail.y), multiply64(d.y, p.x - tail.x)), vec2u(select(1u, 0u, own), 0u));
  let high = bitcast<i32>(e.y);
  if (high >= 0x40) { return 0x40000000; }
  if (high < -0x40) { return -0x40000000; }
  return (high << 24u) | i32(e.x >> 8u);
}

/** The greatest value in the block of an edge function that is e at its first pixel: below zero, nothing is covered. */
fn greatest(e: i32, d: vec2i, last: vec2i) -> i32 { return e + max(d.x * last.y, 0) + max(-d.y * last.x, 0); }

@compute @workgroup_size(${TEAM * TEAMS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let queued = min(atomicLoad(&counters[${COUNTERS.queued}u]), frame.queueRoom);
  for (var q = group.x * ${TEAMS}u + lane / ${TEAM}u; q < queued; q += groups.x * ${TEAMS}u) {
    let at = ${QUEUE_ENTRY_WORDS}u * q;
    let item = queue[at];
    if (item < frame.firstItem || item >= frame.endItem) { continue; } // on another page
    let face = queue[at + 1u];
    let block = i32(queue[at + 2u]);
    var f = readFace(item, face);
    let boxLow = max((min(f.a, min(f.b, f.c)) + vec2i(127)) >> vec2u(8u), vec2i(0));
    let boxHigh = min((max(f.a, max(f.b, f.c)) - vec2i(128)) >> vec2u(8u), vec2i(items[item].tile.zw) - vec2i(1));
    let across = (boxHigh.x - boxLow.x) / ${BLOCK_PX} + 1;
    let low = boxLow + vec2i(block % across, block / across) * ${BLOCK_PX};
    let size = min(boxHigh - low + vec2i(1), vec2i(${BLOCK_PX}));
    let turn = subtract64(multiply64(f.b.x - f.a.x, f.c.y - f.a.y), multiply64(f.c.x - f.a.x, f.b.y - f.a.y));
    if ((turn.x | turn.y) == 0u) { continue; }
    f = oriented(item, f, bitcast<i32>(turn.y) < 0);
    let first = low * 256 + vec2i(128);
    let eA = edgeAt(f.b, f.c, first);
    let eB = edgeAt(f.c, f.a, first);
    let eC = edgeAt(f.a, f.b, first);
    let last = size - vec2i(1);
    if (greatest(eA, f.c - f.b, last) < 0 || greatest(eB, f.a - f.c, last) < 0 || greatest(eC, f.b - f.a, last) < 0) { continue; }
    let plane = planeOf(item, f.corner);
    let behind = max(f.z.x, max(f.z.y, f.z.z)) < NEAR;
    let ab = vec2f(f.b - f.a);
    let ac = vec2f(f.c - f.a);
    let area = ab.x * ac.y - ac.x * ab.y;
    for (var k = i32(lane % ${TEAM}u); k < size.x * size.y; k += ${TEAM}) {
      let step = vec2i(k % size.x, k / size.x);
      let a = eA + (f.c.x - f.b.x) * step.y - (f.c.y - f.b.y) * step.x;
      let b = eB + (f.a.x - f.c.x) * step.y - (f.a.y - f.c.y) * step.x;
      let c = eC + (f.b.x - f.a.x) * step.y - (f.b.y - f.a.y) * step.x;
      if ((a | b | c) < 0) { continue; }
      let pixel = low + step;
      if (behind) { changeBefore(item, pixel, f.sign); continue; }
      let p = vec2f(pixel * 256 + vec2i(128) - f.a);
      let weights = vec2f(p.x * ac.y - ac.x * p.y, ab.x * p.y - p.x * ab.y) / area;
      append(item, face, f, pixel, depthAt(item, f.z, plane, pixel, weights));
    }
  }
}
`;
