import { expect, test } from 'vitest';
import { seeded } from '../../src/math/random.js';
import {
  abs,
  add,
  div,
  type Formula,
  hypot,
  max,
  min,
  pow,
  sin,
  sqrt,
  square,
  sub,
  x,
  y,
  z,
} from '../../src/surface/formula/formula.js';
import { implicitProgram } from '../../src/surface/implicit/implicitProgram.js';
import { describeGpu } from '../support/gpu.js';
import { castOnGpu } from './support/castOnGpu.js';
import { withoutClosePairs } from './support/castSubject.js';
import { type ImplicitSubject, implicitSubjects } from './support/implicitSubjects.js';

const RAYS = 160;
/** Points of a ray at which the oracle looks. */
const SAMPLES = 4000;

/** From outside or inside through the box, into all directions; one in eight along an axis. t = 1 is beyond the solid. */
function raysAt({ bounds }: ImplicitSubject, seed: number): Float32Array {
  const random = seeded(seed);
  const rays = new Float32Array(6 * RAYS);
  for (let k = 0; k < RAYS; k++) {
    const aim = bounds.min.map((low, axis) => low + random() * (bounds.max[axis] - low));
    const axis = k % 8 === 0 ? Math.floor(3 * random()) : -1;
    const way = [0, 1, 2].map((i) => (axis < 0 ? random() - 0.5 : Number(i === axis)));
    const length = (1.5 + random()) / Math.hypot(...way);
    const back = k % 4 === 1 ? 0 : 0.5;
    for (let i = 0; i < 3; i++) {
      const d = 2 * way[i] * length;
      rays[6 * k + 3 + i] = d;
      rays[6 * k + i] = aim[i] - back * d;
    }
  }
  return rays;
}

/** Where the sign of a function of t changes between 0 and 1, to the last digit. */
function signChanges(isInside: (t: number) => boolean): number[] {
  const found: number[] = [];
  let was = isInside(0);
  for (let k = 1; k <= SAMPLES; k++) {
    const is = isInside(k / SAMPLES);
    if (is !== was) {
      let [a, b] = [(k - 1) / SAMPLES, k / SAMPLES];
      for (let n = 0; n < 44; n++) {
        const m = (a + b) / 2;
        if (isInside(m) === was) a = m;
        else b = m;
      }
      found.push((a + b) / 2);
    }
    was = is;
  }
  return found;
}

