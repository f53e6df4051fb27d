import { describe, expect, it } from 'vitest';
import { body } from '../../../src/body.js';
import type { Selection } from '../../../src/cli/job/jobSpec.js';
import { matcher } from '../../../src/cli/job/matcher.js';
import { selectPairs } from '../../../src/cli/job/selectPairs.js';
import { InputError } from '../../../src/errors.js';
import type { AssembledBody } from '../../../src/io/assemble.js';
import { box } from '../../../src/mesh/shapes/box.js';

const made = (name: string, more: Partial<AssembledBody> = {}): AssembledBody => ({
  ...{ id: name, name, partName: name, file: 'f.glb', path: [], body: body(box(), { name }) },
  ...more,
});
const ALL: Selection = { a: [], b: [], ignore: [], within: undefined };
const pairsOf = (all: readonly AssembledBody[], selection: Partial<Selection>): string[] => {
  const { bodies, between, pairCount } = selectPairs(all, { ...ALL, ...selection });
  const names = bodies.flatMap((one, i) =>
    bodies.flatMap((other, j) => (j > i && between(i, j) ? [`${one.name}-${other.name}`] : [])),
  );
  expect(names.length).toBe(pairCount);
  return names;
};

describe('selectPairs', () => {
  const plant = [made('pipe 1'), made('duct'), made('pipe 2'), made('wall')];

  it('takes all pairs in the order of the bodies', () => {
    expect(pairsOf([made('x'), made('y'), made('z')], {})).toEqual(['x-y', 'x-z', 'y-z']);
  });

  it('has the first of set A and the second of set B', () => {
    expect(pairsOf(plant, { a: ['wall'], b: ['pipe*'] })).toEqual(['wall-pipe 1', 'wall-pipe 2']);
    expect(pairsOf(plant, { a: ['PIPE ?'], b: ['duct', 'wall'] }).sort()).toEqual(
      ['pipe 1-duct', 'pipe 1-wall', 'pipe 2-duct', 'pipe 2-wall'].sort(),
    );
  });

  it('asks once for each pair where sets share bodies', () => {
    const pairs = pairsOf(plant, { a: ['pipe*'] });
    expect(pairs.map((pair) => pair.split('-').sort().join('-')).sort()).toEqual(
      ['duct-pipe 1', 'duct-pipe 2', 'pipe 1-pipe 2', 'pipe 1-wall', 'pipe 2-wall'].sort(),
    );
    for (const pair of pairs) expect(pair).toMatch(/^pipe/);
  });

  it('leaves out pairs, whichever comes first', () => {
    expect(pairsOf(plant, { ignore: [['wall', 'pipe*']] })).toEqual([
      'pipe 1-duct',
      'pipe 1-pipe 2',
      'duct-pipe 2',
      'duct-wall',
    ]);
    expect(pairsOf(plant, { ignore: [['pipe*', 'pipe*']] })).not.toContain('pipe 1-pipe 2');
  });

  it('goes by parent and by file', () => {
    const left = ['left'];
    const tree = [
      made('a', { path: left }),
      made('b', { path: left }),
      made('c', { path: ['left'] }), // another parent of the same name
      made('d', { path: ['left'], file: 'g.glb' }),
    ];
    expect(pairsOf(tree, { within: 'same-parent' })).toEqual(['a-b']);
    expect(pairsOf(tree, { within: 'other-parent' })).toEqual(['a-c', 'a-d', 'b-c', 'b-d', 'c-d']);
    expect(pairsOf(tree, { within: 'same-file' })).toEqual(['a-b', 'a-c', 'b-c']);
    expect(pairsOf(tree, { within: 'other-file' })).toEqual(['a-d', 'b-d', 'c-d']);
  });

  it('matches names, paths, types, ids and files', () => {
    const wall = made('Wall #2', { partName: 'Wall', path: ['House', 'Storey 1'], type: 'IfcWall', sourceId: '1xS3' });
    const others = [wall, made('other', { file: 'hvac.ifc' })];
    for (const pattern of ['wall #2', 'Wall', 'storey 1/wall', 'house/storey 1/wall', 'type:ifcwall', 'id:1xs3', 'w*l'])
      expect(pairsOf(others, { a: [pattern], b: ['file:hvac.ifc'] })).toEqual(['Wall #2-other']);
    expect(pairsOf(others, { a: ['file:hvac*'] })).toEqual(['other-Wall #2']);
    for (const pattern of [
      'W.ll',
      'hvac.ifc',
      'IfcWall',
      '1xS3',
      'storey 1',
      'orey 1/wall',
      'file:walls',
      'type:other',
    ])
      expect(() => pairsOf(others, { a: [pattern] }), pattern).toThrow(InputError);
  });

  it.each([
    [{ a: ['pump'] }, "--a: no body matches 'pump'. There are 'pipe 1', 'duct', 'pipe 2', 'wall'."],
    [{ a: ['wall'], b: ['wall'] }, 'scene: no pair is left of 4 bodies by --a, --b. Widen the selection.'],
    [
      { ignore: [['*', '*']] as [string, string][] },
      'scene: no pair is left of 4 bodies by --ignore. Widen the selection.',
    ],
  ])('says when nothing is left: %j', (selection, message) => {
    expect(() => pairsOf(plant, selection)).toThrow(new InputError(message));
  });

  it('says that one body makes no pair', () => {
    expect(() => pairsOf([made('only')], {})).toThrow(
      new InputError("scene: there is one body only ('only'). Give files with two parts or more, or several files."),
    );
  });
});

describe('matcher', () => {
  it.each([
    ['*', '', true],
    ['?', '', false],
    ['?', '😀', true],
    ['a*b*c', 'aXXbYYbZc', true],
    ['a*b*c', 'aXXbYYbZ', false],
    ['*.stl', 'GEAR.STL', true],
    ['[a]', 'a', false],
    ['[a]', '[a]', true],
    ['a**b', 'ab', true],
  ])('%j on %j: %s', (pattern, text, expected) => {
    expect(matcher(pattern)(text)).toBe(expected);
  });

  it('is done soon, whatever the pattern', () => {
    expect(matcher(`${'*a'.repeat(50)}*b`)('a'.repeat(10_000))).toBe(false);
  });
});
