import { roundUp } from './roundNumbers.js';

/** By how much more than the error may be said where that saves a digit. */
const MOST_ADDED = 0.2;
/** Below, and from `exponentFrom` on, numbers have an exponent. */
const EXPONENT_BELOW = 1e-4;
const MOST_DECIMALS = 12;

/**
 * A value to the last digit that its error leaves standing, and the error: `0.0107` and `0.0004`. The error is never shown
 * smaller than it is, and covers the rounding of the value. Without an error there is the value alone, with six digits.
 */
export function formatMeasure(value: number, error: number, exponentFrom = 1e7): readonly [string, string?] {
  if (!(error > 0) || !Number.isFinite(error)) return [format(Number(value.toPrecision(6)), undefined, exponentFrom)];
  const short = measured(value, error, 1, exponentFrom);
  const { shown, bound, decimals } =
    short.bound <= error * (1 + MOST_ADDED) ? short : measured(value, error, 2, exponentFrom);
  return [format(shown, decimals, exponentFrom), format(bound, decimals, exponentFrom)];
}

/** With so many digits of the error; no number of decimals where digits are counted instead. */
function measured(value: number, error: number, digits: number, exponentFrom: number) {
  const most = Math.max(Math.abs(value), error);
  const last = exponentOf(roundUp(error, digits)) - digits + 1;
  const isFar = most < EXPONENT_BELOW || most >= exponentFrom || last < -MOST_DECIMALS;
  // Near 1 whole numbers keep all their digits: 1235 ± 80.
  const place = isFar ? last : Math.min(0, last);
  const shown = rounded(value, place);
  const bound = roundUp(error + Math.abs(shown - value), digits);
  return { shown, bound, decimals: isFar ? undefined : -place };
}

function rounded(value: number, place: number): number {
  if (value === 0) return 0;
  const digits = exponentOf(value) - place + 1;
  if (digits > 15) return value;
  return digits >= 1 ? Number(value.toPrecision(digits)) : Number((value / 10 ** place).toFixed(0)) * 10 ** place + 0;
}

const exponentOf = (value: number): number => Number(value.toExponential().split('e')[1]);

function format(value: number, decimals: number | undefined, exponentFrom: number): string {
  if (decimals !== undefined) return value.toFixed(decimals);
  const size = Math.abs(value);
  return size !== 0 && (size < EXPONENT_BELOW || size >= exponentFrom)
    ? value.toExponential().replace('e+', 'e')
    : String(value);
}
