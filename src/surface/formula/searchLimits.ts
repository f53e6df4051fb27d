/** So many intervals may be looked at per line. A line that grazes a smooth solid takes less than a hundred. */
export const MOST_INTERVALS = 4096;

/** Stretches are not cut any shorter than this; the line runs from −1 to 1. */
export const SHORTEST = 2 ** -41;

/** Into so many pieces a line is cut from the start, at most. */
export const MOST_PIECES = 64;

/** Deeper than stretches can be cut: a cut adds two at most, and then leaves less than 0.6 of one; or one, and less than 0.7. */
export const MOST_WAITING = MOST_PIECES + 128;

/** Every stretch has one place at most, and looking at an interval makes two of one, or three. */
export const MOST_ROOTS = MOST_PIECES + 2 * MOST_INTERVALS;

/** Enough for halving alone to come to an end. */
export const MOST_REFINE_STEPS = 120;
