import { InputError } from '../../errors.js';

/** A value in a message: texts in quotes, so that '1' does not look like a number. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}…` : value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
const MOST_TEXT = 40;

/** Whether the value is a list: an array or a typed array. */
export const isList = (value: unknown): value is ArrayLike<number> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/**
 * Throws unless the options are a plain object without other names than these: a misspelt one would silently give the default, and so would
 * the radius itself in the object's place.
 */
export function demandOptions<T extends object>(
  shape: string,
  options: T,
  names: readonly (T extends unknown ? keyof T & string : never)[],
): void {
  if (!isPlain(options))
    throw new InputError(
      `${shape}: the options are no plain object (${shown(options)}). Give one with these names: ${names.join(', ')}.`,
    );
  const wrong = Object.keys(options).find((name) => !(names as readonly string[]).includes(name));
  if (wrong !== undefined)
    throw new InputError(`${shape}: there is no option '${wrong}'. Choose one of: ${names.join(', ')}.`);
}

/** Made by a literal, by JSON or without a prototype, in whatever realm: no list, no map, no instance of a class. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Throws unless the value is a length that stays positive and finite as an f32. */
export function demandPositive(shape: string, what: string, value: number): void {
  const refuse = (fact: string, remedy: string): never => {
    throw new InputError(`${shape}: the ${what} ${fact} (${shown(value)}). ${remedy}`);
  };
  if (typeof value !== 'number') refuse('is no number', 'Give a finite length above 0.');
  if (!(value > 0 && value < Infinity)) refuse('must be positive', 'Give a finite length above 0.');
  const single = Math.fround(value);
  if (!(single > 0 && single < Infinity))
    refuse(
      single > 0 ? 'is too large' : 'is too small',
      'Give a length from 1e-44 to 3e38: single precision ends there.',
    );
}

/** Throws unless the value is a whole number, at least `least`. */
export function demandCount(shape: string, what: string, value: number, least: number): void {
  if (!(Number.isSafeInteger(value) && value >= least))
    throw new InputError(
      `${shape}: the number of ${what} must be at least ${least} (${shown(value)}). Give a whole number from ${least} up.`,
    );
}

/** Throws unless the value stays finite as an f32. */
export function demandFinite(shape: string, what: string, value: number): void {
  if (!(typeof value === 'number' && Number.isFinite(value)))
    throw new InputError(`${shape}: the ${what} must be finite (${shown(value)}). Give a number.`);
  if (!Number.isFinite(Math.fround(value)))
    throw new InputError(
      `${shape}: the ${what} is too large (${value}). Give a number from -3e38 to 3e38: single precision ends there.`,
    );
}
