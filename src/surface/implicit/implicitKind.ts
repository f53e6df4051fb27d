import { casterOf } from '../casterOf.js';
import { propagateBox } from '../formula/propagate.js';
import { createWorking } from '../formula/ranges.js';
import { tapeOf } from '../formula/tape.js';
import type { Implicit, RayKind } from '../surface.js';
import { sharpSides } from '../tessellate/sharpSides.js';
import { tessellateSides } from '../tessellate/tessellateSides.js';
import { implicitCaster } from './implicitCaster.js';
import { implicitProgram } from './implicitProgram.js';
import { implicitSides } from './implicitSides.js';

export const implicitKind: RayKind<Implicit> = {
  caster: implicitCaster,
  sides: implicitSides,
  program: (surface) => (fitsF32(surface) ? implicitProgram(surface) : undefined),
  isOutside({ formula }) {
    const working = createWorking(formula);
    return (x0, y0, z0, x1, y1, z1) => {
      propagateBox(working, x0, y0, z0, x1, y1, z1);
      return working.ranges.lo[working.program.result] > 0;
    };
  },
  // Creases become sharp edges where parts are sides of their own.
  tessellate(surface, chordError) {
    const facts = { caster: casterOf(surface), operations: tapeOf(surface.formula).steps.length };
    return tessellateSides(sharpSides(surface), surface.bounds, chordError, facts);
  },
};

/** Numbers that f32 can hold with all their digits, and some room for what comes of them. */
const LEAST = 1e-25;
const MOST = 1e30;

/** Whether no part of a formula is so small all over the solid's box, or so large, that f32 would lose it. */
function fitsF32({ formula, bounds: { min, max } }: Implicit): boolean {
  const working = createWorking(formula);
  propagateBox(working, ...min, ...max);
  const { lo, hi } = working.ranges;
  for (let k = 0; k < lo.length; k++) {
    const size = Math.max(Math.abs(lo[k]), Math.abs(hi[k]));
    if ((size > 0 && size < LEAST) || (size > MOST && size < Infinity)) return false;
  }
  return true;
}
