import { describe, expect, it } from 'vitest';
import { combSolid } from '../../scenes/combSolid.js';
import { type Figure3, figure3 } from '../../scenes/figure3.js';
import { ringSolid } from '../../scenes/ringSolid.js';
import { tessellate } from '../../scenes/tessellate.js';
import { distance } from '../../src/distance.js';
import { InputError } from '../../src/errors.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { faceCount } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { selfIntersections } from '../../src/selfIntersections.js';
import { layerCases } from './layerCases.js';
import { manifoldOf, overlapVolume } from './manifold.js';

const ALL: readonly Figure3[] = ['a', 'b', 'c'];
const sum = (map: ReadonlyMap<number, number>, keys: readonly number[]): number =>
  keys.reduce((all, key) => all + (map.get(key) ?? 0), 0);
const keysOf = (map: ReadonlyMap<number, number>): number[] => [...map.keys()].sort((x, y) => x - y);

describe('figure3', () => {
  it.each(ALL.flatMap((which) => [100, 101, 2000, 160_000].map((n) => [which, n] as const)))(
    '%s is two closed solids, of %i triangles in all',
    (which, triangles) => {
      const { A, B } = figure3(which, triangles);
      expect(faceCount(A.mesh) + faceCount(B.mesh)).toBe(triangles - (triangles % 2));
      for (const { mesh } of [A, B])
        expect(inspect(mesh)).toMatchObject({ closed: true, components: 1, eulerCharacteristic: 2, diagnostics: [] });
    },
  );

  it.each(ALL)('%s has faces of about one size, and none runs through another', async (which) => {
    const { A, B } = figure3(which, 4000);
    const sizes = [A, B].map(({ mesh }) => massProperties(mesh).area / faceCount(mesh));
    expect(sizes[0] / sizes[1]).toBeCloseTo(1, 1);
    for (const one of [A, B]) {
      const { counts } = await selfIntersections(one);
      expect(counts).toEqual({ point: 0, edge: 0, crossing: 0, coplanar: 0 });
    }
  });

  it.each([false, true])('a: A is π-convex, B has up to six layers; two renderings tell (apart: %s)', async (apart) => {
    const { A, B, direction } = figure3('a', 4000, { apart });
    const cases = await layerCases(A, B, direction, 128);
    expect(keysOf(cases.layersA).filter((n) => n > 0)).toEqual([2]);
    expect(keysOf(cases.layersB)).toEqual([0, 2, 4, 6]);
    expect(sum(cases.layersB, [6])).toBeGreaterThan(5000);
    expect(cases).toMatchObject({ clear: 0, oddFirst: 0, concave: 0 });
    expect(cases.evenFirst).toBeGreaterThan(8000);
    if (apart) expect(cases).toMatchObject({ colliding: 0, same: cases.evenFirst });
    // Cases d and e: a tine wholly inside A, or its lower side only.
    else expect(Math.min(cases.convex, cases.oddSecond, cases.same)).toBeGreaterThan(1000);
  });

  it.each([false, true])('b: both are π-convex, neither is convex; two renderings tell (apart: %s)', async (apart) => {
    const { A, B, direction } = figure3('b', 4000, { apart });
    const cases = await layerCases(A, B, direction, 128);
    for (const layers of [cases.layersA, cases.layersB]) expect(keysOf(layers)).toEqual([0, 2]);
    for (const { mesh, pose } of [A, B])
      expect(massProperties(mesh).volume / manifoldOf(mesh, pose).hull().volume()).toBeLessThan(0.9);
    expect(cases).toMatchObject({ clear: 0, oddFirst: 0, concave: 0 });
    expect(cases.evenFirst).toBeGreaterThan(5000);
    if (apart) expect(cases).toMatchObject({ colliding: 0, same: cases.evenFirst });
    else expect(Math.min(cases.convex, cases.oddSecond)).toBeGreaterThan(2000);
  });

  it.each([false, true])('c: both are concave, and only the order of layers tells (apart: %s)', async (apart) => {
    const { A, B, direction } = figure3('c', 4000, { apart });
    const cases = await layerCases(A, B, direction, 128);
    expect(keysOf(cases.layersA)).toEqual([0, 2, 4, 6]);
    expect(keysOf(cases.layersB)).toEqual([0, 2, 4]);
    expect(cases).toMatchObject({ oddFirst: 0, oddSecond: 0, same: 0, convex: 0 });
    expect(cases.concave).toBeGreaterThan(10_000);
    expect(cases.concaveColliding).toBe(cases.colliding);
    if (apart) expect(cases.colliding).toBe(0);
    else expect(cases.colliding).toBeGreaterThan(10_000);
  });

  it.each(ALL)('%s overlaps by what rays measure, and stands apart where told', async (which) => {
    const { A, B, direction } = figure3(which, 4000);
    const { pairs } = await interference([A, B], { direction, resolution: 256, machine: createCpuMachine() });
    const volume = overlapVolume(manifoldOf(A.mesh, A.pose), manifoldOf(B.mesh, B.pose));
    expect(volume).toBeGreaterThan(0.02);
    expect(Math.abs(pairs[0].volume! - volume)).toBeLessThanOrEqual(pairs[0].volumeError!);
    expect(pairs[0].volume! / volume).toBeCloseTo(1, 2);
    const apart = figure3(which, 4000, { apart: true });
    const { kind, distance: gap } = await distance(apart.A, apart.B);
    expect(kind).toBe('apart');
    expect(gap).toBeGreaterThan(0.02);
  });

  it('refuses what there is not', () => {
    expect(() => figure3('d' as Figure3)).toThrow("figure3: there is no such scene (d). Give 'a', 'b' or 'c'.");
    expect(() => figure3('b', 50)).toThrow(InputError);
    expect(() => figure3('b', 50)).toThrow(
      'figure3: too few triangles (50). Give a whole number from 56 up: untessellated there are as many.',
    );
  });
});

