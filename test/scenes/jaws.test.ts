import { describe, expect, it } from 'vitest';
import { jaws } from '../../scenes/jaws.js';
import { type Jaw, placeTeeth } from '../../scenes/jawsArch.js';
import { HINGE, MANDIBLE_POSITIONS, mandibleMotion, mandiblePose } from '../../scenes/mandibleMotion.js';
import { type MolarPosition, type Molars, molars, OCCLUSAL_AXIS } from '../../scenes/molars.js';
import { monotoneCubic } from '../../scenes/monotoneCubic.js';
import { type Body, body, worldBounds } from '../../src/body.js';
import { distance } from '../../src/distance.js';
import { InputError } from '../../src/errors.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { determinant, transformPoint } from '../../src/math/affine.js';
import { dot } from '../../src/math/vector.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { faceCount } from '../../src/mesh/mesh.js';
import { selfIntersections } from '../../src/selfIntersections.js';
import { layerCases } from './layerCases.js';
import { manifoldOf } from './manifold.js';

const JAWS: readonly Jaw[] = ['upper', 'lower'];

/** `molars` of the usual size, their teeth made once: positions differ by the pose of the lower ones. */
function molarsAt(position: MolarPosition): Molars {
  made ??= molars('a');
  const { upper, lower, direction } = molars(position, 500);
  return { upper: body(made.upper.mesh, upper), lower: body(made.lower.mesh, lower), direction };
}
let made: Molars | undefined;

describe('jaws', () => {
  it.each([14, 16] as const)('have %i teeth each, named by their places', (teeth) => {
    const { upper, lower } = jaws({ teeth, segments: 12, rows: 6 });
    const names = (quadrants: number[]) =>
      quadrants.flatMap((q) => Array.from({ length: teeth / 2 }, (_, i) => `${q}${i + 1}`));
    expect(upper.map(({ name }) => name)).toEqual(names([1, 2]));
    expect(lower.map(({ name }) => name)).toEqual(names([4, 3]));
    // The patient's right is where x is positive.
    for (const { name, bounds } of [...upper, ...lower])
      expect(Math.sign(bounds.min[0] + bounds.max[0])).toBe('14'.includes(name[0]) ? 1 : -1);
  });

  it.each(JAWS)('%s: neighbours come near without touching, and the sides are alike', async (jaw) => {
    const teeth = jaws({ teeth: 16, segments: 32, rows: 16 })[jaw];
    for (let i = 0; i < 15; i++) {
      const [one, other] = i === 7 ? [teeth[0], teeth[8]] : [teeth[i], teeth[i + 1]];
      const { kind, distance: gap } = await distance(one, other);
      expect(kind, `${one.name} and ${other.name}`).toBe('apart');
      expect(gap).toBeLessThan(0.35);
    }
    for (let i = 0; i < 8; i++) {
      const [right, left] = [teeth[i], teeth[8 + i]].map(({ mesh }) => massProperties(mesh).center);
      expect(Math.hypot(right[0] + left[0], right[1] - left[1], right[2] - left[2])).toBeLessThan(0.05);
    }
  });

  it('stand as rows of teeth do: 50 mm across, cusps in line, the lower arch inside the upper one', () => {
    const [upper, lower] = JAWS.map((jaw) => placeTeeth(jaw, 8));
    const at = (teeth: typeof upper, name: string) => teeth.find((t) => t.name === name)!.frame;
    expect(2 * at(upper, '16')[3]).toBeGreaterThan(46);
    expect(2 * at(upper, '16')[3]).toBeLessThan(56);
    for (let i = 1; i <= 8; i++) expect(at(lower, `4${i}`)[3]).toBeLessThan(at(upper, `1${i}`)[3]);
    for (const { frame } of [...upper, ...lower]) expect(determinant(frame)).toBeCloseTo(1, 12);
  });

  it('pass each other in front, and meet at the molars first', async () => {
    const { upper, lower } = jaws({ segments: 48, rows: 24, time: 1 });
    const machine = createCpuMachine();
    const between = (a: number, b: number) => a < 14 !== b < 14;
    const { pairs } = await interference([...upper, ...lower], { machine, resolution: 128, between, tolerance: 0.1 });
    expect(pairs.filter(({ kind }) => kind === 'hard')).toEqual([]);
    // The edges of the upper front teeth hang below those of the lower ones, before them.
    expect(worldBounds(upper[0]).min[2]).toBeLessThan(worldBounds(lower[0]).max[2]);
    expect(worldBounds(upper[0]).max[1]).toBeGreaterThan(worldBounds(lower[0]).max[1]);
  });

  it('refuse other numbers of teeth', () => {
    expect(() => jaws({ teeth: 15 as 14 })).toThrow(InputError);
    expect(() => jaws({ teeth: 15 as 14 })).toThrow('jaws: there is no jaw with so many teeth (15). Give 14 or 16.');
  });
});

