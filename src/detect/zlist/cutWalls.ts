import type { Strip } from './wallStrips.js';

/** The vertices along a strip's two upright edges, and where among them it goes over from one body's surface to the other's. */
export interface StripChains {
  readonly c: readonly number[];
  readonly d: readonly number[];
  readonly cutC: number;
  readonly cutD: number;
}

/** Parts of a wall that are less than this share of it are left out. */
const LEAST_PART = 1 / 16;

/**
 * Cuts walls where they go over from one body's surface to the other's: so the sides of an overlap meet in a line around it, and not
 * pixel by pixel. Walls that share an upright edge share the vertex in it, in the middle between what each of them asks for.
 */
export function cutWalls(strips: readonly Strip[], places: number[]): StripChains[] {
  const count = places.length / 3;
  const asked = new Float64Array(count);
  const asking = new Uint8Array(count);
  const depthOf = (vertex: number): number => places[3 * vertex + 2];

  /** The edge, by its nearer vertex, in which a share of the way from one vertex of a line to another ends; −1 where they are one. */
  const ask = ([lower, upper]: readonly [number, number], share: number): number => {
    if (lower === upper) return -1;
    const depth = depthOf(lower) + share * (depthOf(upper) - depthOf(lower));
    const [first, last] = lower < upper ? [lower, upper] : [upper, lower];
    let edge = first;
    while (edge + 1 < last && depthOf(edge + 1) <= depth) edge++;
    asked[edge] += (depth - depthOf(edge)) / (depthOf(edge + 1) - depthOf(edge));
    asking[edge]++;
    return edge;
  };
  const edges = strips.map(({ c, d, sides, share }) => {
    const isCut = sides[0] !== sides[1] && share > LEAST_PART && share < 1 - LEAST_PART;
    return isCut ? ([ask(c, share), ask(d, share)] as const) : undefined;
  });

  const cuts = new Map<number, number>();
  for (let edge = 0; edge < count; edge++) {
    if (asking[edge] === 0) continue;
    const share = Math.min(1 - LEAST_PART, Math.max(LEAST_PART, asked[edge] / asking[edge]));
    const [x, y] = [places[3 * edge], places[3 * edge + 1]];
    const depth = depthOf(edge) + share * (depthOf(edge + 1) - depthOf(edge));
    cuts.set(edge, places.push(x, y, depth) / 3 - 1);
  }
  return strips.map(({ c, d, share }, k) => {
    const [chainC, chainD] = [chain(c, cuts), chain(d, cuts)];
    const cut = edges[k];
    const placeOf = (along: readonly number[], edge: number | undefined): number => {
      if (edge === undefined) return share > 0.5 ? along.length - 1 : 0;
      return edge < 0 ? 0 : along.indexOf(cuts.get(edge)!);
    };
    return { c: chainC, d: chainD, cutC: placeOf(chainC, cut?.[0]), cutD: placeOf(chainD, cut?.[1]) };
  });
}

/** All vertices from one to another of a line, those in edges between them included. */
function chain([lower, upper]: readonly [number, number], cuts: ReadonlyMap<number, number>): number[] {
  const out = [lower];
  const step = Math.sign(upper - lower);
  for (let vertex = lower; vertex !== upper; vertex += step) {
    const cut = cuts.get(Math.min(vertex, vertex + step));
    if (cut !== undefined) out.push(cut);
    out.push(vertex + step);
  }
  return out;
}
