import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { type InterferenceOptions, interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation as at, multiply, rotation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';

// Cases that once gave a wrong answer.

const machine = createCpuMachine();
const ask = (bodies: ReturnType<typeof body>[], options: InterferenceOptions = {}) =>
  interference(bodies, { machine, resolution: 64, ...options });

type Point = readonly [number, number];

/** A convex polygon from z0 to z1. */
function prism(points: readonly Point[], z0: number, z1: number): Mesh {
  const n = points.length;
  const positions = [z0, z1].flatMap((z) => points.flatMap(([x, y]) => [x, y, z]));
  const indices: number[] = [];
  for (let k = 1; k + 1 < n; k++) indices.push(0, k + 1, k, n, n + k, n + k + 1);
  for (let k = 0; k < n; k++) {
    const next = (k + 1) % n;
    indices.push(k, next, n + next, k, n + next, n + k);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function join(...meshes: readonly Mesh[]): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    indices.push(...Array.from(mesh.indices, (v) => v + first));
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A mesh without the faces whose corners all pass a test. */
function without({ positions, indices }: Mesh, test: (x: number, y: number, z: number) => boolean): Mesh {
  const kept: number[] = [];
  for (let f = 0; f < indices.length; f += 3) {
    const corners = [...indices.slice(f, f + 3)];
    const all = corners.every((v) => test(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]));
    if (!all) kept.push(...corners);
  }
  return { positions, indices: Uint32Array.from(kept) };
}

describe('walls that two bodies share, seen edge-on', () => {
  it('are no part of the depth of an overlap elsewhere (seed 61)', async () => {
    const random = seeded(61);
    for (let k = 0; k < 25; k++) {
      const w = k === 0 ? 1.2698 : 0.1 + 1.2 * random();
      const turned = ([x, y]: Point): Point => [x * Math.cos(w) - y * Math.sin(w), x * Math.sin(w) + y * Math.cos(w)];
      const [low, high] = [0.2 + 0.3 * random(), 1.4 + 0.3 * random()];
      const square: Point[] = [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ];
      const beside: Point[] = [
        [2, low],
        [3, 0.3],
        [3, 1.7],
        [2, high],
      ];
      const bump: Point[] = [
        [0.5, 0.5],
        [1.5, 0.5],
        [1.5, 1.5],
        [0.5, 1.5],
      ];
      const a = body(prism(square.map(turned), 0, 1));
      const b = body(join(prism(beside.map(turned), -0.5, 1.5), prism(bump.map(turned), 0.95, 1.2)));
      const [pair] = (await ask([a, b], { direction: [0, 0, 1], resolution: 256 })).pairs;
      expect(pair.kind).toBe('hard');
      expect(pair.depthAlongView).toBeCloseTo(0.05, 5);
      expect(pair.point![2]).toBeCloseTo(0.975, 4);
      const [soft] = (await ask([a, b], { tolerance: 0.1, resolution: 256 })).pairs;
      expect(soft.kind).toBe('touch');
    }
  });

  it('do not keep a body from lying inside another, in a view of the scene (seed 62)', async () => {
    const random = seeded(62);
    for (let k = 0; k < 20; k++) {
      const pose = randomRotation(random);
      const outer = body(box({ size: 2 }), { pose });
      const inner = body(box({ size: 1 }), { pose: multiply(pose, at(0.5, 0.25, 0)) });
      const { pairs } = await ask([outer, inner], { view: 'scene', resolution: 128 });
      expect(pairs).toMatchObject([{ kind: 'contained', inner: 'b' }]);
    }
  });
});

describe('open bodies', () => {
  const cup = without(box(), (_x, _y, z) => z > 0.49);
  const half = without(box({ size: 2, segments: 2 }), (x, _y, z) => z > 0.99 && x > -0.01);

  it('say in a view of the scene how many rays tell nothing, and allow for them', async () => {
    const [pair] = (
      await ask([body(cup), body(box(), { pose: at(0.5, 0.5, 0.1) })], { view: 'scene', direction: [0, 0, 1] })
    ).cleared;
    expect(pair.undecidedRays).toBeGreaterThan(1000);
    expect(pair.volumeError).toBeGreaterThan(0.225);
    expect(pair.measured.limit).toContain(`But for ${pair.undecidedRays} rays that could not be used`);
    const bodies = [body(half), body(box({ size: 2 }), { pose: at(0, 0.4, 0) })];
    const [hard] = (await ask(bodies, { view: 'scene', direction: [0, 0, 1] })).pairs;
    expect(Math.abs(hard.volume - 6.4)).toBeLessThan(hard.volumeError);
  });

  it('are allowed for in groups', async () => {
    const bodies = [body(half), body(box({ size: 3 }), { pose: at(0.1, 0, 0) }), body(box({ size: 3.5 }))];
    const [group] = (await ask(bodies, { view: 'scene', direction: [0, 0, 1] })).groups;
    expect(Math.abs(group.volume - 8)).toBeLessThan(group.volumeError);
  });

  it('are not said to lie inside another body by the rays that are left', async () => {
    const open = without(box({ size: [1.2, 0.4, 0.4], segments: 12 }), (x, _y, z) => z > 0.19 && x > -0.01);
    const block = body(
      join(
        prism(
          [
            [0, 0],
            [1, 0],
            [1, 2],
            [0, 2],
          ],
          0,
          2,
        ),
        prism(
          [
            [1, 0],
            [2, 0],
            [2, 1],
            [1, 1],
          ],
          0,
          2,
        ),
      ),
    );
    const { pairs } = await ask([body(open, { pose: at(1, 1.5, 1) }), block], { direction: [0, 0, 1] });
    expect(pairs).toMatchObject([{ kind: 'hard' }]);
  });

  it('are counted once, however often they are asked about together', async () => {
    const one = body(cup);
    const counts = (await Promise.all([ask([one]), ask([one])])).map(({ diagnostics }) => diagnostics[0].count);
    expect(counts[0]).toBe(counts[1]);
    const twice = await ask([one, one]);
    expect(twice.diagnostics.map(({ count }) => count)).toEqual([counts[0], counts[0]]);
  });
});

it('a body that overlapped itself, and no longer does, is no longer said to', async () => {
  const ball = icoSphere({ subdivisions: 2 });
  const two = (gap: number) => [
    ...ball.positions,
    ...Array.from(ball.positions, (c, i) => c + (i % 3 === 0 ? gap : 0)),
  ];
  const n = ball.positions.length / 3;
  const b = body({ positions: two(1), indices: [...ball.indices, ...Array.from(ball.indices, (v) => v + n)] });
  expect((await ask([b])).diagnostics).toMatchObject([{ code: 'self-overlap' }]);
  b.update(two(3));
  expect((await ask([b])).diagnostics).toEqual([]);
});

it('what rounding hides is not promised to be found', async () => {
  const { measured } = (await ask([body(box({ size: [1e-3, 1e-3, 1] })), body(box({ size: [1e-3, 1e-3, 1] }))]))
    .pairs[0];
  expect(measured.missedBelow).toBeGreaterThanOrEqual(measured.depthError);
});

it('depth of a group goes on across faces inside a body', async () => {
  const stack = join(
    prism(
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      0,
      2,
    ),
    prism(
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      1,
      3,
    ),
  );
  const bodies = [body(stack), body(box({ size: 20 })), body(box({ size: 21 }))];
  for (const view of ['pairs', 'scene'] as const) {
    const { groups } = await ask(bodies, { view, direction: [0, 0, 1] });
    expect(groups).toHaveLength(1);
    expect(groups[0].depthAlongView).toBeGreaterThan(0.99);
    expect(groups[0].volume).toBeCloseTo(3, view === 'pairs' ? 2 : 0);
  }
  const upright = bodies.map((one) => body(one.mesh, { pose: rotation([0, 1, 0], 0) }));
  const { groups } = await ask(upright, { view: 'scene', direction: [0, 0, 1], resolution: 256 });
  expect(groups[0].depthAlongView).toBeCloseTo(3, 4);
});

it('80 equal boxes: each pair a duplicate, in a time that grows with their pairs', async () => {
  const bodies = Array.from({ length: 80 }, () => body(box()));
  const { pairs, groups } = await ask(bodies, { resolution: 8 });
  expect(pairs).toHaveLength((80 * 79) / 2);
  expect(pairs.every(({ kind }) => kind === 'duplicate')).toBe(true);
  expect(groups.map(({ indices }) => indices.length)).toEqual([80]);
}, 60_000);

it('thousands of layers along a ray of a scene', async () => {
  const plates = Array.from({ length: 2000 }, (_, k) =>
    prism(
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      k,
      k + 0.5,
    ),
  );
  const { pairs } = await ask([body(join(...plates)), body(box({ size: [2, 2, 5000] }), { pose: at(0.5, 0.5, 0) })], {
    view: 'scene',
    direction: [0, 0, 1],
    resolution: 8,
  });
  expect(pairs).toMatchObject([{ kind: 'contained', inner: 'a' }]);
});

it('a vertex that no face uses changes nothing', async () => {
  const { positions, indices } = box({ size: 0.2 });
  const stray = body({ positions: [...positions, 5, 5, 5], indices });
  expect((await ask([body(box()), stray])).pairs).toMatchObject([{ kind: 'contained', inner: 'b' }]);
});

describe('a clearance', () => {
  it('that is large against the bodies finds them', async () => {
    for (const clearance of [1, 10, 100, 1e4]) {
      const { pairs } = await ask([body(box()), body(box(), { pose: at(1.5, 0.1, 0.2) })], { clearance });
      expect(pairs).toMatchObject([{ kind: 'clearance' }]);
      expect(pairs[0].distance).toBeCloseTo(0.5, 4);
    }
  });

  it('that sampling cannot tell from the distance leaves the pair among those cleared, with its distance', async () => {
    const bodies = [body(box()), body(box(), { pose: at(1.1, 1.1, 1.1) })];
    const { pairs, cleared } = await ask(bodies, { clearance: 0.1735 });
    const [{ distance, distanceError }] = [...pairs, ...cleared];
    expect(distance! - distanceError!).toBeLessThan(Math.sqrt(0.03));
    expect(distance).toBeGreaterThanOrEqual(Math.sqrt(0.03) - 1e-6);
  });

  it('that is just kept is kept', async () => {
    const { pairs } = await ask([body(box()), body(box(), { pose: at(2, 0, 0) })], { clearance: 1 });
    expect(pairs).toEqual([]);
  });
});
