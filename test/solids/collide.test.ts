// `collide` on cases made by hand; collideExact.test.ts has random ones.
import { describe, expect, it, test } from 'vitest';
import { type Body, body, still } from '../../src/body.js';
import { type CollideOptions, collide } from '../../src/collide.js';
import type { Collision } from '../../src/collision.js';
import { countSolids } from '../../src/detect/solids/countSolids.js';
import { inRoles } from '../../src/detect/solids/roles.js';
import { InputError } from '../../src/errors.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, identity, multiply, scaling, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { wedge } from '../../src/mesh/shapes/wedge.js';
import { fitPair } from '../../src/view/fit.js';
import { at, baked, cube, cuboid, hollowCube, insideOut, joined, mapped, moved } from '../interference/bodies.js';
import { between, randomQuarterTurns, scaleBetween } from '../support/randomPose.js';
import { isCollision, wrong } from './claims.js';

const machine = createCpuMachine();
const ask = (a: Body, b: Body, options: CollideOptions = {}): Promise<Collision> =>
  collide(a, b, { machine, resolution: 64, ...options });

/** Cases by hand: as they are, mirrored, tiny, huge and far away, by maps that are exact, so that what touches goes on touching. */
const CASES: readonly (readonly [string, () => readonly [Body, Body], boolean])[] = [
  ['boxes that overlap', () => [cube(2), cube(2, at(1.5, 0.25, 0.5))], true],
  ['a box in a box', () => [cube(2), cube(1)], true],
  ['a box in a box, sharing a wall', () => [cube(2), cube(1, at(0.5))], true],
  ['the same box', () => [cube(2), cube(2)], true],
  ['the same body, cut otherwise', () => [cube(2), body(box({ size: 2, segments: 4 }))], true],
  ['boxes apart', () => [cube(2), cube(2, at(5))], false],
  ['boxes apart whose boxes meet', () => [body(wedge({ size: 2 })), cube(0.5, at(0.75, 0, 0.75))], false],
  ['a box in a cavity', () => [body(hollowCube(4, 2)), cube(1)], false],
  ['a box that fills a cavity', () => [body(hollowCube(4, 2)), cube(2)], false],
  ['a box that is larger than a cavity', () => [body(hollowCube(4, 2)), cube(2.5)], true],
  ['boxes with a wall in common', () => [cube(2), cube(2, at(2))], false],
  ['boxes with part of a wall in common', () => [cube(2), cube(2, at(2, 0.5, -0.25))], false],
  ['boxes with an edge in common', () => [cube(2), cube(2, at(2, 2))], false],
  ['boxes with a corner in common', () => [cube(2), cube(2, at(2, 2, 2))], false],
  ['edges that cross and touch', () => [cuboid([0, 0, 0], [1, 4, 1]), cuboid([-2, 1, 1], [2, 2, 2])], false],
  [
    "a wedge's knife edge on a box's far face",
    () => [cuboid([-1, -1, -1], [1, 1, 1]), body(wedge({ size: 1 }), { pose: at(0.5, 0, 1.5) })],
    false,
  ],
  [
    "a wedge's knife edge against a wall",
    () => [cuboid([0.5, -2, -2], [2, 2, 2]), body(wedge({ size: [1, 1, 0.25] }))],
    false,
  ],
  [
    'a wedge in the gap under another',
    () => [body(wedge({ size: 2 })), body(wedge({ size: 2 }), { pose: half() })],
    false,
  ],
  ['a comb between the teeth of another', () => combs(0.5), false],
  ['a comb through the teeth of another', () => combs(0.625), true],
  ['two boxes in one body, and a third in both', () => [body(joined(box(), box({ size: 0.5 }))), cube(0.25)], true],
  ['self-overlap with another body beside it', () => [overlapping(), cube(1, at(3))], false],
  ['self-overlap with a body inside the part that is there twice', () => [overlapping(), cube(0.5, at(0.5))], true],
];

/** Half a turn about y: wedges meet in the plane of the cut. */
function half(): Affine {
  return Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0);
}

const overlapping = () => body(joined(box({ size: 2 }), mapped(box({ size: 2 }), at(1))));

/** Plates of half a unit, one above the other with gaps of half a unit; the other comb's lie `shift` higher. */
function combs(shift: number): readonly [Body, Body] {
  const plates = (from: number) =>
    joined(...Array.from({ length: 4 }, (_, k) => mapped(box({ size: [2, 2, 0.5] }), at(0, 0, from + k))));
  return [body(plates(0)), body(plates(shift))];
}

