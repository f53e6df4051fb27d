import { hasLetter, textWidth } from './bitmapFont.js';

/** Characters that the font lacks and Unicode does not take apart. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', þ: 'th', Þ: 'Th', ı: 'i' },
  ...{ '–': '-', '—': '-', '‐': '-', '‘': "'", '’': "'", '“': '"', '”': '"', '„': '"', '·': '.', '•': '*' },
};

/**
 * A name in letters that the font has: accents are left out, controls and marks of writing direction, too. A character
 * without any likeness stays, and is drawn as an empty frame.
 */
export function legibleText(text: string): string {
  let out = '';
  for (const character of text.normalize('NFC')) {
    if (hasLetter(character)) out += character;
    else if (/\s/.test(character)) out += ' ';
    else if (!/[\p{C}\p{M}]/u.test(character)) out += ALIKE[character] ?? plain(character);
  }
  return out.trim();
}

/** The character without its accents; as it is where that leaves nothing to draw. */
function plain(character: string): string {
  const parts = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part));
  return parts.length > 0 && parts.every(hasLetter) ? parts.join('') : character;
}

/** The text, or its beginning and end with dots between: names of parts often differ at their ends only. */
export function shortenText(text: string, widthPx: number): string {
  if (textWidth(text) <= widthPx) return text;
  const letters = [...text];
  // Lengths are searched by halves: hostile names may be very long.
  let [fits, tooMany] = [0, Math.min(letters.length, 1 + Math.ceil(widthPx))];
  const cut = (count: number) => {
    const tail = Math.floor(count / 3);
    return `${letters.slice(0, count - tail).join('')}…${tail > 0 ? letters.slice(-tail).join('') : ''}`;
  };
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (textWidth(cut(middle)) <= widthPx) fits = middle;
    else tooMany = middle;
  }
  return cut(fits);
}
