import type { BodyState } from '../../body.js';
import { type Affine, invert } from '../../math/affine.js';
import { type CellGrid, cellGrid, cellsFromBody, SLABS } from '../cells.js';
import type { PairInView } from '../touchingPairs.js';
import { latticeFor } from './lattice.js';
import { CELL_CALL, CELL_ITEM, CELL_STEP, GROUP, TOUCHED } from './layout.js';
import { ALIGN_BYTES, type Portion } from './listInput.js';
import type { Residency, Resident } from './residency.js';
import { writeLatticeMap } from './writeItem.js';

/** A pair, and how many pixels across its cells are: 2^shift. */
export interface CellPair extends PairInView {
  readonly shift: number;
}

/** One dispatch of the touching passes; its uniform is the k-th. */
export interface CellCall {
  readonly pass: 'vertices' | 'small' | 'large';
  readonly step: number;
  /** What it works on; large faces come from the queue. */
  readonly portion?: Portion;
}

/** Everything that the touching passes read, as words for one buffer, and what they need. */
export interface TouchingInput {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Where the items begin; the calls' uniforms lie before. */
  readonly itemsAt: number;
  readonly calls: readonly CellCall[];
  readonly projectedCount: number;
  readonly markWords: number;
  /** What comes back: counters, and for A and B of each pair where its kept faces begin. */
  readonly touchedWords: number;
  readonly kept: readonly { readonly a: number; readonly b: number }[];
}

const CELLS_PER_FACE = 32;
const CELLS_IN_ANY_CASE = 2 ** 20;

/** The cells that the large faces of a pair may lie over together, before its cells are made larger. */
export const mostCells = ({ pair: { a, b } }: PairInView): number =>
  Math.min(2 ** 31, (CELLS_PER_FACE * (a.mesh.indices.length + b.mesh.indices.length)) / 3 + CELLS_IN_ANY_CASE);

/** What a coordinate in cells may be made of, at most: from there on f32 could not tell neighbouring cells apart. */
const MOST_TERMS = 2 ** 20;
/** The same in slabs. Bodies that just touch are seen through a flat view, so these are many; f32 does not overflow yet. */
const MOST_SLAB_TERMS = 2 ** 40;

/** Whether a body reaches so far off the view that f32 would tell little. */
export function reachesTooFar({ pair: { a, b }, view, shift }: CellPair): boolean {
  return [a, b].some(({ pose, bounds }) => {
    const map = cellsFromBody(view, pose, shift);
    const { origin, step } = latticeFor(bounds);
    // A vertex, and the lattice point that the map starts from, lie within 2^30 steps of the origin along each axis.
    const terms = (row: number) =>
      3 * 2 ** 30 * step * (Math.abs(map[row]) + Math.abs(map[row + 1]) + Math.abs(map[row + 2])) +
      Math.abs(map[row] * origin[0] + map[row + 1] * origin[1] + map[row + 2] * origin[2] + map[row + 3]);
    return !(terms(0) < MOST_TERMS && terms(4) < MOST_TERMS && terms(8) < MOST_SLAB_TERMS);
  });
}

/** A body of a pair, on the device. */
interface Item {
  readonly body: BodyState;
  readonly resident: Resident;
  readonly pair: number;
  readonly isB: boolean;
}

export function writeTouchingInput(pairs: readonly CellPair[], residency: Residency, queueRoom: number): TouchingInput {
  const items = placeItems(pairs, residency);
  const grids = pairs.map(({ view, pair, shift }) => cellGrid(view, pair.reach, shift));
  const portions = portionsOf(items);
  const [ofA, ofB] = [false, true].map((isB) => portions.filter((portion) => portion.isB === isB));
  const { markA, testB, markB, testA } = CELL_STEP;
  const small = (step: number) => (portion: ItemPortion) => ({ pass: 'small', step, portion }) as const;
  const large = (step: number) => ({ pass: 'large', step }) as const;
  const calls: (CellCall & { readonly portion?: ItemPortion })[] = [
    ...portions.map((portion) => ({ pass: 'vertices', step: 0, portion }) as const),
    ...[...ofA.map(small(markA)), large(markA)],
    ...[...ofB.map(small(testB)), large(testB), large(markB)],
    ...[...ofA.map(small(testA)), large(testA)],
  ];
  const itemsAt = (ALIGN_BYTES / 4) * calls.length;
  const words = new Uint32Array(itemsAt + CELL_ITEM.words * items.length);
  calls.forEach(({ step, portion }, k) => {
    const at = (ALIGN_BYTES / 4) * k;
    words[at + CELL_CALL.firstItem] = portion?.firstItem ?? 0;
    words[at + CELL_CALL.endItem] = (portion?.firstItem ?? 0) + (portion?.itemCount ?? 0);
    words[at + CELL_CALL.step] = step;
    words[at + CELL_CALL.queueRoom] = queueRoom;
  });
  return { words, itemsAt, calls, ...writeItems(words, itemsAt, pairs, grids, items) };
}

