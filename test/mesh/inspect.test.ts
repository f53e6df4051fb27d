import { describe, expect, it } from 'vitest';
import { inspect, OPEN_EDGE_LIMIT } from '../../src/mesh/inspect.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { torus } from '../../src/mesh/shapes/torus.js';

const cube = box();
const without = ({ positions, indices }: Mesh, ...faces: number[]): Mesh => ({
  positions,
  indices: indices.filter((_, i) => !faces.includes(Math.floor(i / 3))),
});
const turned = ({ positions, indices }: Mesh, ...faces: number[]): Mesh => {
  const out = indices.slice();
  for (const f of faces) [out[3 * f], out[3 * f + 1]] = [out[3 * f + 1], out[3 * f]];
  return { positions, indices: out };
};
const joined = (...parts: Mesh[]) => {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    indices.push(...Array.from(part.indices, (i) => i + positions.length / 3));
    positions.push(...part.positions);
  }
  return { positions, indices };
};
const shifted = (part: Mesh, ...by: number[]): Mesh => ({
  ...part,
  positions: part.positions.map((x, i) => x + by[i % 3]),
});
const codes = (mesh: { positions: ArrayLike<number>; indices: ArrayLike<number> }) =>
  inspect(mesh).diagnostics.map((d) => d.code);

