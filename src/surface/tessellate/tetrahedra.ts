import { type Box, extent } from '../../math/box.js';
import type { Side } from '../surface.js';
import { USUAL_BOXES } from './boxCounts.js';
import { type KeyTable, keyTable, withRoom } from './keyTable.js';

/** How often a box of the first grid can be halved. Then there are 2⁵¹ places for corners, and their keys are exact. */
const HALVINGS = 12;
const UNITS = 2 ** HALVINGS;
const PLACES = 2 ** 17;
/**
 * How far, in boxes, the grid reaches beyond the bounds: no simple fractions, so that its corners do not lie on flat
 * sides, and different along the axes, so that the edges of a cube do not lie in its diagonal faces.
 */
const MARGINS_BELOW = [0.3819660113, 0.2915026221, 0.4494897428];
const MARGINS_ABOVE = [0.3166247904, 0.4142135624, 0.2360679775];

/**
 * Space around the bounds, cut into tetrahedra that fit together: no corner of one lies on an edge or in a face of
 * another. They come from boxes of six tetrahedra each (Kuhn 1960) and are halved by the rule of Maubach (1995).
 */
export interface Tetrahedra {
  readonly sides: readonly Side[];
  /** A length as small as rounding makes it. */
  readonly tolerance: number;
  cornerCount: number;
  /** x y z of every corner. */
  at: Float64Array;
  /** What the sides are at every corner, `sides.length` numbers each. */
  values: Float64Array;
  /** Bits of the sides that a corner lies outside of, `words` numbers for each corner, 31 bits in each. */
  outside: Int32Array;
  readonly words: number;
  count: number;
  /** Four corners each. */
  corners: Int32Array;
  /** Which edge is to be halved next: from the first corner to this one. */
  turn: Uint8Array;
  /** How many more times it is to be halved. */
  want: Uint8Array;
  isLeaf: Uint8Array;
  /** The first of the two that each was halved into; 0 for none. */
  child: Int32Array;
  /** The first corner, the size of the boxes of six that all began as, and how many there are along each axis. */
  readonly origin: readonly number[];
  readonly steps: readonly number[];
  readonly boxes: readonly number[];
  /** Those that are not halved. */
  leaves: Int32Array;
  leafCount: number;
}

interface Grid extends Tetrahedra {
  readonly cornerAt: KeyTable;
  /** The last round in which the middle of an edge from each corner was opened. Most leaves need no further look then. */
  opened: Int32Array;
  round: number;
  /** Whole-number places of the corners, x y z. */
  places: Int32Array;
  readonly ends: readonly number[];
  readonly units: readonly number[];
}

export function tetrahedra(sides: readonly Side[], bounds: Box, { most, fewest } = USUAL_BOXES): Tetrahedra {
  const size = extent(bounds);
  const longest = Math.max(...size);
  // Along short axes the boxes are shorter, too: a flat or slender solid fills its bounds.
  const counts = size.map((s, k) => Math.max(fewest[k], Math.round((most * s) / longest)));
  const steps = size.map((s, k) => s / (counts[k] - MARGINS_BELOW[k] - MARGINS_ABOVE[k]));
  const grid: Grid = {
    sides,
    tolerance: 1e-11 * longest,
    cornerCount: 0,
    at: new Float64Array(3 * 8192),
    values: new Float64Array(sides.length * 8192),
    words: Math.ceil(sides.length / 31),
    outside: new Int32Array(Math.ceil(sides.length / 31) * 8192),
    places: new Int32Array(3 * 8192),
    cornerAt: keyTable(),
    opened: new Int32Array(8192),
    round: 0,
    ends: counts.map((count) => count * UNITS),
    boxes: counts,
    steps,
    origin: bounds.min.map((low, k) => low - MARGINS_BELOW[k] * steps[k]),
    units: steps.map((step) => step / UNITS),
    count: 0,
    corners: new Int32Array(4 * 32768),
    turn: new Uint8Array(32768),
    want: new Uint8Array(32768),
    isLeaf: new Uint8Array(32768),
    child: new Int32Array(32768),
    leaves: new Int32Array(32768),
    leafCount: 0,
  };
  const [nx, ny, nz] = counts;
  const id = (x: number, y: number, z: number): number => (z * (ny + 1) + y) * (nx + 1) + x;
  for (let z = 0; z <= nz; z++)
    for (let y = 0; y <= ny; y++) for (let x = 0; x <= nx; x++) addCorner(grid, x * UNITS, y * UNITS, z * UNITS);
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++)
        for (const [a, b] of PATHS) {
          const first = id(x, y, z);
          const second = id(x + a[0], y + a[1], z + a[2]);
          const third = id(x + b[0], y + b[1], z + b[2]);
          addTetrahedron(grid, first, second, third, id(x + 1, y + 1, z + 1), 3, 0);
        }
  grid.leaves = Int32Array.from({ length: grid.count }, (_, t) => t);
  grid.leafCount = grid.count;
  return grid;
}

