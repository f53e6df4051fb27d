import { type Body, still } from './body.js';
import { mayBeBodyOf } from './detect/gap/bodiesOfMap.js';
import { projectMesh } from './detect/gap/projectMesh.js';
import { InputError } from './errors.js';
import { type GapMap, SEEN } from './gapMap.js';

/** Walls steeper than this (depth per width, some 83°) are not told from rays that run along them. No unit. */
const STEEPEST = 8;
/** By how much a surface's slope may change from a vertex to the rays around it, and still count as the same surface. No unit. */
const BEND = 0.5;
/** A vertex nearer to a column or row of rays than this share of a pixel lies on it: it needs none of the next one. */
const ON_RAY = 1e-6;
/** How far a ray may be from a vertex on an outline. The nearest one inside a right corner is up to √2 pixels away. */
const NEAR_PX = 1.5;

/** Rounded to 1/256 pixel, a vertex is off by 1/512 at most, both across and down; twice that, to be sure. */
const SNAPPED_PX = 2 / 512;

/**
 * The map painted back on a body's mesh: for each vertex the gap there, where the vertex lies on the surface that bounds the
 * gap; NaN elsewhere. Between four rays that meet the gap at the same surface it is bilinear, unless the gap jumps between them:
 * then it is that of the nearest. At outlines it is that of the nearest ray that meets the gap at one of the vertex's faces, no
 * farther than a pixel and a half, and no farther than one at which the face is there alone. NaN on walls that rays run along, on
 * sides turned away, and outside the map. The two sides of a body thinner than a pixel cannot be told from each other.
 *
 * `body` is A or B of the call to `gap`, as `which` says, and must stand as it did then.
 *
 * @example const perVertex = paintGap(await gap(upper, lower), upper, 'a')
 */
export function paintGap(map: GapMap, body: Body, which: 'a' | 'b'): Float32Array {
  if (!(map?.gap instanceof Float32Array && map.view))
    throw new InputError(`paintGap: this is no map (${map === null ? 'null' : typeof map}). Give what gap() returned.`);
  if (which !== 'a' && which !== 'b')
    throw new InputError(`paintGap: there is no body '${String(which)}'. Choose one of: a, b.`);
  const state = still(body);
  if (!mayBeBodyOf(map, state, which))
    throw new InputError(
      `paintGap: this is not the map's body ${which} (${state.name}). Give the body that gap() was asked about.`,
    );
  const { view, pixelSize, columns, rows, gap, begin, measured } = map;
  const { places, indices } = projectMesh(state, view);
  for (let v = 2; v < places.length; v += 3) places[v] *= view.size[2];
  const slopes = slopesOf(places, indices, pixelSize);
  const isAFirst = which === 'a' ? 1 : 0;
  const seesAlone = which === 'a' ? SEEN.onlyA : SEEN.onlyB;
  const [across, down] = pixelSize;

  /**
   * The gap of the ray p, if it meets it at this body no farther than `reach` from a depth, as it would be if it met it at that very
   * depth; else NaN.
   */
  const gapFrom = (p: number, depth: number, reach: number): number => {
    const end = begin[p] + Math.abs(gap[p]);
    const isBegin = map.aFirst[p] === isAFirst && Math.abs(begin[p] - depth) <= reach;
    const isEnd = map.aLast[p] === isAFirst && Math.abs(end - depth) <= reach;
    if (!(isBegin || isEnd)) return Number.NaN;
    const length = isBegin ? end - depth : depth - begin[p];
    return gap[p] < 0 ? -length : length;
  };

  /** The same of the ray at a column and a row, for a surface as steep as it is at a place of the map. */
  const gapBeside = (column: number, row: number, x: number, y: number, depth: number, slope: number): number => {
    if (column < 0 || column >= columns || row < 0 || row >= rows) return Number.NaN;
    const away = Math.hypot((column + 0.5 - x) * across, (row + 0.5 - y) * down);
    return gapFrom(row * columns + column, depth, measured.depthError + (slope + BEND) * away);
  };

  /** Whether the gap jumps between two rays, the second a step behind the first: it changes there as it does on neither side. */
  const jumps = (p: number, step: number, at: number, count: number, length: number): boolean => {
    const change = (q: number) => Math.abs(gap[q + step] - gap[q]);
    const before = at > 0 ? change(p - step) : Number.NaN;
    const behind = at + 2 < count ? change(p + step) : Number.NaN;
    const beside = Math.max(before >= 0 ? before : 0, behind >= 0 ? behind : 0);
    return change(p) > 2 * beside + BEND * length + 2 * measured.depthError;
  };

  /**
   * Between the four rays around a vertex. Where the gap jumps among them, that of the nearest; NaN unless all that count meet the gap
   * at the vertex's surface.
   */
  const amidRays = (v: number): number => {
    const [x, y, depth] = [places[3 * v], places[3 * v + 1], places[3 * v + 2]];
    const [left, shareX] = between(x - 0.5);
    const [top, shareY] = between(y - 0.5);
    let sum = 0;
    let isSmooth = true;
    let nearest = Number.NaN;
    let heaviest = 0;
    for (let k = 0; k < 4; k++) {
      const [dx, dy] = [k & 1, k >> 1];
      const weight = (dx === 1 ? shareX : 1 - shareX) * (dy === 1 ? shareY : 1 - shareY);
      if (weight === 0) continue;
      const value = gapBeside(left + dx, top + dy, x, y, depth, slopes[v]);
      if (Number.isNaN(value)) return Number.NaN;
      const p = (top + dy) * columns + left + dx;
      if (dx === 0 && shareX > 0 && jumps(p, 1, left, columns, across)) isSmooth = false;
      if (dy === 0 && shareY > 0 && jumps(p, columns, top, rows, down)) isSmooth = false;
      sum += weight * gap[p];
      if (weight <= heaviest) continue;
      heaviest = weight;
      nearest = value;
    }
    return isSmooth ? sum : nearest;
  };

  const painted = new Float32Array(slopes.length);
  for (let v = 0; v < painted.length; v++) painted[v] = amidRays(v);
  const left = painted.map((value) => Number(Number.isNaN(value)));
  const aways = new Float32Array(painted.length).fill(NEAR_PX);

  /** Takes the nearest ray to a corner of a face, of those that go through the face. */
  const takeNearest = (v: number, plane: Plane, isInside: (x: number, y: number) => boolean): void => {
    const [x, y, depth] = [places[3 * v], places[3 * v + 1], places[3 * v + 2]];
    const reach = measured.depthError + SNAPPED_PX * (Math.abs(plane.across) + Math.abs(plane.down));
    const last = [Math.min(columns - 1, x - 0.5 + NEAR_PX), Math.min(rows - 1, y - 0.5 + NEAR_PX)];
    for (let row = Math.max(0, Math.ceil(y - 0.5 - NEAR_PX)); row <= last[1]; row++)
      for (let column = Math.max(0, Math.ceil(x - 0.5 - NEAR_PX)); column <= last[0]; column++) {
        const [dx, dy] = [column + 0.5 - x, row + 0.5 - y];
        const away = Math.hypot(dx, dy);
        if (away >= aways[v] || !isInside(column + 0.5, row + 0.5)) continue;
        const p = row * columns + column;
        const rise = plane.across * dx + plane.down * dy;
        const isAlone = map.seen[p] === seesAlone;
        const value = gapFrom(p, depth + rise, reach);
        if (Number.isNaN(value) && !isAlone) continue;
        aways[v] = away;
        painted[v] = gapFrom(p, depth, reach + Math.abs(rise));
      }
  };

  for (let f = 0; f < indices.length; f += 3) {
    const corners = [indices[f], indices[f + 1], indices[f + 2]];
    if (!corners.some((v) => left[v] === 1)) continue;
    const plane = planeOf(places, corners, pixelSize);
    if (!plane) continue;
    const isInside = insideOf(places, corners);
    for (const v of corners) if (left[v] === 1) takeNearest(v, plane, isInside);
  }
  return painted;
}

