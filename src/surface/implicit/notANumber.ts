import { InputError } from '../../errors.js';

export const notANumber = (x: number, y: number, z: number): InputError =>
  new InputError(
    `implicit: the formula is not a number at (${x}, ${y}, ${z}). Write it so that it is defined everywhere in its box, or give smaller bounds.`,
  );
