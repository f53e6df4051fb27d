import { describe, expect, it } from 'vitest';
import { readStl } from '../../../src/io/load/stl/stl.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { messageOf, readWith } from './support/readWith.js';
import { asciiStl, TETRAHEDRON } from './support/stlFiles.js';

const read = (text: string) => readWith(readStl, text, 'part.stl');
const oneLine = (text: string): string => text.replaceAll('\n', ' ');

const GOOD = asciiStl('good', TETRAHEDRON);

describe('readStl, solids of text with faults', () => {
  it.each([
    ['no loop', 'solid a\nfacet normal 0 0 1\nendsolid a\n', "line 3 has 'endsolid' where 'outer' is expected"],
    ['no loop and no end', 'solid a\nfacet normal 0 0 1\n', "line 3 has 'solid' where 'outer' is expected"],
    ['a facet in a facet', `solid a\nfacet normal 0 0 1\n${GOOD.slice(11)}`, "line 3 has 'facet' where 'outer'"],
    ['no corners and no end', 'solid a\nfacet normal 0 0 1\nouter loop\n', "line 4 has 'solid' where 'vertex' is"],
  ])('%s: it takes nothing of the next one', async (_, text, fact) => {
    const { parts, problems } = await read(text + GOOD);
    expect(parts.map(({ name, mesh }) => [name, inspect(mesh).signedVolume])).toEqual([['good', 1 / 6]]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'unreadable', part: 'a' });
    expect(problems[0].message).toContain(fact);
  });

  it('a loop missing from the last facet of two solids spoils the first one alone', async () => {
    const broken = GOOD.replace(/ outer loop\n( +vertex.*\n){3} endloop\nendfacet\nendsolid good/, 'endsolid good');
    const { parts, problems } = await read(broken + asciiStl('next', TETRAHEDRON));
    expect(parts.map(({ name, mesh }) => [name, inspect(mesh).triangles])).toEqual([['next', 4]]);
    expect(problems).toEqual([
      {
        code: 'unreadable',
        part: 'good',
        message: "line 24 has 'endsolid' where 'outer' is expected. Repair the model or export it again.",
      },
    ]);
  });

  it.each([
    [
      'solid a\nendsolid\n',
      'repaired',
      'and 2980 more like it: solids without facets, which are left out. Remove them from the file.',
    ],
    [
      'solid a\nfacet x\nendsolid\n',
      'unreadable',
      'and 2980 more like it: solids that cannot be read. Repair the model or export it again.',
    ],
  ])('counts what is alike: 3,000 times %j', async (text, code, message) => {
    const { parts, problems } = await read(text.repeat(3000) + GOOD);
    expect(parts).toHaveLength(1);
    expect(problems).toHaveLength(21);
    expect(problems.slice(0, 20).every((problem) => problem.part === 'a' && problem.code === code)).toBe(true);
    expect(problems[20]).toEqual({ code, message });
  });

  it('shows a long name in part', async () => {
    const { problems } = await read(`solid ${'n'.repeat(5000)}\nendsolid\n${GOOD}`);
    expect(problems[0].message.length).toBeLessThan(200);
  });
});

describe('readStl, text on one line', () => {
  it('reads solids one after the other', async () => {
    const text = oneLine(`${GOOD}${asciiStl('', TETRAHEDRON)}solid none\nendsolid none\n${asciiStl('b', TETRAHEDRON)}`);
    const { parts, problems } = await read(text);
    expect(parts.map(({ name, mesh }) => [name, inspect(mesh).signedVolume])).toEqual([
      ['good', 1 / 6],
      ['part', 1 / 6],
      ['b', 1 / 6],
    ]);
    expect(problems.map(({ part, code }) => [part, code])).toEqual([['none', 'repaired']]);
  });

  it('reads what follows a solid with a fault', async () => {
    const broken = GOOD.replace('vertex 0 1 0', 'vertex 0 nan 0').replaceAll('good', 'bad');
    const { parts, problems } = await read(oneLine(broken + GOOD));
    expect(parts.map(({ name }) => name)).toEqual(['good']);
    expect(problems.map(({ part, code }) => [part, code])).toEqual([['bad', 'unreadable']]);
  });

  it('keeps names that hold the words of the format', async () => {
    for (const name of ['my facet normal', 'a solid facet', 'facet normal x'])
      expect((await read(asciiStl(name, TETRAHEDRON))).parts.map((part) => part.name)).toEqual([name]);
    expect(await messageOf(read('solid x endsolid x'))).toBe(
      'part.stl: it holds no facets. Export a model that has a surface.',
    );
  });

  it('a name ends with its line, whatever it holds', async () => {
    for (const name of ['a endsolid b', 'facet normal 1', 'endsolid', 'my solid part', 'a endsolid b solid c']) {
      const { parts, problems } = await read(asciiStl(name, TETRAHEDRON) + GOOD);
      expect(problems).toEqual([]);
      expect(parts.map((part) => [part.name, inspect(part.mesh).signedVolume])).toEqual([
        [name, 1 / 6],
        ['good', 1 / 6],
      ]);
      expect(parts[1].path).toBe(parts[0].path);
    }
  });

  it('solids of a line each, with words of the format behind the end', async () => {
    const solid = (name: string, end: string) =>
      `${oneLine(asciiStl(name, TETRAHEDRON))
        .trim()
        .replace(/endsolid \S+( endsolid \S+)? *$/, `endsolid ${end}`)}\n`;
    const { parts, problems } = await read(solid('a', 'a') + solid('b', 'my solid part') + solid('c', 'c'));
    expect(problems).toEqual([]);
    expect(parts.map((part) => [part.name, inspect(part.mesh).triangles])).toEqual(['a', 'b', 'c'].map((n) => [n, 4]));
    // On one line, an `endsolid` before the first facet is part of the name.
    expect((await read(solid('a endsolid b', 'a'))).parts.map(({ name }) => name)).toEqual(['a endsolid b']);
  });

  it('facets on the line of the solid are not taken for its name where more follow', async () => {
    const text = GOOD.replace(/^solid good\n(.*\n){6}endfacet\n/, (lines) => `${oneLine(lines).trim()}\n`);
    expect(text.split('\n')[1]).toMatch(/^facet/);
    expect(inspect((await read(text)).parts[0].mesh).triangles).toBe(4);
  });

  it('a solid that begins on the line on which another ends', async () => {
    const { parts, problems } = await read(`${GOOD.trimEnd()} ${GOOD}`);
    expect([parts.length, problems]).toEqual([2, []]);
  });
});
