import { describe, expect, it } from 'vitest';
import { animatedGlb } from './animatedGlb.js';
import { reportOf, SHAPES } from './support.js';

const small = ['--resolution', '64'];

describe('zclash motion', () => {
  // The cube comes from x = -4 at one unit a second, and touches the ball of radius 1 at x = -1.5.
  const file = {
    parts: [
      { file: 'ball.stl' },
      { file: 'cube.stl', name: 'slider' },
      { file: 'small.stl', name: 'far', pose: { move: [0, 50, 0] } },
    ],
    frames: [
      { time: 0, poses: { slider: { move: [-4, 0, 0] } } },
      { time: 4, poses: { slider: { move: [0, 0, 0] } } },
    ],
    steps: 8,
  };
  const run = (motion: object, ...options: string[]) =>
    reportOf(['motion', 'motion.json', ...small, ...options], {
      files: { ...SHAPES, 'motion.json': JSON.stringify(motion) },
    });

  it('tells the first contact, the worst pose, and every pair that ever meets', async () => {
    const { report, code } = await run(file, '--units', 'mm');
    expect(code).toBe(1);
    expect(report.motion).toEqual({ stepCount: 9, startTime: 0, endTime: 4, longestStep: 0.5 });
    expect(report.pairs.map(({ a, b }) => [a, b])).toEqual([['ball', 'slider']]);
    const { firstContact, worst, intervals } = report.pairs[0].times!;
    expect(firstContact.after!).toBeLessThanOrEqual(2.5 + 0.01);
    expect(firstContact.at).toBeGreaterThanOrEqual(2.5 - 1e-6);
    expect(firstContact.at - firstContact.after!).toBeLessThanOrEqual(0.5 / 64);
    expect(worst).toBe(4);
    expect(report.pairs[0].kind).toBe('contained');
    expect(intervals).toEqual([[firstContact.at, 4]]);
  });

  it('reads lengths in the units of the motion file, whatever units the report is in', async () => {
    const [inMm, inM] = [await run({ ...file, units: 'mm' }), await run({ ...file, units: 'mm' }, '--units', 'm')];
    expect([inMm.report.units, inM.report.units]).toEqual(['mm', 'm']);
    expect(inM.report.pairs[0].times).toEqual(inMm.report.pairs[0].times);
    expect(inM.report.pairs[0].depthAlongView * 1000).toBeCloseTo(inMm.report.pairs[0].depthAlongView, 6);
    expect(inM.report.bodies[0].bounds.max[0]).toBeCloseTo(0.001, 9);
  });

  it('is a clash where the pair ever is of such a kind, and looks at some 100 steps where none are told', async () => {
    const { steps: _, ...usual } = file;
    const { report, code } = await run(usual, '--fail-on', 'hard');
    expect([report.motion!.stepCount, code]).toEqual([101, 1]);
    expect(report.pairs[0].kind).toBe('contained');
    expect(report.pairs[0].times!.kinds).toEqual(expect.arrayContaining(['hard', 'contained']));
    expect((await run(usual, '--fail-on', 'duplicate')).code).toBe(0);
  });

  it('follows a hinge and whole turns', async () => {
    // A slab of 8 × 1 × 1, 4 off its hinge, sweeps round: it meets the ball at the far end half-way, and comes back.
    const parts = [
      { file: 'small.stl', name: 'post', pose: { move: [-4, 0, 0] } },
      { file: 'cube.stl', name: 'door' },
    ];
    const at = (angleDeg: number) => ({
      door: { move: [4, 0, 0], rotate: { axis: [0, 0, 1], angleDeg, about: [-4, 0, 0] } },
    });
    const { report, code } = await run({
      parts,
      frames: [
        { time: 0, poses: at(0) },
        { time: 1, poses: at(360) },
      ],
    });
    expect(code).toBe(1);
    expect(report.pairs[0].times!.worst).toBe(0.5);
  });

  it('moves parts with their parents', async () => {
    // The arm hangs on the slider, 3 above it, and is turned about the slider's axis onto the ball.
    const arm = {
      parts: [
        { file: 'ball.stl' },
        { file: 'small.stl', name: 'base', pose: { move: [-3, 0, 0] } },
        { file: 'cube.stl', name: 'arm', parent: 'base' },
      ],
      frames: [
        { time: 0, poses: { arm: { move: [0, 0, 3] } } },
        { time: 1, poses: { arm: { move: [0, 0, 3], rotate: { axis: [0, 1, 0], angleDeg: 0 } } } },
        { time: 2, poses: { arm: [0, 0, 1, 3, 0, 1, 0, 0, -1, 0, 0, 0] } },
      ],
      steps: 4,
    };
    const { report } = await run(arm);
    expect(report.pairs.map(({ a, b }) => [a, b])).toEqual([['ball', 'arm']]);
    expect(report.pairs[0].times!.worst).toBe(2);
    expect(report.pairs[0].kind).toBe('contained');
  });

  it('leaves out pairs that the file, or the user, ignores', async () => {
    expect((await run({ ...file, ignore: [['ball', 'slider']] })).code).toBe(0);
    expect((await run(file, '--ignore', 'slider,ball')).code).toBe(0);
  });

  it('follows the animation of a glTF, deforming bodies among it', async () => {
    const { report, code } = await reportOf(['motion', 'moving.glb', ...small, '--steps', '16'], {
      files: { 'moving.glb': await animatedGlb() },
    });
    expect([code, report.units]).toEqual([1, 'm']);
    const byName = new Map(report.pairs.map((pair) => [[pair.a, pair.b].sort().join(' '), pair]));
    // The wall stands at x = 2. The rider's front goes from 0.5 to 3.5 in 2 s: it arrives at 1 s. The balloon beside it, of
    // half-width 0.5, swells to 2.5 in the same time: it arrives at 1.5 s.
    for (const [name, time] of [
      ['rider wall', 1],
      ['balloon wall', 1.5],
    ] as const) {
      const { firstContact } = byName.get(name)!.times!;
      expect(firstContact.after!).toBeLessThanOrEqual(time);
      expect(firstContact.at).toBeGreaterThanOrEqual(time - 1e-6);
      expect(firstContact.at - firstContact.after!).toBeLessThan(0.01);
    }
  });
});
