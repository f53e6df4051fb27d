import { InputError } from '../../errors.js';

/** Throws unless the value is a length that stays positive and finite as an f32. */
export function demandPositive(shape: string, what: string, value: number): void {
  if (!(typeof value === 'number' && Math.fround(value) > 0 && Math.fround(value) < Infinity))
    throw new InputError(`${shape}: the ${what} must be positive (${value}). Give a finite length above 0.`);
}

/** Throws unless the value is a whole number, at least `least`. */
export function demandCount(shape: string, what: string, value: number, least: number): void {
  if (!(Number.isSafeInteger(value) && value >= least))
    throw new InputError(
      `${shape}: the number of ${what} must be at least ${least} (${value}). Give a whole number from ${least} up.`,
    );
}

/** Throws unless the value stays finite as an f32. */
export function demandFinite(shape: string, what: string, value: number): void {
  if (!(typeof value === 'number' && Number.isFinite(Math.fround(value))))
    throw new InputError(`${shape}: the ${what} must be finite (${value}). Give a number.`);
}
