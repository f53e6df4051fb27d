import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { GAP_DEFAULTS, type GapOptions, gap } from '../../src/gap.js';
import { SEEN } from '../../src/gapMap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { rotation, translation } from '../../src/math/affine.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { paintGap } from '../../src/paintGap.js';
import { boxBody, boxMesh, joined } from './support/bodies.js';

const machine = createCpuMachine();
const pair = () => [boxBody([0, 0, 0], [4, 2, 1], 'lower'), boxBody([1, 0.5, 1.5], [3, 1.5, 2], 'upper')] as const;

describe('what a gap is asked with', () => {
  const WRONG: readonly [GapOptions | Record<string, unknown>, string][] = [
    [
      { resolution: 0 },
      'gap: the resolution is not a whole number from 1 to 8192 (0). Give the number of rays along the longer side.',
    ],
    [{ resolution: 10.5 }, 'gap: the resolution is not a whole number from 1 to 8192 (10.5). Give'],
    [{ resolution: 9000 }, 'gap: the resolution is not a whole number from 1 to 8192 (9000). Give'],
    [{ bands: 0.1 }, 'gap: the bands are no list (0.1). Give an array of distances in model units.'],
    [{ bands: [0.1, -1] }, 'gap: a band does not end at a distance (-1). Give numbers from 0 up, in model units.'],
    [{ bands: [Infinity] }, 'gap: a band does not end at a distance (Infinity). Give'],
    [{ bands: ['0.1'] }, 'gap: a band does not end at a distance (0.1). Give'],
    [{ threshold: Number.NaN }, 'gap: the threshold is not a number (NaN). Give a signed distance in model units.'],
    [{ threshold: '1' }, 'gap: the threshold is not a number (1). Give'],
    [{ extent: 'some' }, "gap: there is no extent 'some'. Choose one of: both, all."],
    [{ direction: 'z' }, 'gap: a direction is not three numbers (z). Give x, y and z.'],
    [{ direction: [0, 1] }, 'gap: a direction is not three numbers (0,1). Give x, y and z.'],
    [{ direction: ['0', '0', '1'] }, 'gap: a direction is not three numbers (0,0,1). Give x, y and z.'],
    [{ up: 'top' }, 'gap: a direction is not three numbers (top). Give x, y and z.'],
    [{ machine: {} }, 'gap: this is no machine (object). Give what open() returned.'],
    [{ direction: [0, 0, 0] }, 'view: the direction is zero (0,0,0). Give a vector of any length but zero.'],
    [{ direction: [0, 0, Number.NaN] }, 'view: the direction is not finite (0,0,NaN). Give three finite numbers.'],
    [{ direction: [0, 0, 1], up: [0, 0, 2] }, 'view: up is parallel to the direction'],
  ];
  test.each(WRONG)('is refused where it cannot be answered: %j', async (options, text) => {
    const [a, b] = pair();
    const call = gap(a, b, { machine, ...(options as GapOptions) });
    await expect(call).rejects.toThrow(InputError);
    await expect(call).rejects.toThrow(text);
  });

  test('must be bodies', async () => {
    const [a] = pair();
    const none = undefined as unknown as typeof a;
    await expect(gap(a, none, { machine })).rejects.toThrow(
      'body: this is no body (undefined). Make one with body(mesh).',
    );
    await expect(gap(boxMesh([0, 0, 0], [1, 1, 1]) as unknown as typeof a, a, { machine })).rejects.toThrow(InputError);
  });

  test('may be typed arrays where directions are asked', async () => {
    const [a, b] = pair();
    const [direction, up] = [Float64Array.of(0, 0, 1), Float32Array.of(0, 1, 0)];
    const map = await gap(a, b, { direction, up, resolution: 8, machine });
    expect(map.view).toEqual((await gap(a, b, { direction: [0, 0, 1], up: [0, 1, 0], resolution: 8, machine })).view);
  });

  test('may be undefined: as if not given', async () => {
    const [a, b] = pair();
    const given = { resolution: undefined, bands: undefined, threshold: undefined, extent: undefined } as unknown;
    const map = await gap(a, b, { ...(given as GapOptions), machine });
    expect(Math.max(map.columns, map.rows)).toBe(GAP_DEFAULTS.resolution);
    expect(map.threshold).toBe(0);
    expect(map.bands).toEqual([]);
  });
});

