import { BLOCK_PX, COUNTERS, GROUP, QUEUE_ENTRY_WORDS } from '../layout.js';
import { findItemWgsl } from './frame.wgsl.js';
import { layerWgsl } from './layer.wgsl.js';

/** Boxes of more pixels than this go to the queue, where a team shares a block of them. */
const MOST_PIXELS = 24;

/**
 * Phase 1: one invocation takes some faces, drops those that cover no pixel centre, notes the covered pixels of small ones
 * (edge functions relative to the face fit 32 bits), and cuts the boxes of large ones into blocks for the next pass.
 * Phase 2: the workgroup shares all covered pixels, one invocation each. Few faces of a fine mesh cover a pixel at all,
 * and depth and appending are the costly part: done in phase 1, most invocations would wait for a few.
 *
 * Overflow: the queue's counter goes on past its room; the host sees it and runs the lists again with room.
 */
export const smallWgsl = (facesEach: number): string => /* wgsl */ `
${layerWgsl}
${findItemWgsl('firstFaceGroup')}

// Faces that cover pixels, in the order of their first pixel: little memory, since it must be zeroed for every group.
var<workgroup> found: atomic<u32>;               // faces in the high half, pixels in the low
var<workgroup> firstPixel: array<u32, ${GROUP * facesEach}>; // the number of the face's first pixel, and above it the face's in the workgroup
var<workgroup> masks: array<u32, ${GROUP * facesEach}>;      // its pixels, by their place in its box
var<workgroup> blocksHere: atomic<u32>;          // blocks of large faces
var<workgroup> firstBlock: u32;                  // where they begin in the queue

/** A large face's blocks, among those of the workgroup. */
struct Blocks { first: u32, count: u32 }

struct PixelBox { low: vec2i, high: vec2i }

fn boxOf(item: u32, f: Face) -> PixelBox {
  let low = (min(f.a, min(f.b, f.c)) + vec2i(127)) >> vec2u(8u);
  let high = (max(f.a, max(f.b, f.c)) - vec2i(128)) >> vec2u(8u);
  return PixelBox(max(low, vec2i(0)), min(high, vec2i(items[item].tile.zw) - vec2i(1)));
}

fn edge(tail: vec2i, head: vec2i, p: vec2i) -> i32 {
  let d = head - tail;
  let own = d.y < 0 || (d.y == 0 && d.x > 0);
  return d.x * (p.y - tail.y) - d.y * (p.x - tail.x) - select(1, 0, own);
}

fn blocksIn(size: vec2i) -> u32 {
  let blocks = (size + vec2i(${BLOCK_PX - 1})) / vec2i(${BLOCK_PX});
  return u32(blocks.x * blocks.y);
}

fn doubledArea(f: Face) -> i32 { return (f.b.x - f.a.x) * (f.c.y - f.a.y) - (f.c.x - f.a.x) * (f.b.y - f.a.y); }

/** \`local\` is the face's number in the workgroup; a, b and c are its corners as projected. */
fn findPixels(item: u32, face: u32, local: u32, a: vec2i, b: vec2i, c: vec2i) -> Blocks {
  let none = Blocks(0u, 0u);
  if (face >= items[item].faceCount || (a.x & b.x & c.x & 1) != 0) { return none; }
  let f = Face(place(a), place(b), place(c), vec3f(), vec3u(), 0);
  let box = boxOf(item, f);
  if (any(box.low > box.high)) { return none; }
  let size = box.high - box.low + vec2i(1);
  let extent = max(f.a, max(f.b, f.c)) - min(f.a, min(f.b, f.c));
  if (max(extent.x, extent.y) >= 16384 || size.x * size.y > ${MOST_PIXELS}) {
    let count = blocksIn(size);
    return Blocks(atomicAdd(&blocksHere, count), count);
  }
  let mask = maskOf(item, f, box.low, size);
  if (mask == 0u) { return none; }
  let before = atomicAdd(&found, 0x10000u + countOneBits(mask));
  firstPixel[before >> 16u] = (local << 16u) | (before & 0xffffu);
  masks[before >> 16u] = mask;
  return none;
}

/** The workgroup's blocks come one after the other in the queue: a counter of all would be asked by every large face. */
fn queueBlocks(item: u32, face: u32, blocks: Blocks) {
  let first = firstBlock + blocks.first;
  for (var k = 0u; k < blocks.count && first + k < frame.queueRoom; k++) {
    let at = ${QUEUE_ENTRY_WORDS}u * (first + k);
    queue[at] = item;
    queue[at + 1u] = face;
    queue[at + 2u] = k;
  }
}

/** Which pixels of its box a face covers. */
fn maskOf(item: u32, face: Face, low: vec2i, size: vec2i) -> u32 {
  let area = doubledArea(face);
  if (area == 0) { return 0u; }
  let f = oriented(item, face, area < 0);
  let first = low * 256 + vec2i(128);
  var rowA = edge(f.b, f.c, first);
  var rowB = edge(f.c, f.a, first);
  var rowC = edge(f.a, f.b, first);
  var mask = 0u;
  var bit = 1u;
  for (var y = 0; y < size.y; y++) {
    var a = rowA;
    var b = rowB;
    var c = rowC;
    for (var x = 0; x < size.x; x++) {
      if ((a | b | c) >= 0) { mask |= bit; }
      bit <<= 1u;
      a -= (f.c.y - f.b.y) * 256;
      b -= (f.a.y - f.c.y) * 256;
      c -= (f.b.y - f.a.y) * 256;
    }
    rowA += (f.c.x - f.b.x) * 256;
    rowB += (f.a.x - f.c.x) * 256;
    rowC += (f.b.x - f.a.x) * 256;
  }
  return mask;
}

/** Which of the found faces pixel k belongs to. */
fn faceOfPixel(k: u32, faces: u32) -> u32 {
  var low = 0u;
  var high = faces;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if ((firstPixel[middle] & 0xffffu) <= k) { low = middle; } else { high = middle; }
  }
  return low;
}

/** The place of the k-th bit that is set. */
fn bitAt(mask: u32, k: u32) -> i32 {
  var rest = mask;
  for (var i = 0u; i < k; i++) { rest &= rest - 1u; }
  return i32(firstTrailingBit(rest));
}

fn appendPixel(item: u32, face: u32, k: i32) {
  var f = readFace(item, face);
  let box = boxOf(item, f);
  let across = box.high.x - box.low.x + 1;
  let row = i32((f32(k) + 0.5) / f32(across)); // exact for numbers this small
  let pixel = box.low + vec2i(k - row * across, row);
  let area = doubledArea(f);
  f = oriented(item, f, area < 0);
  if (max(f.z.x, max(f.z.y, f.z.z)) < NEAR) { changeBefore(item, pixel, f.sign); return; }
  let centre = pixel * 256 + vec2i(128);
  let weights = vec2f(f32(edge(f.c, f.a, centre)), f32(edge(f.a, f.b, centre))) / f32(abs(area));
  append(item, face, f, pixel, depthAt(item, f.z, planeOf(item, f.corner), pixel, weights));
}

@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let g = group.x + group.y * groups.x;
  let item = findItem(g);
  let firstFace = (g - items[item].firstFaceGroup) * ${GROUP * facesEach}u;
  let face = firstFace + lane;
  let first = vec3u(items[item].firstProjected);
  ${each(facesEach, (k) => `let at${k} = first + cornersOf(item, face + ${GROUP * k}u);`)}
  ${each(facesEach, (k) => `let a${k} = projected[at${k}.x]; let b${k} = projected[at${k}.y]; let c${k} = projected[at${k}.z];`)}
  ${each(facesEach, (k) => `let blocks${k} = findPixels(item, face + ${GROUP * k}u, lane + ${GROUP * k}u, a${k}, b${k}, c${k});`)}
  workgroupBarrier();
  let blockCount = atomicLoad(&blocksHere);
  if (blockCount > 0u && lane == 0u) { firstBlock = atomicAdd(&counters[${COUNTERS.queued}u], blockCount); }
  workgroupBarrier();
  ${each(facesEach, (k) => `queueBlocks(item, face + ${GROUP * k}u, blocks${k});`)}
  let total = atomicLoad(&found);
  for (var k = lane; k < (total & 0xffffu); k += ${GROUP}u) {
    let n = faceOfPixel(k, total >> 16u);
    appendPixel(item, firstFace + (firstPixel[n] >> 16u), bitAt(masks[n], k - (firstPixel[n] & 0xffffu)));
  }
}
`;

/** Code for each of an invocation's faces. Those of one kind come together, so that all loads are under way before the first is waited for. */
function each(count: number, code: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => code(k)).join('\n  ');
}
