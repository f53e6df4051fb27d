import { spawnSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { box } from '../../../src/mesh/shapes/box.js';
import { type Ran, runZclash, temporaryFolder, ZCLASH } from '../support/runZclash.js';
import { SHAPES } from './support.js';

const gltf = (more: object): string =>
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${Buffer.alloc(36).toString('base64')}` }],
    ...more,
  });

/** A package whose model is nothing but 200 MB of blanks. */
const zipBomb = (): Uint8Array =>
  zipSync(
    {
      '[Content_Types].xml': strToU8('<Types/>'),
      '_rels/.rels': strToU8(
        '<Relationships><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
      ),
      '3D/3dmodel.model': new Uint8Array(200_000_000).fill(32),
    },
    { level: 6 },
  );

const nan = (): Uint8Array => {
  const bytes = SHAPES['cube.stl'].slice();
  bytes.set([0, 0, 0xc0, 0x7f], 84 + 12);
  return bytes;
};

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'empty.stl': '',
  'truncated.stl': SHAPES['cube.stl'].slice(0, 400),
  'truncated.ply':
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n',
  'picture.stl': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13),
  'notes.txt': 'Bring milk.',
  'index.obj': `${[...box().positions].map(() => 'v 0 0 0').join('\n')}\nf 1 2 99\n`,
  'nan.stl': nan(),
  'nan.off': 'OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n',
  'promises.off': 'OFF\n353535235358 6 0\n0 0 0\n',
  'bomb.3mf': zipBomb(),
  'cyclic.gltf': gltf({ nodes: [{ mesh: 0, children: [1] }, { children: [0] }] }),
  'escape.gltf': gltf({ buffers: [{ byteLength: 36, uri: '../../etc/passwd' }] }),
  'encoded.gltf': gltf({ buffers: [{ byteLength: 36, uri: '%2e%2e/%2e%2e/secret.bin' }] }),
  'absolute.gltf': gltf({ buffers: [{ byteLength: 36, uri: '/etc/passwd' }] }),
  'not.gltf': '{"asset": {',
  'garbage.step': "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n#1=NONSENSE(((;\n",
  'garbage.ifc': "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCWALL(((;\n",
  'cube.stl': SHAPES['cube.stl'],
};

/** One sentence or two on one line that begin with the file's name. */
function expectSentence(line: string, name: string): void {
  expect(line).toMatch(/^zclash: [^\n]+$/);
  expect(line).toContain(`zclash: ${name}: `);
  expect(line).not.toMatch(/ at .*:\d+:\d+|undefined|\[object|root:/);
}

/** One such line, nothing on standard output, nothing written. */
function expectRefused({ stdout, stderr, code, files }: Ran, name: string, before: readonly string[]): void {
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expectSentence(stderr.trimEnd(), name);
  expect([stdout, code]).toEqual(['', 2]);
  expect([...files.keys()].sort()).toEqual([...before].sort());
}

describe('files that cannot be read', () => {
  const names = Object.keys(FILES).filter((name) => name !== 'cube.stl');
  const outputs = ['--out', 'out.json', '--out', 'out.html'];

  it(`${names.length} of them: one sentence each, exit 2, nothing written`, async () => {
    const { stdout, stderr, code, files } = await runZclash(['scene', ...names, ...outputs], { files: FILES });
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(names.length);
    for (const [k, name] of names.entries()) expectSentence(lines[k], name);
    expect([stdout, code]).toEqual(['', 2]);
    expect([...files.keys()].sort()).toEqual(Object.keys(FILES).sort());
  });

  it.each(['truncated.stl', 'bomb.3mf', 'escape.gltf', 'garbage.step'])(
    '%s beside one that can be: one sentence, exit 2, nothing written',
    async (name) => {
      const files = { [name]: FILES[name], 'cube.stl': FILES['cube.stl'] };
      expectRefused(await runZclash(['check', name, 'cube.stl', ...outputs], { files }), name, Object.keys(files));
    },
  );

  it('missing and folder: one sentence, exit 2', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'parts.stl'));
    for (const name of ['missing.stl', 'parts.stl']) {
      const ran = await runZclash(['check', name, 'cube.stl'], { folder, files: { 'cube.stl': FILES['cube.stl'] } });
      expectRefused(ran, name, ['cube.stl']);
    }
  });

  it('larger than can be read: one sentence, at once, exit 2', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'huge.stl'), '');
    await truncate(join(folder, 'huge.stl'), 2_300_000_000); // sparse: it takes no room
    // Reading it back into the test would be too much, too: only its name is looked at.
    const ran = spawnSync(process.execPath, [ZCLASH, 'inspect', 'huge.stl'], { cwd: folder, encoding: 'utf8' });
    expect(ran.stderr).toMatch(/^zclash: huge\.stl: [^\n]+\n$/);
    expect([ran.stdout, ran.status]).toEqual(['', 2]);
  });

  it('reads nothing beside the folder of a glTF, by a link neither', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'inside'));
    await writeFile(join(folder, 'secret.bin'), Buffer.alloc(36));
    await symlink('../secret.bin', join(folder, 'inside/link.bin'));
    await writeFile(join(folder, 'inside/part.gltf'), gltf({ buffers: [{ byteLength: 36, uri: 'link.bin' }] }));
    const ran = await runZclash(['inspect', 'inside/part.gltf'], { folder });
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(/^zclash: inside\/part\.gltf: [^\n]+\n$/);
  });

  it('writes nothing where one of several outputs cannot be written', async () => {
    const files = { 'cube.stl': FILES['cube.stl'] };
    const ran = await runZclash(['check', 'cube.stl', 'cube.stl', '--out', 'a.json', '--out', 'no/such/b.html'], {
      files,
    });
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(/^zclash: [^\n]*no\/such[^\n]+\n$/);
    expect([...ran.files.keys()]).toEqual(['cube.stl']);
  });
});
