import { InputError } from '../../../errors.js';

/** What the first of several readings makes of a file that can read it; where none can, what is wrong by number `told`. */
export function firstReading<T>(readings: readonly (() => T)[], told: number): T {
  const errors: InputError[] = [];
  for (const read of readings) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.push(error);
    }
  }
  throw errors[told];
}
