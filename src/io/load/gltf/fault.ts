import { InputError } from '../../../errors.js';

/** What is wrong with a piece of the file. The file's name is put before it where the fault leaves the reader. */
export const fault = (fact: string, remedy = 'Export the file again.'): InputError =>
  new InputError(`${fact}. ${remedy}`);

/** Says where a fault was met. */
export function within<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${where}: ${error.message}`);
    throw error;
  }
}

const LONGEST_QUOTE = 60;

/** A value of the file as messages show it: short, on one line and without control characters. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const line = value.slice(0, LONGEST_QUOTE).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
    return `'${line}${value.length > LONGEST_QUOTE ? '…' : ''}'`;
  }
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** "mesh 3 'wheel'", or "mesh 3" where it has no name. */
export const called = (what: string, index: number, name: string | undefined): string =>
  name === undefined ? `${what} ${index}` : `${what} ${index} ${shown(name)}`;
