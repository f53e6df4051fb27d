import type { Vec3 } from '../src/math/vector.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { demandCount } from '../src/mesh/shapes/demand.js';
import { cubic, HANDLE, RINGS, type Ring, ringPoint, SPOUT, type Tube, tubePoint } from './teapotPatches.js';

// Newell's teapot is a shape to look at: open between lid and rim and at the spout, and handle and spout stick through
// the wall. Here it is one solid that nowhere runs through itself, with every vertex on Newell's patches:
// - A flat ring joins the lid to the rim, and the spout is closed where its patches end, a little way down the mouth.
// - Handle and spout begin where they meet the wall. There the wall has an opening, a few cells of its grid, and a collar
//   of quads on the wall joins the border of the opening to the tube's first ring, vertex by vertex.
// Two other ways were left: the union by a boolean library, which cuts faces into slivers and would have to be checked in
// as numbers, and closed shells that overlap, which enclose some places twice.
//
// The polygons are quads and, at the two poles, triangles. They are as many as in M. Shinya and M.-C. Forgue,
// "Interference Detection through Rasterization", 1991, figure 7:
//   340 = 17 × 20  16 rows along the outline and the flat ring, 20 columns around
//    12            collars of 8, 8 and 10, in openings of 4, 4 and 6 cells
//    96 = 12 × 8   handle
//   100 = 10 × 10  spout
//     4            mouth of the spout
//   552            or 1,064 triangles
export const TEAPOT_POLYGON_COUNT = 552;

/** The rings from the top downwards, and the rows that each is cut into. */
const OUTLINE: readonly (readonly [ring: Ring, rows: number])[] = [
  [RINGS.knob, 3],
  [RINGS.lid, 2],
  [RINGS.rim, 2],
  [RINGS.shoulder, 4],
  [RINGS.belly, 3],
  [RINGS.bottom, 2],
];
/** The rows above the shoulder, with the flat ring between lid and rim: where the openings count from. */
const ROWS_ABOVE = { cut: 7, flat: 1 };
const [SHOULDER_ROWS, BELLY_ROWS] = [4, 3];
const COLUMNS = 20;
const HANDLE_SEGMENTS = 12;
const SPOUT_SEGMENTS = 10;

/** An opening in the wall: the column in its middle (it reaches one to either side), and its rows, from the rim's edge. */
interface Opening {
  readonly column: number;
  readonly top: number;
  readonly bottom: number;
  /** Whether the tube's line v = 0 meets the wall below the others, not above them. */
  readonly fromBelow: boolean;
}
const HANDLE_START: Opening = { column: 10, top: 0, bottom: 2, fromBelow: true };
const HANDLE_END: Opening = { column: 10, top: 3, bottom: 5, fromBelow: false };
const SPOUT_START: Opening = { column: 0, top: 2, bottom: 5, fromBelow: false };

/**
 * The teapot as a solid of 1,064 triangles, z upwards, standing on z = 0: 3.15 units high, 6.4 from handle to spout.
 * With a fineness of n, all rows, columns and segments are cut into n.
 */
export function teapot(fineness = 1): Mesh {
  const { positions, polygons } = teapotPolygons(fineness);
  const triangles = polygons.flatMap(([a, b, c, d]) => (d === undefined ? [a, b, c] : [a, b, c, a, c, d]));
  return { positions: Float32Array.from(positions.flat()), indices: Uint32Array.from(triangles) };
}

