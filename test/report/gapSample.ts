import { type GapMap, type GapPlace, SEEN } from '../../src/gapMap.js';

export interface GapSampleOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly pixelSize?: readonly [number, number];
  readonly bands?: readonly number[];
  readonly threshold?: number;
  readonly depthError?: number;
  /** By how much the gap of a ray may be wrong; by default by `depthError`. */
  readonly errorAt?: (column: number, row: number) => number;
  readonly isDecided?: boolean;
  readonly names?: readonly [string, string];
}

/** What a ray sees: a gap, or one of the words of {@link SEEN}. */
export type Seen = number | keyof typeof SEEN;

/** A gap map that looks down −z, from what the ray at each place (column, row) sees; regions are left out. */
export function gapSample(at: (column: number, row: number) => Seen, options: GapSampleOptions = {}): GapMap {
  const { columns = 64, rows = 48, pixelSize = [0.1, 0.1], bands = [], threshold = 0, depthError = 1e-6 } = options;
  const { errorAt = () => depthError, isDecided = true } = options;
  const [a, b] = options.names ?? ['upper', 'lower'];
  const count = columns * rows;
  const gap = new Float32Array(count).fill(Number.NaN);
  const error = gap.slice();
  const seen = new Uint8Array(count);
  let minimum: GapPlace | undefined;
  const area = pixelSize[0] * pixelSize[1];
  for (let p = 0; p < count; p++) {
    const ray = [p % columns, Math.floor(p / columns)] as const;
    const found = at(...ray);
    seen[p] = typeof found === 'number' ? SEEN.both : SEEN[found];
    if (typeof found !== 'number') continue;
    [gap[p], error[p]] = [found, errorAt(...ray)];
    const point = [(ray[0] + 0.5) * pixelSize[0], -(ray[1] + 0.5) * pixelSize[1], 0] as const;
    if (!minimum || gap[p] < minimum.gap)
      minimum = { gap: gap[p], error: error[p], ray, onA: point, onB: [point[0], point[1], -gap[p]] };
  }
  const areaWhere = (test: (value: number, p: number) => boolean) => {
    const pixels = gap.reduce((sum, value, p) => sum + Number(test(value, p)), 0);
    return { pixels, area: pixels * area };
  };
  return {
    ...{ a, b, columns, rows, pixelSize, gap, error, seen, threshold },
    view: {
      ...{ origin: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0], direction: [0, 0, -1], columns, rows },
      size: [columns * pixelSize[0], rows * pixelSize[1], 2],
    },
    begin: gap.map((value) => value * 0 + 1),
    aFirst: gap.reduce((out, value, p) => out.fill(Number(value >= 0), p, p + 1), new Uint8Array(count)),
    aLast: gap.reduce((out, value, p) => out.fill(Number(value < 0), p, p + 1), new Uint8Array(count)),
    ...(minimum && { minimum }),
    interference: areaWhere((value, p) => value < -error[p]),
    bands: bands.map((to) => ({ to, ...areaWhere((value, p) => value >= -error[p] && value <= to) })),
    regions: [],
    undecidedRays: seen.reduce((sum, value) => sum + Number(value === SEEN.undecided), 0),
    direction: 'given',
    measured: {
      depthError,
      missedBelow: pixelSize[0] * Math.SQRT2,
      isDecided,
      limit: 'Nothing wider than 0.15 can have been missed.',
    },
    machine: 'CPU',
  };
}

/** Like two rows of teeth: bumps that meet, some deeper than others, with a rim where only one body is, and a few open rays. */
export function teethSample(options: GapSampleOptions = {}): GapMap {
  const { columns = 256, rows = 160 } = options;
  return gapSample(
    (column, row) => {
      const [x, y] = [(column + 0.5) / columns - 0.5, (row + 0.5) / rows - 0.5];
      const r = Math.hypot(x / 0.48, y / 0.44);
      if (r > 1) return 'nothing';
      if (r > 0.88) return x < 0.1 ? 'onlyA' : 'onlyB';
      if (Math.hypot(x + 0.3, y - 0.05) < 0.04) return 'undecided';
      return 0.35 + 0.5 * r * r - 0.42 * Math.sin(17 * x + 1) * Math.cos(13 * y) - 0.1 * Math.cos(40 * x * y);
    },
    { ...options, columns, rows },
  );
}