describe('molars', () => {
  it.each([500, 1000, 5000, 30_011, 112_000])(
    'are five closed teeth of %i triangles, within a percent',
    (triangles) => {
      const { upper, lower } = molars('a', triangles);
      const found = faceCount(upper.mesh) + faceCount(lower.mesh);
      expect(Math.abs(found / triangles - 1)).toBeLessThan(0.01);
      for (const [{ mesh }, teeth] of [[upper, 2] as const, [lower, 3] as const])
        expect(inspect(mesh)).toMatchObject({
          closed: true,
          components: teeth,
          eulerCharacteristic: 2 * teeth,
          diagnostics: [],
        });
    },
  );

  it('are more than 110,000 by default, none of which runs through another', async () => {
    const { upper, lower } = molars('a');
    expect(faceCount(upper.mesh) + faceCount(lower.mesh)).toBe(112_000);
    for (const one of [upper, lower])
      expect((await selfIntersections(one)).counts).toEqual({ point: 0, edge: 0, crossing: 0, coplanar: 0 });
  });

  it('a: they are 0.68 mm apart, though their boxes meet', async () => {
    const { upper, lower } = molarsAt('a');
    const { kind, distance: gap } = await distance(upper, lower);
    expect(kind).toBe('apart');
    expect(gap).toBeCloseTo(0.68, 2);
    expect(worldBounds(lower).max[2]).toBeGreaterThan(worldBounds(upper).min[2]);
  });

  it('b: they touch for the first time, less than 0.01 mm deep', async () => {
    const { upper, lower } = molarsAt('b');
    const { depth, volume } = await overlapOf(upper, lower);
    expect(depth).toBeGreaterThan(0.001);
    expect(depth).toBeLessThan(0.01);
    expect(volume).toBeGreaterThan(1e-6);
    expect(volume).toBeLessThan(1e-3);
    const { openDeg, slideX, slideY } = MANDIBLE_POSITIONS;
    lower.pose = mandiblePose(openDeg[1] + 0.008, slideX[1], slideY[1]);
    const before = await distance(upper, lower);
    expect(before.kind).toBe('apart');
    expect(before.distance).toBeLessThan(0.01);
  });

  it('c and d: they are deeper and deeper in each other, in several places', async () => {
    const [b, c, d] = await Promise.all(
      (['b', 'c', 'd'] as const).map((position) => {
        const { upper, lower } = molarsAt(position);
        return overlapOf(upper, lower);
      }),
    );
    expect(c.depth).toBeGreaterThan(50 * b.depth);
    expect(d.depth).toBeGreaterThan(1.3 * c.depth);
    expect(d.volume).toBeGreaterThan(3 * c.volume);
    expect([b.pieces, c.pieces > 1, d.pieces > 1]).toEqual([1, true, true]);
  });

  it('are two layers each along the occlusal axis, and up to eight in all along the slanted direction', async () => {
    const { upper, lower, direction } = molarsAt('d');
    expect(dot(direction, direction)).toBeCloseTo(1, 12);
    expect(dot(direction, OCCLUSAL_AXIS)).toBeGreaterThan(0.3);
    const [straight, slanted] = [
      await layerCases(upper, lower, OCCLUSAL_AXIS, 128),
      await layerCases(upper, lower, direction, 128),
    ];
    const share = (layers: ReadonlyMap<number, number>, wanted: (n: number) => boolean) => {
      const all = [...layers].filter(([n]) => n > 0);
      return all.reduce((s, [n, k]) => s + (wanted(n) ? k : 0), 0) / all.reduce((s, [, k]) => s + k, 0);
    };
    expect(share(straight.layers, (n) => n === 4)).toBeGreaterThan(0.999);
    expect(share(slanted.layers, (n) => n >= 6)).toBeGreaterThan(0.3);
    expect(share(slanted.layers, (n) => n > 8)).toBeLessThan(0.03);
  });

  it.each(['a', 'b', 'c', 'd'] as const)('%s takes as many renderings as in the paper', async (position) => {
    const { upper, lower, direction } = molarsAt(position);
    const { clear, oddFirst, evenFirst, concave, colliding } = await layerCases(upper, lower, direction, 256);
    expect(clear).toBeGreaterThan(10_000);
    if (position === 'a') expect([oddFirst, evenFirst, colliding]).toEqual([0, 0, 0]);
    // Isolated pixels, and no second rendering.
    else if (position === 'b') expect([oddFirst > 0, oddFirst < 20, evenFirst]).toEqual([true, true, 0]);
    else expect([oddFirst > 1000, concave > 50]).toEqual([true, true]);
  });

  it('refuse what there is not', () => {
    expect(() => molars('e' as MolarPosition)).toThrow(
      "molars: there is no such position (e). Give 'a', 'b', 'c' or 'd'.",
    );
    expect(() => molars('a', 100)).toThrow('molars: too few triangles (100). Give a whole number from 500 up.');
  });
});

