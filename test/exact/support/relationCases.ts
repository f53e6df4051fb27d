import { multiply, scaling, translation } from '../../../src/math/affine.js';
import { seeded } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { hullOf, latticeBox, prism, tetrahedron } from './latticeBodies.js';
import { insideOut, joined, mapped, shifted } from './latticeMaps.js';
import { recut } from './recut.js';

export const cube = (low: number, high: number): Mesh => latticeBox({ min: [low, low, low], max: [high, high, high] });
const block = (min: Vec3, max: Vec3): Mesh => latticeBox({ min, max });

/** Cubes around (0, 0, 0) with sides of twice these, each second one a cavity of the one before. */
const nest = (...halves: readonly number[]): Mesh =>
  joined(...halves.map((half, k) => (k % 2 === 0 ? cube(-half, half) : insideOut(cube(-half, half)))));

/** An octahedron with six corners `reach` away from (0, 0, 0). */
const octahedron = (reach: number): Mesh =>
  hullOf(
    [0, 1, 2].flatMap((axis) =>
      [-reach, reach].map((x) => [0, 1, 2].map((k) => (k === axis ? x : 0)) as unknown as Vec3),
    ),
  )!;

/** With a corner within each of four faces of the cube from 0 to 6, and no edge on them. */
const leaning = tetrahedron([2, 3, 0], [4, 3, 6], [0, 2, 4], [3, 6, 3]);
const wedge = tetrahedron([0, 0, 0], [6, 0, 0], [3, 2, 4], [3, 4, 2]);
const pyramid = hullOf([
  [0, 0, 0],
  [4, 0, 0],
  [4, 4, 0],
  [0, 4, 0],
  [2, 2, 3],
])!;

