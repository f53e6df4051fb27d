// Section 5: the convexity test. Extensions #1 and #2 of the basic algorithm, for concave objects.
import type { BodyState } from '../../body.js';
import type { Frame } from '../../machine/machine.js';
import { examination } from './examination.js';
import { CLAMPED, MOST_COUNTED, SA, SC, SC_BESIDE_SCA, SCA, whereSA } from './masks.js';
import { ANSWER } from './pixelAnswer.js';
import {
  renderFarthestOfA,
  renderNearestOfA,
  renderObjectB,
  type SolidsQuery,
  TEST_2,
  TEST_3,
  WHOLE_RAY,
} from './renderings.js';
import { isSettled, type Renderings, renderingsOf } from './settled.js';

/**
 * Settles every pixel where A is π-convex, and many others. What is left (line 193) needs the order of layers, and so do pixels with
 * more faces of B before A's end than the counter holds.
 *
 * The paper takes solids that do not overlap themselves. Where B does, an even number of its faces before A's end may still mean that A
 * ends in B, twice; so where the number is even, B's winding is looked at as well.
 */
export async function extendedAlgorithm(frame: Frame, query: SolidsQuery): Promise<Renderings> {
  renderFarthestOfA(frame, query);
  renderObjectB(frame, query.B, TEST_2);
  const [first] = await frame.examine(AFTER_FIRST);
  if (isSettled(first, query)) return renderingsOf(first);
  setSAWhereCountIsEven(frame);
  dropSAWhereInside(frame, query.B);
  frame.fill({ stencil: { writeMask: SC, entries: { pass: 'zero' } } }); // line 121
  renderNearestOfA(frame, query, true);
  setSCAWhereTwo(frame);
  renderObjectB(frame, query.B, TEST_3, SC_BESIDE_SCA);
  const [second] = await frame.examine(AFTER_SECOND);
  return renderingsOf(first, second);
}

/** Line 120, for pixels that are not settled: SA = 1 where SC is even, not 0, and no more than a second rendering can hold. */
function setSAWhereCountIsEven(frame: Frame): void {
  const drop = { compare: 'equal', pass: 'zero' } as const;
  frame.fill({ stencil: { reference: 1, readMask: 1, entries: drop } }); // odd
  frame.fill({ stencil: { reference: MOST_COUNTED + 2, readMask: MOST_COUNTED + 2, entries: drop } });
  frame.fill({ stencil: { reference: SA, entries: drop } }); // SC = 0
}

/** Line 151: If (SA == 1 and SC == 2) SCA = 1 Else SCA = 0. SCA's bit is SC's highest, so counts that use it go first. */
function setSCAWhereTwo(frame: Frame): void {
  frame.fill({
    stencil: { reference: SCA, readMask: SCA, writeMask: SC, entries: { compare: 'equal', pass: 'zero' } },
  });
  frame.fill({
    stencil: { reference: 2, readMask: SC, writeMask: SCA, entries: { compare: 'equal', pass: 'invert' } },
  });
}

/** SA = 0 where A ends inside B by winding: entries less exits before its end. The second examination then finds SA gone. */
function dropSAWhereInside(frame: Frame, B: BodyState): void {
  frame.fill({ stencil: { writeMask: SC, entries: { pass: 'zero' } } });
  const stencil = {
    ...{ ...whereSA, writeMask: SC },
    entries: { compare: 'equal', pass: 'increment-wrap' },
    exits: { compare: 'equal', pass: 'decrement-wrap' },
  } as const;
  frame.draw('faces', [{ body: B }], { ...WHOLE_RAY, depth: TEST_2, stencil });
  frame.fill({
    stencil: { reference: 0, readMask: SC, writeMask: SA, entries: { compare: 'not-equal', pass: 'zero' } },
  });
}

/** Extension #1, lines 080 to 110. */
const AFTER_FIRST = examination({
  name: 'solidsExtendedFirst',
  rendering: 1,
  answer(stencil) {
    if ((stencil & SA) === 0) return ANSWER.withoutA;
    const sc = stencil & SC;
    if (sc === 0) return ANSWER.apartAfter1;
    if (sc === CLAMPED) return ANSWER.left;
    if (sc & 1) return ANSWER.collisionAfter1;
    return sc > MOST_COUNTED ? ANSWER.left : ANSWER.again + sc;
  },
  wgsl: /* wgsl */ `
fn answer(stencil: u32, sc1: u32) -> u32 {
  if ((stencil & ${SA}u) == 0u) { return ${ANSWER.withoutA}u; }
  let sc = stencil & ${SC}u;
  if (sc == 0u) { return ${ANSWER.apartAfter1}u; }
  if (sc == ${CLAMPED}u) { return ${ANSWER.left}u; }
  if ((sc & 1u) == 1u) { return ${ANSWER.collisionAfter1}u; }
  return select(${ANSWER.again}u + sc, ${ANSWER.left}u, sc > ${MOST_COUNTED}u);
}`,
});

/**
 * Extension #2, lines 180 to 193. Where A has no thickness and B begins or ends just there, more faces pass test (3) than test (2);
 * such a ray is inside A for no length.
 */
const AFTER_SECOND = examination({
  name: 'solidsExtendedSecond',
  rendering: 2,
  answer(stencil, sc1) {
    if ((stencil & SA) === 0) return ANSWER.collisionAfter2;
    const sc2 = stencil & SC_BESIDE_SCA;
    if (sc2 >= sc1) return ANSWER.apartAfter2;
    if (sc2 & 1) return ANSWER.collisionAfter2;
    return stencil & SCA ? ANSWER.insideAfter2 : ANSWER.left;
  },
  wgsl: /* wgsl */ `
fn answer(stencil: u32, sc1: u32) -> u32 {
  if ((stencil & ${SA}u) == 0u) { return ${ANSWER.collisionAfter2}u; }
  let sc2 = stencil & ${SC_BESIDE_SCA}u;
  if (sc2 >= sc1) { return ${ANSWER.apartAfter2}u; }
  if ((sc2 & 1u) == 1u) { return ${ANSWER.collisionAfter2}u; }
  return select(${ANSWER.left}u, ${ANSWER.insideAfter2}u, (stencil & ${SCA}u) != 0u);
}`,
});
