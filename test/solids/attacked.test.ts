// Attacks on `collide` that once succeeded, with what is true of them by the exact verb.
import { describe, expect, it, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type CollideOptions, collide, collider } from '../../src/collide.js';
import type { Collision } from '../../src/collision.js';
import { contacts } from '../../src/contacts.js';
import { distance } from '../../src/distance.js';
import { InputError } from '../../src/errors.js';

import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { inspect } from '../../src/mesh/inspect.js';
import { isConvex } from '../../src/mesh/isConvex.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { cuboid, joined, kindOf } from '../interference/bodies.js';
import { isCollision, wrong } from './claims.js';

const machine = createCpuMachine();
const ask = (a: Body, b: Body, options: CollideOptions = {}): Promise<Collision> =>
  collide(a, b, { machine, resolution: 64, ...options });
const kindBetween = async (a: Body, b: Body): Promise<string> => (await contacts(a, b, { machine })).kind;
const cuboidMesh = (min: Vec3, max: Vec3): Mesh => cuboid(min, max).mesh;
const bothWays = (a: Body, b: Body): readonly (readonly [Body, Body])[] => [
  [a, b],
  [b, a],
];

type Corner = readonly [x: number, y: number];

/** The prism over a polygon whose corners run counterclockwise, cut into the triangles given. */
function prism(
  polygon: readonly Corner[],
  triangles: readonly (readonly [number, number, number])[],
  [low, high]: readonly [number, number],
): Mesh {
  const n = polygon.length;
  return mesh(
    [low, high].flatMap((z) => polygon.flatMap(([x, y]) => [x, y, z])),
    [
      ...triangles.flatMap(([a, b, c]) => [a, c, b, a + n, b + n, c + n]),
      ...polygon.flatMap((_, i) => {
        const j = (i + 1) % n;
        return [i, j, j + n, i, j + n, i + n];
      }),
    ],
  );
}

/** The same body; but along its reflex edge, from vertex 3 to vertex 9, lies a face without area. */
function withFlatFace({ positions, indices }: Mesh): Mesh {
  const faces = Array.from({ length: indices.length / 3 }, (_, f) => [...indices.slice(3 * f, 3 * f + 3)]);
  const beside = faces.findIndex(([a, b, c]) => a === 3 && b === 10 && c === 9);
  expect(beside).toBeGreaterThan(0);
  faces.splice(beside, 1, [3, 10, 12], [12, 10, 9], [9, 3, 12]);
  const middle = [0, 1, 2].map((k) => (positions[9 + k] + positions[27 + k]) / 2);
  return mesh([...positions, ...middle], faces.flat());
}

const FAN = [
  [0, 1, 2],
  [0, 2, 3],
  [0, 3, 4],
  [0, 4, 5],
] as const;
const WAYS: readonly (Vec3 | undefined)[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, -1, 0], undefined];

describe('an angle with a face without area along its reflex edge', () => {
  const ANGLES: readonly (readonly [string, readonly Corner[], Vec3, Vec3])[] = [
    [
      'thin',
      [
        [0, 0],
        [6, 0],
        [6, 2],
        [2, 2],
        [2, 5],
        [0, 5],
      ],
      [2.5, 2.5, 0.2],
      [4, 4, 1.8],
    ],
    [
      'thick',
      [
        [0, 0],
        [6, 0],
        [6, 4],
        [4, 4],
        [4, 6],
        [0, 6],
      ],
      [4.5, 4.5, 0.2],
      [5.5, 5.5, 1.8],
    ],
  ];
  it.each(ANGLES)('is not convex, %s, and a box in the angle is apart from it', async (_, polygon, min, max) => {
    const plain = prism(polygon, FAN, [0, 2]);
    const flat = withFlatFace(plain);
    expect(inspect(flat).closed).toBe(true);
    expect([isConvex(plain), isConvex(flat)]).toEqual([false, false]);
    const other = cuboid(min, max);
    for (const shape of [plain, flat]) {
      const angle = body(shape, { name: 'angle' });
      expect(await kindBetween(angle, other)).toBe('none');
      for (const direction of WAYS)
        for (const [a, b] of bothWays(angle, other)) {
          const { answer, looks } = await ask(a, b, { direction });
          expect([answer, looks.map(({ algorithm }) => algorithm)], `along ${direction}`).toEqual(['no', ['extended']]);
        }
      for (const method of ['zlist', 'solids'] as const)
        expect(kindOf(await interference([angle, other], { machine, method, resolution: 64 }))).toBe('none');
      // Into the angle's inner edge.
      const wider = cuboid([min[0] - 1, min[1] - 1, min[2]], max);
      expect(await kindBetween(angle, wider)).toBe('hard');
      expect((await ask(angle, wider)).answer).toBe('yes');
    }
  });
});

