import { tapeOf } from '../formula/tape.js';
import type { CastProgram, Implicit } from '../surface.js';
import { castImplicitWgsl } from './castImplicit.wgsl.js';
import { elementaryWgsl } from './elementary.wgsl.js';
import { intervalWgsl } from './interval.wgsl.js';
import { intervalFunctionsWgsl } from './intervalFunctions.wgsl.js';
import { pointErrorWgsl } from './pointError.wgsl.js';
import { rayPointsWgsl } from './rayPoints.wgsl.js';
import { spanText } from './spanText.js';
import { nearText, valueText } from './tapeText.js';
import { wholePowersText } from './wholePower.js';

/**
 * How the WebGPU machine casts rays at a formula. Its parameters are the box, and then the formula's numbers: formulas that
 * differ in these alone have the same text.
 */
export function implicitProgram({ formula, bounds: { min, max } }: Implicit): CastProgram {
  const tape = tapeOf(formula);
  return {
    wgsl:
      elementaryWgsl +
      pointErrorWgsl +
      intervalWgsl +
      intervalFunctionsWgsl +
      wholePowersText(tape) +
      valueText(tape) +
      nearText(tape) +
      spanText(tape) +
      rayPointsWgsl +
      castImplicitWgsl,
    parameters: [...min, ...max, ...tape.constants],
  };
}
