/** The smallest of 1, 2 and 5 times a power of ten that cuts `range` into at most `most` steps. */
export function roundStep(range: number, most: number): number {
  const decade = 10 ** Math.floor(Math.log10(range / most));
  // The share is there so that a range of exactly `most` steps is not pushed to the next by rounding.
  return [1, 2, 5, 10].map((m) => m * decade).find((step) => range / step <= most * (1 + 1e-9))!;
}

/** The largest of 1, 2 and 5 times a power of ten up to `limit`. */
export function roundBelow(limit: number): number {
  const decade = 10 ** Math.floor(Math.log10(limit) + 1e-9);
  return [5, 2, 1].map((m) => m * decade).find((value) => value <= limit * (1 + 1e-9)) ?? decade;
}

/** A multiple of a round step, with as many decimals as the step has. */
export function formatStep(value: number, step: number): string {
  if (value === 0) return '0';
  if (step < 1e-4 || Math.abs(value) >= 1e6) {
    // Down to the place of the step: neighbours differ.
    const digits = Math.floor(Math.log10(Math.abs(value)) + 1e-9) - Math.floor(Math.log10(step) + 1e-9);
    return exponent(value.toExponential(Math.min(15, Math.max(0, digits))));
  }
  return value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** Three significant digits. */
export const formatShort = (value: number): string => {
  const rounded = Number(value.toPrecision(3));
  return rounded !== 0 && (Math.abs(rounded) < 1e-4 || Math.abs(rounded) >= 1e6)
    ? exponent(rounded.toExponential())
    : String(rounded);
};

const exponent = (text: string): string => text.replace(/(\.\d*?)0+e/, '$1e').replace(/\.?e\+?/, 'e');

/** A bound with so many significant digits, and no smaller than it is but for rounding of the last bits. */
export function roundUp(bound: number, digits: number): number {
  const nearest = Number(bound.toPrecision(digits));
  if (!(nearest < bound * (1 - 1e-9))) return nearest;
  const exponent = Number(bound.toExponential().split('e')[1]);
  return Number((nearest + 10 ** (exponent - digits + 1)).toPrecision(digits));
}
