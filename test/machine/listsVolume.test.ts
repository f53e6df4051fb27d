import { describe, expect, test } from 'vitest';
import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body, worldBounds } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { massProperties } from '../../src/mesh/mass.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { pixelSize, type View } from '../../src/view/view.js';
import { insideLength, LENGTH_PARTS } from '../support/listKernels.js';

const RESOLUTIONS = [16, 32, 64, 128, 256, 512];
const VIEWS = 16;

/**
 * Along a direction that no face contains, a ray's length inside a polyhedron is a continuous function of the ray, linear
 * between the edges. One sample per pixel is exact for linear functions; a pixel with an edge is wrong by its slope times
 * h^3 at most, and there are 1/h of them: the volume converges with h^2. Where faces are smaller than pixels the solid acts
 * like a smooth one, whose length ends at the silhouette like a root: h^1.5. The slope of the mean error over 16 views
 * scatters by some 0.1; the solids' slopes are 1.9 to 3.
 */
const LEAST_SLOPE = 1.5;

describe('the volume that rays measure', () => {
  const cpu = createCpuMachine();

  SOLIDS.forEach(({ name, coarse, fine, volume }, k) => {
    test(`${name}: the error falls faster than the pixel's size (seed ${20 + k})`, async () => {
      const exact = massProperties(coarse).volume;
      const { errors, slope } = await convergence(cpu, body(coarse), exact, seeded(20 + k));
      const rounded = errors.map((e) => e.toExponential(1)).join(' ');
      console.info(`${name}: slope ${slope.toFixed(2)}, mean relative errors at 16² to 512²: ${rounded}`);
      expect(slope).toBeGreaterThan(LEAST_SLOPE);
      expect(errors[errors.length - 1]).toBeLessThan(1e-4);
    });

    test(`${name}: a fine mesh comes near the smooth body's volume (seed ${40 + k})`, async () => {
      const mesh = fine();
      const b = body(mesh);
      const missing = Math.abs(massProperties(mesh).volume / volume - 1);
      expect(missing).toBeLessThan(5e-4);
      const random = seeded(40 + k);
      for (let i = 0; i < 3; i++)
        expect(Math.abs((await volumeIn(cpu, b, randomView(b, random, 512))) / volume - 1)).toBeLessThan(
          missing + 1e-4,
        );
    });
  });

  for (const { dx, volume } of BUMPY_CONTACTS)
    test(`bumpy spheres ${dx} apart overlap by manifold's ${volume} within 0.3 %`, async () => {
      const [a, b] = bumpyPair(200, dx);
      const { pairs } = await interference([a, b], { resolution: 512, machine: cpu });
      expect(Math.abs(pairs[0].volume / volume - 1)).toBeLessThan(0.003);
    });
});

/** A view in any direction that holds the body, with a border of up to a fifth on each side. */
function randomView(b: Body, random: Random, resolution: number): View {
  const { min, max } = worldBounds(b);
  const room = () => 0.01 + 0.2 * random();
  const m = randomRotation(random);
  return fitView(
    {
      min: [min[0] - room(), min[1] - room(), min[2] - room()],
      max: [max[0] + room(), max[1] + room(), max[2] + room()],
    },
    { direction: [m[0], m[1], m[2]], up: [m[4], m[5], m[6]], resolution },
  );
}

async function volumeIn(machine: Machine, b: Body, view: View): Promise<number> {
  const [{ length }] = await machine.run(single(view), (frame) => {
    frame.lists([{ body: b }]);
    return frame.examine(insideLength);
  });
  const [across, down] = pixelSize(view);
  return (length / LENGTH_PARTS) * view.size[2] * across * down;
}

/** The mean relative error at each resolution, and the slope of its logarithm over that of the pixel's size. */
async function convergence(machine: Machine, b: Body, exact: number, random: Random) {
  const views = Array.from({ length: VIEWS }, () => randomView(b, random, 1));
  const errors: number[] = [];
  for (const resolution of RESOLUTIONS) {
    let sum = 0;
    for (const view of views)
      sum += Math.abs((await volumeIn(machine, b, { ...view, columns: resolution, rows: resolution })) / exact - 1);
    errors.push(sum / VIEWS);
  }
  const [x, y] = [RESOLUTIONS.map((r) => -Math.log(r)), errors.map(Math.log)];
  const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const slope = x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0) / x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
  return { errors, slope };
}
