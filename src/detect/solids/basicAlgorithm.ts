// Section 4: the basic algorithm for the collision detection between convex objects A and B.
import type { Frame } from '../../machine/machine.js';
import { examination } from './examination.js';
import { SA, SC } from './masks.js';
import { ANSWER } from './pixelAnswer.js';
import { renderFarthestOfA, renderNearestOfA, renderObjectB, type SolidsQuery, TEST_2, TEST_3 } from './renderings.js';
import { isSettled, type Renderings, renderingsOf } from './settled.js';

/**
 * Complete where both bodies are convex, or have at most two layers on every ray. Of figure 1's cases, the first rendering settles
 * a (B behind A) and b and c (B goes on behind A); the second one d (B inside A), e (B reaches into A) and f (B before A).
 */
export async function basicAlgorithm(frame: Frame, query: SolidsQuery): Promise<Renderings> {
  renderFarthestOfA(frame, query);
  renderObjectB(frame, query.B, TEST_2);
  const [first] = await frame.examine(AFTER_FIRST);
  if (isSettled(first, query)) return renderingsOf(first);
  frame.fill({ stencil: { reference: SA | 2, entries: { compare: 'equal', fail: 'zero' } } }); // If (SC == 2) SA = 1 Else SA = 0
  renderNearestOfA(frame, query, false);
  renderObjectB(frame, query.B, TEST_3);
  const [second] = await frame.examine(AFTER_SECOND);
  return renderingsOf(first, second);
}

/** Lines 08 to 10. More than two faces are no convex body's: such pixels are left. */
const AFTER_FIRST = examination({
  name: 'solidsBasicFirst',
  rendering: 1,
  answer(stencil) {
    if ((stencil & SA) === 0) return ANSWER.withoutA;
    const sc = stencil & SC;
    if (sc === 0) return ANSWER.apartAfter1;
    if (sc === 1) return ANSWER.collisionAfter1;
    return sc === 2 ? ANSWER.again + sc : ANSWER.left;
  },
  wgsl: /* wgsl */ `
fn answer(stencil: u32, sc1: u32) -> u32 {
  if ((stencil & ${SA}u) == 0u) { return ${ANSWER.withoutA}u; }
  let sc = stencil & ${SC}u;
  if (sc == 0u) { return ${ANSWER.apartAfter1}u; }
  if (sc == 1u) { return ${ANSWER.collisionAfter1}u; }
  return select(${ANSWER.left}u, ${ANSWER.again}u + sc, sc == 2u);
}`,
});

/** Lines 18 to 20. */
const AFTER_SECOND = examination({
  name: 'solidsBasicSecond',
  rendering: 2,
  answer(stencil) {
    const sc = stencil & SC;
    if (sc === 0) return ANSWER.insideAfter2;
    return sc === 1 ? ANSWER.collisionAfter2 : ANSWER.apartAfter2;
  },
  wgsl: /* wgsl */ `
fn answer(stencil: u32, sc1: u32) -> u32 {
  let sc = stencil & ${SC}u;
  if (sc == 0u) { return ${ANSWER.insideAfter2}u; }
  return select(${ANSWER.apartAfter2}u, ${ANSWER.collisionAfter2}u, sc == 1u);
}`,
});
