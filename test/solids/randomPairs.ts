import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { multiply, translation } from '../../src/math/affine.js';
import { type Random, seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { polycubeMesh, randomPolycube } from '../interference/polycube.js';
import { between, pick, randomAffine, randomQuarterTurns, randomRigid } from '../support/randomPose.js';

export type Family = 'convex' | 'any' | 'cubes' | 'overlapping themselves';

const CONVEX = ['box', 'wedge', 'uvSphere', 'icoSphere', 'cylinder', 'cone', 'capsule'];
const convexShapes = SOLIDS.filter(({ name }) => CONVEX.includes(name)).map(({ coarse }) => coarse);
const allShapes = SOLIDS.map(({ coarse }) => coarse);

/** Two bodies whose boxes usually meet. Cubes lie on whole numbers, so that faces share planes and rays run along edges. */
export function randomPair(family: Family, seed: number): [Body, Body] {
  const random = seeded(seed);
  if (family === 'cubes') return [cubes(random), cubes(random)];
  if (family === 'overlapping themselves') return [stack(random), stack(random)];
  const shapes = family === 'convex' ? convexShapes : allShapes;
  const place = () =>
    random() < 0.7 ? randomRigid(random, 0.6, between(random, 0.4, 1.4)) : randomAffine(random, 0.6);
  return [body(pick(random, shapes), { pose: place() }), body(pick(random, shapes), { pose: place() })];
}

function cubes(random: Random): Body {
  const shape = polycubeMesh(randomPolycube(random, 4, 14));
  const whole = () => Math.floor(random() * 3) - 1;
  return body(shape, { pose: multiply(translation(whole(), whole(), whole()), randomQuarterTurns(random)) });
}

/** Up to five boxes in one mesh, in each other, through each other and apart. */
function stack(random: Random): Body {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k < 2 + Math.floor(random() * 4); k++) {
    const one: Mesh = box({ size: [between(random, 0.2, 1.5), between(random, 0.2, 1.5), between(random, 0.2, 1.5)] });
    const shift = [between(random, -0.5, 0.5), between(random, -0.5, 0.5), between(random, -0.5, 0.5)];
    indices.push(...Array.from(one.indices, (v) => v + positions.length / 3));
    positions.push(...Array.from(one.positions, (x, i) => x + shift[i % 3]));
  }
  return body(mesh(positions, indices), { pose: randomRigid(random, 0.4) });
}