/** Two solids, and what they are to each other as `contacts` puts it. */
export const RELATION_CASES: readonly (readonly [kind: string, what: string, a: Mesh, b: Mesh])[] = [
  // One in the other, shells in shells.
  ['contained: a', 'in a cube', cube(-1, 1), nest(2)],
  ['none', 'in a cavity', cube(-1, 1), nest(3, 2)],
  ['contained: a', 'in a cube in a cavity', cube(-1, 1), nest(4, 3, 2)],
  ['none', 'in a cavity of a cube in a cavity', cube(-1, 1), nest(5, 4, 3, 2)],
  ['contained: a', 'in the innermost of five', cube(-1, 1), nest(6, 5, 4, 3, 2)],
  ['none', 'between shells', nest(4, 3), nest(8, 7, 2)],
  ['none', 'around a shell, in a cavity', nest(6, 4), nest(8, 7, 3, 2)],
  ['touch', 'between shells, filling what is between', nest(7, 2), nest(8, 7, 2)],
  ['touch', 'filling all cavities of five shells', nest(5, 4, 3, 2), nest(6, 5, 4, 3, 2)],
  ['contained: b', 'five shells in their outermost', cube(-6, 6), nest(6, 5, 4, 3, 2)],
  ['contained: a', 'three shells of four in a cube with one cavity less', nest(6, 5, 2), nest(6, 5, 4)],
  ['hard', 'a cavity that the other does not have, and the other way round', nest(6, 4), nest(5, 2)],
  ['duplicate', 'five shells each', nest(6, 5, 4, 3, 2), recut(nest(6, 5, 4, 3, 2), seeded(1))],
  ['hard', 'of two cubes one in it, one outside', joined(cube(1, 2), shifted(cube(0, 1), [9, 0, 0])), cube(0, 4)],
  [
    'hard',
    'of two cubes one in a cavity, one in the wall',
    joined(cube(-1, 1), shifted(cube(-1, 1), [4, 0, 0])),
    nest(6, 2),
  ],
  [
    'contained: a',
    'of two cubes both in the wall',
    joined(shifted(cube(-1, 1), [-4, 0, 0]), shifted(cube(-1, 1), [4, 0, 0])),
    nest(6, 2),
  ],
  [
    'none',
    'of two cubes one in a cavity, one outside',
    joined(cube(-1, 1), shifted(cube(-1, 1), [8, 0, 0])),
    nest(6, 2),
  ],
  [
    'touch',
    'of two cubes one in a cavity, one touching outside',
    joined(cube(-1, 1), shifted(cube(-1, 1), [7, 0, 0])),
    nest(6, 2),
  ],
  [
    'hard',
    'of two cubes one the same, one outside',
    joined(cube(0, 2), shifted(cube(0, 2), [9, 0, 0])),
    joined(cube(0, 2), shifted(cube(0, 2), [0, 9, 0])),
  ],
  // Touching from within and without.
  ['contained: a', 'touching with all corners from within', octahedron(3), cube(-3, 3)],
  ['contained: a', 'leaning at four walls from within', leaning, cube(0, 6)],
  ['touch', 'leaning at four walls of a cavity', leaning, joined(cube(-2, 8), insideOut(cube(0, 6)))],
  ['touch', 'touching all walls of a cavity with corners', octahedron(3), nest(5, 3)],
  ['contained: a', 'with corners on the faces around it', cube(-1, 1), octahedron(3)],
  [
    'contained: a',
    'with one corner on the face around it',
    tetrahedron([0, 3, 3], [3, 2, 3], [3, 4, 3], [3, 3, 5]),
    cube(0, 6),
  ],
  ['contained: a', 'with one corner in a corner', tetrahedron([0, 0, 0], [2, 1, 1], [1, 2, 1], [1, 1, 2]), cube(0, 6)],
  ['contained: a', 'with one edge on an edge', wedge, cube(0, 6)],
  ['contained: a', 'with one edge on a part of an edge', wedge, block([-1, 0, 0], [7, 6, 6])],
  ['contained: a', 'with one edge along a face', shifted(wedge, [0, 1, 0]), cube(0, 6)],
  ['contained: a', 'with a face on a face', pyramid, block([-1, -1, 0], [5, 5, 5])],
  ['touch', 'with an edge on an edge from outside', mapped(wedge, scaling(1, -1, -1)), cube(0, 6)],
  ['touch', 'with an edge along a face from outside', mapped(shifted(wedge, [0, 2, 0]), scaling(1, 1, -1)), cube(0, 6)],
  ['touch', 'edge across edge', block([0, 0, 0], [2, 2, 2]), tetrahedron([1, 3, 1], [3, 1, 1], [5, 5, 0], [5, 5, 2])],
  // Walls, edges and corners shared.
  ['touch', 'a wall of the same size', cube(0, 2), shifted(cube(0, 2), [2, 0, 0])],
  ['touch', 'a part of a wall', cube(0, 4), block([4, 1, 1], [6, 3, 3])],
  ['touch', 'walls that cross', block([0, 1, 0], [4, 2, 2]), block([1, 0, 2], [2, 4, 4])],
  ['touch', 'an edge of the same length', cube(0, 2), shifted(cube(0, 2), [2, 2, 0])],
  ['touch', 'a part of an edge', cube(0, 4), block([4, 4, 1], [6, 6, 3])],
  ['touch', 'a corner', cube(0, 2), cube(2, 4)],
  ['touch', 'a corner on a wall', cube(0, 6), tetrahedron([6, 3, 3], [9, 2, 2], [9, 5, 3], [9, 3, 5])],
  ['touch', 'a corner on an edge', cube(0, 6), tetrahedron([6, 6, 3], [9, 7, 2], [9, 9, 3], [8, 8, 5])],
  ['touch', 'the corners of a ring of tips', leaning, joined(...[0, 1, 2, 3].map((k) => tipAt(leaning, k)))],
  // Overlaps that no faces cross to show.
  [
    'hard',
    'prisms along one line, ends and sides in one plane',
    block([0, 0, 0], [4, 2, 2]),
    block([2, 0, 0], [6, 2, 2]),
  ],
  ['hard', 'boxes with all edges on faces', block([0, 0, 0], [2, 2, 6]), block([0, 0, 2], [2, 6, 4])],
  ['contained: b', 'a bar between two walls', cube(0, 4), block([1, 1, 0], [3, 3, 4])],
  ['contained: b', 'a slice', cube(0, 4), block([0, 0, 1], [4, 4, 3])],
  ['touch', 'a slot and what fills it', slotted(), block([2, 2, 0], [4, 6, 3])],
  ['hard', 'a slot and what overfills it', slotted(), block([2, 1, 0], [4, 6, 3])],
  ['touch', 'stairs on stairs', stairs(), mapped(stairs(), multiply(translation(8, 6, 0), scaling(-1, -1, 1)))],
  ['duplicate', 'the same stairs', stairs(), recut(stairs(), seeded(3))],
];

/** A small tetrahedron that touches a corner of a body with its own, farther from the body's middle. */
function tipAt({ positions }: Mesh, k: number): Mesh {
  const corner = [0, 1, 2].map((n) => positions[3 * k + n]);
  const middle = [0, 1, 2].map((n) => [0, 1, 2, 3].reduce((sum, at) => sum + positions[3 * at + n] / 4, 0));
  const far = (share: number, turn: number): Vec3 =>
    corner.map((c, n) => c + Math.round(4 * (c - middle[n])) + (n === turn ? share : 0)) as unknown as Vec3;
  return tetrahedron(corner as unknown as Vec3, far(1, 0), far(1, 1), far(1, 2));
}

function slotted(): Mesh {
  return prism(
    [
      [0, 0],
      [6, 0],
      [6, 6],
      [4, 6],
      [4, 2],
      [2, 2],
      [2, 6],
      [0, 6],
    ],
    0,
    3,
  );
}

function stairs(): Mesh {
  return prism(
    [
      [0, 0],
      [6, 0],
      [6, 2],
      [4, 2],
      [4, 4],
      [2, 4],
      [2, 6],
      [0, 6],
    ],
    0,
    3,
  );
}
