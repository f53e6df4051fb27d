import { describe, expect, it } from 'vitest';
import { seeded } from '../../src/math/random.js';
import { edgeTable, NO_EDGE, uniqueEdges } from '../../src/mesh/edges.js';
import { faceCount, mesh, vertexCount } from '../../src/mesh/mesh.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';

describe('uniqueEdges', () => {
  it('lists the edges of two triangles in order of first appearance', () => {
    const quad = mesh([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [2, 0, 1, 0, 2, 3]);
    expect([...uniqueEdges(quad)]).toEqual([2, 0, 0, 1, 1, 2, 2, 3, 3, 0]);
  });

  it("obeys Euler's formula on a sphere and a torus", () => {
    for (const [solid, euler] of [
      [bumpySphere({ segments: 30 }), 2],
      [torus(), 0],
    ] as const)
      expect(vertexCount(solid) - uniqueEdges(solid).length / 2 + faceCount(solid)).toBe(euler);
  });

  it('leaves out the side of a vertex with itself, and gives nothing for no faces', () => {
    const { edges, edgeOfSide } = edgeTable(Uint32Array.of(0, 0, 1));
    expect([...edges]).toEqual([0, 1]);
    expect([...edgeOfSide]).toEqual([NO_EDGE, 0, 0]);
    expect(edgeTable(new Uint32Array(0)).edges.length).toBe(0);
  });

  it.each([1, 2])('agrees with a set of keys on random faces, seed %i', (seed) => {
    const random = seeded(seed);
    const indices = Uint32Array.from({ length: 3 * 2000 }, () => Math.floor(random() * 60));
    const keys = new Set<string>();
    for (let f = 0; f < indices.length; f += 3)
      for (let k = 0; k < 3; k++) {
        const [a, b] = [indices[f + k], indices[f + ((k + 1) % 3)]];
        if (a !== b) keys.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
      }
    const edges = edgeTable(indices).edges;
    const found = Array.from({ length: edges.length / 2 }, (_, e) =>
      [edges[2 * e], edges[2 * e + 1]].sort((a, b) => a - b).join(' '),
    );
    expect(found).toEqual([...keys]);
  });

  it('takes a fan, where every edge shares a vertex', () => {
    const count = 200_000;
    const indices = Uint32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3)));
    expect(edgeTable(indices).edges.length / 2).toBe(2 * count + 1);
  });
});
