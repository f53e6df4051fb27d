import { SLABS } from '../../cells.js';
import { CELL_QUEUE_WORDS, CELL_RUN, CELL_STEP, CELL_TEAM, CELL_TEAMS, TOUCHED } from '../layout.js';
import { cellFaceWgsl } from './cellFace.wgsl.js';

/**
 * What a handful of roundings, each by 2^-23 at most, do to a sum of products, as a share of its terms: 4 to an edge function
 * or an area, some 13 to a depth of the plane; there the quotients' errors are shares of the terms that were divided.
 */
const EDGE_ROUNDING = 2 ** -20;
const PLANE_ROUNDING = 2 ** -19;

/**
 * A team of invocations takes runs of cells from the queue, one after the other, and shares them: the cells of the face's
 * box, row by row. Which of them it touches, and in which slabs, is told as in ../../cpu/coverCells.ts: by its edges and its plane, over the cell
 * grown by the pad. Whatever f32 may round comes on top of the room that is given to an edge and to the plane.
 *
 * Where a pair's faces lie over too many cells, nothing more is done for it; the host sees it and makes the cells larger.
 */
export const largeCellsWgsl = /* wgsl */ `
${cellFaceWgsl}

struct Cover {
  u: vec2f, v: vec2f, w: vec2f,
  room: vec3f,          // by how much a centre may lie outside of each edge
  side: f32, isSure: bool, hasPlane: bool,
  slope: vec2f, thick: f32,
}

/** Twice the area between an edge and a point, seen from the edge's first corner. */
fn turn(edge: vec2f, p: vec2f) -> f32 { return edge.x * p.y - edge.y * p.x; }
fn turnTerms(edge: vec2f, p: vec2f) -> f32 { return abs(edge.x) * p.y + abs(edge.y) * p.x; }

fn farthest(p: vec2f, low: vec2f, high: vec2f) -> vec2f { return max(abs(low - p), abs(high - p)); }

fn roomOf(edge: vec2f, half: vec2f, far: vec2f) -> f32 {
  return turnTerms(edge, half) + ${EDGE_ROUNDING} * turnTerms(edge, far);
}

/** How to look at the cells from low to high, corners of cells. */
fn coverOf(f: Face, low: vec2f, high: vec2f) -> Cover {
  var c: Cover;
  c.u = f.b.xy - f.a.xy;
  c.v = f.c.xy - f.a.xy;
  c.w = f.c.xy - f.b.xy;
  let half = vec2f(0.5) + f.pad.xy;
  let farA = farthest(f.a.xy, low, high);
  let farB = farthest(f.b.xy, low, high);
  c.room = vec3f(roomOf(c.u, half, farA), roomOf(c.v, half, farA), roomOf(c.w, half, farB)) * (1.0 + ${EDGE_ROUNDING});
  // Doubled area, positive or negative by the way round. Where rounding may have decided on that, both ways are tried.
  let area = turn(c.u, c.v);
  let areaTerms = turnTerms(c.u, abs(c.v));
  c.side = select(1.0, -1.0, area < 0.0);
  c.isSure = abs(area) > ${EDGE_ROUNDING} * areaTerms;
  c.hasPlane = false;
  if (!c.isSure) { return c; }
  let uz = f.b.z - f.a.z;
  let vz = f.c.z - f.a.z;
  c.slope = vec2f(uz * c.v.y - vz * c.u.y, vz * c.u.x - uz * c.v.x) / area;
  let terms = vec2f(abs(uz * c.v.y) + abs(vz * c.u.y), abs(vz * c.u.x) + abs(uz * c.v.x));
  let doubt = ${PLANE_ROUNDING} * dot(terms + abs(c.slope) * areaTerms, farA) / abs(area);
  c.thick = (dot(abs(c.slope), half) + f.pad.z + doubt) * (1.0 + ${PLANE_ROUNDING});
  // Seen almost edge-on a face has a plane that tells less than its own depths.
  c.hasPlane = c.thick < f.high.z - f.low.z;
  return c;
}

/** The slabs in which a face touches a cell; none where it does not. */
fn slabsIn(item: u32, f: Face, c: Cover, cell: vec2u) -> u32 {
  let centre = vec2f(cell) + vec2f(0.5);
  let fromA = centre - f.a.xy;
  let e = c.side * vec3f(turn(c.u, fromA), -turn(c.v, fromA), turn(c.w, centre - f.b.xy));
  if (any(e < -c.room) && (c.isSure || any(-e < -c.room))) { return 0u; }
  var near = f.low.z;
  var far = f.high.z;
  if (c.hasPlane) {
    let z = f.a.z + dot(c.slope, fromA);
    near = max(near, z - c.thick);
    far = min(far, z + c.thick);
  }
  if (near > far || far < -f.pad.z || near > ${SLABS}.0 + f.pad.z) { return 0u; }
  return slabBits(u32(clamp(near, 0.0, ${SLABS - 1}.0)), u32(clamp(far, 0.0, ${SLABS - 1}.0)));
}

@compute @workgroup_size(${CELL_TEAM * CELL_TEAMS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = select(0u, frame.queueRoom, isOfB());
  let queued = min(atomicLoad(&touched[select(${TOUCHED.queuedA}u, ${TOUCHED.queuedB}u, isOfB())]), frame.queueRoom);
  for (var q = group.x * ${CELL_TEAMS}u + lane / ${CELL_TEAM}u; q < queued; q += groups.x * ${CELL_TEAMS}u) {
    let at = ${CELL_QUEUE_WORDS}u * (first + q);
    let item = queue[at];
    let face = queue[at + 1u];
    if (isOver(item)) { continue; }
    if (frame.step == ${CELL_STEP.markB}u && !isKept(item, face)) { continue; }
    let f = faceOf(item, vec3u(queue[at + 2u], queue[at + 3u], queue[at + 4u]));
    let low = cellAt(item, f.low).xy;
    let size = cellAt(item, f.high).xy - low + vec2u(1u);
    let c = coverOf(f, vec2f(low), vec2f(low + size));
    let begin = queue[at + 5u] * ${CELL_RUN}u;
    let end = min(begin + ${CELL_RUN}u, size.x * size.y);
    for (var k = begin + lane % ${CELL_TEAM}u; k < end; k += ${CELL_TEAM}u) {
      let cell = low + vec2u(k % size.x, k / size.x);
      let bits = slabsIn(item, f, c, cell);
      if (bits == 0u) { continue; }
      let word = cellWord(item, cell);
      if (isMarking()) { atomicOr(&marks[word], bits); continue; }
      if ((atomicLoad(&marks[word]) & bits) != 0u) { keep(item, face); break; }
    }
  }
}
`;
