import { type Body, still } from './body.js';
import { type FacesThatTouch, touchingFaces } from './detect/touchingFaces.js';
import { InputError } from './errors.js';
import { MOST_CELLS } from './machine/cells.js';
import type { Machine, Timings } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import { type ChordReport, reportChord } from './reportChord.js';

export interface CullOptions {
  /** Faces that come nearer to the other body than this are kept, too, in model units. */
  clearance?: number;
  /** The most cells across and down the zone where the bodies' boxes meet. Where faces are few or large, fewer are used. */
  cells?: number;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const CULL_DEFAULTS = { clearance: 0, cells: MOST_CELLS, machine: undefined } as const;

/** The faces that can interfere, and how they were found. Plain data. */
export interface Culled extends FacesThatTouch, ChordReport {
  readonly timings: Timings;
}

/**
 * Leaves out the faces that cannot interfere, as a narrow phase wants it: every face that touches or crosses one of the
 * other body, or comes nearer to it than the clearance, is kept, those that rounding alone keeps apart among them; and
 * some that only come near. A body inside another has no crossing faces: nothing is kept there.
 *
 * It takes time in proportion to the number of faces, and prepares nothing, so bodies may deform.
 *
 * @example const { a, b } = await cull(body(torusKnot()), body(icoSphere()), { clearance: 0.01 })
 */
export async function cull(first: Body, second: Body, options: CullOptions = {}): Promise<Culled> {
  const begin = performance.now();
  const { clearance = CULL_DEFAULTS.clearance, cells = CULL_DEFAULTS.cells, machine } = options;
  if (!(typeof clearance === 'number' && clearance >= 0 && clearance < Infinity))
    throw new InputError(
      `cull: the clearance is not a length (${clearance}). Give a finite number from 0 up, in model units.`,
    );
  if (!(Number.isInteger(cells) && cells >= 1 && cells <= MOST_CELLS))
    throw new InputError(
      `cull: the number of cells is not whole, or out of range (${cells}). Give 1 to ${MOST_CELLS}, across and down.`,
    );
  const pair = [still(first), still(second)] as const;
  let stagesMs: Timings['stagesMs'] = {};
  const [found] = await touchingFaces(machine ?? (await sharedMachine()), [pair], { clearance, cells }, (timings) => {
    stagesMs = timings.stagesMs;
  });
  return { ...found, ...reportChord(...pair), timings: { wallMs: performance.now() - begin, stagesMs } };
}
