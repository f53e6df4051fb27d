import { describe, expect, test } from 'vitest';
import { gapExitCode } from '../../src/cli/commands/gap.js';
import { gapJob } from '../../src/cli/job/gapJob.js';
import type { GapJob } from '../../src/cli/job/jobSpec.js';
import { identity, multiply, scaling, translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { readPng } from '../report/support/readPng.js';
import { writeStl } from '../support/writeStl.js';

/** Cubes of edge 1 and what stands off them. The last one lacks the side towards −x. */
const FILES = {
  'cube.stl': writeStl(box()),
  'shifted.stl': writeStl(box(), translation(0.5, 0.25, 0.125)),
  'ball.stl': writeStl(icoSphere({ radius: 0.1, subdivisions: 3 })),
  'lid-off.stl': writeStl({ ...box(), indices: box().indices.slice(6) }, identity()),
} as const;
type Name = keyof typeof FILES;

/** What a gap job says of two files of 64 rays across, B moved, and what the command would end with. */
async function measured(a: Name, b: Name, move: readonly [number, number, number], changes: Partial<GapJob> = {}) {
  const job: GapJob = {
    ...{ kind: 'gap', a: [], b: [], backend: 'cpu', units: 'mm', timeLimitMs: 60_000 },
    files: [a, b].map((path) => ({ path, data: FILES[path as Name], format: 'stl' })),
    poseOfB: [...translation(...move)],
    settings: { resolution: 64, direction: null, up: null, bands: [], threshold: 0, extent: 'both' },
    colours: { preset: 'clash', range: undefined },
    wanted: { picture: false, painted: false, rays: false },
    ...changes,
  };
  const { report, ...files } = await gapJob(job, () => {});
  return { report, ...files, exitCode: gapExitCode(report) };
}
const along = (direction: readonly [number, number, number], extent: 'both' | 'all' = 'both') => ({
  settings: { resolution: 64, direction, up: null, bands: [], threshold: 0, extent } as const,
});

describe('a gap job', () => {
  test.each([
    ['apart', 'cube.stl', [0, 0, 1.5], 0.5, 0],
    ['in contact', 'cube.stl', [0, 0, 1], 0, 0],
    ['inside each other', 'shifted.stl', [0, 0, 0], undefined, 1],
    ['inside each other by little', 'cube.stl', [0, 0, 0.999], -0.001, 1],
  ] as const)('%s: the least gap and the exit code', async (_, other, move, gap, code) => {
    const { report, exitCode } = await measured('cube.stl', other, move);
    expect([exitCode, report.interferes, report.undecided]).toEqual([code, code === 1, []]);
    // Files have f32 coordinates.
    if (gap !== undefined) expect(report.minimum!.gap).toBeCloseTo(gap, 6);
    if (gap === 0) expect(Math.abs(report.minimum!.gap)).toBeLessThanOrEqual(report.minimum!.error);
  });

  test('where no ray sees both, there is no interference and nothing undecided', async () => {
    const { report, exitCode } = await measured('cube.stl', 'cube.stl', [5, 0, 0], along([0, 0, 1], 'all'));
    expect([exitCode, report.minimum, report.interferes, report.undecided]).toEqual([0, null, false, []]);
  });

  test('a body that rays miss though its box is in the way is undecided', async () => {
    // A ball much smaller than the pixels of the cube's map, inside the cube.
    const pose = multiply(translation(0.011, 0.013, 0), scaling(1e-3, 1e-3, 1e-3));
    const { report, exitCode } = await measured('cube.stl', 'ball.stl', [0, 0, 0], {
      ...along([0, 0, 1], 'all'),
      poseOfB: [...pose],
    });
    expect([exitCode, report.undecided.map(({ reason }) => reason)]).toEqual([
      3,
      ['No ray meets ball: it is too thin. Give a higher --resolution.'],
    ]);
  });

  test.each([
    [0, 3],
    [1, 0],
    [2, 0],
  ])('of an open body rays along axis %i do not leave it, or do: exit %i', async (axis, code) => {
    const direction = [0, 0, 0].fill(1, axis, axis + 1) as [number, number, number];
    const move = direction.map((one) => 3 * one) as [number, number, number];
    const { report, exitCode } = await measured('lid-off.stl', 'ball.stl', move, along(direction));
    expect(report.bodies.map(({ closed }) => closed)).toEqual([false, true]);
    expect(report.diagnostics.map((one) => one.code)).toContain('open');
    expect([exitCode, report.rays.undecided > 0, report.undecided.length]).toEqual([code, code === 3, code / 3]);
    for (const { reason } of report.undecided)
      expect(reason).toBe(
        `${report.rays.undecided} rays enter lid-off and do not leave again, because that is not closed; nobody can tell what they are inside of. Close the body.`,
      );
  });

  test('files are made where they are wanted, and only then', async () => {
    const wanted = { picture: true, painted: true, rays: true };
    const all = await measured('cube.stl', 'cube.stl', [0.25, 0.25, 1], { ...along([0, 0, 1]), wanted });
    expect(readPng(Buffer.from(all.picture!)).width).toBeGreaterThan(600);
    expect(all.rays!.trimEnd().split('\r\n').length).toBe(1 + all.report.rays.both);
    expect(all.painted!.map((ply) => Buffer.from(ply).subarray(0, 3).toString())).toEqual(['ply', 'ply']);
    const none = await measured('cube.stl', 'cube.stl', [0.25, 0.25, 1]);
    expect([none.picture, none.painted, none.rays]).toEqual([undefined, undefined, undefined]);
  });
});
