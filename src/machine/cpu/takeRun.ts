import type { Run } from './coverFace.js';
import type { FragmentPass } from './fragmentPass.js';
import { ALWAYS, outcome } from './stencil.js';

/** Fragments of neighbouring pixels. */
export type FragmentRun = Omit<Run, 'x' | 'y'>;

/**
 * Takes a run through the pass: `from` is the first fragment's place in the planes, depths may still lie outside the range,
 * `id` is what the id plane gets.
 */
export function takeRun(pass: FragmentPass, from: number, run: FragmentRun, id: number): void {
  const { z, slope, first, count, least, most, sign } = run;
  const { near, far, outcomes, writeDepth, beyondKept, hasStencil, hasId, depths, kept, stencil, ids } = pass;
  const { holds, onFail, onDepthFail, onPass } = sign > 0 ? pass.entries : pass.exits;
  const testsDepth = outcomes !== ALWAYS;
  let passed = false;
  for (let k = first, at = from; k < first + count; k++, at++) {
    const plane = z + slope * k;
    const depth = plane < least ? least : plane > most ? most : plane;
    if (!(depth >= near && depth <= far)) continue;
    const value = Math.fround(depth > 0 ? (depth < 1 ? depth : 1) : 0);
    if (beyondKept && !(value > kept[at])) continue;
    const holdsDepth = !testsDepth || (outcomes & outcome(value, depths[at])) !== 0;
    let holdsStencil = true;
    if (hasStencil) {
      const old = stencil[at];
      holdsStencil = holds[old] !== 0;
      stencil[at] = holdsStencil ? (holdsDepth ? onPass[old] : onDepthFail[old]) : onFail[old];
    }
    if (!holdsDepth || !holdsStencil) continue;
    passed = true;
    if (writeDepth) depths[at] = value;
    if (hasId) ids[at] = id;
  }
  if (passed) pass.passed = true;
}
