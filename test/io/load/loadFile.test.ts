import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderResolver } from '../../../src/io/load/folderResolver.js';
import { loadFile } from '../../../src/io/load/loadFile.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { ifcFile } from './ifcShapes.js';
import { stepFile } from './stepShapes.js';
import { messageOf, utf8 } from './support/readWith.js';

// STEP and IFC are read by a worker, which is started from the build that `npm test` has made.

const folder = mkdtempSync(join(tmpdir(), 'zclash-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

const put = (name: string, data: string | Uint8Array): string => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};
const TRIANGLE = 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';

describe('files that cannot be read', () => {
  it('a missing one, a folder, an empty one', async () => {
    const none = join(folder, 'none.stl');
    expect(await messageOf(loadFile(none))).toBe(`${none}: there is no such file. Check its name.`);
    expect(await messageOf(loadFile(folder))).toBe(`${folder}: it is a folder. Name a file in it.`);
    const empty = put('empty.stl', '');
    expect(await messageOf(loadFile(empty))).toBe(`${empty}: it is empty (0 bytes). Export it again.`);
    expect(await messageOf(loadFile('-', { data: new Uint8Array() }))).toBe(
      '-: it is empty (0 bytes). Export it again.',
    );
    const within = join(empty, 'x.stl');
    expect(await messageOf(loadFile(within))).toBe(`${within}: a part of its path is no folder. Check its name.`);
    symlinkSync('round', join(folder, 'round'));
    expect(await messageOf(loadFile(join(folder, 'round')))).toMatch(/round: its links lead nowhere\. /);
  });

  it('one of 3 GB is refused before anything is allocated', async () => {
    const huge = join(folder, 'huge.stl');
    const file = openSync(huge, 'w');
    ftruncateSync(file, 3e9); // a hole: it takes no room on the disk
    closeSync(file);
    const before = process.memoryUsage().rss;
    expect(await messageOf(loadFile(huge))).toBe(
      `${huge}: it is too large to be read at once (2.8 GiB, at most 2). Split it into several files.`,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
  });

  it.skipIf(process.platform === 'win32')('devices and pipes are not waited for', async () => {
    for (const path of ['/dev/zero', '/dev/null'])
      expect(await messageOf(loadFile(path))).toBe(
        `${path}: it is no file but a device, a pipe or a socket. Copy what it holds to a file.`,
      );
    const pipe = join(folder, 'pipe.stl');
    execFileSync('mkfifo', [pipe]);
    expect(await messageOf(loadFile(pipe))).toContain('it is no file but');
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('one without the right to read it', async () => {
    const secret = put('secret.off', TRIANGLE);
    chmodSync(secret, 0);
    expect(await messageOf(loadFile(secret))).toBe(
      `${secret}: it may not be read (permission denied). Ask for the right to read it.`,
    );
  });

  it('what is no path, no limit, no format', async () => {
    expect(await messageOf(loadFile(''))).toBe('loadFile: that is no path (). Give the path of a file.');
    expect(await messageOf(loadFile('a\0b'))).toBe('loadFile: that is no path (a?b). Give the path of a file.');
    expect(await messageOf(loadFile('a.stl', { timeLimitMs: 0 }))).toMatch(
      /^loadFile: the time limit must be positive \(0\)/,
    );
    const step = utf8(stepFile([{ box: [1, 1, 1] }]));
    expect(await messageOf(loadFile('a.step', { data: step, memoryLimitBytes: Number.NaN }))).toMatch(
      /^loadFile: the memory limit/,
    );
    const text = put('notes.txt', 'shopping list');
    expect(await messageOf(loadFile(text))).toMatch(/notes\.txt: neither the bytes nor the ending tell the format\. /);
    expect(await messageOf(loadFile(text, { format: 'word' as 'stl' }))).toMatch(/^load: there is no format 'word'/);
  });
});

describe('files that can be read', () => {
  it('in this thread, or as bytes that are there already', async () => {
    const scene = await loadFile(put('triangle.off', TRIANGLE));
    expect(scene.parts.map(({ name, mesh }) => [name, mesh.indices.length])).toEqual([['triangle', 3]]);
    const again = await loadFile('-', { data: utf8(TRIANGLE) });
    expect(again.parts[0].mesh).toEqual(scene.parts[0].mesh);
    expect((await loadFile(put('triangle', TRIANGLE), { format: 'off' })).parts.length).toBe(1);
  });

  it('STEP and IFC in a thread of their own; bytes of the caller stay his', async () => {
    const step = await loadFile(put('brick.stp', stepFile([{ box: [3, 2, 1] }], { product: 'brick' })));
    expect([step.units, step.parts[0].name, inspect(step.parts[0].mesh).signedVolume]).toEqual(['mm', 'brick', 6]);
    const data = Buffer.from(
      ifcFile([
        {
          entity: 'IFCWALL',
          name: 'one',
          globalId: 'one___________________',
          body: [{ mapped: [1, 2, 3], mirrored: false }],
          rest: '$,$',
        },
        {
          entity: 'IFCWALL',
          name: 'two',
          globalId: 'two___________________',
          body: [{ mapped: [1, 2, 3], mirrored: false }],
          rest: '$,$',
        },
      ]),
    );
    const copy = Buffer.from(data);
    const ifc = await loadFile('house.ifc', { data });
    expect(data.equals(copy)).toBe(true);
    expect(ifc.parts.map(({ name, type }) => [name, type])).toEqual([
      ['one', 'IfcWall'],
      ['two', 'IfcWall'],
    ]);
    expect(ifc.parts[0].mesh).toBe(ifc.parts[1].mesh); // shared, also on this side
    expect(inspect(ifc.parts[0].mesh).signedVolume).toBe(3);
  });

  it('a sentence from the other thread is the same sentence', async () => {
    const bad = put('bad.step', 'ISO-10303-21;\nHEADER;\n');
    expect(await messageOf(loadFile(bad))).toBe(
      `${bad}: it breaks off on line 3, after 22 bytes (END-ISO-10303-21 is missing). Export it again.`,
    );
  });
});

describe('what a file names', () => {
  const home = join(folder, 'home');
  mkdirSync(join(home, 'sub'), { recursive: true });
  writeFileSync(join(folder, 'outside.bin'), 'secret');
  writeFileSync(join(home, 'inside.bin'), 'beside');
  writeFileSync(join(home, 'sub', 'deep .bin'), 'deep');
  writeFileSync(join(home, '..odd'), 'odd');
  symlinkSync(join(folder, 'outside.bin'), join(home, 'out.bin'));
  symlinkSync(folder, join(home, 'up'));
  symlinkSync(join(home, 'inside.bin'), join(home, 'in.bin'));
  symlinkSync(join(folder, 'gone'), join(home, 'gone'));
  const model = join(home, 'model.gltf');
  const resolve = folderResolver(model);
  const text = async (path: string) => new TextDecoder().decode(await resolve(path));

  it('is read from its folder and those within it', async () => {
    expect(await text('inside.bin')).toBe('beside');
    expect(await text('./inside.bin')).toBe('beside');
    expect(await text('sub/deep .bin')).toBe('deep');
    expect(await text('..odd')).toBe('odd');
    expect(await text('in.bin')).toBe('beside'); // a link that stays inside
    expect(await resolve('inside.bin')).toBe(await resolve('in.bin')); // read once
  });

  it.each([
    ['../outside.bin', 'which lies outside of its folder'],
    ['sub/../../outside.bin', 'which lies outside of its folder'],
    ['..', 'which lies outside of its folder'],
    ['..\\outside.bin', 'which lies outside of its folder'],
    ['/etc/passwd', 'which lies outside of its folder'],
    ['\\\\server\\share\\x.bin', 'which lies outside of its folder'],
    ['up/outside.bin', 'a link that leads out of its folder'],
    ['out.bin', 'a link that leads out of its folder'],
    ['http://example.org/x.bin', 'which is an address, and only files beside it are read'],
    ['file:///etc/passwd', 'which is an address, and only files beside it are read'],
    ['C:\\x.bin', 'which is an address, and only files beside it are read'],
  ])('%s is not read', async (path, fact) => {
    expect(await messageOf(resolve(path))).toBe(
      `${model}: it names '${path}', ${fact}. Put it beside the file and name it by its relative path.`,
    );
  });

  it('what is not there, or is no file, is told', async () => {
    for (const path of ['none.bin', 'gone'])
      expect(await messageOf(resolve(path))).toBe(
        `${model}: it names '${path}', but there is no such file. Check its name.`,
      );
    expect(await messageOf(resolve('sub'))).toBe(`${model}: it names 'sub', but it is a folder. Name a file in it.`);
    expect(await messageOf(resolve('a\0b'))).toMatch(/it names 'a\?b', which is no name of a file\. /);
    expect(await messageOf(resolve(''))).toMatch(/it names '', which is no name of a file\. /);
  });

  it('a glTF reads nothing outside its folder, and nothing at all where its bytes came from elsewhere', async () => {
    const gltf = (uri: string) =>
      JSON.stringify({
        asset: { version: '2.0' },
        scene: 0,
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0, name: 'part' }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ byteLength: 36, uri }],
      });
    const numbers = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
    writeFileSync(join(home, 'points.bin'), numbers);
    writeFileSync(join(folder, 'points.bin'), numbers);
    writeFileSync(model, gltf('points.bin'));
    expect((await loadFile(model)).parts.map(({ name, mesh }) => [name, mesh.indices.length])).toEqual([['part', 3]]);
    for (const uri of ['../points.bin', '%2e%2e/points.bin', 'up/points.bin', `file://${folder}/points.bin`]) {
      writeFileSync(model, gltf(uri));
      const message = await messageOf(loadFile(model));
      expect(message.startsWith(`${model}: `)).toBe(true);
      expect(message).toMatch(/outside of its folder|leads out of its folder|lies elsewhere/);
    }
    expect(await messageOf(loadFile(model, { data: utf8(gltf('points.bin')) }))).toContain(
      "names another file ('points.bin')",
    );
  });
});
