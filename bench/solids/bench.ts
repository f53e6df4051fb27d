import type { Machine } from '../../src/machine/machine.js';
import type { MeasureOptions } from '../support/measure.js';

/** What the sections of the bench run on, and how much of it. */
export interface SolidsBench {
  /** For totals. */
  readonly machine: Machine;
  /** The same, with timestamps where these cost something: for how a total is made up. */
  readonly timed: Machine;
  readonly resolution: number;
  /** In the scenes of figure 3, and in the five teeth. */
  readonly polygons: number;
  readonly teethPolygons: number;
  readonly measure: Required<Pick<MeasureOptions, 'warmUp' | 'rounds'>>;
}
