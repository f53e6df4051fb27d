import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/commandTable.js';
import { bashScript } from '../../src/cli/completion/bashScript.js';
import { fishScript } from '../../src/cli/completion/fishScript.js';
import { zshScript } from '../../src/cli/completion/zshScript.js';
import { flagOf, optionsOf } from '../../src/cli/options.js';
import { runZclash, temporaryFolder } from './support/runZclash.js';

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
const describeWith = (shell: string) =>
  isInstalled(shell)
    ? describe(shell, tests[shell])
    : describe.skip(`${shell} (left out: it is not installed)`, tests[shell]);

/** A shell that says nothing has nothing against the script. */
const check = async (shell: string, script: string): Promise<void> => {
  const file = join(await temporaryFolder(), 'script');
  await writeFile(file, script);
  const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
};

/** What bash offers for a command line whose last word is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const folder = await temporaryFolder();
  for (const name of ['a.stl', 'B.OBJ', 'two words.ifc', 'notes.txt', 'report.json', 'jaws.PLY', '*.stl'])
    await writeFile(join(folder, name), '');
  await mkdir(join(folder, 'parts'));
  const ask = `${bashScript()}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _zclash; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', ask, 'bash', ...words], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean).sort();
}

const tests: Readonly<Record<string, () => void>> = {
  bash() {
    test('its syntax', () => check('bash', bashScript()));

    test.each([
      ['commands', ['zclash', ''], [...COMMAND_NAMES].sort()],
      ['a command that is begun', ['zclash', 'che'], ['check']],
      ['options of a command', ['zclash', 'check', '--mo'], ['--move']],
      ['not those of another', ['zclash', 'check', '--st'], []],
      [
        'all options',
        ['zclash', 'motion', '--'],
        optionsOf('motion')
          .map((key) => `--${flagOf(key)}`)
          .sort(),
      ],
      ['options before a command', ['zclash', '--'], ['--help', '--version']],
      ['words that an option takes', ['zclash', 'check', '--backend', ''], ['auto', 'cpu', 'webgpu']],
      ['behind an equals sign', ['zclash', 'check', '--backend', '=', 'w'], ['webgpu']],
      ['right behind it', ['zclash', 'check', '--backend', '='], ['auto', 'cpu', 'webgpu']],
      ['the last of a list', ['zclash', 'scene', '--fail-on', 'hard,t'], ['hard,touch']],
      [
        'models and folders',
        ['zclash', 'check', ''],
        ['*.stl', 'B.OBJ', 'a.stl', 'jaws.PLY', 'parts', 'report.json', 'two words.ifc'],
      ],
      ['reports', ['zclash', 'scene', 'a.stl', '-o', ''], ['parts', 'report.json']],
      ['what a command writes', ['zclash', 'gap', 'a.stl', '-o', ''], ['jaws.PLY', 'parts', 'report.json']],
      ['behind its long name', ['zclash', 'gap', 'a.stl', '--out', '=', 'j'], ['jaws.PLY']],
      ['words that one command takes', ['zclash', 'check', '--method', ''], ['solids', 'zlist']],
      ['and another does not', ['zclash', 'scene', '--method', ''], ['zlist']],
      ['nothing for a number', ['zclash', 'check', '--resolution', ''], []],
      ['a value is no command', ['zclash', '--out', 'scene', ''], [...COMMAND_NAMES].sort()],
      ['shells', ['zclash', 'completion', ''], ['bash', 'fish', 'zsh']],
      ['commands to be helped with', ['zclash', 'help', 'ins'], ['inspect']],
    ])('%s', async (_, words, expected) => {
      expect(await offered(...words)).toEqual(expected);
    });
  },
  zsh() {
    test('its syntax', () => check('zsh', zshScript()));
  },
  fish() {
    test('its syntax', () => check('fish', fishScript()));

    test('it completes', async () => {
      const file = join(await temporaryFolder(), 'zclash.fish');
      await writeFile(file, fishScript());
      const complete = (line: string): string[] =>
        spawnSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], { encoding: 'utf8' })
          .stdout.split('\n')
          .map((offer) => offer.split('\t')[0])
          .filter(Boolean)
          .sort();
      expect(complete('zclash ch')).toEqual(['check']);
      expect(complete('zclash check --backend ')).toEqual(['auto', 'cpu', 'webgpu']);
      expect(complete('zclash scene --fail-on hard,t')).toEqual(['hard,touch']);
    });
  },
};

for (const shell of Object.keys(tests)) describeWith(shell);

test.each(['bash', 'zsh', 'fish'])('zclash completion %s prints the script', async (shell) => {
  const { stdout, stderr, code } = await runZclash(['completion', shell]);
  expect(stdout).toContain(`made by \`zclash completion ${shell}\``);
  expect([stderr, code]).toEqual(['', 0]);
});