/** The second and third corner of the six tetrahedra of a box, which go from corner to corner along its edges. */
const PATHS = ['100 110', '100 101', '010 110', '010 011', '001 101', '001 011'].map((path) =>
  path.split(' ').map((place) => Array.from(place, Number)),
);

/**
 * Halves all leaves that want it, and with them the neighbours that they would no longer fit. Children want once less.
 * The leaves that came to be are appended to `made`.
 */
export function halve(tets: Tetrahedra, made: number[]): boolean {
  const grid = tets as Grid;
  let isAny = false;
  grid.round++;
  for (let k = 0; k < grid.leafCount; k++) {
    const t = grid.leaves[k];
    if (grid.want[t] === 0) continue;
    if (middle(grid, t)) {
      openCorner(grid, mid[0], mid[1], mid[2]);
      isAny = true;
    } else grid.want[t] = 0;
  }
  if (!isAny) return false;
  const before = grid.leaves.slice(0, grid.leafCount);
  grid.leafCount = 0;
  for (let k = 0; k < before.length; k++) halveWhereOpen(grid, before[k], made);
  return true;
}

function halveWhereOpen(grid: Grid, t: number, made: number[]): void {
  const { opened, round } = grid;
  const mayBe = opened[grid.corners[4 * t]] === round && opened[grid.corners[4 * t + grid.turn[t]]] === round;
  const z = mayBe && middle(grid, t) ? grid.cornerAt.get(keyOf(mid[0], mid[1], mid[2])) : -1;
  if (z < 0) {
    grid.leaves = withRoom(grid.leaves, grid.leafCount + 1);
    grid.leaves[grid.leafCount++] = t;
    return;
  }
  const { corners } = grid;
  const turn = grid.turn[t];
  const v0 = corners[4 * t];
  const v1 = corners[4 * t + 1];
  const v2 = corners[4 * t + 2];
  const v3 = corners[4 * t + 3];
  const want = Math.max(0, grid.want[t] - 1);
  grid.isLeaf[t] = 0;
  const next = turn === 1 ? 3 : turn - 1;
  const one = grid.count;
  grid.child[t] = one;
  if (turn === 3) {
    addTetrahedron(grid, v0, v1, v2, z, next, want);
    addTetrahedron(grid, v1, v2, v3, z, next, want);
  } else if (turn === 2) {
    addTetrahedron(grid, v0, v1, z, v3, next, want);
    addTetrahedron(grid, v1, v2, z, v3, next, want);
  } else {
    addTetrahedron(grid, v0, z, v2, v3, next, want);
    addTetrahedron(grid, v1, z, v2, v3, next, want);
  }
  for (let child = one; child < one + 2; child++) {
    // Where no border is, there is nothing to be gained from smaller ones.
    if (grid.want[child] > 0 && !isCut(grid, child)) grid.want[child] = 0;
    halveWhereOpen(grid, child, made);
    if (grid.isLeaf[child]) made.push(child);
  }
}

/** Whether its corners do not lie outside of one side together, nor inside of all. */
export function isCut(tets: Tetrahedra, t: number): boolean {
  const { corners, outside, words } = tets;
  const a = words * corners[4 * t];
  const b = words * corners[4 * t + 1];
  const c = words * corners[4 * t + 2];
  const d = words * corners[4 * t + 3];
  let any = 0;
  for (let w = 0; w < words; w++) {
    if (outside[a + w] & outside[b + w] & outside[c + w] & outside[d + w]) return false;
    any |= outside[a + w] | outside[b + w] | outside[c + w] | outside[d + w];
  }
  return any !== 0;
}

const mid = new Int32Array(3);

/** The middle of the edge that is halved next, in `mid`; false where it is too short. */
function middle(grid: Grid, t: number): boolean {
  const { places, corners } = grid;
  const a = 3 * corners[4 * t];
  const b = 3 * corners[4 * t + grid.turn[t]];
  const x = places[a] + places[b];
  const y = places[a + 1] + places[b + 1];
  const z = places[a + 2] + places[b + 2];
  if ((x | y | z) & 1) return false;
  mid[0] = x >> 1;
  mid[1] = y >> 1;
  mid[2] = z >> 1;
  return true;
}

