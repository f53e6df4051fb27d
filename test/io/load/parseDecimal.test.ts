import { expect, it } from 'vitest';
import { decimalOf, parseDecimal } from '../../../src/io/load/text/parseDecimal.js';
import { seeded } from '../../../src/math/random.js';
import { utf8 } from './support/readWith.js';

const parse = (text: string): number => {
  const bytes = utf8(`7${text}8`);
  return parseDecimal(bytes, 1, bytes.length - 1);
};

it.each([
  ...[
    '0',
    '-0',
    '+0',
    '1',
    '-1',
    '+12',
    '007',
    '.5',
    '-.5',
    '5.',
    '1.25',
    '1e3',
    '1E+3',
    '1e-3',
    '-1.5e-7',
    '0e999',
    '.0',
  ],
  // Where one rounding is not enough, or a whole number is no longer exact.
  ...['9007199254740991', '9007199254740992', '9007199254740993', '9007199254740993e1', '0.1', '0.30000000000000004'],
  ...[
    '1e22',
    '1e23',
    '123456789012345e22',
    '8.41e21',
    '9.5e-23',
    '1e-22',
    '1e-23',
    '2.2250738585072011e-308',
    '5e-324',
  ],
  ...[
    '1.7976931348623157e308',
    '1e400',
    '-1e400',
    '1e-400',
    '1e99999999999',
    '1e-99999999999',
    `0.${'0'.repeat(400)}1`,
  ],
  ...[`${'9'.repeat(400)}`, `1${'0'.repeat(30)}.5`, `0.${'3'.repeat(60)}`],
])('parseDecimal reads %s as Number does', (text) => {
  expect(parse(text)).toBe(Number(text));
  expect(decimalOf(` ${text} `)).toBe(Number(text));
});

it.each([
  '',
  '+',
  '-',
  '.',
  '-.',
  'e5',
  '1e',
  '1e+',
  '1,5',
  '0x10',
  'nan',
  'inf',
  'Infinity',
  '1 2',
  '--1',
  '1-',
  '1.2.3',
  '1_0',
])('parseDecimal takes "%s" for no number', (text) => {
  expect(parse(text)).toBeNaN();
  expect(decimalOf(text)).toBeNaN();
});

it('parseDecimal reads 60,000 random numbers as Number does (seed 5)', () => {
  const next = seeded(5);
  const wrong: string[] = [];
  for (let i = 0; i < 20_000; i++) {
    const x = (next() - 0.5) * 10 ** Math.floor(40 * next() - 20);
    for (const text of [String(x), x.toFixed(Math.floor(12 * next())), x.toExponential(Math.floor(20 * next()))])
      if (!Object.is(parse(text), Number(text))) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});
