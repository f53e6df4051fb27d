import { describe, expect, it } from 'vitest';
import { readOff } from '../../../src/io/load/off.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { readOff as readOffPlainly } from '../../support/readOff.js';
import { CUBE_CORNERS, CUBE_SIDES } from './support/cubes.js';
import { cornersOf, differences, expectFigures } from './support/figures.js';
import { messageOf, readWith } from './support/readWith.js';
import { modelBytes, modelUrl, sharedModels } from './support/sharedModels.js';

const read = (data: Uint8Array | string, name = 'part.off') => readWith(readOff, data, name);

const vertexLines = (behind = '') => CUBE_CORNERS.map((corner) => `${corner.join(' ')}${behind}\n`).join('');
const faceLines = (behind = '') => CUBE_SIDES.map((side) => `4 ${side.join(' ')}${behind}\n`).join('');
const CUBE = `OFF\n8 6 12\n${vertexLines()}${faceLines()}`;

describe('readOff, by hand', () => {
  it('reads a cube of quads as one part, in f64', async () => {
    const scene = await read(CUBE);
    expect(scene).toMatchObject({ units: undefined, problems: [] });
    expect(scene.parts.map(({ name, path }) => [name, path])).toEqual([['part', []]]);
    const { mesh } = scene.parts[0];
    expect(mesh.positions).toBeInstanceOf(Float64Array);
    expect(inspect(mesh)).toMatchObject({ triangles: 12, vertices: 8, closed: true, signedVolume: 1, diagnostics: [] });
  });

  it.each([
    ['counts on the first line', CUBE.replace('OFF\n', 'OFF ')],
    ['counts glued to the word', CUBE.replace('OFF\n', 'OFF')],
    ['no number of edges', CUBE.replace(' 12\n', '\n')],
    ['counts on lines of their own', CUBE.replace('8 6 12', '8\n6')],
    ['comments and blank lines', `# first\n\n${CUBE.replaceAll('\n', ' # 1 2 3\n\n#\n')}`],
    ['CR LF', CUBE.replaceAll('\n', '\r\n')],
    ['CR alone', CUBE.replaceAll('\n', '\r')],
    ['tabs', CUBE.replaceAll(' ', '\t')],
    ['a byte order mark', `\ufeff${CUBE}`],
    ['no line end at the end', CUBE.trimEnd()],
    ['colours of vertices', `COFF\n8 6 12\n${vertexLines(' 255 0 0 255')}${faceLines()}`],
    ['normals', `NOFF\n8 6 12\n${vertexLines(' 0 0 1')}${faceLines()}`],
    ['texture, colours and normals', `STCNOFF\n8 6 12\n${vertexLines(' 0 0 1 1 0 0 1 0.5 0.5')}${faceLines()}`],
    ['colours of faces', `OFF\n8 6 12\n${vertexLines()}${faceLines(' 3 0.75 0.5 0.25')}`],
    ['three dimensions by number', `nOFF\n3\n8 6 12\n${vertexLines()}${faceLines()}`],
  ])('reads %s', async (_, text) => {
    const scene = await read(text);
    expect(scene.problems).toEqual([]);
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ triangles: 12, closed: true, signedVolume: 1 });
  });

  it('divides homogeneous coordinates', async () => {
    const { mesh } = (await read(`4OFF\n8 6 12\n${vertexLines(' 0.5')}${faceLines()}`)).parts[0];
    expect(inspect(mesh).signedVolume).toBe(8);
  });

  it('leaves out faces with too few corners, what is not finite and not used, and what follows', async () => {
    const scene = await read(`OFF\n9 8 0\n${vertexLines()}nan 0 0\n2 0 1\n${faceLines()}1 0\n3 0 1 2\n`);
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ triangles: 12, vertices: 8, signedVolume: 1 });
    expect(scene.problems).toEqual([
      {
        code: 'repaired',
        message:
          'there is more behind the last of 8 faces (line 20), and it is left out. Correct the counts at the head of the file if it belongs to the model.',
      },
      {
        code: 'repaired',
        message:
          '2 faces have fewer than three corners (the first at line 12) and are left out. Points and lines bound no solid: remove them from the model.',
      },
      {
        code: 'repaired',
        message:
          'vertices that no face uses are not finite (the first is vertex 8) and are left out. Remove them from the model.',
      },
    ]);
  });
});