const MAPS: readonly (readonly [string, Affine])[] = [
  ['as it is', identity()],
  ['mirrored', scaling(-1, 1, 1)],
  ['at 2^-20', scaling(2 ** -20)],
  ['at 2^20', scaling(2 ** 20)],
  ['1024 off', translation(1024, -512, 256)],
];

describe.each(MAPS)('known cases, %s', (_, map) => {
  const unit = Math.abs(map[5]);
  it.each(CASES)('%s', async (_, make, expected) => {
    const [a, b] = make().map((one) => moved(one, map));
    expect(await isCollision(machine, a, b)).toBe(expected);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ])
      for (const algorithm of [undefined, 'extended', 'simplified'] as const) {
        const order = algorithm === 'extended' ? 'peeling' : 'lists';
        const rough = await ask(one, other, { algorithm, order, resolution: 32 });
        expect(rough.answer).toBe(expected ? 'yes' : 'no');
        expect(wrong(rough, expected, false)).toBeUndefined();
      }
    expect((await ask(baked(a), baked(b))).answer).toBe(expected ? 'yes' : 'no');
    const slanted = await ask(a, b, { direction: [0.31, -0.17, 1] });
    expect(slanted.answer).toBe(expected ? 'yes' : 'no');
    const fine = await ask(a, b, { finest: 0.02 * unit, resolution: 32 });
    expect(fine.answer).toBe(expected ? 'yes' : 'no');
    expect(wrong(fine, expected, true)).toBeUndefined();
  });
});

describe('inside out', () => {
  it.each(CASES)('%s: which way faces look changes nothing but a diagnostic', async (_, make, expected) => {
    const [a, b] = make();
    const turned = (one: Body) => body(insideOut(one.mesh), { pose: one.pose, name: one.name });
    for (const [one, other] of [
      [turned(a), b],
      [a, turned(b)],
      [turned(a), turned(b)],
    ])
      for (const order of ['lists', 'peeling'] as const)
        for (const algorithm of [undefined, 'simplified'] as const) {
          const { answer, diagnostics } = await ask(one, other, { order, algorithm, resolution: 32 });
          expect(answer).toBe(expected ? 'yes' : 'no');
          expect(diagnostics.some(({ code }) => code === 'inside-out')).toBe(true);
        }
  });
});

test('a wall in common, turned: what rounding makes of it is no collision (seed 6)', async () => {
  const random = seeded(6);
  for (let k = 0; k < 60; k++) {
    const off = translation(between(random, -100, 100), between(random, -100, 100), between(random, -100, 100));
    const map = multiply(off, randomRotation(random));
    for (const shift of [at(2), at(2, 0.5, -0.25), at(2, 1.5, 0.125)]) {
      const [a, b] = [cube(2, map), cube(2, multiply(map, shift))];
      expect((await ask(a, b, { resolution: 32 })).answer, `case ${k}`).toBe('no');
      // The same in one's own coordinates, askew.
      const direction: Vec3 = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)];
      expect((await ask(baked(a), baked(b), { resolution: 32, direction })).answer, `case ${k}`).toBe('no');
    }
  }
});

test('scales from 1e-6 to 1e6 and any turn change no answer that is not a matter of rounding (seed 5)', async () => {
  const random = seeded(5);
  for (let k = 0; k < 60; k++) {
    const size = scaleBetween(random, 1e-6, 1e6);
    const map = multiply(multiply(randomRotation(random), randomQuarterTurns(random)), scaling(size));
    const [, make, expected] = CASES[k % 2 === 0 ? 0 : 6];
    const [a, b] = make().map((one) => moved(one, map));
    const { answer, isCertain } = await ask(a, b, { finest: 1e-3 * size });
    expect({ answer, isCertain }, `case ${k}`).toEqual({ answer: expected ? 'yes' : 'no', isCertain: true });
  }
});

