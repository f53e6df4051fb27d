import { FEW_CELLS } from '../../cells.js';
import { CELL_QUEUE_WORDS, CELL_RUN, CELL_STEP, GROUP, TOUCHED } from '../layout.js';
import { cellFaceWgsl } from './cellFace.wgsl.js';
import { findItemWgsl } from './frame.wgsl.js';

/**
 * One invocation takes one face of one item. A face over few cells is taken as its box: A's mark their cells; B's that
 * touch a mark are kept and mark theirs; A's that touch one of these are kept. Others are queued, once, for the pass that
 * shares their cells: A's when they would mark, B's when they would be tested.
 *
 * Overflow: the counters of the queues go on past their room, and nothing is written; the host sees it and runs all of it
 * again with room.
 */
export const smallCellsWgsl = /* wgsl */ `
${cellFaceWgsl}
${findItemWgsl('firstFaceGroup')}

fn enqueue(item: u32, face: u32, corner: vec3u, cells: u32) {
  let counter = ${TOUCHED.pairs}u + 2u * items[item].pair;
  let before = atomicAdd(&touched[counter], cells);
  if (before + cells < before) { atomicAdd(&touched[counter + 1u], 1u); }
  let ofB = frame.step == ${CELL_STEP.testB}u;
  let runs = (cells + ${CELL_RUN - 1}u) / ${CELL_RUN}u;
  let first = atomicAdd(&touched[select(${TOUCHED.queuedA}u, ${TOUCHED.queuedB}u, ofB)], runs);
  for (var k = 0u; k < runs && first + k < frame.queueRoom; k++) {
    let at = ${CELL_QUEUE_WORDS}u * (first + k + select(0u, frame.queueRoom, ofB));
    queue[at] = item;
    queue[at + 1u] = face;
    queue[at + 2u] = corner.x;
    queue[at + 3u] = corner.y;
    queue[at + 4u] = corner.z;
    queue[at + 5u] = k;
  }
}

fn markBox(first: u32, columns: u32, low: vec3u, high: vec3u, bits: u32) {
  for (var y = low.y; y <= high.y; y++) {
    for (var x = low.x; x <= high.x; x++) {
      let at = first + y * columns + x;
      // Most bits are there already, and looking costs less than an atomic that changes nothing.
      if ((atomicLoad(&marks[at]) & bits) != bits) { atomicOr(&marks[at], bits); }
    }
  }
}

fn isMarked(first: u32, columns: u32, low: vec3u, high: vec3u, bits: u32) -> bool {
  var found = 0u;
  for (var y = low.y; y <= high.y; y++) {
    for (var x = low.x; x <= high.x; x++) { found |= atomicLoad(&marks[first + y * columns + x]); }
  }
  return (found & bits) != 0u;
}

@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let g = group.x + group.y * groups.x;
  let item = findItem(g);
  let face = (g - items[item].firstFaceGroup) * ${GROUP}u + lane;
  if (face >= items[item].faceCount) { return; }
  let at = items[item].firstIndex + 3u * face;
  let corner = vec3u(indices[at], indices[at + 1u], indices[at + 2u]) + vec3u(items[item].firstProjected);
  let f = faceOf(item, corner);
  if (!isInView(item, f)) { return; }
  let low = cellAt(item, f.low);
  let high = cellAt(item, f.high);
  let cells = (high.x - low.x + 1u) * (high.y - low.y + 1u);
  if (cells > ${FEW_CELLS}u) {
    if (frame.step != ${CELL_STEP.testA}u) { enqueue(item, face, corner, cells); }
    return;
  }
  let bits = slabBits(low.z, high.z);
  let columns = items[item].columns;
  let marksA = items[item].marksA;
  let marksB = items[item].marksB;
  if (frame.step == ${CELL_STEP.markA}u) { markBox(marksA, columns, low, high, bits); return; }
  if (!isMarked(select(marksB, marksA, isOfB()), columns, low, high, bits)) { return; }
  keep(item, face);
  if (isOfB()) { markBox(marksB, columns, low, high, bits); }
}
`;
