import { type BodyState, worldChordError } from './body.js';

/** What a report on faces says of bodies that are no meshes. */
export interface ChordReport {
  /**
   * How far the faces that were compared may lie from the bodies' own surfaces, A's and B's, where these are no meshes: what is exact is
   * so for the faces. Absent for meshes.
   */
  readonly chordError?: readonly [a: number, b: number];
}

export const reportChord = (a: BodyState, b: BodyState): ChordReport =>
  a.surface || b.surface ? { chordError: [worldChordError(a), worldChordError(b)] } : {};
