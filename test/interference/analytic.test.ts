import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { multiply, rotation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { ask, at, cube, cuboid, kindOf, pairOf } from './bodies.js';
import { innerRadius, lensArea, lensVolume } from './closedForms.js';
import { SCENARIOS } from './scenarios.js';

describe('interference, in closed form', () => {
  it.each(SCENARIOS)('$name: $kind', async ({ bodies, kind, volume, depth }) => {
    const report = await ask(bodies());
    expect(kindOf(report)).toBe(kind);
    expect(report.diagnostics).toEqual([]);
    const found = pairOf(report);
    if (kind === 'none' || kind === 'touch')
      expect(found ?? { volume: 0, depthAlongView: 0 }).toMatchObject({ volume: 0, depthAlongView: 0 });
    if (volume !== undefined) expect(Math.abs(found!.volume - volume)).toBeLessThanOrEqual(found!.volumeError);
    if (depth !== undefined) expect(Math.abs(found!.depthAlongView - depth)).toBeLessThan(1e-6);
  });

  it.each([1, 2, 4])('a box of 2 against itself shifted by 0.5 is 1.5 deep, cut %i times', async (segments) => {
    const shape = box({ size: 2, segments });
    expect(shape.indices.length / 3).toBe(12 * segments ** 2);
    const report = await ask([body(shape), body(shape, { pose: at(0.5) })]);
    expect(report.pairs).toHaveLength(1);
    const { kind, depthAlongView, volume, direction } = report.pairs[0];
    expect(kind).toBe('hard');
    expect(depthAlongView).toBeCloseTo(1.5, 6);
    expect(volume).toBeCloseTo(6, 6);
    expect(direction).toEqual([1, 0, 0]);
  });

  it('a duct through a wall of 0.2 reports 0.2 along itself', async () => {
    const wall = cuboid([0, 0, 0], [4, 0.2, 3]);
    for (const width of [0.21, 0.5, 2.5]) {
      const duct = cuboid([1, -3, 0.2], [1 + width, 3, 0.2 + width]);
      const [{ kind, depthAlongView, direction, area }] = (await ask([wall, duct])).pairs;
      expect({ kind, direction }).toEqual({ kind: 'hard', direction: [0, 1, 0] });
      expect(depthAlongView).toBeCloseTo(0.2, 6);
      expect(area).toBeCloseTo(width * width, 6);
    }
  });

  it('bodies in a row, whatever the gap: boxes that do not meet are not looked at', async () => {
    const report = await ask([cube(1), cube(1, at(1 + 1e-9))]);
    expect(report).toMatchObject({ pairs: [], cleared: [] });
  });

  it('boxes that meet, and a plane between the bodies: nothing to look at', async () => {
    const report = await ask([body(icoSphere()), body(icoSphere(), { pose: at(1.2, 1.2, 1.2) })]);
    expect(report).toMatchObject({ pairs: [], cleared: [] });
  });

  it('boxes that meet, bodies apart: cleared', async () => {
    // A ball in a ring's hole: no plane goes between them.
    const report = await ask([body(torus({ radius: 1, tubeRadius: 0.3 })), body(icoSphere({ radius: 0.5 }))]);
    expect(report.pairs).toEqual([]);
    expect(report.cleared).toMatchObject([{ kind: 'none', volume: 0, pixels: 0, area: 0, samples: [] }]);
    expect(report.cleared[0].faces).toEqual({ a: [], b: [] });
    for (const absent of ['point', 'bounds', 'centroid', 'inner']) expect(report.cleared[0]).not.toHaveProperty(absent);
  });
});

describe('balls', () => {
  const shape = icoSphere({ subdivisions: 4 });
  /** Every face plane is at least this far from the middle: the smooth balls of both radii bracket the mesh. */
  const inner = innerRadius(shape);

  it.each([0.3, 1, 1.7, 1.95])('%f apart: a lens', async (distance) => {
    const [found] = (await ask([body(shape), body(shape, { pose: at(distance) })], { resolution: 128 })).pairs;
    const { kind, volume, volumeError, depthAlongView, measured } = found;
    expect(kind).toBe('hard');
    expect(volume).toBeGreaterThanOrEqual(lensVolume(inner, distance) - volumeError);
    expect(volume).toBeLessThanOrEqual(lensVolume(1, distance) + volumeError);
    // The bound of the error is wide; the error itself is a small share.
    expect(Math.abs(volume / lensVolume(1, distance) - 1)).toBeLessThan(distance < 1.8 ? 0.02 : 0.1);
    // The longest ray may pass half a pixel beside the axis.
    const beside = Math.hypot(...measured.pixelSize) / 2;
    const sag = 2 * (inner - Math.sqrt(inner ** 2 - beside ** 2));
    expect(depthAlongView).toBeGreaterThanOrEqual(2 * inner - distance - sag - measured.depthError);
    expect(depthAlongView).toBeLessThanOrEqual(2 - distance + measured.depthError);
  });

  it('2.01 apart: none; the boxes do not even meet', async () => {
    expect(await ask([body(shape), body(shape, { pose: at(2.01) })])).toMatchObject({ pairs: [], cleared: [] });
  });

  it('one inside the other, off centre: the whole of the smaller', async () => {
    const report = await ask([body(shape), cube(0.5, at(0.4, 0.2, 0.1))], { resolution: 128 });
    expect(kindOf(report)).toBe('contained b');
    expect(report.pairs[0].volume).toBeCloseTo(0.125, 6);
  });
});

describe('rings', () => {
  const [radius, tubeRadius] = [1, 0.3];
  const ring = torus({ radius, tubeRadius, segments: 96, sides: 48 });

  it.each([0.1, 0.3, 0.5])('%f above itself: the lens of two circles, turned about the axis', async (height) => {
    const [found] = (await ask([body(ring), body(ring, { pose: at(0, 0, height) })], { resolution: 128 })).pairs;
    expect(found.kind).toBe('hard');
    expect(found.direction).toEqual([0, 0, 1]);
    const smooth = 2 * Math.PI * radius * lensArea(tubeRadius, height);
    expect(Math.abs(found.volume / smooth - 1)).toBeLessThan(0.02);
    expect(Math.abs(found.volume - smooth)).toBeLessThan(found.volumeError);
    expect(Math.abs(found.depthAlongView - (2 * tubeRadius - height))).toBeLessThan(0.005);
  });

  it('linked and lying on each other', async () => {
    const standing = multiply(at(1), rotation([1, 0, 0], Math.PI / 2));
    expect(kindOf(await ask([body(ring), body(ring, { pose: standing })], { resolution: 128 }))).toBe('none');
    // The first ring's tube goes through the hole of the second, 0.7 wide in radius: 0.15 off, it still does not touch.
    const shifted = multiply(at(1.15, 0, 0.1), rotation([1, 0, 0], Math.PI / 2));
    expect(kindOf(await ask([body(ring), body(ring, { pose: shifted })], { resolution: 128 }))).toBe('none');
    const into = multiply(at(1.5), rotation([1, 0, 0], Math.PI / 2));
    expect(kindOf(await ask([body(ring), body(ring, { pose: into })], { resolution: 128 }))).toBe('hard');
  });

  it('a pin through the hole, and one through the tube', async () => {
    const pin = (x: number) => cuboid([x - 0.2, -0.2, -2], [x + 0.2, 0.2, 2]);
    expect(kindOf(await ask([body(ring), pin(0)]))).toBe('none');
    expect(kindOf(await ask([body(ring), pin(1)]))).toBe('hard');
  });
});
