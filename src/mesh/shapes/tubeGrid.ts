/**
 * The faces of a grid over a closed tube: `rings` rings of `sides` vertices, vertex `ring * sides + i`, the last ring
 * followed by the first. Outside is where each ring runs counter-clockwise seen from the next.
 */
export function tubeGrid(rings: number, sides: number): Uint32Array {
  const indices = new Uint32Array(6 * rings * sides);
  let n = 0;
  for (let ring = 0; ring < rings; ring++)
    for (let i = 0; i < sides; i++) {
      const here = ring * sides;
      const there = ((ring + 1) % rings) * sides;
      const next = (i + 1) % sides;
      indices[n++] = here + i;
      indices[n++] = here + next;
      indices[n++] = there + i;
      indices[n++] = there + i;
      indices[n++] = here + next;
      indices[n++] = there + next;
    }
  return indices;
}
