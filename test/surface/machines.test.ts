import { afterAll, beforeAll, expect, test } from 'vitest';
import { SURFACE_SOLIDS } from '../../scenes/surfaceSolids.js';
import { body, worldBounds } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { extent } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { length } from '../../src/math/vector.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import { fitView } from '../../src/view/fit.js';
import { describeGpu } from '../support/gpu.js';
import { listsOf } from '../support/lists.js';
import { openGpu } from '../support/openGpu.js';
import { pick, randomAffine, randomRigid } from '../support/randomPose.js';
import { awayFromSilhouettes } from './support/awayFromSilhouettes.js';

describeGpu('solids that are no meshes, on both machines', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  for (const { name, make } of SURFACE_SOLIDS)
    test(`are met in the same places away from silhouettes, seed 1: ${name}`, async () => {
      const random = seeded(1);
      const surface = make();
      let compared = 0;
      for (let turn = 0; turn < 4; turn++) {
        const solid = body(surface, { pose: turn % 2 === 0 ? randomRigid(random, 2) : randomAffine(random, 2) });
        const whole = fitView(worldBounds(solid), { direction: [0, 0, 1], resolution: 48 });
        // Half of the views begin amid the body.
        const cut = turn < 2 ? 0 : 0.45 * whole.size[2];
        const [x, y, z] = whole.origin;
        const view = {
          ...whole,
          origin: [x, y, z + cut] as const,
          size: [whole.size[0], whole.size[1], whole.size[2] - cut] as const,
        };
        const [one, other] = [await listsOf(cpu, view, [solid]), await listsOf(gpu, view, [solid])];
        const { isAway, cosines } = awayFromSilhouettes(one, view, solid, 0.1);
        const allowed = gpu.castError * length(extent(worldBounds(solid)));
        const wrong: string[] = [];
        for (let p = 0; p < isAway.length; p++) {
          if (isAway[p] === 0) continue;
          const count = one.first[p + 1] - one.first[p];
          if (count !== other.first[p + 1] - other.first[p] || (one.before[p] ?? 0) !== (other.before[p] ?? 0)) {
            // A crossing on the near plane itself may fall on either side of it.
            wrong.push(`${p}: ${count} layers, not ${other.first[p + 1] - other.first[p]}`);
            continue;
          }
          compared += count;
          for (let k = 0; k < count; k++) {
            const [i, j] = [one.first[p] + k, other.first[p] + k];
            if (one.name[i] !== other.name[j]) wrong.push(`${p}: another name`);
            const apart = Math.abs(one.depth[i] - other.depth[j]) * view.size[2] * cosines[i];
            if (!(apart <= allowed)) wrong.push(`${p}: ${apart} apart, ${allowed} allowed`);
          }
        }
        expect(wrong).toEqual([]);
      }
      expect(compared).toBeGreaterThan(400);
    });

  test('have the same kinds and, but for silhouettes, the same pixels in 28 random pairs with each other and with a mesh, seed 2', async () => {
    const random = seeded(2);
    const knot = torusKnot({ segments: 96, sides: 12 });
    const kinds = new Map<string, number>();
    for (let k = 0; k < 28; k++) {
      const a = body(pick(random, SURFACE_SOLIDS).make(), { pose: randomRigid(random, 0.9) });
      const b = body(random() < 0.3 ? knot : pick(random, SURFACE_SOLIDS).make(), { pose: randomRigid(random, 0.9) });
      const [one, other] = [
        await interference([a, b], { machine: cpu, resolution: 40 }),
        await interference([a, b], { machine: gpu, resolution: 40 }),
      ];
      const kind = one.pairs[0]?.kind ?? 'none';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      expect(other.pairs[0]?.kind ?? 'none', `pair ${k}`).toBe(kind);
      if (one.pairs.length === 0) continue;
      const [p, q] = [one.pairs[0], other.pairs[0]];
      expect(Math.abs(p.volume - q.volume)).toBeLessThanOrEqual(Math.max(p.volumeError, q.volumeError) / 4 + 1e-9);
      expect(Math.abs(p.pixels - q.pixels)).toBeLessThanOrEqual(4 + 0.02 * p.pixels);
    }
    expect(kinds.get('hard')).toBeGreaterThan(10);
    expect(kinds.get('none')).toBeGreaterThan(0);
  });
});
