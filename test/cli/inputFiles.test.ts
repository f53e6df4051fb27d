import { expect, test } from 'vitest';
import { inputFiles } from '../../src/cli/inputFiles.js';

async function* chunks(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

const silent = { note: () => {} };

test('a format that is given holds for standard input and for endings that tell none', async () => {
  expect(await inputFiles(['a.obj', 'b.dat', '-'], 'stl', silent, chunks('so', 'lid'))).toEqual([
    { path: 'a.obj' },
    { path: 'b.dat', format: 'stl' },
    { path: '-', format: 'stl', data: new TextEncoder().encode('solid') },
  ]);
});

test('without a format none is told', async () => {
  expect(await inputFiles(['-'], undefined, silent, chunks())).toEqual([{ path: '-', data: new Uint8Array(0) }]);
});

test('standard input is read once', async () => {
  await expect(inputFiles(['-', '-'], undefined, silent, chunks('x'))).rejects.toThrow(
    '-: standard input can be read only once. Give one of the two as a file.',
  );
});

test('who types at a terminal is told how to end', async () => {
  const notes: string[] = [];
  const input = Object.assign(chunks('x'), { isTTY: true });
  await inputFiles(['-'], undefined, { note: (text) => notes.push(text) }, input);
  expect(notes).toEqual(['reading from the terminal; Ctrl-D ends the file.']);
});
