import { beforeAll, describe, expect, it } from 'vitest';
import type { InterferenceOptions } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, identity, multiply, rotation, transformPoint, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { cone } from '../../src/mesh/shapes/cone.js';
import { cylinder } from '../../src/mesh/shapes/cylinder.js';
import { icoSphere, uvSphere } from '../../src/mesh/shapes/sphere.js';
import { tubeGrid } from '../../src/mesh/shapes/tubeGrid.js';
import { type ManifoldOracle, openManifoldOracle } from '../support/manifoldOracle.js';
import { between } from '../support/randomPose.js';
import { judge, type Outcome, truthOf } from './judge.js';
import { bake } from './placements.js';

const machine = createCpuMachine();
const AXIS = [0, 0, 1] as const;
const QUARTER = Math.PI / 2;

let oracle: ManifoldOracle;
beforeAll(async () => {
  oracle = await openManifoldOracle();
});

/** Two meshes that stand together in one frame, and where that frame stands. */
interface Case {
  readonly a: Mesh;
  readonly b: Mesh;
  readonly frame: Affine;
  readonly posed?: boolean;
  readonly thickness?: number;
}

async function expectTruth({ a, b, frame, ...more }: Case, options: InterferenceOptions = {}): Promise<Outcome> {
  const pair = { a: bake({ name: 'a', mesh: a, pose: frame }), b: bake({ name: 'b', mesh: b, pose: frame }), ...more };
  const known = truthOf(oracle, pair.a.baked, pair.b.baked);
  const outcome = await judge(pair, { machine, resolution: 512, ...options }, known);
  const { wrongKind, error, volumeError, volume, truth } = outcome;
  expect(wrongKind).toBeUndefined();
  expect(error, `${volume} is not ${truth.volume} ± ${volumeError}`).toBeLessThanOrEqual(volumeError);
  return outcome;
}

const moved = (mesh: Mesh, pose: Affine): Mesh => bake({ name: '', mesh, pose }).baked;
const shifted = (mesh: Mesh, x: number, y: number, z: number): Mesh => moved(mesh, translation(x, y, z));

/** Several shells as one body. */
function together(...parts: readonly Mesh[]): Mesh {
  let count = 0;
  const indices: number[] = [];
  for (const part of parts) {
    for (const vertex of part.indices) indices.push(vertex + count);
    count += part.positions.length / 3;
  }
  return {
    positions: Float32Array.from(parts.flatMap((part) => [...part.positions])),
    indices: Uint32Array.from(indices),
  };
}

/** A pipe about the z axis. */
function pipe(inner: number, outer: number, height: number, segments: number): Mesh {
  const positions: number[] = [];
  for (let s = 0; s < segments; s++) {
    const [x, y] = [Math.cos((2 * Math.PI * s) / segments), Math.sin((2 * Math.PI * s) / segments)];
    for (const [r, z] of [
      [outer, height / 2],
      [outer, -height / 2],
      [inner, -height / 2],
      [inner, height / 2],
    ])
      positions.push(r * x, r * y, z);
  }
  return { positions: Float32Array.from(positions), indices: tubeGrid(segments, 4) };
}

/** A hollow ball. */
function shell(radius: number, wall: number): Mesh {
  const hollow = icoSphere({ radius: radius - wall, subdivisions: 4 });
  return together(icoSphere({ radius, subdivisions: 4 }), { ...hollow, indices: hollow.indices.toReversed() });
}

/** Walls along the world's axes and a third of a radian off them, and two frames at random; as coordinates and as poses. */
function frames(seed: number): Pick<Case, 'frame' | 'posed'>[] {
  const [one, other] = slanted(seed);
  return [{ frame: identity() }, { frame: rotation(AXIS, 0.3), posed: true }, one, { ...other, posed: true }];
}

/** Two frames at random: walls along no axis of the view. */
function slanted(seed: number): Pick<Case, 'frame' | 'posed'>[] {
  const random = seeded(seed);
  return [{ frame: randomRotation(random) }, { frame: randomRotation(random) }];
}

describe('interference fits: a shaft thicker than its hole', () => {
  for (const [segments, height] of [
    [64, 4],
    [128, 1],
  ])
    for (const excess of [1e-2, 1e-3, 1e-4])
      it(`by ${excess} of the radius, ${segments} sides, ${height} long (seed 1)`, async () => {
        const a = cylinder({ radius: 1 + excess, height: 1.2 * height, segments });
        const b = pipe(1, 1.6, height, segments);
        const thickness = excess; // of the ring that is in both
        for (const angle of [0.05, Math.PI / segments])
          await expectTruth({ a, b, frame: rotation(AXIS, angle), thickness });
        for (const place of frames(1)) await expectTruth({ a, b, ...place, thickness });
      });
});

