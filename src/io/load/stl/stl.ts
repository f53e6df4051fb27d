import type { Reader } from '../reader.js';
import { decodeText } from '../text/decodeText.js';
import { readAsciiStl } from './stlAscii.js';
import { FACET_BYTES, facetCountOf, HEADER_BYTES, readBinaryStl } from './stlBinary.js';

/** How far an ASCII file must be text; behind the 84 bytes of a binary head there are numbers, with zeros among them. */
const LOOKED_AT_BYTES = 1024;

/**
 * Reads an STL file, ASCII or binary. Which one it is follows from the length first and the content next: binary heads
 * may begin with the word `solid`, too. Corners at the same place become one vertex; facets keep their order, and those
 * that have lost a side thereby are kept. Normals are not read: what is outside follows from the order of the corners.
 */
export const readStl: Reader = (bytes, source) => {
  if (bytes.length === HEADER_BYTES + FACET_BYTES * facetCountOf(bytes)) return readBinaryStl(bytes, source);
  const text = decodeText(bytes);
  return isAscii(text) ? readAsciiStl(text, source) : readBinaryStl(bytes, source);
};

function isAscii(text: Uint8Array): boolean {
  const head = String.fromCharCode(...text.subarray(0, LOOKED_AT_BYTES));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none but line ends, tabs and the like
  return /^\s*solid(?!\S)/i.test(head) && !/[\u0000-\u0008\u000e-\u001f]/.test(head);
}
