import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { refineProjection } from '../../src/detect/solids/refineProjection.js';
import { seenFaces } from '../../src/detect/solids/seenFaces.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { normalize, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { angleDeg, viewAlong, wedgeInGroove } from './projectionScenes.js';

describeGpu('the item buffer on the GPU', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  const ball = body(icoSphere({ subdivisions: 3 }), { pose: translation(0, 0, 0.9) });
  const plate = body(box({ size: [3, 3, 1], segments: 5 }), { pose: translation(0.2, 0, -0.5) });
  const mirrored = body(box({ size: [3, 3, 1] }), { pose: multiply(rotation([0, 1, 0], 0.2), scaling(-1, 1, 1)) });
  const scenes: [string, Body, Body, Vec3][] = [
    ['a ball in a plate', ball, plate, normalize([0.2, 0.3, 1])],
    ['a ball in a mirrored, slanting plate', ball, mirrored, [0, 0, 1]],
    ['a wedge in a groove', ...wedgeInGroove(50, 0.05), [0, 0, 1]],
  ];
  for (const [name, a, b, direction] of scenes)
    it(`gives the direction, the spread and the further directions of the CPU: ${name}`, async () => {
      const view = viewAlong(a, b, direction, 64);
      const [here, there] = [await refineProjection(cpu, a, b, view), await refineProjection(gpu, a, b, view)];
      expect(angleDeg(there.direction, here.direction)).toBeLessThan(0.3);
      expect(Math.abs(there.spreadDeg - here.spreadDeg)).toBeLessThan(0.3);
      expect(there.more).toHaveLength(here.more.length);
      // Which of two directions a face is nearer to is a matter of a pixel: of a ball's normals the parts differ more.
      there.more.forEach((more, k) => {
        expect(Math.min(...here.more.map((other) => angleDeg(more, other))), `direction ${k}`).toBeLessThan(2);
      });
      const [seenHere, seenThere] = [await seenFaces(cpu, a, b, view), await seenFaces(gpu, a, b, view)];
      expect(seenHere.pixelCount).toBeGreaterThan(300);
      expect(Math.abs(seenThere.pixelCount - seenHere.pixelCount)).toBeLessThan(0.02 * seenHere.pixelCount);
      expect(seenThere.leastGap).toBeCloseTo(seenHere.leastGap, 3);
    });
});