describe('readOff, refusals', () => {
  const lines = CUBE.split('\n');
  it.each([
    [
      'another format',
      'ply\n',
      "part.off: the file does not begin with OFF (line 1 begins with 'ply'). Give an OFF file, or name the format that it has.",
    ],
    ['nothing but comments', '# x\n\n', 'part.off: the file holds no text but comments. Export the file again.'],
    [
      'a binary file',
      'OFF BINARY\n\u0000',
      'part.off: it is a binary OFF file, and only text is read. Export it as text, or as PLY or STL.',
    ],
    ['four dimensions', 'nOFF 4\n1 1 1\n', 'part.off: its vertices have 4 dimensions. Export it in three dimensions.'],
    ['no counts', 'OFF\n', 'part.off: the file ends before the number of vertices (line 2). Export the file again.'],
    [
      'a count that is none',
      'OFF\n-8 6 0\n',
      "part.off: the number of vertices is no count ('-8', line 2). Export the file again.",
    ],
    [
      'too many vertices',
      CUBE.replace('8 6', '353535235358 6'),
      'part.off: it promises 353535235358 vertices and 6 faces (line 2), but only 112 bytes follow. The file is cut off, or its counts are wrong: export it again.',
    ],
    [
      'too many faces',
      CUBE.replace('8 6', '8 4e9'),
      'part.off: it promises 8 vertices and 4000000000 faces (line 2), but only 112 bytes follow. The file is cut off, or its counts are wrong: export it again.',
    ],
    [
      'no faces',
      'OFF\n0 0 0\n',
      'part.off: there are no faces with three corners or more (0 vertices). Export a mesh: points and lines alone bound no solid.',
    ],
    [
      'cut off in the faces',
      lines.slice(0, 14).join('\n'),
      'part.off: the file ends at line 14, before face 5 of 6. It is cut off, or its counts are wrong: export it again.',
    ],
    [
      'cut off in the vertices',
      'OFF\n2 2 0\n0.000000001 0 0\n',
      'part.off: the file ends at line 4, before vertex 2 of 2. It is cut off, or its counts are wrong: export it again.',
    ],
    [
      'a short vertex',
      CUBE.replace('\n1 0 0\n', '\n1 0\n'),
      "part.off: line 4 ends after 2 of a vertex's coordinates. Export the file again.",
    ],
    [
      'a coordinate that is none',
      CUBE.replace('\n1 0 0\n', '\n1 a 0\n'),
      "part.off: 'a' is no coordinate (line 4). Export the file again.",
    ],
    [
      'a short face',
      CUBE.replace('4 4 5 7 6', '4 4 5 7'),
      "part.off: line 12 ends after 3 of a face's 4 corners. Export the file again.",
    ],
    [
      'a number of corners that is none',
      CUBE.replace('4 4 5 7 6', '-4 4 5 7 6'),
      "part.off: '-4' is no number of corners (line 12). Export the file again.",
    ],
    [
      'a vertex number that is none',
      CUBE.replace('4 4 5 7 6', '4 4 5 7 0.5'),
      "part.off: '0.5' is no vertex number (line 12). Export the file again.",
    ],
    [
      'a vertex too far',
      CUBE.replace('4 4 5 7 6', '4 4 5 7 8'),
      'part.off: the face at line 12 names vertex 8, but there are only 8 vertices, counted from 0. Repair the model or export it again.',
    ],
    [
      'NaN that a face uses',
      CUBE.replace('\n1 0 0\n', '\n1 -nan 0\n'),
      'part.off: the face at line 11 uses vertex 1, whose coordinates are not finite. Repair the model or export it again.',
    ],
  ])('%s', async (_, text, message) => {
    expect(await messageOf(read(text))).toBe(message);
  });
});

const entries = sharedModels('.off');
if (!entries) it.skip('readOff, models: skipped, the folder ../shared/models is not beside the repository', () => {});
else
  describe('readOff, on models of others', () => {
    const special = [
      'defective/assimp_OutOfMemory.off',
      'defective/pymesh_empty.off',
      'defective/trimesh_whitespace.off',
    ];
    const full = entries.filter(({ file }) => !special.includes(file));
    it.each(full.map((entry) => [entry.file, entry] as const))('%s agrees with INDEX.json', async (file, entry) => {
      const scene = await read(modelBytes(file), file);
      expectFigures(scene, entry);
      expect(scene.problems).toEqual([]);
      expect(inspect(scene.parts[0].mesh).unusedVertices).toBe(entry.unusedVertices);
    });

    it.each(full.map(({ file }) => file))('%s agrees with a plain reader corner by corner', async (file) => {
      const { mesh } = (await read(modelBytes(file), file)).parts[0];
      expect(differences(cornersOf(mesh), cornersOf(readOffPlainly(modelUrl(file))))).toEqual([]);
    });

    it('defective/trimesh_whitespace.off is a cube on a diagonal of 2 × 1.632993, 2 × 1.154701 high', async () => {
      const scene = await read(modelBytes('defective/trimesh_whitespace.off'));
      expect(scene.problems).toEqual([]);
      const found = inspect(scene.parts[0].mesh);
      expect(found).toMatchObject({ triangles: 12, vertices: 8, closed: true });
      expect(found.signedVolume).toBeCloseTo(2 * 1.632993 ** 2 * 2 * 1.154701, 9);
      expect(found.bounds).toEqual({ min: [-1.632993, -1.632993, -1.154701], max: [1.632993, 1.632993, 1.154701] });
    });

    it('defective/assimp_OutOfMemory.off is refused at once', async () => {
      expect(await messageOf(read(modelBytes('defective/assimp_OutOfMemory.off')))).toBe(
        'part.off: it promises 353535235358 vertices and 6 faces (line 2), but only 291 bytes follow. The file is cut off, or its counts are wrong: export it again.',
      );
    });
  });
