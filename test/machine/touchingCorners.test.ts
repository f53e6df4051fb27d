import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine, TouchingPair } from '../../src/machine/machine.js';
import { invert, transformPoint } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { add, scale, type Vec3 } from '../../src/math/vector.js';
import { packAtlas } from '../../src/view/atlas.js';
import { type View, worldFromScreen } from '../../src/view/view.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { between, pick, randomAffine, scaleBetween } from '../support/randomPose.js';

/** How a face of A comes to the corner where cells and slabs meet, and where a small face of B begins on the other side. */
const WAYS = ['small', 'edge', 'plane', 'needle'] as const;
type Way = (typeof WAYS)[number];

const SLABS = 32;

/**
 * A's face, in cells and slabs. B's lies on the side `s` of p along all three axes, and touches the cells and slabs on that
 * side alone; A's touches these in p alone.
 */
function faceAt(random: Random, way: Way, p: Vec3, s: Vec3, size: number): Vec3[] {
  const some = () => size * between(random, 0.1, 1);
  const from = (x: number, y: number, z: number): Vec3 => add(p, [s[0] * x, s[1] * y, s[2] * z]);
  if (way === 'small') return [p, from(-0.1 * random(), -0.1, -0.1), from(-0.1, -0.1 * random(), -0.1 * random())];
  if (way === 'edge') {
    // p is on an edge that passes by the corner of the cell.
    const [x, y, z] = [some(), some(), between(random, -5, 5)];
    const back = between(random, 0.1, 1);
    return [from(x, -y, z), from(-x * back, y * back, -z * back), from(-some(), -some(), between(random, -9, 9))];
  }
  if (way === 'needle') {
    // As thin as rounding, so that nobody can tell which way round it is; two corners far apart, or both of them far off.
    const [x, y] = [some(), some()];
    const near = pick(random, [1, 4 / size]);
    const thin = 10 ** -between(random, 6, 14);
    return [
      from(-near * x, near * y, 0.1),
      from(x, -y, -0.1 / near),
      from(x * (1 - thin), -y * (1 + thin), -0.1 / near),
    ];
  }
  // p is within, where the plane is nearest to B over the whole cell.
  const [slopeX, slopeY] = [some(), some()].map((t) => t / size);
  const onPlane = (x: number, y: number): Vec3 => from(x, y, -slopeX * x - slopeY * y);
  return [onPlane(-some(), -some() / 4), onPlane(some(), -some() / 4), onPlane(-some() / 4, 2 * size)];
}

interface Corner {
  readonly view: View;
  readonly pair: TouchingPair;
}

/** Bodies that meet in one corner of cells alone, and reach as far as `far` views off it. */
function corner(seed: number, way: Way, size: number, far: number): Corner {
  const random = seeded(seed);
  const turn = randomRotation(random);
  const axis = (k: number): Vec3 => [turn[k], turn[4 + k], turn[8 + k]];
  const [columns, rows] = [40, 29];
  const view: View = {
    ...{ origin: [between(random, -9, 9), 3, 1], right: axis(0), down: axis(1), direction: axis(2) },
    ...{ size: [scaleBetween(random, 0.3, 3), scaleBetween(random, 0.3, 3), scaleBetween(random, 0.3, 3)] },
    ...{ columns, rows },
  };
  const whole = (count: number) => Math.floor(between(random, 1, count));
  const p: Vec3 = [whole(columns), whole(rows), whole(SLABS)];
  const s: Vec3 = [pick(random, [-1, 1]), pick(random, [-1, 1]), pick(random, [-1, 1])];
  const small = (): Vec3 => [0.05 + 0.3 * random(), 0.05 + 0.3 * random(), 0.05 + 0.3 * random()];
  const b = [p, ...[small(), small()].map((d): Vec3 => add(p, [s[0] * d[0], s[1] * d[1], s[2] * d[2]]))];
  const a = faceAt(random, way, p, s, size);
  const away = Array.from({ length: 3 }, (): Vec3 => [far * columns, far * rows * (random() - 0.5), far * SLABS]);
  const toWorld = worldFromScreen(view);
  const [bodyA, bodyB] = [a, b].map((face) => {
    const pose = randomAffine(random, 3);
    const back = invert(pose);
    const corners = [...face, ...(far > 0 ? away : [])].map(([x, y, z]) =>
      transformPoint(back, transformPoint(toWorld, [x, y, z / SLABS])),
    );
    return body({ positions: corners.flat() }, { pose });
  });
  // Just what f64 may do to the coordinates.
  const most = 60 + 6 * far + (6 * size) / 29;
  return { view, pair: { a: bodyA, b: bodyB, reach: scale([1, 1, 1], 2 ** -40 * most) } };
}

