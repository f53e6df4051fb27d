import { describe, expect, it } from 'vitest';
import { manyBodies } from '../../scenes/manyBodies.js';
import { InputError, interference, open, type PairReport } from '../../src/index.js';

const machine = await open({ backend: 'cpu' });

/** 60 bodies with more than 64 candidate pairs: more than one batch. */
const bodies = () => manyBodies({ count: 60, seed: 5, edge: 7 });

describe('interference, told of in batches', () => {
  for (const options of [{}, { precision: 'exact' as const }, { clearance: 0.05 }, { view: 'scene' as const }])
    it(`tells the listener what it reports in the end (${JSON.stringify(options)})`, async () => {
      const told: PairReport[] = [];
      const counts: [number, number][] = [];
      const settings = { resolution: 24, machine, ...options };
      const heard = await interference(bodies(), {
        ...settings,
        onPairs(found, done, total) {
          told.push(...found);
          counts.push([done, total]);
        },
      });
      const silent = await interference(bodies(), settings);
      expect({ ...heard, timings: undefined }).toEqual({ ...silent, timings: undefined });
      expect(told.filter(({ kind }) => kind !== 'none')).toEqual(silent.pairs);
      expect(told.filter(({ kind }) => kind === 'none')).toEqual(silent.cleared);
      const [done, total] = counts[counts.length - 1];
      expect(done).toBe(total);
      expect(total).toBeGreaterThan(64);
      if (!('view' in options)) expect(counts.length).toBe(Math.ceil(total / 64));
    });

  it('looks at no pair but those asked for', async () => {
    const all = await interference(bodies(), { resolution: 24, machine });
    const odd = (i: number, j: number): boolean => (i + j) % 2 === 1;
    const some = await interference(bodies(), { resolution: 24, machine, between: odd });
    const wanted = all.pairs.filter(({ indices: [i, j] }) => odd(i, j));
    expect(wanted.length).toBeGreaterThan(3);
    expect(wanted.length).toBeLessThan(all.pairs.length);
    expect(some.pairs).toEqual(wanted);
  });

  it('refuses what is no function', async () => {
    const wrong = { between: [[0, 1]] as unknown as () => boolean };
    await expect(interference(bodies(), wrong)).rejects.toThrow(
      new InputError('interference: `between` is no function (object). Give a function or leave it out.'),
    );
  });
});
