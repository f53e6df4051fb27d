import { describe, expect, it } from 'vitest';
import { readOff } from '../../../src/io/load/off.js';
import { readPly } from '../../../src/io/load/ply/ply.js';
import { seeded } from '../../../src/math/random.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { CUBE_CORNERS, CUBE_SIDES } from './support/cubes.js';
import { face, plyHead, vertex } from './support/plyFiles.js';
import { messageOf, readWith } from './support/readWith.js';

const CUBE = { triangles: 12, vertices: 8, closed: true, signedVolume: 1 };

const vertices = CUBE_CORNERS.map((corner) => corner.join(' '));
const faces = CUBE_SIDES.map((side) => `4 ${side.join(' ')}`);
const numbers = [...vertices, ...faces].join(' ').split(' ');
/** The same numbers, so many a line. */
const rows = (count: number): string =>
  numbers.map((number, i) => number + ((i + 1) % count === 0 ? '\n' : ' ')).join('');

describe('OFF, wherever its lines end', () => {
  const read = (text: string) => readWith(readOff, text, 'part.off');
  it.each([
    ['all vertices on one line', `OFF\n8 6 12\n${vertices.join(' ')}\n${faces.join('\n')}\n`],
    ['the counts on it, too', `OFF 8 6 12 ${vertices.join(' ')}\n${faces.join('\n')}\n`],
    ['all on one line', `OFF 8 6 12 ${numbers.join(' ')}`],
    ['a number a line', `OFF\n8\n6\n12\n${rows(1)}`],
    ['no number of edges', `OFF\n8 6\n${rows(2)}`],
    ...[2, 4, 5, 7, 11].map((count): [string, string] => [`${count} numbers a line`, `OFF\n8 6 0\n${rows(count)}`]),
    ['comments', `OFF\n8 6 0\n${rows(4).replaceAll('\n', ' # 1 2\n\n')}`],
    ['faces over two lines, with colours', `OFF\n8 6 0\n${vertices.join('\n')}\n${split(' 255 0 0')}`],
    ['normals', `NOFF\n8 6 0\n${vertices.map((v) => `${v} 0 0 1`).join(' ')}\n${faces.join('\n')}`],
    ['colours of vertices', `COFF\n8 6 0\n${vertices.map((v) => `${v} 1 0 0 1`).join(' ')}\n${faces.join('\n')}`],
    ['no word in front', `8 6 12\n${vertices.join('\n')}\n${faces.join('\n')}\n`],
    ['neither', `8 6 12 ${numbers.join(' ')}`],
  ])('reads %s', async (_, text) => {
    const { parts, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(inspect(parts[0].mesh)).toMatchObject(CUBE);
  });

  function split(behind: string): string {
    return CUBE_SIDES.map(([a, b, c, d]) => `4 ${a} ${b}\n${c} ${d}${behind}\n`).join('');
  }

  it.each([
    ['one number short', numbers.slice(0, -1).join(' ')],
    ['one number short in front', numbers.slice(1).join(' ')],
    ['one number too many', `${numbers.join(' ')} 0`],
    ['a vertex too far', numbers.with(-1, '8').join(' ')],
  ])('refuses what does not fit exactly: %s', async (_, text) => {
    expect(await messageOf(read(`OFF\n8 6 12\n${text}\n`))).toBe(
      'part.off: the file ends at line 4, before vertex 2 of 8. It is cut off, or its counts are wrong: export it again.',
    );
  });
});

describe('PLY as text, wherever its lines end', () => {
  const read = (text: string) => readWith(readPly, plyHead('ascii', [vertex(), face()]) + text, 'part.ply');
  it.each([
    ['all vertices on one line', `${vertices.join(' ')}\n${faces.join('\n')}\n`],
    ['all on one line', numbers.join(' ')],
    ...[1, 2, 4, 5, 7, 11].map((count): [string, string] => [`${count} numbers a line`, rows(count)]),
  ])('reads %s', async (_, text) => {
    const { parts, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(inspect(parts[0].mesh)).toMatchObject(CUBE);
  });

  it.each([
    ['one number short', numbers.slice(0, -1).join(' ')],
    ['one number short in front', numbers.slice(1).join(' ')],
    ['one number too many', `${numbers.join(' ')} 0`],
    ['a vertex too far', numbers.with(-1, '8').join(' ')],
  ])('refuses what does not fit exactly: %s', async (_, text) => {
    expect(await messageOf(read(`${text}\n`))).toBe(
      'part.ply: line 12 has more values than the head declares for a vertex. Export the file again.',
    );
  });
});

/** A tetrahedron of volume 4.5 whose vertices have more numbers than three. */
const TETRAHEDRON = { corners: ['0 0 0', '3 0 0', '0 3 0', '0 0 3'], sides: '3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n' };

describe.each<[string, string, number, typeof readOff]>([
  ['COFF', 'COFF\n4 4 6\n', 4, readOff],
  ['NOFF', 'NOFF\n4 4 6\n', 3, readOff],
  ['STOFF', 'STOFF\n4 4 6\n', 2, readOff],
  ['OFF', 'OFF\n4 4 6\n', 0, readOff],
  [
    'PLY',
    `ply\nformat ascii 1.0\nelement vertex 4\n${['x', 'y', 'z', 'r', 'g', 'b'].map((n) => `property float ${n}\n`).join('')}element face 4\nproperty list uchar int vertex_indices\nend_header\n`,
    3,
    readPly,
  ],
])('%s with vertices over lines of other lengths', (_, head, extras, reader) => {
  it('gives the right volume or none, and mostly the right one, in 500 files (seed 5)', async () => {
    const next = seeded(5);
    let right = 0;
    for (let i = 0; i < 500; i++) {
      const all = TETRAHEDRON.corners.flatMap((corner) => [
        ...corner.split(' '),
        ...Array.from({ length: extras }, () => `${Math.floor(256 * next())}`),
      ]);
      // As many lines as there are vertices, or one more or less.
      const ends = new Set([all.length - 1]);
      for (let lines = 3 + Math.floor(3 * next()); ends.size < lines; ) ends.add(Math.floor(all.length * next()));
      const text = all.map((number, k) => number + (ends.has(k) ? '\n' : ' ')).join('');
      const scene = await readWith(reader, head + text + TETRAHEDRON.sides, 'part').catch(() => undefined);
      if (!scene) continue;
      right++;
      expect(scene.problems).toEqual([]);
      expect(inspect(scene.parts[0].mesh).signedVolume, text).toBeCloseTo(4.5, 9);
    }
    expect(right).toBeGreaterThan(490);
  });
});

it('OFF whose lines leave open whether a number is a colour or begins the next face is refused', async () => {
  // `4 2 3 7 6` and `4 3 0 4 7`; or `4 2 3 7 6` with a colour of 4, and `3 0 4 7`.
  const sides = faces.slice(0, 4).join('\n');
  const text = `OFF 8 6 0\n${vertices.join(' ')}\n${sides}\n4\n2\n3\n7 6 4\n3\n0 4 7\n`;
  expect(await messageOf(readWith(readOff, text, 'a.off'))).toBe(
    'a.off: its numbers fit its counts in two ways. Export it with a vertex or a face on each line.',
  );
});

it('OFF takes colours of three numbers and any numbers behind a vertex, as many on each line', async () => {
  for (const [word, behind] of [
    ['COFF', ' 255 0 0'],
    ['OFF', ' 1 0 0 1'],
    ['OFF', ' 7'],
  ]) {
    const lines = TETRAHEDRON.corners.map((corner) => `${corner}${behind}\n`);
    const { parts, problems } = await readWith(
      readOff,
      `${word}\n4 4 6\n${lines.join('')}${TETRAHEDRON.sides}`,
      'a.off',
    );
    expect(problems).toEqual([]);
    expect(inspect(parts[0].mesh).signedVolume).toBeCloseTo(4.5, 12);
    const ragged = lines.with(2, '0 3 0 1 2 3 4 5 6 7 8 9\n').join('');
    expect(await messageOf(readWith(readOff, `${word}\n4 4 6\n${ragged}${TETRAHEDRON.sides}`, 'a.off'))).toBe(
      `a.off: line 5 has 12 numbers where a vertex has ${2 + behind.split(' ').length}. Export the file again.`,
    );
  }
});
