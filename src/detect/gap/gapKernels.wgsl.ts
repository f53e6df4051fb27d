interface GapCodes {
  readonly noGap: number;
  readonly leastDepth: number;
  readonly seesBoth: number;
  readonly undecided: number;
}

/**
 * The sweep of rayGap.ts on the GPU: one invocation sweeps one ray and writes one end of its gap. Nothing can overflow: it
 * keeps the best stretch so far, not a list of them. Slot 0 is A: arrays are by slot.
 */
export const rayGapWgsl = (end: 'from' | 'to', codes: GapCodes): string => /* wgsl */ `
struct End { depth: f32, slot: u32 }

fn write(end: End) {
  let depth = max(end.depth, ${codes.leastDepth});
  map(select(-depth, depth, end.slot == 0u));
}

fn examine() {
  let bits = array<i32, 2>(i32(parameter(0u)), i32(parameter(1u)));
  let noise = parameter(4u);
  var winding = array<i32, 2>(before(0u), before(1u));
  var inside = array<bool, 2>((winding[0] & bits[0]) != 0, (winding[1] & bits[1]) != 0);
  var sees = inside;
  var left = array<f32, 2>(-1.0, -1.0);
  var leftBoth = -1.0;
  var start = End(0.0, 0u);
  var longest = -1.0;
  var shortest = 2.0;
  // The two ends of the gap so far.
  var gapFrom = End(0.0, 0u);
  var gapTo = End(0.0, 0u);
  for (var k = 0u; k < layerCount(); k++) {
    let here = layer(k);
    let slot = slotOf(here);
    let other = 1u - slot;
    winding[slot] += select(-1, 1, isEntry(here));
    let now = (winding[slot] & bits[slot]) != 0;
    if (now == inside[slot]) { continue; }
    inside[slot] = now;
    let depth = depthOf(here);
    if (now) {
      sees[slot] = true;
      if (inside[other]) {
        if (leftBoth < 0.0 || depth - leftBoth > noise) { start = End(depth, slot); }
      } else if (longest < 0.0 && left[other] >= 0.0 && depth - left[other] < shortest) {
        shortest = depth - left[other];
        gapFrom = End(left[other], other);
        gapTo = End(depth, slot);
      }
    } else {
      left[slot] = depth;
      if (inside[other]) {
        leftBoth = depth;
        if (depth - start.depth > longest) {
          longest = depth - start.depth;
          gapFrom = End(depth, slot);
          gapTo = start;
        }
      }
    }
  }
  let isOpen = (parameter(2u) != 0.0 && inside[0]) || (parameter(3u) != 0.0 && inside[1]);
  let seen = select(select(0u, 1u, sees[0]) | select(0u, 2u, sees[1]), ${codes.undecided}u, isOpen);
  if (seen == ${codes.seesBoth}u) { write(${end === 'from' ? 'gapFrom' : 'gapTo'}); }
  else { map(${codes.noGap}.0 + f32(seen)); }
}`;
