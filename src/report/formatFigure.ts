/** Four significant digits, with an exponent where the number is very small or very large. */
export function formatFigure(value: number): string {
  const rounded = Number(value.toPrecision(4));
  if (rounded === 0) return '0';
  const size = Math.abs(rounded);
  // Whole numbers below a million keep all their digits: 12345 stays.
  if (size >= 1000 && size < 1e6) return String(Math.round(value));
  return size < 1e-4 || size >= 1e6 ? rounded.toExponential().replace('e+', 'e') : String(rounded);
}

/** A coordinate to three decimals, or four digits where it is small: models stand far from the origin. */
export const formatCoordinate = (value: number): string =>
  String(Number(Math.abs(value) >= 1 ? value.toFixed(3) : value.toPrecision(4)) + 0);
