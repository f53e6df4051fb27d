import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { parseMotionFile } from '../../../src/io/load/motionFile.js';
import { poseBetween, poseMatrix } from '../../../src/io/load/motionPose.js';
import { transformPoint } from '../../../src/math/affine.js';

const parse = (value: unknown) => parseMotionFile(JSON.stringify(value), 'robot.json');
const minimal = { parts: [{ file: 'base.stl' }], frames: [{ time: 0 }] };

describe('parseMotionFile', () => {
  it('reads parts, frames, and poses in either form', () => {
    const { units, parts, frames, steps, ignore } = parse({
      units: 'mm',
      parts: [{ file: 'base.stl' }, { file: 'arm.stl', name: 'arm', parent: 'base', pose: { move: [0, 0, 40] } }],
      frames: [
        { time: 0, poses: { arm: [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7] } },
        {
          time: 2,
          poses: { arm: { scale: 2, rotate: { axis: [0, 0, 3], angleDeg: 90, about: [1, 0, 0] }, move: [0, 0, 1] } },
        },
      ],
      steps: 20,
      ignore: [['base', 'arm']],
    });
    expect([units, steps, ignore]).toEqual(['mm', 20, [['base', 'arm']]]);
    expect(parts.map(({ file, name, parent }) => [file, name, parent])).toEqual([
      ['base.stl', undefined, undefined],
      ['arm.stl', 'arm', 'base'],
    ]);
    expect(transformPoint(poseMatrix(parts[1].pose), [1, 2, 3])).toEqual([1, 2, 43]);
    expect(frames.map(({ time }) => time)).toEqual([0, 2]);
    expect(transformPoint(poseMatrix(frames[0].poses.get('arm')!), [0, 0, 0])).toEqual([5, 6, 7]);
    // Scaled: (2, 0, 0). A quarter turn about (1, 0, 0): (1, 1, 0). Moved: (1, 1, 1).
    const [x, y, z] = transformPoint(poseMatrix(frames[1].poses.get('arm')!), [1, 0, 0]);
    expect([x, y, z].map((c) => Math.round(c * 1e12) / 1e12)).toEqual([1, 1, 1]);
  });

  it('needs no more than parts and a frame', () => {
    expect(parse(minimal)).toMatchObject({ units: undefined, steps: 100, ignore: [] });
  });

  it.each([
    [[], 'this is no motion file (no JSON object). See `zclash help motion` for an example.'],
    [{ ...minimal, frame: [] }, "a motion file has no 'frame'. It has units, parts, frames, steps, ignore."],
    [
      { ...minimal, units: 'furlong' },
      `'units' is none that is known ("furlong"). Use one of: um, mm, cm, m, km, in, ft, yd.`,
    ],
    [{ ...minimal, parts: [] }, `'parts' is no list. Name the files: "parts": [{ "file": "base.stl" }].`],
    [{ ...minimal, parts: [{}] }, 'part 0 names no file. Write it as { "file": "base.stl" }.'],
    [
      { ...minimal, frames: [{ time: 1 }, { time: 1 }] },
      'the times do not grow at frame 1 (1 is followed by 1). Sort the frames by time.',
    ],
    [
      { ...minimal, frames: [{ time: 0, poses: { a: [1, 2, 3] } }] },
      "the pose of 'a' in frame 0 cannot be used: a pose has 12 or 16 numbers (3 given). Write the matrix row by row. Correct it there.",
    ],
    [
      { ...minimal, frames: [{ time: 0, poses: { a: { turn: 3 } } }] },
      "a pose has no 'turn' ('a' in frame 0). It has scale, rotate and move.",
    ],
    [
      { ...minimal, frames: [{ time: 0, poses: { a: { move: [1, null, 0] } } }] },
      "the move of 'a' in frame 0 is no vector ([1,null,0]). Give three numbers.",
    ],
    [
      { ...minimal, frames: [{ time: 0, poses: { a: { rotate: { axis: [0, 0, 0], angleDeg: 1 } } } }] },
      "the axis of 'a' in frame 0 has no direction. Give a vector that is not zero.",
    ],
    [
      { ...minimal, steps: 0 },
      "'steps' is no whole number from 1 to 1000000 (0). Give how many looks there are from frame to frame.",
    ],
    [{ ...minimal, ignore: ['a'] }, `'ignore' is no list of pairs of names. Write it as [["base", "arm"]].`],
  ])('refuses %j', (value, message) => {
    expect(() => parse(value)).toThrow(new InputError(`robot.json: ${message}`));
  });

  it('says where the JSON ends', () => {
    expect(() => parseMotionFile('{"parts": [', 'robot.json')).toThrow(
      /^robot\.json: this is no JSON \(.*\)\. Correct it there\.$/,
    );
  });
});

describe('poseBetween', () => {
  const poses = (from: object, to: object) => {
    const { frames } = parse({
      parts: [{ file: 'a.stl' }],
      frames: [
        { time: 0, poses: { a: from } },
        { time: 1, poses: { a: to } },
      ],
    });
    const [p, q] = frames.map((frame) => frame.poses.get('a')!);
    return (t: number, point: readonly [number, number, number], ratio = 1) =>
      transformPoint(poseBetween(p, q, t, ratio), point).map((c) => Math.round(c * 1e9) / 1e9 + 0);
  };
  const about = (angleDeg: number, more: object = {}) => ({ rotate: { axis: [0, 0, 1], angleDeg, ...more } });

  it('follows turns of half a turn and more, as they are written', () => {
    const whole = poses(about(0), about(360));
    expect(whole(0.25, [1, 0, 0])).toEqual([0, 1, 0]);
    expect(whole(0.5, [1, 0, 0])).toEqual([-1, 0, 0]);
    expect(poses(about(0), about(270))(1 / 3, [1, 0, 0])).toEqual([0, 1, 0]);
    expect(poses({}, about(270))(2 / 3, [1, 0, 0])).toEqual([-1, 0, 0]);
    const other = { rotate: { axis: [0, 0, -1], angleDeg: -180 } };
    expect(poses(about(0), other)(0.5, [1, 0, 0])).toEqual([0, 1, 0]);
  });

  it('keeps a hinge in place', () => {
    const door = poses(about(0, { about: [10, 0, 0] }), about(90, { about: [10, 0, 0] }));
    for (const t of [0.2, 0.5, 0.9]) expect(door(t, [10, 0, 7])).toEqual([10, 0, 7]);
    const half = Math.round(10 * Math.SQRT1_2 * 1e9) / 1e9;
    expect(door(0.5, [0, 0, 0])).toEqual([Math.round((10 - 10 * Math.SQRT1_2) * 1e9) / 1e9, -half, 0]);
    // A turn by nothing is one about any axis.
    const opened = poses(about(0), about(90, { about: [10, 0, 0] }));
    expect(opened(0.5, [0, 0, 0])).toEqual(door(0.5, [0, 0, 0]));
    // In other units.
    expect(door(0.5, [10_000, 0, 0], 1000)).toEqual([10_000, 0, 0]);
  });

  it('scales and turns at once without collapsing', () => {
    const grown = poses({ scale: 1 }, { scale: 3, ...about(180) });
    expect(grown(0.5, [1, 0, 0])).toEqual([0, 2, 0]);
    const matrix = poses([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], [0, -3, 0, 8, 3, 0, 0, 0, 0, 0, 3, 0]);
    const [x, y] = matrix(0.5, [1, 0, 0]);
    expect([x - 4, y]).toEqual([expect.closeTo(Math.SQRT2, 8), expect.closeTo(Math.SQRT2, 8)]);
  });
});
