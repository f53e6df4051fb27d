/**
 * The faces of a grid over a sphere: `rows` closed rows of `segments` vertices from north to south, vertex `row * segments
 * + i`, then the north pole, then the south pole. Outside is where the rows run counter-clockwise around the axis.
 */
export function polarGrid(segments: number, rows: number): Uint32Array {
  const indices = new Uint32Array(6 * segments * rows);
  const north = rows * segments;
  const south = north + 1;
  let n = 0;
  for (let row = 0; row < rows - 1; row++)
    for (let i = 0; i < segments; i++) {
      const a = row * segments + i;
      const b = row * segments + ((i + 1) % segments);
      indices[n++] = a;
      indices[n++] = a + segments;
      indices[n++] = b;
      indices[n++] = b;
      indices[n++] = a + segments;
      indices[n++] = b + segments;
    }
  const last = (rows - 1) * segments;
  for (let i = 0; i < segments; i++) {
    const next = (i + 1) % segments;
    indices[n++] = north;
    indices[n++] = i;
    indices[n++] = next;
    indices[n++] = south;
    indices[n++] = last + next;
    indices[n++] = last + i;
  }
  return indices;
}
