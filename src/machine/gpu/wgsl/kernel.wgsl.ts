import type { Kernel } from '../../kernel.js';
import { COUNTERS, givenWords, KERNEL_GROUP, TALLY } from '../layout.js';
import { frameWgsl } from './frame.wgsl.js';
import { bestWgsl, mapAtWgsl, mapHereWgsl, markWgsl, parameterWgsl, toBestWgsl } from './outputs.wgsl.js';
import { tallyWgsl, toTallyWgsl } from './tally.wgsl.js';

/** How a kernel finds its lists: in slots, sorted as they are read, or packed and sorted beforehand. */
export type ListForm = 'none' | 'slots' | 'packed';

/**
 * A kernel's shader: one invocation per pixel of every tile runs `examine()`, which may call
 *
 *     layerCount(), layer(k): the sorted list · before(slot): the winding at the near plane
 *     depthOf(layer), isEntry(layer), slotOf(layer), faceOf(layer)
 *     depthHere(), keptHere(), stencilHere(), idHere(): the planes
 *     tally_x(value) for each word x, tally_x64(value) where it has 64 bits · product(a, b): 64 bits of two words
 *     map(value): into the map · mapHere(): what is there · mapAt(offset): elsewhere, where nothing is written
 *     mark(layer): its face · best(value, payload): once at most
 *     parameter(i): the tile's · pixel, tile
 *
 * What a kernel does not ask for is left out of it. Outputs: tally.wgsl.ts, outputs.wgsl.ts.
 * Overflow: a list longer than its slots is counted in the tally's head, and the host asks again with packed lists.
 */
export function kernelWgsl(kernel: Kernel, form: ListForm, slotCount: number, hasNetworks = false): string {
  const isGiven = givenWords(kernel).words > 0;
  const reads = (what: Kernel['reads'][number]) => kernel.reads.includes(what);
  // Where the queue of large faces overflowed, lists lack layers. The host asks again, but cannot take back what is in the map.
  const onlyComplete = kernel.map && form !== 'none' ? ` && counters[${COUNTERS.queued}] <= frame.queueRoom` : '';
  return /* wgsl */ `
${frameWgsl}
struct Tile {
  x: u32, y: u32, columns: u32, rows: u32,
  slotCount: u32, before: u32, firstBlock: u32, depthSize: f32,
  firstRow: u32,
}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>;
@group(0) @binding(2) var<storage, read> counters: array<u32>;
@group(0) @binding(3) var<storage, read> layers: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> tallies: array<atomic<u32>>;
${isGiven ? '@group(0) @binding(5) var<storage, read> given: array<u32>;' : ''}
@group(0) @binding(6) var<storage, read> first: array<u32>;
${kernel.map || reads('map') ? '@group(0) @binding(7) var<storage, read_write> mapPlane: array<f32>;' : ''}
${reads('depth') ? '@group(1) @binding(0) var depthPlane: texture_depth_2d;' : ''}
${reads('kept') ? '@group(1) @binding(1) var keptPlane: texture_2d<f32>;' : ''}
${reads('stencil') ? '@group(1) @binding(2) var stencilPlane: texture_2d<u32>;' : ''}
${reads('id') ? '@group(1) @binding(3) var idPlane: texture_2d<u32>;' : ''}

var<private> tile: Tile;
var<private> pixel: vec2u;   // within the tile
var<private> cell: vec2u;    // within those of its rows that are here
var<private> place: u32;     // within the frame
var<private> listLength: u32;
${isGiven ? 'var<private> record: u32;    // where the tile begins in `given`' : ''}
${form === 'slots' ? `var<private> list: array<vec2u, ${slotCount}>;` : ''}

fn layerCount() -> u32 { return listLength; }
${form === 'slots' ? 'fn layer(k: u32) -> vec2u { return list[k]; }' : ''}
${form === 'packed' ? 'fn layer(k: u32) -> vec2u { return layers[first[place] + k]; }' : ''}
fn depthOf(layer: vec2u) -> f32 { return bitcast<f32>(layer.y); }
fn isEntry(layer: vec2u) -> bool { return layer.x >= 0x80000000u; }
fn slotOf(layer: vec2u) -> u32 { return (layer.x & 0x7fffffffu) >> frame.faceBits; }
fn faceOf(layer: vec2u) -> u32 { return layer.x & ((1u << frame.faceBits) - 1u); }
fn before(slot: u32) -> i32 {
  if (tile.before == NOTHING) { return 0; }
  return bitcast<i32>(counters[tile.before + slot * tile.columns * tile.rows + cell.y * tile.columns + cell.x]);
}
fn position() -> vec2i { return vec2i(i32(cell.x + tile.x), i32(cell.y + tile.y)); }
${reads('depth') ? 'fn depthHere() -> f32 { return textureLoad(depthPlane, position(), 0); }' : ''}
${reads('kept') ? 'fn keptHere() -> f32 { return textureLoad(keptPlane, position(), 0).x; }' : ''}
${reads('stencil') ? 'fn stencilHere() -> u32 { return textureLoad(stencilPlane, position(), 0).x; }' : ''}
${reads('id') ? 'fn idHere() -> u32 { return textureLoad(idPlane, position(), 0).x; }' : ''}
${kernel.map ? 'fn map(value: f32) { mapPlane[place] = value; }' : ''}
${reads('map') ? (kernel.map ? mapHereWgsl : mapHereWgsl + mapAtWgsl) : ''}
${kernel.parameterCount ? parameterWgsl : ''}
${kernel.marks && form !== 'none' ? markWgsl(kernel) : ''}
${kernel.best ? bestWgsl : ''}
${tallyWgsl(kernel.tally)}
${kernel.wgsl}

${form === 'slots' ? (hasNetworks ? networksWgsl(slotCount) : insertionWgsl) : ''}
/** The tile that a block belongs to: the last whose first block is not behind it. */
fn findTile(block: u32) -> u32 {
  var low = 0u;
  var high = frame.tileCount;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (tiles[middle].firstBlock <= block) { low = middle; } else { high = middle; }
  }
  return low;
}

@compute @workgroup_size(${KERNEL_GROUP}, ${KERNEL_GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = group.x + group.y * groups.x;
  let number = findTile(block);
  tile = tiles[number];
  ${isGiven ? `record = number * ${givenWords(kernel).words}u;` : ''}
  let across = (tile.columns + ${KERNEL_GROUP - 1}u) / ${KERNEL_GROUP}u;
  let inTile = block - tile.firstBlock;
  cell = vec2u(inTile % across, inTile / across) * ${KERNEL_GROUP}u + local.xy;
  pixel = cell + vec2u(0u, tile.firstRow);
  if (block < frame.blockCount && cell.x < tile.columns && cell.y < tile.rows${onlyComplete}) {
    place = (cell.y + tile.y) * frame.width + cell.x + tile.x;
    ${form === 'slots' ? slotsWgsl : ''}
    ${form === 'packed' ? 'listLength = first[place + 1u] - first[place]; examine();' : ''}
    ${form === 'none' ? 'examine();' : ''}
  }
  if (block == 0u && lane == 0u) {
    atomicStore(&tallies[${TALLY.queued}], counters[${COUNTERS.queued}]);
    atomicStore(&tallies[${TALLY.gaveUp}], counters[${COUNTERS.gaveUp}]);
  }
  workgroupBarrier();
  if (lane == 0u) {
    ${toTallyWgsl(kernel.tally)}
  }
  ${kernel.best ? toBestWgsl(kernel) : ''}
}
`;
}

