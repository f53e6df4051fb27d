export type Point = readonly [x: number, y: number];

/** The line y = intercept + slope × x, and how well it fits. */
export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** The share of the variance that the line explains. */
  readonly r2: number;
  /** The largest distance of a point from the line, along y. */
  readonly deviation: number;
}

/** The line of least squares. */
export function fitLine(points: readonly Point[]): Line {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const x0 = mean(([x]) => x);
  const y0 = mean(([, y]) => y);
  const slope = mean(([x, y]) => (x - x0) * (y - y0)) / mean(([x]) => (x - x0) ** 2);
  const intercept = y0 - slope * x0;
  const error = ([x, y]: Point): number => y - intercept - slope * x;
  return {
    slope,
    intercept,
    r2: 1 - mean((point) => error(point) ** 2) / mean(([, y]) => (y - y0) ** 2),
    deviation: Math.max(...points.map((point) => Math.abs(error(point)))),
  };
}

/** The power law y = factor × x^exponent, fitted as a line in logarithms. */
export function fitPower(points: readonly Point[]): { readonly factor: number; readonly exponent: number } {
  const { slope, intercept } = fitLine(points.map(([x, y]) => [Math.log(x), Math.log(y)]));
  return { factor: Math.exp(intercept), exponent: slope };
}