/** A's bodies before B's, and those of one page together. */
function placeItems(pairs: readonly CellPair[], residency: Residency): Item[] {
  const [ofA, ofB] = (['a', 'b'] as const).map((which) => {
    const bodies = pairs.map(({ pair }) => pair[which]);
    const residents = residency.reside(bodies);
    const items = bodies.map((body, k): Item => ({ body, resident: residents[k], pair: k, isB: which === 'b' }));
    const pages = [...new Set(items.map(({ resident }) => resident.page))];
    return pages.flatMap((page) => items.filter(({ resident }) => resident.page === page));
  });
  return [...ofA, ...ofB];
}

interface ItemPortion extends Portion {
  readonly isB: boolean;
  readonly firstItem: number;
}

function portionsOf(items: readonly Item[]): ItemPortion[] {
  const portions: ItemPortion[] = [];
  items.forEach(({ resident: { page }, body: { mesh }, isB }, i) => {
    const last = portions.at(-1);
    if (last?.page !== page || last.isB !== isB)
      portions.push({ page, isB, firstItem: i, itemCount: 0, vertexGroups: 0, faceGroups: 0 });
    const portion = portions[portions.length - 1];
    portion.itemCount++;
    portion.vertexGroups += Math.ceil(mesh.positions.length / 3 / GROUP);
    portion.faceGroups += Math.ceil(mesh.indices.length / 3 / GROUP);
  });
  return portions;
}

function writeItems(
  words: Uint32Array<ArrayBuffer>,
  itemsAt: number,
  pairs: readonly CellPair[],
  grids: readonly CellGrid[],
  items: readonly Item[],
) {
  const ints = new Int32Array(words.buffer);
  const floats = new Float32Array(words.buffer);
  let markWords = 0;
  const marks = grids.map(({ columns, rows }) => {
    const a = markWords;
    markWords += 2 * columns * rows;
    return { a, b: a + columns * rows };
  });
  const kept = pairs.map(() => ({ a: 0, b: 0 }));
  let touchedWords = TOUCHED.pairs + 2 * pairs.length;
  let projectedCount = 0;
  let vertexGroups = 0;
  let faceGroups = 0;
  items.forEach(({ body: { mesh, pose }, resident, pair, isB }, i) => {
    const at = itemsAt + CELL_ITEM.words * i;
    const { view, shift } = pairs[pair];
    const { columns, rows, pad } = grids[pair];
    const map = cellsFromBody(view, pose, shift);
    const middle = [columns / 2, rows / 2, SLABS / 2] as const;
    writeLatticeMap(floats, ints, at, middle, map, invert(map), resident.lattice);
    const previous = items[i - 1];
    if (previous?.resident.page !== resident.page || previous.isB !== isB) vertexGroups = faceGroups = 0;
    const vertexCount = mesh.positions.length / 3;
    const faceCount = mesh.indices.length / 3;
    for (let k = 0; k < 3; k++) floats[at + CELL_ITEM.reach + k] = padOf(pad[k], map, k, resident.lattice.step);
    words[at + CELL_ITEM.firstVertex] = resident.firstVertex;
    words[at + CELL_ITEM.firstIndex] = resident.firstIndex;
    words[at + CELL_ITEM.vertexCount] = vertexCount;
    words[at + CELL_ITEM.faceCount] = faceCount;
    words[at + CELL_ITEM.firstProjected] = projectedCount;
    words[at + CELL_ITEM.firstVertexGroup] = vertexGroups;
    words[at + CELL_ITEM.firstFaceGroup] = faceGroups;
    words[at + CELL_ITEM.columns] = columns;
    words[at + CELL_ITEM.rows] = rows;
    words[at + CELL_ITEM.marksA] = marks[pair].a;
    words[at + CELL_ITEM.marksB] = marks[pair].b;
    words[at + CELL_ITEM.kept] = touchedWords;
    words[at + CELL_ITEM.pair] = pair;
    words[at + CELL_ITEM.mostCells] = mostCells(pairs[pair]);
    kept[pair][isB ? 'b' : 'a'] = touchedWords;
    touchedWords += Math.ceil(faceCount / 32);
    projectedCount += vertexCount;
    vertexGroups += Math.ceil(vertexCount / GROUP);
    faceGroups += Math.ceil(faceCount / GROUP);
  });
  // Timestamps, of 8 bytes, follow at once.
  return { projectedCount, markWords, touchedWords: 2 * Math.ceil(touchedWords / 2), kept };
}

/**
 * By how much the device grows faces along an axis. The lattice moves a vertex by up to half a step along each of the body's
 * axes. 2^-20 makes up for what f32 takes off the pad, and 2^-30 for numbers so small that a device takes them as zero.
 */
function padOf(pad: number, map: Affine, k: number, step: number): number {
  const perStep = (Math.abs(map[4 * k]) + Math.abs(map[4 * k + 1]) + Math.abs(map[4 * k + 2])) * step;
  return (pad + 0.51 * perStep) * (1 + 2 ** -20) + 2 ** -30;
}
