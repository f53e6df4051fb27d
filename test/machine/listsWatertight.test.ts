import { describe, expect, test } from 'vitest';
import { solid } from '../../scenes/solids.js';
import { body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { isEntry } from '../../src/machine/lists.js';
import { multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { View } from '../../src/view/view.js';
import { listsOf } from '../support/lists.js';
import { pixelCube, posed, posedHuge } from '../support/watertightPoses.js';
import { findLeaks, posesOf } from '../support/watertightRuns.js';

const PARTS = 10;

describe('lists of closed bodies on the CPU', () => {
  const cpu = createCpuMachine();

  for (let part = 0; part < PARTS; part++) {
    const [from, end] = [1000 * part, 1000 * (part + 1)];
    test(`10,000 poses of ten solids at 256², ${from} to ${end} (seed 1): no ray leaks`, async () => {
      const { leaks, layers, poses, negative } = await findLeaks(cpu, posesOf(1, from, end, 256));
      expect(leaks).toEqual([]);
      expect(poses).toBe(1000);
      expect(layers).toBeGreaterThan(10_000_000);
      // Rays beside a silhouette that snapping turned round stay rare.
      expect(negative).toBeLessThan(layers / 10_000);
    });
  }

  test('300 solids up to a million times as large as the screen (seed 2): no ray leaks', async () => {
    const huge = Array.from({ length: 300 }, (_, k) => posedHuge(2, k, 64));
    const { leaks, layers } = await findLeaks(cpu, huge);
    expect(leaks).toEqual([]);
    expect(layers).toBeGreaterThan(300_000);
  });

  test('the plain loops do not leak either: 500 poses (seed 3)', async () => {
    const { leaks } = await findLeaks(createCpuMachine({ loops: 'plain' }), posesOf(3, 0, 500, 128));
    expect(leaks).toEqual([]);
  });

  test('a face that is missing, or turned round, is found', async () => {
    const { positions, indices } = solid('icoSphere').coarse;
    const turned = indices.slice();
    [turned[0], turned[1]] = [turned[1], turned[0]];
    const view = pixelCube(64);
    const pose = multiply(translation(32, 32, 0), multiply(scaling(30), rotation([0.6, 0, 0.8], 1)));
    const open = { name: 'open', simple: true, body: body({ positions, indices: indices.slice(3) }, { pose }), view };
    const flipped = { name: 'flipped', simple: true, body: body({ positions, indices: turned }, { pose }), view };
    const { leaks } = await findLeaks(cpu, [open, flipped]);
    expect(leaks).toHaveLength(2);
    expect(leaks[0]).toMatch(/"odd":[1-9]/);
    expect(leaks[1]).toMatch(/"odd":0,"unbalanced":[1-9]/);
  });

  test('a shorter depth range loses nothing: 300 poses cut by near and far planes (seed 4)', async () => {
    const random = seeded(4);
    let cutLayers = 0;
    let wrong = 0;
    let borderline = 0;
    for (let k = 0; k < 300; k++) {
      const whole = pixelCube(64);
      const { body: b } = posed(4, k, 64);
      const [near, far] = [random() * 0.1 + 0.43, random() * 0.1 + 0.47].sort();
      const depth = whole.size[2];
      const part: View = {
        ...whole,
        origin: [0, 0, whole.origin[2] + near * depth],
        size: [64, 64, (far - near) * depth],
      };
      const [all, some] = [await listsOf(cpu, whole, [b]), await listsOf(cpu, part, [b])];
      for (let p = 0; p < 64 * 64; p++) {
        let [before, inside] = [all.before[p] ?? 0, 0];
        const between: number[] = [];
        let unsure = false;
        for (let i = all.first[p]; i < all.first[p + 1]; i++) {
          const d = all.depth[i];
          unsure ||= Math.abs(d - near) < 1e-6 || Math.abs(d - far) < 1e-6; // f32 does not tell on which side it was
          if (d < near) before += isEntry(all.name[i]) ? 1 : -1;
          else if (d <= far) between.push(all.name[i]);
        }
        if (unsure) {
          borderline++;
          continue;
        }
        for (const name of between) inside += isEntry(name) ? 1 : -1;
        let sum = 0;
        for (let i = some.first[p]; i < some.first[p + 1]; i++) sum += isEntry(some.name[i]) ? 1 : -1;
        const names = [...some.name.subarray(some.first[p], some.first[p + 1])].sort();
        if (before !== (some.before[p] ?? 0) || inside !== sum || names.join() !== between.sort().join()) wrong++;
        cutLayers += all.first[p + 1] - all.first[p] - between.length;
      }
    }
    expect(wrong).toBe(0);
    expect(cutLayers).toBeGreaterThan(50_000);
    expect(borderline).toBeLessThan(5_000);
  });
});
