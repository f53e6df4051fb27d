import { type Source, unreadable } from '../reader.js';

// STEP and IFC files are both exchange structures of ISO 10303-21: a header, and a list of entities.

const BEGIN = /^(\xef\xbb\xbf)?\s*(\/\*.{0,1000}?\*\/\s*)?ISO-10303-21\s*;/s;
const END = 'END-ISO-10303-21';

const BLANK = 32;
const [QUOTE, OPEN, CLOSE, STAR, SLASH, SEMICOLON, NEWLINE, HASH, EQUALS, ZERO] = Array.from("'()*/;\n#=0", (sign) =>
  sign.charCodeAt(0),
);

/**
 * Refuses a file that is something else, that breaks off, or whose brackets and quotes do not close: the packages that
 * read these formats take half of a file for the whole, and some hang on a list without an end.
 */
export function demandWhole(bytes: Uint8Array, format: string, source: Source): void {
  if (!BEGIN.test(String.fromCharCode(...bytes.subarray(0, 2048))))
    throw unreadable(
      source,
      `it does not begin as ${format} does (with ISO-10303-21)`,
      'Check what it is, and export it again.',
    );
  let line = 1;
  let start = 0; // of the statement
  let startLine = 0; // where its first sign is; 0 before that
  let depth = 0;
  const broken = (fact: string) =>
    unreadable(source, `${fact} in the statement that begins on line ${startLine}`, 'Export it again.');
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (startLine === 0 && byte > BLANK) startLine = line;
    if (byte === NEWLINE) line++;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE) {
      if (--depth < 0) throw broken('a bracket closes that was not opened');
    } else if (byte === SEMICOLON) {
      if (depth > 0) throw broken('a bracket is not closed');
      if (isEnd(bytes, start, i)) return;
      if (!isStatement(bytes, start, i)) throw broken('an entity is without its data');
      start = i + 1;
      startLine = 0;
    } else if (byte === QUOTE || (byte === SLASH && bytes[i + 1] === STAR)) {
      const close = byte === QUOTE ? bytes.indexOf(QUOTE, i + 1) : endOfComment(bytes, i + 2);
      if (close < 0) break;
      for (; i < close; i++) if (bytes[i] === NEWLINE) line++;
    }
  }
  throw unreadable(
    source,
    `it breaks off on line ${line}, after ${bytes.length} bytes (${END} is missing)`,
    'Export it again.',
  );
}

/** Where a comment ends, that is the slash behind the star. */
function endOfComment(bytes: Uint8Array, from: number): number {
  for (let i = bytes.indexOf(STAR, from); i >= 0; i = bytes.indexOf(STAR, i + 1))
    if (bytes[i + 1] === SLASH) return i + 1;
  return -1;
}

/** Whether a statement that begins with the number of an entity goes on as one: `#12 = NAME(…)`. */
function isStatement(bytes: Uint8Array, start: number, end: number): boolean {
  let i = start;
  while (i < end && bytes[i] <= BLANK) i++;
  if (bytes[i] !== HASH) return true;
  const number = ++i;
  while (bytes[i] >= ZERO && bytes[i] <= ZERO + 9) i++;
  if (i === number) return false;
  while (i < end && bytes[i] <= BLANK) i++;
  return bytes[i] === EQUALS || bytes[i] === SLASH; // a comment may stand before the sign
}

/** Whether the statement says that the file ends. */
function isEnd(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < END.length || end - start > 1000) return false;
  return String.fromCharCode(...bytes.subarray(start, end))
    .trimEnd()
    .endsWith(END);
}

/** Hands over each entity's number, keyword and text. Linear in the text; strings and comments are passed over whole. */
export function forEachEntity(text: string, take: (id: number, keyword: string, body: string) => void): void {
  const marks = /'|\/\*|;/g;
  const head = /^\s*#(\d+)\s*=\s*([A-Z0-9_]*)\s*/i;
  let before = ''; // of this statement, up to its last comment
  let start = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const at = mark.index;
    if (mark[0] === ';') {
      if (before.length + at - start < MOST_STATEMENT) {
        const statement = before + text.slice(start, at);
        const match = head.exec(statement);
        if (match) take(Number(match[1]), match[2].toUpperCase(), statement.slice(match[0].length));
      }
      before = '';
      start = at + 1;
      continue;
    }
    // A doubled quote within a string reads as two strings, to the same end.
    const end = mark[0] === "'" ? text.indexOf("'", at + 1) + 1 : text.indexOf('*/', at + 2) + 2;
    if (end <= at) return;
    if (mark[0] !== "'") {
      before += `${text.slice(start, at)} `;
      start = end;
    }
    marks.lastIndex = end;
  }
}

/** Longer statements are lists of points or faces, and of no interest here. */
const MOST_STATEMENT = 100_000;

/** The numbers of the entities that a text names, in its order. */
export const referencesIn = (text: string): number[] =>
  Array.from(text.replace(/'[^']*'/g, '').matchAll(/#(\d+)/g), ([, id]) => Number(id));

/** The strings of a text, decoded: two quotes stand for one, and characters beyond ASCII are written in hexadecimal. */
export const stringsIn = (text: string): string[] =>
  Array.from(text.matchAll(/'((?:[^']|'')*)'/g), ([, raw]) => decodeString(raw));

function decodeString(raw: string): string {
  const hex = (digits: string, width: number): string => {
    let out = '';
    for (let i = 0; i + width <= digits.length; i += width) {
      const code = Number.parseInt(digits.slice(i, i + width), 16);
      out += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    }
    return out;
  };
  return raw
    .replaceAll("''", "'")
    .replace(/\\X2\\([0-9A-F]*)\\X0\\/gi, (_, digits) => utf16(digits))
    .replace(/\\X4\\([0-9A-F]*)\\X0\\/gi, (_, digits) => hex(digits, 8))
    .replace(/\\X\\([0-9A-F]{2})/gi, (_, digits) => hex(digits, 2))
    .replace(/\\S\\(.)/gs, (_, letter) => String.fromCharCode(letter.charCodeAt(0) + 128))
    .replace(/\\P[A-I]\\/g, '')
    .replaceAll('\\\\', '\\');
}

/** Pairs of units beyond the first 2^16 characters come out whole, as strings are UTF-16 themselves. */
function utf16(digits: string): string {
  let out = '';
  for (let i = 0; i + 4 <= digits.length; i += 4)
    out += String.fromCharCode(Number.parseInt(digits.slice(i, i + 4), 16));
  return out;
}