test('200 plates: 400 layers are more than a counter holds, and are put in order', async () => {
  const plates = (count: number, from: number, shift = 0) =>
    body(
      joined(
        ...Array.from({ length: count }, (_, k) => mapped(box({ size: [2, 2, 0.25] }), at(shift, shift, from + k))),
      ),
    );
  const options = { direction: [0, 0, 1], resolution: 10, until: 'all' } as const;
  for (const [count, order, places] of [
    [200, 'lists', [199, 150.5, 150.2, 198.5, 10.5]],
    [70, 'peeling', [65.5, 65.2]],
  ] as const) {
    const many = plates(count, 0);
    for (const place of places) {
      // Behind the last plate, between two of them, through one, and in the gaps before the last and behind the first.
      const z = place === count - 1 ? count : place;
      const expected = Math.abs(z - Math.round(z)) < 0.25 && z < count ? 'yes' : 'no';
      for (const other of [plates(1, z, 0.5), plates(2, z, 0.5)])
        for (const [a, b] of [
          [many, other],
          [other, many],
        ])
          expect((await ask(a, b, { ...options, order })).answer, `${count}, at ${z}`).toBe(expected);
    }
    // More than 126 faces before A's end, and A with a gap: counting leaves these pixels.
    const [{ settled, renderings }] = (await ask(many, plates(2, count - 4.5, 0.5), { ...options, order })).looks;
    expect(renderings).toBe(3);
    expect(settled.find(({ by }) => by === 'concave')?.pixels).toBeGreaterThan(20);
  }
});

describe('what is no solid', () => {
  const { positions, indices } = box({ size: 2 });
  const open = body(mesh(positions, indices.slice(3)), { name: 'open box' });

  test('an open mesh: open, with what is wrong with it', async () => {
    for (const [a, b] of [
      [open, cube(1)],
      [cube(1), open],
    ]) {
      const found = await ask(a, b, { finest: 1e-3 });
      expect(found).toMatchObject({ answer: 'open', isCertain: false, looks: [], unsettledArea: 0 });
      expect(found.diagnostics).toMatchObject([{ body: 'open box', index: a === open ? 0 : 1, code: 'open' }]);
      expect(found.limit).toMatch(/^A body is no solid/);
    }
  });

  test('faces that disagree on what is outside', async () => {
    const turned = indices.slice();
    [turned[0], turned[1]] = [turned[1], turned[0]];
    expect((await ask(body(mesh(positions, turned)), cube(1))).answer).toBe('open');
  });

  test('a box with all faces there twice is mended', async () => {
    const twice = body(mesh(positions, [...indices, ...indices]), { name: 'twice' });
    expect(await ask(twice, cube(1))).toMatchObject({ answer: 'yes' });
    expect(await ask(twice, cube(2, at(2)))).toMatchObject({ answer: 'no' });
  });
});

test('a body and itself', async () => {
  const one = cube(2);
  expect(await ask(one, one, { finest: 1e-2 })).toMatchObject({ answer: 'yes', isCertain: true });
});

test('bodies are taken as they are when they are asked about', async () => {
  const [a, b] = [cube(2), cube(2)];
  const answers = [0.5, 1.5, 3, 1].map((x) => {
    b.pose = at(x);
    return ask(a, b);
  });
  b.pose = at(9);
  expect((await Promise.all(answers)).map(({ answer }) => answer)).toEqual(['yes', 'yes', 'no', 'yes']);
});

describe('a report', () => {
  test('is plain data, with areas that are right', async () => {
    const found = await ask(cuboid([0, 0, 0], [4, 4, 1]), cuboid([1, 1, 0.5], [3, 2, 3]), {
      ...{ direction: [0, 0, 1], until: 'all', resolution: 128 },
    });
    expect(found).toMatchObject({ a: 'cuboid', b: 'cuboid', answer: 'yes', isCertain: true, unsettledArea: 0 });
    const [{ collisionArea, collisionPixels, pixelSize, answers, view }] = found.looks;
    expect(collisionArea).toBeCloseTo(collisionPixels * pixelSize[0] * pixelSize[1], 12);
    expect(Math.abs(collisionArea - 2)).toBeLessThan(2 * 2 * (pixelSize[0] + pixelSize[1]) * 3);
    expect(answers).toHaveLength(view.columns * view.rows);
    expect(found.finestPixel).toEqual(pixelSize);
    const { timings, ...rest } = found;
    expect(timings.wallMs).toBeGreaterThan(0);
    expect(structuredClone(rest)).toEqual(rest);
  });

  test('tells of no pixels where only the answer was asked', async () => {
    const [{ answers }] = (await ask(cube(2), cube(2, at(1.9)))).looks;
    expect(answers).toBeUndefined();
  });

  test('of boxes apart has no look, and no finest pixel', async () => {
    const found = await ask(cube(2), cube(2, at(9)));
    expect(found).toMatchObject({ answer: 'no', isCertain: true, looks: [], by: 'boxes' });
    expect(found).not.toHaveProperty('finestPixel');
    expect(found.limit).toBe('The boxes are apart.');
  });
});

