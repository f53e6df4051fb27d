import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOLIDS } from '../scenes/solids.js';
import { body } from '../src/body.js';
import { contacts } from '../src/contacts.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { seeded } from '../src/math/random.js';
import { randomPair } from './exact/support/randomPair.js';
import { describeGpu } from './support/gpu.js';
import { openGpu } from './support/openGpu.js';
import { between, pick, randomRigid } from './support/randomPose.js';

describeGpu('contacts whose candidates the GPU found', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());
  const onBoth = async (a: Parameters<typeof body>[0], b: Parameters<typeof body>[0], ...poses: Float64Array[]) => {
    const bodies = [a, b].map((shape, k) => body(shape, poses[k] && { pose: poses[k] }));
    const [one, other] = [cpu, gpu].map((machine) => contacts(bodies[0], bodies[1], { machine }));
    const { machine: _, timings: __, ...expected } = await one;
    const { machine: ___, timings: ____, ...found } = await other;
    expect(found).toEqual(expected);
    return found.kind;
  };

  it('are those of the CPU: 150 pairs on whole numbers (seed 51)', async () => {
    const random = seeded(51);
    const kinds = new Set<string>();
    for (let k = 0; k < 150; k++) {
      const { a, b } = randomPair(random);
      kinds.add(await onBoth(a, b));
    }
    expect([...kinds].sort()).toEqual(['contained', 'duplicate', 'hard', 'none', 'touch']);
  });

  it('are those of the CPU: 40 placements of solids (seed 52)', async () => {
    const random = seeded(52);
    for (let k = 0; k < 40; k++) {
      const shapes = [pick(random, SOLIDS).coarse, pick(random, SOLIDS).coarse] as const;
      const [poseA, poseB] = [0, 1].map(() => randomRigid(random, 0.9, between(random, 0.3, 1.3)));
      await onBoth(...shapes, poseA, poseB);
    }
  });
});
