import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { faceCount, type Mesh, vertexCount } from '../../src/mesh/mesh.js';
import { BOX_DEFAULTS, box, boxVolume } from '../../src/mesh/shapes/box.js';
import { bumpySphere, bumpySphereVolume } from '../../src/mesh/shapes/bumpySphere.js';
import { capsule, capsuleMeshVolume, capsuleVolume } from '../../src/mesh/shapes/capsule.js';
import { cone, coneVolume, pyramidVolume } from '../../src/mesh/shapes/cone.js';
import { cylinder, cylinderVolume, prismVolume } from '../../src/mesh/shapes/cylinder.js';
import { heightField, heightFieldVolume } from '../../src/mesh/shapes/heightField.js';
import { icoSphere, icosahedronVolume, sphereVolume, uvSphere, uvSphereVolume } from '../../src/mesh/shapes/sphere.js';
import { torus, torusMeshVolume, torusVolume } from '../../src/mesh/shapes/torus.js';
import { torusKnot, torusKnotLength, torusKnotVolume } from '../../src/mesh/shapes/torusKnot.js';
import { wedge, wedgeVolume } from '../../src/mesh/shapes/wedge.js';
import { weld } from '../../src/mesh/weld.js';

const GENUS_0 = 2;
const GENUS_1 = 0;
const volume = (mesh: Mesh): number => massProperties(mesh).volume;

/** Name, mesh, triangles, Euler characteristic, and the volume of the mesh itself where it has a closed form. */
const shapes: [string, Mesh, number, number, number?][] = [
  ['box', box(), 12, GENUS_0, boxVolume(1)],
  ['box of 48', box({ size: [1, 2, 3], segments: 2 }), 48, GENUS_0, boxVolume([1, 2, 3])],
  ['box of 192', box({ size: 0.3, segments: 4 }), 192, GENUS_0, boxVolume(0.3)],
  ['wedge', wedge({ size: [1, 2, 3] }), 8, GENUS_0, wedgeVolume([1, 2, 3])],
  ['uvSphere', uvSphere(), 2 * 48 * 23, GENUS_0, uvSphereVolume()],
  ['smallest uvSphere', uvSphere({ segments: 3, rings: 2 }), 6, GENUS_0, uvSphereVolume({ segments: 3, rings: 2 })],
  ['icosahedron', icoSphere({ radius: 2, subdivisions: 0 }), 20, GENUS_0, icosahedronVolume(2)],
  ['icoSphere', icoSphere(), 20 * 4 ** 3, GENUS_0],
  ['cylinder', cylinder(), 2 * 48 * 2, GENUS_0, prismVolume()],
  ['prism', cylinder({ segments: 3, heightSegments: 5 }), 2 * 3 * 6, GENUS_0, prismVolume({ segments: 3 })],
  ['cone', cone(), 2 * 48, GENUS_0, pyramidVolume()],
  ['frustum', cone({ topRadius: 0.3 }), 4 * 48, GENUS_0, pyramidVolume({ topRadius: 0.3 })],
  ['capsule', capsule(), 4 * 48 * 12, GENUS_0, capsuleMeshVolume()],
  ['smallest capsule', capsule({ segments: 3, rings: 1 }), 12, GENUS_0, capsuleMeshVolume({ segments: 3, rings: 1 })],
  ['torus', torus(), 2 * 64 * 32, GENUS_1, torusMeshVolume()],
  ['smallest torus', torus({ segments: 3, sides: 3 }), 18, GENUS_1, torusMeshVolume({ segments: 3, sides: 3 })],
  ['torusKnot', torusKnot(), 2 * 256 * 24, GENUS_1],
  ['torusKnot (3, 5)', torusKnot({ p: 3, q: 5, tubeRadius: 0.1, segments: 500 }), 2 * 500 * 24, GENUS_1],
  ['bumpySphere', bumpySphere({ segments: 20 }), 840, GENUS_0],
  ['heightField', heightField(), 2 * 64 * 64 + 6 * 128, GENUS_0, heightFieldVolume()],
  ['smallest heightField', heightField({ segments: [1, 1] }), 14, GENUS_0, heightFieldVolume({ segments: [1, 1] })],
];