describe('mandibleMotion', () => {
  it('turns about the condyles while these slide, and does not deform the jaw', () => {
    for (let t = 0; t <= 3; t += 0.25) {
      const pose = mandibleMotion(t);
      expect(determinant(pose)).toBeCloseTo(1, 12);
      const [x, y, z] = transformPoint(pose, HINGE);
      expect(z).toBeCloseTo(HINGE[2], 12);
      expect(Math.hypot(x - HINGE[0], y - HINGE[1])).toBeLessThan(1);
    }
  });

  it('is at a, b, c and d at 0, 1, 2 and 3, moves without a jump, and stays there beyond', () => {
    (['a', 'b', 'c', 'd'] as const).forEach((position, t) => {
      expect(mandibleMotion(t)).toEqual(molars(position, 500).lower.pose);
    });
    expect([mandibleMotion(-1), mandibleMotion(9)]).toEqual([mandibleMotion(0), mandibleMotion(3)]);
    const tooth = [25, -35, 0] as const;
    for (let t = 0; t < 3; t += 0.01) {
      const [one, other] = [mandibleMotion(t), mandibleMotion(t + 0.01)].map((pose) => transformPoint(pose, tooth));
      expect(Math.hypot(...one.map((x, i) => other[i] - x))).toBeLessThan(0.02);
      // It closes all the way.
      expect(other[2]).toBeGreaterThan(one[2]);
    }
  });

  it('brings the teeth together once: apart before b, and together from there on', async () => {
    const { upper, lower } = molarsAt('a');
    for (const [t, kind] of [
      [0.5, 'apart'],
      [0.98, 'apart'],
      [1.02, 'meeting'],
      [1.5, 'meeting'],
      [2.5, 'meeting'],
    ] as const) {
      lower.pose = mandibleMotion(t);
      expect((await distance(upper, lower, { limit: 1 })).kind, `t = ${t}`).toBe(kind);
    }
  });

  it('asks for points in order', () => {
    expect(() => monotoneCubic([0, 0], [1, 2])).toThrow('monotoneCubic: these are no points (x: 0,0; y: 1,2).');
    const through = monotoneCubic([0, 1, 2, 4], [0, 1, 1, 3]);
    for (const [x, y] of [
      [0, 0],
      [1, 1],
      [1.5, 1],
      [2, 1],
      [4, 3],
      [9, 3],
    ])
      expect(through(x)).toBeCloseTo(y, 12);
  });
});

/** How deep, along the thinnest way through; how much, by manifold-3d; and in how many pieces. */
async function overlapOf(a: Body, b: Body): Promise<{ depth: number; volume: number; pieces: number }> {
  const { pairs } = await interference([a, b], { machine: createCpuMachine() });
  const common = manifoldOf(a.mesh, a.pose).intersect(manifoldOf(b.mesh, b.pose));
  return { depth: pairs[0].depthAlongView!, volume: common.volume(), pieces: common.decompose().length };
}
