import type { Kernel, TallyRule } from '../../kernel.js';
import { KERNEL_GROUP, TALLY } from '../layout.js';
import { frameWgsl } from './frame.wgsl.js';

/** How a kernel finds its lists: in slots, sorted as they are read, or packed and sorted beforehand. */
export type ListForm = 'none' | 'slots' | 'packed';

export const wordsOf = (rule: TallyRule): number => (rule === 'sum64' ? 2 : 1);

/** The number of words of a kernel's tally, and where each begins. */
export function tallyWords(tally: Kernel['tally']): { count: number; at: Record<string, number> } {
  const at: Record<string, number> = {};
  let count = 0;
  for (const [name, rule] of Object.entries(tally)) {
    at[name] = count;
    count += wordsOf(rule);
  }
  return { count, at };
}

/**
 * A kernel's shader: one invocation per pixel of every tile runs `examine()`, which may call
 *
 *     layerCount(), layer(k): the sorted list · before(slot): the winding at the near plane
 *     depthOf(layer), isEntry(layer), slotOf(layer), faceOf(layer)
 *     depthHere(), keptHere(), stencilHere(), idHere(): the planes
 *     tally_x(value) for each word x · map(value) · parameter(i) · pixel, tile
 *
 * Tallies are added up per workgroup and then once per word, so that no two thousand pixels queue for one word.
 * Overflow: a list longer than its slots is counted in the tally's head, and the host asks again with packed lists.
 */
export function kernelWgsl(kernel: Kernel, form: ListForm, slotCount: number): string {
  const { count, at } = tallyWords(kernel.tally);
  const rules = Object.entries(kernel.tally);
  const reads = (what: Kernel['reads'][number]) => kernel.reads.includes(what);
  return /* wgsl */ `
${frameWgsl}
struct Tile { x: u32, y: u32, columns: u32, rows: u32, slotCount: u32, before: u32, firstBlock: u32, depthSize: f32 }
struct Parameters { values: array<vec4f, 4> }
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>;
@group(0) @binding(2) var<storage, read> counters: array<u32>;
@group(0) @binding(3) var<storage, read> layers: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> tallies: array<atomic<u32>>;
@group(0) @binding(5) var<uniform> parameters: Parameters;
@group(0) @binding(6) var<storage, read> first: array<u32>;
${kernel.map ? '@group(0) @binding(7) var<storage, read_write> mapPlane: array<f32>;' : ''}
${reads('depth') ? '@group(1) @binding(0) var depthPlane: texture_depth_2d;' : ''}
${reads('kept') ? '@group(1) @binding(1) var keptPlane: texture_2d<f32>;' : ''}
${reads('stencil') ? '@group(1) @binding(2) var stencilPlane: texture_2d<u32>;' : ''}
${reads('id') ? '@group(1) @binding(3) var idPlane: texture_2d<u32>;' : ''}

var<workgroup> words: array<atomic<u32>, ${Math.max(1, count)}>;
var<private> tile: Tile;
var<private> pixel: vec2u;   // within the tile
var<private> place: u32;     // within the frame
var<private> listLength: u32;
${form === 'slots' ? `var<private> list: array<vec2u, ${slotCount}>;` : ''}

fn parameter(i: u32) -> f32 { return parameters.values[i / 4u][i % 4u]; }
fn layerCount() -> u32 { return listLength; }
${form === 'slots' ? 'fn layer(k: u32) -> vec2u { return list[k]; }' : ''}
${form === 'packed' ? 'fn layer(k: u32) -> vec2u { return layers[first[place] + k]; }' : ''}
fn depthOf(layer: vec2u) -> f32 { return bitcast<f32>(layer.y); }
fn isEntry(layer: vec2u) -> bool { return layer.x >= 0x80000000u; }
fn slotOf(layer: vec2u) -> u32 { return (layer.x & 0x7fffffffu) >> frame.faceBits; }
fn faceOf(layer: vec2u) -> u32 { return layer.x & ((1u << frame.faceBits) - 1u); }
fn before(slot: u32) -> i32 {
  if (tile.before == NOTHING) { return 0; }
  return bitcast<i32>(counters[tile.before + slot * tile.columns * tile.rows + pixel.y * tile.columns + pixel.x]);
}
fn position() -> vec2i { return vec2i(i32(pixel.x + tile.x), i32(pixel.y + tile.y)); }
${reads('depth') ? 'fn depthHere() -> f32 { return textureLoad(depthPlane, position(), 0); }' : ''}
${reads('kept') ? 'fn keptHere() -> f32 { return textureLoad(keptPlane, position(), 0).x; }' : ''}
${reads('stencil') ? 'fn stencilHere() -> u32 { return textureLoad(stencilPlane, position(), 0).x; }' : ''}
${reads('id') ? 'fn idHere() -> u32 { return textureLoad(idPlane, position(), 0).x; }' : ''}
${kernel.map ? 'fn map(value: f32) { mapPlane[place] = value; }' : ''}
${rules.map(([name, rule]) => `fn tally_${name}(value: u32) { ${inGroup(rule, at[name])} }`).join('\n')}
${kernel.wgsl}

${form === 'slots' ? sortWgsl : ''}
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
  let across = (tile.columns + ${KERNEL_GROUP - 1}u) / ${KERNEL_GROUP}u;
  let inTile = block - tile.firstBlock;
  pixel = vec2u(inTile % across, inTile / across) * ${KERNEL_GROUP}u + local.xy;
  if (block < frame.blockCount && pixel.x < tile.columns && pixel.y < tile.rows) {
    place = (pixel.y + tile.y) * frame.width + pixel.x + tile.x;
    ${form === 'slots' ? slotsWgsl : ''}
    ${form === 'packed' ? 'listLength = first[place + 1u] - first[place]; examine();' : ''}
    ${form === 'none' ? 'examine();' : ''}
  }
  if (block == 0u && lane == 0u) { atomicStore(&tallies[${TALLY.queued}], counters[0]); }
  workgroupBarrier();
  if (lane == 0u) {
    let base = ${TALLY.tiles}u + number * ${count}u;
    ${rules.map(([name, rule]) => toTally(rule, at[name])).join('\n    ')}
  }
}
`;
}

