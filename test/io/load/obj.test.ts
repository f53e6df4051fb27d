import { Mesh } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { describe, expect, it, vi } from 'vitest';
import { readObj } from '../../../src/io/load/obj/obj.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { objCube } from './support/cubes.js';
import { asOneMesh, cornersOf, differences, expectFigures } from './support/figures.js';
import { messageOf, readWith, utf8, utf16 } from './support/readWith.js';
import { modelBytes, sharedModels } from './support/sharedModels.js';

const read = (data: Uint8Array | string, name = 'part.obj') => readWith(readObj, data, name);
const refusal = (data: string) => messageOf(read(data));

const CUBE = objCube(0, 1);

describe('readObj, by hand', () => {
  it('reads a cube of quads as one part by the name of the file, in f64', async () => {
    const scene = await read(CUBE);
    expect(scene).toMatchObject({ units: undefined, problems: [], animations: [] });
    expect(scene.parts.map(({ name, path }) => [name, path])).toEqual([['part', []]]);
    const { mesh } = scene.parts[0];
    expect(mesh.positions).toBeInstanceOf(Float64Array);
    expect(inspect(mesh)).toMatchObject({ triangles: 12, vertices: 8, closed: true, signedVolume: 1 });
  });

  it.each([
    ['texture', CUBE.replace(/(?<=f .*)\d+/g, '$&/1')],
    ['texture and normal', CUBE.replace(/(?<=f .*)\d+/g, '$&/1/2')],
    ['normal', CUBE.replace(/(?<=f .*)\d+/g, '$&//2')],
    ['empty texture and normal', CUBE.replace(/(?<=f .*)\d+/g, '$&//')],
    ['numbers from the end', CUBE.replace(/(?<=f .*)\d+/g, (n) => String(Number(n) - 9))],
    ['plus signs', CUBE.replace(/(?<=f .*)\d+/g, '+$&')],
    ['the old word for faces', CUBE.replaceAll('f ', 'fo ')],
    ['comments', `# f 1 2 3\n${CUBE.replaceAll('\n', ' # f 1 2 3 \\\n')}`],
    ['comments without a blank', CUBE.replaceAll('\n', '#x\n')],
    ['CR LF', CUBE.replaceAll('\n', '\r\n')],
    ['CR alone', CUBE.replaceAll('\n', '\r')],
    ['tabs and blanks', CUBE.replaceAll(' ', ' \t ').replaceAll('\n', '\t\n\n').replace(/^/gm, '  ')],
    ['joined lines', CUBE.replaceAll(' ', ' \\\n')],
    ['joined lines with CR LF, without blanks', CUBE.replaceAll(' ', ' \\\r\n\t')],
    ['no line end at the end', CUBE.trimEnd()],
    ['a byte order mark', `\ufeff${CUBE}`],
    ['colours, and one that is not finite', CUBE.replace(/^v.*/gm, '$& 0.5 nan 1')],
    [
      'points, lines, materials and shading',
      `mtllib x.mtl\nvt 0 0\nvn 0 0 1\nusemtl a b\ns off\n${CUBE}p 1 2\nl 1 2 3\n`,
    ],
    ['faces in front of their vertices', CUBE.replace(/^v.*\n/gm, '') + CUBE.replace(/^f.*\n/gm, '')],
  ])('reads %s', async (_, text) => {
    const scene = await read(text);
    expect(scene.problems).toEqual([]);
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ triangles: 12, closed: true, signedVolume: 1 });
  });

  it('reads UTF-16 with and without a byte order mark', async () => {
    for (const isLittle of [true, false])
      for (const mark of ['\ufeff', '']) {
        const { parts } = await read(utf16(`o Zähler 😀\n${CUBE}`, isLittle, mark));
        expect(parts[0].name).toBe('Zähler 😀');
        expect(inspect(parts[0].mesh).signedVolume).toBe(1);
      }
  });

  it('reads names of older code pages', async () => {
    const text = utf8(`o Gr__e\n${CUBE}`);
    text[4] = 0xf6;
    text[5] = 0xdf;
    expect((await read(text)).parts[0].name).toBe('Größe');
  });

  it('passes over weights, which are for rational curves and surfaces, and says so', async () => {
    for (const weight of ['0.5', '0', '-2', 'nan']) {
      const { parts, problems } = await read(CUBE.replace(/^v (.*)/gm, `v $1 ${weight}`));
      expect(inspect(parts[0].mesh)).toMatchObject({ closed: true, signedVolume: 1 });
      expect(problems).toEqual([
        {
          code: 'repaired',
          message:
            '8 vertices have weights (line 1), which polygons do not use: passed over. Divide the coordinates where they are meant to be homogeneous.',
        },
      ]);
    }
    expect((await read(CUBE.replace(/^v (.*)/gm, 'v $1 1.0'))).problems).toEqual([]);
  });

  it('cuts ears off a concave face', async () => {
    // An L of area 3 as bottom and top of a prism of height 2, walls as quads.
    const L = ['0 0', '2 0', '2 1', '1 1', '1 2', '0 2'];
    const text = [
      ...L.map((p) => `v ${p} 0`),
      ...L.map((p) => `v ${p} 2`),
      'f 6 5 4 3 2 1',
      'f 9 10 11 12 7 8',
      ...L.map((_, k) => `f ${k + 1} ${((k + 1) % 6) + 1} ${((k + 1) % 6) + 7} ${k + 7}`),
    ].join('\n');
    const found = inspect((await read(text)).parts[0].mesh);
    expect(found).toMatchObject({ triangles: 20, closed: true, signedVolume: 6, diagnostics: [] });
    expect(found.degenerateFaces).toEqual([]);
  });

  it('keeps faces without area, and vertices that no face uses', async () => {
    const { mesh } = (await read(`${CUBE}v 9 9 9\nf 1 1 2\n`)).parts[0];
    expect(inspect(mesh)).toMatchObject({ triangles: 13, vertices: 9, unusedVertices: 1, degenerateFaces: [12] });
  });

  it('leaves out what is not finite and not used, faces with too few corners, and words that it does not know', async () => {
    const scene = await read(`v 0 inf 0\n${objCube(0, 2)}f 2 3\nf\nhello 1\nf 4\n`);
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ triangles: 12, vertices: 8, signedVolume: 1 });
    expect(scene.problems).toEqual([
      {
        code: 'repaired',
        message:
          "a line begins with a word that OBJ does not know ('hello' at line 18): passed over. Export the file again if faces are missing.",
      },
      {
        code: 'repaired',
        message:
          '3 faces have fewer than three corners (the first at line 16) and are left out. Points and lines bound no solid: remove them from the model.',
      },
      {
        code: 'repaired',
        message:
          'vertices that no face uses are not finite (the first is vertex 1) and are left out. Remove them from the model.',
      },
    ]);
  });

  it('says that free-form geometry and other files are not read', async () => {
    const scene = await read(
      `${CUBE}cstype bezier\ndeg 3 3\nsurf 0 1 0 1 1 2 3 4\nend\nsurf 0 1 0 1 1 2 3 4\ncall more.obj\n`,
    );
    expect(scene.parts).toHaveLength(1);
    expect(scene.problems).toEqual([
      {
        code: 'unreadable',
        message: "free-form curves and surfaces are not read: 'surf', 2 times, first at line 17. Export polygons.",
      },
      { code: 'unreadable', message: "other files are not read: 'call', line 20. Export polygons." },
    ]);
  });
});

