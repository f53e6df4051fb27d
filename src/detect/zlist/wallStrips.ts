import { cutWalls } from './cutWalls.js';
import { partUprights, type Upright } from './partUprights.js';

/** Two neighbouring pixels, and which of their corners a wall between them begins and ends at. */
export interface Wall {
  readonly p: number;
  readonly q: number;
  /** From upper left, 0, to the right, down and left. */
  readonly corners: readonly [beginOfP: number, endOfP: number, beginOfQ: number, endOfQ: number];
}

/** A part of a wall that is solid on one side only: between two lines, from vertex c to d each, the lower one nearer to the eye. */
export interface Strip {
  readonly wall: Wall;
  readonly isSolidP: boolean;
  readonly c: readonly [lower: number, upper: number];
  readonly d: readonly [lower: number, upper: number];
  /** On whose surfaces the wall lies at its lower and its upper line, and how much of it is of the lower one's: 0 to 1. */
  readonly sides: readonly [lower: number, upper: number];
  readonly share: number;
}

/** How much of a wall beside a pixel that is not solid lies on the lower one of two bodies' surfaces, between two depths: 0 to 1. */
export type ShareOfLower = (
  pixel: number,
  from: number,
  to: number,
  lower: number,
  upper: number,
) => Pick<Strip, 'sides' | 'share'>;

/** The walls of pixels, in the making. */
export interface WallStrips {
  begin(wall: Wall): void;
  /**
   * A line from vertex c at the wall's begin to vertex d at its end, at which p begins (1) to be solid, or ends (−1); of q, with −sign.
   * `side` tells on whose surface p begins or ends there.
   */
  line(c: number, d: number, sign: number, side: number): void;
  /** Takes all that is solid at one of the two pixels only. */
  end(): void;
  /** All faces, three vertices each, and on whose surface each lies. Vertices are added where walls must be cut. */
  finish(): { readonly indices: number[]; readonly side: number[] };
}

/**
 * Lines of one wall run between the same two upright lines of vertices, on which these are numbered by depth: an edge goes from each to
 * the next.
 */
export function wallStrips(places: number[], shareOfLower: ShareOfLower): WallStrips {
  const strips: Strip[] = [];
  let wall: Wall = { p: -1, q: -1, corners: [0, 0, 0, 0] };
  const lines: { c: number; d: number; sign: number; side: number }[] = [];
  const depthOf = (vertex: number): number => places[3 * vertex + 2];

  return {
    begin(next) {
      wall = next;
      lines.length = 0;
    },
    line(c, d, sign, side) {
      // Lines that both sides have are none; the others are kept by depth.
      const twin = lines.findIndex((one) => one.c === c && one.d === d && one.sign === -sign);
      if (twin >= 0) {
        lines.splice(twin, 1);
        return;
      }
      const behind = lines.findIndex((one) => one.c > c || (one.c === c && one.d > d));
      lines.splice(behind < 0 ? lines.length : behind, 0, { c, d, sign, side });
    },
    end() {
      let solid = 0;
      for (let k = 0; k + 1 < lines.length; k++) {
        const [lower, upper] = [lines[k], lines[k + 1]];
        solid += lower.sign;
        if (solid === 0) continue;
        const isSolidP = solid > 0;
        const [from, to] = [lower, upper].map(({ c, d }) => (depthOf(c) + depthOf(d)) / 2);
        const whose = shareOfLower(isSolidP ? wall.q : wall.p, from, to, lower.side, upper.side);
        const strip = { wall, isSolidP, c: [lower.c, upper.c], d: [lower.d, upper.d], ...whose } as const;
        for (let n = 0; n < Math.abs(solid); n++) strips.push(strip);
      }
    },
    finish() {
      const indices: number[] = [];
      const side: number[] = [];
      const uprights: Upright[] = [];
      const chains = cutWalls(strips, places);
      strips.forEach((strip, k) => {
        const { c, d, cutC, cutD } = chains[k];
        const zip = (c0: number, c1: number, d0: number, d1: number, whose: number): void => {
          zipFaces(strip, c.slice(c0, c1 + 1), d.slice(d0, d1 + 1), indices, uprights);
          while (side.length < indices.length / 3) side.push(whose);
        };
        zip(0, cutC, 0, cutD, strip.sides[0]);
        zip(cutC, c.length - 1, cutD, d.length - 1, strip.sides[1]);
      });
      partUprights(uprights, { places, indices, side });
      return { indices, side };
    },
  };
}

/** Faces between two chains of vertices. Seen from the second pixel, they turn left from the first vertex of c to that of d. */
function zipFaces(
  { wall, isSolidP }: Strip,
  c: readonly number[],
  d: readonly number[],
  indices: number[],
  uprights: Upright[],
): void {
  const [beginP, endP, beginQ, endQ] = wall.corners;
  const cCount = c.length - 1;
  const dCount = d.length - 1;
  for (let i = 0, j = 0; i < cCount || j < dCount; ) {
    // Whichever is behind goes on.
    const isAtEnd = i >= cCount || (j < dCount && (i + 1) * dCount > (j + 1) * cCount);
    const [ofP, ofQ] = isAtEnd ? [endP, endQ] : [beginP, beginQ];
    const before = isAtEnd ? d[j] : c[i];
    const next = isAtEnd ? d[j + 1] : c[i + 1];
    uprights.push({
      ends: [before, next],
      face: indices.length / 3,
      solid: isSolidP ? ofP : ofQ,
      other: isSolidP ? ofQ : ofP,
    });
    if (isSolidP) indices.push(c[i], d[j], next);
    else indices.push(d[j], c[i], next);
    if (isAtEnd) j++;
    else i++;
  }
}
