import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { describe, expect, it } from 'vitest';
import { readPly } from '../../../src/io/load/ply/ply.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { CUBE_CORNERS, CUBE_SIDES } from './support/cubes.js';
import { asOneMesh, cornersOf, differences, expectFigures } from './support/figures.js';
import { face, PLY_FORMATS, type PlyElementData, plyFile, plyHead, vertex } from './support/plyFiles.js';
import { messageOf, readWith, utf8 } from './support/readWith.js';
import { modelBytes, sharedModels } from './support/sharedModels.js';

const read = (data: Uint8Array | string, name = 'part.ply') => readWith(readPly, data, name);

/** Other elements and properties, lists among them, on all sides of those that count. */
const CROWDED: PlyElementData[] = [
  {
    name: 'camera',
    properties: [
      ['x', 'double'],
      ['path', 'ushort:float'],
    ],
    rows: [
      [7, [1, 2, 3]],
      [8, []],
    ],
  },
  {
    name: 'face',
    properties: [
      ['flags', 'char'],
      ['vertex_index', 'uint8:uint32'],
      ['texcoord', 'uchar:float'],
      ['quality', 'float64'],
    ],
    rows: CUBE_SIDES.map((side, k) => [-k, side, [0.5, 0.25], 1e300]),
  },
  { name: 'nothing', properties: [], rows: [[], []] },
  {
    name: 'vertex',
    properties: [
      ['nx', 'float'],
      ['z', 'float32'],
      ['tags', 'int8:int16'],
      ['y', 'float'],
      ['red', 'uchar'],
      ['x', 'float'],
    ],
    rows: CUBE_CORNERS.map(([x, y, z]) => [0.5, z, [-1, -2], y, 255, x]),
  },
  { name: 'edge', properties: [['vertex1', 'int']], rows: [[1], [2]] },
];

