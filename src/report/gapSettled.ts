import type { GapMap } from '../gapMap.js';

/** The gaps of a map as they are shown: what may be 0 but for its ray's error is contact, 0, on whichever side it was found. */
export const gapSettled = ({ gap, error }: Pick<GapMap, 'gap' | 'error'>): Float32Array =>
  gap.map((value, p) => (Math.abs(value) <= error[p] ? 0 : value));