describe('readObj, unreadable', () => {
  /** From one end to the other and back, crossing itself all the way. */
  const intricate = () => {
    const count = 60_000;
    const lines = Array.from({ length: count }, (_, i) => {
      const x = i % 2 ? i : count - i;
      return `v ${x} ${Math.sqrt(x * (count - x)) * (i % 3)} 0`;
    });
    return `${lines.join('\n')}\nf ${lines.map((_, k) => k + 1).join(' ')}\n`;
  };
  it.each([
    [
      'vertex 0',
      'f 0 1 2',
      'part.obj: the face at line 15 names vertex 0, but they are counted from 1. Repair the model or export it again.',
    ],
    [
      'a vertex too far',
      'f 1 2 9',
      'part.obj: the face at line 15 names vertex 9, but there are only 8 vertices, counted from 1. Repair the model or export it again.',
    ],
    [
      'a vertex before the first',
      'f 1 2 -9',
      'part.obj: the face at line 15 names vertex -9, but only 8 stand before it. Repair the model or export it again.',
    ],
    [
      'a corner that is none',
      'f 1 2 3.5',
      "part.obj: '3.5' is no corner of a face (line 15). Repair the model or export it again.",
    ],
    [
      'a slash in front',
      'f 1 2 /3',
      "part.obj: '/3' is no corner of a face (line 15). Repair the model or export it again.",
    ],
    [
      'NaN that a face uses',
      'v 1 nan 1\nf 1 2 9',
      'part.obj: the face at line 16 uses vertex 9, whose coordinates are not finite. Repair the model or export it again.',
    ],
    ['too few coordinates', 'v 1 2', "part.obj: line 15 has 2 of a vertex's 3 coordinates. Export the file again."],
    ['a coordinate that is none', 'v 1 2 z', "part.obj: 'z' is no coordinate (line 15). Export the file again."],
    ['a coordinate with a comma', 'v 1,5 2 3', "part.obj: '1,5' is no coordinate (line 15). Export the file again."],
  ])('%s', async (_, line, message) => {
    expect(await refusal(`${CUBE}${line}\n`)).toBe(message);
  });

  it.each([
    [
      'nothing',
      '# a comment\n',
      'part.obj: there are no faces with three corners or more (0 vertices). Export a mesh of polygons: points and lines alone bound no solid.',
    ],
    [
      'points',
      'v 0 0 0\nv 1 0 0\nl 1 2\n',
      'part.obj: there are no faces with three corners or more (2 vertices). Export a mesh of polygons: points and lines alone bound no solid.',
    ],
    [
      'free-form surfaces alone',
      'v 0 0 0\nsurf 0 1 0 1 1 1\n',
      "part.obj: there are no faces with three corners or more (free-form curves and surfaces are not read: 'surf', line 2). Export a mesh of polygons: points and lines alone bound no solid.",
    ],
    [
      'an endless polygon',
      intricate(),
      'part.obj: the face at line 60001 has 60000 corners and is too intricate to be divided into triangles. Export triangles instead.',
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusal(text)).toBe(message);
  });

  it('one object of several: the others are read', async () => {
    const scene = await read(`o a\n${CUBE}o b\nf 1 2 99\nf 1 2 0\no c\n${objCube(3, 9)}`);
    expect(scene.parts.map(({ name, mesh }) => [name, inspect(mesh).signedVolume])).toEqual([
      ['a', 1],
      ['c', 1],
    ]);
    expect(scene.problems).toEqual([
      {
        code: 'unreadable',
        part: 'b',
        message:
          'the face at line 18 names vertex 0, but they are counted from 1. Repair the model or export it again.',
      },
    ]);
  });
});