/** The same before its quads are cut in two. Polygons run counter-clockwise seen from outside. */
export function teapotPolygons(fineness = 1): { positions: Vec3[]; polygons: number[][] } {
  demandCount('teapot', 'parts (fineness)', fineness, 1);
  const positions: Vec3[] = [];
  const add = (p: Vec3): number => positions.push(p) - 1;
  const { polygons, vertexAt } = bodyGrid(fineness, add);

  /** The rings from the border of an opening to just before the tube's first ring. */
  const collar = (opening: Opening, meets: readonly Vec3[]): number[][] => {
    const border = borderOf(opening, fineness);
    const rings = [border.map(([row, column]) => vertexAt(row, column))];
    for (let step = 1; step < fineness; step++)
      rings.push(
        border.map(([row, column], i) => {
          const from: Place = { s: wallShare(row, fineness), turn: (4 * column) / (COLUMNS * fineness) };
          const to = placeOf(meets[i]);
          const share = step / fineness;
          return add(wallPoint({ s: mix(from.s, to.s, share), turn: mix(from.turn, to.turn, share) }));
        }),
      );
    return rings;
  };

  const handle = ringsOf(HANDLE, 8 * fineness, HANDLE_SEGMENTS * fineness, true);
  const handleRings = [
    ...collar(HANDLE_START, handle[0]),
    ...handle.map((ring) => ring.map(add)),
    ...collar(HANDLE_END, handle[handle.length - 1]).reverse(),
  ];
  const spout = ringsOf(SPOUT, 10 * fineness, SPOUT_SEGMENTS * fineness, false);
  const spoutRings = [...collar(SPOUT_START, spout[0]), ...spout.map((ring) => ring.map(add))];
  const mouth = quadsWithin(spoutRings[spoutRings.length - 1]);
  return {
    positions,
    polygons: [...polygons, ...quadsBetween(handleRings), ...quadsBetween(spoutRings), ...mouth],
  };
}

/**
 * The rings' grid, from pole to pole, without the cells in openings. A vertex is made when it is first asked for, since
 * nobody asks for those within an opening.
 */
function bodyGrid(fineness: number, add: (p: Vec3) => number) {
  const rows: ((turn: number) => Vec3)[] = [];
  let end: Ring | undefined;
  for (const [ring, count] of OUTLINE) {
    // A ring begins where the one above ends, but for the gap between lid and rim.
    const first = end && end.radius[3] === ring.radius[0] ? 1 : 0;
    for (let i = first; i <= count * fineness; i++) rows.push((turn) => ringPoint(ring, i / (count * fineness), turn));
    end = ring;
  }
  const columns = COLUMNS * fineness;
  const vertices = rows.map(() => new Map<number, number>());
  const gridVertex = (row: number, column: number): number => {
    const pole = row === 0 || row === rows.length - 1;
    const around = pole ? 0 : (column + columns) % columns;
    const vertex = vertices[row].get(around) ?? add(rows[row]((4 * around) / columns));
    vertices[row].set(around, vertex);
    return vertex;
  };
  const wallStart = ROWS_ABOVE.cut * fineness + ROWS_ABOVE.flat;
  const openings = [HANDLE_START, HANDLE_END, SPOUT_START];
  const isOpen = (row: number, column: number): boolean =>
    openings.some((o) => {
      const across = (column - (o.column - 1) * fineness + columns) % columns;
      return row >= o.top * fineness && row < o.bottom * fineness && across < 2 * fineness;
    });

  const polygons: number[][] = [];
  for (let row = 0; row < rows.length - 1; row++)
    for (let column = 0; column < columns; column++) {
      if (isOpen(row - wallStart, column)) continue;
      const upper = [gridVertex(row, column + 1), gridVertex(row, column)];
      const lower = [gridVertex(row + 1, column), gridVertex(row + 1, column + 1)];
      polygons.push([...new Set([...upper, ...lower])]); // at a pole two are one
    }
  return { polygons, vertexAt: (row: number, column: number) => gridVertex(wallStart + row, column) };
}

