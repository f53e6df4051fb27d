import type { BodyState } from '../../body.js';
import type { Vec3 } from '../../math/vector.js';
import type { View } from '../../view/view.js';
import type { SolidsCount } from './countSolids.js';
import { chooseRoles, inRoles, isConvexBody, type Roles } from './roles.js';
import { carriedAlong } from './solidsView.js';

/** "Two successful passes of test (2) … for many pixels": from this share of those that B passes test (2) at, A and B change places. */
const MANY = 1 / 2;

/** A margin for rounding that is so many times another one. */
const FAR_LARGER = 16;

/** A depth map that is kept: of which body, in which pose and view. */
interface KeptMap {
  readonly key: object;
  readonly view: View;
  readonly A: BodyState;
  readonly inOrder: boolean;
  readonly depthMargin: number;
}

/** What looks at two bodies teach for the next ones: the hints of section 4. */
export interface Memory {
  rolesFor(a: BodyState, b: BodyState, direction: Vec3): Roles;
  /** Notes what a look cost. */
  learn(count: SolidsCount, roles: Roles): void;
  /** The roles of the depth map that is kept, if one is. */
  rolesOfMap(a: BodyState, b: BodyState): Roles | undefined;
  /**
   * The kept depth map of A in the view that has moved along with it; a new one in `fresh()` where A is another, or has deformed, or
   * where the map was drawn with a far larger margin than is needed now: its depths would be coarse for nothing.
   */
  depthMapOf(
    roles: Roles,
    depthMargin: number,
    fresh: () => View,
  ): { readonly key: object; readonly view: View; readonly isKept: boolean };
}

export function createMemory(): Memory {
  /** Pixels that one rendering did not settle, with the first body as A and with the second; absent where that was not tried. */
  const dear: { inOrder?: number; swapped?: number } = {};
  let kept: KeptMap | undefined;
  return {
    rolesFor(a, b, direction) {
      const { inOrder, swapped } = dear;
      // A convex body as A spares the order of layers, whatever a second rendering costs.
      const isChosen = inOrder === undefined || swapped === undefined || isConvexBody(a) !== isConvexBody(b);
      return isChosen ? chooseRoles(a, b, direction) : inRoles(a, b, inOrder <= swapped);
    },
    learn({ again, settled }, { inOrder }) {
      const [own, other] = inOrder ? (['inOrder', 'swapped'] as const) : (['swapped', 'inOrder'] as const);
      const atOnce = settled.find(({ rendering, answer }) => rendering === 1 && answer === 'collision')?.pixels ?? 0;
      const inTurn = settled.reduce((sum, { by, pixels }) => sum + (by === 'concave' ? pixels : 0), 0);
      // The order that was not tried counts as free where this one was dear.
      if (again > MANY * (again + atOnce) || dear[other] !== undefined) {
        dear[own] = again + inTurn;
        dear[other] ??= 0;
      }
    },
    rolesOfMap: (a, b) => kept && inRoles(a, b, kept.inOrder),
    depthMapOf({ A, inOrder }, depthMargin, fresh) {
      const isSame =
        kept?.A.identity === A.identity &&
        kept.A.revision === A.revision &&
        kept.depthMargin <= FAR_LARGER * depthMargin;
      const view = isSame ? carriedAlong(kept!.view, kept!.A.pose, A.pose) : undefined;
      if (view) return { key: kept!.key, view, isKept: true };
      kept = { key: {}, view: fresh(), A, inOrder, depthMargin };
      return { key: kept.key, view: kept.view, isKept: false };
    },
  };
}