test('the basic algorithm, of a hook in a channel that are both concave', async () => {
  const corners: readonly Corner[] = [
    [0, 0],
    [6, 0],
    [6, 5],
    [4, 5],
    [4, 2],
    [2, 2],
    [2, 5],
    [0, 5],
  ];
  const triangles = [
    [0, 1, 4],
    [1, 3, 4],
    [1, 2, 3],
    [0, 4, 5],
    [0, 5, 7],
    [5, 6, 7],
  ] as const;
  const channel = body(prism(corners, triangles, [0, 2]), { name: 'channel' });
  const hook = body(
    prism(
      [
        [2.5, 3],
        [3.5, 3],
        [3.5, 3.5],
        [3, 3.5],
        [3, 4.5],
        [2.5, 4.5],
      ],
      FAN,
      [0.3, 1.7],
    ),
    {
      name: 'hook',
    },
  );
  expect(await kindBetween(channel, hook)).toBe('none');
  const direction: Vec3 = [1, 0, 0];
  for (const [a, b] of bothWays(channel, hook)) {
    expect((await ask(a, b, { direction })).answer).toBe('no');
    // It said yes, of bodies that are apart: it is not for them.
    await expect(ask(a, b, { direction, algorithm: 'basic' })).rejects.toThrow(InputError);
  }
});

test('a body dented in place, by the same array: it is not taken for the convex one that it was', async () => {
  const hexagon: readonly Corner[] = [
    [0, 0],
    [6, 0],
    [6, 4],
    [5.5, 5.5],
    [4, 6],
    [0, 6],
  ];
  const shape = prism(hexagon, FAN, [0, 2]);
  const dented = body({ positions: Float64Array.from(shape.positions), indices: shape.indices }, { name: 'dented' });
  const other = cuboid([4.2, 4.2, 0.2], [5.2, 5.2, 1.8]);
  const direction: Vec3 = [1, -1, 0];
  const pair = collider(dented, other, { machine, resolution: 64, direction });
  const kept = collider(dented, other, { machine, resolution: 64, direction, keepDepthMap: true });
  for (const one of [pair, kept])
    expect(await one.look()).toMatchObject({ answer: 'yes', looks: [{ algorithm: 'basic', isMapKept: false }] });
  const { positions } = dented.mesh as { positions: Float64Array };
  for (const vertex of [3, 9]) positions.set([3, 3], 3 * vertex);
  dented.update(positions);
  const fresh = body({ positions: positions.slice(), indices: shape.indices });
  expect(await kindBetween(fresh, other)).toBe('none');
  expect(await kindBetween(dented, other)).toBe('none');
  for (const found of [
    await pair.look(),
    await kept.look(),
    await ask(dented, other, { direction }),
    await ask(fresh, other, { direction }),
  ])
    expect(found).toMatchObject({ answer: 'no', looks: [{ algorithm: 'extended', isMapKept: false }] });
});

/**
 * Teeth of two combs, turn by turn along x, `gap` apart: their walls run between the rays, a few hundredths of a pixel off, and the walls of
 * one comb have a vertex where the other's have none, so that they are snapped otherwise. The combs' backs lie before and behind.
 */
function combs(sign: number, gap: number, size: number, isReal = false): readonly [Body, Body] {
  const [bend, end] = [7.8, 8];
  const wall = (k: number) => (y: number) => k + 0.5 + (sign * (0.5 + (0.4 * (y - 7.9)) / 8)) / 256;
  type Wall = (y: number) => number;
  const straight = (l: Wall, r: Wall) =>
    prism(
      [
        [l(0), 0],
        [r(0), 0],
        [r(end), end],
        [l(end), end],
      ],
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
      [0, 1],
    );
  const bent = (l: Wall, r: Wall) =>
    prism(
      [
        ...[0, bend].flatMap((y): Corner[] =>
          y === 0
            ? [
                [l(0) + gap, 0],
                [r(0) - gap, 0],
              ]
            : [[r(y) - gap, y]],
        ),
        [r(end) - gap, end],
        [l(end) + gap, end],
        [l(bend) + gap, bend],
      ],
      [
        [0, 1, 2],
        [0, 2, 5],
        [5, 2, 3],
        [5, 3, 4],
      ],
      [0, 1],
    );
  const a = [cuboidMesh([0, 0, -3], [size, size, -2]), straight(() => 0, wall(0))];
  const b = [cuboidMesh([0, 0, 2], [size, size, 3])];
  for (let k = 0; k < 7; k++)
    if (k % 2 === 0) b.push(bent(wall(k), wall(k + 1)));
    else a.push(straight(wall(k), wall(k + 1)));
  if (isReal) {
    a.push(cuboidMesh([18, 18, 0], [23, 23, 1]));
    b.push(cuboidMesh([20.05, 20.05, 0.2], [20.95, 21.95, 0.8]));
  }
  return [body(joined(...a), { name: 'a' }), body(joined(...b), { name: 'b' })];
}

