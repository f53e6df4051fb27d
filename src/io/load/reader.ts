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
  /** How far faces may lie from curved surfaces, in the scene's units; the reader's own choice where it is absent. */
  readonly chordError?: number;
}

/** One sentence about a file that cannot be read: which, what is wrong, where; and what to do. */
export const unreadable = ({ name }: Pick<Source, 'name'>, fact: string, remedy: string): InputError =>
  new InputError(`${name}: ${fact}. ${remedy}`);

/** Refuses a chord error that is no length; none is fine. */
export function demandChordError(chordError: number | undefined, area: string): void {
  if (chordError !== undefined && !(typeof chordError === 'number' && chordError > 0 && chordError < Infinity))
    throw new InputError(`${area}: the chord error is no length (${chordError}). Give a number above 0, or none.`);
}
