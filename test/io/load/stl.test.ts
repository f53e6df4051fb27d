import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { describe, expect, it } from 'vitest';
import { readStl } from '../../../src/io/load/stl/stl.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { asOneMesh, cornersOf, differences, expectFigures } from './support/figures.js';
import { messageOf, readWith, utf16 } from './support/readWith.js';
import { modelBytes, sharedModels } from './support/sharedModels.js';
import { asciiStl, binaryStl, TETRAHEDRON } from './support/stlFiles.js';

const read = (data: Uint8Array | string, name = 'part.stl') => readWith(readStl, data, name);
const refusal = (data: Uint8Array | string) => messageOf(read(data));

describe('readStl, by hand', () => {
  it('reads a binary file in f32 and welds its corners', async () => {
    const scene = await read(binaryStl(TETRAHEDRON));
    expect(scene.units).toBeUndefined();
    expect(scene.problems).toEqual([]);
    expect(scene.parts.map(({ name, path }) => [name, path])).toEqual([['part', []]]);
    const { mesh } = scene.parts[0];
    expect(mesh.positions).toBeInstanceOf(Float32Array);
    expect(mesh.positions.length).toBe(12);
    expect(inspect(mesh)).toMatchObject({ triangles: 4, closed: true, signedVolume: 1 / 6 });
  });

  it('reads the same from text, in f64', async () => {
    const { mesh } = (await read(asciiStl('a b', TETRAHEDRON))).parts[0];
    expect(mesh.positions).toBeInstanceOf(Float64Array);
    expect(cornersOf(mesh)).toEqual(Float64Array.from(TETRAHEDRON));
    const fine = await read(asciiStl('fine', [0.1, 1e-3, 0.30000000000000004, ...TETRAHEDRON.slice(3, 9)]));
    expect([...fine.parts[0].mesh.positions.slice(0, 3)]).toEqual([0.1, 0.001, 0.30000000000000004]);
  });

  it('goes by the content, whatever the head says', async () => {
    const named = await read(binaryStl(TETRAHEDRON, { head: 'solid facet normal' }));
    expect(inspect(named.parts[0].mesh).closed).toBe(true);
    expect(named.parts[0].name).toBe('part');
    const miscounted = await read(binaryStl(TETRAHEDRON, { head: `solid ${' '.repeat(74)}`, promised: 66 }));
    expect(inspect(miscounted.parts[0].mesh).triangles).toBe(4);
  });

  it('makes a part of every solid, by its name', async () => {
    const far = TETRAHEDRON.map((x) => x + 5);
    const scene = await read(`${asciiStl('left hand', TETRAHEDRON)}${asciiStl('Größe', far)}${asciiStl('', far)}`);
    expect(scene.parts.map(({ name }) => name)).toEqual(['left hand', 'Größe', 'part']);
    expect(scene.parts.map(({ mesh }) => inspect(mesh).bounds.min[0])).toEqual([0, 5, 5]);
    expect(scene.parts.every(({ mesh }) => inspect(mesh).closed)).toBe(true);
  });

  it.each([
    ['CR LF and tabs', asciiStl('t', TETRAHEDRON).replaceAll('\n', '\r\n').replaceAll(' ', '\t')],
    ['CR alone', asciiStl('t', TETRAHEDRON).replaceAll('\n', '\r')],
    ['capitals', asciiStl('t', TETRAHEDRON).toUpperCase()],
    ['a byte order mark', `\ufeff${asciiStl('t', TETRAHEDRON)}`],
    ['no normals', asciiStl('t', TETRAHEDRON).replaceAll('normal 0 0 0', 'normal')],
    ['normals that are no numbers', asciiStl('t', TETRAHEDRON).replaceAll('normal 0 0 0', 'normal nan x -inf')],
    [
      'facets on one line each',
      asciiStl('t', TETRAHEDRON)
        .replace(/\n(?!facet|endsolid)/g, ' ')
        .replace(' facet', '\nfacet'),
    ],
  ])('reads text with %s', async (_, text) => {
    const scene = await read(text);
    expect(scene.problems).toEqual([]);
    expect(cornersOf(scene.parts[0].mesh)).toEqual(Float64Array.from(TETRAHEDRON));
  });

  it('reads UTF-16 of both byte orders', async () => {
    for (const isLittle of [true, false])
      expect((await read(utf16(asciiStl('é', TETRAHEDRON), isLittle))).parts[0].name).toBe('é');
  });

  it('keeps facets that welding takes a side from, and treats -0 as 0', async () => {
    const { mesh } = (
      await read(binaryStl([...TETRAHEDRON.map((x) => (x === 0 ? -0 : x)), ...TETRAHEDRON, 0, 0, 0, -0, 0, 0, 1, 1, 1]))
    ).parts[0];
    expect(mesh.indices.length).toBe(27);
    expect(mesh.positions.length).toBe(15);
    expect(inspect(mesh).degenerateFaces).toEqual([8]);
  });

  it('reads by the length where the head promises other than there is, and says so', async () => {
    for (const promised of [66, 0, 3]) {
      const scene = await read(binaryStl(TETRAHEDRON, { promised }));
      expect(inspect(scene.parts[0].mesh).triangles).toBe(4);
      expect(scene.problems).toEqual([
        {
          code: 'repaired',
          message: `the head promises ${promised} facets, the file holds 4: all of these are read. Export it again if some are missing.`,
        },
      ]);
    }
  });

  it('leaves out what follows the facets', async () => {
    const scene = await read(Uint8Array.of(...binaryStl(TETRAHEDRON), 1, 2, 3));
    expect(inspect(scene.parts[0].mesh).triangles).toBe(4);
    expect(scene.problems).toEqual([
      {
        code: 'repaired',
        message:
          'behind the last of 4 facets 3 bytes follow that are no whole facets: they are left out. Export the file again if facets are missing.',
      },
    ]);
  });

  it('reads the other solids where one cannot be, and says which', async () => {
    const broken = asciiStl('b', TETRAHEDRON).replace('vertex 0 1 0', 'vertex 0 nan 0');
    const empty = 'solid e\nendsolid e\n';
    const scene = await read(asciiStl('a', TETRAHEDRON) + broken + empty + asciiStl('c', TETRAHEDRON));
    expect(scene.parts.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(scene.problems).toEqual([
      {
        code: 'unreadable',
        part: 'b',
        message: "a coordinate is not finite ('nan', line 35). Repair the model or export it again.",
      },
      {
        code: 'repaired',
        part: 'e',
        message: "solid 'e' (line 61) has no facets and is left out. Remove it from the file.",
      },
    ]);
  });

  it('reads a solid without an end, and says so', async () => {
    const scene = await read(asciiStl('a', TETRAHEDRON).replace(/endsolid.*\n/, '') + asciiStl('b', TETRAHEDRON));
    expect(scene.parts.map(({ name, mesh }) => [name, inspect(mesh).triangles])).toEqual([
      ['a', 4],
      ['b', 4],
    ]);
    expect(scene.problems).toEqual([
      {
        code: 'repaired',
        part: 'a',
        message:
          "solid 'a' (line 1) has no 'endsolid': it is read as far as it goes. Export the file again if it is cut off.",
      },
    ]);
  });
});

describe('readStl, refusals', () => {
  const text = asciiStl('t', TETRAHEDRON);
  it.each([
    [
      'a binary file cut off in a facet',
      binaryStl(TETRAHEDRON).subarray(0, 84 + 130),
      'part.stl: the file ends at byte 214, within facet 3 of the 4 that its head promises. It is cut off, or no STL file: export it again.',
    ],
    [
      'a binary head without a facet',
      binaryStl(TETRAHEDRON).subarray(0, 84),
      'part.stl: the file ends at byte 84, before facet 1 of the 4 that its head promises. It is cut off, or no STL file: export it again.',
    ],
    [
      'a head cut off',
      binaryStl(TETRAHEDRON).subarray(0, 60),
      "part.stl: it is no STL file: it neither begins with 'solid' nor has the 84 bytes of a binary head (60 bytes). Export it again.",
    ],
    ['no facets, binary', binaryStl([]), 'part.stl: it holds no facets. Export a model that has a surface.'],
    ['no facets, text', 'solid x\nendsolid x', 'part.stl: it holds no facets. Export a model that has a surface.'],
    [
      'NaN in a binary file',
      binaryStl(TETRAHEDRON.with(11, Number.NaN)),
      'part.stl: a coordinate of facet 2 of 4 is not finite (NaN at byte 154). Repair the model or export it again.',
    ],
    [
      'text cut off',
      text.slice(0, text.indexOf('vertex 0 0 1')),
      "part.stl: the file ends at byte 165 (line 13) where 'vertex' is expected, in the solid that begins at line 1. It is cut off: export it again.",
    ],
    [
      'a decimal comma',
      text.replace('vertex 0 1 0', 'vertex 0 1,5 0'),
      "part.stl: '1,5' is no coordinate (line 5). Repair the model or export it again.",
    ],
    [
      'a number beyond f64',
      text.replace('vertex 0 1 0', 'vertex 0 1e999 0'),
      "part.stl: a coordinate is not finite ('1e999', line 5). Repair the model or export it again.",
    ],
    [
      'a facet of two corners',
      text.replace('  vertex 0 1 0\n', ''),
      "part.stl: line 6 has 'endloop' where 'vertex' is expected. Repair the model or export it again.",
    ],
    [
      'a facet of four corners',
      text.replace('  vertex 0 1 0\n', '  vertex 0 1 0\n  vertex 0 2 0\n'),
      "part.stl: line 7 has 'vertex' where 'endloop' is expected. Repair the model or export it again.",
    ],
    [
      'something else behind the end',
      'solid x\nendsolid x\nhello',
      "part.stl: line 3 begins with 'hello' where 'solid' is expected. Repair the model or export it again.",
    ],
  ])('%s', async (_, data, message) => {
    expect(await refusal(data)).toBe(message);
  });
});

const entries = sharedModels('.stl');
if (!entries) it.skip('readStl, models: skipped, the folder ../shared/models is not beside the repository', () => {});
else
  describe('readStl, on models of others', () => {
    const full = entries.filter(({ triangles }) => triangles > 0);
    it.each(full.map((entry) => [entry.file, entry] as const))('%s agrees with INDEX.json', async (file, entry) => {
      expectFigures(await read(modelBytes(file), file), entry);
    });

    // three.js believes the count in the head, and needs normals.
    const misread = ['incorrectFaceCounter', 'missingNormal'];
    const readByThree = full.filter(({ file }) => !misread.some((name) => file.includes(name)));
    it.each(readByThree.map(({ file }) => file))('%s agrees with three.js corner by corner', async (file) => {
      const bytes = modelBytes(file);
      const theirs = new STLLoader().parse(bytes.buffer as ArrayBuffer).getAttribute('position').array;
      expect(differences(cornersOf(asOneMesh(await read(bytes, file))), theirs)).toEqual([]);
    });

    it('names the solids of cad/trimesh_multibody.stl', async () => {
      const { parts } = await read(modelBytes('cad/trimesh_multibody.stl'));
      expect(parts.map(({ name, mesh }) => [name, inspect(mesh).triangles])).toEqual([
        ['bodyB', 12],
        ['bodyA', 20],
      ]);
    });

    it.each(entries.filter(({ triangles }) => triangles === 0).map(({ file }) => file))(
      '%s is refused',
      async (file) => {
        expect(await messageOf(read(modelBytes(file), file))).toBe(
          `${file}: it holds no facets. Export a model that has a surface.`,
        );
      },
    );
  });
