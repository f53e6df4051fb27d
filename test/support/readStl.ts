import { readFileSync } from 'node:fs';
import type { Mesh } from '../../src/mesh/mesh.js';
import { weld } from '../../src/mesh/weld.js';

const HEADER_BYTES = 84;
const FACET_BYTES = 50;

/** Reads a binary STL file for tests; equal corners become one vertex, facet normals are skipped. */
export function readStl(path: string | URL): Mesh {
  const file = readFileSync(path);
  const facetCount = file.readUInt32LE(HEADER_BYTES - 4);
  if (file.length < HEADER_BYTES + FACET_BYTES * facetCount)
    throw new Error(`readStl: the file is no binary STL, or ends early (${facetCount} facets, ${file.length} bytes).`);
  const positions = new Float32Array(9 * facetCount);
  for (let f = 0; f < facetCount; f++)
    for (let k = 0; k < 9; k++) positions[9 * f + k] = file.readFloatLE(HEADER_BYTES + FACET_BYTES * f + 12 + 4 * k);
  return weld({ positions, indices: Uint32Array.from({ length: 3 * facetCount }, (_, i) => i) }).mesh;
}
