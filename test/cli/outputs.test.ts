import { chmod, link, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OUTPUT_ENDINGS } from '../../src/cli/options.js';
import { makeOutputs, needsPictures } from '../../src/cli/outputs/makeOutputs.js';
import { planOutputs } from '../../src/cli/outputs/planOutputs.js';
import { writeAtomically } from '../../src/cli/writeAtomically.js';
import type { ClashPicture } from '../../src/report/clashPicture.js';
import { temporaryFolder } from './support/runZclash.js';
import { samplePair, sampleReport } from './support/sampleReport.js';

describe('outputs are looked at before the work starts', () => {
  const plan = (names: string[], inputs: string[] = []) => planOutputs(names, OUTPUT_ENDINGS, inputs);

  test('by their endings, in either case', async () => {
    const folder = await temporaryFolder();
    const planned = await plan(['a.json', 'b.CSV', 'c.d.bcfzip'].map((name) => join(folder, name)));
    expect(planned.map(({ ending }) => ending)).toEqual(['json', 'csv', 'bcfzip']);
    expect([needsPictures(planned), needsPictures(planned.slice(0, 2))]).toEqual([true, false]);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    [
      'a.jsn',
      'a.jsn: there is no report with the ending .jsn. Did you mean .json? Choose one of: .json .csv .html .bcf .bcfzip .png.',
    ],
    ['report', 'report: the name has no ending. Choose one of: .json .csv .html .bcf .bcfzip .png.'],
    ['.json', '.json: the name has no ending. Choose one of: .json .csv .html .bcf .bcfzip .png.'],
    ['-', '--out -: standard output has no ending to tell the format by. Use --json for it.'],
    ['no/such/a.json', "no/such/a.json: it cannot be written: there is no folder 'no/such'. Make it first."],
  ])('%s is refused', async (name, message) => {
    await expect(plan([name])).rejects.toThrow(expect.objectContaining({ name: 'InputError', message }));
  });

  test('a folder, a file in the place of a folder, something that is no file', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'd.json'));
    await writeFile(join(folder, 'f'), '');
    await expect(plan([join(folder, 'd.json')])).rejects.toThrow(
      'd.json: it cannot be written: this is a folder. Name a file.',
    );
    await expect(plan([join(folder, 'f', 'a.json')])).rejects.toThrow(
      /it cannot be written: a part of its path is no folder \(ENOTDIR\)/,
    );
    await symlink('/dev/null', join(folder, 'null.json'));
    await expect(plan([join(folder, 'null.json')])).rejects.toThrow('this is no regular file');
  });

  // Root may write anywhere.
  test.skipIf(process.getuid?.() === 0)('a folder and a file that are write-protected', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.json'), '');
    await chmod(join(folder, 'a.json'), 0o444);
    await expect(plan([join(folder, 'a.json')])).rejects.toThrow('access is denied (EACCES)');
    await chmod(folder, 0o555);
    await expect(plan([join(folder, 'b.json')])).rejects.toThrow('access is denied (EACCES)');
    await chmod(folder, 0o755);
  });

  test('two reports in one file, also by another way', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'd'));
    await symlink('d', join(folder, 'other'));
    await expect(plan([join(folder, 'a.json'), join(folder, 'd', '..', 'a.json')])).rejects.toThrow(
      'two reports go to this file',
    );
    await expect(plan([join(folder, 'd', 'a.json'), join(folder, 'other', 'a.json')])).rejects.toThrow(
      'two reports go to this file',
    );
  });

  test('a link that leads to nothing yet stays one: the report is made where it leads', async () => {
    const folder = await temporaryFolder();
    const link = (to: string, name: string) => symlink(to, join(folder, name));
    await mkdir(join(folder, 'd'));
    await link(join('d', 'made.json'), 'r.json');
    await link('r.json', 'twice.json');
    await link(join('none', 'made.json'), 'lost.json');
    await link('round.json', 'round.json');
    const [{ path }] = await plan([join(folder, 'twice.json')]);
    await writeAtomically([{ path, content: 'text' }]);
    expect((await lstat(join(folder, 'twice.json'))).isSymbolicLink()).toBe(true);
    expect((await lstat(join(folder, 'r.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'd', 'made.json'), 'utf8')).toBe('text');
    await expect(plan([join(folder, 'lost.json')])).rejects.toThrow(
      /lost\.json: it cannot be written: this is a link into '.*none', and there is no such folder\. Make it first\./,
    );
    await expect(plan([join(folder, 'round.json')])).rejects.toThrow(/round\.json: it cannot be written: .*ELOOP/);
  });

  test('reports that must stay in a folder, also behind links', async () => {
    const root = await temporaryFolder();
    const folder = join(root, 'project');
    await mkdir(join(folder, 'sub'), { recursive: true });
    await writeFile(join(root, 'victim'), 'old');
    await symlink(join('..', 'victim'), join(folder, 'r.json'));
    await symlink(join('..', 'new.json'), join(folder, 'n.json'));
    await symlink('..', join(folder, 'up'));
    const within = (name: string) => planOutputs([join(folder, name)], OUTPUT_ENDINGS, [], folder);
    for (const name of [join('..', 'victim.json'), 'r.json', 'n.json', join('up', 'x.json')])
      await expect(within(name)).rejects.toThrow(
        'a config file that was found and not named may not send reports out of its folder. Name it with --config, or give --out.',
      );
    for (const name of ['x.json', join('sub', 'x.json'), '..x.json', join('up', 'project', 'x.json')])
      await expect(within(name)).resolves.toHaveLength(1);
  });

  test('a report over a file that is read, also by a link', async () => {
    const folder = await temporaryFolder();
    const scene = join(folder, 'scene.json');
    await writeFile(scene, '{}');
    await symlink('scene.json', join(folder, 'soft.json'));
    await link(scene, join(folder, 'hard.json'));
    for (const name of ['scene.json', 'soft.json', 'hard.json'])
      await expect(plan([join(folder, name)], [scene, '-'])).rejects.toThrow(
        `${name}: the report would go over a file that is read. Give --out another name.`,
      );
    await expect(plan([join(folder, 'new.json')], [scene])).resolves.toHaveLength(1);
  });
});

describe('files are written whole or not at all', () => {
  test('new ones, and over old ones with their permissions', async () => {
    const folder = await temporaryFolder();
    const old = join(folder, 'old.csv');
    await writeFile(old, 'old');
    await chmod(old, 0o600);
    await writeAtomically([
      { path: old, content: 'text' },
      { path: join(folder, 'new.png'), content: Uint8Array.of(1, 2, 3) },
    ]);
    expect((await readdir(folder)).sort()).toEqual(['new.png', 'old.csv']);
    expect(await readFile(old, 'utf8')).toBe('text');
    expect((await stat(old)).mode & 0o777).toBe(0o600);
    expect([...(await readFile(join(folder, 'new.png')))]).toEqual([1, 2, 3]);
  });

  test('where one cannot be written none is, and nothing is left behind', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.json'), 'old');
    const files = ['a.json', 'gone/b.json'].map((name) => ({ path: join(folder, name), content: 'new' }));
    await expect(writeAtomically(files)).rejects.toThrow(
      expect.objectContaining({
        name: 'InputError',
        message: expect.stringMatching(
          /b\.json: it cannot be written: there is no such file or folder \(ENOENT\)\. Check the name\.$/,
        ),
      }),
    );
    expect(await readdir(folder)).toEqual(['a.json']);
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('old');
  });

  test('where one cannot be renamed nothing is left behind', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'b.json', 'full'), { recursive: true });
    const files = ['a.json', 'b.json'].map((name) => ({ path: join(folder, name), content: 'new' }));
    await expect(writeAtomically(files)).rejects.toThrow('b.json: it cannot be written');
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'b.json']);
  });
});

