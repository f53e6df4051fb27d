import { describe, expect, it } from 'vitest';
import { load } from '../../../src/io/load/load.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { stepFile } from './stepShapes.js';
import { messageOf, utf8 } from './support/readWith.js';

const TRIANGLE = utf8('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n');

describe('load', () => {
  it('takes bytes and buffers, and names parts after the file', async () => {
    const [{ name, mesh }] = (await load(TRIANGLE, { name: 'folder/plate.v2.off' })).parts;
    expect(name).toBe('plate.v2');
    const { buffer } = Uint8Array.from(TRIANGLE);
    expect((await load(buffer)).parts[0]).toMatchObject({ name: 'file', mesh });
  });

  it('reads STEP in this thread where it is asked to', async () => {
    const { units, parts } = await load(utf8(stepFile([{ box: [1, 2, 3] }])));
    expect([units, inspect(parts[0].mesh).signedVolume]).toEqual(['mm', 6]);
  });

  it('refuses what it cannot read', async () => {
    expect(await messageOf(load('text' as unknown as Uint8Array))).toMatch(/^load: the data are no bytes \(string\)/);
    expect(await messageOf(load(new Uint8Array(), { name: 'a.stl' }))).toMatch(
      /^a\.stl: the file is empty \(0 bytes\)/,
    );
    expect(await messageOf(load(TRIANGLE, { format: 'dwg' as 'stl' }))).toMatch(
      /^load: there is no format 'dwg'\. Choose one of: stl,/,
    );
    expect(await messageOf(load(utf8('hello'), { name: 'hello.txt' }))).toMatch(/^hello\.txt: neither /);
  });
});
