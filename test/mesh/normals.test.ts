import { BufferAttribute, BufferGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { massProperties } from '../../src/mesh/mass.js';
import { mesh } from '../../src/mesh/mesh.js';
import { faceNormals, vertexNormals } from '../../src/mesh/normals.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';

describe('faceNormals', () => {
  it('point along the axes on a box, and the areas add up', () => {
    const { normals, areas } = faceNormals(box({ size: [2, 3, 4], segments: 2 }));
    for (let f = 0; f < areas.length; f++) expect(Math.max(...normals.slice(3 * f, 3 * f + 3).map(Math.abs))).toBe(1);
    expect(areas.reduce((a, b) => a + b)).toBeCloseTo(52, 12);
  });

  it('sum to zero over a closed mesh when weighted by area', () => {
    const solid = bumpySphere({ segments: 30 });
    const { normals, areas } = faceNormals(solid);
    const sum = [0, 0, 0];
    for (let i = 0; i < normals.length; i++) sum[i % 3] += normals[i] * areas[Math.floor(i / 3)];
    expect(Math.hypot(...sum)).toBeLessThan(1e-6);
    expect(areas.reduce((a, b) => a + b)).toBeCloseTo(massProperties(solid).area, 12);
  });
});

describe('vertexNormals', () => {
  it('point outwards from a sphere', () => {
    const { positions, indices } = icoSphere({ subdivisions: 4 });
    const normals = vertexNormals({ positions, indices });
    for (let i = 0; i < positions.length; i += 3) {
      const cosine = normals[i] * positions[i] + normals[i + 1] * positions[i + 1] + normals[i + 2] * positions[i + 2];
      expect(cosine).toBeGreaterThan(0.9999);
    }
  });

  it('are those of three.js', () => {
    const { positions, indices } = bumpySphere({ segments: 25 });
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(indices, 1)).computeVertexNormals();
    const expected = geometry.attributes.normal.array;
    const normals = vertexNormals({ positions, indices });
    for (let i = 0; i < normals.length; i++) expect(normals[i]).toBeCloseTo(expected[i], 4);
  });

  it('are zero where there is no area', () => {
    const flat = mesh([0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 5, 5], [0, 1, 2]);
    expect([...vertexNormals(flat)]).toEqual(new Array(12).fill(0));
    expect([...faceNormals(flat).normals, ...faceNormals(flat).areas]).toEqual([0, 0, 0, 0]);
  });

  it('survive lengths of 1e-15 and 1e15', () => {
    for (const s of [1e-15, 1e15])
      expect([...vertexNormals(mesh([0, 0, 0, s, 0, 0, 0, s, 0]))]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });
});
