import { describe, expect, test } from 'vitest';
import { assemble } from '../../src/io/assemble.js';
import { joinParts } from '../../src/io/joinParts.js';
import { surfacePart } from '../../src/io/load/nurbs/surfacePart.js';
import type { Scene, ScenePart } from '../../src/io/scene.js';
import { type Affine, identity, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { box } from '../../src/mesh/shapes/box.js';
import { nurbsSolid } from '../../src/surface/nurbs/nurbsSolid.js';
import { torus } from '../../src/surface/torus/torusSurface.js';
import { cubePatches, cylinderOutline, revolve } from '../surface/support/nurbsShapes.js';

const can = nurbsSolid({ surfaces: [revolve(cylinderOutline(1, 2), 'can')] });
const die = nurbsSolid({ surfaces: cubePatches() });
const part = (name: string, shape: Pick<ScenePart, 'mesh' | 'surface' | 'chordError'>, pose: Affine): ScenePart => ({
  ...{ name, path: [], pose },
  ...shape,
});
const brick = part('brick', { mesh: box() }, translation(9, 0, 0));

describe('parts as one', () => {
  // Turned, stretched by two across and three along; and mirrored.
  const stretched = multiply(rotation([1, 0, 0], 0.5), multiply(translation(5, 0, 0), scaling(2, 2, 3)));
  const mirrored = multiply(translation(-5, 0, 0), scaling(-1, 1, 1));
  const cans = [
    part('a', surfacePart(can, 0.01), stretched),
    part('b', surfacePart(can, 0.01), mirrored),
    part('c', surfacePart(die, 0.01), translation(0, 9, 0)),
  ];

  test('B-spline solids stay that: control points go through the poses, mirror images look outwards', () => {
    const joined = joinParts(cans);
    expect([joined.isFaceted, joined.surface!.kind, Array.from(joined.pose)]).toEqual([
      false,
      'nurbs',
      Array.from(identity()),
    ]);
    expect(joined.surface!.patches.slice(0, 3)).toEqual(['a: can', 'b: can', 'c: bottom']);
    // The farthest that a part's faces may be off where it stands.
    expect(joined.chordError).toBeCloseTo(0.03, 12);
    expect(inspect(joined.mesh)).toMatchObject({ closed: true, components: 3, consistentlyOriented: true });
    const { volume, area } = massProperties(joined.mesh);
    expect(Math.abs(volume - (24 * Math.PI + 2 * Math.PI + 1))).toBeLessThan(area * joined.chordError!);
  });

  test('with a mesh, or a surface of another kind, among them faces are joined, and that is told', () => {
    const ring = part('ring', surfacePart(torus({ radius: 2, tubeRadius: 0.5 }), 0.02), translation(0, 0, 9));
    for (const other of [brick, ring]) {
      const joined = joinParts([...cans, other]);
      expect([joined.isFaceted, joined.surface]).toEqual([true, undefined]);
      expect(joined.chordError).toBeCloseTo(0.03, 12);
      expect(inspect(joined.mesh)).toMatchObject({ closed: true, components: 4 });
    }
    const meshes = joinParts([brick, { ...brick, pose: identity() }]);
    expect([meshes.isFaceted, 'chordError' in meshes]).toEqual([false, false]);
  });

  test('solids that touch in a face stay surfaces', () => {
    const two = [
      part('a', surfacePart(die, 0.01), identity()),
      part('b', surfacePart(die, 0.01), translation(1, 0, 0)),
    ];
    const { surface, mesh } = joinParts(two);
    expect(surface!.patches.length).toBe(12);
    expect(massProperties(mesh).volume).toBeCloseTo(2, 12);
  });
});

describe('assemble', () => {
  const scene = (...parts: ScenePart[]): Scene => ({ units: 'mm', parts, problems: [], animations: [] });
  const lid = part('lid', surfacePart(can, 0.01), identity());

  test('makes bodies of surfaces, as near as the part says, and brings them to the unit', () => {
    const { bodies } = assemble([{ file: 'a.json', scene: scene(lid) }], { units: 'um' });
    expect(bodies[0].body).toMatchObject({ kind: 'surface', surface: can, chordError: 0.01 });
    expect(bodies[0].body.pose[0]).toBe(1000);
    expect(bodies[0]).not.toHaveProperty('deflection');
  });

  test('a file as one body: of surfaces alone a surface, else faces, which is told', () => {
    const near = part('near', { mesh: box(), chordError: 0.02 }, scaling(3));
    const files = [
      { file: 'a.json', scene: scene(lid, { ...lid, pose: translation(0, 5, 0) }) },
      { file: 'b.step', scene: scene(lid, near) },
      { file: 'c.step', scene: scene(near, brick) },
    ];
    const { bodies, faceted } = assemble(files, { whole: true });
    expect(faceted).toEqual(['b.step']);
    expect(bodies.map(({ body }) => body.surface?.patches.length)).toEqual([2, undefined, undefined]);
    expect(bodies.map(({ deflection }) => deflection && Number(deflection.toPrecision(12)))).toEqual([
      undefined,
      0.06,
      0.06,
    ]);
    expect(assemble(files).faceted).toEqual([]);
  });
});
