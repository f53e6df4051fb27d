import type { Reader } from '../../../../src/io/load/reader.js';
import { stemOf } from '../../../../src/io/load/stemOf.js';
import type { Scene } from '../../../../src/io/scene.js';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A text as UTF-16, with a byte order mark unless told otherwise. */
export function utf16(text: string, isLittle: boolean, mark = '\ufeff'): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * (mark + text).length));
  for (let i = 0; 2 * i < view.byteLength; i++) view.setUint16(2 * i, (mark + text).charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}

/** Reads bytes or a text with one reader, as a file of the given name that may name no other. */
export const readWith = async (reader: Reader, data: Uint8Array | string, name: string): Promise<Scene> =>
  reader(typeof data === 'string' ? utf8(data) : data, {
    name,
    stem: stemOf(name),
    resolve: async (uri) => {
      throw new Error(`the reader asks for another file: ${uri}`);
    },
  });

/** The message of the error that reading ends with; fails where it does not. */
export const messageOf = async (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => Promise.reject(new Error('it was read')),
    (error: Error) => (error.name === 'InputError' ? error.message : Promise.reject(error)),
  );