describe.each(PLY_FORMATS)('readPly, %s, by hand', (format) => {
  it('reads a cube of quads as one part', async () => {
    const scene = await read(plyFile(format, [vertex(), face()]));
    expect(scene).toMatchObject({ units: undefined, problems: [] });
    expect(scene.parts.map(({ name, path }) => [name, path])).toEqual([['part', []]]);
    const { mesh } = scene.parts[0];
    expect(mesh.positions).toBeInstanceOf(format === 'ascii' ? Float64Array : Float32Array);
    expect(inspect(mesh)).toMatchObject({ triangles: 12, vertices: 8, closed: true, signedVolume: 1, diagnostics: [] });
  });

  it.each(['\r\n', '\r'])('reads lines that end with %j', async (lineEnd) => {
    // A row of zeros begins with no line end; one of 1.3e-38 does, in f32 of either byte order.
    const first = new DataView(Uint8Array.of(10, 10, 10, 10).buffer).getFloat32(0);
    const moved = { ...vertex(), rows: vertex().rows.map(([x, y, z]) => [x === 0 ? first : x, y, z]) };
    const scene = await read(plyFile(format, [moved, face()], lineEnd));
    expect(scene.problems).toEqual([]);
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ closed: true, signedVolume: 1 });
  });

  it.each([
    'char',
    'int8',
    'uchar',
    'uint8',
    'short',
    'int16',
    'ushort',
    'uint16',
    'int',
    'int32',
    'uint',
    'uint32',
    'float',
    'float32',
    'double',
    'float64',
  ])('reads coordinates and lists of type %s', async (type) => {
    const scene = await read(plyFile(format, [vertex(type), face(`${type}:${type}`, 'vertex_index')]));
    const { mesh } = scene.parts[0];
    expect(inspect(mesh)).toMatchObject({ triangles: 12, closed: true, signedVolume: 1 });
    if (format !== 'ascii')
      expect(mesh.positions).toBeInstanceOf(type === 'float' || type === 'float32' ? Float32Array : Float64Array);
  });

  it('passes over other elements and properties, in any order', async () => {
    const scene = await read(plyFile(format, CROWDED));
    expect(scene.problems).toEqual([]);
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ triangles: 12, closed: true, signedVolume: 1 });
  });

  it('reads triangle strips with turns, restarts and repeats', async () => {
    // The four sides; then bottom and top, with repeated corners that lead from one to the other.
    const strips: PlyElementData = {
      name: 'tristrips',
      properties: [['vertex_indices', 'int:int']],
      rows: [[[4, 0, 5, 1, 7, 3, 6, 2, 4, 0, -1, 0, 2, 1, 3, 3, 4, 4, 5, 6, 7]]],
    };
    const found = inspect((await read(plyFile(format, [vertex(), strips]))).parts[0].mesh);
    expect(found.degenerateFaces).toEqual([]);
    expect(found).toMatchObject({ triangles: 12, closed: true, signedVolume: 1 });
  });

  it('leaves out faces with too few corners and what is not finite and not used', async () => {
    const more = { ...vertex(), rows: [...CUBE_CORNERS, [0, Number.NaN, 0]] };
    const faces = { ...face(), rows: [[[0, 1]], ...face().rows] };
    const scene = await read(plyFile(format, [more, faces]));
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ triangles: 12, vertices: 8, signedVolume: 1 });
    const place = format === 'ascii' ? 'line 21' : `byte ${plyHead(format, [more, faces]).length + 9 * 12}`;
    expect(scene.problems).toEqual([
      {
        code: 'repaired',
        message: `a face has fewer than three corners (${place}) and is left out. Points and lines bound no solid: remove them from the model.`,
      },
      {
        code: 'repaired',
        message:
          'vertices that no face uses are not finite (the first is vertex 8) and are left out. Remove them from the model.',
      },
    ]);
  });

  it('says that there is more than the head declares', async () => {
    const whole = plyFile(format, [vertex(), face()]);
    const { problems } = await read(Uint8Array.of(...whole, 52, 53, 10));
    const fact =
      format === 'ascii' ? 'there is more behind the last element (line 26)' : '3 bytes follow the last element';
    expect(problems).toEqual([
      { code: 'repaired', message: `${fact}: this is left out. Export the file again if faces are missing.` },
    ]);
  });

  it('refuses a file that is cut off anywhere', async () => {
    const whole = plyFile(format, [vertex(), face()]);
    for (let length = 3; length < whole.length - 2; length++)
      expect(await messageOf(read(whole.subarray(0, length))), String(length)).toMatch(/^part\.ply: /);
  });

  it('refuses absurd counts at once', async () => {
    const text = plyHead(format, [vertex(), face()]);
    const body = plyFile(format, [vertex(), face()]).subarray(text.length);
    for (const [from, to] of [
      ['vertex 8', 'vertex 4000000000'],
      ['face 6', 'face 1e15'],
    ])
      expect(
        await messageOf(read(Uint8Array.of(...utf8(text.replace(`element ${from}`, `element ${to}`)), ...body))),
      ).toBe(
        `part.ply: the head promises ${Number(to.split(' ')[1])} '${to.split(' ')[0]}' elements, but only ${body.length} bytes follow it. The file is cut off, or its counts are wrong: export it again.`,
      );
  });
});

const entries = sharedModels('.ply');
if (!entries) it.skip('readPly, models: skipped, the folder ../shared/models is not beside the repository', () => {});
else
  describe('readPly, on models of others', () => {
    it.each(entries.map((entry) => [entry.file, entry] as const))('%s agrees with INDEX.json', async (file, entry) => {
      const scene = await read(modelBytes(file), file);
      expectFigures(scene, entry);
      expect(scene.problems).toEqual([]);
    });

    it.each(entries.map(({ file }) => file))('%s agrees with three.js corner by corner', async (file) => {
      const bytes = modelBytes(file);
      const geometry = new PLYLoader().parse(bytes.buffer as ArrayBuffer);
      const positions = geometry.getAttribute('position').array as Float32Array;
      // With colours of faces, three.js gives every corner a vertex of its own.
      const theirs = geometry.index
        ? cornersOf({ positions, indices: geometry.index.array as Uint32Array })
        : positions;
      expect(differences(cornersOf(asOneMesh(await read(bytes, file))), theirs)).toEqual([]);
    });
  });
