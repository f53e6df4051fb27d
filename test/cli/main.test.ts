import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { COMMAND_NAMES, commandSpec } from '../../src/cli/commandTable.js';
import { commandHelp, generalHelp } from '../../src/cli/helpText.js';
import { flagOf, optionsOf, specOf } from '../../src/cli/options.js';
import { displayWidth } from '../../src/cli/terminal/displayWidth.js';
import { styleFor } from '../../src/cli/terminal/style.js';
import { createTerminal } from '../../src/cli/terminal/terminal.js';
import { explain } from '../../src/cli/zclash.js';
import { DeviceError, InputError } from '../../src/errors.js';
import { parseMotionFile } from '../../src/io/load/motionFile.js';
import { runZclash, temporaryFolder } from './support/runZclash.js';

const plain = styleFor(false);
const packageJson = async () => JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

describe('help', () => {
  for (const command of COMMAND_NAMES) {
    const text = commandHelp(command, Infinity, plain);

    test(`${command}: synopsis, every option, exit codes, two examples or more`, () => {
      expect(text).toMatch(new RegExp(`^Usage: zclash ${command}`));
      for (const key of optionsOf(command)) expect(text).toMatch(new RegExp(` --${flagOf(key)}\\b`));
      for (const [code] of commandSpec(command).exits) expect(text).toMatch(new RegExp(`^ {2}${code} `, 'm'));
      expect(commandSpec(command).examples.length).toBeGreaterThanOrEqual(2);
      for (const [line] of commandSpec(command).examples) expect(line).toMatch(new RegExp(`^zclash ${command}\\b`));
    });

    for (const columns of [60, 80, 200])
      test(`${command}: fits ${columns} columns`, () => {
        for (const line of commandHelp(command, columns, plain).split('\n'))
          if (!/^ {4}\S+$|^ {6,}\S+ \\$/.test(line))
            expect(displayWidth(line), line).toBeLessThanOrEqual(Math.min(columns, 100));
      });
  }

  test('the motion file in the help is one', () => {
    const { lines } = commandSpec('motion').sample!;
    expect(parseMotionFile(lines.join('\n'), 'help')).toMatchObject({
      units: 'mm',
      steps: 20,
      ignore: [['base', 'arm']],
    });
  });

  test('names every command', () => {
    for (const command of COMMAND_NAMES) expect(generalHelp(80, plain)).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  test('examples use options that there are', () => {
    for (const command of COMMAND_NAMES) {
      const flags = optionsOf(command).flatMap((key) => [`--${flagOf(key)}`, `-${specOf(key).short}`]);
      for (const [line] of commandSpec(command).examples)
        for (const [flag] of line.matchAll(/(?<= )--?[a-z][\w-]*/g)) expect(flags, line).toContain(flag);
    }
  });
});

describe('the command', () => {
  test('alone it tells what there is, on standard error, and ends with 2', async () => {
    const { stdout, stderr, code } = await runZclash([]);
    expect([stdout, code]).toEqual(['', 2]);
    expect(stderr).toMatch(/^Usage: zclash COMMAND\n/);
  });

  test('--version is that of package.json', async () => {
    const { version } = await packageJson();
    expect(await runZclash(['--version'])).toMatchObject({ stdout: `zclash ${version}\n`, stderr: '', code: 0 });
  });

  test.each([
    [['--help']],
    [['help']],
    [['check', '--help']],
    [['scene', 'x.stl', '-h', '--json']],
    [['help', 'doctor']],
  ])('%j prints to standard output and ends with 0', async (args) => {
    const { stdout, stderr, code } = await runZclash(args);
    expect(stdout).toMatch(/^Usage: zclash /);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each([
    [
      ['chekc', 'a', 'b'],
      "zclash: there is no command 'chekc'. Did you mean 'check'? `zclash help` lists what there is.\n",
    ],
    [
      ['check', 'a', 'b', '--jsno'],
      'zclash: there is no option --jsno. Did you mean --json? `zclash help check` lists all.\n',
    ],
    [['check', 'a', 'b', '--views', '2'], "zclash: --views: there is no '2'. Choose one of: 1, 3.\n"],
    [
      ['check', 'a', 'b', '-o', 'x/r.json'],
      "zclash: x/r.json: it cannot be written: there is no folder 'x'. Make it first.\n",
    ],
    [['check', '-', '-'], 'zclash: -: standard input can be read only once. Give one of the two as a file.\n'],
    [
      ['help', 'sceen'],
      "zclash: there is no command 'sceen'. Did you mean 'scene'? `zclash help` lists what there is.\n",
    ],
    [
      ['check', 'a', 'b', '--unit\u001b[2J'],
      'zclash: there is no option --unit\ufffd[2J. `zclash help check` lists all.\n',
    ],
  ])('%j: one sentence, and 2', async (args, sentence) => {
    expect(await runZclash(args)).toMatchObject({ stdout: '', stderr: sentence, code: 2 });
  });

  test('a config file in the working directory is read, and that is said', async () => {
    const files = { 'zclash.config.json': '{ "resolution": "many" }' };
    const refusal = "zclash: zclash.config.json: resolution: 'many' is no whole number from 1 to 8192.\n";
    expect(await runZclash(['check', 'a', 'b'], { files })).toMatchObject({ stdout: '', stderr: refusal, code: 2 });
    const { stderr } = await runZclash(['inspect', 'none.stl'], {
      files: { 'zclash.config.json': '{ "units": "mm" }' },
    });
    expect(stderr).toMatch(/^zclash: options are read from zclash\.config\.json\.\nzclash: none\.stl: /);
    const quiet = await runZclash(['inspect', 'none.stl', '-q'], {
      files: { 'zclash.config.json': '{ "units": "mm" }' },
    });
    expect(quiet.stderr).toMatch(/^zclash: none\.stl: /);
    expect(quiet.code).toBe(2);
  });

  test('a config file that was found cannot hide itself, nor write elsewhere', async () => {
    const config = (values: unknown) => ({ 'p/zclash.config.json': JSON.stringify(values) });
    const folder = await temporaryFolder();
    const inside = { folder: join(folder, 'p') };
    await runZclash(['--version'], { folder, files: config({ quiet: true, out: '../victim.json' }) });
    const { stderr, code, files } = await runZclash(['inspect', 'none.stl'], inside);
    expect([stderr, code]).toEqual([
      [
        'zclash: options are read from zclash.config.json.',
        'zclash: ../victim.json: a config file that was found and not named may not send reports out of its folder. Name it with --config, or give --out.\n',
      ].join('\n'),
      2,
    ]);
    expect([...files.keys()]).toEqual(['zclash.config.json']);
    // Who names it, or another place, means it.
    const named = await runZclash(['inspect', 'none.stl', '--config', 'zclash.config.json'], inside);
    expect(named.stderr).toMatch(/^zclash: none\.stl: /);
    const typed = await runZclash(['inspect', 'none.stl', '-q', '--out', '../r.json'], inside);
    expect(typed.stderr).toMatch(/^zclash: none\.stl: /);
  });

  test('what it starts with is light: nothing that computes, reads or writes files of models', async () => {
    const root = new URL('../../src/', import.meta.url);
    const seen = new Set<string>();
    const visit = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      seen.add(path);
      const text = await readFile(new URL(path, root), 'utf8');
      // What is imported for its types only is gone when the program runs.
      for (const [, name] of text.matchAll(/^(?:import(?! type)|export) [^;]*?from '(\.[^']*)\.js';/gm))
        await visit(new URL(`${name}.ts`, new URL(path, root)).href.slice(root.href.length));
    };
    await visit('cli/main.ts');
    expect([...seen].filter((path) => !path.startsWith('cli/')).sort()).toEqual([
      'constants.ts',
      'errors.ts',
      'io/load/format.ts',
      'io/load/reader.ts',
      'io/units.ts',
      'math/affine.ts',
      'report/projectVersion.ts',
    ]);
    expect(
      [...seen].filter((path) => /commands|job\/[^/]*(?<!jobSpec)\.ts|show|doctor|outputs|completion/.test(path)),
    ).toEqual([]);
  });
});

describe('faults', () => {
  const told = (error: unknown) => {
    let text = '';
    const write = (more: string) => {
      text += more;
      return true;
    };
    const code = explain(error, createTerminal({ write: () => true }, { write }, {}));
    return { code, text };
  };

  test.each([
    [new InputError('a.stl: one.\nb.stl: two.'), 2, 'zclash: a.stl: one.\nzclash: b.stl: two.\n'],
    [new DeviceError('webgpu: no adapter was found.'), 2, 'zclash: webgpu: no adapter was found.\n'],
    [
      new TypeError('x is not a function'),
      70,
      'zclash: this is a fault of zclash (TypeError: x is not a function). Please report it, with the command; ZCLASH_DEBUG=1 tells where it happened.\n',
    ],
    [
      new RangeError('Array buffer allocation failed'),
      2,
      'zclash: the work needs more memory than there is. Give fewer or smaller files or a lower --resolution; NODE_OPTIONS=--max-old-space-size=8192 (in MB) lets it take more.\n',
    ],
    ['a text', 70, expect.stringContaining('(Error: a text)')],
  ])('%s', (error, code, text) => {
    expect(told(error)).toEqual({ code, text });
  });

  test('where it happened is told to those who ask', () => {
    vi.stubEnv('ZCLASH_DEBUG', '1');
    expect(told(new TypeError('x')).text).toMatch(/\nTypeError: x\n {4}at /);
    vi.unstubAllEnvs();
  });
});
