import type { BezierPatch } from './bezierPatch.js';
import { cellTriangles } from './cellTriangles.js';
import type { FlatCells } from './flattenPatch.js';
import { bezierEvaluator } from './nurbsEvaluator.js';
import type { BorderVertices } from './seamVertices.js';

/** The vertices on one line of the grid: where they are among the lines that cross it, and their numbers. */
interface Row {
  readonly at: number[];
  readonly vertex: number[];
}

/**
 * Appends the triangles of a patch's cells, and the vertices within the patch. What lies on a cell's side, where its
 * neighbours have corners, is a vertex of the cell, too.
 */
export function fillPatch(
  patch: BezierPatch,
  { us, vs, cells }: FlatCells,
  borders: readonly BorderVertices[],
  positions: number[],
  indices: number[],
): void {
  const evaluator = bezierEvaluator(patch);
  const point = new Float64Array(3);
  const vertexNear = (u: number, v: number): number => {
    evaluator.point(u, v, point);
    return positions.push(point[0], point[1], point[2]) / 3 - 1;
  };
  const right = us.values.length - 1;
  const top = vs.values.length - 1;
  const onBorder = (side: number, at: number): number => borders[side].vertices[borders[side].placeOf.get(at)!];
  const vertexAt = (i: number, j: number): number => {
    if (j === 0) return onBorder(0, us.values[i]);
    if (i === right) return onBorder(1, vs.values[j]);
    if (j === top) return onBorder(2, us.values[i]);
    if (i === 0) return onBorder(3, vs.values[j]);
    return vertexNear(us.values[i], vs.values[j]);
  };
  const { alongU, alongV } = cornerRows(us, vs, cells, vertexAt);

  /** The vertices of one side, by growing parameter. */
  const collect = (side: number[], { at, vertex }: Row, from: number, to: number): void => {
    side.length = 0;
    for (let k = placeIn(at, from); at[k] <= to; k++) if (side[side.length - 1] !== vertex[k]) side.push(vertex[k]);
  };
  const collectBorder = (side: number[], border: number, from: number, to: number): void => {
    side.length = 0;
    const { vertices, placeOf } = borders[border];
    const last = placeOf.get(to)!;
    for (let k = placeOf.get(from)!; k <= last; k++) if (side[side.length - 1] !== vertices[k]) side.push(vertices[k]);
  };
  let [i0, i1, j0, j1] = [0, 0, 0, 0];
  const middle = (): number => vertexNear((us.values[i0] + us.values[i1]) / 2, (vs.values[j0] + vs.values[j1]) / 2);
  const sides: number[][] = [[], [], [], []];
  for (let c = 0; c < cells.length; c += 2) {
    i0 = us.low[cells[c]];
    i1 = us.high[cells[c]];
    j0 = vs.low[cells[c + 1]];
    j1 = vs.high[cells[c + 1]];
    if (j0 === 0) collectBorder(sides[0], 0, us.values[i0], us.values[i1]);
    else collect(sides[0], alongU[j0], i0, i1);
    if (i1 === right) collectBorder(sides[1], 1, vs.values[j0], vs.values[j1]);
    else collect(sides[1], alongV[i1], j0, j1);
    if (j1 === top) collectBorder(sides[2], 2, us.values[i0], us.values[i1]);
    else collect(sides[2], alongU[j1], i0, i1);
    if (i0 === 0) collectBorder(sides[3], 3, vs.values[j0], vs.values[j1]);
    else collect(sides[3], alongV[i0], j0, j1);
    sides[2].reverse();
    sides[3].reverse();
    cellTriangles(sides, positions, middle, indices);
  }
}

/**
 * The corners of cells on all lines of the grid, numbered. No sorting: they are gone through column by column, then row
 * by row.
 */
function cornerRows(
  us: FlatCells['us'],
  vs: FlatCells['vs'],
  cells: readonly number[],
  vertexAt: (i: number, j: number) => number,
) {
  const columns: number[][] = us.values.map(() => []);
  for (let c = 0; c < cells.length; c += 2) {
    const [j0, j1] = [vs.low[cells[c + 1]], vs.high[cells[c + 1]]];
    columns[us.low[cells[c]]].push(j0, j1);
    columns[us.high[cells[c]]].push(j0, j1);
  }
  const alongU = vs.values.map((): Row => ({ at: [], vertex: [] }));
  columns.forEach((column, i) => {
    for (let k = 0; k < column.length; k++) {
      const { at } = alongU[column[k]];
      if (at.length === 0 || at[at.length - 1] !== i) at.push(i);
    }
  });
  const alongV = us.values.map((): Row => ({ at: [], vertex: [] }));
  alongU.forEach(({ at, vertex }, j) => {
    for (let k = 0; k < at.length; k++) {
      const number = vertexAt(at[k], j);
      vertex.push(number);
      alongV[at[k]].at.push(j);
      alongV[at[k]].vertex.push(number);
    }
  });
  return { alongU, alongV };
}

/** The place of a value that is in the list. */
function placeIn(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