describe('wrong calls', () => {
  const refusal = async (options: Record<string, unknown>): Promise<string> => {
    for (const b of [cube(2, at(1)), cube(2, at(9))]) {
      const error = await (async () => collide(cube(2), b, options as CollideOptions))().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      if (b.pose[3] === 9) return error.message;
    }
    return '';
  };
  it.each([Number.NaN, 0, -64, 1.5, Infinity, 8193, '64'])('a resolution of %o', async (resolution) => {
    expect(await refusal({ resolution })).toBe(
      `collide: the resolution is not a whole number from 1 to 8192 (${resolution}). Give the number of rays across a view.`,
    );
  });
  it('an end, an algorithm, an order, a precision that there is not', async () => {
    expect(await refusal({ precision: 'fine' })).toBe(
      "collide: there is no precision 'fine'. Choose one of: sampled, exact.",
    );
    expect(await refusal({ until: 'last' })).toBe("collide: there is no end 'last'. Choose one of: first, all.");
    expect(await refusal({ algorithm: 'concave' })).toBe(
      "collide: there is no algorithm 'concave'. Choose one of: basic, extended, simplified.",
    );
    expect(await refusal({ order: 'random' })).toBe(
      "collide: there is no order 'random'. Choose one of: lists, peeling.",
    );
  });
  it.each([0, -1, Number.NaN, '1'])('a finest pixel of %o', async (finest) => {
    expect(await refusal({ finest })).toBe(
      `collide: the finest pixel size is no length (${finest}). Give a number above 0, in model units.`,
    );
  });
  it('a direction that is none', async () => {
    expect(await refusal({ direction: [0, 0, 0] })).toMatch(/^view: the direction is zero/);
    expect(await refusal({ direction: [Number.NaN, 0, 1] })).toMatch(/^view: the direction is not finite/);
  });
  it('what is no body', async () => {
    for (const thing of [undefined, null, {}, box()])
      await expect((async () => collide(cube(1), thing as never))()).rejects.toThrow(/^body: this is no body/);
  });
  it('nothing where an option is undefined', async () => {
    const unset = { resolution: undefined, until: undefined, order: undefined, finest: undefined, refine: undefined };
    expect((await collide(cube(2), cube(2, at(1)), { ...(unset as unknown as CollideOptions), machine })).answer).toBe(
      'yes',
    );
  });
});

describe('the basic algorithm, of bodies that are not convex', () => {
  const DIRECTIONS: readonly Vec3[] = [
    [0, 0, 1],
    [1, 0, 0.2],
  ];

  test('is refused, whichever is not, and wherever they are', async () => {
    const [comb] = combs(0.5);
    const named = body(comb.mesh, { name: 'comb' });
    for (const [a, b] of [
      [named, cube(1)],
      [cube(1), named],
      [named, cube(1, at(90))],
    ])
      await expect(ask(a, b, { algorithm: 'basic' })).rejects.toThrow(
        new InputError(
          'collide: the basic algorithm is for convex bodies (comb is not). Choose extended, or leave it to be chosen.',
        ),
      );
    expect((await ask(cube(1), cube(1, at(0.5)), { algorithm: 'basic' })).answer).toBe('yes');
  });

  test('leaves what it cannot tell, and is right', async () => {
    for (const direction of DIRECTIONS)
      for (const [shift, expected] of [
        [0.5, false],
        [0.625, true],
      ] as const) {
        const [a, b] = combs(shift);
        const roles = inRoles(still(a), still(b), true);
        const view = fitPair(a, b, { direction, resolution: 64, depthMargin: 1e-6, whole: [a, b] })!;
        const count = await countSolids(machine, roles, view, { algorithm: 'basic' });
        expect(count.collisionPixels > 0, `along ${direction}`).toBe(expected);
        // Up to eight faces of one before the end of the other, along the stack.
        if (direction[0] === 0) expect(count.renderings).toBe(3);
      }
  });
});
