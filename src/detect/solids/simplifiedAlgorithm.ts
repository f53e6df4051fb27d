// Section 5: extensions #1' and #2' of the basic algorithm, for concave objects (simplified version).
import type { Frame } from '../../machine/machine.js';
import { examination } from './examination.js';
import { onBothSides, SA, SO, SP, whereSA } from './masks.js';
import { ANSWER } from './pixelAnswer.js';
import { renderFarthestOfA, renderNearestOfA, type SolidsQuery, TEST_2, TEST_3, WHOLE_RAY } from './renderings.js';
import { isSettled, type Renderings, renderingsOf } from './settled.js';

/**
 * Three masks, and no counter that could run over: SO tells that B is there, SP whether an odd number of its faces passed. Since it
 * does not look for π-convexity, all pixels that the second rendering does not show colliding are left.
 */
export async function simplifiedAlgorithm(frame: Frame, query: SolidsQuery): Promise<Renderings> {
  const { B } = query;
  renderFarthestOfA(frame, query);
  const setSO = onBothSides({ ...whereSA, reference: SA | SO, writeMask: SO }, { compare: 'equal', pass: 'replace' });
  frame.draw('faces', [{ body: B }], { ...WHOLE_RAY, stencil: setSO });
  const toggleSP = onBothSides({ ...whereSA, writeMask: SP }, { compare: 'equal', pass: 'invert' });
  frame.draw('faces', [{ body: B }], { ...WHOLE_RAY, depth: TEST_2, stencil: toggleSP });
  const [first] = await frame.examine(AFTER_FIRST);
  if (isSettled(first, query)) return renderingsOf(first);
  // Line 120: If (SO == 1 and SP == 0) SA = 1 Else SA = 0.
  frame.fill({ stencil: { reference: SA | SO, entries: { compare: 'equal', fail: 'zero' } } });
  renderNearestOfA(frame, query, false);
  frame.draw('faces', [{ body: B }], { ...WHOLE_RAY, depth: TEST_3, stencil: toggleSP });
  const [second] = await frame.examine(AFTER_SECOND);
  return renderingsOf(first, second);
}

/** Lines 080 to 110. */
const AFTER_FIRST = examination({
  name: 'solidsSimplifiedFirst',
  rendering: 1,
  answer(stencil) {
    if ((stencil & SA) === 0) return ANSWER.withoutA;
    if ((stencil & SO) === 0) return ANSWER.apartAfter1;
    return stencil & SP ? ANSWER.collisionAfter1 : ANSWER.again;
  },
  wgsl: /* wgsl */ `
fn answer(stencil: u32, sc1: u32) -> u32 {
  if ((stencil & ${SA}u) == 0u) { return ${ANSWER.withoutA}u; }
  if ((stencil & ${SO}u) == 0u) { return ${ANSWER.apartAfter1}u; }
  return select(${ANSWER.again}u, ${ANSWER.collisionAfter1}u, (stencil & ${SP}u) != 0u);
}`,
});

/** Lines 180 to 191. */
const AFTER_SECOND = examination({
  name: 'solidsSimplifiedSecond',
  rendering: 2,
  answer: (stencil) => (stencil & SP ? ANSWER.collisionAfter2 : ANSWER.left),
  wgsl: /* wgsl */ `
fn answer(stencil: u32, sc1: u32) -> u32 {
  return select(${ANSWER.left}u, ${ANSWER.collisionAfter2}u, (stencil & ${SP}u) != 0u);
}`,
});
