import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { type InterferenceOptions, interference } from '../../src/interference.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { type Affine, identity, multiply, rotation, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { massProperties } from '../../src/mesh/mass.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { tubeGrid } from '../../src/mesh/shapes/tubeGrid.js';
import { weld } from '../../src/mesh/weld.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';

/** By how much a peg is wider than its hole, in all. */
const EXCESSES = [1e-2, 1e-3, 1e-4];

/** How deep a peg stands in a floor or on a shoulder where it does. */
const SUNK = 0.01;

/** A peg and its hole, how thick the ring is that both share, and the true volume of all they share. */
interface Fit {
  readonly name: string;
  readonly peg: Mesh;
  readonly block: Mesh;
  readonly thickness: number;
  readonly volume: number;
}

type Profile = readonly (readonly [r: number, z: number])[];

/** The prism-like body that a closed profile sweeps about the z axis in so many steps: with four, it is square. */
function turned(segments: number, profile: Profile): Mesh {
  const positions: number[] = [];
  for (let s = 0; s < segments; s++) {
    const angle = (2 * Math.PI * (s + 0.5)) / segments;
    for (const [r, z] of profile) positions.push(r * Math.cos(angle), r * Math.sin(angle), z);
  }
  // Points on the axis come once for each step, and faces between them are none.
  const { mesh } = weld({ positions: Float64Array.from(positions), indices: tubeGrid(segments, profile.length) });
  const indices: number[] = [];
  for (let at = 0; at < mesh.indices.length; at += 3) {
    const [a, b, c] = mesh.indices.subarray(at, at + 3);
    if (a !== b && b !== c && c !== a) indices.push(a, b, c);
  }
  return { positions: mesh.positions, indices: Uint32Array.from(indices) };
}

const pegOf = (segments: number, r: number, bottom: number, top: number): Mesh =>
  turned(segments, [[r, top], [r, bottom], [0, bottom], [0, top]]); // biome-ignore format: one line

/** The fits of square and of round bodies. The hole is 1 deep, from z = −0.5 to 0.5; a step in it is at z = 0. */
function fits(segments: number, excess: number): Fit[] {
  const area = (r: number): number => (segments / 2) * Math.sin((2 * Math.PI) / segments) * r ** 2;
  // How far a side is from the middle, as a share of the radius.
  const side = Math.cos(Math.PI / segments);
  const [hole, outer, narrow] = [0.5 / side, 1 / side, 0.3 / side];
  const [peg, thin] = [(0.5 + excess / 2) / side, (0.3 + excess / 2) / side];
  const ring = area(peg) - area(hole);
  const through = turned(segments, [[outer, 0.5], [outer, -0.5], [hole, -0.5], [hole, 0.5]]); // biome-ignore format: one line
  const blind = turned(segments, [[outer, 0.5], [outer, -1], [0, -1], [0, -0.5], [hole, -0.5], [hole, 0.5]]); // biome-ignore format: one line
  const stepped = turned(segments, [
    ...([[outer, 0.5], [outer, -1], [0, -1], [0, -0.5]] as const), // biome-ignore format: one line
    ...([[narrow, -0.5], [narrow, 0], [hole, 0], [hole, 0.5]] as const), // biome-ignore format: one line
  ]);
  const steppedPeg = turned(segments, [
    ...([
      [peg, 0.7],
      [peg, -SUNK],
      [thin, -SUNK],
    ] as const),
    ...([
      [thin, -0.5 - SUNK],
      [0, -0.5 - SUNK],
      [0, 0.7],
    ] as const),
  ]);
  const shoulder = SUNK * (area(peg) - area(narrow));
  const lower = (0.5 - SUNK) * (area(thin) - area(narrow));
  const shape = segments === 4 ? 'square' : 'round';
  const all: Omit<Fit, 'thickness'>[] = [
    { name: 'through a hole', peg: pegOf(segments, peg, -0.7, 0.7), block: through, volume: ring },
    { name: 'as high as its hole', peg: pegOf(segments, peg, -0.5, 0.5), block: through, volume: ring },
    { name: 'on the floor', peg: pegOf(segments, peg, -0.5, 0.7), block: blind, volume: ring },
    {
      name: 'in the floor',
      peg: pegOf(segments, peg, -0.5 - SUNK, 0.7),
      block: blind,
      volume: ring + SUNK * area(peg),
    },
    {
      name: 'in the floor and in a shoulder',
      peg: steppedPeg,
      block: stepped,
      volume: ring / 2 + shoulder + lower + SUNK * area(thin),
    },
  ];
  return all.map((fit) => ({ ...fit, name: `${shape} peg ${fit.name}`, thickness: excess / 2 }));
}

