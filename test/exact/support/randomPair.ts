import { scaling } from '../../../src/math/affine.js';
import { boundsOf } from '../../../src/math/box.js';
import type { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { polycubeMesh } from '../../interference/polycube.js';
import { pick } from '../../support/randomPose.js';
import {
  grown,
  hollowBox,
  hullOf,
  latticeBox,
  randomBody,
  randomCells,
  randomHull,
  randomL,
  randomU,
} from './latticeBodies.js';
import { mapped, randomLatticeMap, shifted, whole, wholeVector } from './latticeMaps.js';
import { recut } from './recut.js';

/** Two closed meshes on small whole numbers, and how they were made. */
export interface LatticePair {
  readonly a: Mesh;
  readonly b: Mesh;
  readonly what: string;
}

/**
 * Two bodies placed so that all kinds of contact are common, each cut into triangles in its own way. Half the time both are
 * turned, mirrored or sheared together, which keeps what they are to each other.
 */
export function randomPair(random: Random): LatticePair {
  let { a, b, what } = pick(random, MAKERS)(random);
  if (random() < 0.5) [a, b] = [b, a];
  if (random() < 0.6) {
    const map = randomLatticeMap(random);
    [a, b] = [mapped(a, map), mapped(b, map)];
  }
  return { a: recut(a, random), b: recut(b, random), what };
}

type Maker = (random: Random) => LatticePair;

const boxOf = ({ positions }: Mesh) => boundsOf(positions);

/** Two bodies that have nothing to do with each other; one of them may be turned or sheared. */
function strangers(random: Random): LatticePair {
  const [one, other] = [randomBody(random), randomBody(random)];
  const b = random() < 0.3 ? mapped(other.mesh, randomLatticeMap(random)) : other.mesh;
  return { a: one.mesh, b, what: `${one.what}, ${other.what}` };
}

/** Somewhere between where the boxes begin to touch and where they cease to. */
const anywhere: Maker = (random) => {
  const { a, b, what } = strangers(random);
  const [p, q] = [boxOf(a), boxOf(b)];
  const shift = [0, 1, 2].map((k) => whole(random, p.min[k] - q.max[k], p.max[k] - q.min[k])) as unknown as Vec3;
  return { a, b: shifted(b, shift), what: `${what}: anywhere` };
};

/** In the same place, or a step off. */
const amid: Maker = (random) => {
  const { a, b, what } = strangers(random);
  const [p, q] = [boxOf(a), boxOf(b)];
  const shift = [0, 1, 2].map(
    (k) => Math.round((p.min[k] + p.max[k] - q.min[k] - q.max[k]) / 2) + whole(random, -1, 1),
  ) as unknown as Vec3;
  return { a, b: shifted(b, shift), what: `${what}: amid` };
};

/** One beside the other, box to box. */
const beside: Maker = (random) => {
  const { a, b, what } = strangers(random);
  const [p, q] = [boxOf(a), boxOf(b)];
  const axis = whole(random, 0, 2);
  const shift = [0, 1, 2].map((k) =>
    k === axis ? p.max[k] - q.min[k] : whole(random, p.min[k] - q.max[k] + 1, p.max[k] - q.min[k] - 1),
  ) as unknown as Vec3;
  return { a, b: shifted(b, shift), what: `${what}: beside` };
};

/** A vertex of one on a vertex of the other. */
const cornerToCorner: Maker = (random) => {
  const { a, b, what } = strangers(random);
  const [i, j] = [a, b].map(({ positions }) => 3 * whole(random, 0, positions.length / 3 - 1));
  const shift = [0, 1, 2].map((k) => a.positions[i + k] - b.positions[j + k]) as unknown as Vec3;
  return { a, b: shifted(b, shift), what: `${what}: corner to corner` };
};

const itself: Maker = (random) => {
  const { mesh, what } = randomBody(random);
  return { a: mesh, b: mesh, what: `${what}: itself` };
};

const itselfShifted: Maker = (random) => {
  const { mesh, what } = randomBody(random);
  return { a: mesh, b: shifted(mesh, wholeVector(random, -2, 2)), what: `${what}: itself shifted` };
};

/** The mirror image at the highest plane that the body reaches, or one step before it. */
const itselfMirrored: Maker = (random) => {
  const { mesh, what } = randomBody(random);
  const plane = boxOf(mesh).max[0] - (random() < 0.8 ? 0 : 1);
  const mirror = Float64Array.of(-1, 0, 0, 2 * plane, 0, 1, 0, 0, 0, 0, 1, 0);
  return { a: mesh, b: mapped(mesh, mirror), what: `${what}: itself mirrored` };
};

/** A body and a box around it, which it touches from within or not. */
const boxed: Maker = (random) => {
  const { mesh, what } = randomBody(random);
  return { a: mesh, b: latticeBox(grown(random, boxOf(mesh), whole(random, 0, 1))), what: `${what}: in a box` };
};

/** A body in a cavity, which it touches or not, or a step off. */
const inCavity: Maker = (random) => {
  const { mesh, what } = randomBody(random);
  const b = hollowBox(random, grown(random, boxOf(mesh), whole(random, 0, 1)));
  const shift = random() < 0.7 ? wholeVector(random, 0, 0) : wholeVector(random, -1, 1);
  return { a: shifted(mesh, shift), b, what: `${what}: in a cavity` };
};

/** A prism and what fills its notch, in place or a step off. */
const notched: Maker = (random) => {
  const { mesh, notch } = random() < 0.5 ? randomL(random) : randomU(random);
  const b = random() < 0.6 ? notch : shifted(notch, wholeVector(random, -1, 1));
  return { a: mesh, b, what: 'prism: notch' };
};

/** Hulls on points drawn from the same few: they share vertices, edges and faces. */
const fromPool: Maker = (random) => {
  for (;;) {
    const pool = Array.from({ length: whole(random, 5, 7) }, () => wholeVector(random, 0, 4));
    const draw = () => hullOf(pool.filter(() => random() < 0.7));
    const [a, b] = [draw(), draw()];
    if (a && b) return { a, b, what: 'hulls: from one pool' };
  }
};

/** Cells of one grid: of A, of B, of both or of none; or B has cells of A only. */
const fromGrid: Maker = (random) => {
  const cells = randomCells(random, [3, 2, 2], 0.7);
  const [some, others] = [cells.filter(() => random() < 0.5), cells.filter(() => random() < 0.5)];
  const rest = cells.filter((cell) => !some.includes(cell));
  const [a, b] = pick(random, [
    [some, others],
    [some, rest],
    [some, rest],
    [cells, some],
  ]);
  if (a.length === 0 || b.length === 0) return fromGrid(random);
  return { a: polycubeMesh(a), b: polycubeMesh(b), what: 'polycubes: from one grid' };
};

/** A hull and the same twice as large, from one of its vertices. */
const enlarged: Maker = (random) => {
  const hull = randomHull(random, 4);
  const at = 3 * whole(random, 0, hull.positions.length / 3 - 1);
  const vertex = (sign: number): Vec3 => [0, 1, 2].map((k) => sign * hull.positions[at + k]) as unknown as Vec3;
  const b = shifted(mapped(shifted(hull, vertex(-1)), scaling(2)), vertex(1));
  return { a: hull, b, what: 'hull: enlarged' };
};

const MAKERS: readonly Maker[] = [
  ...[anywhere, anywhere, anywhere, amid, amid, beside, cornerToCorner, cornerToCorner, fromPool, fromPool, fromGrid],
  ...[itself, itselfShifted, itselfMirrored, boxed, inCavity, notched, enlarged],
];
