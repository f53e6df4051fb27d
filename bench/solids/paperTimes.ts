// Myszkowski, Okunev and Kunii 1995, section 8, in seconds: table 1, and what the text says of the jaws.

/** One rendering of A and B; what application software took after the first, the second and the third one; all of it. */
export interface PaperTimes {
  readonly hardware: number;
  readonly software: readonly number[];
  readonly total: number;
}

const times = (hardware: number, software: readonly number[], total: number): PaperTimes => ({
  hardware,
  software,
  total,
});

export const TABLE_1 = {
  RealityEngine2: {
    a: times(0.27, [0.13, 0.17], 0.84),
    b: times(0.27, [0.13, 0.1], 0.77),
    c: times(0.27, [0.13, 0.17, 0.28], 1.39),
  },
  Extreme: {
    a: times(0.52, [0.18, 0.25], 1.47),
    b: times(0.52, [0.18, 0.14], 1.36),
    c: times(0.52, [0.18, 0.25, 0.35], 2.34),
  },
} as const;

/** Renderings, and seconds on a RealityEngine2 and on an Extreme. Sorting polygons is not in it. */
export const PAPER_JAWS = {
  a: { renderings: 1, RealityEngine2: 0.3, Extreme: 0.49 },
  b: { renderings: 1, RealityEngine2: 0.3, Extreme: 0.49 },
  c: { renderings: 3, RealityEngine2: 1.11, Extreme: 1.78 },
  d: { renderings: 3, RealityEngine2: 1.11, Extreme: 1.78 },
} as const;
