/** An edge of a wall's face along a corner's line. */
export interface Upright {
  /** Its vertices, as the strip that it belongs to goes. */
  readonly ends: readonly [number, number];
  readonly face: number;
  /** The corner of the pixel that is solid, and of the one that is not: from upper left, 0, to the right, down and left. */
  readonly solid: number;
  readonly other: number;
}

interface Walls {
  readonly places: number[];
  readonly indices: number[];
  readonly side: number[];
}

/** From a pixel's corner towards its centre, in pixels: far enough to be seen apart. */
const INWARDS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
].map(([x, y]) => [x / 8, y / 8]);

/**
 * Parts solids that touch along an edge of a corner's line, so that no edge has more than two faces: all of them but one get a vertex in
 * the middle of the edge, moved into them, at which their two walls are bent.
 */
export function partUprights(uprights: readonly Upright[], { places, indices, side }: Walls): void {
  // A line's edges are known by their nearer vertex.
  const nearerOf = ({ ends: [one, other] }: Upright): number =>
    places[3 * one + 2] < places[3 * other + 2] ? one : other;
  const counts = new Uint8Array(places.length / 3);
  for (const upright of uprights) counts[nearerOf(upright)]++;
  const shared = new Map<number, Upright[]>();
  for (const upright of uprights) {
    const nearer = nearerOf(upright);
    if (counts[nearer] <= 2) continue;
    const found = shared.get(nearer);
    if (found) found.push(upright);
    else shared.set(nearer, [upright]);
  }

  const bend = ([one, other]: Solid, share: number): void => {
    const [dx, dy] = INWARDS[one.solid];
    const [u, v] = one.ends;
    const depth = places[3 * u + 2] + share * (places[3 * v + 2] - places[3 * u + 2]);
    const middle = places.push(places[3 * u] + dx, places[3 * u + 1] + dy, depth) / 3 - 1;
    for (const { face } of [one, other]) {
      for (let i = 3 * face; i < 3 * face + 3; i++) {
        indices.push(indices[i] === u ? middle : indices[i]);
        if (indices[i] === v) indices[i] = middle;
      }
      side.push(side[face]);
    }
  };

  /** Whether a face goes along its upright edge with the rays; of a solid's two walls, one does. */
  const isAlong = (upright: Upright): boolean => {
    const nearer = nearerOf(upright);
    const at = indices.indexOf(nearer, 3 * upright.face);
    return upright.ends.includes(indices[at % 3 === 2 ? at - 2 : at + 1]);
  };

  for (const walls of shared.values()) {
    const solids = solidsAt(walls, isAlong);
    for (let k = 1; k < solids.length; k++) bend(solids[k], k / solids.length);
  }
}

type Solid = readonly [Upright, Upright];

/** The solids around an edge, each by its two walls. Where walls run through each other, any two of those that are left make one. */
function solidsAt(walls: readonly Upright[], isAlong: (wall: Upright) => boolean): Solid[] {
  const ends = walls.filter((wall) => !isAlong(wall));
  const solids: Solid[] = [];
  const take = (wall: Upright, end: number): void => {
    solids.push([wall, ...ends.splice(end, 1)] as [Upright, Upright]);
  };
  const left: Upright[] = [];
  for (const wall of walls.filter(isAlong)) {
    const end = endOf(wall, ends);
    if (end >= 0) take(wall, end);
    else left.push(wall);
  }
  for (const wall of left) if (ends.length > 0) take(wall, 0);
  return solids;
}

/** On through a solid around the edge, from pixel to pixel, to the wall where it ends; −1 where there is none. */
function endOf(wall: Upright, ends: readonly Upright[]): number {
  const step = wall.solid - wall.other + 4;
  for (let solid = wall.solid, n = 0; n < 4; solid = (solid + step) % 4, n++) {
    const end = ends.findIndex((one) => one.solid === solid && one.other === (solid + step) % 4);
    if (end >= 0) return end;
  }
  return -1;
}