/** A list that overflowed is not complete: it is counted, and the question is not put. */
const slotsWgsl = /* wgsl */ `listLength = counters[PIXELS + place];
    if (listLength > frame.slotCount) { atomicAdd(&tallies[${TALLY.overflowed}], 1u); }
    else { sortList(); examine(); }`;

/** Slots are sorted into registers on the way in: by depth, then exits before entries, then by slot and face. */
const sortWgsl = /* wgsl */ `
fn sortList() {
  for (var k = 0u; k < listLength; k++) {
    let layer = layers[k * frame.pixelCount + place];
    var j = k;
    while (j > 0u) {
      let other = list[j - 1u];
      if (other.y < layer.y || (other.y == layer.y && other.x < layer.x)) { break; }
      list[j] = other;
      j--;
    }
    list[j] = layer;
  }
}`;

/** Least values are kept as greatest complements, so that every word starts at zero. */
function inGroup(rule: TallyRule, at: number): string {
  if (rule === 'max') return `atomicMax(&words[${at}], value);`;
  if (rule === 'min') return `atomicMax(&words[${at}], ~value);`;
  if (rule === 'sum') return `atomicAdd(&words[${at}], value);`;
  return `let old = atomicAdd(&words[${at}], value); if (old > ~value) { atomicAdd(&words[${at + 1}], 1u); }`;
}

function toTally(rule: TallyRule, at: number): string {
  const word = `atomicLoad(&words[${at}])`;
  const guarded = (code: string) => `if (${word} != 0u) { ${code} }`;
  if (rule === 'max' || rule === 'min') return guarded(`atomicMax(&tallies[base + ${at}u], ${word});`);
  if (rule === 'sum') return guarded(`atomicAdd(&tallies[base + ${at}u], ${word});`);
  return `{ let low = ${word}; var high = atomicLoad(&words[${at + 1}]); let old = atomicAdd(&tallies[base + ${at}u], low); if (old > ~low) { high++; } if (high != 0u) { atomicAdd(&tallies[base + ${at + 1}u], high); } }`;
}
