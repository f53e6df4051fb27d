import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { InputError } from '../../src/errors.js';
import type { InterferenceOptions } from '../../src/interference.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { ask, at, cube, cuboid, hollowCube, kindOf, pairOf } from './bodies.js';

const exactly = (bodies: readonly Body[], options: InterferenceOptions = {}) =>
  ask(bodies, { precision: 'exact', ...options });

const pairFrom = async (bodies: readonly Body[], options: InterferenceOptions = {}): Promise<PairReport> =>
  pairOf(await exactly(bodies, options))!;

/** A cube of side 2 without its face at z = 1. */
function openCube(name = 'open'): Body {
  const { positions, indices } = box({ size: 2 });
  const isTop = (face: number): boolean => [0, 1, 2].every((k) => positions[3 * indices[3 * face + k] + 2] === 1);
  return body({ positions, indices: indices.filter((_, side) => !isTop(Math.floor(side / 3))) }, { name });
}

const SOLID_LIMIT =
  'Kind and contacts are exact for the world coordinates, rounded to f64. Volume and depth are sampled. ';
const OPEN_LIMIT =
  'Contacts are exact for the world coordinates, rounded to f64; as a body bounds no volume, the kind tells of surfaces. Volume and depth are sampled. ';

describe('interference with exact precision', () => {
  it('reports what contacts does, besides what rays measure', async () => {
    const [a, b] = [body(icoSphere({ subdivisions: 3 }), { name: 'A' }), cube(1.5, at(0.7, 0.3, 0.2), 'B')];
    const [sampled, exact] = [pairOf(await ask([a, b]))!, await pairFrom([a, b])];
    const { kind, contacts: met, curves } = await contacts(a, b, { machine: createCpuMachine() });
    expect(kind).toBe('hard');
    expect(exact).toMatchObject({ a: 'A', b: 'B', indices: [0, 1], kind, contacts: met, curves });
    expect(exact.curves!.every(({ closed }) => closed)).toBe(true);
    expect(exact.measured).toMatchObject({ precision: 'exact', areSolids: true });
    expect(exact.measured.limit.startsWith(SOLID_LIMIT)).toBe(true);
    // Rays tell the same in both modes.
    const { contacts: _, curves: __, measured, ...rest } = exact;
    expect(sampled).toEqual({ ...rest, measured: sampled.measured });
    expect(exact.measured.limit).toBe(SOLID_LIMIT + sampled.measured.limit);
    expect({ ...measured, limit: '', precision: 'sampled', areSolids: true }).toEqual({
      ...sampled.measured,
      ...{ limit: '', areSolids: true },
    });
  });

  it('says nothing of faces that meet where it was not asked', async () => {
    const sampled = pairOf(await ask([cube(2), cube(2, at(1, 0.5, 0.2))]))!;
    expect(sampled.measured.precision).toBe('sampled');
    for (const field of ['contacts', 'curves']) expect(sampled).not.toHaveProperty(field);
    expect(sampled.measured).not.toHaveProperty('areSolids');
  });

  it.each([
    ['none', [body(hollowCube(4, 2)), cube(1)]],
    ['touch', [cube(2), cube(2, at(2, 0.3, 0.1))]],
    ['touch', [cube(2), cube(2, at(2, 2, 2))]],
    ['touch', [cube(2), cube(2, at(2, 2, 0.5))]],
    ['hard', [cube(2), cube(2, at(2 - 2 ** -51, 0, 0))]],
    ['contained b', [cube(4), cube(1)]],
    ['contained a', [cube(1, at(0, 0, 0.5)), cube(2)]],
    ['duplicate', [cube(2), body(box({ size: 2, segments: 3 }))]],
  ] as const)('%s: at any resolution', async (kind, bodies) => {
    for (const resolution of [1, 2, 16, 64]) expect(kindOf(await exactly(bodies, { resolution }))).toBe(kind);
  });

  it('reports no overlap where bodies touch, and where they are apart', async () => {
    const apart = { volume: 0, volumeError: 0, depthAlongView: 0, samples: [], faces: { a: [], b: [] } };
    for (const shift of [at(2), at(2, 2, 2), at(2, 1, 0)]) {
      const found = await pairFrom([cube(2), cube(2, shift)]);
      expect(found).toMatchObject({ kind: 'touch', ...apart });
      for (const field of ['point', 'bounds', 'centroid']) expect(found).not.toHaveProperty(field);
    }
    // Rays alone see an overlap that is rounding, or not: one ulp before and behind.
    const before = await exactly([cube(2), cube(2, at(2 + 2 ** -50))]);
    expect(before.pairs).toEqual([]);
    const cavity = await pairFrom([body(hollowCube(4, 2)), cube(1.9)]);
    expect(cavity).toMatchObject({ kind: 'none', ...apart, contacts: { a: [], b: [], kinds: [] }, curves: [] });
  });

  it('finds ten boxes in a row to touch, each the next one', async () => {
    const row = Array.from({ length: 10 }, (_, k) => cuboid([k, 0, 0], [k + 1, 1, 1], { name: `box ${k}` }));
    const { pairs, cleared, groups } = await exactly(row);
    expect(pairs.map(({ indices, kind }) => `${indices} ${kind}`)).toEqual(
      Array.from({ length: 9 }, (_, k) => `${k},${k + 1} touch`),
    );
    expect(cleared).toEqual([]);
    expect(groups).toEqual([]);
    for (const { contacts: met } of pairs) expect(met!.kinds).toContain('coplanar');
  });

  it('tells of many bodies what it tells of each two', async () => {
    const bodies = [
      cube(2),
      cube(2, at(1, 0.3, 0.2)),
      cube(0.5),
      cube(2, at(-2, 0, 0)),
      body(hollowCube(8, 7)),
      cube(2),
    ];
    const all = await exactly(bodies);
    for (let i = 0; i < bodies.length; i++)
      for (let j = i + 1; j < bodies.length; j++) {
        const alone = await exactly([bodies[i], bodies[j]]);
        expect(kindOf(all, i, j), `${i} and ${j}`).toBe(kindOf(alone));
        expect(pairOf(all, i, j)?.contacts, `${i} and ${j}`).toEqual(pairOf(alone)?.contacts);
      }
  });

  describe('with a tolerance', () => {
    it.each([
      [0.01, 0.02, 'touch'],
      [0.01, 0.005, 'hard'],
      [0.01, 0, 'hard'],
    ])('%f deep with %f allowed: %s', async (depth, tolerance, kind) => {
      for (const bodies of [
        [cube(2), cube(2, at(2 - depth, 0.3, 0.2))],
        [cube(2, at(0.1, 0.2, 2 - depth)), cube(2)],
      ]) {
        const found = await pairFrom(bodies, { tolerance });
        expect(found.kind).toBe(kind);
        expect(found.contacts!.a.length).toBeGreaterThan(0);
      }
    });

    it('lets pass what no ray meets only where rays are nearer to each other than it', async () => {
      const bodies = [cuboid([0.3, 0.2, -2], [0.3 + 1e-9, 0.2 + 1e-9, 2]), cuboid([-1, -1, -0.1], [1, 1, 0.1])];
      expect((await pairFrom(bodies, { tolerance: 0 })).kind).toBe('hard');
      expect((await pairFrom(bodies, { tolerance: 0.5, resolution: 64 })).kind).toBe('touch');
    });

    it('leaves containment and duplicates as they are', async () => {
      expect(kindOf(await exactly([cube(2), cube(0.1)], { tolerance: 1 }))).toBe('contained b');
      expect(kindOf(await exactly([cube(2), cube(2)], { tolerance: 5 }))).toBe('duplicate');
      expect(kindOf(await exactly([cube(2), cube(2, at(2))], { tolerance: 5 }))).toBe('touch');
    });
  });

  describe('with an open body', () => {
    it.each([
      ['hard', 'through a wall', cube(1, at(1, 0.1, 0.2))],
      ['touch', 'at a wall', cube(1, at(1.5, 0.1, 0.2))],
      ['none', 'apart', cube(1, at(1, 1, 2))],
    ])('%s: %s', async (kind, _, other) => {
      const report = await exactly([openCube(), other]);
      expect(kindOf(report)).toBe(kind);
      const found = pairOf(report);
      if (!found) return;
      expect(found.measured).toMatchObject({ precision: 'exact', areSolids: false });
      expect(found.measured.limit.startsWith(OPEN_LIMIT)).toBe(true);
      const { areSolids, kind: told, contacts: met } = await contacts(openCube(), other);
      expect({ areSolids, told }).toEqual({ areSolids: false, told: kind });
      expect(found.contacts).toEqual(met);
    });
  });

  describe('refuses', () => {
    const refusal = async (options: object): Promise<string> => {
      const error = await ask([cube(2), cube(2)], options).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      return (error as InputError).message;
    };

    it.each(['Exact', '', 'double', 1, null])('a precision of %o', async (precision) => {
      expect(await refusal({ precision })).toBe(
        `interference: there is no precision '${precision}'. Choose one of: sampled, exact.`,
      );
    });

    it('the view of a whole scene', async () => {
      expect(await refusal({ precision: 'exact', view: 'scene' })).toBe(
        "interference: exact precision compares pair by pair (view 'scene' asked). Leave out one of the two options.",
      );
    });
  });
});

