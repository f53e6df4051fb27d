import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { worldMesh } from '../../src/exact/worldMesh.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, multiply, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { between } from '../support/randomPose.js';
import { expected, facesReported, reported } from './support/contactsOf.js';
import { randomPair } from './support/randomPair.js';

const PAIRS = 150;

/** Turned, stretched or only shifted: each time rounding pulls apart what coincided, or makes it cross by an ulp. */
function anyPose(random: Random): Affine {
  const turned = randomRotation(random);
  const [x, y, z] = [0, 1, 2].map(() => between(random, 0.1, 1));
  const share = random();
  if (share < 0.3) return multiply(translation(100 * x, 1e3 * y, 1e4 * z), turned);
  if (share < 0.5) return translation(x, y, z);
  return share < 0.7 ? multiply(scaling(x, y, z), turned) : turned;
}

describe('contacts of random solids where all that coincides is off by an ulp', () => {
  const machine = createCpuMachine();

  it.each([61, 62, 63, 64])(`equal comparing every face with every face, ${PAIRS} pairs (seed %i)`, async (seed) => {
    const random = seeded(seed);
    for (let k = 0; k < PAIRS; k++) {
      const { a, b, what } = randomPair(random);
      const pose = anyPose(random);
      const bodies: readonly [Body, Body] = [body(a, { pose }), body(b, { pose })];
      const [p, q] = [worldMesh(bodies[0]), worldMesh(bodies[1])];
      const wanted = expected(p, q);
      const report = await contacts(...bodies, { machine });
      expect(facesReported(report.contacts), `pair ${k}, ${what}`).toBe(wanted.faces);
      expect(reported(report).kind, `pair ${k}, ${what}`).toBe(wanted.kind);
    }
  });
});
