import { InputError } from '../../errors.js';
import type { Scene } from '../scene.js';

/** Turns the bytes of a file into a scene. What cannot be read at all throws an `InputError`, see {@link unreadable}. */
export type Reader = (bytes: Uint8Array, source: Source) => Scene | Promise<Scene>;

/** Where bytes come from. */
export interface Source {
  /** The file's name, for messages. */
  readonly name: string;
  /** The name without folders and ending, for parts that have none of their own. */
  readonly stem: string;
  /** Reads a file that this one names. Throws an `InputError` where it may not or cannot. */
  readonly resolve: (uri: string) => Promise<Uint8Array>;
  /** Where the WebAssembly of an optional package lies, where it is not found by itself (in browsers). */
  readonly locate?: (file: string) => string;
}

/** One sentence about a file that cannot be read: which, what is wrong, where; and what to do. */
export const unreadable = ({ name }: Pick<Source, 'name'>, fact: string, remedy: string): InputError =>
  new InputError(`${name}: ${fact}. ${remedy}`);
