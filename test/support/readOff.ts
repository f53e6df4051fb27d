import { readFileSync } from 'node:fs';

/** Reads an OFF file for tests: comments, blank lines, polygons as fans. What follows the corners of a face is skipped. */
export function readOff(path: string | URL): { positions: Float64Array; indices: Uint32Array } {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  if (lines[0] !== 'OFF') throw new Error(`readOff: the first line is not OFF (${lines[0]}).`);
  const [vertexCount, faceCount] = lines[1].split(/\s+/).map(Number);
  if (lines.length < 2 + vertexCount + faceCount)
    throw new Error(`readOff: the file ends early (${lines.length} lines).`);
  const positions = Float64Array.from(
    lines.slice(2, 2 + vertexCount).flatMap((line) => line.split(/\s+/).slice(0, 3).map(Number)),
  );
  const indices: number[] = [];
  for (const line of lines.slice(2 + vertexCount, 2 + vertexCount + faceCount)) {
    const [count, ...corners] = line.split(/\s+/).map(Number);
    for (let k = 2; k < count; k++) indices.push(corners[0], corners[k - 1], corners[k]);
  }
  return { positions, indices: Uint32Array.from(indices) };
}
