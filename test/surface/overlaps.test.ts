import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { sphere } from '../../src/surface/quadric/sphere.js';
import { torus } from '../../src/surface/torus/torusSurface.js';
import { randomRigid } from '../support/randomPose.js';

const machine = createCpuMachine();

/** Two balls of radius 1, d apart. */
const lens = (d: number): number => (Math.PI / 12) * (4 + d) * (2 - d) ** 2;

/**
 * A torus and a ball about the same middle: at each height z both are rings and discs. Simpson's rule, on the angle φ of z = r sin φ, where
 * the integrand is smooth but for two kinks, which are put on the ends of its parts.
 */
function ballInTorus(R: number, r: number, s: number): number {
  const area = (z: number): number => {
    const half = Math.sqrt(Math.max(0, r * r - z * z));
    const outer = Math.min(R + half, Math.sqrt(Math.max(0, s * s - z * z)));
    return outer > R - half ? Math.PI * (outer * outer - (R - half) ** 2) : 0;
  };
  // Where the ball's radius at z is that of the tube's outside, or of its inside.
  const meets = (s * s - R * R - r * r) / (2 * R);
  const kink = Math.asin(Math.sqrt(Math.max(0, 1 - (meets / r) ** 2)));
  let sum = 0;
  for (const [from, to] of [
    [0, kink],
    [kink, Math.PI / 2],
  ]) {
    const n = 4000;
    const h = (to - from) / n;
    for (let k = 0; k <= n; k++) {
      const phi = from + k * h;
      sum += ((k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2) * h * area(r * Math.sin(phi)) * r * Math.cos(phi)) / 3;
    }
  }
  return 2 * sum;
}

/** The relative error of the overlap of two bodies at 512², which lies in the bound, too. */
async function errorOf(a: Body, b: Body, volume: number): Promise<number> {
  const { pairs } = await interference([a, b], { machine, resolution: 512 });
  expect(pairs).toHaveLength(1);
  expect(pairs[0].kind).toBe('hard');
  expect(Math.abs(pairs[0].volume - volume)).toBeLessThanOrEqual(pairs[0].volumeError);
  return Math.abs(pairs[0].volume / volume - 1);
}

describe('overlaps of solids that are no meshes, to 0.1 % at 512²', () => {
  test.each([0.1, 0.5, 1, 1.5, 1.9])('two balls, %f apart', async (d) => {
    const [a, b] = [body(sphere()), body(sphere(), { pose: translation(d, 0, 0) })];
    expect(await errorOf(a, b, lens(d))).toBeLessThan(1e-3);
  });

  test('two cylinders at a right angle: 16 r³ / 3 (Steinmetz)', async () => {
    const a = body(cylinder({ radius: 1, height: 4 }));
    const b = body(cylinder({ radius: 1, height: 4 }), { pose: rotation([1, 0, 0], Math.PI / 2) });
    expect(await errorOf(a, b, 16 / 3)).toBeLessThan(1e-3);
  });

  test('two cylinders at 60°: 16 r³ / (3 sin 60°)', async () => {
    const a = body(cylinder({ radius: 1, height: 6 }));
    const b = body(cylinder({ radius: 1, height: 6 }), { pose: rotation([1, 0, 0], Math.PI / 3) });
    expect(await errorOf(a, b, 16 / 3 / Math.sin(Math.PI / 3))).toBeLessThan(1e-3);
  });

  test.each([1.7, 2, 2.2])('a torus and a ball of radius %f about its middle', async (s) => {
    const a = body(torus({ radius: 2, tubeRadius: 0.5 }));
    expect(await errorOf(a, body(sphere({ radius: s })), ballInTorus(2, 0.5, s))).toBeLessThan(1e-3);
  });

  test('the same under random motions of both, seed 3', async () => {
    const random = seeded(3);
    for (let k = 0; k < 6; k++) {
      const motion = randomRigid(random, 5);
      const a = body(torus({ radius: 2, tubeRadius: 0.5 }), { pose: motion });
      const b = body(sphere({ radius: 2 }), { pose: multiply(motion, randomRigid(random, 0)) });
      expect(await errorOf(a, b, ballInTorus(2, 0.5, 2))).toBeLessThan(1e-3);
    }
  });

  test('a ball and a mesh: half of it in a box', async () => {
    const half = body(box({ size: 4 }), { pose: translation(0, 0, 2) });
    expect(await errorOf(body(sphere()), half, (2 * Math.PI) / 3)).toBeLessThan(1e-3);
  });
});

