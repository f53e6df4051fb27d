import { describe, expect, test } from 'vitest';
import { flagOf, OPTION_KEYS, type OPTIONS, specOf } from '../../src/cli/options.js';
import { INTERFERENCE_DEFAULTS } from '../../src/interference.js';

const read = (key: keyof typeof OPTIONS, text: string): unknown => specOf(key).parse!(text);

describe('values of options', () => {
  test.each([
    ['resolution', '1024', 1024],
    ['views', '3', 3],
    ['tolerance', '1e-3', 0.001],
    ['tolerance', '.5', 0.5],
    ['clearance', '0', 0],
    ['move', '-1,0,2.5', [-1, 0, 2.5]],
    ['move', '-1 0 +2.5', [-1, 0, 2.5]],
    ['move', ' 1, 2 , 3 ', [1, 2, 3]],
    ['failOn', 'hard,touch,hard', ['hard', 'touch']],
    ['ignore', 'Bolt*,Nut*', ['Bolt*', 'Nut*']],
    ['ignore', 'Wall\\, thin,Roof', ['Wall, thin', 'Roof']],
    ['timeLimit', '0.5', 0.5],
    ['pose', '1,0,0,5,0,1,0,6,0,0,1,7', [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7]],
    ['pose', '1,0,0,5,0,1,0,6,0,0,1,7,0,0,0,1', [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7]],
  ] as const)('--%s %s', (key, text, value) => {
    expect(read(key, text)).toEqual(value);
  });

  test.each([
    ['resolution', '0', "'0' is no whole number from 1 to 8192."],
    ['resolution', '8193', "'8193' is no whole number from 1 to 8192."],
    ['resolution', '0x10', "'0x10' is no whole number from 1 to 8192."],
    ['resolution', '', "'' is no whole number from 1 to 8192."],
    ['views', '2', "there is no '2'. Choose one of: 1, 3."],
    ['tolerance', '-1', "'-1' is no length. Give a number from 0 up, without a unit."],
    ['tolerance', '2mm', "'2mm' is no length. Give a number from 0 up, without a unit."],
    ['tolerance', '1e999', "'1e999' is no length. Give a number from 0 up, without a unit."],
    ['tolerance', 'NaN', "'NaN' is no length. Give a number from 0 up, without a unit."],
    ['move', '1,2', "'1,2' has 2 numbers, not 3. Give x,y,z."],
    ['move', '1,,2', "'' in '1,,2' is no number."],
    ['move', '1,2,x', "'x' in '1,2,x' is no number."],
    ['pose', '1,2,3', 'a pose has 12 or 16 numbers (3 given). Write the matrix row by row.'],
    [
      'pose',
      '1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2',
      'the matrix is not affine (its last row is 0 0 0 2). Write it row by row, with 0,0,0,1 as the last.',
    ],
    [
      'pose',
      '1,0,0,0,0,1,0,0,0,0,0,0',
      'the matrix cannot be inverted (determinant 0). Give one that does not flatten the body.',
    ],
    ['backend', 'cup', "there is no 'cup'. Did you mean 'cpu'? Choose one of: auto, cpu, webgpu."],
    ['units', 'furlong', "there is no 'furlong'. Choose one of: um, mm, cm, m, km, in, ft, yd."],
    [
      'failOn',
      'hrad',
      "there is no 'hrad'. Did you mean 'hard'? Choose one of: hard, contained, duplicate, clearance, touch.",
    ],
    ['failOn', ',', 'nothing is named. Choose from: hard, contained, duplicate, clearance, touch.'],
    [
      'ignore',
      'Bolt',
      "'Bolt' does not name two bodies. Give two patterns with a comma between them, as 'Bolt*,Nut*' (a comma in a name: \\,).",
    ],
    ['timeLimit', '0', "'0' is no time. Give seconds, more than 0 and at most 2000000."],
    ['out', ' ', 'the value is empty.'],
  ] as const)('--%s %s is refused', (key, text, message) => {
    expect(() => read(key, text)).toThrow(expect.objectContaining({ name: 'InputError', message }));
  });

  test('defaults are those of the library', () => {
    for (const key of ['precision', 'resolution', 'views', 'tolerance', 'clearance'] as const) {
      const { default: standard } = specOf(key);
      expect(standard === undefined ? undefined : read(key, standard), key).toBe(INTERFERENCE_DEFAULTS[key]);
    }
  });

  test('names, letters and help lines are what a table needs', () => {
    const letters = OPTION_KEYS.flatMap((key) => specOf(key).short ?? []);
    expect(new Set(letters).size).toBe(letters.length);
    for (const key of OPTION_KEYS) {
      const { help, parse, placeholder, default: standard } = specOf(key);
      expect(flagOf(key)).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(help, key).not.toMatch(/\n|\.$/);
      expect(parse === undefined, key).toBe(placeholder === undefined);
      if (standard !== undefined) expect(() => parse!(standard), key).not.toThrow();
    }
  });
});
