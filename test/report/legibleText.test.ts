import { describe, expect, test } from 'vitest';
import { hasLetter, textWidth, write } from '../../src/report/bitmapFont.js';
import { createCanvas } from '../../src/report/canvas.js';
import { shortNames } from '../../src/report/drawClashLegend.js';
import { legibleText, shortenText } from '../../src/report/legibleText.js';

const drawn = (text: string) => {
  const canvas = createCanvas(60, 24, [255, 255, 255]);
  write(canvas, text, 4, 2, [0, 0, 0]);
  return canvas.rgb.join();
};

describe('the letters that names need', () => {
  test('every printable ASCII character and German and Nordic letters have a picture of their own', () => {
    const all = [...Array.from({ length: 94 }, (_, k) => String.fromCharCode(33 + k)), ...'ÄÖÜäöüßÅåØø'];
    expect(all.filter((letter) => !hasLetter(letter))).toEqual([]);
    expect(new Set(all.map(drawn)).size).toBe(all.length);
    expect(all.map(drawn)).not.toContain(drawn('語'));
  });
});

describe('legibleText', () => {
  test.each([
    ['Wand Außen, Höhe 3 m²', 'Wand Außen, Höhe 3 m²'],
    ['Dveře č. 5 – pravé', 'Dvere c. 5 - prave'],
    ['Łódź „Œuvre”', 'Lodz "OEuvre"'],
    ['ﬁltre ½', 'filtre ½'],
    ['a\tb\nc', 'a b c'],
    ['\u202Eabc\u200B\u0000', 'abc'],
    ['cafe\u0301', 'cafe'],
    ['壁-1', '壁-1'],
  ])('%j as %j', (name, expected) => {
    expect(legibleText(name)).toBe(expected);
  });
});

describe('shortenText', () => {
  test('keeps what fits, and otherwise the beginning and the end', () => {
    expect(shortenText('short', 200)).toBe('short');
    const short = shortenText('Basic Wall:Interior - Partition (92mm Stud):128360', 240);
    expect(short).toMatch(/^Basic Wall.*….*360$/);
    expect(textWidth(short)).toBeLessThanOrEqual(240);
    expect(textWidth(shortenText('Basic Wall:Interior - Partition (92mm Stud):128360', 250))).toBeGreaterThan(225);
  });

  test('is quick with a very long name, and never wider than told', () => {
    for (const width of [12, 50, 333])
      expect(textWidth(shortenText('WM'.repeat(1e5), width))).toBeLessThanOrEqual(width);
  });
});

describe('two names in a legend', () => {
  test('are whole where there is room, and take what the other one leaves', () => {
    expect(shortNames(['wall', 'pipe'], 300)).toEqual(['wall', 'pipe']);
    const [wall, pipe] = shortNames(['Basic Wall:Interior - Partition:128360', 'pipe'], 300);
    expect(pipe).toBe('pipe');
    expect(textWidth(wall)).toBeGreaterThan(200);
    for (const name of ['', '\u0000']) expect(shortNames([name, 'x'], 300)[0]).toBe('?');
  });

  test('differ where the names differ', () => {
    const names = ['PCERT_Building-Hvac:geo-reference', 'PCERT_Building-Structural:geo-reference'] as const;
    const [one, other] = shortNames(names, 440);
    expect(one).toMatch(/Hvac/);
    expect(other).toMatch(/Struct/);
    for (const room of [100, 200, 300, 440, 600]) {
      const short = shortNames(['x'.repeat(90), `${'x'.repeat(50)}y${'x'.repeat(39)}`], room);
      expect(short[0]).not.toBe(short[1]);
      expect(textWidth(short[0]) + textWidth(short[1])).toBeLessThanOrEqual(room);
    }
  });
});
