import { describe, expect, it } from 'vitest';
import { worldBounds } from '../../src/body.js';
import { assemble, shortestDistinct } from '../../src/io/assemble.js';
import { distinctNames } from '../../src/io/distinctNames.js';
import { mergeParts } from '../../src/io/mergeParts.js';
import type { Scene, ScenePart } from '../../src/io/scene.js';
import { stableId } from '../../src/io/stableId.js';
import { LENGTH_UNITS, type LengthUnit, unitRatio } from '../../src/io/units.js';
import { identity, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { box } from '../../src/mesh/shapes/box.js';
import { wedge } from '../../src/mesh/shapes/wedge.js';

const part = (name: string, more: Partial<ScenePart> = {}): ScenePart => ({
  ...{ name, path: [], mesh: box(), pose: identity() },
  ...more,
});
const scene = (parts: readonly ScenePart[], units?: LengthUnit): Scene => ({
  ...{ parts, units, problems: [], animations: [] },
});

describe('units', () => {
  it('convert without loss where a decimal can tell', () => {
    expect(unitRatio('m', 'mm')).toBe(1000);
    expect(unitRatio('mm', 'm')).toBe(0.001);
    expect(unitRatio('in', 'mm')).toBe(25.4);
    expect(unitRatio('ft', 'in')).toBe(12);
    expect(unitRatio('yd', 'ft')).toBe(3);
    for (const from of LENGTH_UNITS)
      for (const to of LENGTH_UNITS) expect(unitRatio(from, to) * unitRatio(to, from)).toBeCloseTo(1, 13);
  });
});

describe('assemble', () => {
  it('brings files to one unit: the first that one tells', () => {
    const files = [
      { file: 'a.stl', scene: scene([part('a')]) },
      { file: 'b.step', scene: scene([part('b', { pose: translation(1, 2, 3) })], 'cm') },
      { file: 'c.glb', scene: scene([part('c', { pose: translation(1, 2, 3) })], 'm') },
    ];
    const { units, bodies, assumed } = assemble(files);
    expect([units, assumed]).toEqual(['cm', ['a.stl']]);
    expect(worldBounds(bodies[1].body)).toEqual({ min: [0.5, 1.5, 2.5], max: [1.5, 2.5, 3.5] });
    expect(worldBounds(bodies[2].body)).toEqual({ min: [50, 150, 250], max: [150, 250, 350] });
    expect(worldBounds(bodies[0].body)).toEqual({ min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] });
  });

  it('takes files that do not tell in the unit that is asked for', () => {
    const files = [
      { file: 'a.stl', scene: scene([part('a')]) },
      { file: 'c.glb', scene: scene([part('c')], 'm') },
    ];
    const { units, bodies, assumed } = assemble(files, { units: 'mm' });
    expect([units, assumed]).toEqual(['mm', []]);
    expect(worldBounds(bodies[0].body).max[0]).toBe(0.5);
    expect(worldBounds(bodies[1].body).max[0]).toBe(500);
    expect(assemble([files[0]]).units).toBeUndefined();
  });

  it('gives ids that depend on names, not on order, other files or the folder', () => {
    const one = { file: 'work/a.glb', scene: scene([part('x'), part('y', { path: ['arm'] })]) };
    const two = { file: 'work/b.glb', scene: scene([part('x')]) };
    const idsOf = (files: Parameters<typeof assemble>[0]) =>
      new Map(assemble(files).bodies.map(({ id, file, partName }) => [`${file.replace(/.*\//, '')} ${partName}`, id]));
    const all = idsOf([one, two]);
    expect(new Set(all.values()).size).toBe(3);
    expect(idsOf([two, one])).toEqual(new Map([...all]));
    for (const [name, id] of idsOf([{ ...one, file: '/elsewhere/a.glb' }])) expect(id).toBe(all.get(name));
    const turned = { ...one, scene: scene([...one.scene.parts].reverse()) };
    expect(idsOf([turned, two])).toEqual(all);
  });

  it('tells files of the same name apart by their folders', () => {
    expect(shortestDistinct(['p/a/x.stl', 'p/b/x.stl'])).toEqual(['a/x.stl', 'b/x.stl']);
    expect(shortestDistinct(['p/a/x.stl', 'p/b/y.stl'])).toEqual(['x.stl', 'y.stl']);
    expect(shortestDistinct(['x.stl', 'x.stl'])).toEqual(['x.stl', 'x.stl']);
    // Others keep their names.
    expect(shortestDistinct(['p/a/x.stl', 'p/y.stl', 'p/b/x.stl'])).toEqual(['a/x.stl', 'y.stl', 'b/x.stl']);
    const twice = assemble([
      { file: 'x.stl', scene: scene([part('x')]) },
      { file: 'x.stl', scene: scene([part('x')]) },
    ]);
    expect(new Set(twice.bodies.map(({ id }) => id)).size).toBe(2);
    expect(new Set(twice.bodies.map(({ name }) => name)).size).toBe(2);
  });

  it('gives every body an id of its own, whatever the parts are called', () => {
    const parts = [
      ...[part('x'), part('x'), part('x#2'), part('x#2'), part('x #2'), part('')],
      ...[part('c', { path: ['a/b'] }), part('b/c', { path: ['a'] }), part('c', { path: ['a', 'b'] })],
    ];
    const { bodies } = assemble([{ file: 'same.obj', scene: scene(parts) }]);
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(parts.length);
    expect(new Set(bodies.map(({ name }) => name)).size).toBe(parts.length);
  });

  it('prefers an id of the format to the name', () => {
    const before = assemble([{ file: 'a.ifc', scene: scene([part('Wall', { id: '1xS3BCk291UvhgP2a6eflN' })], 'm') }]);
    const after = assemble([{ file: 'a.ifc', scene: scene([part('Wall 2', { id: '1xS3BCk291UvhgP2a6eflN' })], 'm') }]);
    expect(after.bodies[0].id).toBe(before.bodies[0].id);
    expect(after.bodies[0].sourceId).toBe('1xS3BCk291UvhgP2a6eflN');
  });

  it('makes one body of a whole file', () => {
    const parts = [part('a'), part('b', { pose: translation(5, 0, 0) })];
    const { bodies } = assemble([{ file: 'dir/two.glb', scene: scene(parts, 'm') }], { units: 'mm', whole: true });
    expect(bodies.length).toBe(1);
    expect(bodies[0].name).toBe('two.glb');
    expect(worldBounds(bodies[0].body)).toEqual({ min: [-500, -500, -500], max: [5500, 500, 500] });
  });
});

