import { describe, expect, it } from 'vitest';
import { readObj } from '../../../src/io/load/obj/obj.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { CUBE_CORNERS, CUBE_SIDES, objCube, objSides } from './support/cubes.js';
import { readWith } from './support/readWith.js';

/** Name, path, triangles and whether it is closed, for every part. */
async function partsOf(text: string) {
  const { parts, problems } = await readWith(readObj, text, 'folder/file.obj');
  expect(problems).toEqual([]);
  return parts.map(({ name, path, mesh }) => {
    const { triangles, closed, unusedVertices } = inspect(mesh);
    expect(unusedVertices).toBe(0);
    return [name, path, triangles, closed];
  });
}

const vertices = objCube(0, 1, []);
/** A cube's sides in groups, all on the same eight vertices. */
const sides = (name: string, ...numbers: number[]) =>
  `${name}\n${objSides(
    1,
    numbers.map((k) => CUBE_SIDES[k]),
  )}`;

it('counts faulty objects beyond the first, each of which has its own message', async () => {
  const faulty = Array.from({ length: 300 }, (_, i) => `o ${i}\nf 1 2 99\n`).join('');
  const { parts, problems } = await readWith(readObj, `o good\n${objCube(0, 1)}${faulty}`, 'file.obj');
  expect(parts.map(({ name }) => name)).toEqual(['good']);
  expect(problems.map(({ part }) => part)).toEqual([...Array.from({ length: 20 }, (_, i) => `${i}`), undefined]);
  expect(problems[20]).toEqual({
    code: 'unreadable',
    message: 'and 280 more like it: parts that cannot be read. Repair the model or export it again.',
  });
});

describe('parts of OBJ files', () => {
  it('objects are parts, whatever their groups', async () => {
    expect(
      await partsOf(
        `${objCube(0, 1)}o one # left\ng a\n${objCube(2, 9)}g b\n${objSides(9, CUBE_SIDES)}o two#2\n${objCube(4, 17)}o camera\n`,
      ),
    ).toEqual([
      ['file', [], 12, true],
      ['one', [], 24, true],
      ['two#2', [], 12, true],
    ]);
  });

  it('objects that touch stay apart, and open ones, too', async () => {
    expect(await partsOf(`${vertices}${sides('o lid', 1)}${sides('o box', 0, 2, 3, 4, 5)}`)).toEqual([
      ['lid', [], 2, false],
      ['box', [], 10, false],
    ]);
  });

  it('objects of one name are one part where their open edges fit together, and apart where not', async () => {
    expect(
      await partsOf(`${vertices}${sides('o box', 1)}o other\n${objCube(3, 9)}${sides('o box', 0, 2, 3, 4, 5)}`),
    ).toEqual([
      ['box', [], 12, true],
      ['other', [], 12, true],
    ]);
    expect(await partsOf(`o bolt\n${objCube(0, 1)}o bolt\n${objCube(1, 9)}`)).toEqual([
      ['bolt', [], 12, true],
      ['bolt', [], 12, true],
    ]);
  });

  it('without objects, groups that are closed are parts, even where they share a side', async () => {
    // The second cube stands on the first: four vertices in common.
    const upper = CUBE_CORNERS.slice(4)
      .map(([x, y]) => `v ${x} ${y} 2\n`)
      .join('');
    const second = CUBE_SIDES.map((side) => `f ${side.map((k) => k + 5).join(' ')}\n`).join('');
    expect(await partsOf(`g lower\n${objCube(0, 1)}g upper\n${upper}${second}`)).toEqual([
      ['lower', [], 12, true],
      ['upper', [], 12, true],
    ]);
  });

  it('a group that comes again is one part', async () => {
    expect(await partsOf(`${vertices}${sides('g a', 0, 1, 2)}g b\n${objCube(3, 9)}${sides('g a', 3, 4, 5)}`)).toEqual([
      ['a', [], 12, true],
      ['b', [], 12, true],
    ]);
  });

  it('a solid in groups stays whole, by the name of the file', async () => {
    expect(await partsOf(`${vertices}${sides('g red', 0, 2)}${sides('g blue', 1, 3)}${sides('g', 4, 5)}`)).toEqual([
      ['file', [], 12, true],
    ]);
  });

  it('also where each group has vertices of its own', async () => {
    const patches = CUBE_SIDES.map((side, k) => `g patch${k}\n${objCube(0, 8 * k + 1, [side])}`).join('');
    const scene = await readWith(readObj, patches, 'file.obj');
    expect(scene.parts).toHaveLength(1);
    expect(inspect(scene.parts[0].mesh).closed).toBe(true);
  });

  it('and beside others, by the names of its groups', async () => {
    const many = CUBE_SIDES.map((_, k) => sides(`g p${k}`, k)).join('');
    expect(await partsOf(`${vertices}${many}g ball\n${objCube(3, 9)}`)).toEqual([
      ['p0 + p1 + p2 + 3 more', [], 12, true],
      ['ball', [], 12, true],
    ]);
    expect(
      await partsOf(`${vertices}${sides('g lid', 1)}${sides('g box', 0, 2, 3, 4, 5)}g ball\n${objCube(3, 9)}`),
    ).toEqual([
      ['lid + box', [], 12, true],
      ['ball', [], 12, true],
    ]);
  });

  it('open groups that share corners only are parts of their own', async () => {
    expect(await partsOf(`${vertices}g a\nf 1 2 3\ng b\nf 2 5 8\n`)).toEqual([
      ['a', [], 1, false],
      ['b', [], 1, false],
    ]);
  });

  it('in a single object, groups are parts within it', async () => {
    expect(await partsOf(`o machine\ng a\n${objCube(0, 1)}g b\n${objCube(3, 9)}`)).toEqual([
      ['a', ['machine'], 12, true],
      ['b', ['machine'], 12, true],
    ]);
    expect(await partsOf(`${vertices}o box\n${sides('g red', 0, 2, 3)}${sides('g blue', 1, 4, 5)}`)).toEqual([
      ['box', [], 12, true],
    ]);
  });

  it('parts in one place share one list', async () => {
    for (const head of ['o machine\n', '']) {
      const { parts } = await readWith(readObj, `${head}g a\n${objCube(0, 1)}g b\n${objCube(3, 9)}`, 'file.obj');
      expect(parts[1].path).toBe(parts[0].path);
    }
    const { parts } = await readWith(readObj, `o a\n${objCube(0, 1)}o b\n${objCube(3, 9)}`, 'file.obj');
    expect(parts[1].path).toBe(parts[0].path);
  });

  it('a name that says nothing is the name of the file', async () => {
    expect(await partsOf(`g default\n${objCube(0, 1)}`)).toEqual([['file', [], 12, true]]);
    expect(await partsOf(`g\n${objCube(0, 1)}`)).toEqual([['file', [], 12, true]]);
    expect(await partsOf(`g bracket left\n${objCube(0, 1)}`)).toEqual([['bracket left', [], 12, true]]);
  });

  it('objects without faces are no parts', async () => {
    const scene = await readWith(readObj, `o a\n${objCube(0, 1)}o b\nf 1 2\no c\n${objCube(3, 9)}`, 'file.obj');
    expect(scene.parts.map(({ name }) => name)).toEqual(['a', 'c']);
  });
});
