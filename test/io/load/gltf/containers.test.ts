import { describe, expect, test } from 'vitest';
import { cubeDraft, glbOf } from './glb.js';
import { read, refusal, textOf } from './refusal.js';

describe('containers', () => {
  const whole = cubeDraft().glb();
  const withWord = (at: number, value: number): Uint8Array => {
    const bytes = whole.slice();
    new DataView(bytes.buffer).setUint32(at, value, true);
    return bytes;
  };
  const jsonLength = new DataView(whole.buffer).getUint32(12, true);

  test.each([
    [
      'a header that is cut off',
      whole.slice(0, 7),
      'the file ends within its header (7 of 12 bytes). Export the file again.',
    ],
    [
      'a file that is cut off',
      whole.slice(0, whole.length - 40),
      `the file is cut off (${whole.length - 40} bytes of the ${whole.length} that its header names). Copy it again.`,
    ],
    ['version 1', withWord(4, 1), 'this is glTF 1, and only 2.0 is read. Convert it to glTF 2.0.'],
    [
      'a chunk beyond the file',
      withWord(12, 0xfffffff0),
      `the chunk at byte 12 is cut off (it names 4294967280 bytes, and ${whole.length - 20} follow). Copy the file again.`,
    ],
    [
      'a second chunk beyond the file',
      withWord(20 + jsonLength, 0x7fffffff),
      `the chunk at byte ${20 + jsonLength} is cut off (it names 2147483647 bytes, and ${whole.length - 28 - jsonLength} follow). Copy the file again.`,
    ],
    ['no JSON first', withWord(16, 0x004e4942), 'the first chunk, at byte 12, is not the JSON. Export the file again.'],
    ['no chunk at all', withWord(8, 12), 'there is no JSON chunk (the header names 12 bytes). Export the file again.'],
    ['JSON that is none', glbOf('{"asset": '), /^the JSON cannot be read \(.*\)\. Export the file again\.$/],
    [
      'text that is none',
      new TextEncoder().encode('{"asset":\n{{'),
      /^the JSON cannot be read \(.*\)\. Export the file again\.$/,
    ],
    ['a list', textOf([]), 'the JSON must be an object (it is a list of 0). Export the file again.'],
    ['no asset', textOf({}), 'this is no glTF 2.0 (asset.version is missing). Export the file again.'],
    [
      'glTF 1.0',
      textOf({ asset: { version: '1.0' } }),
      'this is glTF 1.0, and only 2.0 is read. Convert it to glTF 2.0.',
    ],
    [
      'glTF 2.5 needed',
      textOf({ asset: { version: '2.0', minVersion: '2.5' } }),
      'this is glTF 2.5, and only 2.0 is read. Convert it to glTF 2.0.',
    ],
    [
      'nothing in it',
      textOf({ asset: { version: '2.0' } }),
      'there is no geometry (no node of its scene has a mesh). Export the parts, too.',
    ],
  ] as [string, Uint8Array, string | RegExp][])('%s', async (_, bytes, text) => {
    const message = await refusal(bytes);
    if (typeof text === 'string') expect(message).toBe(text);
    else expect(message).toMatch(text);
  });

  test('bytes behind the file, a byte order mark and chunks of other kinds do no harm', async () => {
    const trailing = new Uint8Array(whole.length + 5);
    trailing.set(whole);
    expect((await read(trailing)).parts).toHaveLength(1);
    const file = cubeDraft();
    file.json.buffers[0].uri = `data:;base64,${Buffer.from(file.binary()).toString('base64')}`;
    expect((await read(Uint8Array.of(0xef, 0xbb, 0xbf, ...textOf(file.json)))).parts).toHaveLength(1);
  });

  test('JSON that is nested a million deep overflows no stack', async () => {
    const deep = `{"asset":{"version":"2.0"},"extras":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    expect(await refusal(new TextEncoder().encode(deep))).toMatch(/^there is no geometry/);
  });
});
