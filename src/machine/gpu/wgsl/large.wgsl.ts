import { BLOCK_PX, COUNTERS, QUEUE_ENTRY_WORDS, TEAM, TEAMS } from '../layout.js';
import { layerWgsl } from './layer.wgsl.js';

/** What a team notes of a block. */
const WORDS = (BLOCK_PX * BLOCK_PX) / 4;

/**
 * A team of invocations takes blocks of large faces from the queue, one after the other, and shares a block's pixels: first to find those
 * that are covered, then to append these. Depths are the costly part, and about half of a face's box is not covered.
 *
 * Edge functions of large faces do not fit 32 bits. Each is worked out once per block at the block's first centre with 64
 * bits; from there it changes by multiples of 256, so its low 8 bits never decide: it is divided by 256 and clamped to
 * ±2^30, beyond which it cannot change its sign within the block (vertices are within 2^23 subpixels of the screen).
 */
export const largeWgsl = /* wgsl */ `
${layerWgsl}

var<workgroup> queued: u32;
var<workgroup> found: array<atomic<u32>, ${TEAMS}>; // how many pixels of each team's block its face covers
// Which: BLOCK_PX * row + column, four to a word. WGSL zeroes workgroup memory, and drivers take long to compile that where it is large.
var<workgroup> pixels: array<atomic<u32>, ${TEAMS * WORDS}>;

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

/** A block of a face; no pixels where there is nothing to draw. */
struct Block { item: u32, number: u32, f: Face, low: vec2i, size: vec2i, edges: vec3i }

fn readBlock(q: u32, count: u32) -> Block {
  var b: Block;
  if (q >= count) { return b; }
  let at = ${QUEUE_ENTRY_WORDS}u * q;
  let item = queue[at];
  if (item < frame.firstItem || item >= frame.endItem) { return b; } // on another page
  let face = queue[at + 1u];
  let block = i32(queue[at + 2u]);
  var f = readFace(item, face);
  let boxLow = max((min(f.a, min(f.b, f.c)) + vec2i(127)) >> vec2u(8u), vec2i(0));
  let boxHigh = min((max(f.a, max(f.b, f.c)) - vec2i(128)) >> vec2u(8u), vec2i(items[item].tile.zw) - vec2i(1));
  let across = (boxHigh.x - boxLow.x) / ${BLOCK_PX} + 1;
  let low = boxLow + vec2i(block % across, block / across) * ${BLOCK_PX};
  let size = min(boxHigh - low + vec2i(1), vec2i(${BLOCK_PX}));
  let turn = subtract64(multiply64(f.b.x - f.a.x, f.c.y - f.a.y), multiply64(f.c.x - f.a.x, f.b.y - f.a.y));
  if ((turn.x | turn.y) == 0u) { return b; }
  f = oriented(item, f, bitcast<i32>(turn.y) < 0);
  let first = low * 256 + vec2i(128);
  let edges = vec3i(edgeAt(f.b, f.c, first), edgeAt(f.c, f.a, first), edgeAt(f.a, f.b, first));
  let last = size - vec2i(1);
  if (greatest(edges.x, f.c - f.b, last) < 0 || greatest(edges.y, f.a - f.c, last) < 0 || greatest(edges.z, f.b - f.a, last) < 0) { return b; }
  return Block(item, face, f, low, size, edges);
}

/** Each of a team looks at every TEAM-th pixel of the block and notes those that are covered. */
fn findPixels(b: Block, team: u32, member: u32) {
  for (var k = i32(member); k < b.size.x * b.size.y; k += ${TEAM}) {
    let row = i32((f32(k) + 0.5) / f32(b.size.x)); // exact for numbers this small
    let column = k - row * b.size.x;
    let a = b.edges.x + (b.f.c.x - b.f.b.x) * row - (b.f.c.y - b.f.b.y) * column;
    let c = b.edges.y + (b.f.a.x - b.f.c.x) * row - (b.f.a.y - b.f.c.y) * column;
    let d = b.edges.z + (b.f.b.x - b.f.a.x) * row - (b.f.b.y - b.f.a.y) * column;
    if ((a | c | d) < 0) { continue; }
    let n = atomicAdd(&found[team], 1u);
    atomicOr(&pixels[team * ${WORDS}u + n / 4u], u32(row * ${BLOCK_PX} + column) << (8u * (n % 4u)));
  }
}

/** Each of a team appends every TEAM-th of the pixels that were noted. */
fn appendPixels(b: Block, team: u32, member: u32, count: u32) {
  let f = b.f;
  let plane = planeOf(b.item, f.corner);
  let behind = max(f.z.x, max(f.z.y, f.z.z)) < NEAR;
  let ab = vec2f(f.b - f.a);
  let ac = vec2f(f.c - f.a);
  let area = ab.x * ac.y - ac.x * ab.y;
  for (var n = member; n < count; n += ${TEAM}u) {
    let noted = (atomicLoad(&pixels[team * ${WORDS}u + n / 4u]) >> (8u * (n % 4u))) & 255u;
    let pixel = b.low + vec2i(vec2u(noted % ${BLOCK_PX}u, noted / ${BLOCK_PX}u));
    if (behind) { changeBefore(b.item, pixel, f.sign); continue; }
    let p = vec2f(pixel * 256 + vec2i(128) - f.a);
    let weights = vec2f(p.x * ac.y - ac.x * p.y, ab.x * p.y - p.x * ab.y) / area;
    append(b.item, b.number, f, pixel, depthAt(b.item, f.z, plane, pixel, weights));
  }
}

@compute @workgroup_size(${TEAM * TEAMS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) { queued = min(atomicLoad(&counters[${COUNTERS.queued}u]), frame.queueRoom); }
  let count = workgroupUniformLoad(&queued);
  let team = lane / ${TEAM}u;
  let member = lane % ${TEAM}u;
  for (var first = group.x * ${TEAMS}u; first < count; first += groups.x * ${TEAMS}u) {
    let b = readBlock(first + team, count);
    findPixels(b, team, member);
    workgroupBarrier();
    let covered = atomicLoad(&found[team]);
    if (covered > 0u) { appendPixels(b, team, member, covered); }
    workgroupBarrier();
    if (member == 0u) { atomicStore(&found[team], 0u); }
    for (var w = member; 4u * w < covered; w += ${TEAM}u) { atomicStore(&pixels[team * ${WORDS}u + w], 0u); }
    workgroupBarrier();
  }
}
`;
