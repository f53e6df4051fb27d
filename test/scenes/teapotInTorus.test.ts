import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teapot as teapotMesh } from '../../scenes/teapot.js';
import {
  RING_RADIUS,
  TEAPOT_MIDDLE,
  TEAPOT_PLACES,
  TEAPOT_REACH,
  TUBE_RADIUS,
  teapotInTorus,
} from '../../scenes/teapotInTorus.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { multiply, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { torus as torusMesh } from '../../src/mesh/shapes/torus.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { manifoldOf, overlapVolume } from './manifold.js';

const machine = createCpuMachine();
const { teapot, ring } = teapotInTorus();

async function look(options = {}) {
  const { pairs, diagnostics } = await interference([teapot, ring], { machine, resolution: 128, ...options });
  // The tubes of handle and spout begin within the pot: that is said, and what they share counts once.
  for (const { body, code } of diagnostics) expect([body, code]).toEqual(['teapot', 'self-overlap']);
  return pairs[0];
}

describe('a teapot in a torus', () => {
  test('fits into a ball about its middle, and the ball into the tube and into the hole', () => {
    const { positions } = teapot.mesh;
    let farthest = 0;
    for (let i = 0; i < positions.length; i += 3)
      farthest = Math.max(farthest, Math.hypot(...TEAPOT_MIDDLE.map((c, k) => positions[i + k] - c)));
    expect(farthest + teapot.chordError).toBeLessThan(TEAPOT_REACH);
    expect(TEAPOT_REACH).toBeLessThan(Math.min(TUBE_RADIUS, RING_RADIUS - TUBE_RADIUS));
  });

  test('has the volumes in the ring that manifold-3d tells of meshes in their places', () => {
    const solid = manifoldOf(torusMesh({ radius: RING_RADIUS, tubeRadius: TUBE_RADIUS, segments: 120, sides: 60 }));
    for (const { name, pose, volume } of TEAPOT_PLACES.filter(({ kind }) => kind !== 'contained')) {
      // The meshes of smooth solids lie within them: a little is missing.
      const common = overlapVolume(manifoldOf(teapotMesh(4), pose), solid);
      expect(common, name).toBeLessThanOrEqual(volume);
      expect(common, name).toBeGreaterThanOrEqual(0.98 * volume);
    }
  });

  test.each(TEAPOT_PLACES)('$name: $kind', async ({ pose, kind, volume, patches }) => {
    teapot.pose = pose;
    const pair = await look();
    expect(pair?.kind ?? 'none').toBe(kind);
    if (!pair) return;
    if (kind === 'contained') expect(pair.inner).toBe('a');
    expect(Math.abs(pair.volume - volume)).toBeLessThanOrEqual(pair.volumeError);
    expect(Math.abs(pair.volume / volume - 1)).toBeLessThan(0.02);
    const names = pair.faces.a.map((patch) => teapot.surface!.patches[patch]);
    expect(names.length).toBeGreaterThan(0);
    if (patches !== undefined) for (const name of names) expect(name.startsWith(patches), name).toBe(true);
    for (const patch of pair.faces.b) expect(ring.surface!.patches[patch]).toBe('tube');
  });

  test('is inside the tube all around the ring, whichever way it is turned, seed 1', async () => {
    const random = seeded(1);
    const { volume } = TEAPOT_PLACES.find(({ kind }) => kind === 'contained')!;
    for (let k = 0; k < 8; k++) {
      const angle = 2 * Math.PI * random();
      const middle = translation(RING_RADIUS * Math.cos(angle), RING_RADIUS * Math.sin(angle), 0);
      const [x, y, z] = TEAPOT_MIDDLE;
      teapot.pose = multiply(middle, multiply(randomRotation(random), translation(-x, -y, -z)));
      const pair = await look();
      expect(pair).toMatchObject({ kind: 'contained', inner: 'a' });
      expect(Math.abs(pair.volume / volume - 1)).toBeLessThan(0.01);
    }
  });

  test('comes to its volume in the ring, to 0.1 % at 256²', async () => {
    const { pose, volume } = TEAPOT_PLACES.find(({ name }) => name === 'half out of the tube')!;
    teapot.pose = pose;
    const pair = await look({ resolution: 256 });
    expect(Math.abs(pair.volume / volume - 1)).toBeLessThan(1e-3);
  });
});

describeGpu('a teapot in a torus, on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test('is where it is on the CPU', async () => {
    for (const { name, pose, kind } of TEAPOT_PLACES.filter((_, k) => [0, 2, 5, 8].includes(k))) {
      teapot.pose = pose;
      const [here, there] = [await look({ resolution: 32 }), await look({ resolution: 32, machine: gpu })];
      expect(there?.kind ?? 'none', name).toBe(kind);
      if (!there) continue;
      expect(Math.abs(there.volume - here.volume), name).toBeLessThan(0.02 * here.volume + 1e-3);
      expect(there.faces.a.length, name).toBeGreaterThan(0);
    }
  });
});
