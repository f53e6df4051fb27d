import { describe, expect, it } from 'vitest';
import { manyBodies } from '../scenes/manyBodies.js';
import { type Body, body } from '../src/body.js';
import { type CollidingPair, collisions } from '../src/collisions.js';
import { contacts } from '../src/contacts.js';
import { InputError } from '../src/errors.js';
import { interference } from '../src/interference.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { type Affine, multiply, rotation, scaling, transformPoint, translation } from '../src/math/affine.js';
import type { Box } from '../src/math/box.js';
import { type Random, seeded } from '../src/math/random.js';
import { cross, dot, length, subtract, type Vec3 } from '../src/math/vector.js';
import { mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { sphere } from '../src/surface/quadric/sphere.js';
import { DISGUISES } from './exact/support/disguises.js';
import { exactKind } from './exact/support/exactKind.js';
import { latticeBox } from './exact/support/latticeBodies.js';
import { insideOut, joined } from './exact/support/latticeMaps.js';
import { randomPair } from './exact/support/randomPair.js';
import { THIN_PAIRS } from './exact/support/thinPairs.js';
import { randomIntegerBox, relateBoxes } from './support/boxOracle.js';
import { pick } from './support/randomPose.js';

const machine = createCpuMachine();

/** Which pairs, and what they are: by whole numbers, kinds or exact volumes. */
type Kinds = Record<string, CollidingPair['kind']>;
const kindsOf = (pairs: readonly CollidingPair[]): Kinds =>
  Object.fromEntries(pairs.map(({ indices, kind }) => [indices.join(), kind]));

const KIND = { none: undefined, edge: 'touch', touch: 'touch', hard: 'overlap' } as const;
const kindFor = (kind: string): CollidingPair['kind'] | undefined =>
  kind in KIND ? KIND[kind as keyof typeof KIND] : 'overlap';

const boxBody = ({ min, max }: Box): Body => {
  const size = [0, 1, 2].map((k) => max[k] - min[k]);
  const middle = [0, 1, 2].map((k) => (min[k] + max[k]) / 2);
  return body(box(), {
    pose: multiply(translation(middle[0], middle[1], middle[2]), scaling(size[0], size[1], size[2])),
  });
};

describe('collisions', () => {
  it('of boxes on whole numbers are what the numbers say, 4 × 780 pairs (seeds 1 to 4)', async () => {
    const tally: Record<string, number> = {};
    for (const seed of [1, 2, 3, 4]) {
      const random = seeded(seed);
      const boxes = Array.from({ length: 40 }, () => randomIntegerBox(random, 4 + 2 * seed));
      const wanted: Kinds = {};
      boxes.forEach((a, i) => {
        boxes.slice(i + 1).forEach((b, n) => {
          const kind = kindFor(relateBoxes(a, b).kind);
          tally[String(kind)] = (tally[String(kind)] ?? 0) + 1;
          if (kind) wanted[`${i},${i + 1 + n}`] = kind;
        });
      });
      const { pairs } = await collisions(boxes.map(boxBody), { machine });
      expect(kindsOf(pairs)).toEqual(wanted);
    }
    for (const kind of ['undefined', 'touch', 'overlap']) expect(tally[kind], kind).toBeGreaterThan(100);
  });

  it('are what exact volumes say, 450 pairs of solids on whole numbers in disguise (seed 7)', async () => {
    const random = seeded(7);
    const proofs = { boxes: 0, plane: 0, point: 0, faces: 0 };
    for (let k = 0; k < 450; k++) {
      const { a, b, what } = randomPair(random);
      const [p, q] = [pick(random, DISGUISES.slice(0, 5)), pick(random, DISGUISES.slice(0, 5))];
      const bodies = [p.toBody(p.dress(a, random), random), q.toBody(q.dress(b, random), random)];
      const { pairs, decidedBy } = await collisions(bodies, { machine });
      for (const by of ['boxes', 'plane', 'point', 'faces'] as const) proofs[by] += decidedBy[by];
      expect(pairs[0]?.kind, `pair ${k}, ${what}, ${p.name}, ${q.name}`).toBe(kindFor(exactKind(a, b).kind));
    }
    for (const by of ['plane', 'point', 'faces'] as const) expect(proofs[by], by).toBeGreaterThan(20);
  });

  it('of 200 bodies are those that exact interference finds, with a point inside both', async () => {
    const bodies = manyBodies({ count: 200, edge: 27 * 0.2 ** (1 / 3), seed: 3 });
    const { pairs, decidedBy } = await collisions(bodies, { machine });
    const exact = await interference(bodies, { machine, resolution: 32, precision: 'exact' });
    const wanted = Object.fromEntries(exact.pairs.map(({ indices, kind }) => [indices.join(), kindFor(kind)]));
    expect(kindsOf(pairs)).toEqual(wanted);
    expect(pairs.length).toBeGreaterThan(60);
    expect(decidedBy.plane).toBeGreaterThan(decidedBy.point);
    const points = pairs.filter(({ point }) => point);
    expect(points).toHaveLength(decidedBy.point);
    for (const { indices, point } of points)
      for (const index of indices) expect(windingNumber(bodies[index], point!)).toBeCloseTo(1, 6);
  });

  it('of needles and slivers that no ray meets are found by their faces', async () => {
    for (const { name, a, b } of THIN_PAIRS) {
      const { pairs } = await collisions([body(a), body(b)], { machine });
      expect(pairs[0]?.kind, name).toBe(kindFor(exactKind(a, b).kind));
    }
  });

  it('tell of surfaces that bound nothing where they cross a body, lie inside it, or do neither', async () => {
    const sheet = mesh([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [0, 1, 2, 0, 2, 3]);
    const at = (x: number, size: number): Body =>
      body(sheet, { pose: multiply(translation(x, 0, 0), scaling(size)), name: 'sheet' });
    const solid = body(box({ size: 4 }));
    const kindOf = async (...bodies: Body[]) => (await collisions(bodies, { machine })).pairs[0]?.kind;
    expect(await kindOf(at(2, 1), solid)).toBe('cross');
    expect(await kindOf(solid, at(0.3, 1))).toBe('inside');
    expect(await kindOf(at(3.1, 1), solid)).toBeUndefined();
    expect(await kindOf(at(3, 1), solid)).toBe('touch');
    const [outer, inner] = [4, 3].map((r) => latticeBox({ min: [-r, -r, -r], max: [r, r, r] }));
    const hollow = joined(outer, insideOut(inner));
    expect(await kindOf(at(0, 1), body(hollow))).toBeUndefined();
    expect(await kindOf(body(joined(sheet, insideOut(sheet))), body(hollow))).toBeUndefined();
    expect(await kindOf(at(0, 3.5), body(hollow))).toBe('cross');
    // Through a wall with an edge in it, hanging from it inside, and standing on it outside.
    const folded = (x: number[]) =>
      body(
        mesh([x[0], 0, 0, 2, 0, 0, x[1], 0, 0, x[0], 1, 0, 2, 1, 0, x[1], 1, 0], [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]),
      );
    expect(await kindOf(folded([1, 3]), solid)).toBe('cross');
    expect(await kindOf(solid, folded([1, 1.5]))).toBe('inside');
    expect(await kindOf(folded([3, 4]), solid)).toBe('touch');
    const { diagnostics } = await collisions([at(0, 1), solid], { machine });
    expect(diagnostics.map(({ body, code }) => `${body} ${code}`)).toEqual(['sheet open']);
  });

  it('of a body that goes through itself say so where they are not certain, and never overlap for certain what touches', async () => {
    const at = (min: Vec3, max: Vec3) => latticeBox({ min, max });
    const crossed = joined(at([0, 0, 0], [5, 5, 3]), at([3, 1, 1], [5, 2, 4]));
    const [pair] = (await collisions([body(crossed), body(at([4, 1, 4], [5, 4, 5]))], { machine })).pairs;
    expect(pair.kind === 'touch' || !pair.isCertain).toBe(true);
    const [through] = (await collisions([body(crossed), body(at([4, 1, 3.5], [5, 4, 5]))], { machine })).pairs;
    expect(through).toMatchObject({ kind: 'overlap', isCertain: true });
  });

  it('of a body whose faces are all there twice, facing the same way, are those of the body', async () => {
    const cube = latticeBox({ min: [0, 0, 0], max: [4, 4, 4] });
    const twice = { positions: cube.positions, indices: Uint32Array.from([...cube.indices, ...cube.indices]) };
    const soup = DISGUISES.find(({ name }) => name === 'as soup')!.dress(twice, seeded(1));
    const inner = body(latticeBox({ min: [1, 1, 1], max: [2, 2, 2] }));
    for (const shape of [twice, soup, insideOut(twice), insideOut(soup)])
      expect(kindsOf((await collisions([body(shape), inner], { machine })).pairs)).toEqual({ '0,1': 'overlap' });
  });

  it('of bodies whose coordinates are far off, and whose pose brings them back, are those of exact contacts (seed 9)', async () => {
    const random = seeded(9);
    let met = 0;
    for (let k = 0; k < 400; k++) {
      const off: Vec3 = [1e6 * random(), 1e6 * random(), 1e6 * random()];
      const far = latticeBox({ min: off, max: [off[0] + 1, off[1] + 1, off[2] + 1] });
      const gap = 2e-10 * (random() - 0.5);
      const a = body(far, { pose: translation(-off[0] - 1 - gap, -off[1], -off[2]) });
      const b = body(latticeBox({ min: [0, 0.3, 0.3], max: [1, 0.7, 0.7] }), { pose: randomTurn(random, k) });
      const { kind } = await contacts(a, b, { machine });
      if (kind !== 'none') met++;
      expect((await collisions([a, b], { machine })).pairs.length, `pair ${k}`).toBe(kind === 'none' ? 0 : 1);
    }
    expect(met).toBeGreaterThan(50);
  });

  it('of bodies that are no meshes hold for the faces in their place, and say how far these are off', async () => {
    const ball = (x: number) => body(sphere({ radius: 1 }), { pose: translation(x, 0, 0) });
    const { pairs } = await collisions([ball(0), ball(1.9), ball(4)], { machine });
    expect(pairs.map(({ indices, kind }) => ({ indices, kind }))).toEqual([{ indices: [0, 1], kind: 'overlap' }]);
    expect(pairs[0].chordError![0]).toBeGreaterThan(0);
  });

  it('are asked for where they are wanted, and refuse what is no list', async () => {
    const boxes = [0, 0.5, 1].map((x) => body(box(), { pose: translation(x, 0, 0) }));
    const { pairs } = await collisions(boxes, { machine, between: (a) => a === 1 });
    expect(kindsOf(pairs)).toEqual({ '1,2': 'overlap' });
    await expect(collisions(boxes[0] as unknown as Body[])).rejects.toThrow(InputError);
    await expect(collisions(boxes, { between: 1 as never })).rejects.toThrow('no function');
    expect((await collisions([], { machine })).pairs).toEqual([]);
  });
});

/** How often a closed surface winds around a point, by the solid angles of its faces (A. van Oosterom, J. Strackee, 1983). */
function windingNumber({ mesh: { positions, indices }, pose }: Body, point: Vec3): number {
  let angle = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => {
      const v = 3 * indices[k + n];
      return subtract(transformPoint(pose, [positions[v], positions[v + 1], positions[v + 2]]), point);
    });
    const [x, y, z] = [length(a), length(b), length(c)];
    angle += 2 * Math.atan2(dot(a, cross(b, c)), x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y);
  }
  return angle / (4 * Math.PI);
}

/** None, or a turn so small that a wall stays where it is but for some ulps. */
const randomTurn = (random: Random, k: number): Affine =>
  rotation([random(), random(), random()], k % 2 === 0 ? 0 : 1e-11);