const keyOf = (x: number, y: number, z: number): number => (z * PLACES + y) * PLACES + x;

/**
 * Makes a corner, and first those that must be there before an edge with this middle is one that all tetrahedra around
 * it halve next: for the middle of an edge of a cell, the middles of the four sides that meet there; for the middle of
 * a side, those of the two cells; for the middle of a cell, those of the three edges at which the next larger cell was
 * halved last.
 */
function openCorner(grid: Grid, x: number, y: number, z: number): void {
  if (Math.min(x, y, z) < 0 || x > grid.ends[0] || y > grid.ends[1] || z > grid.ends[2]) return;
  if (grid.cornerAt.get(keyOf(x, y, z)) >= 0) return;
  const all = x | y | z;
  const s = all & -all;
  const oddX = (x & s) !== 0;
  const oddY = (y & s) !== 0;
  const oddZ = (z & s) !== 0;
  const odd = Number(oddX) + Number(oddY) + Number(oddZ);
  if (odd < 3) {
    if (!oddX) openBoth(grid, x, y, z, s, 0, 0);
    if (!oddY) openBoth(grid, x, y, z, 0, s, 0);
    if (!oddZ) openBoth(grid, x, y, z, 0, 0, s);
  } else if (2 * s < UNITS) {
    // The corner of this cell that is the middle of the next larger one, and the one across from it.
    const ox = (x - s) & (2 * s) ? x - s : x + s;
    const oy = (y - s) & (2 * s) ? y - s : y + s;
    const oz = (z - s) & (2 * s) ? z - s : z + s;
    openCorner(grid, ox, 2 * y - oy, 2 * z - oz);
    openCorner(grid, 2 * x - ox, oy, 2 * z - oz);
    openCorner(grid, 2 * x - ox, 2 * y - oy, oz);
  }
  addCorner(grid, x, y, z);
  // The edge ends at two of these.
  for (let k = 0; k < 8; k++) {
    if ((k & 1 && !oddX) || (k & 2 && !oddY) || (k & 4 && !oddZ)) continue;
    const end = keyOf(
      oddX ? (k & 1 ? x + s : x - s) : x,
      oddY ? (k & 2 ? y + s : y - s) : y,
      oddZ ? (k & 4 ? z + s : z - s) : z,
    );
    const corner = grid.cornerAt.get(end);
    if (corner >= 0) grid.opened[corner] = grid.round;
  }
}

function openBoth(grid: Grid, x: number, y: number, z: number, dx: number, dy: number, dz: number): void {
  openCorner(grid, x - dx, y - dy, z - dz);
  openCorner(grid, x + dx, y + dy, z + dz);
}

function addCorner(grid: Grid, x: number, y: number, z: number): void {
  const v = grid.cornerCount++;
  grid.cornerAt.add(keyOf(x, y, z), v);
  const at = (grid.at = withRoom(grid.at, 3 * v + 3));
  const places = (grid.places = withRoom(grid.places, 3 * v + 3));
  places[3 * v] = x;
  places[3 * v + 1] = y;
  places[3 * v + 2] = z;
  for (let k = 0; k < 3; k++) at[3 * v + k] = grid.origin[k] + places[3 * v + k] * grid.units[k];
  grid.opened = withRoom(grid.opened, v + 1);
  const n = grid.sides.length;
  const values = (grid.values = withRoom(grid.values, n * (v + 1)));
  const outside = (grid.outside = withRoom(grid.outside, grid.words * (v + 1)));
  for (let i = 0; i < n; i++) {
    const value = grid.sides[i].value(at[3 * v], at[3 * v + 1], at[3 * v + 2]);
    values[n * v + i] = value;
    if (value > 0) outside[grid.words * v + Math.floor(i / 31)] |= 1 << (i % 31);
  }
}

function addTetrahedron(grid: Grid, v0: number, v1: number, v2: number, v3: number, turn: number, want: number): void {
  const t = grid.count++;
  const corners = (grid.corners = withRoom(grid.corners, 4 * t + 4));
  corners[4 * t] = v0;
  corners[4 * t + 1] = v1;
  corners[4 * t + 2] = v2;
  corners[4 * t + 3] = v3;
  (grid.turn = withRoom(grid.turn, t + 1))[t] = turn;
  (grid.want = withRoom(grid.want, t + 1))[t] = want;
  (grid.isLeaf = withRoom(grid.isLeaf, t + 1))[t] = 1;
  grid.child = withRoom(grid.child, t + 1);
}
