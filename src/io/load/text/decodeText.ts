/**
 * The bytes of a text as UTF-8 without a byte order mark. UTF-16 is told by its mark or, without one, by an ASCII
 * character in front: one byte of two is zero. Anything else is left as it is: what these formats say is ASCII.
 */
export function decodeText(bytes: Uint8Array): Uint8Array {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return bytes.subarray(3);
  if (a === 0xff && b === 0xfe) return fromUtf16(bytes, 2, 0, 1);
  if (a === 0xfe && b === 0xff) return fromUtf16(bytes, 2, 1, 0);
  if (a > 0 && b === 0 && c > 0 && bytes[3] === 0) return fromUtf16(bytes, 0, 0, 1);
  if (a === 0 && b > 0 && c === 0 && bytes[3] > 0) return fromUtf16(bytes, 0, 1, 0);
  return bytes;
}

function fromUtf16(bytes: Uint8Array, from: number, low: number, high: number): Uint8Array {
  const out = new Uint8Array(Math.ceil((bytes.length - from) / 2) * 3);
  let length = 0;
  for (let i = from; i + 1 < bytes.length; i += 2) {
    let code = bytes[i + low] | (bytes[i + high] << 8);
    if (code < 0x80) {
      out[length++] = code;
      continue;
    }
    if (code >> 10 === 0x36 && i + 3 < bytes.length) {
      // The first half of a pair: 20 bits over two units, beyond the first 2^16 characters.
      const second = bytes[i + 2 + low] | (bytes[i + 2 + high] << 8);
      if (second >> 10 === 0x37) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (second & 0x3ff);
        i += 2;
      }
    }
    if (code < 0x800) out[length++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) out[length++] = 0xe0 | (code >> 12);
      else {
        out[length++] = 0xf0 | (code >> 18);
        out[length++] = 0x80 | ((code >> 12) & 0x3f);
      }
      out[length++] = 0x80 | ((code >> 6) & 0x3f);
    }
    out[length++] = 0x80 | (code & 0x3f);
  }
  return out.subarray(0, length);
}

const utf8 = new TextDecoder();
const westEuropean = new TextDecoder('windows-1252');

/** Bytes as a string: UTF-8, or the code page of older programs where they are none. Control characters become blanks. */
export function textOf(bytes: Uint8Array): string {
  let text = utf8.decode(bytes);
  if (text.includes('\ufffd')) text = westEuropean.decode(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}