const entries = sharedModels('.obj');
if (!entries) it.skip('readObj, models: skipped, the folder ../shared/models is not beside the repository', () => {});
else
  describe('readObj, on models of others', () => {
    const refused = ['defective/draco_inf_nan.obj', 'defective/pymesh_empty.obj'];
    const full = entries.filter(({ file }) => !refused.includes(file));
    it.each(full.map((entry) => [entry.file, entry] as const))('%s agrees with INDEX.json', async (file, entry) => {
      const scene = await read(modelBytes(file), file);
      expectFigures(scene, entry);
      if (scene.parts.length === 1) expect(inspect(scene.parts[0].mesh).unusedVertices).toBe(entry.unusedVertices);
    });

    // three.js reads no UTF-16, and takes two corners for a face.
    const misread = ['UTF16', 'notenoughindices'];
    const readByThree = full.filter(({ file }) => !misread.some((name) => file.includes(name)));
    it.each(readByThree.map(({ file }) => file))('%s agrees with three.js corner by corner', async (file) => {
      const bytes = modelBytes(file);
      const theirs: number[] = [];
      vi.spyOn(console, 'warn').mockImplementation(() => {}); // two files have a line that is no statement
      new OBJLoader().parse(new TextDecoder().decode(bytes)).traverse((object) => {
        if (object instanceof Mesh) for (const x of object.geometry.getAttribute('position').array) theirs.push(x);
      });
      expect(differences(cornersOf(asOneMesh(await read(bytes, file))), theirs)).toEqual([]);
    });

    it('defective/draco_inf_nan.obj is refused', async () => {
      expect(await messageOf(read(modelBytes('defective/draco_inf_nan.obj')))).toBe(
        'part.obj: the face at line 7 uses vertex 1, whose coordinates are not finite. Repair the model or export it again.',
      );
    });
  });
