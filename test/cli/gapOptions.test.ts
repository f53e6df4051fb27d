import { describe, expect, test } from 'vitest';
import { readWords } from '../../src/cli/commandLine.js';
import { parseConfig } from '../../src/cli/config.js';
import { specWith } from '../../src/cli/options.js';
import { readOptions } from '../../src/cli/readOptions.js';
import { GAP_PRESETS } from '../../src/report/gapColours.js';

const optionsFrom = (line: string, config = '{}') => {
  const { command, given } = readWords(line.split(' '));
  return readOptions(command!, given, { file: 'c.json', values: parseConfig(config, 'c.json') });
};

describe('options of zclash gap', () => {
  test('as they are typed', () => {
    const options = optionsFrom(
      'gap a b --bands 0.1,0.2 --threshold -0.5 --direction 0,0,-2 --up 0,1,0 --range -0.1,0.5 --preset occlusion --extent all',
    );
    expect(options).toMatchObject({
      bands: [0.1, 0.2],
      threshold: -0.5,
      direction: [0, 0, -2],
      up: [0, 1, 0],
      range: [-0.1, 0.5],
      preset: 'occlusion',
      extent: 'all',
    });
  });

  test('as they are by default', () => {
    expect(optionsFrom('gap a b')).toMatchObject({
      ...{ bands: undefined, threshold: 0, direction: undefined, up: undefined, range: undefined },
      ...{ preset: 'clash', extent: 'both', resolution: 512, a: [], b: [] },
    });
  });

  test('in a config file: lists as lists', () => {
    const config = '{ "bands": [0.1, 0.2], "range": [-1, 2], "direction": [0, 1, 0], "preset": "deviation" }';
    expect(optionsFrom('gap a b', config)).toMatchObject({
      ...{ bands: [0.1, 0.2], range: [-1, 2], direction: [0, 1, 0], preset: 'deviation' },
    });
    // Other commands put them aside.
    expect(optionsFrom('check a b', config)).toMatchObject({ bands: undefined, preset: 'clash' });
  });

  test('one number is a range for both sides', () => {
    expect(optionsFrom('gap a b --range 0.5').range).toEqual([-0.5, 0.5]);
    expect(optionsFrom('gap a b --range 0,0.5').range).toEqual([0, 0.5]);
  });

  test.each([
    ['gap a b --bands 0.1,-0.2', "--bands: '-0.2' is no length. Give a number from 0 up, without a unit."],
    ['gap a b --bands 0.1mm', "--bands: '0.1mm' in '0.1mm' is no number."],
    ['gap a b --threshold no', "--threshold: 'no' is no length. Give a number, without a unit."],
    ['gap a b --direction 0,0,0', "--direction: '0,0,0' has no direction. Give x,y,z, not all of them 0."],
    ['gap a b --direction 1,2', "--direction: '1,2' has 2 numbers, not 3. Give x,y,z."],
    [
      'gap a b --range 1,2',
      "--range: '1,2' is no range around 0. Give two numbers, as -0.1,0.5, or one for both sides.",
    ],
    ['gap a b --range 0', "--range: '0' is no range around 0. Give two numbers, as -0.1,0.5, or one for both sides."],
    ['gap a b --preset rainbow', "--preset: there is no 'rainbow'. Choose one of: clash, occlusion, deviation."],
    ['gap a b --fail-on hard', '--fail-on: gap has no such option. It belongs to: check, scene, motion.'],
    ['check a b --bands 1', '--bands: check has no such option. It belongs to: gap.'],
  ])('%s is refused', (line, message) => {
    expect(() => optionsFrom(line)).toThrow(expect.objectContaining({ name: 'InputError', message }));
  });
});

test('every preset can be chosen', () => {
  expect(specWith('preset', 'gap').choices).toEqual(GAP_PRESETS);
});

describe('--method', () => {
  test('solids is for a pair', () => {
    expect(optionsFrom('check a b --method solids').method).toBe('solids');
    expect(optionsFrom('check a b', '{ "method": "solids" }').method).toBe('solids');
    expect(optionsFrom('check a b').method).toBe('zlist');
    expect(() => optionsFrom('motion x --method solids')).toThrow(
      "--method: there is no 'solids'. Choose one of: zlist.",
    );
    expect(specWith('method', 'check').choices).toEqual(['zlist', 'solids']);
    expect(specWith('method', 'scene').choices).toEqual(['zlist']);
  });
});