describe('a volume that is worked out', () => {
  it.each(['sampled', 'exact'] as const)('is exact, with %s kinds', async (precision) => {
    const bodies = [cube(2), cube(2, at(0.7, 0.3, 0.1))];
    const { volume, volumeError, measured } = pairOf(
      await ask(bodies, { precision, volume: 'exact', resolution: 16 }),
    )!;
    expect(volume).toBeCloseTo(1.3 * 1.7 * 1.9, 6);
    expect(Math.abs(volume - 1.3 * 1.7 * 1.9)).toBeLessThanOrEqual(volumeError);
    expect(volumeError).toBeLessThan(1e-10);
    expect(measured.volumeBy).toBe('intersection');
  });

  it('falls back on rays where a body is no solid to it', async () => {
    const open = cube(2).mesh;
    const bodies = [cube(2, at(0.7, 0.3, 0.1)), body({ positions: open.positions, indices: open.indices.slice(3) })];
    const { measured } = pairOf(await ask(bodies, { volume: 'exact', resolution: 16 }))!;
    expect(measured.volumeBy).toBe('rays');
  });

  it('has no other word for it', async () => {
    await expect(ask([cube(1), cube(1)], { volume: 'precise' as never })).rejects.toThrow(
      "interference: there is no volume 'precise'. Choose one of: sampled, exact.",
    );
  });
});
