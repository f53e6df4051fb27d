import { describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { slotOf } from '../../src/machine/lists.js';
import { invert, multiply, rotation, scaling, transformPoint, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { dot, subtract, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';
import { type View, worldFromScreen } from '../../src/view/view.js';
import { randomPose } from './boxBody.js';

const machine = createCpuMachine();

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)];

/** Both ends of all stretches inside both bodies, as rays through a view show them. */
async function overlapEnds(view: View, a: Body, b: Body): Promise<Vec3[]> {
  const lists = await machine.run(single(view), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    return frame.read('lists');
  });
  const world = worldFromScreen(view);
  const count = view.columns * view.rows;
  const ends: Vec3[] = [];
  for (let p = 0; p < count; p++) {
    const inside = [0, 1].map((slot) => (lists.before.length > 0 ? lists.before[slot * count + p] : 0));
    const at = (depth: number) =>
      ends.push(transformPoint(world, [(p % view.columns) + 0.5, Math.floor(p / view.columns) + 0.5, depth]));
    let both = inside[0] !== 0 && inside[1] !== 0;
    if (both) at(0);
    for (let k = lists.first[p]; k < lists.first[p + 1]; k++) {
      inside[slotOf(lists.name[k], lists)] += (lists.name[k] >>> 31) * 2 - 1;
      const now = inside[0] !== 0 && inside[1] !== 0;
      if (now !== both) at(lists.depth[k]);
      both = now;
    }
    if (both) at(1);
  }
  return ends;
}

/** How far a point lies outside a view, in model units; at most 0 inside. */
function beyond(view: View, point: Vec3): number {
  const from = subtract(point, view.origin);
  return Math.max(
    ...[view.right, view.down, view.direction].flatMap((axis, k) => [-dot(axis, from), dot(axis, from) - view.size[k]]),
  );
}

const areaOf = ({ size }: View): number => size[0] * size[1];

/** A frame's outline with a notch in it: a box from which another one, in a corner, is missing. */
function angle(): Body {
  const outline = [
    [0, 0],
    [4, 0],
    [4, 1],
    [1, 1],
    [1, 4],
    [0, 4],
  ];
  const positions = [0, 1].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const cap = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5];
  const indices = [...cap.map((_, k) => cap[k - (k % 3) + [0, 2, 1][k % 3]]), ...cap.map((v) => v + 6)];
  for (let v = 0; v < 6; v++) {
    const next = (v + 1) % 6;
    indices.push(v, next, next + 6, v, next + 6, v + 6);
  }
  return body({ positions, indices }, { name: 'angle' });
}

