import { BufferGeometry, Float32BufferAttribute } from 'three';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { seeded } from '../../src/math/random.js';
import { mesh, vertexCount } from '../../src/mesh/mesh.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { weld, weldMap } from '../../src/mesh/weld.js';

/** The same faces with a vertex of their own at every corner, as STL files have them. */
const soup = ({ positions, indices }: { positions: Float32Array | Float64Array; indices: Uint32Array }) =>
  mesh(
    Float32Array.from({ length: 3 * indices.length }, (_, i) => positions[3 * indices[Math.floor(i / 3)] + (i % 3)]),
  );

describe('weld', () => {
  it('gives back a welded sphere from its soup, in order of first appearance', () => {
    const ball = bumpySphere({ segments: 40 });
    const apart = soup(ball);
    const { mesh: welded, map, vertexCount: count } = weld(apart);
    expect(count).toBe(vertexCount(ball));
    expect(welded.positions).toBeInstanceOf(Float32Array);
    expect(soup(welded).positions).toEqual(apart.positions);
    expect(
      map.every(
        (to, i) => to <= i && [0, 1, 2].every((k) => welded.positions[3 * to + k] === apart.positions[3 * i + k]),
      ),
    ).toBe(true);
    let next = 0;
    for (const to of map) if (to === next) next++;
    expect(next).toBe(count);
  });

  it('changes nothing the second time', () => {
    const once = weld(soup(bumpySphere({ segments: 12 }))).mesh;
    const twice = weld(once);
    expect(twice.mesh).toEqual(once);
    expect(twice.map).toEqual(Uint32Array.from(twice.map, (_, i) => i));
  });

  it('takes -0 for 0, in both number formats and at a tolerance', () => {
    for (const positions of [Float32Array, Float64Array].map((A) => A.of(0, 0, 0, -0, 0, -0, -0, -0, 1))) {
      expect([...weldMap(positions).map]).toEqual([0, 0, 1]);
      expect([...weldMap(positions, 0.1).map]).toEqual([0, 0, 1]);
    }
  });

  it('keeps neighbouring numbers apart, and vertices that are not numbers', () => {
    const next = 1 + Number.EPSILON;
    expect([...weldMap([1, 1, 1, 1, 1, next, 1, 1, 1]).map]).toEqual([0, 1, 0]);
    expect([...weldMap([NaN, 0, 0, NaN, 0, 0, Infinity, 0, 0, Infinity, 0, 0]).map]).toEqual([0, 1, 2, 2]);
    expect([...weldMap([NaN, 0, 0, NaN, 0, 0, 5, 0, 0], 1).map]).toEqual([0, 1, 2]);
    expect(weldMap([])).toEqual({ map: new Uint32Array(0), vertexCount: 0 });
  });

  it('welds within the tolerance, across cell borders, and not beyond', () => {
    for (const at of [0, 0.4, 0.1 * 4, -0.4, 1e6, -123.4567])
      for (let axis = 0; axis < 3; axis++) {
        const points = new Float64Array(9);
        points[axis] = at;
        points[3 + axis] = at + 0.0999;
        points[6 + axis] = at + 0.1002;
        expect([...weldMap(points, 0.1).map], `${at} on axis ${axis}`).toEqual([0, 0, 1]);
      }
  });

  it.each([1, 2, 3])('agrees with comparing all pairs, seed %i', (seed) => {
    const random = seeded(seed);
    const tolerance = 0.07;
    const points = Float64Array.from({ length: 3 * 800 }, () => random() * 2 - 1);
    const kept: number[] = [];
    const expected = Array.from({ length: 800 }, (_, i) => {
      const near = kept.findIndex(
        (j) => Math.hypot(...[0, 1, 2].map((k) => points[3 * i + k] - points[3 * j + k])) <= tolerance,
      );
      return near >= 0 ? near : kept.push(i) - 1;
    });
    expect([...weldMap(points, tolerance).map]).toEqual(expected);
    expect(kept.length).toBeLessThan(800);
  });

  it('counts as many vertices as three.js on a small-integer soup, seed 4', () => {
    const random = seeded(4);
    const positions = Float32Array.from({ length: 9 * 3000 }, () => Math.floor(random() * 12) - 6);
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
    expect(weld(mesh(positions)).vertexCount).toBe(mergeVertices(geometry).attributes.position.count);
  });

  it('survives a tolerance far below the coordinates, and far above', () => {
    expect([...weldMap([1e300, 0, 0, 1e300, 0, 0, -1e300, 0, 0], 1e-300).map]).toEqual([0, 0, 1]);
    expect([...weldMap([1, 2, 3, 4, 5, 6, -7, 8, 9], 1e30).map]).toEqual([0, 0, 0]);
    expect([...weldMap([2 ** 60, 0, 0, 2 ** 60, 0, 0], 1e-3).map]).toEqual([0, 0]);
  });

  it('welds a million vertices', () => {
    const positions = soup(bumpySphere({ segments: 410 })).positions;
    expect(positions.length / 3).toBeGreaterThan(1e6);
    for (const tolerance of [0, 1e-6]) {
      expect(weldMap(positions, tolerance).vertexCount).toBe(411 * 410 + 2);
    }
  });

  it('refuses a tolerance that is no length', () => {
    const triangle = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(() => weld(triangle, -1)).toThrow(InputError);
    expect(() => weld(triangle, NaN)).toThrow(
      'weld: the tolerance must be a length (NaN). Give 0 for exact welding, or a positive number of model units.',
    );
  });
});