/** The ray before a place, and how far it is to the next one, 0 to 1. */
function between(place: number): readonly [number, number] {
  const nearest = Math.round(place);
  if (Math.abs(place - nearest) < ON_RAY) return [nearest, 0];
  const before = Math.floor(place);
  return [before, place - before];
}

/** How much deeper a face lies one pixel across, and one down, in model units. */
interface Plane {
  readonly across: number;
  readonly down: number;
  /** How steep that is: depth per width. */
  readonly slope: number;
}

/**
 * The plane of a face; none for walls, and for faces without area. Which side is outside does not matter here, so poses may
 * mirror.
 */
function planeOf(
  places: Float64Array,
  corners: readonly number[],
  [width, height]: GapMap['pixelSize'],
): Plane | undefined {
  const [a, b, c] = [3 * corners[0], 3 * corners[1], 3 * corners[2]];
  const [ux, uy, uz] = [places[b] - places[a], places[b + 1] - places[a + 1], places[b + 2] - places[a + 2]];
  const [vx, vy, vz] = [places[c] - places[a], places[c + 1] - places[a + 1], places[c + 2] - places[a + 2]];
  const area = ux * vy - uy * vx;
  const [across, down] = [(uz * vy - uy * vz) / area, (ux * vz - uz * vx) / area];
  const slope = Math.hypot(across / width, down / height);
  // Without area there is none: NaN compares as false.
  return slope <= STEEPEST ? { across, down, slope } : undefined;
}

/** Tells whether a place in pixels is inside a face, or on its outline. */
function insideOf(places: Float64Array, corners: readonly number[]): (x: number, y: number) => boolean {
  const [a, b, c] = [3 * corners[0], 3 * corners[1], 3 * corners[2]];
  const side = (p: number, q: number, x: number, y: number): number =>
    (places[q] - places[p]) * (y - places[p + 1]) - (places[q + 1] - places[p + 1]) * (x - places[p]);
  return (x, y) => {
    const [first, second, third] = [side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)];
    return (first >= 0 && second >= 0 && third >= 0) || (first <= 0 && second <= 0 && third <= 0);
  };
}

/** How steep the faces around each vertex are, the steepest but for walls; NaN where there are only walls. */
function slopesOf(places: Float64Array, indices: Uint32Array, pixelSize: GapMap['pixelSize']): Float64Array {
  const slopes = new Float64Array(places.length / 3).fill(Number.NaN);
  for (let f = 0; f < indices.length; f += 3) {
    const corners = [indices[f], indices[f + 1], indices[f + 2]];
    const plane = planeOf(places, corners, pixelSize);
    if (plane) for (const v of corners) if (!(slopes[v] >= plane.slope)) slopes[v] = plane.slope;
  }
  return slopes;
}