describe('every shape', () => {
  it.each(shapes)('%s is a closed, welded solid without fault, in f32', (_, shape, triangles, euler) => {
    expect(shape.positions).toBeInstanceOf(Float32Array);
    expect(shape.indices).toBeInstanceOf(Uint32Array);
    expect(faceCount(shape)).toBe(triangles);
    expect(inspect(shape)).toMatchObject({ closed: true, components: 1, eulerCharacteristic: euler, diagnostics: [] });
    expect(inspect(shape).signedVolume).toBeGreaterThan(0);
    expect(weld(shape, 1e-5).vertexCount).toBe(vertexCount(shape));
  });

  const known = shapes.filter((row) => row[4] !== undefined);
  it.each(known)('%s has the volume of its tessellation', (_, shape, _triangles, _euler, meshVolume) => {
    expect(volume(shape) / meshVolume!).toBeCloseTo(1, 6);
  });
});

/** How many times smaller the error becomes where the mesh is twice as fine. Flat faces give 4. */
const gain = (coarse: Mesh, fine: Mesh, smooth: number): number => (volume(coarse) - smooth) / (volume(fine) - smooth);

describe('volumes converge to the smooth ones, with the square of the fineness', () => {
  it.each<[string, (k: number) => Mesh, number]>([
    ['uvSphere', (k) => uvSphere({ radius: 2, segments: 24 * k, rings: 12 * k }), sphereVolume(2)],
    ['icoSphere', (k) => icoSphere({ radius: 2, subdivisions: 2 + k }), sphereVolume(2)],
    ['cylinder', (k) => cylinder({ radius: 2, height: 3, segments: 24 * k }), cylinderVolume(2, 3)],
    ['cone', (k) => cone({ radius: 2, height: 3, segments: 24 * k }), coneVolume(2, 3)],
    ['frustum', (k) => cone({ radius: 2, topRadius: 1, height: 3, segments: 24 * k }), coneVolume(2, 3, 1)],
    ['capsule', (k) => capsule({ radius: 2, height: 3, segments: 24 * k, rings: 6 * k }), capsuleVolume(2, 3)],
    ['torus', (k) => torus({ radius: 3, tubeRadius: 1, segments: 24 * k, sides: 16 * k }), torusVolume(3, 1)],
    ['torusKnot', (k) => torusKnot({ segments: 200 * k, sides: 12 * k }), torusKnotVolume()],
    ['bumpySphere', (k) => bumpySphere({ segments: 150 * k }), bumpySphereVolume()],
    [
      'bumpySphere 1',
      (k) => bumpySphere({ segments: 40 * k, frequency: 1, amplitude: 0.4, phase: 2 }),
      bumpySphereVolume({ frequency: 1, amplitude: 0.4 }),
    ],
  ])('%s', (_, make, smooth) => {
    const ratio = gain(make(1), make(2), smooth);
    expect(ratio).toBeGreaterThan(3.6);
    expect(ratio).toBeLessThan(4.5);
  });

  it('heightField', () => {
    const plane = {
      size: [2, 4],
      segments: [5, 7],
      height: (x: number, y: number) => 1 + x / 4 - y / 8,
      bottom: 0,
    } as const;
    expect(volume(heightField(plane))).toBeCloseTo(8, 5);
    const bowl = (n: number) =>
      heightField({ size: [2, 2], segments: [n, n], height: (x, y) => x * x + y * y, bottom: -1 });
    expect(gain(bowl(16), bowl(32), 4 + 8 / 3)).toBeCloseTo(4, 1);
  });
});

describe('shapes', () => {
  it('put their vertices on their surface', () => {
    for (const ball of [uvSphere({ radius: 3 }), icoSphere({ radius: 3 })])
      for (let i = 0; i < ball.positions.length; i += 3)
        expect(Math.hypot(...ball.positions.slice(i, i + 3))).toBeCloseTo(3, 5);
    const { positions } = torus({ radius: 2, tubeRadius: 0.5 });
    for (let i = 0; i < positions.length; i += 3)
      expect(Math.hypot(Math.hypot(positions[i], positions[i + 1]) - 2, positions[i + 2])).toBeCloseTo(0.5, 5);
  });

  it('stand in the middle of their bounds, as long as asked for', () => {
    expect(inspect(box({ size: [1, 2, 3] })).bounds).toEqual({ min: [-0.5, -1, -1.5], max: [0.5, 1, 1.5] });
    expect(inspect(wedge({ size: [1, 2, 3] })).bounds).toEqual({ min: [-0.5, -1, -1.5], max: [0.5, 1, 1.5] });
    expect(inspect(capsule({ radius: 1, height: 3, segments: 4 })).bounds).toEqual({
      min: [-1, -1, -2.5],
      max: [1, 1, 2.5],
    });
    expect(inspect(cylinder({ radius: 1, height: 3, segments: 4 })).bounds).toEqual({
      min: [-1, -1, -1.5],
      max: [1, 1, 1.5],
    });
    expect(box()).toEqual(box(BOX_DEFAULTS));
  });

  it('close the tube of a knot without a twist at the seam', () => {
    const [segments, sides] = [300, 8];
    const { positions } = torusKnot({ p: 3, q: 2, segments, sides });
    const steps = Array.from({ length: segments }, (_, s) => {
      const [a, b] = [3 * s * sides, 3 * ((s + 1) % segments) * sides];
      return Math.hypot(...[0, 1, 2].map((k) => positions[b + k] - positions[a + k]));
    });
    expect(steps[segments - 1]).toBeLessThan(1.5 * Math.max(steps[0], steps[segments - 2]));
  });

  it('know the length of a knot: about that of the core for a thin swing', () => {
    const thin = torusKnotLength({ p: 1, q: 2, radius: 5, swing: 1e-6, tubeRadius: 0.1 });
    expect(thin).toBeCloseTo(10 * Math.PI, 8);
    // As many circles as turns where the knot runs around the tube only: √((R p)² + (a q)²) on average, near a ≪ R.
    const wound = torusKnotLength({ p: 1, q: 50, radius: 5, swing: 0.01, tubeRadius: 0.1 });
    expect(wound).toBeCloseTo(2 * Math.PI * Math.hypot(5, 0.01 * 50), 3);
  });
});