describe('kinds of pairs of which one or both are no meshes', () => {
  const ball = (x: number, radius = 1) => body(sphere({ radius }), { pose: translation(x, 0, 0) });
  const kindOf = async (a: Body, b: Body, options = {}) => {
    const { pairs } = await interference([a, b], { machine, resolution: 256, ...options });
    return pairs[0]?.kind ?? 'none';
  };

  test('a ladder of balls: contained, hard, touch, none', async () => {
    expect(await kindOf(ball(0, 2), ball(0))).toBe('contained');
    expect(await kindOf(ball(0, 2), ball(1.5))).toBe('hard');
    // In one point: a ray in the middle of the view meets it, and those beside it do not.
    expect(await kindOf(ball(0, 2), ball(3), { resolution: 255 })).toBe('touch');
    expect(await kindOf(ball(0, 2), ball(3.01))).toBe('none');
    expect(await kindOf(ball(0, 2), ball(0, 2))).toBe('duplicate');
  });

  test('cylinders that stand on each other touch', async () => {
    const on = body(cylinder({ radius: 1, height: 2 }), { pose: translation(0.3, 0, 2) });
    expect(await kindOf(body(cylinder({ radius: 1, height: 2 })), on)).toBe('touch');
    const cube = body(box({ size: 2 }), { pose: translation(0, 0, 2) });
    expect(await kindOf(body(cylinder({ radius: 1, height: 2 })), cube)).toBe('touch');
  });

  test('a pin of the bore’s own radius touches it, and one in a ring’s hole is apart', async () => {
    const ring = body(torus({ radius: 2, tubeRadius: 0.5 }));
    expect(await kindOf(ring, body(cylinder({ radius: 1.4, height: 4 })))).toBe('none');
    expect(await kindOf(ring, body(cylinder({ radius: 1.6, height: 4 })))).toBe('hard');
    expect(await kindOf(ring, body(icoSphere({ radius: 1 })))).toBe('none');
  });

  test('a turned ball just fits a box, whatever its own box does', async () => {
    const random = seeded(4);
    const cube = body(box({ size: 2.01 }));
    for (let k = 0; k < 5; k++)
      expect(await kindOf(body(sphere(), { pose: randomRigid(random, 0) }), cube)).toBe('contained');
  });

  test('clearance: two balls 0.1 apart', async () => {
    const { pairs } = await interference([ball(0), ball(2.1)], { machine, resolution: 256, clearance: 0.2 });
    expect(pairs[0].kind).toBe('clearance');
    expect(pairs[0].distance!).toBeGreaterThanOrEqual(0.1 - 1e-6);
    expect(pairs[0].distance! - pairs[0].distanceError!).toBeLessThanOrEqual(0.1);
  });

  test('a tolerance goes by the thinnest way, square to the surfaces', async () => {
    const random = seeded(5);
    const motion = randomRigid(random, 1);
    const a = body(sphere(), { pose: motion });
    const b = body(sphere(), { pose: multiply(motion, translation(1.2, 1.2, 0.9)) });
    const depth = 2 - Math.hypot(1.2, 1.2, 0.9);
    expect(await kindOf(a, b, { tolerance: depth * 1.02 })).toBe('touch');
    expect(await kindOf(a, b, { tolerance: depth * 0.9 })).toBe('hard');
  });

  test('exact precision says how far faces may lie from the surfaces, and measures the surfaces', async () => {
    const { pairs } = await interference([ball(0), ball(1)], { machine, resolution: 256, precision: 'exact' });
    const { measured, volume, kind } = pairs[0];
    expect(kind).toBe('hard');
    expect(measured.precision).toBe('exact');
    expect(measured.chordError).toHaveLength(2);
    for (const error of measured.chordError!) expect(error).toBeLessThanOrEqual(2 / 2048);
    expect(measured.limit).toContain('Faces stand for surfaces');
    expect(Math.abs(volume / lens(1) - 1)).toBeLessThan(1e-3);
  });
});
