import { describe, expect, it } from 'vitest';
import { readPly } from '../../../src/io/load/ply/ply.js';
import { face, type PlyElementData, plyFile, plyHead, vertex } from './support/plyFiles.js';
import { messageOf, readWith } from './support/readWith.js';

const read = (data: Uint8Array | string) => readWith(readPly, data, 'part.ply');

describe('readPly, refusals', () => {
  const ascii = (...elements: PlyElementData[]) => new TextDecoder().decode(plyFile('ascii', elements));
  const cube = ascii(vertex(), face());
  it.each([
    [
      'another format',
      'solid x',
      "part.ply: the file does not begin with 'ply'. Give a PLY file, or name the format that it has.",
    ],
    [
      'no format',
      cube.replace(/format.*\n/, ''),
      'part.ply: the head does not name the format. Export the file again.',
    ],
    [
      'an unknown format',
      cube.replace('ascii', 'text'),
      "part.ply: there is no format 'text' (line 2). Export the file again.",
    ],
    [
      'an unknown type',
      cube.replace('float x', 'half x'),
      "part.ply: there is no type 'half' (line 6). Export the file again.",
    ],
    [
      'an unknown word',
      cube.replace('element face', 'elements face'),
      "part.ply: the head has an unknown word: 'elements' (line 9). Export the file again.",
    ],
    [
      'a short line',
      cube.replace('float x', 'float'),
      'part.ply: the line ends too early (line 6). Export the file again.',
    ],
    [
      'a long line',
      cube.replace('float x', 'float x y'),
      "part.ply: there is more than expected: 'y' (line 6). Export the file again.",
    ],
    [
      'a property of nothing',
      cube.replace(/element vertex.*\n/, ''),
      'part.ply: a property stands before any element (line 5). Export the file again.',
    ],
    [
      'a count that is none',
      cube.replace('vertex 8', 'vertex -8'),
      "part.ply: the number of 'vertex' elements is no count: '-8' (line 5). Export the file again.",
    ],
    [
      'an element twice',
      ascii(vertex(), vertex(), face()),
      "part.ply: the element 'vertex' is declared twice (line 9). Export the file again.",
    ],
    [
      'a head without end',
      cube.slice(0, cube.indexOf('end_header')),
      'part.ply: the file ends at byte 193, in its head. Export the file again.',
    ],
    [
      'no faces declared',
      ascii(vertex()),
      "part.ply: the head declares no 'face' elements (only 'vertex'). Export a mesh: points alone bound no solid.",
    ],
    [
      'no vertices declared',
      ascii(face()),
      "part.ply: the head declares no 'vertex' elements (only 'face'). Export a mesh: points alone bound no solid.",
    ],
    [
      'no faces there',
      ascii(vertex(), { ...face(), rows: [] }),
      'part.ply: there are no faces with three corners or more (8 vertices). Export a mesh: points and lines alone bound no solid.',
    ],
    [
      'no x',
      cube.replace('float x', 'float u'),
      "part.ply: the vertices have no single coordinate 'x'. Export the file again.",
    ],
    [
      'no list of corners',
      ascii(vertex(), face('uchar:int', 'corners')),
      "part.ply: the 'face' elements have no list 'vertex_indices'. Export the file again.",
    ],
    [
      'a line too short',
      cube.replace('\n1 0 0\n', '\n1 0\n'),
      'part.ply: line 13 has fewer values than the head declares. Export the file again.',
    ],
    [
      'a value that is none',
      cube.replace('\n1 0 0\n', '\n1 a 0\n'),
      "part.ply: 'a' is no number (line 13). Export the file again.",
    ],
    [
      'lines missing',
      cube.split('\n').slice(0, 24).join('\n'),
      'part.ply: the file ends at line 24, before all the elements that its head declares. It is cut off, or its counts are wrong: export it again.',
    ],
    [
      'a vertex too far',
      cube.replace('4 4 5 7 6', '4 4 5 7 8'),
      'part.ply: the face at line 21 names vertex 8, but there are only 8 vertices, counted from 0. Repair the model or export it again.',
    ],
    [
      'a vertex below 0',
      cube.replace('4 4 5 7 6', '4 4 5 7 -1'),
      'part.ply: the face at line 21 names vertex -1. Export the file again.',
    ],
    [
      'half a vertex',
      cube.replace('4 4 5 7 6', '4 4 5 7 0.5'),
      'part.ply: the face at line 21 names vertex 0.5. Export the file again.',
    ],
    [
      'a list of -1',
      cube.replace('4 4 5 7 6', '-1'),
      "part.ply: a list 'vertex_indices' has -1 values. Export the file again.",
    ],
    [
      'NaN that a face uses',
      cube.replace('\n1 0 0\n', '\n1 nan 0\n'),
      'part.ply: the face at line 20 uses vertex 1, whose coordinates are not finite. Repair the model or export it again.',
    ],
  ])('%s', async (_, text, message) => {
    expect(await messageOf(read(text))).toBe(message);
  });

  it('a list longer than the file', async () => {
    const bytes = plyFile('binary_little_endian', [vertex(), face('uint:int')]);
    const at = plyHead('binary_little_endian', [vertex(), face('uint:int')]).length + 8 * 12;
    new DataView(bytes.buffer).setUint32(at, 0xffffffff, true);
    expect(await messageOf(read(bytes))).toBe(
      `part.ply: the file ends at byte ${bytes.length}, within the element at byte ${at}. It is cut off, or its counts are wrong: export it again.`,
    );
  });
});