describe('the view of a gap', () => {
  test('has square pixels, the resolution along its longer side, and a narrow border around what is common', async () => {
    const [a, b] = pair();
    const map = await gap(a, b, { direction: [0, 0, 1], resolution: 128, machine });
    expect(map.pixelSize[0]).toBeCloseTo(map.pixelSize[1], 12);
    expect([map.columns, map.rows]).toEqual([128, 68]);
    expect(map.view.size[0] / map.columns).toBe(map.pixelSize[0]);
    expect(map.seen.filter((sees) => sees === SEEN.both).length).toBe(120 * 60);
    expect(map.seen.filter((sees) => sees === SEEN.onlyA).length).toBe(128 * 68 - 120 * 60);
    expect(map.a).toBe('lower');
    expect(map.direction).toBe('given');
  });

  test('shows both whole where asked, and holds both whole along the rays either way', async () => {
    const [a, b] = pair();
    const whole = await gap(a, b, { direction: [0, 0, 1], resolution: 128, extent: 'all', machine });
    const area = (sees: number) =>
      whole.seen.filter((at) => at === sees).length * whole.pixelSize[0] * whole.pixelSize[1];
    expect(area(SEEN.both)).toBeCloseTo(2, 9);
    expect(area(SEEN.onlyA)).toBeCloseTo(6, 9);
    for (const map of [whole, await gap(a, b, { direction: [0, 0, 1], resolution: 8, machine })]) {
      expect(map.view.origin[2]).toBeLessThan(0);
      expect(map.view.origin[2] + map.view.size[2]).toBeGreaterThan(2);
    }
  });

  test.each([1, 2, 7, 8])('may be as small as %d', async (resolution) => {
    const [a, b] = pair();
    const map = await gap(a, b, { direction: [0, 0, 1], resolution, machine });
    expect(Math.max(map.columns, map.rows)).toBe(resolution);
    expect(map.minimum!.gap).toBeCloseTo(0.5, 6);
  });

  test('is along the thinnest way between the bodies unless told', async () => {
    const [a, b] = pair();
    const map = await gap(a, b, { resolution: 64, machine });
    expect(map.view.direction).toEqual([0, 0, 1]);
    expect(map.direction).toBe('boxes');
    expect(map.minimum!.gap).toBeCloseTo(0.5, 6);
    expect(map.minimum!.onA[2]).toBeCloseTo(1, 6);
    expect(map.minimum!.onB[2]).toBeCloseTo(1.5, 6);
  });

  test('is of bodies that touch in outline only: narrow, with no minimum or a true one', async () => {
    const map = await gap(boxBody([0, 0, 0], [1, 1, 1]), boxBody([1, 0, 2], [2, 1, 3]), {
      ...{ direction: [0, 0, 1], resolution: 64, machine },
    });
    expect(Math.max(map.columns, map.rows)).toBe(64);
    if (map.minimum) expect(map.minimum.gap).toBeCloseTo(1, 5);
  });
});

describe('bodies', () => {
  test('are taken as they are at the call', async () => {
    const [a, b] = pair();
    const asked = gap(a, b, { direction: [0, 0, 1], resolution: 32, machine });
    b.pose = translation(0, 0, 5);
    expect((await asked).minimum!.gap).toBeCloseTo(0.5, 6);
    expect((await gap(a, b, { direction: [0, 0, 1], resolution: 32, machine })).minimum!.gap).toBeCloseTo(5.5, 5);
  });

  test('whose faces are there twice are mended', async () => {
    const mesh = boxMesh([0, 0, 0], [4, 2, 1]);
    const doubled = body({
      positions: mesh.positions,
      indices: Uint32Array.from([...mesh.indices, ...mesh.indices.slice(0, 3)]),
    });
    const map = await gap(doubled, pair()[1], { direction: [0, 0, 1], resolution: 32, machine });
    expect(map.undecidedRays).toBe(0);
    expect(map.minimum!.gap).toBeCloseTo(0.5, 6);
  });

  test('far away and very small give their gap in their own size', async () => {
    for (const size of [1e-6, 1e6]) {
      const [a, b] = pair().map(({ mesh }) => body({ ...mesh, positions: mesh.positions.map((at) => at * size) }));
      const map = await gap(a, b, { direction: [0, 0, 1], resolution: 32, bands: [0.5 * size], machine });
      expect(map.minimum!.gap / size).toBeCloseTo(0.5, 5);
      expect(map.measured.depthError).toBeLessThan(1e-5 * size);
    }
  });
});

