import type { Box } from '../../math/box.js';
import { seeded } from '../../math/random.js';
import { createCrossings } from '../crossings.js';
import type { Caster, Side } from '../surface.js';
import { norm } from './norm.js';

/** What is known of a solid besides its sides. */
export interface SolidFacts {
  /** Never misses a part that a ray meets. */
  readonly caster: Caster;
  /** The greatest u x + v y + w z in the solid. */
  readonly reach?: (u: number, v: number, w: number) => number;
  /** How many operations it takes to find what its sides are at a point, where they are many. */
  readonly operations?: number;
}

/** Places on the border, and how far it goes, against which a mesh is held. */
export interface Witnesses {
  /** Where it reaches farthest, x y z each. */
  readonly places: readonly number[];
  /** Where rays cross it. */
  readonly crossings: readonly number[];
  /** u v w, and the reach along them. */
  readonly reaches: readonly number[];
}

const RAYS = 1500;
const RAYS_AT_LEAST = 200;
/** Where sides take more operations than this, there are fewer rays by as much. */
const FEW_OPERATIONS = 500;
/** Of all that a ray crosses, no more than about so many are kept. */
const MOST_EACH = 12;
/** Besides the 26 of a cube; in the solid's own measure, and in that of its bounds, by which a flat or slender solid is round. */
const DIRECTIONS = 64;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** No axis of symmetry: where many points reach equally far, one of them is found. */
const ASKEW = [0.37e-4, -0.61e-4, 0.83e-4];
const STEP = 1e-5;

export function witnesses(
  { caster, reach, operations = 1 }: SolidFacts,
  sides: readonly Side[],
  bounds: Box,
): Witnesses {
  const places: number[] = [];
  const reaches: number[] = [];
  const size = bounds.max.map((high, k) => high - bounds.min[k]);
  if (reach)
    for (const [u, v, w] of directions(size)) {
      reaches.push(u, v, w, reach(u, v, w));
      const place = farthest(reach, size, [u, v, w]);
      if (isOnBorder(sides, place, size)) places.push(...place);
    }
  const random = seeded(1);
  const met = createCrossings();
  const crossings: number[] = [];
  const rays = Math.max(RAYS_AT_LEAST, RAYS * Math.min(1, FEW_OPERATIONS / operations));
  for (let k = 0; k < rays; k++) {
    const p = size.map((s, i) => bounds.min[i] + random() * s);
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = Math.sqrt(1 - z * z);
    // In the measure of the bounds, as long as they are: beyond ±2 there is nothing.
    const d = [r * Math.cos(angle) * size[0], r * Math.sin(angle) * size[1], z * size[2]];
    caster.cast(p[0], p[1], p[2], d[0], d[1], d[2], -2, 2, met);
    const stride = Math.ceil(met.count / MOST_EACH);
    for (let i = 0; i < met.count; i += stride) {
      const t = met.t[i];
      crossings.push(p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]);
    }
  }
  return { places, crossings, reaches };
}

function directions(size: readonly number[]): number[][] {
  const even: number[][] = [];
  for (let k = 0; k < 27; k++) {
    const d = [(k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1];
    if (k !== 13) even.push(d);
  }
  // A spiral from pole to pole (Vogel 1979).
  for (let k = 0; k < DIRECTIONS; k++) {
    const z = 1 - (2 * k + 1) / DIRECTIONS;
    const r = Math.sqrt(1 - z * z);
    even.push([r * Math.cos(GOLDEN * k), r * Math.sin(GOLDEN * k), z]);
  }
  const unit = (d: number[]): number[] => d.map((x) => x / norm(d[0], d[1], d[2]));
  return [...even.map(unit), ...even.map((d) => unit(d.map((x, k) => x / size[k])))];
}

/** The point that reaches farthest is the slope of the reach (Rockafellar 1970, corollary 25.1.3). */
function farthest(reach: (u: number, v: number, w: number) => number, size: readonly number[], d: number[]): number[] {
  const scale = Math.max(...d.map((x, k) => Math.abs(x) * size[k]));
  const u = d.map((x, k) => x + (ASKEW[k] * scale) / size[k]);
  return u.map((x, k) => {
    const step = (STEP * scale) / size[k];
    u[k] = x + step;
    const more = reach(u[0], u[1], u[2]);
    u[k] = x - step;
    const less = reach(u[0], u[1], u[2]);
    u[k] = x;
    return (more - less) / (2 * step);
  });
}

const gradient = new Float64Array(3);

/** A solid with a hollow reaches as far as its hull, and the hull's point may not be its own. */
function isOnBorder(sides: readonly Side[], [x, y, z]: number[], size: readonly number[]): boolean {
  const near = 1e-4 * Math.min(...size);
  return sides.every((side) => {
    const value = side.value(x, y, z);
    if (value <= 0) return true;
    side.gradient(x, y, z, gradient);
    return value <= near * norm(gradient[0], gradient[1], gradient[2]);
  });
}
