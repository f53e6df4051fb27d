import { TeapotGeometry } from 'three/addons/geometries/TeapotGeometry.js';
import { describe, expect, it } from 'vitest';
import { TEAPOT_POLYGON_COUNT, teapot, teapotPolygons } from '../../scenes/teapot.js';
import { cubic, HANDLE, RINGS, ringPoint, SPOUT, type Tube, tubePoint } from '../../scenes/teapotPatches.js';
import { InputError } from '../../src/errors.js';
import type { Vec3 } from '../../src/math/vector.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { faceCount, type Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { crossings } from './crossings.js';
import { manifoldOf } from './manifold.js';

const volume = (mesh: Mesh): number => massProperties(mesh).volume;

describe('the teapot', () => {
  it('has the 552 polygons of the paper, 1,064 triangles', () => {
    const { polygons } = teapotPolygons();
    expect(polygons.length).toBe(TEAPOT_POLYGON_COUNT);
    expect(TEAPOT_POLYGON_COUNT).toBe(552);
    const triangles = polygons.filter((p) => p.length === 3);
    expect(triangles.length).toBe(2 * 20);
    expect(polygons.every((p) => p.length === 4 || p.length === 3)).toBe(true);
    expect(faceCount(teapot())).toBe(2 * 552 - 40);
  });

  it.each([1, 2, 3, 5])('is one closed solid with a handle, fineness %i', (fineness) => {
    // A body with one handle is a torus to a topologist: Euler characteristic 0.
    expect(inspect(teapot(fineness))).toMatchObject({
      closed: true,
      consistentlyOriented: true,
      components: 1,
      eulerCharacteristic: 0,
      unusedVertices: 0,
      diagnostics: [],
    });
    expect(inspect(teapot(fineness)).signedVolume).toBeGreaterThan(0);
  });

  it.each([1, 2, 3])('nowhere runs through itself, fineness %i', (fineness) => {
    expect(crossings(teapot(fineness))).toEqual([]);
  });

  it('would be found to run through itself if it did', () => {
    const { positions, indices } = teapot();
    const through = positions.slice();
    for (let i = 0; i < through.length; i += 3) if (through[i] < -2.5) through[i] += 3; // the handle pushed into the body
    expect(crossings({ positions: through, indices }).length).toBeGreaterThan(10);
    expect(crossings(box({ segments: 3 }))).toEqual([]);
  });

  it('is the same on both sides of the plane y = 0', () => {
    const { positions } = teapotPolygons();
    const key = ([x, y, z]: Vec3): string => [x, y, z].map((c) => (Math.round(c * 1e6) + 0).toString()).join();
    const all = new Set(positions.map(key));
    expect(positions.filter(([x, y, z]) => !all.has(key([x, -y, z])))).toEqual([]);
  });

  it('stands on z = 0 and is as high as Newell made it', () => {
    const { min, max } = inspect(teapot()).bounds;
    expect([min[2], max[2]]).toEqual([0, Math.fround(3.15)]);
    expect([min[1], max[1]]).toEqual([-2, 2]);
    expect(max[0] - min[0]).toBeCloseTo(6.434, 3);
  });

  it('refuses a fineness that is no number of parts', () => {
    expect(() => teapot(0.5)).toThrow(InputError);
    expect(() => teapot(0)).toThrow(
      'teapot: the number of parts (fineness) must be at least 1 (0). Give a whole number from 1 up.',
    );
  });
});

