import { InputError } from '../errors.js';
import { determinant } from '../math/affine.js';
import { didYouMean } from './suggest.js';

// Readers of option values. Each throws an InputError that says the value and what is allowed; whoever asks says where.

/** One of a few words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InputError(`there is no '${text}'.${didYouMean(text, words)} Choose one of: ${words.join(', ')}.`);
  };

/** Some of a few words, with commas between them. */
export const someOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): readonly Word[] => {
    const parts = text.split(/[\s,]+/).filter(Boolean);
    if (parts.length === 0) throw new InputError(`nothing is named. Choose from: ${words.join(', ')}.`);
    return [...new Set(parts.map(oneOf(words)))];
  };

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = toNumber(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InputError(`'${text}' is no whole number from ${least} to ${most}.`);
  };

/** Some threads, or as many as are worth it. */
export function threadCount(text: string): number | 'auto' {
  if (text === 'auto') return text;
  const value = toNumber(text);
  if (Number.isInteger(value) && value >= 1 && value <= MOST_THREADS) return value;
  throw new InputError(`'${text}' is no number of threads. Give a whole number from 1 to ${MOST_THREADS}, or auto.`);
}

const MOST_THREADS = 256;

/** A finite number from 0 up. */
export function length(text: string): number {
  const value = toNumber(text);
  if (value >= 0 && value < Infinity) return value;
  throw new InputError(`'${text}' is no length. Give a number from 0 up, without a unit.`);
}

/** A finite number with or without a sign. */
export function signedLength(text: string): number {
  const value = toNumber(text);
  if (Number.isFinite(value)) return value;
  throw new InputError(`'${text}' is no length. Give a number, without a unit.`);
}

/** Numbers from 0 up. */
export function lengths(text: string): readonly number[] {
  return numbers(text).map((value) => length(String(value)));
}

/** Two numbers with 0 between them, or one for either side. */
export function rangeAround0(text: string): readonly [number, number] {
  const values = numbers(text);
  const [least, most] = values.length === 1 ? [-Math.abs(values[0]), Math.abs(values[0])] : values;
  if (values.length <= 2 && least <= 0 && most >= 0 && most > least) return [least, most];
  throw new InputError(`'${text}' is no range around 0. Give two numbers, as -0.1,0.5, or one for both sides.`);
}

export function seconds(text: string): number {
  const value = toNumber(text);
  if (value > 0 && value <= MOST_SECONDS) return value;
  throw new InputError(`'${text}' is no time. Give seconds, more than 0 and at most ${MOST_SECONDS}.`);
}

/** Timers take 2^31 milliseconds at most. */
const MOST_SECONDS = 2_000_000;

/** x,y,z */
export function vector(text: string): readonly [number, number, number] {
  const values = numbers(text);
  if (values.length === 3) return values as [number, number, number];
  throw new InputError(`'${text}' has ${values.length} numbers, not 3. Give x,y,z.`);
}

/** x,y,z of any length but 0. */
export function axis(text: string): readonly [number, number, number] {
  const values = vector(text);
  if (values.some((one) => one !== 0)) return values;
  throw new InputError(`'${text}' has no direction. Give x,y,z, not all of them 0.`);
}

/** The rows of a matrix, one after the other, with or without the last row 0,0,0,1; 12 numbers come back. */
export function matrix(text: string): readonly number[] {
  const values = numbers(text);
  if (values.length !== 12 && values.length !== 16)
    throw new InputError(`a pose has 12 or 16 numbers (${values.length} given). Write the matrix row by row.`);
  if (values.length === 16 && values.slice(12).join() !== '0,0,0,1')
    throw new InputError(
      `the matrix is not affine (its last row is ${values.slice(12).join(' ')}). Write it row by row, with 0,0,0,1 as the last.`,
    );
  const pose = values.slice(0, 12);
  const d = determinant(Float64Array.from(pose));
  if (!Number.isFinite(d) || d === 0)
    throw new InputError(`the matrix cannot be inverted (determinant ${d}). Give one that does not flatten the body.`);
  return pose;
}

/** Two patterns with a comma between them; a comma within a pattern is written `\,`. */
export function patternPair(text: string): readonly [string, string] {
  const parts = text.split(/(?<!\\),/).map((part) => part.trim().replaceAll('\\,', ','));
  if (parts.length === 2 && parts.every(Boolean)) return parts as [string, string];
  throw new InputError(
    `'${text}' does not name two bodies. Give two patterns with a comma between them, as 'Bolt*,Nut*' (a comma in a name: \\,).`,
  );
}

export function word(text: string): string {
  if (text.trim() !== '') return text;
  throw new InputError('the value is empty.');
}

function numbers(text: string): number[] {
  return text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map((part) => {
      const value = toNumber(part);
      if (Number.isFinite(value)) return value;
      throw new InputError(`'${part}' in '${text}' is no number.`);
    });
}

/** As people write decimal numbers: no hexadecimal, no empty text; NaN for all else. */
const toNumber = (text: string): number =>
  /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
