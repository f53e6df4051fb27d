import { InputError } from '../errors.js';
import { type Box, extent } from '../math/box.js';
import { shown } from '../mesh/shapes/demand.js';
import { refusal } from './fields.js';
import { checkBox } from './implicit/checkBox.js';
import { knownKind } from './kinds.js';
import { isMade } from './made.js';
import type { Surface } from './surface.js';

/** How far bounds may cut into a solid, in its sizes: rounding, and the slack of those of patches. */
const ROUNDING = 1e-9;
const PATCH_SLACK = 3e-7;
/** How far bounds may lie beyond a solid, in its sizes: work and errors grow with the box. */
const MOST_ROOM = 1;

/**
 * Throws unless this is a whole solid of a known kind: plain data that were written by hand, edited or read from a file can be anything. What
 * `surface.…` has made costs nothing here.
 */
export function checkSurface(surface: Surface): void {
  if (typeof surface !== 'object' || surface === null)
    throw refusal(`this is no surface (${shown(surface)})`, 'Make one with surface.sphere, say.');
  if (isMade(surface)) return;
  const { kind, bounds, patches } = surface;
  const { check } = knownKind(surface);
  if (!Array.isArray(patches) || patches.some((name) => typeof name !== 'string'))
    throw refusal(`patches are no list of names (${shown(patches)})`, 'Give a text for each.');
  const { patchCount, bounds: due } = asSurface(() => {
    checkBox('surface', bounds);
    return check(surface);
  });
  if (patches.length !== patchCount)
    throw refusal(
      `this ${kind} has ${patchCount} ${patchCount === 1 ? 'patch' : 'patches'} (${patches.length} names)`,
      'Give each a name.',
    );
  if (due) checkBounds(bounds, due, kind === 'nurbs' ? PATCH_SLACK : ROUNDING);
}

/** What constructors say of their options is said of the surface. */
function asSurface<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replace(/^\w+: /, 'surface: '));
  }
}

function checkBounds(box: Box, due: Box, slack: number): void {
  const size = Math.max(...extent(due));
  for (let k = 0; k < 3; k++) {
    const axis = 'xyz'[k];
    const values = `${box.min[k]} to ${box.max[k]} along ${axis}, the solid from ${due.min[k]} to ${due.max[k]}`;
    const remedy = `Give its own bounds, or make it with the function for its kind.`;
    if (box.min[k] > due.min[k] + slack * size || box.max[k] < due.max[k] - slack * size)
      throw refusal(`the bounds do not hold the solid (${values})`, remedy);
    if (box.min[k] < due.min[k] - MOST_ROOM * size || box.max[k] > due.max[k] + MOST_ROOM * size)
      throw refusal(`the bounds are far larger than the solid (${values})`, remedy);
  }
}
