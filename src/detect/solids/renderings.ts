import type { BodyState } from '../../body.js';
import type { Frame } from '../../machine/machine.js';
import { onBothSides, SA, SC, whereSA } from './masks.js';

/** Two bodies in the paper's roles, and what is asked of them. */
export interface SolidsQuery {
  readonly A: BodyState;
  readonly B: BodyState;
  /**
   * By how much A is grown along the view at either end, as a share of the depth range: bodies that come as near as this collide. It
   * cannot be shrunk: a wall thinner than that would turn inside out. Default: 0, and bodies that touch do not collide.
   */
  readonly grow?: number;
  /** `first`: the answer is wanted as soon as there is a collision, not at every pixel. Default: `all`. */
  readonly until?: 'first' | 'all';
  /** Under which A's depth map is kept for the next query, as long as A and the view stand still relative to each other. */
  readonly depthMap?: object | undefined;
}

/**
 * Layers of B before the near plane count as at the near plane: so counts are those of the whole ray, and the depth range need hold
 * only A. That it must hold: of an A behind the far plane, all would seem to end on it.
 */
export const WHOLE_RAY = { outside: 'clamp' } as const;

/** Lines 01 to 04: A's farthest layer, setting SA. Where the depth map of a former query still holds, nothing is drawn. */
export function renderFarthestOfA(frame: Frame, { A, grow = 0, depthMap }: SolidsQuery): void {
  if (depthMap && frame.recall(depthMap)) return;
  frame.clear({ depth: 0, stencil: 0 });
  const setSA = onBothSides({ reference: SA, writeMask: SA }, { pass: 'replace', depthFail: 'replace' });
  const state = { ...WHOLE_RAY, depth: 'greater', writeDepth: true, offset: grow, stencil: setSA } as const;
  frame.draw('faces', [{ body: A }], state);
  if (depthMap) frame.store(depthMap);
}

/** Lines 13 to 15: A's nearest layer where SA is set. With `countLayers`, SC counts A's layers, whatever the depth test says. */
export function renderNearestOfA(frame: Frame, { A, grow = 0 }: SolidsQuery, countLayers: boolean): void {
  frame.clear({ depth: 1 });
  const count = { pass: 'increment-clamp', depthFail: 'increment-clamp' } as const;
  const stencil = onBothSides({ ...whereSA, writeMask: SC }, { compare: 'equal', ...(countLayers ? count : {}) });
  const state = { ...WHOLE_RAY, depth: 'less', writeDepth: true, offset: -grow, stencil } as const;
  frame.draw('faces', [{ body: A }], state);
}

/**
 * Test (2), Z_B < Z_max of A, and test (3), Z_B ≤ Z_min of A. The paper has ≤ and < here; so, a body that begins where the other one
 * ends touches it and does not collide.
 */
export const TEST_2 = 'less';
export const TEST_3 = 'less-equal';

/** RenderObjectB: counts in SC (or in those of its bits that `mask` names) the faces of B that pass the depth test where SA is set. */
export function renderObjectB(frame: Frame, B: BodyState, test: typeof TEST_2 | typeof TEST_3, mask = SC): void {
  frame.fill({ stencil: { writeMask: mask, entries: { pass: 'zero' } } });
  const stencil = onBothSides({ ...whereSA, writeMask: mask }, { compare: 'equal', pass: 'increment-clamp' });
  frame.draw('faces', [{ body: B }], { ...WHOLE_RAY, depth: test, stencil });
}
