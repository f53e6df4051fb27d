import { describe, expect, test } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { readGltf } from '../../../../src/io/load/gltf/gltf.js';
import { massProperties } from '../../../../src/mesh/mass.js';
import { cubeDraft } from './glb.js';
import { read, refusal, textOf } from './refusal.js';
import { sourceOf } from './source.js';

describe('buffers elsewhere', () => {
  const { binary, json } = cubeDraft();
  const withUri = (uri: unknown): Uint8Array => textOf({ ...json, buffers: [{ byteLength: binary().length, uri }] });

  test.each([
    ['beside the file', 'cube.bin', 'cube.bin'],
    ['with percent signs', 'my%20cube%C3%A9.bin', 'my cubeé.bin'],
    ['in a folder', 'parts/cube.bin', 'parts/cube.bin'],
  ])('%s', async (_, uri, path) => {
    const scene = await readGltf(withUri(uri), sourceOf('a.gltf', { [path]: Buffer.from(binary()) }));
    expect(massProperties(scene.parts[0].mesh).volume).toBeCloseTo(1, 12);
  });

  test('a file that many buffers name is read once', async () => {
    let count = 0;
    const bytes = binary();
    const uri = 'cube.bin';
    const buffers = [
      { byteLength: bytes.length, uri },
      { byteLength: bytes.length, uri },
    ];
    const bufferViews = [json.bufferViews[0], { ...json.bufferViews[1], buffer: 1 }];
    const resolve = async (): Promise<Uint8Array> => {
      count++;
      return bytes;
    };
    const { parts } = await readGltf(textOf({ ...json, buffers, bufferViews }), { name: 'a.gltf', stem: 'a', resolve });
    expect(massProperties(parts[0].mesh).volume).toBeCloseTo(1, 12);
    expect(count).toBe(1);
  });

  test.each([
    ['base64', `data:application/octet-stream;base64,${Buffer.from(binary()).toString('base64')}`],
    ['base64 without padding', `data:;base64,${Buffer.from(binary()).toString('base64').replace(/=+$/, '')}`],
    ['percent signs', `data:,${[...binary()].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('')}`],
  ])('data: URIs in %s', async (_, uri) => {
    const scene = await read(withUri(uri));
    expect(massProperties(scene.parts[0].mesh).volume).toBeCloseTo(1, 12);
  });

  test('a path out of the folder reaches the resolver as it is, which refuses it', async () => {
    const asked: string[] = [];
    const source = {
      name: 'a.gltf',
      stem: 'a',
      resolve: async (uri: string): Promise<Uint8Array> => {
        asked.push(uri);
        throw new InputError(`a.gltf: it names a file outside its folder ('${uri}'). Put it beside.`);
      },
    };
    await expect(readGltf(withUri('..%2f../etc/passwd'), source)).rejects.toThrow(
      "a.gltf: part 'cube' (node 0): mesh 0 'cube mesh': primitive 0: POSITION: accessor 0: buffer view 0: it names a file outside its folder ('../../etc/passwd'). Put it beside.",
    );
    expect(asked).toEqual(['../../etc/passwd']);
  });

  const where = "part 'cube' (node 0): mesh 0 'cube mesh': primitive 0: POSITION: accessor 0: buffer view 0: ";
  const elsewhere =
    'it lies elsewhere, and only files beside this one are read. Put it beside the file and name it by its relative path.';
  test.each([
    ['https://example.org/a.bin', `buffer 0 ('https://example.org/a.bin'): ${elsewhere}`],
    ['file:///etc/passwd', `buffer 0 ('file:///etc/passwd'): ${elsewhere}`],
    ['/etc/passwd', `buffer 0 ('/etc/passwd'): ${elsewhere}`],
    ['%2fetc/passwd', `buffer 0 ('%2fetc/passwd'): ${elsewhere}`],
    ['\\\\host\\share', `buffer 0 ('\\\\host\\share'): ${elsewhere}`],
    ['C:\\a.bin', `buffer 0 ('C:\\a.bin'): ${elsewhere}`],
    ['a%00.bin', "buffer 0 ('a%00.bin'): that is no name of a file. Export the file again."],
    ['a%zz.bin', "buffer 0 ('a%zz.bin'): its URI has broken percent signs. Export the file again."],
    ['', "buffer 0 (''): that is no name of a file. Export the file again."],
    ['gone.bin', 'a buffer cannot be read (there is no gone.bin). Put it beside the file.'],
    [17, 'the uri of buffer 0 must be a text (it is 17). Export the file again.'],
    [undefined, 'buffer 0 has no bytes (it names no file, and there is no binary chunk). Export the file again.'],
    ['data:;base64,AB*D', 'buffer 0: its base64 is broken (character 3 is no base64). Export the file again.'],
    ['data:;base64,ABCDE', 'buffer 0: its base64 is cut off (5 characters). Export the file again.'],
    ['data:nothing', 'buffer 0: its data: URI has no comma. Export the file again.'],
    ['data:;base64,AAAA', 'it ends at byte 96 of buffer 0, which has 3. Export the file again.'],
  ])('%s', async (uri, text) => {
    expect(await refusal(withUri(uri))).toBe(where + text);
  });
});