describe('mergeParts', () => {
  it('keeps volumes, mirrored and scaled parts among them', () => {
    const parts = [
      part('a', { pose: multiply(translation(9, 0, 0), rotation([0, 0.6, 0.8], 1)) }),
      part('b', { mesh: wedge(), pose: scaling(-2, 3, 1) }),
      part('c', { mesh: box({ size: [1, 2, 3] }), pose: multiply(translation(0, 20, 0), scaling(1, -1, -1)) }),
    ];
    const merged = mergeParts(parts);
    const { closed, components, diagnostics } = inspect(merged);
    expect([closed, components, diagnostics]).toEqual([true, 3, []]);
    const wedgeVolume = massProperties(wedge()).volume;
    expect(massProperties(merged).volume).toBeCloseTo(1 + 6 * wedgeVolume + 6, 9);
  });
});

describe('distinctNames', () => {
  const named = (name: string, path: string[] = [], file = 'f.glb') => ({ name, path, file });
  it('adds no more than is needed', () => {
    expect(distinctNames([named('a'), named('b', ['x'])])).toEqual(['a', 'b']);
    expect(distinctNames([named('bolt', ['left']), named('bolt', ['right']), named('nut')])).toEqual([
      'left/bolt',
      'right/bolt',
      'nut',
    ]);
    expect(distinctNames([named('part', [], 'a.stl'), named('part', [], 'b.stl')])).toEqual(['a:part', 'b:part']);
    expect(distinctNames([named('n'), named('n'), named('n')])).toEqual(['n #1', 'n #2', 'n #3']);
  });

  it('never gives a name twice, whatever the parts are called', () => {
    const odd = ['n', 'n', 'n #1', 'n #2', 'f:n', 'f:n', '', '', 'f.glb:n'].map((name) => named(name));
    const names = distinctNames(odd);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('stableId', () => {
  it('stays what it is, from version to version', () => {
    expect(stableId(['gear.stl', 'gear'])).toBe('2aca95476bd5334c');
    expect(new Set(Array.from({ length: 50_000 }, (_, k) => stableId([`part ${k}`]))).size).toBe(50_000);
    const alike = [['ab'], ['a', 'b'], ['b', 'a'], ['', 'ab'], ['ab', ''], ['a', '', 'b'], []];
    expect(new Set([...alike.map((one) => stableId(one)), stableId(['ab'], 2)]).size).toBe(alike.length + 1);
  });
});
