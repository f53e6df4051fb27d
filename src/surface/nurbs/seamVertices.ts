import { curvePoint } from './borderCurve.js';
import { onSeam, type Sewing } from './sewBorders.js';

/**
 * The vertices along one border of a patch, by its parameter: those of its own cells and, between them, its
 * neighbours'.
 */
export interface BorderVertices {
  readonly vertices: readonly number[];
  /** Where among them each corner of the patch's own cells is. */
  readonly placeOf: ReadonlyMap<number, number>;
}

/**
 * Gives every seam its vertices: wherever a cell of any patch on it has a corner. They are points of the seam's first
 * stretch, for all patches, and those within `snap` of each other are one. Vertices 0 … are the nodes; new ones are
 * appended to `positions`.
 *
 * @param corners the parameters of the corners of the patch's own cells, ascending, by border.
 */
export function seamVertices(
  { borders, seams }: Sewing,
  corners: readonly (readonly number[])[],
  snap: number,
  positions: number[],
): BorderVertices[] {
  const chains = new Map<object, Chain>();
  for (const seam of seams) {
    const first = seam[0];
    const items: Item[] = [];
    for (const stretch of seam) {
      let [least, most] = [first.from, first.to];
      for (const at of corners[stretch.border]) {
        if (!(at > stretch.from && at < stretch.to)) continue;
        // Searched places keep the order of their parameters, whatever rounding does.
        const found = onSeam(borders, first, stretch, at);
        const on = Math.min(most, Math.max(least, found));
        if (stretch.runsAlong) least = on;
        else most = on;
        items.push({ stretch, at, on, vertex: -1 });
      }
    }
    items.sort((a, b) => a.on - b.on);
    numberItems(items, borders[first.border].curve, first.start, first.end, snap, positions);
    const shared: number[] = [first.start];
    for (const { vertex } of items) if (vertex !== shared[shared.length - 1]) shared.push(vertex);
    if (shared[shared.length - 1] !== first.end || shared.length === 1) shared.push(first.end);
    for (const stretch of seam) {
      const own = new Map<number, number>();
      for (const item of items) if (item.stretch === stretch) own.set(item.at, item.vertex);
      chains.set(stretch, { shared: stretch.runsAlong ? shared : shared.toReversed(), own });
    }
  }
  return borders.map(({ curve, start, stretches }, k) => {
    const vertices: number[] = [start];
    const placeOf = new Map<number, number>([[curve.breaks[0], 0]]);
    if (stretches.length === 0) for (const at of corners[k]) placeOf.set(at, 0); // all of it is one point
    for (const stretch of stretches) {
      const { shared, own } = chains.get(stretch)!;
      const offset = vertices.length - 1;
      // A closed stretch has its node at both ends: a corner that was drawn to it is at the end that it is nearer to.
      const middle = (stretch.from + stretch.to) / 2;
      const places = new Map(shared.map((vertex, i) => [vertex, i]));
      for (const [at, vertex] of own) {
        const isEnd = vertex === shared[0] && vertex === shared[shared.length - 1];
        placeOf.set(at, offset + (isEnd ? (at < middle ? 0 : shared.length - 1) : places.get(vertex)!));
      }
      for (let i = 1; i < shared.length; i++) vertices.push(shared[i]);
      placeOf.set(stretch.to, vertices.length - 1);
    }
    return { vertices, placeOf };
  });
}

interface Chain {
  readonly shared: readonly number[];
  readonly own: ReadonlyMap<number, number>;
}

/** A cell's corner on a seam. */
interface Item {
  readonly stretch: object;
  readonly at: number;
  /** On the first stretch. */
  readonly on: number;
  vertex: number;
}

/** Numbers the corners along a seam: one vertex for all that lie within `snap` of the first of them, or of an end. */
function numberItems(
  items: readonly Item[],
  curve: Parameters<typeof curvePoint>[0],
  start: number,
  end: number,
  snap: number,
  positions: number[],
): void {
  const isAt = (vertex: number): boolean =>
    Math.hypot(
      POINT[0] - positions[3 * vertex],
      POINT[1] - positions[3 * vertex + 1],
      POINT[2] - positions[3 * vertex + 2],
    ) <= snap;
  // From the far end first: what is at the end is so in one run.
  let count = items.length;
  for (; count > 0; count--) {
    curvePoint(curve, items[count - 1].on, POINT);
    if (!isAt(end)) break;
    items[count - 1].vertex = end;
  }
  let vertex = start;
  for (let i = 0; i < count; i++) {
    curvePoint(curve, items[i].on, POINT);
    if (!isAt(vertex)) {
      vertex = positions.length / 3;
      positions.push(POINT[0], POINT[1], POINT[2]);
    }
    items[i].vertex = vertex;
  }
}
const POINT = new Float64Array(3);
