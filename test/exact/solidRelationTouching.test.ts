import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { pick } from '../support/randomPose.js';
import { expected, reported } from './support/contactsOf.js';
import { DISGUISES } from './support/disguises.js';
import { hollowPair } from './support/hollowPair.js';
import { tetrahedron } from './support/latticeBodies.js';
import { insideOut, joined, mapped } from './support/latticeMaps.js';
import { recut } from './support/recut.js';
import { cube } from './support/relationCases.js';

const machine = createCpuMachine();

describe('contacts of solids that touch themselves', () => {
  const PAIRS = 250;

  it.each([71, 72, 73])(`tell the kind by exact volumes, ${PAIRS} pairs with cavities (seed %i)`, async (seed) => {
    const random = seeded(seed);
    for (let k = 0; k < PAIRS; k++) {
      const { a, b, what } = hollowPair(random);
      const enlarged = (shape: Mesh): Mesh => mapped(random() < 0.5 ? recut(shape, random) : shape, scaling(6));
      const solids = [enlarged(a), enlarged(b)] as const;
      const ways = [pick(random, DISGUISES), pick(random, DISGUISES)];
      const [p, q] = solids.map((shape, n) => ways[n].dress(shape, random));
      const report = await contacts(ways[0].toBody(p, random), ways[1].toBody(q, random), { machine });
      expect(reported(report), `pair ${k}, ${what}, ${ways[0].name} and ${ways[1].name}`).toEqual(
        expected(p, q, solids),
      );
    }
  });

  it('sees no overlap where a cavity’s edge lies on the wall that the other body touches', async () => {
    const cavity = tetrahedron([4, 4, 0], [8, 4, 0], [6, 8, 4], [6, 4, 6]);
    const hollow = joined(cube(0, 12), insideOut(cavity));
    const below = mapped(cube(0, 12), scaling(1, 1, -1));
    expect((await contacts(body(hollow), body(cavity), { machine })).kind).toBe('touch');
    expect((await contacts(body(hollow), body(below), { machine })).kind).toBe('touch');
  });
});