describeGpu('a formula cast by its WGSL', () => {
  for (const [n, subject] of implicitSubjects.entries()) {
    const seed = 40 + n;
    test(`${subject.name}: the crossings of a fine sampling in f64 (seed ${seed})`, async () => {
      const { formula, by, bounds } = subject;
      const { min: low, max: high } = bounds;
      const size = Math.max(...high.map((v, k) => v - low[k]));
      const rays = raysAt(subject, seed);
      const program = implicitProgram({ kind: 'implicit', formula, bounds, patches: [] });
      const told = await castOnGpu(program, rays, 0, 1);
      const faults: string[] = [];
      let crossings = 0;
      told.forEach((gpu, k) => {
        const [ox, oy, oz, dx, dy, dz] = rays.subarray(6 * k, 6 * k + 6);
        const length = Math.hypot(dx, dy, dz);
        const at = (t: number): [number, number, number] => [ox + t * dx, oy + t * dy, oz + t * dz];
        const isInside = (t: number): boolean => {
          const p = at(t);
          return p.every((v, axis) => v >= low[axis] && v <= high[axis]) && by(...p) < 0;
        };
        const apart = (1e-3 * size) / length;
        const exact = withoutClosePairs(signChanges(isInside), apart);
        const t = withoutClosePairs(gpu.t, apart);
        const what = `ray ${k} ${[...rays.subarray(6 * k, 6 * k + 6)].join(' ')}: ${JSON.stringify(gpu)} instead of ${exact}`;
        if (gpu.gaveUp > 0 || gpu.startsInside !== isInside(0) || t.length !== exact.length) faults.push(what);
        if (gpu.isEntry.some((is, i) => is !== ((i % 2 === 0) !== gpu.startsInside))) faults.push(`turns: ${what}`);
        for (const [i, patch] of gpu.patch.entries()) {
          const p = at(gpu.t[i]);
          crossings++;
          // How far from its surface a crossing is: from the face, or by the formula and its steepness.
          let far: number;
          if (patch > 0) {
            const axis = (patch - 1) >> 1;
            far = Math.abs(p[axis] - (patch % 2 === 1 ? low : high)[axis]);
          } else {
            const e = 1e-6;
            const slope = [0, 1, 2].map((axis) => {
              const [q, r] = [p.slice(), p.slice()] as [number, number, number][];
              q[axis] -= e;
              r[axis] += e;
              return (by(...r) - by(...q)) / (2 * e);
            });
            far = Math.abs(by(...p)) / Math.hypot(...slope);
          }
          if (!(far <= 2e-6 * size)) faults.push(`off by ${far}: ${what}`);
        }
      });
      expect(faults.slice(0, 3)).toEqual([]);
      expect(crossings).toBeGreaterThan(RAYS / 4);
    });
  }

  const programOf = (formula: Formula) =>
    implicitProgram({ kind: 'implicit', formula, bounds: { min: [-2, -2, -2], max: [2, 2, 2] }, patches: [] });
  const takesTurns = ({ isEntry, startsInside }: { isEntry: boolean[]; startsInside: boolean }): boolean =>
    isEntry.every((is, i) => is === ((i % 2 === 0) !== startsInside));

  test('rays that graze a shell of 0.001 from both sides: as many crossings as chords (seed 60)', async () => {
    const [outer, inner] = [1.001, 0.999];
    const shell = sub(abs(sub(hypot(x, y, z), 1)), 0.001);
    const random = seeded(60);
    const rays = new Float32Array(6 * 256);
    for (let k = 0; k < 256; k++) {
      const off = [outer, inner][k & 1] + (random() < 0.5 ? -1 : 1) * 10 ** (-2 - 5 * random());
      const turn = 2 * Math.PI * random();
      // At `off` from the middle, in any plane through the z axis.
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const slant = random() - 0.5;
      rays.set([off * c + 1.5 * s, off * s - 1.5 * c, -1.5 * slant, -3 * s, 3 * c, 3 * slant], 6 * k);
    }
    for (const [k, gpu] of (await castOnGpu(programOf(shell), rays, 0, 1)).entries()) {
      const [ox, oy, oz, dx, dy, dz] = rays.subarray(6 * k, 6 * k + 6);
      const square = dx * dx + dy * dy + dz * dz;
      const nearest = -(ox * dx + oy * dy + oz * dz) / square;
      const away = (ox + nearest * dx) ** 2 + (oy + nearest * dy) ** 2 + (oz + nearest * dz) ** 2;
      const chords = [outer, inner].map((r) => Math.sqrt(Math.max(0, r * r - away) / square));
      const exact = [-chords[0], -chords[1], chords[1], chords[0]].filter((t) => t !== 0).map((t) => nearest + t);
      const apart = 2e-3 / Math.sqrt(square);
      expect(gpu.gaveUp).toBe(0);
      expect(takesTurns(gpu)).toBe(true);
      // A pair about as close as that may count as a touch or not.
      const counts = [0.8 * apart, 1.25 * apart].map((least) => withoutClosePairs(exact, least).length);
      expect(counts, `ray ${k}: ${gpu.t} instead of ${exact}`).toContain(withoutClosePairs(gpu.t, apart).length);
    }
  });

  test('rays along the walls of a box: by turns, on its border, and none is given up', async () => {
    const box = max(sub(abs(x), 1), sub(abs(y), 0.75), sub(abs(z), 0.5));
    const random = seeded(61);
    const rays = new Float32Array(6 * 96);
    for (let k = 0; k < 96; k++) {
      // In the wall, or a last digit or a slant beside it.
      const wall = [1, 1 - 2 ** -24, 1 + 2 ** -23, -1][k & 3];
      rays.set(
        [wall, 2 * random() - 1, -1, k % 3 === 0 ? 1e-7 * (random() - 0.5) : 0, k % 5 === 0 ? 0.3 : 0, 2],
        6 * k,
      );
    }
    let crossings = 0;
    for (const [k, gpu] of (await castOnGpu(programOf(box), rays, 0, 1)).entries()) {
      expect(gpu.gaveUp).toBe(0);
      expect(takesTurns(gpu)).toBe(true);
      for (const t of gpu.t) {
        crossings++;
        const [px, py, pz] = [0, 1, 2].map((i) => rays[6 * k + i] + t * rays[6 * k + 3 + i]);
        expect(Math.abs(Math.max(Math.abs(px) - 1, Math.abs(py) - 0.75, Math.abs(pz) - 0.5))).toBeLessThan(1e-6);
      }
    }
    expect(crossings).toBeGreaterThan(20);
  });

  test('what cannot be settled is given up once, and crossings elsewhere are found', async () => {
    // It touches 0 without end at the plane x = 0.1, and is inside beyond x = 1.
    const touches = square(sin(div(1, sub(x, 0.1))));
    const rays = Float32Array.from([-1, 0.1, 0, 4, 0.01, 0, -0.5, 0.1, 0, 4, 0, 0]);
    const [first, second] = await castOnGpu(programOf(min(touches, sub(1, x))), rays, 0, 1);
    const found = { startsInside: false, gaveUp: 1, isEntry: [true, false], patch: [0, 2] };
    expect(first).toEqual({ ...found, t: [expect.closeTo(0.5, 6), 0.75] });
    expect(second).toEqual({ ...found, t: [expect.closeTo(0.375, 6), 0.625] });
  });

  test('where there is no value the ray is outside, and says that it gave up', async () => {
    // From x = −1, where there is no root, to x = 1: inside from 0 to 0.25.
    const rays = Float32Array.from([-1, 0, 0, 2, 0, 0, 0.125, 0, 0, 2, 0, 0]);
    const [through, within] = await castOnGpu(programOf(sub(sqrt(x), 0.5)), rays, 0, 1);
    expect(through.gaveUp).toBe(1);
    expect(takesTurns(through)).toBe(true);
    expect(through.startsInside).toBe(false);
    expect(through.t).toEqual([expect.closeTo(0.5, 6), expect.closeTo(0.625, 6)]);
    expect(within).toEqual({
      startsInside: true,
      gaveUp: 0,
      t: [expect.closeTo(0.0625, 6)],
      isEntry: [false],
      patch: [0],
    });
  });

  test('formulas that differ in their numbers alone have one text, whole exponents apart', () => {
    const ball = (r: number, exponent: number) => sub(add(square(x), pow(y, exponent), square(z)), r);
    expect(programOf(ball(1, 2)).wgsl).toBe(programOf(ball(0.5, 2)).wgsl);
    expect(programOf(ball(1, 2.5)).wgsl).toBe(programOf(ball(1, 1.5)).wgsl);
    expect(programOf(ball(1, 2)).wgsl).not.toBe(programOf(ball(1, 4)).wgsl);
    expect(programOf(ball(3, 2)).parameters).toEqual([-2, -2, -2, 2, 2, 2, 2, 3]);
  });
});