/** A list that overflowed is not complete: it is counted, and the question is not put. */
const slotsWgsl = /* wgsl */ `listLength = counters[PIXELS + place];
    if (listLength > frame.slotCount) { atomicAdd(&tallies[${TALLY.overflowed}], 1u); }
    else { sortList(); examine(); }`;

/** Slots are sorted on the way in: by depth, then exits before entries, then by slot and face. */
const layerInSlotWgsl = /* wgsl */ `
fn layerInSlot(k: u32) -> vec2u {
  if (k < listLength) { return layers[k * frame.pixelCount + place]; }
  return vec2u(NOTHING);
}

fn isSortedBehind(one: vec2u, other: vec2u) -> bool { return one.y > other.y || (one.y == other.y && one.x > other.x); }`;

/** One after the other: short, so that a software driver does not compile longer than it computes. */
const insertionWgsl = /* wgsl */ `${layerInSlotWgsl}

fn sortList() {
  for (var k = 0u; k < listLength; k++) {
    let layer = layerInSlot(k);
    var j = k;
    while (j > 0u && isSortedBehind(list[j - 1u], layer)) {
      list[j] = list[j - 1u];
      j--;
    }
    list[j] = layer;
  }
}`;

/** Lists up to these lengths have networks of their own; the last one takes all others. */
const LENGTHS = [4, 8];

/**
 * By networks: all slots are loaded at once, since one by one each would wait for the one before to find its place; what is missing counts as
 * behind all others.
 */
function networksWgsl(slotCount: number): string {
  const lengths = [...LENGTHS.filter((length) => length < slotCount), slotCount];
  const networks = lengths.map((length) => `if (listLength <= ${length}u) {\n    ${networkWgsl(length)}\n  }`);
  return /* wgsl */ `${layerInSlotWgsl}

fn sortList() {
  ${networks.join(' else ')}
}`;
}

function networkWgsl(length: number): string {
  const all = Array.from({ length }, (_, k) => k);
  return [
    ...all.map((k) => `var l${k} = layerInSlot(${k}u);`),
    ...oddEvenMerge(length).map(
      ([i, j]) => `if (isSortedBehind(l${i}, l${j})) { let other = l${i}; l${i} = l${j}; l${j} = other; }`,
    ),
    ...all.map((k) => `list[${k}] = l${k};`),
  ].join('\n    ');
}

/** The comparisons that sort `count` things: Batcher's odd-even merge sort. */
export function oddEvenMerge(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let p = 1; p < count; p *= 2)
    for (let k = p; k >= 1; k /= 2)
      for (let j = k % p; j + k < count; j += 2 * k)
        for (let i = 0; i < Math.min(k, count - j - k); i++)
          if (Math.floor((i + j) / (2 * p)) === Math.floor((i + j + k) / (2 * p))) pairs.push([i + j, i + j + k]);
  return pairs;
}