/** The grid's places around an opening, in the order of the tube's lines: down the side of y < 0 and back. */
function borderOf({ column, top, bottom, fromBelow }: Opening, fineness: number): [row: number, column: number][] {
  const half = (side: number): [number, number][] => {
    const path: [number, number][] = [];
    for (let i = 0; i < fineness; i++) path.push([top * fineness, column * fineness + side * i]);
    for (let row = top * fineness; row <= bottom * fineness; row++) path.push([row, (column + side) * fineness]);
    for (let i = fineness - 1; i >= 0; i--) path.push([bottom * fineness, column * fineness + side * i]);
    return path;
  };
  const towardsMinusY = column === 0 ? -1 : 1;
  const [there, back] = [half(towardsMinusY), half(-towardsMinusY)];
  if (fromBelow) there.reverse();
  else back.reverse();
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

/** A tube's rings from the wall to its end, or back to the wall. */
function ringsOf(tube: Tube, sides: number, segments: number, returns: boolean): Vec3[][] {
  const lines = Array.from({ length: sides }, (_, i) => {
    const v = (2 * i) / sides;
    return { v, from: meetsWall(tube, v, 0), to: returns ? meetsWall(tube, v, 2) : 2 };
  });
  return Array.from({ length: segments + 1 }, (_, k) =>
    lines.map(({ v, from, to }) => tubePoint(tube, mix(from, to, k / segments), v)),
  );
}

/** Where the tube's line at v meets the wall: between its `end` (0 or 2), within the body, and its middle, outside. */
function meetsWall(tube: Tube, v: number, end: number): number {
  return bisect(end, 1, (s) => {
    const [x, y, z] = tubePoint(tube, s, v);
    const [wallX, wallY] = wallPoint(placeOf([x, y, z]));
    return Math.hypot(x, y) > Math.hypot(wallX, wallY);
  });
}

/** A place on the wall: `s` from 0 to 1 down the shoulder, to 2 down the belly, and `turn` quarters around. */
interface Place {
  readonly s: number;
  readonly turn: number;
}

const wallPoint = ({ s, turn }: Place): Vec3 =>
  s > 1 ? ringPoint(RINGS.belly, s - 1, turn) : ringPoint(RINGS.shoulder, s, turn);

const wallHeight = (s: number): number => (s > 1 ? cubic(...RINGS.belly.z, s - 1) : cubic(...RINGS.shoulder.z, s));

const wallShare = (row: number, fineness: number): number =>
  row > SHOULDER_ROWS * fineness ? 1 + (row / fineness - SHOULDER_ROWS) / BELLY_ROWS : row / (SHOULDER_ROWS * fineness);

/** The place on the wall at a point's height and in its direction from the axis; turns are about 0 or 2. */
function placeOf([x, y, z]: Vec3): Place {
  const angle = Math.atan2(Math.abs(y), Math.abs(x));
  const turn = bisect(0, 1, (t) => {
    const [cx, cy] = ringPoint(RINGS.belly, 0, t);
    return Math.atan2(cy, cx) > angle;
  });
  return { s: bisect(0, 2, (s) => wallHeight(s) < z), turn: (x < 0 ? 2 : 0) + Math.sign(x * y) * turn };
}

/** Down to 2^-40 of a patch, far below what f32 tells apart. */
const BISECTIONS = 40;

/** Where `isBeyond` becomes true on the way from `near` to `far`: at `near` if it is so everywhere, at `far` if nowhere. */
function bisect(near: number, far: number, isBeyond: (t: number) => boolean): number {
  let [low, high] = [near, far];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (isBeyond(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** The quads of a tube whose rings run counter-clockwise seen from where it leads to. */
function quadsBetween(rings: readonly number[][]): number[][] {
  const quads: number[][] = [];
  for (let k = 1; k < rings.length; k++)
    for (let i = 0; i < rings[k].length; i++) {
      const next = (i + 1) % rings[k].length;
      quads.push([rings[k - 1][i], rings[k - 1][next], rings[k][next], rings[k][i]]);
    }
  return quads;
}

/** A ring filled with quads, like the rungs of a ladder. */
const quadsWithin = (ring: readonly number[]): number[][] =>
  Array.from({ length: ring.length / 2 - 1 }, (_, i) => [ring.at(-i)!, ring[i + 1], ring[i + 2], ring.at(-i - 1)!]);
