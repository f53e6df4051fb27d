import { add, cross, dot, length, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';

/** Faces by unit normal and area, in no order. A normal may be turned round: it tells how a face lies, not its outside. */
export interface Facet {
  readonly normal: Vec3;
  readonly area: number;
}

/** How faces lie about a direction. */
export interface Spread {
  /** Root of the area-weighted mean square of the angles between normals and direction. */
  readonly rmsDeg: number;
  readonly area: number;
  /** The area of faces at more than {@link STEEP_DEG}. */
  readonly steepArea: number;
}

/** From this angle on a face is seen in fewer pixels than it has area for by √2, and its depths err by their whole snapping. */
export const STEEP_DEG = 45;

/** Normals that spread more than this are not told by one direction: near {@link STEEP_DEG}, half the faces are steeper. */
export const MOST_SPREAD_DEG = 40;

/** Less than this share of the area is not worth a projection of its own. */
export const LARGE_SHARE = 0.1;

/** The six axes of an icosahedron come within 37.4° of every normal: more directions than that are never needed. */
export const MOST_DIRECTIONS = 6;

/** The mean normal, weighted by area, of normals turned to the side of `along`; `along` itself where there are none. */
export function meanNormal(facets: readonly Facet[], along: Vec3): Vec3 {
  let [x, y, z] = [0, 0, 0];
  for (const { normal, area } of facets) {
    const weight = dot(normal, along) < 0 ? -area : area;
    x += weight * normal[0];
    y += weight * normal[1];
    z += weight * normal[2];
  }
  const size = Math.hypot(x, y, z);
  return size > 0 ? [x / size + 0, y / size + 0, z / size + 0] : along;
}

/** The angle between a normal and a direction taken as lines, 0° to 90°. */
export const angleDeg = (normal: Vec3, direction: Vec3): number =>
  (Math.atan2(length(cross(normal, direction)), Math.abs(dot(normal, direction))) * 180) / Math.PI;

export function spreadAbout(facets: readonly Facet[], direction: Vec3): Spread {
  let whole = 0;
  let squares = 0;
  let steepArea = 0;
  for (const { normal, area } of facets) {
    const angle = angleDeg(normal, direction);
    whole += area;
    squares += area * angle * angle;
    if (angle > STEEP_DEG) steepArea += area;
  }
  return { rmsDeg: whole > 0 ? Math.sqrt(squares / whole) : 0, area: whole, steepArea };
}

/** Whether directions tell too little of the faces they are for: a large share of the area is steep, or lies too spread. */
export function isTooSpread(spreads: readonly Spread[]): boolean {
  const large = LARGE_SHARE * spreads.reduce((sum, { area }) => sum + area, 0);
  const steep = spreads.reduce((sum, { steepArea }) => sum + steepArea, 0);
  return steep > large || spreads.some(({ rmsDeg, area }) => rmsDeg > MOST_SPREAD_DEG && area > large);
}

interface Cluster extends Spread {
  readonly facets: readonly Facet[];
  readonly direction: Vec3;
}

/**
 * Directions such that all but small shares of the area are seen at less than {@link STEEP_DEG} along one of them, those of
 * more area first.
 *
 * Faces are divided as long as their normals spread: at their mean, across the tangential direction in which they vary
 * most (Boley 1998, principal direction divisive partitioning). Principal directions alone would not do: those of two
 * flanks at ±45° are undetermined, and those of two at ±60° are square to neither. Then every face goes to the direction
 * it is nearest to, and the directions become the means, until nothing changes (Lloyd's iteration).
 */
export function coveringDirections(facets: readonly Facet[], along: Vec3): Vec3[] {
  let clusters = [toCluster(facets, along)];
  while (clusters.length < MOST_DIRECTIONS && isTooSpread(clusters)) {
    const worst = clusters.reduce((most, next) => (trouble(next) > trouble(most) ? next : most));
    const next = settle(facets, [...clusters.filter((cluster) => cluster !== worst), ...divide(worst)]);
    // Where nothing was divided, or a cluster lost all its faces again, it would go round for ever.
    if (next.length <= clusters.length) break;
    clusters = next;
  }
  return clusters.sort((one, other) => other.area - one.area).map(({ direction }) => direction);
}

function toCluster(facets: readonly Facet[], along: Vec3): Cluster {
  const direction = meanNormal(facets, along);
  return { facets, direction, ...spreadAbout(facets, direction) };
}

/** The area that a cluster's direction tells too little of: what is to be divided first has most. */
const trouble = ({ rmsDeg, area, steepArea }: Spread): number => (rmsDeg > MOST_SPREAD_DEG ? area : steepArea);

/** Two clusters out of one, on either side of its mean. */
function divide({ facets, direction }: Cluster): Cluster[] {
  const axis = widestTangent(facets, direction);
  // Turned to the mean's side, tangential parts add up to zero: neither half is empty, unless there is nothing to divide.
  const isAhead = ({ normal }: Facet) => dot(normal, axis) * (dot(normal, direction) < 0 ? -1 : 1) > 0;
  const halves = [facets.filter(isAhead), facets.filter((facet) => !isAhead(facet))];
  return halves.filter((half) => half.length > 0).map((half) => toCluster(half, direction));
}

/** The direction, square to the mean, in which the normals vary most: the first axis of a symmetric 2 × 2 tensor. */
function widestTangent(facets: readonly Facet[], mean: Vec3): Vec3 {
  const [x, y, z] = mean.map(Math.abs);
  const least: Vec3 = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const u = normalize(subtract(least, scale(mean, dot(least, mean))));
  const v = cross(mean, u);
  let [uu, uv, vv] = [0, 0, 0];
  for (const { normal, area } of facets) {
    const [s, t] = [dot(normal, u), dot(normal, v)];
    uu += area * s * s;
    uv += area * s * t;
    vv += area * t * t;
  }
  const angle = Math.atan2(2 * uv, uu - vv) / 2;
  return add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)));
}

/** More rounds change a direction by less than matters; each takes every face once. */
const MOST_ROUNDS = 8;

function settle(facets: readonly Facet[], clusters: readonly Cluster[]): Cluster[] {
  let now = clusters;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const groups: Facet[][] = now.map(() => []);
    for (const facet of facets) groups[nearest(facet, now)].push(facet);
    const next = now
      .map(({ direction }, k) => toCluster(groups[k], direction))
      .filter((cluster) => cluster.facets.length > 0);
    const isSettled = next.length === now.length && next.every((c, k) => c.facets.length === now[k].facets.length);
    now = next;
    if (isSettled) break;
  }
  return [...now];
}

function nearest({ normal }: Facet, clusters: readonly Cluster[]): number {
  let best = 0;
  let greatest = -1;
  for (let k = 0; k < clusters.length; k++) {
    const cosine = Math.abs(dot(normal, clusters[k].direction));
    if (cosine <= greatest) continue;
    greatest = cosine;
    best = k;
  }
  return best;
}
