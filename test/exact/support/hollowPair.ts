import type { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { pick } from '../../support/randomPose.js';
import { exactVolumes } from './exactVolumes.js';
import { facesThatMeet } from './facesThatMeet.js';
import { hullOf, latticeBox } from './latticeBodies.js';
import { insideOut, joined, whole, wholeVector } from './latticeMaps.js';
import type { LatticePair } from './randomPair.js';

const cubeBox = (low: number, high: number): Mesh => latticeBox({ min: [low, low, low], max: [high, high, high] });

const isIn = (a: Mesh, b: Mesh): boolean => {
  const { common, ofA } = exactVolumes(a, b);
  return common.num === ofA * common.den;
};
const areApart = (a: Mesh, b: Mesh): boolean => exactVolumes(a, b).common.num === 0n;
const shareNoArea = (a: Mesh, b: Mesh): boolean =>
  facesThatMeet(a, b).every(({ contact }) => contact === 'point' || contact === 'edge');

/**
 * A solid with cavities that touch its walls and each other in corners and along edges, or what fills these cavities; and a
 * body that meets it there: the same without cavities, with one of them, a cavity's filling, a box around or beside it.
 */
export function hollowPair(random: Random): LatticePair {
  for (;;) {
    const size = whole(random, 2, 4);
    const draw = (count: number): Vec3[] => Array.from({ length: count }, () => wholeVector(random, 0, size));
    const outer = random() < 0.5 ? cubeBox(0, size) : hullOf(draw(8));
    if (!outer) continue;
    const cavities = cavitiesOf(outer, draw(9), random);
    if (cavities.length === 0) continue;
    const hollow = joined(outer, ...cavities.map(insideOut));
    const fillings = joined(...cavities);
    const around = cubeBox(-1, size + 1);
    const [x, y, z] = wholeVector(random, -1, 1).map((c) => c * size);
    const beside = latticeBox({ min: [x, y, z], max: [x + size, y + size, z + size] });
    const others: Record<string, Mesh> = {
      ...{ outer, hollow, fillings, filling: cavities[0], around, beside },
      'one cavity': joined(outer, insideOut(cavities[cavities.length - 1])),
      mould: joined(around, insideOut(outer)),
      'mould with a core': joined(around, insideOut(outer), cavities[0]),
    };
    const what = pick(random, Object.keys(others));
    const a = random() < 0.7 ? hollow : fillings;
    const name = `${a === hollow ? 'hollow' : 'fillings'} (${cavities.length}), ${what}`;
    return random() < 0.5 ? { a, b: others[what], what: name } : { a: others[what], b: a, what: name };
  }
}

/** Up to three hulls within a body, on some of its corners and of the points given, that share no area with it or each other. */
function cavitiesOf(outer: Mesh, points: readonly Vec3[], random: Random): Mesh[] {
  const corners: Vec3[] = [];
  for (let i = 0; i < outer.positions.length; i += 3)
    corners.push([outer.positions[i], outer.positions[i + 1], outer.positions[i + 2]]);
  const found: Mesh[] = [];
  for (let tries = 0; tries < 12 && found.length < 3; tries++) {
    const hull = hullOf([...points, ...corners].filter(() => random() < 0.25));
    if (!hull || !isIn(hull, outer) || !shareNoArea(hull, outer)) continue;
    if (found.every((one) => areApart(hull, one) && shareNoArea(hull, one))) found.push(hull);
  }
  return found;
}
