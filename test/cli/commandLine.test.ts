import { describe, expect, test } from 'vitest';
import { checkOperands, readWords, refuseCommand } from '../../src/cli/commandLine.js';
import { placementOf } from '../../src/cli/commands/check.js';
import type { ConfigValues } from '../../src/cli/config.js';
import { readOptions } from '../../src/cli/readOptions.js';

const NONE: ConfigValues = { file: undefined, values: new Map() };
const optionsFrom = (line: string, config = NONE) => {
  const { command, given } = readWords(line.split(' '));
  return readOptions(command!, given, config);
};
const refusal = (line: string): string => {
  try {
    const { command, unknownCommand, operands, given } = readWords(line.split(' ').filter(Boolean));
    if (command === undefined) refuseCommand(unknownCommand!);
    checkOperands(command, operands);
    readOptions(command, given, NONE);
  } catch (error) {
    expect((error as Error).name).toBe('InputError');
    return (error as Error).message;
  }
  return 'accepted';
};

describe('command lines', () => {
  test('options may stand anywhere, and -- ends them', () => {
    const { command, operands, given } = readWords(['--json', 'check', 'a', '-r', '64', 'b', '--', '--odd.stl']);
    expect([command, operands]).toEqual(['check', ['a', 'b', '--odd.stl']]);
    expect([...given]).toEqual([
      ['json', [true]],
      ['resolution', ['64']],
    ]);
  });

  test('- is an operand', () => {
    expect(readWords(['check', '-', 'b.stl']).operands).toEqual(['-', 'b.stl']);
  });

  test.each(['check a b --move -1,0,0', 'check a b --move=-1,0,0', 'check --move -1,0,0 a b'])(
    'negative numbers: %s',
    (line) => {
      expect(optionsFrom(line).move).toEqual([-1, 0, 0]);
      expect(readWords(line.split(' ')).operands).toEqual(['a', 'b']);
    },
  );

  test('repeated options: all of those that may be, the last one of the others', () => {
    const options = optionsFrom('scene x --out a.json -o b.csv --a X --a Y -r 1 -r 2');
    expect([options.out, options.a, options.resolution]).toEqual([['a.json', 'b.csv'], ['X', 'Y'], 2]);
  });

  test('defaults', () => {
    expect(optionsFrom('scene x')).toMatchObject({
      backend: 'auto',
      method: 'zlist',
      precision: 'sampled',
      resolution: 512,
      views: 1,
      tolerance: 0,
      clearance: undefined,
      failOn: ['hard', 'contained', 'duplicate', 'clearance'],
      a: [],
      out: [],
      json: false,
      timeLimit: 300,
    });
  });

  test('switches can be turned off', () => {
    const config: ConfigValues = { file: 'c.json', values: new Map([['json', [true]]]) };
    expect(optionsFrom('check a b', config).json).toBe(true);
    expect(optionsFrom('check a b --no-json', config).json).toBe(false);
  });

  test.each([
    [
      'check a b --resoltion 3',
      'there is no option --resoltion. Did you mean --resolution? `zclash help check` lists all.',
    ],
    ['check a b --output x', 'there is no option --output. Did you mean --out? `zclash help check` lists all.'],
    ['check a b -x', 'there is no option -x. `zclash help check` lists all.'],
    ['chekc a b', "there is no command 'chekc'. Did you mean 'check'? `zclash help` lists what there is."],
    [
      'a.stl b.stl',
      "there is no command 'a.stl'. To compare two files: zclash check A B. `zclash help` lists what there is.",
    ],
    ['check a b --out', '--out: the value is missing. Write --out FILE.'],
    [
      'check a b --out --json',
      '--out: the value is missing (the option --json comes next). Write --out FILE, or --out=--json if that is meant.',
    ],
    ['check a b --json=yes', "--json: this option takes no value ('yes' given). Leave it out."],
    ['check a b --no-json=yes', "--no-json: this option takes no value ('yes' given). Leave it out."],
    ['check a b --no-out', 'there is no option --no-out. `zclash help check` lists all.'],
    ['check a', 'check: 2 files are needed (1 given). Write zclash check A B.'],
    ['check', 'check: 2 files are needed (none given). Write zclash check A B.'],
    ['check a b c', "check: there is a file too many ('c'). Write zclash check A B."],
    ['scene', 'scene: a file is needed (none given). Write zclash scene FILE….'],
    ['doctor x', "doctor: there is a word too many ('x'). Write zclash doctor."],
    ['completion bsh', "completion: there is no 'bsh'. Did you mean 'bash'? Choose one of: bash, zsh, fish."],
    ['scene x --steps 3', '--steps: scene has no such option. It belongs to: motion.'],
    ['check a b --resolution x', "--resolution: 'x' is no whole number from 1 to 8192."],
    ['scene x --method solids', "--method: there is no 'solids'. Choose one of: zlist."],
    ['check a b --move -1,0,0', 'accepted'],
  ])('%s', (line, message) => {
    expect(refusal(line)).toBe(message);
  });

  test('names that objects have from birth are no options and no commands', () => {
    expect(refusal('check a b --constructor')).toMatch(/^there is no option --constructor/);
    expect(refusal('check a b --__proto__ 1')).toMatch(/^there is no option --__proto__/);
    expect(refusal('toString a b')).toMatch(/^there is no command 'toString'/);
  });
});

describe('where B is placed', () => {
  const quarterTurn = [0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30];

  test('nowhere else unless asked', () => {
    expect(placementOf({ pose: undefined, move: undefined })).toBe(undefined);
  });

  test('by a move alone', () => {
    expect(placementOf({ pose: undefined, move: [1, 2, 3] })).toEqual([1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3]);
  });

  test('the pose first, then the move: a move along x is one along x, however B was turned', () => {
    expect(placementOf({ pose: quarterTurn, move: [1, 2, 3] })).toEqual([0, -1, 0, 11, 1, 0, 0, 22, 0, 0, 1, 33]);
    expect(quarterTurn[3]).toBe(10);
  });
});
