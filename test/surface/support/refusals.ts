import { expect } from 'vitest';
import { InputError } from '../../../src/errors.js';

/** What is said, if it is an InputError, and it has a remedy. */
export function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/^\w+: .+\. [A-Z].+\.$/s);
    return (error as Error).message;
  }
  return 'it was taken';
}

/** Each has to be refused with a sentence that begins so. */
export const expectRefusals = (cases: readonly (readonly [make: () => unknown, beginning: string])[]): void => {
  for (const [make, beginning] of cases) expect(refusal(make).slice(0, beginning.length)).toBe(beginning);
};
