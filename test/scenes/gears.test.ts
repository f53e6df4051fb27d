import initialize from 'manifold-3d';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GearPair, type GearPairOptions, gear, gearPair, gearShape } from '../../scenes/gears.js';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { invert, multiply, transformDirection, transformPoint, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { casterOf } from '../../src/surface/casterOf.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { createEvaluator } from '../../src/surface/formula/evaluator.js';
import type { RaySurface } from '../../src/surface/surface.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { randomRigid } from '../support/randomPose.js';

const manifold = await initialize();
manifold.setup();
const machine = createCpuMachine();

type Outline = [number, number][];

/** The outline of a gear, tooth by tooth: the root, both flanks as threads that unwind from the base circle, the tip. */
function outline(teeth: number, backlash: number, pressureAngleDeg = 20, steps = 60): Outline {
  const alpha = (pressureAngleDeg * Math.PI) / 180;
  const [pitch, base] = [teeth / 2, (teeth / 2) * Math.cos(alpha)];
  // Where a flank begins: an involute has run by tan α − α at the pitch circle, where a tooth is π / 2 − backlash wide.
  const start = (Math.PI / 2 - backlash) / (2 * pitch) + Math.tan(alpha) - alpha;
  const last = Math.sqrt(((pitch + 1) / base) ** 2 - 1);
  const flank = Array.from({ length: steps + 1 }, (_, k): [number, number] => {
    const t = (last * k) / steps;
    return [base * Math.hypot(1, t), Math.atan(t) - t + start];
  });
  const arc = (radius: number, from: number, to: number): [number, number][] =>
    Array.from({ length: 9 }, (_, k) => [radius, from + ((to - from) * k) / 8]);
  const [tip, root] = [flank[steps][1], pitch - 1.25];
  const tooth: [number, number][] = [
    ...arc(root, start - (2 * Math.PI) / teeth, -start),
    ...flank.map(([r, angle]): [number, number] => [r, -angle]),
    ...arc(pitch + 1, -tip, tip).slice(1, -1),
    ...flank.slice().reverse(),
  ];
  return Array.from({ length: teeth }, (_, k) =>
    tooth.map(([r, angle]): [number, number] => {
      const turned = angle + (2 * Math.PI * k) / teeth;
      return [r * Math.cos(turned), r * Math.sin(turned)];
    }),
  ).flat();
}

const posed = (points: Outline, m: ArrayLike<number>): Outline =>
  points.map(([x, y]) => [m[0] * x + m[1] * y + m[3], m[4] * x + m[5] * y + m[7]]);

const areaOf = (points: Outline): number => new manifold.CrossSection([points]).area();

const commonArea = (one: Outline, other: Outline): number =>
  new manifold.CrossSection([one]).intersect(new manifold.CrossSection([other])).area();

/** Angles of the driver over one pitch. */
const angles = (teeth: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / (teeth * count));

/** A pair that costs little: the least number of teeth that need no undercut, and the same gear twice. */
const smallPair = (backlash: number): GearPair => gearPair([12, 12], { pressureAngle: 25, backlash, width: 0.5 });

const lookAt = async ({ driver, driven }: GearPair, options = {}): Promise<PairReport | undefined> => {
  const { pairs, diagnostics } = await interference([driver, driven], { machine, resolution: 32, ...options });
  expect(diagnostics).toEqual([]);
  return pairs[0];
};

/** Where a line is inside a body: from, to, from, to. */
function stretches({ surface, pose }: Body, point: Vec3, direction: Vec3): number[] {
  const toBody = invert(pose);
  const found = createCrossings();
  const [p, d] = [transformPoint(toBody, point), transformDirection(toBody, direction)];
  casterOf(surface as RaySurface).cast(...p, ...d, -100, 100, found);
  return [...found.t.subarray(0, found.count)];
}

/** From each place where the line leaves a tooth of the one to the next tooth of the other that begins after that one began; by size. */
function flankGaps({ driver, driven, lineOfAction: { point, direction } }: GearPair): number[] {
  // Off the faces' middle: any height is as good.
  const through: Vec3 = [point[0], point[1], 0.3];
  const [one, other] = [driver, driven].map((gear) => stretches(gear, through, direction));
  const gaps: number[] = [];
  for (const [p, q] of [
    [one, other],
    [other, one],
  ])
    for (let i = 0; i < p.length; i += 2)
      for (let k = 0; k < q.length; k += 2) if (q[k] > p[i] && q[k + 1] > p[i + 1]) gaps.push(q[k] - p[i + 1]);
  return gaps.sort((g, h) => g - h);
}

describe('a gear', () => {
  const shape = gearShape({ teeth: 18 });

  test('of 18 teeth needs no undercut, is not pointed, and has gaps as wide as its teeth', () => {
    const { pitchRadius, baseRadius, rootRadius, tipRadius, halfTooth, pressureAngle } = shape;
    expect(18).toBeGreaterThan(2 / Math.sin(pressureAngle) ** 2);
    expect(17).toBeLessThan(2 / Math.sin(pressureAngle) ** 2);
    expect([pitchRadius, rootRadius, tipRadius]).toEqual([9, 7.75, 10]);
    expect(baseRadius).toBeCloseTo(9 * Math.cos(Math.PI / 9), 12);
    expect(2 * pitchRadius * halfTooth(pitchRadius)).toBeCloseTo(Math.PI / 2, 12);
    // Tips are to be wider than 0.4 modules, so that they can be hardened (ISO 21771).
    expect(2 * tipRadius * halfTooth(tipRadius)).toBeGreaterThan(0.4);
    expect(halfTooth(rootRadius)).toBe(halfTooth(baseRadius));
  });

  test('has flanks that are involutes: the formula is 0 along threads that unwind from the base circle, seed 1', () => {
    const random = seeded(1);
    for (const [teeth, backlash] of [
      [18, 0],
      [27, 0.1],
      [40, -0.05],
    ]) {
      const { value } = createEvaluator(gear({ teeth, backlash }).formula);
      const points = outline(teeth, backlash);
      const { baseRadius, tipRadius } = gearShape({ teeth, backlash });
      for (let k = 0; k < 200; k++) {
        const [x, y] = points[Math.floor(random() * points.length)];
        const r = Math.hypot(x, y);
        if (r < baseRadius || r > tipRadius - 1e-9) continue;
        expect(Math.abs(value(x, y, 0.3))).toBeLessThan(1e-7);
        // Steps to either side along the circle: into the tooth, and into the gap.
        const signs = [-1e-3, 1e-3].map((a) => Math.sign(value(x - a * y, y + a * x, 0.3)));
        if (r > baseRadius + 0.1) expect(signs.sort()).toEqual([-1, 1]);
      }
    }
  });

  test('has the volume of its outline', async () => {
    const around = body(box({ size: [24, 24, 4] }), { name: 'around' });
    const { pairs, diagnostics } = await interference([body(gear({ teeth: 18 })), around], {
      machine,
      resolution: 128,
      direction: [0, 0, 1],
    });
    expect(diagnostics).toEqual([]);
    expect(pairs[0]).toMatchObject({ kind: 'contained', inner: 'a' });
    const volume = 2 * areaOf(outline(18, 0));
    expect(Math.abs(pairs[0].volume - volume)).toBeLessThanOrEqual(pairs[0].volumeError);
    expect(Math.abs(pairs[0].volume / volume - 1)).toBeLessThan(2e-3);
  });

  test('says what is wrong with its numbers', () => {
    expect(() => gear({ teeth: 2.5 })).toThrow('gear: the number of teeth is no whole number from 3 up (2.5).');
    expect(() => gear({ teeth: 18, backlash: 1.3 })).toThrow(
      'gear: its flanks cross below the tips (18 teeth, backlash 1.3).',
    );
    expect(() => gear({ teeth: 18, backlash: -1.4 })).toThrow(
      'gear: there is no gap between its teeth (backlash -1.4).',
    );
    expect(() => gear({ teeth: 18, pressureAngle: 50 })).toThrow('gear: the pressure angle is not between 0 and 45');
    expect(() => gearPair([18, 27], { centreDistance: 21 })).toThrow('gearPair: the base circles overlap (21 between');
  });
});

const PAIRS: readonly (readonly [what: string, teeth: readonly [number, number], options: GearPairOptions])[] = [
  ['teeth that fill the gaps', [18, 27], {}],
  ['backlash', [18, 27], { backlash: 0.1 }],
  ['teeth that are too wide', [18, 27], { backlash: -0.05 }],
  ['axes too far apart', [18, 27], { centreDistance: 22.7 }],
  ['axes too near', [18, 18], { centreDistance: 17.9 }],
  ['axes too near for the backlash', [20, 60], { centreDistance: 39.8, backlash: 0.1 }],
  ['another pressure angle', [12, 31], { pressureAngle: 25, backlash: 0.02, centreDistance: 21.6 }],
];

describe('a gear pair', () => {
  test('has flanks that are conjugate: along the line of action they are apart by the same at 24 angles', () => {
    for (const [what, teeth, options] of PAIRS) {
      const pair = gearPair(teeth, options);
      expect(pair.contactRatio, what).toBeGreaterThan(1);
      for (const angle of angles(teeth[0], 24)) {
        pair.turn(angle);
        const gaps = flankGaps(pair);
        const nearest = Math.min(...gaps.map((one) => Math.abs(one - pair.flankGap)));
        expect(nearest, `${what}, ${angle}`).toBeLessThan(1e-9);
        // Where no flanks overlap, none are nearer.
        if (pair.flankGap >= 0) expect(gaps[0], `${what}, ${angle}`).toBeGreaterThan(pair.flankGap - 1e-9);
      }
    }
  });

  test('tells how far: backlash · cos α, and more for axes that are farther apart', () => {
    const cosine = Math.cos(Math.PI / 9);
    expect(gearPair().flankGap).toBeCloseTo(0, 14);
    expect(gearPair([18, 27], { backlash: 0.1 }).flankGap).toBeCloseTo(0.1 * cosine, 12);
    expect(gearPair([18, 27], { backlash: -0.05 }).flankGap).toBeCloseTo(-0.05 * cosine, 12);
    // To first order, moving the axes apart by e moves flanks apart by e sin α.
    for (const e of [1e-3, -1e-3])
      expect(gearPair([18, 27], { centreDistance: 22.5 + e }).flankGap / e).toBeCloseTo(Math.sin(Math.PI / 9), 3);
  });

  test('meets its mate above the base circle only', () => {
    for (const teeth of [18, 27, 1000]) {
      const [one, other] = [gearShape({ teeth: 18 }), gearShape({ teeth })];
      const line = (one.pitchRadius + other.pitchRadius) * Math.sin(one.pressureAngle);
      expect(Math.sqrt(other.tipRadius ** 2 - other.baseRadius ** 2)).toBeLessThan(line);
      expect(Math.sqrt(one.tipRadius ** 2 - one.baseRadius ** 2)).toBeLessThan(line);
    }
    expect(gearPair().contactRatio).toBeCloseTo(1.58, 2);
  });

  test('with backlash interferes at no angle, in no pose (seed 3), and its least gap is that of the flanks', async () => {
    const pair = smallPair(0.1);
    const random = seeded(3);
    for (const angle of angles(12, 3)) {
      pair.turn(angle);
      expect(await lookAt(pair), `angle ${angle}`).toBeUndefined();
      const near = await lookAt(pair, { clearance: 0.2, resolution: 24 });
      expect(near, `angle ${angle}`).toMatchObject({ kind: 'clearance' });
      expect(near!.distance!).toBeGreaterThan(pair.flankGap - 1e-6);
      expect(near!.distance! - near!.distanceError!).toBeLessThan(pair.flankGap);
    }
    const anywhere = randomRigid(random, 10);
    for (const one of [pair.driver, pair.driven]) one.pose = multiply(anywhere, one.pose);
    expect(await lookAt(pair)).toBeUndefined();
    // A move by less than the gap does not close it, one by more does.
    const push = (by: number) => {
      const [x, y, z] = transformDirection(anywhere, pair.lineOfAction.direction).map((c) => c * by);
      pair.driven.pose = multiply(translation(x, y, z), pair.driven.pose);
    };
    push(-0.9 * pair.flankGap);
    expect(await lookAt(pair)).toBeUndefined();
    push(-0.2 * pair.flankGap);
    expect(await lookAt(pair, { resolution: 96 })).toMatchObject({ kind: 'hard' });
  });

  test('without backlash overlaps at no angle by more than depths may be wrong', async () => {
    const pair = smallPair(0);
    for (const angle of angles(12, 2)) {
      pair.turn(angle);
      const found = await lookAt(pair);
      if (found?.kind === 'hard') expect(found.depthAlongView).toBeLessThanOrEqual(found.measured.depthError);
      else expect(['touch', undefined]).toContain(found?.kind);
      // Nearer or farther by a hundredth: they interfere, or are apart.
      const { pose } = pair.driven;
      pair.driven.pose = multiply(translation(-0.03, 0, 0), pose);
      expect(await lookAt(pair, { resolution: 64, direction: [0, 0, 1] })).toMatchObject({ kind: 'hard' });
      pair.driven.pose = multiply(translation(0.03, 0, 0), pose);
      expect(await lookAt(pair)).toBeUndefined();
    }
  });

  test('with teeth that are too wide interferes at every angle, by the area that their outlines have in common', async () => {
    const pair = smallPair(-0.2);
    const points = outline(12, -0.2, 25);
    for (const angle of angles(12, 4)) {
      pair.turn(angle);
      const found = await lookAt(pair, { resolution: 128, direction: [0, 0, 1] });
      expect(found).toMatchObject({ kind: 'hard' });
      const volume = 0.5 * commonArea(posed(points, pair.driver.pose), posed(points, pair.driven.pose));
      expect(Math.abs(found!.volume - volume)).toBeLessThanOrEqual(found!.volumeError);
      expect(Math.abs(found!.volume / volume - 1)).toBeLessThan(0.05);
    }
  });
});

describeGpu('a gear pair on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test('overlaps as on the CPU where teeth are too wide', async () => {
    const along = { resolution: 32, direction: [0, 0, 1] as Vec3 };
    const wide = smallPair(-0.3);
    const [here, there] = [await lookAt(wide, along), await lookAt(wide, { ...along, machine: gpu })];
    expect([here!.kind, there!.kind]).toEqual(['hard', 'hard']);
    expect(Math.abs(here!.pixels - there!.pixels)).toBeLessThanOrEqual(2);
    expect(there!.volume / here!.volume).toBeCloseTo(1, 1);
  });
});
