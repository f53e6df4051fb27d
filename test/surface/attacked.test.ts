import { describe, expect, test } from 'vitest';
import { SURFACE_SOLIDS } from '../../scenes/surfaceSolids.js';
import { type Body, body } from '../../src/body.js';
import { collide } from '../../src/collide.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { rotation, scaling, translation } from '../../src/math/affine.js';
import { extent } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { endsBefore } from '../../src/surface/endsBefore.js';
import {
  abs,
  add,
  at,
  exp,
  type Formula,
  hypot,
  max,
  min,
  mul,
  neg,
  sqrt,
  square,
  sub,
  x,
  y,
  z,
} from '../../src/surface/formula/formula.js';
import { tapeOf } from '../../src/surface/formula/tape.js';
import { heightFunction } from '../../src/surface/implicit/heightFunction.js';
import { implicit } from '../../src/surface/implicit/implicit.js';
import { kindOf as kindOfSurface } from '../../src/surface/kinds.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { sphere } from '../../src/surface/quadric/sphere.js';
import { tessellated } from '../../src/surface/tessellated.js';
import { torus } from '../../src/surface/torus/torusSurface.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';

const machine = createCpuMachine();
const kindOf = async (a: Body, b: Body, options = {}) => {
  const { pairs } = await interference([a, b], { machine, resolution: 128, ...options });
  return [pairs[0]?.kind ?? 'none', pairs[0]?.inner].filter(Boolean).join(' ');
};
const ball = (radius: number, cx = 0, cy = 0, cz = 0) => sub(hypot(sub(x, cx), sub(y, cy), sub(z, cz)), radius);
const TURN = rotation([0, 0, 1], 0.5);

describe('formulas that are 0 over a region: what is not below 0 is outside', () => {
  const room = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
  const around = body(box({ size: 4 }));
  test.each([
    [
      'a paraboloid that is cut off at 0',
      neg(max(0, sub(1, mul(4, add(square(x), square(y), square(z)))))),
      Math.PI / 6,
    ],
    ['a distance that is cut off at 0', min(0, ball(0.5)), Math.PI / 6],
    ['a slab of nothing', max(ball(1), min(sub(abs(x), 0.5), 0)), 2 * Math.PI * (0.5 - 0.125 / 3)],
  ])('%s', async (_, f, volume) => {
    const { pairs } = await interference([body(implicit({ f, bounds: room })), around], { machine, resolution: 128 });
    expect(Math.abs(pairs[0].volume - volume)).toBeLessThanOrEqual(pairs[0].volumeError);
    expect(Math.abs(pairs[0].volume / volume - 1)).toBeLessThan(0.01);
  });
});

describe('formulas without a value somewhere', () => {
  test('are refused, however small that place is', () => {
    for (const radius of [0.02, 0.001]) {
      const hole = sub(hypot(sub(x, 0.313), sub(y, 0.217), sub(z, 0.111)), radius);
      expect(() => implicit({ f: add(ball(1), mul(0, sqrt(hole))) })).toThrow(
        /^implicit: the formula is not a number at/,
      );
    }
    expect(() => implicit({ f: add(ball(1), mul(0, sqrt(max(x, 0)))) })).not.toThrow();
  });

  test('may be as deep as they like', () => {
    const long = add(x, ...Array.from({ length: 20_000 }, (_, k) => k));
    expect(tapeOf(long).steps).toHaveLength(40_001);
    expect(tapeOf(at(long, y, z, x)).steps).toHaveLength(40_001);
    const itself = { op: 'neg' as const, args: [] as Formula[] };
    itself.args.push(itself);
    expect(() => tapeOf(itself)).toThrow(/^formula: a part contains itself/);
  });
});

describe('contained, whatever way a body is turned', () => {
  test('a tiny piece elsewhere is not contained', async () => {
    for (const [cx, cy, cz] of [
      [2.3, 0.1, 0.2],
      [2.9, -0.3, 0.4],
      [2.1, 0.45, -0.2],
    ]) {
      const far = add(square(sub(x, cx)), square(sub(y, cy)), square(sub(z, cz)));
      const f = sub(0.5, add(exp(neg(add(square(x), square(y), square(z)))), exp(mul(-1e4, far))));
      const bounds = { min: [-1.5, -1.5, -1.5], max: [4, 1.5, 1.5] } as const;
      expect(await kindOf(body(implicit({ f, bounds })), body(sphere()))).toBe('hard');
    }
  });

  test('a turned cylinder in a box, and in a wider cylinder', async () => {
    const turned = () => body(cylinder({ radius: 1, height: 2 }), { pose: TURN });
    expect(await kindOf(turned(), body(box({ size: [2.2, 2.2, 2] })))).toBe('contained a');
    for (const radius of [1.1, 1.01, 1.001])
      expect(await kindOf(turned(), body(cylinder({ radius, height: 2 })))).toBe('contained a');
  });

  test('a ball by a formula in a box that just holds it', async () => {
    const formula = body(implicit({ f: ball(1) }));
    expect(await kindOf(formula, body(box({ size: 2 })), { resolution: 64 })).toBe('contained a');
    expect(await kindOf(formula, body(box({ size: 2.0002 })), { resolution: 64 })).toBe('contained a');
    expect(await kindOf(body(sphere(), { pose: TURN }), body(box({ size: 2 })))).toBe('contained a');
  });

  test('equal solids are duplicates', async () => {
    const turned = { pose: TURN };
    expect(await kindOf(body(sphere()), body(implicit({ f: ball(1) })))).toBe('duplicate');
    expect(await kindOf(body(sphere(), turned), body(sphere()))).toBe('duplicate');
    expect(await kindOf(body(torus(), turned), body(torus()))).toBe('duplicate');
    expect(await kindOf(body(cylinder(), turned), body(cylinder()))).toBe('duplicate');
  });

  test('endsBefore tells where every solid ends, seed 1', () => {
    const random = seeded(1);
    // Closed forms have a test of their own.
    for (const { name, make } of SURFACE_SOLIDS.filter(
      ({ make, isCreased }) => !isCreased && !kindOfSurface(make()).reach,
    )) {
      const surface = make();
      const size = Math.max(...extent(surface.bounds));
      const { mesh, chordError } = tessellated(surface, size / 64);
      for (let k = 0; k < 2; k++) {
        const [u, v, w] = [random() - 0.5, random() - 0.5, random() - 0.5];
        const long = Math.hypot(u, v, w);
        let most = -Infinity;
        for (let i = 0; i < mesh.positions.length; i += 3)
          most = Math.max(most, u * mesh.positions[i] + v * mesh.positions[i + 1] + w * mesh.positions[i + 2]);
        expect(endsBefore(surface, u, v, w, most - 1e-9), name).toBe(false);
        expect(endsBefore(surface, u, v, w, most + (2 * chordError + size / 25) * long), name).toBe(true);
      }
    }
  });
});