describe('inspect', () => {
  it('has nothing to say against a cube', () => {
    expect(inspect(cube)).toEqual({
      triangles: 12,
      vertices: 8,
      weldedVertices: 8,
      unusedVertices: 0,
      edges: 18,
      eulerCharacteristic: 2,
      closed: true,
      openEdges: [],
      openEdgeCount: 0,
      nonManifoldEdgeCount: 0,
      flippedEdgeCount: 0,
      consistentlyOriented: true,
      unbalancedEdgeCount: 0,
      degenerateFaces: [],
      duplicateFaces: [],
      components: 1,
      bounds: { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] },
      signedVolume: 1,
      nonFiniteCount: 0,
      outOfRangeCount: 0,
      diagnostics: [],
    });
    expect(inspect(torus()).eulerCharacteristic).toBe(0);
  });

  it('finds the three edges around a missing face, in the direction of their faces', () => {
    const { closed, openEdges, openEdgeCount, diagnostics } = inspect(without(cube, 4));
    const [a, b, c] = cube.indices.slice(12, 15);
    expect({ closed, openEdgeCount }).toEqual({ closed: false, openEdgeCount: 3 });
    expect(openEdges.map(String).sort()).toEqual(
      [
        [b, a],
        [c, b],
        [a, c],
      ]
        .map(String)
        .sort(),
    );
    expect(diagnostics.map((d) => [d.code, d.count])).toEqual([['open', 3]]);
    expect(diagnostics[0].message).toMatch(/^open: the surface has open edges \(3 of 18\)\. It encloses no volume/);
  });

  it('counts all open edges of a soup and lists the first', () => {
    const one = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const positions = Float64Array.from({ length: 9 * 500 }, (_, i) => one[i % 9] + 10 * Math.floor(i / 9));
    const { openEdges, openEdgeCount, components } = inspect({
      positions,
      indices: Uint32Array.from({ length: 1500 }, (_, i) => i),
    });
    expect([openEdges.length, openEdgeCount, components]).toEqual([OPEN_EDGE_LIMIT, 1500, 500]);
    expect(openEdges[3]).toEqual([3, 4]);
  });

  it('finds a face turned round, and a body turned inside out', () => {
    const one = inspect(turned(cube, 0));
    expect(one).toMatchObject({ closed: false, openEdgeCount: 0, flippedEdgeCount: 3, consistentlyOriented: false });
    expect(one.diagnostics.map((d) => d.code)).toEqual(['flipped']);
    const all = inspect(turned(cube, ...Array(12).keys()));
    expect(all).toMatchObject({ closed: true, consistentlyOriented: true, signedVolume: -1 });
    expect(all.diagnostics).toEqual([
      {
        code: 'inside-out',
        count: 12,
        message:
          'inside-out: the faces look inwards (signed volume -1). Inside and outside are exchanged; reverse the order of the vertices of every face.',
      },
    ]);
  });

  it('calls two cubes that share an edge closed and not manifold, and those that share a corner two pieces', () => {
    const edge = inspect(joined(cube, shifted(cube, 1, 1, 0)));
    expect(edge).toMatchObject({ closed: true, nonManifoldEdgeCount: 1, components: 1, signedVolume: 2 });
    expect(edge.diagnostics.map((d) => d.code)).toEqual(['non-manifold', 'unwelded']);
    expect(inspect(joined(cube, shifted(cube, 1, 1, 1)))).toMatchObject({
      closed: true,
      nonManifoldEdgeCount: 0,
      components: 2,
    });
  });

  it('calls a cube with a wall within neither closed nor flipped', () => {
    const wall = { positions: cube.positions, indices: cube.indices.slice(0, 6) };
    const { closed, nonManifoldEdgeCount, flippedEdgeCount, duplicateFaces } = inspect(joined(cube, wall));
    expect({ closed, nonManifoldEdgeCount, duplicateFaces }).toEqual({
      closed: false,
      nonManifoldEdgeCount: 5,
      duplicateFaces: [12, 13],
    });
    expect(flippedEdgeCount).toBe(0); // four edges of three faces; the diagonal's four pair up
  });

  it('finds faces without area, and lets those with three vertices hold their neighbours together', () => {
    // A square whose upper side has a vertex in the middle, closed by a face without area.
    const positions = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 1, 2, 0];
    const found = inspect({ positions, indices: [0, 1, 4, 1, 2, 4, 0, 4, 3, 2, 3, 4, 0, 0, 1] });
    expect(found.degenerateFaces).toEqual([3, 4]);
    expect(found.openEdgeCount).toBe(4);
    expect(codes({ positions, indices: [0, 0, 1] })).toContain('degenerate');
    expect(inspect({ positions, indices: [0, 0, 1] })).toMatchObject({ closed: false, components: 0, edges: 0 });
  });

  it('decides on area exactly, not by a tolerance', () => {
    const thin = (z: number) =>
      inspect({ positions: [0, 0, 0, 1, 1, 1, 3, 3, z], indices: [0, 1, 2] }).degenerateFaces.length;
    expect([thin(3), thin(3 + 2 ** -51), thin(3 - 2 ** -51)]).toEqual([1, 0, 0]);
    // The products underflow the differences' rounding here: 0.1 + 0.2 is not 0.3.
    expect(
      inspect({ positions: [0, 0, 0, 0.1, 0.1, 0, 0.3, 0.1 + 0.2, 0], indices: [0, 1, 2] }).degenerateFaces,
    ).toEqual([]);
  });

  it('finds faces on the same vertices in any order', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0];
    expect(inspect({ positions, indices: [0, 1, 2, 2, 0, 1, 1, 3, 2] }).duplicateFaces).toEqual([1, 2]);
  });

  it('reports what is not finite and what does not exist, and never throws', () => {
    const positions = [...cube.positions, NaN, 0, 0, 0, -Infinity, 0];
    const indices = [...cube.indices, 0, 1, 8, 0, 1, 99, 0, -1, 2, 0, 1.5, 2, 9, 8, 7];
    const found = inspect({ positions, indices });
    expect(found).toMatchObject({
      triangles: 17,
      nonFiniteCount: 2,
      outOfRangeCount: 3,
      closed: true,
      signedVolume: 1,
      weldedVertices: 8,
    });
    expect(found.diagnostics.map(({ code, count }) => [code, count])).toEqual([
      ['index-out-of-range', 3],
      ['non-finite', 2],
      ['unused', 2],
    ]);
    expect(found.diagnostics[0].message).toMatch(/\(3 of 17 faces, 10 vertices\)/);
    expect(inspect({ positions: [1, NaN, 2], indices: [0, 0, 0, 0] })).toMatchObject({
      nonFiniteCount: 1,
      outOfRangeCount: 1,
    });
  });

  it('calls nothing empty, and not closed', () => {
    const nothing = inspect({ positions: [], indices: [] });
    expect(nothing).toMatchObject({ closed: false, components: 0, triangles: 0, signedVolume: 0 });
    expect(nothing.diagnostics.map((d) => d.code)).toEqual(['empty']);
  });

  it('says of every diagnostic the fact, a value and a consequence', () => {
    const all = [
      joined(cube, cube, turned(without(cube, 1), 3)),
      { positions: [0, 0, 0, 1, NaN, 0, 4, 4, 4, 7, 7, 7], indices: [0, 0, 0, 0, 1, 9] },
    ].flatMap((mesh) => inspect(mesh).diagnostics);
    expect(new Set(all.map((d) => d.code)).size).toBeGreaterThanOrEqual(7);
    for (const { code, message } of all) expect(message).toMatch(new RegExp(`^${code}: .*\\(.*\\d.*\\)\\. .+\\.$`));
  });
});
