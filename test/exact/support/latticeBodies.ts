import type { Box } from '../../../src/math/box.js';
import type { Random } from '../../../src/math/random.js';
import { cross, dot, subtract, type Vec3 } from '../../../src/math/vector.js';
import { convexHull } from '../../../src/mesh/hull.js';
import { type Mesh, mesh } from '../../../src/mesh/mesh.js';
import { type Polycube, polycubeMesh, randomPolycube } from '../../interference/polycube.js';
import { randomIntegerBox } from '../../support/boxOracle.js';
import { pick } from '../../support/randomPose.js';
import { facesThatMeet } from './facesThatMeet.js';
import { insideOut, joined, shifted, whole, wholeVector } from './latticeMaps.js';

/** A closed mesh on small whole numbers, seen from outside. */
export interface LatticeBody {
  readonly mesh: Mesh;
  readonly what: string;
}

/** Six times the signed volume of a tetrahedron. */
const sixfold = (a: Vec3, b: Vec3, c: Vec3, d: Vec3): number =>
  dot(subtract(d, a), cross(subtract(b, a), subtract(c, a)));

/** The tetrahedron on four points that do not lie in one plane. */
export function tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3): Mesh {
  const [p, q] = sixfold(a, b, c, d) > 0 ? [b, c] : [c, b];
  return mesh([a, p, q, d].flat(), [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
}

export function randomTetrahedron(random: Random, most: number): Mesh {
  for (;;) {
    const [a, b, c, d] = [0, 1, 2, 3].map(() => wholeVector(random, 0, most));
    if (sixfold(a, b, c, d) !== 0) return tetrahedron(a, b, c, d);
  }
}

/** Two tetrahedra on both sides of a common face, as one body of six faces; not convex more often than not. */
export function randomBipyramid(random: Random, most: number): Mesh {
  for (;;) {
    const [a, b, c, d, e] = [0, 1, 2, 3, 4].map(() => wholeVector(random, 0, most));
    const [up, down] = [sixfold(a, b, c, d), sixfold(a, b, c, e)];
    if (up > 0 && down < 0) return mesh([a, b, c, d, e].flat(), [0, 1, 3, 1, 2, 3, 2, 0, 3, 1, 0, 4, 2, 1, 4, 0, 2, 4]);
  }
}

/** The convex hull of points that may repeat; `undefined` where they lie in one plane. */
export function hullOf(points: readonly Vec3[]): Mesh | undefined {
  const [a] = points;
  const solid = points.some((b) => points.some((c) => points.some((d) => sixfold(a, b, c, d) !== 0)));
  return solid ? convexHull(points.flat()) : undefined;
}

export function randomHull(random: Random, most: number): Mesh {
  const count = whole(random, 5, 9);
  for (;;) {
    const hull = hullOf(Array.from({ length: count }, () => wholeVector(random, 0, most)));
    if (hull) return hull;
  }
}

/** A box between whole corners. */
export function latticeBox({ min: [x0, y0, z0], max: [x1, y1, z1] }: Box): Mesh {
  return prism(
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
    z0,
    z1,
  );
}

type Vec2 = readonly [x: number, y: number];

/** The prism over a polygon that is seen counter-clockwise from above. */
export function prism(outline: readonly Vec2[], low: number, high: number): Mesh {
  const count = outline.length;
  const positions = [low, high].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const indices = ears(outline).flatMap(([p, q, r]) => [p, r, q, count + p, count + q, count + r]);
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    indices.push(k, next, count + k, next, count + next, count + k);
  }
  return mesh(positions, indices);
}

/** A polygon as triangles, by cutting off ears that hold no other corner. */
function ears(outline: readonly Vec2[]): number[][] {
  const turn = ([px, py]: Vec2, [qx, qy]: Vec2, [rx, ry]: Vec2): number =>
    (qx - px) * (ry - py) - (qy - py) * (rx - px);
  const left = [...outline.keys()];
  const out: number[][] = [];
  while (left.length > 2) {
    const k = left.findIndex((_, i) => {
      const [p, q, r] = [0, 1, 2].map((step) => outline[left[(i + step) % left.length]]);
      const others = left.filter((__, j) => (j - i + left.length) % left.length > 2).map((corner) => outline[corner]);
      const holds = (s: Vec2) => turn(p, q, s) >= 0 && turn(q, r, s) >= 0 && turn(r, p, s) >= 0;
      return turn(p, q, r) > 0 && !others.some(holds);
    });
    out.push([0, 1, 2].map((step) => left[(k + step) % left.length]));
    left.splice((k + 1) % left.length, 1);
  }
  return out;
}

/** An L: a rectangle without one corner of it; `notch` is the prism that fills the corner. */
export function randomL(random: Random): { mesh: Mesh; notch: Mesh } {
  const [w, h, height] = [whole(random, 2, 4), whole(random, 2, 4), whole(random, 1, 4)];
  const [x, y] = [whole(random, 1, w - 1), whole(random, 1, h - 1)];
  const outline: Vec2[] = [
    [0, 0],
    [w, 0],
    [w, y],
    [x, y],
    [x, h],
    [0, h],
  ];
  return { mesh: prism(outline, 0, height), notch: latticeBox({ min: [x, y, 0], max: [w, h, height] }) };
}

/** A U: a rectangle with a slot from above; `notch` fills the slot. */
export function randomU(random: Random): { mesh: Mesh; notch: Mesh } {
  const [w, h, height] = [whole(random, 3, 5), whole(random, 2, 4), whole(random, 1, 4)];
  const left = whole(random, 1, w - 2);
  const right = whole(random, left + 1, w - 1);
  const floor = whole(random, 1, h - 1);
  const outline: Vec2[] = [
    [0, 0],
    [w, 0],
    [w, h],
    [right, h],
    [right, floor],
    [left, floor],
    [left, h],
    [0, h],
  ];
  return { mesh: prism(outline, 0, height), notch: latticeBox({ min: [left, floor, 0], max: [right, h, height] }) };
}

/** Unit cubes drawn one by one: parts may touch along an edge or in a corner, or not at all. */
export function randomCells(random: Random, [x, y, z]: Vec3, share: number): Polycube {
  const cells: Vec3[] = [];
  for (let i = 0; i < x; i++)
    for (let j = 0; j < y; j++) for (let k = 0; k < z; k++) if (random() < share) cells.push([i, j, k]);
  return cells.length > 0 ? cells : [[0, 0, 0]];
}

/** A box with a box-shaped cavity, and walls of 1 or 2. */
export const hollowBox = (random: Random, cavity: Box): Mesh =>
  joined(latticeBox(grown(random, cavity, 1)), insideOut(latticeBox(cavity)));

/** The box with `least` or 1 more added on each side. */
export function grown(random: Random, { min, max }: Box, least: number): Box {
  const more = (): number => whole(random, least, least + 1);
  return {
    min: [min[0] - more(), min[1] - more(), min[2] - more()],
    max: [max[0] + more(), max[1] + more(), max[2] + more()],
  };
}

/** Two tetrahedra side by side as one body: apart, or touching in a point or along an edge. */
function randomTwins(random: Random): Mesh {
  for (;;) {
    const one = randomTetrahedron(random, 3);
    const other = shifted(randomTetrahedron(random, 3), [3, whole(random, -2, 2), whole(random, -2, 2)]);
    // With an area in common they would be one body with a wall inside.
    if (facesThatMeet(one, other).every(({ contact }) => contact !== 'coplanar')) return joined(one, other);
  }
}

/** A cube of 27 without its middle and perhaps a few more cells. */
function randomShell(random: Random): Polycube {
  const cells = randomCells(random, [3, 3, 3], 1).filter((cell) => cell.join() !== '1,1,1');
  return random() < 0.5 ? cells : cells.filter(() => random() < 0.9);
}

export function randomBody(random: Random): LatticeBody {
  const most = whole(random, 2, 6);
  const kinds: (() => LatticeBody)[] = [
    () => ({ what: 'tetrahedron', mesh: randomTetrahedron(random, most) }),
    () => ({ what: 'bipyramid', mesh: randomBipyramid(random, most) }),
    () => ({ what: 'box', mesh: latticeBox(randomIntegerBox(random, most)) }),
    () => ({ what: 'hull', mesh: randomHull(random, most) }),
    () => ({ what: 'L', mesh: randomL(random).mesh }),
    () => ({ what: 'U', mesh: randomU(random).mesh }),
    () => ({ what: 'polycube', mesh: polycubeMesh(randomPolycube(random, 3, 5)) }),
    () => ({ what: 'cells', mesh: polycubeMesh(randomCells(random, [2, 2, whole(random, 1, 3)], 0.5)) }),
    () => ({ what: 'hollow box', mesh: hollowBox(random, randomIntegerBox(random, 3)) }),
    () => ({ what: 'twins', mesh: randomTwins(random) }),
  ];
  if (random() < 0.01) return { what: 'shell', mesh: polycubeMesh(randomShell(random)) };
  return pick(random, kinds)();
}
