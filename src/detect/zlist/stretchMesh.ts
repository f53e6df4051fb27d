import type { Mesh } from '../../mesh/mesh.js';
import { type View, worldFromScreen } from '../../view/view.js';
import { linkedStretches } from './linkedStretches.js';
import { SIDE, type Stretches } from './overlapStretches.js';
import { type StretchCorners, stretchCorners } from './stretchCorners.js';
import { type Strip, type Wall, wallStrips } from './wallStrips.js';

/** A closed mesh, and on whose surface each face lies, as in {@link SIDE}. */
export interface StretchMesh {
  readonly mesh: Mesh;
  readonly side: Uint8Array;
}

/**
 * The solid that stretches stand for, each as a prism on its pixel, with vertices that neighbours share.
 *
 * Every prism has faces all around, and the wall between two pixels is the sum of those of both: what is solid on both sides is left out,
 * and what is left is cut at all vertices along the corners' lines. So every edge is run equally often in both directions: the
 * mesh is closed and its faces agree on what is outside, whatever the stretches are.
 */
export function stretchMesh(stretches: Stretches, view: View): StretchMesh {
  const corners = stretchCorners(stretches);
  const caps = capsOf(stretches, corners);
  const walls = wallsOf(stretches, corners);
  const indices = new Uint32Array(caps.indices.length + walls.indices.length);
  indices.set(caps.indices);
  indices.set(walls.indices, caps.indices.length);
  const side = new Uint8Array(indices.length / 3);
  side.set(caps.side);
  side.set(walls.side, caps.side.length);
  return { mesh: { positions: toWorld(corners.places, view), indices }, side };
}

/** Where rays enter the overlap and where they leave it: two faces each. */
function capsOf({ from, fromSide, toSide }: Stretches, { places, near, far }: StretchCorners) {
  const indices = new Uint32Array(12 * from.length);
  const side = new Uint8Array(4 * from.length);
  const bend = (v: number, w: number): number => Math.abs(places[3 * v + 2] - places[3 * w + 2]);
  /** Twice the area, as rays see it. */
  const spread = (u: number, v: number, w: number): number =>
    Math.abs(
      (places[3 * v] - places[3 * u]) * (places[3 * w + 1] - places[3 * u + 1]) -
        (places[3 * v + 1] - places[3 * u + 1]) * (places[3 * w] - places[3 * u]),
    );
  let at = 0;
  const square = (a: number, b: number, c: number, d: number, whose: number): void => {
    side[at / 3] = side[at / 3 + 1] = whose;
    // Along the diagonal that leaves neither half without area, as beside a slanting outline; else along the one that is bent less.
    const wider = Math.min(spread(a, b, c), spread(a, c, d)) - Math.min(spread(a, b, d), spread(b, c, d));
    const isFirst = wider === 0 ? bend(a, c) <= bend(b, d) : wider > 0;
    indices[at] = a;
    indices[at + 1] = b;
    indices[at + 2] = isFirst ? c : d;
    indices[at + 3] = isFirst ? a : b;
    indices[at + 4] = c;
    indices[at + 5] = d;
    at += 6;
  };
  for (let s = 0; s < from.length; s++) {
    const k = 4 * s;
    square(near[k], near[k + 3], near[k + 2], near[k + 1], fromSide[s]);
    square(far[k], far[k + 1], far[k + 2], far[k + 3], toSide[s]);
  }
  return { indices, side };
}

/** What is solid on one side of a wall between two pixels only. */
function wallsOf(stretches: Stretches, { places, near, far }: StretchCorners) {
  const { columns, rows, first, fromSide, toSide } = stretches;
  const walls = wallStrips(places, (pixel, from, to, lower, upper) => {
    const [missesA, missesB] = pixel < 0 ? [0, 0] : stretches.misses(pixel, from, to);
    return sidesOf(missesA / (to - from), missesB / (to - from), lower, upper);
  });
  let wall: Wall;

  const hear = (i0: number, i1: number, j0: number, j1: number): void => {
    const [cp, dp, cq, dq] = wall.corners;
    walls.begin(wall);
    for (let s = i0; s < i1; s++) {
      walls.line(near[4 * s + cp], near[4 * s + dp], 1, fromSide[s]);
      walls.line(far[4 * s + cp], far[4 * s + dp], -1, toSide[s]);
    }
    for (let s = j0; s < j1; s++) {
      walls.line(near[4 * s + cq], near[4 * s + dq], -1, fromSide[s]);
      walls.line(far[4 * s + cq], far[4 * s + dq], 1, toSide[s]);
    }
    walls.end();
  };

  const pixelAt = (column: number, row: number): number =>
    column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
  const countAt = (pixel: number): number => (pixel < 0 ? 0 : first[pixel + 1] - first[pixel]);
  /** Most pixels have one stretch, and share its vertices with their neighbours: there is no wall between them. */
  const areJoined = (i: number, j: number, [cp, dp, cq, dq]: Wall['corners']): boolean =>
    near[i + cp] === near[j + cq] &&
    near[i + dp] === near[j + dq] &&
    far[i + cp] === far[j + cq] &&
    far[i + dp] === far[j + dq];
  const between = (p: number, q: number, corners: Wall['corners']): void => {
    const [atP, atQ] = [countAt(p), countAt(q)];
    if (atP === 0 && atQ === 0) return;
    if (atP === 1 && atQ === 1 && areJoined(4 * first[p], 4 * first[q], corners)) return;
    wall = { p, q, corners };
    linkedStretches(stretches, p, q, hear);
  };
  for (let y = -1; y < rows; y++)
    for (let x = -1; x < columns; x++) {
      between(pixelAt(x, y), pixelAt(x + 1, y), TO_THE_RIGHT);
      between(pixelAt(x, y), pixelAt(x, y + 1), DOWNWARDS);
    }
  return walls.finish();
}

/** The corners of two pixels that a wall between them goes from and to, so that seen from the second one it goes to the left. */
const TO_THE_RIGHT = [1, 2, 0, 3] as const;
const DOWNWARDS = [2, 3, 1, 0] as const;

/**
 * On whose surface a wall lies, beside a ray that for some shares of the way misses A alone, and B alone: where it misses A, the overlap
 * ends at A's surface. Where it misses both, the caps above and below go on towards each other.
 */
function sidesOf(missesA: number, missesB: number, lower: number, upper: number): Pick<Strip, 'sides' | 'share'> {
  if (lower === upper || lower === SIDE.unknown || upper === SIDE.unknown) {
    const whose = missesA === missesB ? lower : missesA > missesB ? SIDE.a : SIDE.b;
    return { sides: [whose, whose], share: 1 };
  }
  const lowers = lower === SIDE.a ? missesA : missesB;
  return { sides: [lower, upper], share: lowers + (1 - missesA - missesB) / 2 };
}

function toWorld(places: readonly number[], view: View): Float64Array {
  const m = worldFromScreen(view);
  const out = new Float64Array(places.length);
  for (let i = 0; i < out.length; i += 3) {
    const x = places[i];
    const y = places[i + 1];
    const z = places[i + 2];
    out[i] = m[0] * x + m[1] * y + m[2] * z + m[3];
    out[i + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
    out[i + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
  }
  return out;
}
