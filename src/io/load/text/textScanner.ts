import { textOf } from './decodeText.js';
import { parseDecimal } from './parseDecimal.js';

/**
 * A place in a text: lines of tokens with blanks between them, taken from the bytes without making strings of all.
 * Lines end with LF, CR LF or CR.
 */
export interface TextScanner {
  readonly bytes: Uint8Array;
  /** `#` begins a comment. */
  readonly comments: boolean;
  /** A `\` at the end of a line joins the next to it. */
  readonly joins: boolean;
  /** The number of the line, from 1. */
  line: number;
  /** The byte to look at next. */
  at: number;
  /** The token last taken: from `start` up to `end`. */
  start: number;
  end: number;
}

export function textScanner(bytes: Uint8Array, options: { comments?: boolean; joins?: boolean } = {}): TextScanner {
  return {
    bytes,
    comments: options.comments ?? false,
    joins: options.joins ?? false,
    line: 1,
    at: 0,
    start: 0,
    end: 0,
  };
}

const TAB = 9;
const LF = 10;
const FF = 12;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const BACKSLASH = 92;

/** How much of a token messages show. */
const SHOWN_CHARACTERS = 40;

/** Takes the next token of this line; false at its end. */
export function nextToken(scanner: TextScanner): boolean {
  const { bytes, comments, joins } = scanner;
  const { length } = bytes;
  let i = scanner.at;
  for (; i < length; i++) {
    const c = bytes[i];
    if (c === SPACE || (c >= TAB && c <= FF && c !== LF)) continue;
    if (c !== BACKSLASH || !joins || !endsLine(bytes, i + 1)) break;
    i = lineEnd(bytes, i + 1) - 1;
    scanner.line++;
  }
  scanner.at = i;
  if (i >= length || endsLine(bytes, i) || (comments && bytes[i] === HASH)) return false;
  scanner.start = i;
  for (i++; i < length; i++) {
    const c = bytes[i];
    if (c === SPACE || (c >= TAB && c <= CR)) break;
    if (comments && c === HASH) break;
    if (c === BACKSLASH && joins && endsLine(bytes, i + 1)) break;
  }
  scanner.end = scanner.at = i;
  return true;
}

/** Leaves the rest of this line; false where there is no other. */
export function nextLine(scanner: TextScanner): boolean {
  const { bytes, comments, joins } = scanner;
  let inComment = false;
  for (let i = scanner.at; i < bytes.length; i++) {
    const c = bytes[i];
    if (c === HASH) inComment ||= comments;
    if (c !== LF && c !== CR) continue;
    const after = lineEnd(bytes, i);
    scanner.line++;
    if (joins && !inComment && i > scanner.at && bytes[i - 1] === BACKSLASH) {
      i = after - 1;
      continue;
    }
    scanner.at = after;
    return after < bytes.length;
  }
  scanner.at = bytes.length;
  return false;
}

/** Takes the next token of this line or of one below; false at the end of the text. */
export function nextWord(scanner: TextScanner): boolean {
  while (!nextToken(scanner)) if (!nextLine(scanner)) return false;
  return true;
}

/** The token as a number; NaN where it is none. */
export const tokenNumber = ({ bytes, start, end }: TextScanner): number => parseDecimal(bytes, start, end);

/** Whether the token is how programs write what is no finite number: nan, -inf, Infinity, 1.#QNAN. */
export const isNotFinite = (scanner: TextScanner): boolean =>
  scanner.end - scanner.start < SHOWN_CHARACTERS && /^[+-]?(nan|inf|\d+\.#)/i.test(tokenText(scanner));

/** Whether the token is `word`, given in lower case, in whatever case. */
export function tokenIs({ bytes, start, end }: TextScanner, word: string): boolean {
  if (end - start !== word.length) return false;
  for (let k = 0; k < word.length; k++) {
    const c = bytes[start + k];
    if ((c >= 65 && c <= 90 ? c + 32 : c) !== word.charCodeAt(k)) return false;
  }
  return true;
}

export const tokenText = ({ bytes, start, end }: TextScanner): string => textOf(bytes.subarray(start, end));

/** The token for messages, in quotes and not too long. */
export const shownToken = ({ bytes, start, end }: TextScanner): string =>
  `'${textOf(bytes.subarray(start, Math.min(end, start + SHOWN_CHARACTERS)))}${end - start > SHOWN_CHARACTERS ? '…' : ''}'`;

/** What is left of this line as one text. A comment needs a blank before it here: names may hold a `#`. */
export function restOfLine(scanner: TextScanner): string {
  const { bytes, comments } = scanner;
  const from = scanner.at;
  let i = from;
  for (; i < bytes.length && !endsLine(bytes, i); i++)
    if (comments && bytes[i] === HASH && i > from && (bytes[i - 1] === SPACE || bytes[i - 1] === TAB)) break;
  scanner.at = i;
  return textOf(bytes.subarray(from, i));
}

const endsLine = (bytes: Uint8Array, at: number): boolean => bytes[at] === LF || bytes[at] === CR;

/** Behind the line's end that begins at `at`. */
const lineEnd = (bytes: Uint8Array, at: number): number => (bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1);