describe('wrong options', () => {
  it.each<[() => unknown, string]>([
    [() => uvSphere({ radius: -1 }), 'sphere: the radius must be positive (-1). Give a finite length above 0.'],
    [() => icoSphere({ radius: 0 }), 'sphere: the radius must be positive (0). Give a finite length above 0.'],
    [
      () => uvSphere({ segments: 2 }),
      'sphere: the number of segments must be at least 3 (2). Give a whole number from 3 up.',
    ],
    [
      () => uvSphere({ rings: 1 }),
      'sphere: the number of rings must be at least 2 (1). Give a whole number from 2 up.',
    ],
    [
      () => icoSphere({ subdivisions: 1.5 }),
      'sphere: the number of subdivisions must be at least 0 (1.5). Give a whole number from 0 up.',
    ],
    [() => box({ size: [1, NaN, 1] }), 'box: the size along y must be positive (NaN). Give a finite length above 0.'],
    [() => box({ segments: 0 }), 'box: the number of segments must be at least 1 (0). Give a whole number from 1 up.'],
    [
      () => wedge({ size: Infinity }),
      'wedge: the size along x must be positive (Infinity). Give a finite length above 0.',
    ],
    [() => cylinder({ height: -2 }), 'cylinder: the height must be positive (-2). Give a finite length above 0.'],
    [() => cone({ topRadius: -1 }), 'cone: the topRadius must be positive (-1). Give a finite length above 0.'],
    [
      () => capsule({ rings: NaN }),
      'capsule: the number of rings must be at least 1 (NaN). Give a whole number from 1 up.',
    ],
    [
      () => torus({ radius: 1, tubeRadius: 1 }),
      'torus: the tube meets itself in the middle (tubeRadius 1, radius 1). Give a tubeRadius below the radius.',
    ],
    [
      () => torusKnot({ p: 2, q: 4 }),
      'torusKnot: p and q have a common divisor (p = 2, q = 4, both by 2). Give numbers that share none, such as 2 and 3.',
    ],
    [
      () => torusKnot({ swing: 0.9 }),
      'torusKnot: the tube reaches the axis (swing 0.9 + tubeRadius 0.2, radius 1). Give a swing and a tubeRadius that are together less than the radius.',
    ],
    [
      () => bumpySphere({ amplitude: 1 }),
      'bumpySphere: the amplitude must be between -1 and 1 (1). Give less than the radius, which is 1.',
    ],
    [
      () => bumpySphere({ frequency: 2.5 }),
      'bumpySphere: the number of waves (frequency) must be at least 0 (2.5). Give a whole number from 0 up.',
    ],
    [() => bumpySphere({ phase: NaN }), 'bumpySphere: the phase must be finite (NaN). Give a number.'],
    [
      () => heightField({ height: (x) => x, bottom: 0, segments: [2, 2], size: [2, 2] }),
      'heightField: the height must lie above the bottom (-1 at x = -1, y = -1, bottom 0). Lower the bottom, or give finite heights.',
    ],
    [
      () => uvSphere({ radius: 1e-50 }),
      'sphere: the radius is too small (1e-50). Give a length from 1e-44 to 3e38: single precision ends there.',
    ],
  ])('%s', (make, message) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });
});
