import { rayCodeWgsl } from './rayCode.js';
import { DEPTH_PARTS, MOMENT_PARTS, SLABS } from './sweepUnits.js';

/**
 * The sweep of pairSweep.ts on the GPU: one invocation sweeps one ray. Overlaps are counted as soon as the next one begins
 * farther off, so no list of them is needed. Nothing can overflow: moments are 64 bits wide.
 */
export const pairSweepWgsl = /* wgsl */ `${rayCodeWgsl}
const PARTS = ${DEPTH_PARTS}.0;
const SLABS = ${SLABS}u;
const NO_LAYER = vec2u(0u, 0u);

var<private> noise: f32;
var<private> total: f32;
var<private> longest: f32;
var<private> longestAt: f32;
var<private> touches: bool;

fn parts(share: f32) -> u32 { return u32(floor(share * PARTS + 0.5)); }

fn slabs(start: f32, end: f32) -> u32 {
  let last = min(SLABS - 1u, u32(end * f32(SLABS)));
  return (2u << last) - (1u << min(SLABS - 1u, u32(start * f32(SLABS))));
}

/** An overlap, and the layers by which it begins and ends, where these are in the view. */
struct Stretch { start: f32, end: f32, first: vec2u, last: vec2u, hasFirst: bool, hasLast: bool }

fn count(s: Stretch) {
  let stretch = s.end - s.start;
  if (stretch <= noise) { touches = true; return; }
  if (s.hasFirst) { mark(s.first); }
  if (s.hasLast) { mark(s.last); }
  total += stretch;
  tally_momentZ64(product(u32(floor((s.start + s.end) * ${MOMENT_PARTS}.0 + 0.5)), parts(stretch)));
  tally_minZ(parts(s.start));
  tally_maxZ(parts(s.end));
  if (stretch > longest) { longest = stretch; longestAt = s.start; }
}

/** Rays that do not leave a body again, where it may be open. */
fn isOpen(bits: array<i32, 2>) -> bool {
  if (parameter(4u) == 0.0 && parameter(5u) == 0.0) { return false; }
  var winding = array<i32, 2>(before(0u), before(1u));
  for (var k = 0u; k < layerCount(); k++) { winding[slotOf(layer(k))] += select(-1, 1, isEntry(layer(k))); }
  let a = parameter(4u) != 0.0 && (winding[0] & bits[0]) != 0;
  let b = parameter(5u) != 0.0 && (winding[1] & bits[1]) != 0;
  if (a) { tally_openA(1u); }
  if (b) { tally_openB(1u); }
  return a || b;
}

/** Whether the ray is inside a body more than once for longer than rounding explains. */
fn isInsideTwice(slot: u32) -> bool {
  var winding = before(slot);
  var start = 0.0;
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    if (slotOf(here) != slot) { continue; }
    if (abs(winding) > 1 && depthOf(here) - start > parameter(1u)) { return true; }
    winding += select(-1, 1, isEntry(here));
    start = depthOf(here);
  }
  return abs(winding) > 1 && 1.0 - start > parameter(1u);
}

fn examine() {
  map(0.0);
  noise = parameter(0u);
  let bits = array<i32, 2>(select(-1, 1, parameter(2u) != 0.0), select(-1, 1, parameter(3u) != 0.0));
  if (isOpen(bits)) { return; }
  var winding = array<i32, 2>(before(0u), before(1u));
  var isMany = abs(winding[0]) > 1 || abs(winding[1]) > 1;
  var state = select(0u, 1u, (winding[0] & bits[0]) != 0) | select(0u, 2u, (winding[1] & bits[1]) != 0);
  var start = 0.0;
  var first = NO_LAYER;
  var hasFirst = false;
  var pending = Stretch(0.0, 0.0, NO_LAYER, NO_LAYER, false, false);
  var isPending = false;
  var left = 0u;
  var leftAt = 0.0;
  var slabsA = 0u;
  var slabsB = 0u;
  var aloneA = 0.0;
  var aloneB = 0.0;
  let end = layerCount();
  for (var k = 0u; k <= end; k++) {
    var next = 0u;
    var depth = 1.0;
    var here = NO_LAYER;
    if (k < end) {
      here = layer(k);
      winding[slotOf(here)] += select(-1, 1, isEntry(here));
      next = select(0u, 1u, (winding[0] & bits[0]) != 0) | select(0u, 2u, (winding[1] & bits[1]) != 0);
      isMany = isMany || abs(winding[0]) > 1 || abs(winding[1]) > 1;
      if (next == state) { continue; }
      depth = depthOf(here);
    }
    if (state == 3u) {
      if (isPending && start - pending.end <= noise) {
        pending.end = depth;
        pending.last = here;
        pending.hasLast = k < end;
      } else {
        if (isPending) { count(pending); }
        pending = Stretch(start, depth, first, here, hasFirst, k < end);
        isPending = true;
      }
    } else if (state == 1u) {
      if (depth - start > noise) { slabsA |= slabs(start, depth); aloneA += depth - start; }
    } else if (state == 2u) {
      if (depth - start > noise) { slabsB |= slabs(start, depth); aloneB += depth - start; }
    } else if (next != left && left != 0u && next != 0u && depth - leftAt <= noise) { touches = true; }
    if (next == 0u) { left = state; leftAt = depth; }
    state = next;
    start = depth;
    first = here;
    hasFirst = k < end;
  }
  if (isPending) { count(pending); }
  if (isMany) {
    if (parameter(2u) == 0.0 && isInsideTwice(0u)) { tally_selfA(1u); }
    if (parameter(3u) == 0.0 && isInsideTwice(1u)) { tally_selfB(1u); }
  }
  if (total == 0.0) {
    if (touches) { tally_touching(1u); }
    map(bitcast<f32>(NO_OVERLAP | MEETS | slabBits(slabsA, slabsB) | aloneBits(aloneA, aloneB)));
    return;
  }
  map(bitcast<f32>(MEETS | lengthBits(total) | aloneBits(aloneA, aloneB)));
  let whole = parts(total);
  tally_pixels(1u);
  tally_length(whole);
  tally_momentX64(product(pixel.x, whole));
  tally_momentY64(product(pixel.y, whole));
  tally_minX(pixel.x);
  tally_maxX(pixel.x);
  tally_minY(pixel.y);
  tally_maxY(pixel.y);
  best(parts(longest), parts(longestAt));
}`;
