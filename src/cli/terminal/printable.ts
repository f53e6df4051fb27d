/**
 * Text from files and command lines as a terminal may show it: what would move the cursor, change colours, ring, or turn the
 * direction of writing becomes a replacement character. One line.
 */
export const printable = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').replace(UNSAFE, '\ufffd');

// C0, DEL, C1; line and paragraph separators; marks, embeddings, overrides and isolates of direction; halves of pairs.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
