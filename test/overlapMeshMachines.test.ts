import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOLIDS } from '../scenes/solids.js';
import { type Body, body } from '../src/body.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import type { GpuMachine } from '../src/machine/gpu/gpuMachine.js';
import { multiply, translation } from '../src/math/affine.js';
import { randomRotation, seeded } from '../src/math/random.js';
import { inspect } from '../src/mesh/inspect.js';
import { overlapMesh } from '../src/overlapMesh.js';
import * as surface from '../src/surface/surfaces.js';
import { describeGpu } from './support/gpu.js';
import { openGpu } from './support/openGpu.js';
import { between } from './support/randomPose.js';

describeGpu('overlaps as meshes on the CPU and on the GPU', () => {
  const cpu = createCpuMachine();
  let gpu: GpuMachine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  async function compare(a: Body, b: Body, what: string): Promise<boolean> {
    const one = await overlapMesh(a, b, { resolution: 32, machine: cpu });
    const other = await overlapMesh(a, b, { resolution: 32, machine: gpu });
    expect([other.kind, other.stretches, other.mesh?.indices.length], what).toEqual([
      ...[one.kind, one.stretches, one.mesh?.indices.length],
    ]);
    if (!one.mesh || !other.mesh) return false;
    expect(other.machine).toBe(gpu.name);
    expect(inspect(other.mesh).closed, what).toBe(true);
    expect(other.volume / one.volume, what).toBeCloseTo(1, 5);
    return true;
  }

  it('are made of as many stretches (seeds 1 to 8)', async () => {
    let found = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const random = seeded(seed);
      const [a, b] = [0, 1].map(() => {
        const { name, coarse } = SOLIDS[Math.floor(random() * SOLIDS.length)];
        const [x, y, z] = [0, 1, 2].map(() => between(random, -0.4, 0.4));
        return body(coarse, { name, pose: multiply(translation(x, y, z), randomRotation(random)) });
      });
      found += Number(await compare(a, b, `seed ${seed}: ${a.name}, ${b.name}`));
    }
    expect(found).toBeGreaterThan(6);
  });

  it('are made of as many stretches: surfaces', async () => {
    const ring = body(surface.torus({ radius: 1, tubeRadius: 0.3 }));
    const ball = body(surface.sphere({ radius: 0.6 }), { pose: translation(0.8, 0.1, 0.2) });
    expect(await compare(ring, ball, 'ring and ball')).toBe(true);
  });
});
