/** Powers of ten that a double holds exactly. */
const EXACT_POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** The range of exponents that are added up; beyond it a number is 0 or infinite whatever its digits are. */
const MOST_EXPONENT = 100_000;

/**
 * The decimal number written in the bytes from `start` up to `end`, exactly as `Number` reads it; NaN where they are no
 * decimal number, such as `nan`, `inf`, `1,5` or `0x10`.
 *
 * Whole numbers below 2^53 and powers of ten up to 10^22 are exact in f64, so one product or quotient of them is rounded
 * once, and correctly (Clinger 1990). Longer ones go through a string,
 * which takes ten times as long.
 */
export function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  const isNegative = bytes[i] === MINUS;
  if (isNegative || bytes[i] === PLUS) i++;
  let mantissa = 0;
  let scale = 0;
  const integerStart = i;
  for (; i < end; i++) {
    const digit = bytes[i] - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    mantissa = mantissa * 10 + digit;
  }
  let digitCount = i - integerStart;
  if (i < end && bytes[i] === POINT) {
    const fractionStart = ++i;
    for (; i < end; i++) {
      const digit = bytes[i] - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      mantissa = mantissa * 10 + digit;
    }
    scale = fractionStart - i;
    digitCount -= scale;
  }
  if (digitCount === 0) return Number.NaN;
  if (i < end && (bytes[i] | 32) === 101) {
    const exponentIsNegative = bytes[++i] === MINUS;
    if (exponentIsNegative || bytes[i] === PLUS) i++;
    if (i >= end) return Number.NaN;
    let exponent = 0;
    for (; i < end; i++) {
      const digit = bytes[i] - ZERO;
      if (!(digit >= 0 && digit <= 9)) return Number.NaN;
      if (exponent < MOST_EXPONENT) exponent = exponent * 10 + digit;
    }
    scale += exponentIsNegative ? -exponent : exponent;
  }
  if (i < end) return Number.NaN;
  // Strictly below: 2^53 + 1 is rounded to 2^53 when it is added up.
  if (mantissa < 2 ** 53 && scale >= -22 && scale <= 22) {
    const value = scale < 0 ? mantissa / EXACT_POWERS[-scale] : mantissa * EXACT_POWERS[scale];
    return isNegative ? -value : value;
  }
  return Number(textOfNumber(bytes, start, end));
}

const decoder = new TextDecoder();

function textOfNumber(bytes: Uint8Array, start: number, end: number): string {
  // For longer ones the joints of the string would take more memory than the file.
  if (end - start > 64) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}

/** {@link parseDecimal} of a string; blanks around it do not matter. */
export function decimalOf(text: string): number {
  const trimmed = text.trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