describe('its volume', () => {
  // Closed shells that overlap each other, from which manifold-3d makes the union.
  const steps = 48;
  const bodyShell = manifoldOf(tubeShell(bodyRows(steps), [0, 0, 3.15], [0, 0, 0]));
  const handleShell = manifoldOf(tubeShell(tubeRows(HANDLE, steps), [-1.2, 0, 2], [-1.2, 0, 1]));
  const spoutShell = manifoldOf(tubeShell(tubeRows(SPOUT, steps), [1.5, 0, 1], [3, 0, 2.4]));
  const union = bodyShell.add(handleShell).add(spoutShell).volume();

  it('is that of the union of body, handle and spout', () => {
    expect(union).toBeGreaterThan(bodyShell.volume() + 0.5);
    expect(volume(teapot(12)) / union).toBeCloseTo(1, 3);
    expect(volume(teapot()) / union).toBeCloseTo(0.968, 3);
  });

  it('nears that of the smooth one with the square of the fineness', () => {
    const [a, b, c] = [2, 4, 8].map((fineness) => volume(teapot(fineness)));
    expect((b - a) / (c - b)).toBeGreaterThan(3.7);
    expect((b - a) / (c - b)).toBeLessThan(4.3);
  });

  it("is, of the body alone, the integral of the outline's disks", () => {
    // The area of Newell's almost-circle of radius 1: four quarters of 1/2 + 3k/5 - 3k²/20, the integral of x dy along the
    // curve with the control points (1, 0), (1, k), (k, 1), (0, 1). Then Simpson's rule along the outline.
    const disk = 2 + 2.4 * 0.56 - 0.6 * 0.56 ** 2;
    const n = 1000;
    const weight = (i: number): number => (i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2) / (3 * n);
    const slope = (f: (t: number) => number, t: number): number => (f(t + 1e-6) - f(t - 1e-6)) / 2e-6;
    let sum = 0;
    for (const { radius, z } of Object.values(RINGS))
      for (let i = 0; i <= n; i++)
        sum -= weight(i) * disk * cubic(...radius, i / n) ** 2 * slope((u) => cubic(...z, u), i / n);
    expect(disk / Math.PI).toBeCloseTo(1, 2);
    expect(bodyShell.volume() / sum).toBeCloseTo(1, 3);
  });
});

describe("Newell's patches", () => {
  it("are three.js', all 32", () => {
    const n = 6;
    const { array } = new TeapotGeometry(3.15 / 2, n, true, true, true, false).getAttribute('position');
    // Of a patch: which point of ours is at s down its rows and t along them. Rings go around clockwise, but for the bottom.
    const ring = (name: keyof typeof RINGS) =>
      [0, 1, 2, 3].map((quarter) => (s: number, t: number) => ringPoint(RINGS[name], s, -quarter - t));
    const tube = (of: Tube) =>
      [0, 1, 2, 3].map((k) => (s: number, t: number) => tubePoint(of, s + Math.floor(k / 2), t + (k % 2)));
    const bottom = [0, 1, 2, 3].map((quarter) => (s: number, t: number) => ringPoint(RINGS.bottom, 1 - s, quarter + t));
    const patches = [
      ...[...ring('rim'), ...ring('shoulder'), ...ring('belly')],
      ...[...tube(HANDLE), ...tube(SPOUT), ...ring('knob'), ...ring('lid'), ...bottom],
    ];
    expect(array.length).toBe(3 * 32 * (n + 1) ** 2);
    let vertex = 0;
    let farthest = 0;
    for (const patch of patches)
      for (let i = 0; i <= n; i++)
        for (let j = 0; j <= n; j++, vertex += 3) {
          // three.js has y upwards and the middle of the height at 0.
          const theirs = [array[vertex], -array[vertex + 2], array[vertex + 1] + 3.15 / 2];
          const ours = patch(i / n, j / n);
          farthest = Math.max(farthest, Math.hypot(...ours.map((c, k) => c - theirs[k])));
        }
    expect(farthest).toBeLessThan(1e-6);
  });
});

function bodyRows(steps: number): Vec3[][] {
  const rows = Object.values(RINGS).flatMap((ring) =>
    Array.from({ length: steps + 1 }, (_, i) =>
      Array.from({ length: 4 * steps }, (_, j) => ringPoint(ring, i / steps, -j / steps)),
    ),
  );
  // Without the poles, and without the end of a ring where the next one begins.
  return rows.filter((row, i) => row[0][0] > 0 && JSON.stringify(row) !== JSON.stringify(rows[i + 1]));
}

const tubeRows = (tube: Tube, steps: number): Vec3[][] =>
  Array.from({ length: 2 * steps + 1 }, (_, i) =>
    Array.from({ length: 2 * steps }, (_, j) => tubePoint(tube, i / steps, j / steps)),
  );

/** A tube closed by a cone at either end. Its rings run counter-clockwise seen from where it leads to. */
function tubeShell(rows: Vec3[][], start: Vec3, end: Vec3): Mesh {
  const sides = rows[0].length;
  const faces: number[] = [];
  const [first, last] = [rows.length * sides, rows.length * sides + 1];
  for (let i = 0; i < sides; i++) {
    const next = (i + 1) % sides;
    const top = (rows.length - 1) * sides;
    faces.push(first, next, i, last, top + i, top + next);
    for (let row = 0; row < top; row += sides)
      faces.push(row + i, row + next, row + sides + i, row + sides + i, row + next, row + sides + next);
  }
  return { positions: Float32Array.from([...rows.flat(), start, end].flat()), indices: Uint32Array.from(faces) };
}