const allFits = (excess: number): Fit[] => [4, 64].flatMap((segments) => fits(segments, excess));

const POSES: readonly Affine[] = [
  identity(),
  translation(0.1234, -0.0567, 0.0789),
  rotation([0, 0, 1], 0.3),
  rotation([1, 0, 0], Math.PI / 2),
  rotation([0.6, 0.64, 0.48], 0.7),
  multiply(translation(3, 1, -2), randomRotation(seeded(7))),
];

async function reportOf(meshes: readonly Mesh[], pose: Affine, options: InterferenceOptions): Promise<PairReport> {
  const bodies = meshes.map((mesh) => body(mesh, { pose }));
  const { pairs, cleared } = await interference(bodies, options);
  return pairs[0] ?? cleared[0];
}

describe('press fits: overlaps thinner than a pixel at walls that rays run along', () => {
  const machine = createCpuMachine();

  it('the solids are what they are meant to be', () => {
    for (const { name, peg, block } of allFits(1e-3))
      for (const mesh of [peg, block]) expect(massProperties(mesh).volume, name).toBeGreaterThan(0);
    const [{ peg, block }, , { block: blind }] = fits(4, 1e-2);
    expect(massProperties(peg).volume).toBeCloseTo(1.01 ** 2 * 1.4, 12);
    expect(massProperties(block).volume).toBeCloseTo(4 - 1, 12);
    expect(massProperties(blind).volume).toBeCloseTo(4 * 1.5 - 1, 12);
  });

  async function faultsOf(excess: number, poses: readonly Affine[], options: InterferenceOptions): Promise<string[]> {
    const faults: string[] = [];
    for (const { name, peg, block, thickness, volume: truth } of allFits(excess))
      for (const [k, pose] of poses.entries()) {
        const meshes = k % 2 === 0 ? [peg, block] : [block, peg];
        const { kind, volume, volumeError, measured } = await reportOf(meshes, pose, { machine, ...options });
        const isRight = kind === 'hard' || (kind === 'touch' && thickness <= measured.missedBelow);
        if (!isRight) faults.push(`${name}, pose ${k}: ${kind}`);
        if (!(Math.abs(volume - truth) <= volumeError))
          faults.push(`${name}, pose ${k}: ${volume} ± ${volumeError} for ${truth}`);
      }
    return faults;
  }

  for (const excess of EXCESSES)
    for (const views of [1, 3] as const)
      it.each([32, 33, 100])(`too wide by ${excess}, ${views} views, %i rays across (seed 7)`, async (n) => {
        expect(await faultsOf(excess, POSES, { views, resolution: n })).toEqual([]);
      });

  it.each(EXCESSES)('too wide by %d, as by default (seed 7)', async (excess) => {
    expect(await faultsOf(excess, POSES.slice(5), {})).toEqual([]);
  });

  it('what hides is little where rays are many', async () => {
    const [{ peg, block, volume: truth }] = fits(4, 1e-3);
    const { volume, volumeError } = await reportOf([peg, block], identity(), { machine, resolution: 512 });
    // Four walls, each 1 × 1 and no thicker than a pixel.
    expect(volumeError).toBeLessThan(4 / 512);
    expect(Math.abs(volume - truth)).toBeLessThanOrEqual(volumeError);
  });
});

describeGpu('press fits on the GPU', () => {
  const cpu = createCpuMachine();
  let gpu: GpuMachine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  it.each([3] as const)('are measured as on the CPU, %i views (seed 7)', async (views) => {
    for (const { name, peg, block, volume: truth } of allFits(1e-2))
      for (const pose of [POSES[0], POSES[5]]) {
        const options = { views, resolution: 64 };
        const mine = await reportOf([peg, block], pose, { ...options, machine: cpu });
        const theirs = await reportOf([peg, block], pose, { ...options, machine: gpu });
        expect(theirs.kind, name).toBe(mine.kind);
        expect(Math.abs(theirs.volume - truth), name).toBeLessThanOrEqual(theirs.volumeError);
        // Rays beside an edge may fall on the other side of it.
        expect(Math.abs(theirs.volumeError - mine.volumeError), name).toBeLessThan(0.05 * mine.volumeError);
      }
  });
});
