import { describe, expect, test } from 'vitest';
import { dropsAt } from '../../scenes/metaballs.js';
import { body } from '../../src/body.js';
import { collide } from '../../src/collide.js';
import { contacts } from '../../src/contacts.js';
import { cull } from '../../src/cull.js';
import { distance } from '../../src/distance.js';
import { InputError } from '../../src/errors.js';
import { gap } from '../../src/gap.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { motion } from '../../src/motion.js';
import { paintGap } from '../../src/paintGap.js';
import { selfIntersections } from '../../src/selfIntersections.js';
import { capsule } from '../../src/surface/convex/capsuleSurface.js';
import { normalAt } from '../../src/surface/normalAt.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { sphere } from '../../src/surface/quadric/sphere.js';
import { torus } from '../../src/surface/torus/torusSurface.js';
import { watch } from '../../src/watch.js';
import { randomRigid } from '../support/randomPose.js';

const machine = createCpuMachine();
const ballAt = (x: number, y = 0, z = 0, radius = 1) =>
  body(sphere({ radius }), { name: 'ball', pose: translation(x, y, z) });

describe('distances along rays of solids that are no meshes', () => {
  test('between two balls: the closed form on every ray', async () => {
    const map = await gap(ballAt(0, 0, 0), ballAt(0.3, 0.2, 3), { machine, direction: [0, 0, 1], resolution: 101 });
    let seen = 0;
    for (let p = 0; p < map.gap.length; p++) {
      if (Number.isNaN(map.gap[p])) continue;
      const [x, y] = [(p % map.columns) + 0.5, Math.floor(p / map.columns) + 0.5];
      const at = [0, 1].map(
        (k) => map.view.origin[k] + map.view.right[k] * x * map.pixelSize[0] + map.view.down[k] * y * map.pixelSize[1],
      );
      const top = Math.sqrt(1 - at[0] ** 2 - at[1] ** 2);
      const bottom = 3 - Math.sqrt(1 - (at[0] - 0.3) ** 2 - (at[1] - 0.2) ** 2);
      // Near an outline a ray's depth is as sure as the square root of what is rounded.
      if (top < 0.05 || 3 - bottom < 0.05) continue;
      seen++;
      expect(Math.abs(map.gap[p] - (bottom - top))).toBeLessThan(1e-5);
    }
    expect(seen).toBeGreaterThan(4000);
    expect(map.minimum!.gap).toBeGreaterThanOrEqual(3 - 2 - 0.02);
  });

  test('a torus lies in a plane’s mould: interference is as deep as it was pressed in', async () => {
    const ring = body(torus({ radius: 2, tubeRadius: 0.5 }), { pose: translation(0, 0, 0.4) });
    const floor = body(box({ size: [8, 8, 1] }), { pose: translation(0, 0, -0.5) });
    const map = await gap(ring, floor, { machine, direction: [0, 0, -1], resolution: 128 });
    expect(map.minimum!.gap).toBeLessThan(-0.0995);
    expect(map.minimum!.gap).toBeGreaterThanOrEqual(-0.1 - 1e-6);
    expect(map.measured.isDecided).toBe(true);
  });

  test('a pin in a bore of its own radius shares its wall: rays along it see no interference', async () => {
    const pin = body(cylinder({ radius: 1, height: 2 }));
    const turned = body(cylinder({ radius: 1, height: 2 }), {
      pose: multiply(translation(0, 0, 2), rotation([0, 0, 1], 0.3)),
    });
    const map = await gap(pin, turned, { machine, direction: [0, 0, 1], resolution: 64 });
    expect(map.interference.pixels).toBe(0);
    expect(Math.abs(map.minimum!.gap)).toBeLessThan(1e-6);
  });

  test('is painted on the faces in a surface’s place', async () => {
    const [a, b] = [ballAt(0, 0, 0), ballAt(0, 0, 3)];
    const map = await gap(a, b, { machine, direction: [0, 0, 1], resolution: 64 });
    const painted = paintGap(map, a, 'a');
    expect(painted).toHaveLength(a.mesh.positions.length / 3);
    expect(Math.min(...painted.filter((one) => !Number.isNaN(one)))).toBeGreaterThanOrEqual(1 - 1e-3);
  });
});

