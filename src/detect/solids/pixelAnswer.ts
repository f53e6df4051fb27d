/**
 * What is known of a pixel, as the map holds it: whether the bodies are apart there or collide, and after which rendering that was
 * settled. For convex bodies these are the cases of figure 1: a is `apartAfter1` (or B is not there), b and c `collisionAfter1`, d
 * `insideAfter2` (B, or a stretch of it, inside A), e `collisionAfter2` (B reaches into A) and f `apartAfter2`. `left`: only the order of the layers can
 * tell. From `again` on: a second rendering is needed, and as many faces of B passed the first one as the value is larger.
 */
export const ANSWER = {
  withoutA: 0,
  apartAfter1: 1,
  collisionAfter1: 2,
  apartAfter2: 3,
  collisionAfter2: 4,
  insideAfter2: 5,
  left: 6,
  apartInOrder: 7,
  collisionInOrder: 8,
  again: 16,
} as const;

const COLLISIONS: readonly number[] = [
  ANSWER.collisionAfter1,
  ANSWER.collisionAfter2,
  ANSWER.insideAfter2,
  ANSWER.collisionInOrder,
];
export const isCollision = (answer: number): boolean => COLLISIONS.includes(answer);

/** A rectangle of pixels, both corners included. */
export interface PixelBox {
  readonly from: readonly [column: number, row: number];
  readonly to: readonly [column: number, row: number];
}

/** How many pixels a rendering settled, and how many it did not. */
export interface SettledPixels {
  readonly apart: number;
  readonly collision: number;
  readonly again: number;
  readonly left: number;
  /** Around the collisions, and around what is left. */
  readonly collisionBox?: PixelBox | undefined;
  readonly leftBox?: PixelBox | undefined;
}

/** The smallest box around both. */
export function aroundBoth(one: PixelBox | undefined, other: PixelBox | undefined): PixelBox | undefined {
  if (!one || !other) return one ?? other;
  return {
    from: [Math.min(one.from[0], other.from[0]), Math.min(one.from[1], other.from[1])],
    to: [Math.max(one.to[0], other.to[0]), Math.max(one.to[1], other.to[1])],
  };
}