describe('reports are made by their endings', () => {
  const picture = (byte: number) => ({ width: 1, height: 1, png: Uint8Array.of(byte) }) as unknown as ClashPicture;
  const make = async (name: string, report = sampleReport(), pictures = new Map<string, ClashPicture>()) => {
    const notes: string[] = [];
    const outputs = [{ name, path: `/x/${name}`, ending: name.replace(/^.*\./, '') as 'json' }];
    const files = await makeOutputs(outputs, { report, pictures, bcfVersion: '2.1', note: (text) => notes.push(text) });
    return { files: files.map(({ path, content }) => [path, content] as const), notes };
  };

  test('JSON and CSV hold the pair', async () => {
    const { files, notes } = await make('a.json');
    expect(JSON.parse(files[0][1] as string).pairs[0].id).toBe('00000000000000aa');
    const csv = await make('a.csv');
    expect(csv.files[0][1]).toContain('00000000000000aa');
    expect([...notes, ...csv.notes]).toEqual([]);
  });

  test('one pair: one picture of this name', async () => {
    const pictures = new Map([['00000000000000aa', picture(1)]]);
    expect(await make('a.png', sampleReport(), pictures)).toEqual({
      files: [['/x/a.png', Uint8Array.of(1)]],
      notes: [],
    });
  });

  test('several pairs: a picture each, with the id in its name; an id from elsewhere does no harm', async () => {
    const pairs = ['aa', '../b b'].map((id) => samplePair({ id }));
    const pictures = new Map([
      ['aa', picture(1)],
      ['../b b', picture(2)],
    ]);
    expect(await make('a.b.png', sampleReport({ pairs }), pictures)).toEqual({
      files: [
        ['/x/a.b-aa.png', Uint8Array.of(1)],
        ['/x/a.b-.._b_b.png', Uint8Array.of(2)],
      ],
      notes: ['a.b.png: there are 2 pictures, one of each pair: a.b-<pair id>.png'],
    });
  });

  test('no pair: no picture, and that is said', async () => {
    expect(await make('a.png', sampleReport({ pairs: [] }))).toEqual({
      files: [],
      notes: ['a.png: there is no pair to draw, and no picture was written.'],
    });
  });
});