describe('exact precision and faces in a surface’s place', () => {
  test('a distance is known to the chord errors, and what may be nearer is told', async () => {
    const pair = () => [body(sphere()), body(sphere(), { pose: translation(2.1, 0, 0) })];
    const ask = { machine, resolution: 64, precision: 'exact' } as const;
    const { pairs } = await interference(pair(), { ...ask, clearance: 0.2 });
    expect(Math.abs(pairs[0].distance! - 0.1)).toBeLessThanOrEqual(pairs[0].distanceError!);
    const near = await interference(pair(), { ...ask, clearance: 0.1001 });
    expect([...near.pairs, ...near.cleared]).toHaveLength(1);
  });

  test('what rays show to overlap does, though faces do not; and faces make nothing certain', async () => {
    const [a, b] = [body(sphere()), body(sphere(), { pose: translation(1.9998, 0, 0) })];
    expect(await kindOf(a, b, { resolution: 129, precision: 'exact' })).toBe('hard');
    expect(
      (await collide(a, body(sphere(), { pose: translation(1, 0, 0) }), { machine, resolution: 64 })).isCertain,
    ).toBe(false);
    expect(
      (await collide(a, body(sphere(), { pose: translation(9, 0, 0) }), { machine, resolution: 64 })).isCertain,
    ).toBe(true);
  });
});

describeGpu('bodies far larger than what is seen of them, on both machines', () => {
  test('have the same kinds and volumes', async () => {
    using gpu = await openGpu();
    const ground = () => body(heightFunction({ h: mul(0, x), domain: [-1000, 1000, -1000, 1000], base: -10 }));
    const pairs: [Body, Body][] = [
      [ground(), body(box({ size: 0.01 }))],
      [ground(), body(box({ size: 0.005 }), { pose: translation(3, 4, -0.02) })],
      [body(sphere({ radius: 1000 })), body(box({ size: 0.001 }), { pose: translation(10, 20, 30) })],
      [body(cylinder({ radius: 1, height: 1e4 })), body(sphere({ radius: 0.01 }), { pose: translation(1, 0, 3000) })],
      [body(cylinder({ radius: 2, height: 1e6 })), body(sphere(), { pose: translation(0.2, 0, 30_000) })],
      [
        body(sphere(), { pose: scaling(1e4, 1, 1e-4) }),
        body(implicit({ f: ball(1, 0, 1) }), { pose: scaling(1e4, 1, 1e-4) }),
      ],
    ];
    for (const [a, b] of pairs) {
      const ask = (on: typeof machine) => interference([a, b], { machine: on, resolution: 48 });
      const [one, other] = [(await ask(machine)).pairs[0], (await ask(gpu)).pairs[0]];
      expect(other.kind).toBe(one.kind);
      expect(Math.abs(other.volume - one.volume)).toBeLessThanOrEqual(one.volumeError + other.volumeError);
      expect(Math.abs(other.volume / one.volume - 1)).toBeLessThan(0.01);
    }
  });
});

describeGpu('formulas that f32 cannot hold', () => {
  test('are cast by the host: tiny values, and solids far from their own origin', async () => {
    using gpu = await openGpu();
    const tiny = implicit({
      f: mul(1e-30, sub(add(square(x), square(y), square(z)), 1)),
      bounds: { min: [-2, -2, -2], max: [2, 2, 2] },
    });
    expect(await kindOf(body(tiny), body(sphere({ radius: 1.2 })), { machine: gpu, resolution: 48 })).toBe(
      'contained a',
    );
    for (const d of [1e3, 1e5, 1e6]) {
      const f = ball(1, d);
      const far = body(implicit({ f, bounds: { min: [d - 2, -2, -2], max: [d + 2, 2, 2] } }), {
        pose: translation(-d, 0, 0),
      });
      const { pairs } = await interference([far, body(box({ size: 4 }))], { machine: gpu, resolution: 48 });
      expect(pairs[0]).toMatchObject({ kind: 'contained', inner: 'a' });
      expect(Math.abs(pairs[0].volume - (4 / 3) * Math.PI)).toBeLessThanOrEqual(pairs[0].volumeError);
    }
  });
});
