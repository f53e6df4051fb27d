import { SLABS } from '../../cells.js';
import { CELL_STEP, TOUCHED } from '../layout.js';
import { cellsWgsl } from './cells.wgsl.js';

/**
 * What both passes over faces share: the box of cells that holds a face, and what is done with a cell in each step: marking
 * it, or looking whether it is marked.
 *
 * A true corner lies within its error of the one that was worked out, so a true face, grown by the pad, lies within the face
 * that was worked out, grown by the pad and the greatest error of its corners: no face is lost by rounding.
 */
export const cellFaceWgsl = /* wgsl */ `
${cellsWgsl}
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> projected: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> marks: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> touched: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> queue: array<u32>;

/** A face in cells and slabs: its corners, by how much it is to be grown, and the least and greatest point of it then. */
struct Face { a: vec3f, b: vec3f, c: vec3f, pad: vec3f, low: vec3f, high: vec3f }

fn pointOf(p: vec4u) -> vec3f { return bitcast<vec3f>(p.xyz); }
fn errorsOf(p: vec4u) -> vec3f {
  let cells = bitcast<f32>(p.w & 0xffff0000u);
  return vec3f(cells, cells, bitcast<f32>(p.w << 16u));
}

fn faceOf(item: u32, corner: vec3u) -> Face {
  let a = projected[corner.x];
  let b = projected[corner.y];
  let c = projected[corner.z];
  var f = Face(pointOf(a), pointOf(b), pointOf(c), items[item].reach, vec3f(), vec3f());
  f.low = min(f.a - errorsOf(a), min(f.b - errorsOf(b), f.c - errorsOf(c))) - f.pad;
  f.high = max(f.a + errorsOf(a), max(f.b + errorsOf(b), f.c + errorsOf(c))) + f.pad;
  f.pad += max(errorsOf(a), max(errorsOf(b), errorsOf(c)));
  return f;
}

fn cellCounts(item: u32) -> vec3f { return vec3f(f32(items[item].columns), f32(items[item].rows), ${SLABS}.0); }

fn isInView(item: u32, f: Face) -> bool { return all(f.high >= vec3f(0.0)) && all(f.low <= cellCounts(item)); }

/** The cell and slab of a point; what lies beyond the last one by no more than the pad counts as in it. */
fn cellAt(item: u32, p: vec3f) -> vec3u { return vec3u(clamp(p, vec3f(0.0), cellCounts(item) - vec3f(1.0))); }

fn slabBits(first: u32, last: u32) -> u32 { return (0xffffffffu << first) & (0xffffffffu >> (${SLABS - 1}u - last)); }

fn isMarking() -> bool { return frame.step == ${CELL_STEP.markA}u || frame.step == ${CELL_STEP.markB}u; }
fn isOfB() -> bool { return frame.step == ${CELL_STEP.testB}u || frame.step == ${CELL_STEP.markB}u; }

/** The word of a cell in the marks that this step writes, or looks at: its own body's, or the other one's. */
fn cellWord(item: u32, cell: vec2u) -> u32 {
  let inB = isOfB() == isMarking();
  return select(items[item].marksA, items[item].marksB, inB) + cell.y * items[item].columns + cell.x;
}

fn keep(item: u32, face: u32) { atomicOr(&touched[items[item].kept + (face >> 5u)], 1u << (face & 31u)); }
fn isKept(item: u32, face: u32) -> bool {
  return (atomicLoad(&touched[items[item].kept + (face >> 5u)]) & (1u << (face & 31u))) != 0u;
}

/** Cells that the pair's queued faces lie over so far: whether there are too many to go on. */
fn isOver(item: u32) -> bool {
  let at = ${TOUCHED.pairs}u + 2u * items[item].pair;
  return atomicLoad(&touched[at + 1u]) > 0u || atomicLoad(&touched[at]) > items[item].mostCells;
}
`;
