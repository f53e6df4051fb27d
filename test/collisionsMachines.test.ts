import { afterAll, beforeAll, expect, it } from 'vitest';
import { manyBodies } from '../scenes/manyBodies.js';
import { body } from '../src/body.js';
import { collisions } from '../src/collisions.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { translation } from '../src/math/affine.js';
import { seeded } from '../src/math/random.js';
import { latticeBox } from './exact/support/latticeBodies.js';
import { randomIntegerBox } from './support/boxOracle.js';
import { describeGpu } from './support/gpu.js';
import { openGpu } from './support/openGpu.js';

describeGpu('collisions on the GPU', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  it('are those on the CPU, by the same proofs but for a few: 60 bodies (seed 5)', async () => {
    const bodies = manyBodies({ count: 60, edge: 27 * 0.06 ** (1 / 3), seed: 5 });
    const [one, other] = [await collisions(bodies, { machine: cpu }), await collisions(bodies, { machine: gpu })];
    const kindsOf = ({ pairs }: typeof one) => pairs.map(({ indices, kind }) => ({ indices, kind }));
    expect(kindsOf(other)).toEqual(kindsOf(one));
    expect(one.pairs.length).toBeGreaterThan(15);
    expect(Math.abs(other.decidedBy.point - one.decidedBy.point)).toBeLessThan(3);
  });

  it('are those on the CPU: 30 boxes on whole numbers, of which many touch (seed 6)', async () => {
    const random = seeded(6);
    const bodies = Array.from({ length: 30 }, () =>
      body(latticeBox(randomIntegerBox(random, 7)), { pose: translation(1e3, 0, 0) }),
    );
    const [one, other] = [await collisions(bodies, { machine: cpu }), await collisions(bodies, { machine: gpu })];
    expect(other.pairs.map(({ indices, kind }) => `${indices} ${kind}`)).toEqual(
      one.pairs.map(({ indices, kind }) => `${indices} ${kind}`),
    );
    expect(one.pairs.filter(({ kind }) => kind === 'touch').length).toBeGreaterThan(10);
  });
});
