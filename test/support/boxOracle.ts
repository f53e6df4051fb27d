import type { Box } from '../../src/math/box.js';
import type { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';

/** What two bodies are to each other by whole numbers alone; `edge`: they share an edge or a point, and no face. */
export interface Truth {
  readonly kind: 'none' | 'edge' | 'touch' | 'hard' | 'contained' | 'duplicate';
  readonly inner?: 'a' | 'b';
  readonly volume: number;
  /** The common box, flat where the bodies touch; absent where they are apart, or where it is no box. */
  readonly common?: Box;
}

/** The answer for two boxes. It is exact where their coordinates are small whole numbers. */
export function relateBoxes(a: Box, b: Box): Truth {
  const low = [0, 1, 2].map((k) => Math.max(a.min[k], b.min[k])) as [number, number, number];
  const high = [0, 1, 2].map((k) => Math.min(a.max[k], b.max[k])) as [number, number, number];
  const sizes = low.map((from, k) => high[k] - from);
  if (sizes.some((size) => size < 0)) return { kind: 'none', volume: 0 };
  const common = { min: low, max: high };
  const flat = sizes.filter((size) => size === 0).length;
  if (flat > 0) return { kind: flat === 1 ? 'touch' : 'edge', volume: 0, common };
  return { ...nesting(volumeOf(common), volumeOf(a), volumeOf(b)), common };
}

/** The kind of an overlap, by its volume and the bodies' own. */
export function nesting(common: number, a: number, b: number): Truth {
  if (common === a && common === b) return { kind: 'duplicate', volume: common };
  if (common === a) return { kind: 'contained', inner: 'a', volume: common };
  if (common === b) return { kind: 'contained', inner: 'b', volume: common };
  return { kind: 'hard', volume: common };
}

export const volumeOf = ({ min, max }: Box): number => (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]);

/** The shortest edge of a box. */
export const thicknessOf = ({ min, max }: Box): number => Math.min(...[0, 1, 2].map((k) => max[k] - min[k]));

/** A box with corners on the whole numbers from 0 to `most`: with few of them, faces often fall into one plane. */
export function randomIntegerBox(random: Random, most: number): Box {
  const spans = [0, 1, 2].map(() => {
    const one = Math.floor(random() * (most + 1));
    const other = Math.floor(random() * most);
    const another = other < one ? other : other + 1;
    return [Math.min(one, another), Math.max(one, another)];
  });
  return { min: spans.map(([low]) => low) as unknown as Vec3, max: spans.map(([, high]) => high) as unknown as Vec3 };
}