describe('closely', () => {
  it('holds all that rays show in both bodies, and shows no bodies apart that overlap (seed 5)', async () => {
    const random = seeded(5);
    let shrunk = 0;
    let apart = 0;
    for (let k = 0; k < 150; k++) {
      const shapes = [pick(random, SOLIDS).coarse, pick(random, SOLIDS).coarse];
      const place = translation(...([0, 1, 2].map(() => 3 * random() - 1.5) as unknown as Vec3));
      const a = body(shapes[0], { pose: randomPose(random, [0, 0, 0]) });
      const b = body(shapes[1], { pose: multiply(place, multiply(randomRotation(random), scaling(0.3 + random()))) });
      const way = random() < 0.3 ? { direction: [random() - 0.5, random() - 0.5, random() + 0.1] as const } : {};
      const wide = fitPair(a, b, { resolution: 48, ...way });
      if (!wide) continue;
      const close = fitPair(a, b, { resolution: pick(random, [192, 256, 512, 700]), closely: true, ...way });
      const ends = await overlapEnds(wide, a, b);
      if (!close) {
        expect(ends, `pair ${k}`).toEqual([]);
        apart++;
        continue;
      }
      expect(close.direction).toEqual(wide.direction);
      expect(areaOf(close)).toBeLessThanOrEqual(areaOf(wide));
      if (areaOf(close) < areaOf(wide)) shrunk++;
      const most = Math.max(...ends.map((end) => beyond(close, end)));
      expect(most, `pair ${k}`).toBeLessThan(2e-6 * Math.max(...wide.size));
    }
    expect(shrunk).toBeGreaterThan(20);
    expect(apart).toBeGreaterThan(3);
  });

  it('brings rays to a shallow contact', () => {
    const [a, b] = bumpyPair(60, 2);
    const wide = fitPair(a, b, { resolution: 512 })!;
    const close = fitPair(a, b, { resolution: 512, closely: true })!;
    expect(areaOf(close)).toBeLessThan(0.1 * areaOf(wide));
    expect([close.columns, close.rows]).toEqual([512, 512]);
  });

  it('changes nothing where few rays go through, or bodies are deep in each other', () => {
    const [a, b] = bumpyPair(60, 2);
    expect(fitPair(a, b, { resolution: 64, closely: true })).toEqual(fitPair(a, b, { resolution: 64 }));
    const [c, d] = bumpyPair(60, 0.5);
    expect(fitPair(c, d, { resolution: 512, closely: true })).toEqual(fitPair(c, d, { resolution: 512 }));
  });

  it('is the same again, when blocks of faces are known', () => {
    const [a, b] = bumpyPair(60, 2);
    const first = fitPair(a, b, { resolution: 512, closely: true });
    for (let k = 0; k < 5; k++) expect(fitPair(a, b, { resolution: 512, closely: true })).toEqual(first);
  });

  it('shows a body in a notch apart, and one that touches its side not', () => {
    const l = angle();
    const at = (x: number, y: number) => body(box({ size: [1, 1, 1] }), { pose: translation(x, y, 0.5) });
    const ask = (b: Body) => fitPair(l, b, { resolution: 512, closely: true });
    expect(fitPair(l, at(2.5, 2.5), { resolution: 512 })).toBeDefined();
    expect(ask(at(2.5, 2.5))).toBeUndefined();
    const touching = ask(at(1.5, 2.5))!;
    expect(beyond(touching, [1, 2.1, 0.1])).toBeLessThanOrEqual(0);
    expect(beyond(touching, [1, 2.9, 0.9])).toBeLessThanOrEqual(0);
  });

  it('holds where bodies miss each other by no more than the margin in depth', () => {
    const l = angle();
    const b = body(box({ size: [1, 1, 1] }), { pose: translation(1.5 + 1e-4, 2.5, 0.5) });
    expect(fitPair(l, b, { resolution: 512, closely: true, depthMargin: 2e-4 })).toBeDefined();
    expect(fitPair(l, b, { resolution: 512, closely: true, depthMargin: 2e-5, direction: [1, 1, 0] })).toBeDefined();
  });

  it('keeps all of a body inside another in view, also in a cavity', () => {
    const inner = body(icoSphere({ radius: 0.3, subdivisions: 3 }), { pose: translation(0.2, 0.1, 0) });
    const whole = fitPair(inner, inner, { resolution: 512 })!;
    for (const outer of [body(bumpySphere({ segments: 60 })), body(box({ size: [3, 3, 3] }))]) {
      const view = fitPair(outer, inner, { resolution: 512, closely: true })!;
      for (let k = 0; k < 3; k++) expect(view.size[k]).toBeCloseTo(whole.size[k], 9);
    }
    const shell = icoSphere({ radius: 1, subdivisions: 3 });
    const cavity = icoSphere({ radius: 0.9, subdivisions: 3 });
    const hollow = body({
      positions: [...shell.positions, ...cavity.positions],
      indices: [
        ...shell.indices,
        ...cavity.indices.map((_, k) => cavity.indices[k - (k % 3) + 2 - (k % 3)] + shell.positions.length / 3),
      ],
    });
    expect(fitPair(hollow, inner, { resolution: 512, closely: true })).toBeDefined();
  });

  it('sees a thin body through a ring, and one beside it', () => {
    const ring = body(torus({ radius: 2, tubeRadius: 0.5, segments: 48, sides: 24 }));
    const pin = (x: number) => body(box({ size: [0.2, 0.2, 4] }), { pose: translation(x, 0, 0) });
    expect(fitPair(ring, pin(0), { resolution: 512, closely: true })).toBeUndefined();
    const through = fitPair(ring, pin(2), { resolution: 512, closely: true })!;
    expect(beyond(through, [2, 0, 0.4])).toBeLessThanOrEqual(0);
    expect(beyond(through, [2, 0, -0.4])).toBeLessThanOrEqual(0);
  });

  it('holds what flat bodies share, and what lies on each other', () => {
    const plate = body(box({ size: [4, 4, 1e-12] }));
    const tall = body(box({ size: [1, 1, 2] }), { pose: multiply(translation(1, 1, 0), rotation([0, 0, 1], 0.3)) });
    const view = fitPair(plate, tall, { resolution: 512, closely: true })!;
    for (const x of [0.6, 1.4]) expect(beyond(view, [x, 1, 0])).toBeLessThanOrEqual(1e-12);
    // At 0 exactly nothing is rounded.
    const sheet = () =>
      body({ positions: [0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0], indices: [0, 1, 2, 1, 3, 2, 0, 2, 1, 1, 2, 3] });
    for (const direction of [undefined, [0, 0, 1], [1, 0, 0]] as const)
      expect(fitPair(sheet(), sheet(), { resolution: 512, closely: true, direction })).toBeDefined();
    const [low, high] = [0, 1].map((z) => body(box({ size: [1, 1, 1] }), { pose: translation(0, 0, z) }));
    expect(fitPair(low, high, { resolution: 512, closely: true })).toEqual(fitPair(low, high, { resolution: 512 }));
  });

  it('holds a body inside one whose pose is so flat that its inverse is wrong (seed 9)', () => {
    const random = seeded(9);
    let deep = 0;
    for (let k = 0; k < 300; k++) {
      const pose = multiply(randomRotation(random), multiply(scaling(1, 1e-8, 1e-10), randomRotation(random)));
      const inverse = invert(pose);
      // About a cube in the world, whatever rounding makes of it: each corner is opposite another one.
      const cube = box({ size: [2, 2, 2] });
      const corners = Array.from({ length: cube.positions.length / 3 }, (_, v) =>
        transformPoint(inverse, cube.positions.slice(3 * v, 3 * v + 3) as unknown as Vec3),
      );
      if (!corners.flat().every(Number.isFinite)) continue;
      const outer = body({ positions: corners.flat(), indices: cube.indices }, { pose });
      const inner = body(box({ size: [0.04, 0.04, 0.04] }));
      const view = fitPair(outer, inner, { resolution: 512, closely: true });
      expect(view, `pose ${k}`).toBeDefined();
      for (const x of [-0.02, 0.02]) expect(beyond(view!, [x, x, x]), `pose ${k}`).toBeLessThanOrEqual(0);
      deep++;
    }
    expect(deep).toBeGreaterThan(200);
  });

  it('looks at boxes alone where products of coordinates overflow or vanish', () => {
    const [a, b] = bumpyPair(20, 2);
    const poses = [a.pose, b.pose];
    for (const size of [1e90, 1e-90]) {
      for (const [k, one] of [a, b].entries()) one.pose = multiply(scaling(size), poses[k]);
      expect(fitPair(a, b, { resolution: 512, closely: true })).toEqual(fitPair(a, b, { resolution: 512 }));
    }
  });
});
