import type { BodyState } from '../../body.js';
import { blocksToDraw } from '../../bodyBlocks.js';
import type { Box } from '../../math/box.js';
import { createMeshParts, findParts } from '../../mesh/meshParts.js';
import type { View } from '../../view/view.js';
import { type CellGrid, cellGrid, cellsFromBody, leastShift, SLABS } from '../cells.js';
import type { TouchingFaces, TouchingPair } from '../machine.js';
import { mostCellsOver } from './mostCellsOver.js';
import { TOUCHING_WASM } from './touchingWasm.js';

interface Exports {
  setGrid(
    ...grid: [columns: number, rows: number, shift: number, padX: number, padY: number, padZ: number, marks: number]
  ): void;
  setBody(positions: number, isSingle: boolean, indices: number, map: number): void;
  boxVertices(from: number, end: number, boxes: number): void;
  /** All those that return a place in bytes return it signed. */
  boxFaces(from: number, end: number, vertices: number, boxes: number): number;
  cellsOver(boxes: number, end: number): number;
  mark(boxes: number, end: number): void;
  touching(boxes: number, end: number): number;
  facesOf(boxes: number, end: number): void;
}

/** What a vertex's and a face's box takes. */
const BOX_BYTES = 16;
const MAP_BYTES = 96;
/** Marks are read and written four at a time. */
const SPILL_BYTES = 16;
const PAGE_BYTES = 65536;
/** Places are signed. */
const MOST_BYTES = 2 ** 31 - PAGE_BYTES;

let compiled: WebAssembly.Module | undefined;

/**
 * The loops of wasm/touching.ts; see plainTouching.ts for what they do. They keep their memory for the next pair; one that
 * does not fit is left alone. Throws where the page's policy forbids WebAssembly.
 */
export function createWasmTouching(): (pair: TouchingPair, view: View) => TouchingFaces | undefined {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(TOUCHING_WASM), (c) => c.charCodeAt(0)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const wasm = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Exports;

  /** The memory as numbers; made anew when it has grown. */
  let words = new Uint32Array(memory.buffer);
  let singles = new Float32Array(memory.buffer);
  let doubles = new Float64Array(memory.buffer);
  function makeRoom(bytes: number): boolean {
    if (!grow(memory, bytes)) return false;
    if (words.buffer !== memory.buffer) {
      words = new Uint32Array(memory.buffer);
      singles = new Float32Array(memory.buffer);
      doubles = new Float64Array(memory.buffer);
    }
    return true;
  }

  function setGrid({ columns, rows, pad }: CellGrid, shift: number, marks: number): void {
    wasm.setGrid(columns, rows, shift, pad[0], pad[1], pad[2], marks);
  }

  return ({ a, b, reach }, view) => {
    const first = leastShift(view);
    const grid = cellGrid(view, reach, first);
    const places = layOut(a, b, grid);
    if (!makeRoom(places.end)) return undefined;
    setGrid(grid, 0, places.marks);
    const zone = zoneOf(grid);

    const boxesOf = (body: BodyState, at: BodyPlaces): Boxes => {
      const { positions, indices } = body.mesh;
      const isSingle = positions instanceof Float32Array;
      const map = cellsFromBody(view, body.pose, first);
      doubles.set(map, at.map / 8);
      const see = () => wasm.setBody(at.positions, isSingle, at.indices, at.map);
      see();
      // Only what may reach into the grid is brought over, each to its own place.
      findParts(parts, { positions, indices, blocks: blocksToDraw(body) }, map, zone);
      for (let run = 0; run < parts.vertexRuns; run++) {
        const [from, end] = [parts.vertices[2 * run], parts.vertices[2 * run + 1]];
        if (isSingle) singles.set(positions.subarray(3 * from, 3 * end), at.positions / 4 + 3 * from);
        else doubles.set(positions.subarray(3 * from, 3 * end), at.positions / 8 + 3 * from);
        wasm.boxVertices(from, end, places.vertices);
      }
      let boxesEnd = at.boxes;
      for (let run = 0; run < parts.faceRuns; run++) {
        const [from, end] = [parts.faces[2 * run], parts.faces[2 * run + 1]];
        words.set(indices.subarray(3 * from, 3 * end), at.indices / 4 + 3 * from);
        boxesEnd = wasm.boxFaces(from, end, places.vertices, boxesEnd);
      }
      return { see, from: at.boxes, end: boxesEnd };
    };
    const facesA = boxesOf(a, places.a);
    const facesB = boxesOf(b, places.b);

    const boxBytes = facesA.end - facesA.from + facesB.end - facesB.from;
    const most = mostCellsOver(boxBytes / BOX_BYTES);
    let shift = 0;
    while (wasm.cellsOver(facesA.from, facesA.end) + wasm.cellsOver(facesB.from, facesB.end) > most)
      setGrid(grid, ++shift, places.marks);
    const cells = cellGrid(view, reach, first + shift);
    setGrid({ ...grid, pad: cells.pad }, shift, places.marks);
    const mark = ({ see, from, end }: Boxes) => {
      see();
      words.fill(0, places.marks / 4, places.marks / 4 + cells.columns * cells.rows);
      wasm.mark(from, end);
    };
    const touching = ({ see, from, end }: Boxes): Boxes => {
      see();
      return { see, from, end: wasm.touching(from, end) };
    };
    const facesIn = ({ from, end }: Boxes): Uint32Array => {
      wasm.facesOf(from, end);
      return words.slice(from / 4, from / 4 + (end - from) / BOX_BYTES);
    };
    mark(facesA);
    const keptB = touching(facesB);
    mark(keptB);
    const keptA = touching(facesA);
    return { a: facesIn(keptA), b: facesIn(keptB), columns: cells.columns, rows: cells.rows };
  };
}

/** One for all bodies, so that none is made for each. */
const parts = createMeshParts();

/** Where faces can reach into a grid. */
const zoneOf = ({ columns, rows, pad: [x, y, z] }: CellGrid): Box => ({
  min: [-x, -y, -z],
  max: [columns + x, rows + y, SLABS + z],
});

/** The boxes of some of a body's faces, in bytes of the memory; `see` makes it the body that is looked at. */
interface Boxes {
  see(): void;
  readonly from: number;
  readonly end: number;
}

interface BodyPlaces {
  readonly positions: number;
  readonly indices: number;
  readonly map: number;
  readonly boxes: number;
}

/** Where everything lies. The vertices' boxes are used for one body after the other. */
function layOut(a: BodyState, b: BodyState, { columns, rows }: CellGrid) {
  let end = 0;
  const place = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / 16) * 16;
    return at;
  };
  const bodyPlaces = ({ mesh: { positions, indices } }: BodyState): BodyPlaces => ({
    positions: place(positions.byteLength),
    indices: place(indices.byteLength),
    map: place(MAP_BYTES),
    boxes: place(BOX_BYTES * (indices.length / 3)),
  });
  const places = {
    a: bodyPlaces(a),
    b: bodyPlaces(b),
    vertices: place((BOX_BYTES * Math.max(a.mesh.positions.length, b.mesh.positions.length)) / 3),
    marks: place(4 * columns * rows + SPILL_BYTES),
  };
  return { ...places, end };
}

/** Whether the memory has so much room; it is grown where it is too small. */
function grow(memory: WebAssembly.Memory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return true;
  if (bytes > MOST_BYTES) return false;
  try {
    memory.grow(Math.ceil(missing / PAGE_BYTES));
    return true;
  } catch {
    return false;
  }
}
