import { describe, expect, it } from 'vitest';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { pick } from '../support/randomPose.js';
import { type ContactWords, expected, reported } from './support/contactsOf.js';
import { DISGUISES } from './support/disguises.js';
import { mapped } from './support/latticeMaps.js';
import { randomPair } from './support/randomPair.js';

const PAIRS = 500;
const SEEDS = 16;

/** What is expected of the bodies in the other order. */
function swapped({ kind, faces }: ContactWords): ContactWords {
  const other = { 'contained: a': 'contained: b', 'contained: b': 'contained: a' }[kind] ?? kind;
  const pairs = faces.split('\n').map((line) => line.split(' '));
  const turned = pairs.map(([a, b, contact]) => [b, a, contact] as const);
  turned.sort(([a, b], [c, d]) => Number(a) - Number(c) || Number(b) - Number(d));
  return { kind: other, faces: faces === '' ? '' : turned.map((line) => line.join(' ')).join('\n') };
}

describe('contacts of random solids, however they are given', () => {
  const machine = createCpuMachine();
  const given = new Set<string>();

  for (let seed = 101; seed <= 100 + SEEDS; seed++)
    it(`equal comparing every face with every face, ${PAIRS} pairs (seed ${seed})`, async () => {
      const random = seeded(seed);
      for (let k = 0; k < PAIRS; k++) {
        const pair = randomPair(random);
        const solids = [mapped(pair.a, scaling(6)), mapped(pair.b, scaling(6))] as const;
        const ways = [pick(random, DISGUISES), pick(random, DISGUISES)] as const;
        const [a, b] = [ways[0].dress(solids[0], random), ways[1].dress(solids[1], random)];
        const bodies = [ways[0].toBody(a, random), ways[1].toBody(b, random)] as const;
        const inOrder = random() < 0.7;
        const wanted = inOrder ? expected(a, b, solids) : swapped(expected(a, b, solids));
        const report = await contacts(bodies[inOrder ? 0 : 1], bodies[inOrder ? 1 : 0], { machine });
        const found = reported(report);
        const what = `pair ${k}, ${pair.what}, ${ways[0].name} and ${ways[1].name}${inOrder ? '' : ', swapped'}`;
        if (found.kind !== wanted.kind || found.faces !== wanted.faces || !report.areSolids)
          expect({ ...found, areSolids: report.areSolids }, what).toEqual({ ...wanted, areSolids: true });
        given.add(ways[0].name);
      }
    });

  it('try every way to give them', () => {
    expect(given.size).toBe(DISGUISES.length);
  });
});
