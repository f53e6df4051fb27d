import { nurbsSolid } from '../src/surface/nurbs/nurbsSolid.js';
import type { NurbsPatch, NurbsSolid } from '../src/surface/surface.js';
import { HANDLE, RINGS, type Ring, SPOUT, type Tube } from './teapotPatches.js';

// Newell's 32 Bézier patches as they are, and eight more that close them to three solids, which overlap:
// - The body: lid, rim and wall. The lid lies loose in the rim; the gap between them, flat at z = 2.4, is closed by a ring
//   of four patches ('gap').
// - The handle, a tube. It ends within the body, or on it: a flat patch at either end ('handle start', 'handle end').
// - The spout, a tube. It begins within the body, and its patches end a little way down the mouth: likewise ('spout start',
//   'spout mouth').
// What is within any of the three is inside. The mesh of teapot.ts is the same solid, cut where tubes meet the wall.

/** The patches added to Newell's, in their order behind them. */
export const ADDED_PATCH_COUNT = 8;

/** The teapot as 40 patches, z upwards, standing on z = 0: 3.15 units high, 6.4 from handle to spout. */
export function nurbsTeapot(): NurbsSolid {
  const rings = Object.entries(RINGS).flatMap(([name, ring]) => quarters(name, ring));
  const { lid, rim } = RINGS;
  const gap = quarters('gap', {
    radius: [lid.radius[3], rim.radius[0]],
    z: [lid.z[3], rim.z[0]],
    pull: [lid.pull[3], rim.pull[0]],
  });
  return nurbsSolid({
    surfaces: [
      ...rings,
      ...tubePatches('handle', HANDLE),
      ...tubePatches('spout', SPOUT),
      ...gap,
      cap('handle start', HANDLE, 0),
      cap('handle end', HANDLE, 6),
      cap('spout start', SPOUT, 0),
      cap('spout mouth', SPOUT, 6),
    ],
  });
}

/** The four patches of a ring: u counter-clockwise, v upwards, which is from the last row to the first. */
function quarters(name: string, ring: { [K in keyof Ring]: readonly number[] }): NurbsPatch[] {
  const rows = ring.radius.length;
  return [0, 1, 2, 3].map((quarter) => {
    const points: number[] = [];
    for (let row = rows - 1; row >= 0; row--) {
      const [r, pulled, z] = [ring.radius[row], ring.radius[row] * ring.pull[row], ring.z[row]];
      for (const [x, y] of [
        [r, 0],
        [r, pulled],
        [pulled, r],
        [0, r],
      ])
        points.push(
          ...[
            [x, y],
            [-y, x],
            [-x, -y],
            [y, -x],
          ][quarter].map((value) => value + 0),
          z,
        );
    }
    return bezier(`${name} ${quarter + 1}`, 3, rows - 1, points);
  });
}

/** The control points of one half of a tube's row, on the side of y < 0 or y > 0: from the line of x0 to that of x1. */
function halfRow({ x0, z0, x1, z1, width }: Tube, row: number, side: number): number[] {
  const y = side * width[row];
  return [x0[row], 0, z0[row], x0[row], y, z0[row], x1[row], y, z1[row], x1[row], 0, z1[row]];
}

/** Two patches along a tube on either side: u around, v along. */
function tubePatches(name: string, tube: Tube): NurbsPatch[] {
  return [0, 3].flatMap((first) =>
    [-1, 1].map((side) => {
      const rows = [0, 1, 2, 3].map((k) => halfRow(tube, first + k, side));
      // On the way back the other side is run the other way, so that all are seen from outside.
      const points = rows.flatMap((row) => (side < 0 ? row : backwards(row)));
      return bezier(`${name} ${first === 0 ? 'near' : 'far'} ${side < 0 ? 'right' : 'left'}`, 3, 3, points);
    }),
  );
}

/** The flat patch that closes a tube: straight from one side to the other. */
function cap(name: string, tube: Tube, row: number): NurbsPatch {
  const [right, left] = [halfRow(tube, row, -1), halfRow(tube, row, 1)];
  return bezier(name, 3, 1, row === 0 ? [...left, ...right] : [...right, ...left]);
}

const backwards = (row: readonly number[]): number[] => [9, 6, 3, 0].flatMap((at) => row.slice(at, at + 3));

function bezier(name: string, p: number, q: number, points: number[]): NurbsPatch {
  const knots = (degree: number): number[] => [
    ...Array<number>(degree + 1).fill(0),
    ...Array<number>(degree + 1).fill(1),
  ];
  return { name, degree: [p, q], knots: [knots(p), knots(q)], size: [p + 1, q + 1], points };
}