describe('whether the rays tell of interference', () => {
  const along = { direction: [0, 0, 1], resolution: 16, machine } as const;

  test('they do where some are surely inside both, or all are surely not', async () => {
    const [a, b] = pair();
    expect((await gap(a, b, along)).measured.isDecided).toBe(true);
    b.pose = translation(0, 0, -0.7);
    expect((await gap(a, b, along)).measured.isDecided).toBe(true);
    b.pose = translation(0, 0, -0.5);
    const touching = await gap(a, b, along);
    expect(touching.measured.isDecided).toBe(true);
    expect(touching.interference.pixels).toBe(0);
    b.pose = translation(50, 0, 0);
    const apart = await gap(a, b, along);
    expect(apart.minimum).toBeUndefined();
    expect(apart.measured.isDecided).toBe(true);
  });

  test('they do not where a body is a millionth as large as the other', async () => {
    const large = 5e5;
    const a = boxBody([-large, -large, -large], [large, large, large]);
    const map = await gap(a, boxBody([-0.5, -0.5, large - 0.5], [0.5, 0.5, large + 0.5]), along);
    expect(map.minimum!.error).toBeGreaterThan(0.5);
    expect(map.measured.isDecided).toBe(false);
    expect(map.measured.limit).toContain('The least gap may be wrong by 1.02, and the thinner body is 1 deep');
    expect(map.measured.limit).toContain('So the rays do not tell whether the bodies interfere.');
  });

  test('they do not where a body is open and the other may be inside of it, though every ray leaves again', async () => {
    // A tube without ends, seen along its axis: no ray meets it, and B sticks through its wall.
    const { positions, indices } = boxMesh([-1, -1, -1], [1, 1, 1]);
    const isEnd = (f: number) =>
      [-1, 1].some((z) => [0, 1, 2].every((k) => positions[3 * indices[3 * f + k] + 2] === z));
    const tube = body({ positions, indices: indices.filter((_, k) => !isEnd(Math.floor(k / 3))) });
    const inside = boxBody([0.5, -0.5, -0.3], [1.5, 0.5, 0.7]);
    const map = await gap(tube, inside, along);
    expect(map.undecidedRays).toBe(0);
    expect(map.measured.isDecided).toBe(false);
    expect(map.measured.limit).toMatch(/A body is not closed/);
    inside.pose = translation(9, 0, 0);
    expect((await gap(tube, inside, along)).measured.isDecided).toBe(true);
  });

  test('they do not where some cannot be used and none is inside both', async () => {
    const { positions, indices } = boxMesh([0, 0, 0], [4, 2, 1]);
    const isBelow = (f: number) => [0, 1, 2].every((k) => positions[3 * indices[3 * f + k] + 2] === 0);
    const missing = Array.from({ length: indices.length / 3 }, (_, f) => f).find(isBelow)!;
    const open = body({ positions, indices: indices.filter((_, k) => Math.floor(k / 3) !== missing) });
    const [, b] = pair();
    const map = await gap(open, b, along);
    expect(map.undecidedRays).toBeGreaterThan(0);
    expect(map.measured.isDecided).toBe(false);
    b.pose = translation(0, 0, -0.7);
    expect((await gap(open, b, along)).measured.isDecided).toBe(true);
  });
});