describe('combs whose walls are snapped past each other', () => {
  const direction: Vec3 = [0, 0, 1];
  test('do not collide 1e-7 or 1e-5 apart; on each other, they do as far as rounding has them', async () => {
    let doubtful = 0;
    for (const sign of [1, -1])
      for (const gap of [0, 1e-7, 1e-5]) {
        const [a, b] = combs(sign, gap, 8);
        const truth = await isCollision(machine, a, b);
        if (gap > 0) expect(await kindBetween(a, b)).toBe('none');
        for (const [one, other] of bothWays(a, b))
          for (const until of ['first', 'all'] as const) {
            const found = await ask(one, other, { direction, resolution: 10, until });
            const isSeen = found.looks.some(({ collisionPixels }) => collisionPixels > 0);
            if (isSeen) doubtful++;
            expect(wrong(found, truth, false), `${sign}, ${gap}`).toBeUndefined();
            if (gap > 0) expect([found.answer, found.by]).toEqual(['no', isSeen ? 'faces' : 'rays']);
            else if (isSeen) expect(found.answer, `${sign}`).toBe(truth ? 'yes' : 'no');
          }
      }
    // Rays did seem inside both.
    expect(doubtful).toBeGreaterThan(0);
  });

  test('hide no collision elsewhere, and make none', async () => {
    for (const isReal of [false, true])
      for (const until of ['first', 'all'] as const) {
        const [a, b] = combs(-1, 1e-6, 30, isReal);
        expect(await kindBetween(a, b)).toBe(isReal ? 'hard' : 'none');
        const found = await ask(a, b, { direction, resolution: 32, until });
        expect(found.looks[0].collisionPixels, `${isReal}, ${until}`).toBeGreaterThan(0);
        expect(found.answer, `${isReal}, ${until}`).toBe(isReal ? 'yes' : 'no');
        expect(found.isCertain, `${isReal}, ${until}`).toBe(true);
      }
  });
});

test('a foil of 0.05 mm in a hall of 100 m, a cabinet before it and one 0.02 mm behind it', async () => {
  const foil = 50.00005;
  const hall = body(joined(cuboidMesh([0, 0, 50], [4, 4, foil]), cuboidMesh([6, 0, 0], [7, 4, 100])), { name: 'hall' });
  const cabinets = body(joined(cuboidMesh([1, 1, 46], [3, 3, 48]), cuboidMesh([1, 1, foil + 0.00002], [3, 3, 54])));
  expect(await kindBetween(hall, cabinets)).toBe('none');
  expect((await distance(hall, cabinets)).distance).toBeCloseTo(0.00002, 9);
  for (const [a, b] of bothWays(hall, cabinets))
    for (const options of [{}, { precision: 'exact' }, { order: 'peeling' }, { algorithm: 'simplified' }] as const)
      expect((await ask(a, b, { direction: [0, 0, 1], ...options })).answer).toBe('no');
});

test('slabs within rounding of a cube: `interference` finds the same by solids as by z-lists', async () => {
  const cube = cuboid([0, 0, 0], [3, 3, 3]);
  for (const gap of [1e-10, 1e-8, 1e-7, 1e-6, 2e-6, 4e-6])
    for (const isAbove of [true, false]) {
      const slab = isAbove ? cuboidMesh([-2, -2, 3 + gap], [5, 5, 5]) : cuboidMesh([-2, -2, -2], [5, 5, -gap]);
      const walls = [cuboidMesh([-2, 0, -1], [-1, 3, 4]), cuboidMesh([4, 0, -1], [5, 3, 4])];
      const other = body(joined(slab, ...walls));
      const what = `${gap} ${isAbove ? 'above' : 'below'}`;
      const kinds = [];
      for (const method of ['zlist', 'solids'] as const)
        kinds.push(kindOf(await interference([cube, other], { machine, method, direction: [0, 0, 1] })));
      expect(kinds[1], what).toBe(kinds[0]);
      // Never more than a touch, and none that rounding cannot explain.
      expect(['none', 'touch'], what).toContain(kinds[0]);
      expect((await ask(cube, other, { direction: [0, 0, 1] })).answer, what).toBe('no');
    }
});

test('zooming begins with all of the zone, also where a map of the whole body was looked at', async () => {
  // The pin is half as wide as a pixel of the plate's map, and lies between its rays.
  const plate = body(box({ size: [100, 100, 2] }));
  const pin = body(box({ size: [0.1, 0.1, 1] }), { pose: translation(0, 0, 1.4) });
  for (const finest of [0.01, 0.001, 1e-5]) {
    const found = await collide(plate, pin, {
      ...{ machine, direction: [0, 0, 1], resolution: 512, keepDepthMap: true, finest },
    });
    expect(found.answer).toBe('yes');
  }
});

test('the thickness that cannot have been missed is no less than what rounding does', async () => {
  const found = await collide(
    body(box({ size: 100 })),
    body(box({ size: 1e-6 }), { pose: translation(50, 0.1, 0.2) }),
    {
      ...{ machine, resolution: 64 },
    },
  );
  const [, stated] = /Nothing thicker than ([\d.e-]+)/.exec(found.limit) ?? [];
  expect(found.answer === 'yes' || Number(stated) > 5e-7).toBe(true);
});

test('what is no machine is refused', () => {
  const one = body(box({ size: 1 }));
  expect(() => collider(one, one, { machine: {} as never })).toThrow(
    'collide: this is no machine (object). Give what open() returned.',
  );
});
