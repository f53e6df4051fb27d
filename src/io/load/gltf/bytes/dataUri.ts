import { fault } from '../fault.js';

/** Base64 is decoded in pieces of so many characters (a multiple of 4), since a string costs more than the bytes. */
const PIECE = 1 << 20;

/** The bytes within a `data:` URI. */
export function decodeDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0) throw fault('its data: URI has no comma');
  const isBase64 = /;\s*base64\s*$/i.test(uri.slice(0, Math.min(comma, 1024)));
  const text = uri.slice(comma + 1);
  if (isBase64) return fromBase64(text.includes('%') ? percentDecoded(text) : text);
  return fromPercents(text);
}

const brokenPercents = (): Error => fault('its URI has broken percent signs');

/** A URI with its `%20` read. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw brokenPercents();
  }
}

function fromPercents(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const digits = text[i] === '%' ? text.slice(i + 1, i + 3) : undefined;
    if (digits !== undefined && !/^[0-9a-f]{2}$/i.test(digits)) throw brokenPercents();
    bytes[length++] = digits === undefined ? text.charCodeAt(i) : Number.parseInt(digits, 16);
    if (digits !== undefined) i += 2;
  }
  return bytes.subarray(0, length);
}

function fromBase64(text: string): Uint8Array {
  const letters = text.replace(/\s+/g, '').replace(/=+$/, '');
  const wrong = /[^A-Za-z0-9+/]/.exec(letters);
  if (wrong) throw fault(`its base64 is broken (character ${wrong.index + 1} is no base64)`);
  if (letters.length % 4 === 1) throw fault(`its base64 is cut off (${letters.length} characters)`);
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  for (let at = 0, next = 0; at < letters.length; at += PIECE) {
    const piece = atob(letters.slice(at, at + PIECE));
    for (let i = 0; i < piece.length; i++) bytes[next++] = piece.charCodeAt(i);
  }
  return bytes;
}