describe('regions', () => {
  test('are told apart, the largest first, with what is deepest in each', async () => {
    const floor = boxBody([0, 0, 0], [10, 10, 1]);
    const feet = body(
      joined(boxMesh([1, 1, 0.5], [3, 3, 2]), boxMesh([5, 1, 0.9], [9, 5, 2]), boxMesh([5, 7, 1.2], [6, 8, 2])),
    );
    const map = await gap(floor, feet, {
      direction: [0, 0, -1],
      resolution: 256,
      threshold: 0.3,
      bands: [0.25],
      machine,
    });
    expect(map.regions.map(({ area }) => area)).toEqual([16, 4, 1].map((area) => expect.closeTo(area, 0)));
    expect(map.regions.map(({ minimum }) => minimum.gap)).toEqual([-0.1, -0.5, 0.2].map((at) => expect.closeTo(at, 5)));
    expect(map.regions.map(({ interference }) => interference.pixels)).toEqual([
      map.regions[0].pixels,
      map.regions[1].pixels,
      0,
    ]);
    const { bounds, from, to } = map.regions[1];
    // From end to end of the gaps: B's lower side at 0.5, A's upper side at 1.
    expect(bounds.min).toEqual([1, 1, 0.5].map((at) => expect.closeTo(at, 1)));
    expect(bounds.max).toEqual([3, 3, 1].map((at) => expect.closeTo(at, 1)));
    for (const { bounds, minimum } of map.regions)
      for (const place of [minimum.onA, minimum.onB])
        place.forEach((at, k) => {
          expect(at).toBeGreaterThanOrEqual(bounds.min[k] - 1e-9);
          expect(at).toBeLessThanOrEqual(bounds.max[k] + 1e-9);
        });
    expect((to[0] - from[0] + 1) * (to[1] - from[1] + 1)).toBe(map.regions[1].pixels);
    expect(map.bands[0].pixels).toBe(map.regions[2].pixels);
    expect(map.interference.pixels).toBe(map.regions[0].pixels + map.regions[1].pixels);
    const deeper = await gap(floor, feet, { direction: [0, 0, -1], resolution: 256, threshold: -0.3, machine });
    expect(deeper.regions.length).toBe(1);
    expect(deeper.regions[0].minimum).toEqual(deeper.minimum);
  });
});

describe('paintGap is refused', () => {
  test('without a map, a body, or the word which it is', async () => {
    const [a, b] = pair();
    const map = await gap(a, b, { resolution: 8, machine });
    const wrong = {} as unknown;
    expect(() => paintGap(wrong as typeof map, a, 'a')).toThrow(
      'paintGap: this is no map (object). Give what gap() returned.',
    );
    expect(() => paintGap(map, a, 'c' as 'a')).toThrow("paintGap: there is no body 'c'. Choose one of: a, b.");
    expect(() => paintGap(map, wrong as typeof a, 'a')).toThrow('body: this is no body (object).');
  });

  test("for a body that is not the map's, or the other one of it; a map from elsewhere cannot tell", async () => {
    const [a, b] = pair();
    const map = await gap(a, b, { resolution: 8, machine });
    const text = "paintGap: this is not the map's body a (upper). Give the body that gap() was asked about.";
    expect(() => paintGap(map, b, 'a')).toThrow(text);
    expect(() => paintGap(map, body(icoSphere({ subdivisions: 1 }), { name: 'ball' }), 'b')).toThrow(
      "paintGap: this is not the map's body b (ball).",
    );
    const again = body({ positions: a.mesh.positions.slice(), indices: a.mesh.indices.slice() });
    expect(paintGap(map, again, 'a')).toEqual(paintGap(map, a, 'a'));
    expect(paintGap(structuredClone(map), b, 'a').length).toBe(8);
  });
});

// A pose about the rays' direction changes nothing but where the map's pixels lie.
test('a turn about the direction leaves the areas as they are', async () => {
  const [a, b] = pair();
  const straight = await gap(a, b, { direction: [0, 0, 1], resolution: 256, bands: [1], machine });
  for (const one of [a, b]) one.pose = rotation([0, 0, 1], 0.7);
  const turned = await gap(a, b, { direction: [0, 0, 1], resolution: 256, bands: [1], machine });
  expect(straight.bands[0].area).toBeCloseTo(2, 9);
  expect(turned.bands[0].area).toBeCloseTo(2, 1);
});
