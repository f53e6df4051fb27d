import { describe, expect, it } from 'vitest';
import {
  body,
  box,
  InputError,
  icoSphere,
  interference,
  motion,
  multiply,
  open,
  type PairReport,
  rotation,
  translation,
} from '../src/index.js';

const machine = await open({ backend: 'cpu' });
const asked = { machine, resolution: 64 };

/** A unit cube that goes from x = -3 to x = 3 past one that stands at 0, and a third that is never met. */
const scene = () => {
  const [fixed, moving, far] = ['fixed', 'moving', 'far'].map((name) => body(box(), { name }));
  far.pose = translation(0, 9, 0);
  const move = (time: number): void => {
    moving.pose = translation(time, 0.25, 0.25);
  };
  return { bodies: [fixed, moving, far], move };
};
const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, k) => from + ((to - from) * k) / count);

describe('motion', () => {
  it('tells the first contact, the worst pose, and how long bodies meet', async () => {
    const { bodies, move } = scene();
    const report = await motion(bodies, { ...asked, move, times: steps(-3, 3, 24), timeTolerance: 1e-3 });
    expect(report.pairs.length).toBe(1);
    const [{ firstContact, worst, worstTime, intervals }] = report.pairs;
    expect([worst.a, worst.b, worst.kind]).toEqual(['fixed', 'moving', 'hard']);
    // Cubes of edge 1 meet at a distance of 1, and overlap by half a half when they stand side by side.
    expect(firstContact.after).toBeGreaterThan(-1 - 2e-3);
    expect(firstContact.after).toBeLessThanOrEqual(-1);
    expect(firstContact.at).toBeGreaterThanOrEqual(-1 - 1e-9);
    expect(firstContact.at - firstContact.after!).toBeLessThanOrEqual(1e-3);
    expect(worstTime).toBe(0);
    expect(worst.volume).toBeCloseTo(0.75 * 0.75, 3);
    expect(intervals).toEqual([[firstContact.at, 1]]);
  });

  it('takes the steps as they are without a time tolerance, and tells of several meetings', async () => {
    const { bodies, move } = scene();
    const backAndForth = (time: number): void => move(2 - Math.abs(time - 4));
    const { pairs, poseCount } = await motion(bodies, { ...asked, move: backAndForth, times: steps(0, 8, 16) });
    expect(poseCount).toBe(17);
    expect(pairs[0].firstContact).toEqual({ after: 0.5, at: 1 });
    expect(pairs[0].intervals).toEqual([
      [1, 3],
      [5, 7],
    ]);
  });

  it('says where bodies meet from the beginning', async () => {
    const { bodies, move } = scene();
    const { pairs } = await motion(bodies, { ...asked, move, times: [0, 1, 2], timeTolerance: 0.01 });
    expect(pairs[0].firstContact).toEqual({ after: null, at: 0 });
    expect(pairs[0].worstTime).toBe(0);
  });

  it('follows a body that deforms', async () => {
    const [wall, ball] = [body(box({ size: [1, 9, 9] }), { pose: translation(3, 0, 0) }), body(icoSphere())];
    const rest = Float64Array.from(ball.mesh.positions);
    const swell = (time: number): void => ball.update(rest.map((x) => x * (1 + time)));
    const { pairs } = await motion([ball, wall], { ...asked, move: swell, times: steps(0, 3, 6), timeTolerance: 1e-3 });
    // The wall begins at 2.5; a corner of the ball lies on each axis, or a little within.
    const reach = Math.max(...rest.filter((_, i) => i % 3 === 0));
    expect(pairs[0].firstContact.at).toBeCloseTo(2.5 / reach - 1, 2);
    expect(pairs[0].worstTime).toBe(3);
  });

  it('keeps the moments at which it is least sure that bodies are apart', async () => {
    const [fixed, moving] = [body(icoSphere()), body(box({ size: 0.5 }))];
    const move = (time: number): void => {
      moving.pose = multiply(translation(time, 1.1 + time / 9, 0.9), rotation([0.6, 0.8, 0], 0.7));
    };
    const times = steps(-1, 2, 12);
    const settings = { machine, resolution: 16, clearance: 0.4 };
    const report = await motion([fixed, moving], { ...settings, move, times });
    const alone = [];
    for (const time of times) {
      move(time);
      alone.push(...(await interference([fixed, moving], settings)).cleared);
    }
    const least = (pairs: readonly PairReport[]) =>
      Math.min(...pairs.map(({ distance = Infinity, distanceError = 0 }) => distance - distanceError));
    expect(alone.length).toBeGreaterThan(2);
    expect(least(report.cleared)).toBe(least(alone));
    const most = (pairs: readonly PairReport[]) => Math.max(...pairs.map(({ measured }) => measured.missedBelow));
    expect(most(report.cleared)).toBe(most(alone));
  });

  it('tells of the steps while it goes', async () => {
    const { bodies, move } = scene();
    const heard: [number, number, number][] = [];
    const onStep = (done: number, total: number, soFar: readonly unknown[]) => heard.push([done, total, soFar.length]);
    await motion(bodies, { ...asked, move, times: [-2, 0, 2], onStep });
    expect(heard).toEqual([
      [1, 3, 0],
      [2, 3, 1],
      [3, 3, 1],
    ]);
  });

  it.each([
    [{ times: [] }, 'motion: the times are no list of numbers. Give the moments to look at, one or more.'],
    [
      { times: [0, 2, 1] },
      'motion: the times do not grow (2 is followed by 1). Give them in growing order, each once.',
    ],
    [{ times: [0, Number.NaN] }, 'motion: the times are no list of numbers. Give the moments to look at, one or more.'],
    [{ times: [0], move: 3 }, 'motion: `move` is no function (number). Give one that puts the bodies in place.'],
    [{ times: [0], timeTolerance: 0 }, 'motion: the time tolerance is not a time (0). Give a number above 0.'],
  ])('refuses %j', async (options, message) => {
    const { bodies, move } = scene();
    await expect(motion(bodies, { ...asked, move, ...options } as Parameters<typeof motion>[1])).rejects.toThrow(
      new InputError(message),
    );
  });
});
