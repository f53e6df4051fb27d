import type { Random } from '../../../src/math/random.js';
import { cross, dot, subtract, type Vec3 } from '../../../src/math/vector.js';
import { type Mesh, mesh } from '../../../src/mesh/mesh.js';
import { whole } from './latticeMaps.js';

/**
 * The same surface cut into other triangles: diagonals of flat quadrangles are flipped, some edges get a vertex at a whole
 * point, faces and corners come in another order. Exact where coordinates are small whole numbers.
 */
export function recut(shape: Mesh, random: Random): Mesh {
  const points: Vec3[] = [];
  for (let i = 0; i < shape.positions.length; i += 3)
    points.push([shape.positions[i], shape.positions[i + 1], shape.positions[i + 2]]);
  const faces: Face[] = [];
  for (let i = 0; i < shape.indices.length; i += 3)
    faces.push([shape.indices[i], shape.indices[i + 1], shape.indices[i + 2]]);

  if (random() < 0.2) splitEdge(points, faces, random);
  for (let tries = 2 * faces.length; tries > 0; tries--) flipEdge(points, faces, random);
  for (let k = faces.length - 1; k > 0; k--) {
    const other = whole(random, 0, k);
    [faces[k], faces[other]] = [faces[other], faces[k]];
  }
  const rotated = faces.map((face) => cornersFrom(face, whole(random, 0, 2)));
  return mesh(points.flat(), rotated.flat());
}

type Face = [number, number, number];

/** The corners of a face, the one at `side` first. */
const cornersFrom = (face: Face, side: number): Face => [face[side], face[(side + 1) % 3], face[(side + 2) % 3]];

/** Flips an edge between two faces in one plane, where the two make up a convex quadrangle. */
function flipEdge(points: readonly Vec3[], faces: Face[], random: Random): void {
  const f = whole(random, 0, faces.length - 1);
  const [u, v, p] = cornersFrom(faces[f], whole(random, 0, 2));
  const back = onlySide(faces, v, u);
  if (back < 0 || onlySide(faces, u, v) < 0) return;
  const g = Math.floor(back / 3);
  const q = faces[g][(back + 2) % 3];
  if (p === q || onlySide(faces, p, q) !== NONE || onlySide(faces, q, p) !== NONE) return;
  const normal = normalOf(points, [u, v, p]);
  if (dot(normal, subtract(points[q], points[u])) !== 0) return;
  const turned: Face[] = [
    [v, u, q],
    [u, q, p],
    [q, v, p],
  ];
  if (turned.some((face) => dot(normal, normalOf(points, face)) <= 0)) return;
  faces[f] = turned[1];
  faces[g] = turned[2];
}

const NONE = -1;
const SEVERAL = -2;

/** The one side that runs from u to v, as 3 × face + side. */
function onlySide(faces: readonly Face[], u: number, v: number): number {
  let found = NONE;
  for (let f = 0; f < faces.length; f++) {
    const [a, b, c] = faces[f];
    const side = a === u && b === v ? 0 : b === u && c === v ? 1 : c === u && a === v ? 2 : NONE;
    if (side === NONE) continue;
    if (found !== NONE) return SEVERAL;
    found = 3 * f + side;
  }
  return found;
}

/** Puts a vertex on an edge with whole points on it, in all its faces. */
function splitEdge(points: Vec3[], faces: Face[], random: Random): void {
  const [u, v] = cornersFrom(faces[whole(random, 0, faces.length - 1)], whole(random, 0, 2));
  const way = subtract(points[v], points[u]);
  const parts = way.reduce<number>((d, x) => gcd(d, Math.abs(x)), 0);
  if (parts < 2) return;
  const share = whole(random, 1, parts - 1) / parts;
  const middle = points.push(points[u].map((x, k) => Math.round(x + share * way[k])) as unknown as Vec3) - 1;
  for (let f = faces.length - 1; f >= 0; f--)
    for (let side = 0; side < 3; side++) {
      const [from, to, apex] = cornersFrom(faces[f], side);
      if (!(from === u && to === v) && !(from === v && to === u)) continue;
      faces[f] = [from, middle, apex];
      faces.push([middle, to, apex]);
      break;
    }
}

const normalOf = (points: readonly Vec3[], [p, q, r]: Face): Vec3 =>
  cross(subtract(points[q], points[p]), subtract(points[r], points[p]));

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
