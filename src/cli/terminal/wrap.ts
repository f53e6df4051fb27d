import { displayWidth } from './displayWidth.js';

/** Words in lines no wider than `width`; a word that is wider alone stands alone. Further lines are indented. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of text.split(' ').filter(Boolean)) {
    const wide = displayWidth(word);
    if (line && taken + 1 + wide > width) {
      lines.push(line);
      line = '';
    }
    if (line) {
      line += ` ${word}`;
      taken += 1 + wide;
    } else {
      line = lines.length > 0 ? indent + word : word;
      taken = displayWidth(line);
    }
  }
  return line ? [...lines, line] : lines;
}
