import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/mesh/inspect.js';
import { faceCount } from '../../src/mesh/mesh.js';
import { bumpySphere, bumpySphereVolume } from '../../src/mesh/shapes/bumpySphere.js';

describe('bumpySphere', () => {
  it.each([
    [20, 1_680],
    [60, 14_640],
    [200, 160_800],
    [600, 1_442_400],
  ])('n = %i gives %i triangles for the pair', (segments, triangles) => {
    expect(2 * faceCount(bumpySphere({ segments }))).toBe(triangles);
  });

  it.each([
    ['A', 9, 0],
    ['B', 7, 1],
  ])('%s of the measured pair is a clean solid of 80,400 triangles', (_, frequency, phase) => {
    const solid = bumpySphere({ segments: 200, amplitude: 0.15, frequency, phase });
    const { triangles, vertices, closed, components, eulerCharacteristic, diagnostics, signedVolume } = inspect(solid);
    expect({ triangles, vertices, closed, components, eulerCharacteristic, diagnostics }).toEqual({
      ...{ triangles: 80_400, vertices: 40_202, closed: true, components: 1, eulerCharacteristic: 2, diagnostics: [] },
    });
    expect(signedVolume / bumpySphereVolume({ frequency, phase })).toBeCloseTo(1, 2);
  });

  it('stands on its formula', () => {
    const [n, a, k, phase] = [24, 0.15, 7, 1];
    const { positions, indices } = bumpySphere({ segments: n, amplitude: a, frequency: k, phase });
    for (let j = 1; j < n + 2; j++)
      for (let i = 0; i < n; i++) {
        const [u, v] = [(2 * Math.PI * i) / n, (Math.PI * j) / (n + 2)];
        const r = 1 + a * Math.sin(k * u + phase) * Math.sin(v) * Math.sin(k * v);
        const expected = [r * Math.sin(v) * Math.cos(u), r * Math.sin(v) * Math.sin(u), r * Math.cos(v)].map(
          Math.fround,
        );
        const p = 3 * ((j - 1) * n + i);
        expect([...positions.slice(p, p + 3)]).toEqual(expected);
      }
    expect([...positions.slice(-6)]).toEqual([0, 0, 1, 0, 0, -1]);
    // The first quad is split from (j, i) to (j + 1, i) to (j, i + 1).
    expect([...indices.slice(0, 6)]).toEqual([0, n, 1, 1, n, n + 1]);
  });

  it('is a plain sphere without amplitude or frequency', () => {
    expect(bumpySphere({ segments: 8, frequency: 0 })).toEqual(bumpySphere({ segments: 8, amplitude: 0 }));
    expect(bumpySphereVolume({ frequency: 0 })).toBeCloseTo((4 / 3) * Math.PI, 14);
  });
});
