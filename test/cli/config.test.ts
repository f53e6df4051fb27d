import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readWords } from '../../src/cli/commandLine.js';
import { parseConfig, readConfig } from '../../src/cli/config.js';
import { readOptions } from '../../src/cli/readOptions.js';
import { temporaryFolder } from './support/runZclash.js';

const optionsWith = (json: unknown, line = 'scene x', file = 'zclash.config.json') => {
  const { command, given } = readWords(line.split(' '));
  return readOptions(command!, given, { file, values: parseConfig(JSON.stringify(json), file) });
};

describe('config files', () => {
  test('keys in camelCase or with hyphens, values as texts, numbers or lists', () => {
    const json = {
      $schema: 'https://example.org/x.json',
      bcfVersion: '3.0',
      'fail-on': ['hard', 'touch'],
      resolution: 256,
      views: 3,
      ignore: ['A,B', ['Wall, thin', 'Roof']],
      a: 'Arm*',
      json: true,
    };
    expect(optionsWith(json)).toMatchObject({
      bcfVersion: '3.0',
      failOn: ['hard', 'touch'],
      resolution: 256,
      views: 3,
      ignore: [
        ['A', 'B'],
        ['Wall, thin', 'Roof'],
      ],
      a: ['Arm*'],
      json: true,
    });
    expect(optionsWith({ move: [-1, 0, 2.5], failOn: 'touch' }, 'check a b')).toMatchObject({
      move: [-1, 0, 2.5],
      failOn: ['touch'],
    });
  });

  test('the command line comes first; a repeated option replaces the list', () => {
    const options = optionsWith({ resolution: 256, out: ['a.json', 'b.csv'] }, 'scene x -r 64 --out c.html');
    expect([options.resolution, options.out]).toEqual([64, ['c.html']]);
  });

  test('options of other commands are checked and put aside', () => {
    expect(optionsWith({ steps: 5 }, 'scene x').steps).toBe(undefined);
    expect(() => optionsWith({ steps: 'many' }, 'scene x')).toThrow(
      "zclash.config.json: steps: 'many' is no whole number from 1 to 1000000.",
    );
  });

  test('paths are relative to the file', () => {
    const options = optionsWith(
      { out: ['r.json', '/abs/r.csv'], baseline: 'old.json' },
      'scene x',
      join('conf', 'z.json'),
    );
    expect(options.out).toEqual([join('conf', 'r.json'), '/abs/r.csv']);
    expect(options.baseline).toBe(join('conf', 'old.json'));
  });

  test.each([
    [
      '{ "resoltion": 1 }',
      "c.json: there is no option 'resoltion'. Did you mean 'resolution'? Keys are option names: precision, ",
    ],
    ['{ "config": "x" }', "c.json: there is no option 'config'."],
    ['{ "__proto__": 1 }', "c.json: there is no option '__proto__'."],
    [
      '{ "bcfVersion": "2.1", "bcf-version": "3.0" }',
      "c.json: 'bcf-version' is there twice. Leave out one of the two.",
    ],
    ['{ "json": "yes" }', 'c.json: json: the value is not of the right type ("yes"). Give true or false.'],
    ['{ "units": null }', 'c.json: units: the value is not of the right type (null). Give a text or a number.'],
    [
      '{ "out": [["a.json"]] }',
      'c.json: out: the value is not of the right type ([["a.json"]]). Give a text or a number, or a list of these.',
    ],
    ['[]', 'c.json: there is no object in it. Write { "resolution": 1024, … }.'],
    ['{', 'c.json: it is no JSON ('],
  ])('%s is refused', (text, message) => {
    expect(() => parseConfig(text, 'c.json')).toThrow(message);
  });

  test('values are checked as those of options are', () => {
    expect(() => optionsWith({ units: 'nm' })).toThrow(/^zclash\.config\.json: units: there is no 'nm'\. Did you mean/);
  });

  test('a file that is named must be there, a folder is none', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'd'));
    await expect(readConfig(join(folder, 'none.json'))).rejects.toThrow(
      'none.json: there is no such file. Check its name.',
    );
    await expect(readConfig(join(folder, 'd'))).rejects.toThrow('d: it is a folder. Name a file in it.');
  });
});
