const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many columns of a terminal a text takes: East Asian wide characters and emoji two, marks none. Colours take none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text.replace(COLOUR, ''))) width += graphemeWidth(segment);
  return width;
}

/** The text, or as much of it as fits with an ellipsis at the end. */
export function shorten(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${beginning(text, width - 1)}${width > 0 ? '…' : ''}`;
}

/** The text, or its beginning and end: names of files and parts often differ at the end only. */
export function shortenMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 5) return shorten(text, width);
  const first = beginning(text, Math.floor((width - 1) / 2));
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment).reverse();
  let last = '';
  let left = width - 1 - displayWidth(first);
  for (const part of parts) {
    if ((left -= graphemeWidth(part)) < 0) break;
    last = part + last;
  }
  return `${first}…${last}`;
}

/** Filled with spaces to a width. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}

function beginning(text: string, width: number): string {
  let out = '';
  let left = width;
  for (const { segment } of graphemes.segment(text)) {
    if ((left -= graphemeWidth(segment)) < 0) break;
    out += segment;
  }
  return out;
}

function graphemeWidth(grapheme: string): number {
  if (MARKS_ONLY.test(grapheme)) return 0;
  if (WIDE.test(grapheme) || grapheme.includes('\ufe0f')) return 2;
  return 1 + (grapheme.match(SPACING)?.length ?? 0);
}

const PLAIN = /^[\u0020-\u007e]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colours
const COLOUR = /\u001b\[[\d;]*m/g;
/** Marks that stand beside their letter, as vowels of Indian scripts and halfwidth sound marks do. */
const SPACING = /[\p{Mc}\uff9e\uff9f]/gu;
const MARKS_ONLY = /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\p{Cc}]+$/u;
/** East_Asian_Width W and F (UAX #11) in ranges that leave out unassigned gaps, and what is shown as emoji by default. */
const WIDE =
  /[\u{1100}-\u{115f}\u{2329}\u{232a}\u{2e80}-\u{303e}\u{3041}-\u{4dbf}\u{4e00}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{16fe0}-\u{18d8f}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
