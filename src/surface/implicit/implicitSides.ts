import { createEvaluator } from '../formula/evaluator.js';
import type { Implicit, Side } from '../surface.js';
import { boxSides } from './boxSides.js';
import { notANumber } from './notANumber.js';

/** The formula, and the six sides of its box. */
export function implicitSides({ formula, bounds }: Implicit): readonly Side[] {
  const evaluator = createEvaluator(formula);
  return [
    {
      isFlat: false,
      value(x, y, z) {
        const value = evaluator.value(x, y, z);
        if (Number.isNaN(value)) throw notANumber(x, y, z);
        return value;
      },
      gradient(x, y, z, out) {
        evaluator.gradient(x, y, z, out);
      },
      patchAt: () => 0,
    },
    ...boxSides(bounds),
  ];
}
