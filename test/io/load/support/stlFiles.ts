/** Nine coordinates a facet: the corner of a cube, of volume 1/6. */
// biome-ignore format: one facet per line
export const TETRAHEDRON: readonly number[] = [
  0, 0, 0,  0, 1, 0,  1, 0, 0,
  0, 0, 0,  1, 0, 0,  0, 0, 1,
  0, 0, 0,  0, 0, 1,  0, 1, 0,
  1, 0, 0,  0, 1, 0,  0, 0, 1,
];

/** A binary STL file; `promised` is the number of facets in its head, where it should be another. */
export function binaryStl(
  corners: readonly number[],
  { head = '', promised = corners.length / 9 }: { head?: string; promised?: number } = {},
): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * corners.length) / 9);
  bytes.set(new TextEncoder().encode(head));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, promised, true);
  for (const [i, x] of corners.entries()) view.setFloat32(84 + 50 * Math.floor(i / 9) + 12 + 4 * (i % 9), x, true);
  return bytes;
}

export function asciiStl(name: string, corners: readonly number[]): string {
  let text = `solid ${name}\n`;
  for (let f = 0; f < corners.length; f += 9) {
    text += 'facet normal 0 0 0\n outer loop\n';
    for (let k = f; k < f + 9; k += 3) text += `  vertex ${corners.slice(k, k + 3).join(' ')}\n`;
    text += ' endloop\nendfacet\n';
  }
  return `${text}endsolid ${name}\n`;
}