/** Demands that the faces of all corners are kept. Returns the stages of the last frame. */
async function expectKept(machine: Machine, corners: readonly Corner[]): Promise<readonly string[]> {
  let stages: string[] = [];
  const lost: number[] = [];
  for (const { atlas, indices } of packAtlas(corners.map(({ view }) => view)))
    await machine.run(atlas, async (frame) => {
      const found = await frame.touching(indices.map((i, tile) => ({ ...corners[i].pair, tile })));
      stages = Object.keys(frame.timings().stagesMs);
      for (const [tile, { a, b, columns }] of found.entries()) {
        expect(columns).toBe(40);
        if (a[0] !== 0 || b[0] !== 0) lost.push(indices[tile] + 1);
      }
    });
  expect(lost, 'seeds').toEqual([]);
  return stages;
}

const corners = (way: Way, size: number, far: number): Corner[] =>
  Array.from({ length: 800 }, (_, k) => corner(k + 1, way, size, far));

/** Sizes in cells, and how many views off a second face lies. */
const CASES: readonly (readonly [way: Way, size: number, far: number])[] = [
  ['small', 0, 0],
  ['small', 0, 100],
  ['edge', 20, 0],
  ['edge', 3000, 0],
  ['edge', 20, 1000],
  ['plane', 20, 0],
  ['plane', 3000, 0],
  ['needle', 20, 0],
  ['needle', 3000, 0],
];

describe('faces that meet in the corner of cells and slabs alone', () => {
  const cpu = createCpuMachine();
  for (const [way, size, far] of CASES)
    test(`on the CPU: ${way}, ${size} cells, ${far} views off (seeds 1 to 800)`, () =>
      expectKept(cpu, corners(way, size, far)));
});

describeGpu('faces that meet in the corner of cells and slabs alone', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  for (const [way, size, far] of [...CASES, ['small', 0, 3000], ['edge', 9, 3000]] as typeof CASES)
    test(`on the GPU: ${way}, ${size} cells, ${far} views off (seeds 1 to 800)`, async () => {
      expect(await expectKept(gpu, corners(way, size, far))).toContain('test a');
    });

  test('more large faces than the queue holds at first, or can hold: none is lost', async () => {
    const positions = new Float64Array(9 * 5000);
    const random = seeded(1);
    for (let k = 0; k < positions.length; k += 9) {
      const [x, y, z] = [60 * random(), 60 * random(), random()];
      positions.set([x, y, z, x + 4, y + 1, z, x + 1, y + 4, 1 - z], k); // from before the plate to behind it
    }
    const indices = Uint32Array.from({ length: 3 * 17_000 }, (_, k) => k % 15_000); // some of them several times
    const plate = body({ positions: [-99, -99, 0.5, 299, -99, 0.5, -99, 299, 0.5] });
    const [right, down, direction]: Vec3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const view: View = { origin: [0, 0, 0], right, down, direction, size: [64, 64, 1], columns: 64, rows: 64 };
    const pair = { a: body({ positions, indices }), b: plate, reach: [1e-9, 1e-9, 1e-9] as const };
    const [{ atlas }] = packAtlas([view]);
    const [{ a, b, columns }] = await gpu.run(atlas, (frame) => frame.touching([pair]));
    expect([a.length, b.length, columns]).toEqual([17_000, 1, 64]);
    // Just room for the vertices: a queue holds 5,001 entries.
    const small = await openGpu({ mostBytes: 16 * 15_003 });
    const [less] = await small.run(atlas, (frame) => frame.touching([pair]));
    expect([less.a.length, less.b.length, less.columns]).toEqual([17_000, 1, 32]);
    small.close();
  });
});