describe('ringSolid', () => {
  it.each([3, 4, 7])('has the volume of its frusta, %i points', (points) => {
    const rings = [
      { scale: 0.8, z: 0.5 },
      { scale: 1, z: 0.1 },
      { scale: 0.4, z: -0.7 },
    ];
    const mesh = ringSolid({ points, inner: 0.6, rings, tips: [0.2, -1], turn: 0.3 });
    const star = points * 0.6 * Math.sin(Math.PI / points);
    const all = [{ scale: 0, z: 0.2 }, ...rings, { scale: 0, z: -1 }];
    const volume = all.slice(1).reduce((total, { scale: s, z }, i) => {
      const { scale: r, z: above } = all[i];
      return total + ((above - z) * star * (r * r + r * s + s * s)) / 3;
    }, 0);
    expect(faceCount(mesh)).toBe(4 * points * 3);
    expect(massProperties(mesh).volume).toBeCloseTo(volume, 12);
  });
});

describe('combSolid', () => {
  it.each([1, 2, 5])('has the volume of its spine and %i tines', (count) => {
    const tines = Array.from({ length: count }, (_, k) => ({ reach: 2, z: [k, k + 0.4] as const }));
    const mesh = combSolid({ tines, back: -0.5, halfWidth: [0.3, 0.2], thinning: 0.5 });
    // Along a tine the thickness falls from 0.4 to 0.2, the width from 0.6 to 0.2.
    const tine = 2 * (0.4 * 0.6 + (0.4 * (0.2 - 0.6)) / 2 + (0.6 * (0.2 - 0.4)) / 2 + ((0.2 - 0.4) * (0.2 - 0.6)) / 3);
    expect(faceCount(mesh)).toBe(16 * count + 4);
    expect(massProperties(mesh).volume).toBeCloseTo(0.5 * 0.6 * (count - 0.6) + count * tine, 12);
  });
});

describe('tessellate', () => {
  it('keeps the solid, whatever the number of triangles', () => {
    for (const n of [12, 14, 100, 5000]) {
      const mesh = tessellate(box({ size: [1, 2, 3] }), n);
      expect(inspect(mesh)).toMatchObject({ triangles: n, closed: true, eulerCharacteristic: 2, diagnostics: [] });
      const { volume, area } = massProperties(mesh);
      expect([volume, area]).toEqual([expect.closeTo(6, 6), expect.closeTo(22, 5)]);
    }
  });

  it('leaves no narrow faces: a box’s stay right-angled', () => {
    const { positions, indices } = tessellate(box({ size: [1, 2, 3] }), 6000);
    let narrowest = Infinity;
    for (let f = 0; f < indices.length; f += 3) {
      const at = (k: number) => positions.subarray(3 * indices[f + k], 3 * indices[f + k] + 3);
      const sides = [0, 1, 2].map((k) => Math.hypot(...at(k).map((x, i) => x - at((k + 1) % 3)[i])));
      narrowest = Math.min(narrowest, Math.min(...sides) / Math.max(...sides));
    }
    expect(narrowest).toBeGreaterThan(0.3);
  });

  it('is one and the same each time', () => {
    expect(figure3('a', 3000).A.mesh).toEqual(figure3('a', 3000).A.mesh);
  });

  it('refuses what cannot be', () => {
    expect(() => tessellate(box(), 13)).toThrow(
      'tessellate: 12 triangles cannot be cut into 13. Give a whole number that is 12 plus a multiple of 2.',
    );
    const { positions, indices } = box();
    expect(() => tessellate({ positions, indices: indices.slice(6) }, 20)).toThrow(
      'tessellate: the mesh is not closed',
    );
  });
});
