import { describe, expect, test } from 'vitest';
import { body } from '../../../src/body.js';
import { InputError } from '../../../src/errors.js';
import { formatOf } from '../../../src/io/load/format.js';
import { load } from '../../../src/io/load/load.js';
import { loadFile } from '../../../src/io/load/loadFile.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { massProperties } from '../../../src/mesh/mass.js';
import { cubePatches, cylinderOutline, revolve, sphereOutline } from '../../surface/support/nurbsShapes.js';
import { messageOf, utf8, utf16 } from './support/readWith.js';

const ball = { name: 'ball', surfaces: [revolve(sphereOutline(2), 'ball')] };
const can = { name: 'can', surfaces: [revolve(cylinderOutline(1, 3), 'can')] };
const written = (root: object): string => JSON.stringify({ zclash: 'nurbs', ...root });
const two = written({ unit: 'cm', solids: [ball, can] });

describe('a file of B-spline solids', () => {
  test('is told by its bytes, whatever its name; other JSON is glTF', () => {
    for (const name of ['-', 'a.json', 'a.nurbs.json', 'a.gltf', 'a.stl'])
      for (const text of [two, `\ufeff \n{ "comment": "x",\n  "zclash" :\n "nurbs" }`])
        expect(formatOf(utf8(text), { name })).toBe('nurbs');
    expect(formatOf(utf8('{"asset":{"generator":"zclash nurbs"}}'), { name: 'a.json' })).toBe('gltf');
  });

  test('every solid is a surface, with faces in its place as near as a body has them', async () => {
    const { units, parts, problems } = await load(utf8(two), { name: 'folder/two.json' });
    expect([units, problems, parts.map(({ name }) => name)]).toEqual(['cm', [], ['ball', 'can']]);
    const volumes = [(32 / 3) * Math.PI, 3 * Math.PI];
    for (const [k, { surface, mesh, chordError }] of parts.entries()) {
      expect(surface!.kind).toBe('nurbs');
      expect(chordError).toBe(body(surface!).chordError);
      expect(inspect(mesh)).toMatchObject({ closed: true, diagnostics: [] });
      const { volume, area } = massProperties(mesh);
      // Every corner lies on the convex solid, no face farther off than the chord error.
      expect(volume).toBeLessThan(volumes[k]);
      expect(volume).toBeGreaterThan(volumes[k] - 1.01 * area * chordError!);
    }
  });

  test('the chord error can be asked for, also from files', async () => {
    const [coarse] = (await load(utf8(two), { chordError: 0.1 })).parts;
    const [fine] = (await loadFile('two.json', { data: utf8(two), chordError: 1e-3 })).parts;
    expect([coarse.chordError, fine.chordError]).toEqual([0.1, 1e-3]);
    expect(coarse.mesh.indices.length).toBeLessThan(fine.mesh.indices.length / 8);
    for (const chordError of [0, -1, Number.NaN, Infinity]) {
      await expect(load(utf8(two), { chordError })).rejects.toThrow(/^load: the chord error is no length/);
      await expect(loadFile('two.json', { data: utf8(two), chordError })).rejects.toThrow(
        /^loadFile: the chord error is no length/,
      );
    }
  });

  test('may be UTF-16, where that is named', async () => {
    const { parts } = await load(utf16(two, true), { format: 'nurbs' });
    expect(parts.map(({ name }) => name)).toEqual(['ball', 'can']);
  });

  test('names without what a terminal would obey; nameless solids have that of the file', async () => {
    const solids = [{ ...can, name: 'a\u001b[31m\nb' }, { surfaces: can.surfaces }, { ...can, name: '' }];
    const { parts } = await load(utf8(written({ solids })), { name: 'folder/tin.json' });
    expect(parts.map(({ name }) => name)).toEqual(['a [31m b', 'tin', 'tin']);
  });
});

describe('what cannot be read is one InputError: the file, the place, the fact, the remedy', () => {
  const falling = cubePatches().map((patch, k) =>
    k === 2 ? { ...patch, knots: [[0, 1, 0, 1], patch.knots[1]] } : patch,
  );
  test.each([
    [
      'knots that are not monotone',
      written({ solids: [can, { name: 'die', surfaces: falling }] }),
      /^f\.json: solid 1 \('die'\): the knots in u are not monotone .* in patch 2 \('front'\)\. Sort them\.$/,
    ],
    [
      'an open solid',
      written({ solids: [{ name: 'die', surfaces: cubePatches().slice(1) }] }),
      /^f\.json: solid 0 \('die'\): the border of .* is open from \(.*\): .*\. Close the solid there/,
    ],
    ['JSON that ends', two.slice(0, -5), /^f\.json: this is no JSON \(.*\)\. Correct it there\.$/],
    [
      'a long list where a number should be',
      written({ solids: [{ surfaces: [{ ...can.surfaces[0], points: [can.surfaces[0].points] }] }] }),
      /^f\.json: 'points' of patch 0 of solid 0 has something else than numbers \(.{1,81}, number 0\)\. Write numbers alone\.$/,
    ],
  ])('%s', async (_, text, message) => {
    const reading = load(utf8(text), { name: 'f.json' });
    await expect(reading).rejects.toBeInstanceOf(InputError);
    expect(await messageOf(reading)).toMatch(message);
  });

  test('a chord error that takes too many faces, or is below rounding', async () => {
    const message = await messageOf(load(utf8(two), { name: 'f.json', chordError: 1e-300 }));
    expect(message).toMatch(/^f\.json: solid 0 \('ball'\): the chord error must be positive and above rounding/);
  });
});
