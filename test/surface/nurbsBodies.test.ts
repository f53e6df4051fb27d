import { describe, expect, test } from 'vitest';
import { nurbsTeapot } from '../../scenes/nurbsTeapot.js';
import { body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { determinant, multiply, scaling, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { nurbsSolid } from '../../src/surface/nurbs/nurbsSolid.js';
import { sphere } from '../../src/surface/quadric/sphere.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { randomRigid } from '../support/randomPose.js';
import { revolve, sphereOutline } from './support/nurbsShapes.js';

const machine = createCpuMachine();
const ballOf = (radius: number) => nurbsSolid({ surfaces: [revolve(sphereOutline(radius), 'ball')] });

/** Two balls of radius 1, d apart. */
const lens = (d: number): number => (Math.PI / 12) * (4 + d) * (2 - d) ** 2;

describe('a solid of B-spline patches', () => {
  test.each([64, 256, 512])('is flattened as finely as rays need: two balls at %i²', async (resolution) => {
    const pair = [body(ballOf(1)), body(ballOf(1), { pose: translation(1, 0, 0) })];
    const { pairs, diagnostics } = await interference(pair, { machine, resolution });
    expect(diagnostics).toEqual([]);
    const { kind, volume, volumeError, measured, faces } = pairs[0];
    expect(kind).toBe('hard');
    expect(Math.abs(volume - lens(1))).toBeLessThanOrEqual(volumeError);
    expect(Math.abs(volume / lens(1) - 1)).toBeLessThan(resolution < 100 ? 5e-3 : 1e-3);
    // What flattening may do is in the error, and is little beside a pixel.
    expect(measured.depthError).toBeLessThan(Math.max(...measured.pixelSize) / 10);
    // Patches, not faces.
    expect(faces).toEqual({ a: [0], b: [0] });
  });

  test('and the same ball as a quadric have all in common, to the error, moved, scaled and mirrored, seed 1', async () => {
    const random = seeded(1);
    for (const scale of [scaling(-0.01, 0.01, 0.01)]) {
      const pose = multiply(randomRigid(random, 1), scale);
      const { pairs } = await interference([body(ballOf(1), { pose }), body(sphere(), { pose })], {
        machine,
        resolution: 64,
      });
      // Faces lie inside a ball: on rays along its outline that is seen.
      expect(['duplicate', 'contained']).toContain(pairs[0].kind);
      const truth = (4 / 3) * Math.PI * Math.abs(determinant(pose));
      expect(Math.abs(pairs[0].volume - truth)).toBeLessThanOrEqual(pairs[0].volumeError);
      expect(Math.abs(pairs[0].volume / truth - 1)).toBeLessThan(2e-3);
    }
  });

  test('holds what is inside: a ball in the teapot, and the teapot in a box', async () => {
    const pot = body(nurbsTeapot(), { name: 'teapot' });
    const { min, max } = pot.bounds;
    const middle = [0, 1, 2].map((k) => (min[k] + max[k]) / 2);
    const around = body(box({ size: [0, 1, 2].map((k) => max[k] - min[k] + 0.2) as [number, number, number] }), {
      pose: translation(middle[0], middle[1], middle[2]),
    });
    const inside = body(sphere({ radius: 0.5 }), { pose: translation(0, 0, 1) });
    const { pairs } = await interference([pot, around, inside], { machine, resolution: 128 });
    expect(pairs.map(({ a, b, kind, inner }) => [a, b, kind, inner])).toEqual([
      ['teapot', 'body', 'contained', 'a'],
      ['teapot', 'body', 'contained', 'b'],
      ['body', 'body', 'contained', 'b'],
    ]);
    expect(Math.max(...pairs[0].faces.a)).toBeLessThan(pot.surface!.patches.length);
  });
});

describeGpu('a solid of B-spline patches on both machines', () => {
  test('has the same kinds and volumes, seed 2', async () => {
    using gpu = await openGpu();
    const random = seeded(2);
    for (let k = 0; k < 2; k++) {
      const pair = [body(nurbsTeapot()), body(ballOf(1), { pose: randomRigid(random, 1.5) })];
      const [one, other] = [
        await interference(pair, { machine, resolution: 48 }),
        await interference(pair, { machine: gpu, resolution: 48 }),
      ];
      expect(other.pairs.map(({ kind, faces }) => [kind, faces])).toEqual(
        one.pairs.map(({ kind, faces }) => [kind, faces]),
      );
      one.pairs.forEach(({ volume }, i) => {
        expect(Math.abs(other.pairs[i].volume / volume - 1)).toBeLessThan(1e-4);
      });
    }
  });
});
