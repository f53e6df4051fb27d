import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { seeded } from '../../src/math/random.js';
import { expected, reported } from './support/contactsOf.js';
import { randomPair } from './support/randomPair.js';

const PAIRS = 1000;
const SEEDS = 12;

const tally: Record<string, number> = {};

describe('contacts of random solids on whole numbers', () => {
  const machine = createCpuMachine();

  for (let seed = 1; seed <= SEEDS; seed++)
    it(`equal comparing every face with every face, ${PAIRS} pairs (seed ${seed})`, async () => {
      const random = seeded(seed);
      for (let k = 0; k < PAIRS; k++) {
        const { a, b, what } = randomPair(random);
        const wanted = expected(a, b);
        const report = await contacts(body(a), body(b), { machine });
        const found = reported(report);
        tally[wanted.kind] = (tally[wanted.kind] ?? 0) + 1;
        // Comparing strings first keeps the matcher out of the loop.
        if (found.kind !== wanted.kind || found.faces !== wanted.faces || !report.areSolids)
          expect({ ...found, areSolids: report.areSolids }, `pair ${k}, ${what}`).toEqual({
            ...wanted,
            areSolids: true,
          });
      }
    });

  it('show every kind, some hundred times each', () => {
    const kinds = ['none', 'touch', 'hard', 'contained: a', 'contained: b', 'duplicate'];
    expect(Object.keys(tally).sort()).toEqual(kinds.sort());
    for (const kind of kinds) expect(tally[kind], kind).toBeGreaterThan(200);
  });
});