describe('flat overlaps', () => {
  it.each([1e-2, 1e-3, 1e-4, 1e-5, 1e-6])('boxes that share a slab of %d (seed 2)', async (thickness) => {
    const [a, b] = [box({ size: 2 }), shifted(box({ size: 1 }), 0.1, 0.2, 1.5 - thickness)];
    for (const place of frames(2)) {
      const { kind, depthAlongView = 0 } = { ...(await expectTruth({ a, b, ...place })).report };
      expect(kind).toBe('hard');
      if (place.posed) expect(Math.abs(depthAlongView - thickness)).toBeLessThan(2e-7);
    }
  });

  it.each([1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6])(
    'round bodies that graze each other by %d (seed 3)',
    async (thickness) => {
      const ball = uvSphere({ segments: 96, rings: 64 });
      const drum = cylinder({ segments: 96 });
      for (const place of slanted(3)) {
        await expectTruth({ a: ball, b: shifted(ball, 0, 0, 2 - thickness), ...place, thickness });
        await expectTruth({
          a: ball,
          b: shifted(box({ size: [3, 3, 1] }), 0.1, 0.1, 1.5 - thickness),
          ...place,
          thickness,
        });
        await expectTruth({ a: drum, b: shifted(drum, 2 - thickness, 0, 0.1), ...place, thickness });
        const across = moved(drum, multiply(translation(2 - thickness, 0, 0.1), rotation([1, 0, 0], QUARTER)));
        await expectTruth({ a: drum, b: across, ...place, thickness });
      }
    },
  );
});

describe('thin walls', () => {
  it.each([1e-2, 3e-3, 1e-3, 1e-4])('%d thick, crossing (seed 4)', async (thickness) => {
    const plate = box({ size: [2, 2, thickness] });
    for (const place of slanted(4)) {
      for (const angle of [0.1, 1, QUARTER]) {
        const other = moved(plate, multiply(translation(0.3, 0.1, 0), rotation([1, 0, 0], angle)));
        await expectTruth({ a: plate, b: other, ...place, thickness });
      }
      const tube = pipe(1 - thickness, 1, 3, 48);
      const across = moved(tube, multiply(translation(0.2, 0, 0.1), rotation([1, 0, 0], QUARTER)));
      await expectTruth({ a: tube, b: across, ...place, thickness });
    }
    await expectTruth({
      a: shell(1, thickness),
      b: shifted(shell(1, thickness), 0.9, 0.2, 0.1),
      frame: identity(),
      thickness,
    });
  });

  it.each([
    [10, 0.02],
    [30, 0.008],
    [100, 0.002],
  ])('combs of %d fins, %d thick (seed 5)', async (count, thickness) => {
    const comb = together(
      ...Array.from({ length: count }, (_, k) =>
        shifted(box({ size: [thickness, 2, 1] }), -1 + (2 * k + 1) / count, 0, 0),
      ),
    );
    for (const place of frames(5)) {
      await expectTruth({ a: comb, b: shifted(box({ size: [1.5, 1.5, 0.6] }), 0.01, 0.02, 0.6), ...place, thickness });
      await expectTruth({ a: comb, b: shifted(comb, thickness / 2, 0.02, 0.3), ...place, thickness });
      // Where n fins cross n others, manifold takes its time.
      if (count > 30) continue;
      const across = moved(comb, multiply(translation(0.013, 0.02, 0.3), rotation(AXIS, 1.3)));
      await expectTruth({ a: comb, b: across, ...place, thickness });
    }
  });
});

describe('needles', () => {
  it.each([1e-1, 1e-2, 3e-3, 1e-3, 1e-4])('%d thick, in a block (seed 6)', async (thickness) => {
    const needle = cylinder({ radius: thickness / 2, height: 4, segments: 8 });
    const block = shifted(box({ size: 2 }), 0.1, 0.2, 0.1);
    for (const place of frames(6)) {
      await expectTruth({ a: needle, b: block, ...place, thickness });
      await expectTruth({ a: moved(needle, rotation([0.6, 0.64, 0.48], 0.9)), b: block, ...place, thickness });
      await expectTruth({
        a: cone({ radius: thickness / 2, height: 3, segments: 16 }),
        b: shifted(block, 0, 0, 1),
        ...place,
        thickness,
      });
    }
  });
});

describe('what the report promises', () => {
  it('the smallest ball that cannot be missed is found, wherever it is (seeds 1 to 40)', async () => {
    const corner = (x: number, y: number, z: number) => shifted(box({ size: 0.01 }), 1.2 * x, 1.2 * y, 1.2 * z);
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed);
      const at = [0, 1, 2].map(() => between(random, -1, 1)) as [number, number, number];
      const frame = seed % 2 === 0 ? identity() : randomRotation(random);
      // What stands in the corners only holds the view wide open.
      const ball = (diameter: number) => shifted(icoSphere({ radius: diameter / 2, subdivisions: 3 }), ...at);
      const b = together(shifted(box({ size: 0.05 }), ...at), corner(1, -1, 1), corner(-1, 1, -1));
      const withBall = (diameter: number) => together(ball(diameter), corner(1, 1, 1), corner(-1, -1, -1));
      const { report } = await expectTruth({ a: withBall(0.01), b, frame });
      // The faces of the ball lie half a percent inside it.
      const { kind } = await expectTruth({ a: withBall(1.01 * report!.measured.missedBelow), b, frame });
      expect(kind, `seed ${seed}`).toBe('hard');
    }
  });

  it('walls side by side are not taken for an overlap, along whatever rays (seeds 1 to 20)', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const gap = 10 ** between(random, -6.5, -4.5);
      const frame = multiply(randomRotation(random), rotation(AXIS, between(random, 0, QUARTER)));
      const direction = transformPoint(frame, AXIS);
      const [a, b] = [box({ size: 1 }), shifted(box({ size: [1, 0.9, 0.9] }), 1 + gap, 0.03, 0.02)];
      await expectTruth({ a, b, frame }, { direction });
      await expectTruth({ a, b, frame, posed: true }, { direction });
      await expectTruth({ a, b, frame });
    }
  });
});
