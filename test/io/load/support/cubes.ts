/** The corners of a cube with edges of length 1, and its sides seen from outside. */
export const CUBE_CORNERS: readonly (readonly [number, number, number])[] = Array.from({ length: 8 }, (_, i) => [
  i & 1,
  (i >> 1) & 1,
  i >> 2,
]);
// biome-ignore format: one side per line
export const CUBE_SIDES: readonly (readonly number[])[] = [
  [0, 2, 3, 1], // bottom
  [4, 5, 7, 6], // top
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** The statements of a cube in an OBJ file, shifted along x, its vertices numbered from `first`. */
export function objCube(shift: number, first: number, sides = CUBE_SIDES): string {
  const vertices = CUBE_CORNERS.map(([x, y, z]) => `v ${x + shift} ${y} ${z}\n`).join('');
  return vertices + objSides(first, sides);
}

export const objSides = (first: number, sides: readonly (readonly number[])[]): string =>
  sides.map((side) => `f ${side.map((k) => k + first).join(' ')}\n`).join('');