describe('verbs on faces, for solids that are no meshes', () => {
  test('distance is right to its error, which holds the chord errors, seed 1', async () => {
    const random = seeded(1);
    for (let k = 0; k < 3; k++) {
      const pose = randomRigid(random, 3);
      const a = body(capsule({ radius: 0.5, height: 2 }), { pose });
      const b = body(sphere({ radius: 0.7 }), { pose: multiply(pose, translation(2 + k / 4, 0.2, 2)) });
      const truth = Math.hypot(2 + k / 4, 0.2, 1) - 1.2;
      const { distance: found, distanceError, chordError, kind } = await distance(a, b);
      expect(kind).toBe('apart');
      expect(Math.abs(found! - truth)).toBeLessThanOrEqual(distanceError);
      expect(distanceError).toBeLessThan(4e-3);
      expect(chordError).toHaveLength(2);
    }
    expect(await distance(body(box()), body(box(), { pose: translation(3, 0, 0) }))).not.toHaveProperty('chordError');
  });

  test('contacts, cull, watch and collide say how far their faces may lie from the surfaces', async () => {
    const [a, b, far] = [ballAt(0), ballAt(1.5), ballAt(5)];
    const expected = { chordError: [expect.any(Number), expect.any(Number)] };
    const met = await contacts(a, b, { machine });
    expect(met).toMatchObject({ kind: 'hard', ...expected });
    expect(met.curves.length).toBeGreaterThan(0);
    // The balls cross in a circle, halfway.
    for (const { points } of met.curves)
      for (let k = 0; k < points.length; k++) expect(Math.abs(points[k][0] - 0.75)).toBeLessThan(2e-3);
    expect((await cull(a, b, { machine })).chordError).toEqual(met.chordError);
    expect(await watch(a, b, { machine }).ask()).toMatchObject({ interferes: true, ...expected });
    const hit = await collide(a, b, { machine, resolution: 64 });
    expect(hit).toMatchObject({ answer: 'yes', ...expected });
    expect(hit.limit).toContain('faces in their place');
    expect((await collide(a, far, { machine, resolution: 64 })).answer).toBe('no');
    expect(selfIntersections(a).contacts.a).toHaveLength(0);
  });

  test('a smaller chord error asked for is a smaller one', async () => {
    const fine = () => body(sphere(), { chordError: 4e-4 });
    const [a, b] = [fine(), fine()];
    b.pose = translation(3, 0, 0);
    const { distanceError, distance: found } = await distance(a, b);
    expect(distanceError).toBeLessThanOrEqual(8.01e-4);
    expect(Math.abs(found! - 1)).toBeLessThanOrEqual(distanceError);
  });
});

describe('a body made of a surface', () => {
  test('takes another surface, and the next query sees it', async () => {
    const ball = ballAt(0);
    const cube = body(box({ size: 2 }), { pose: translation(2.5, 0, 0) });
    const kind = async () => (await interference([ball, cube], { machine, resolution: 64 })).pairs[0]?.kind ?? 'none';
    expect(await kind()).toBe('none');
    ball.update(sphere({ radius: 2 }));
    expect(await kind()).toBe('hard');
    expect(ball.bounds.max[0]).toBe(2);
  });

  test('moves and changes through time: drops reach the floor when they do', async () => {
    const drops = body(dropsAt(0), { name: 'drops' });
    const floor = body(box({ size: [6, 6, 1] }), { pose: translation(0, 0, -5.5) });
    const times = [0, 0.25, 0.5, 0.75, 1];
    const { pairs } = await motion([drops, floor], {
      ...{ machine, resolution: 32, times, timeTolerance: 1 / 64 },
      move: (time) => drops.update(dropsAt(time)),
    });
    expect(pairs).toHaveLength(1);
    const { after, at } = pairs[0].firstContact;
    // The lowest drop, alone, is a ball of radius 0.5 about −1.5 − 4 t².
    const truth = Math.sqrt((5 - 0.5 - 1.5) / 4);
    expect(after!).toBeLessThanOrEqual(truth + 1 / 32);
    expect(at).toBeGreaterThanOrEqual(truth - 1 / 32);
  });

  test('refuses what it cannot take, in one sentence', () => {
    expect(() => ballAt(0).update([0, 0, 0])).toThrow(InputError);
    expect(() => body(box()).update(sphere())).toThrow(InputError);
    for (const chordError of [0, -1, Number.NaN, Infinity])
      expect(() => body(sphere(), { chordError })).toThrow(/^body: the chord error/);
  });

  test('has exact normals by patch', () => {
    expect(normalAt(sphere({ radius: 2 }), 0, [0, 1.2, 1.6])).toEqual([0, expect.closeTo(0.6), expect.closeTo(0.8)]);
    const can = cylinder({ radius: 1, height: 2 });
    can.patches.forEach((name, patch) => {
      const [, , z] = normalAt(
        can,
        patch,
        name === 'top' ? [0.3, 0, 1] : name === 'bottom' ? [0.3, 0, -1] : [1, 0, 0.2],
      );
      expect(z).toBeCloseTo(name === 'top' ? 1 : name === 'bottom' ? -1 : 0, 12);
    });
  });
});
