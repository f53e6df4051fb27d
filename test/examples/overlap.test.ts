import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { torus, torusMeshVolume } from '../../src/mesh/shapes/torus.js';
import { insideTest, volumeByPoints } from '../report/pointInMesh.js';
import { pixelsOf, runExample } from './support/runExample.js';

describe('overlap', () => {
  const run = runExample('overlap');
  const report = async () => JSON.parse(String(await run.read('report.json')));

  test('measures the volume that random points tell (seed 5)', async () => {
    const { volume } = (await report()).pairs[0];
    const { knot, ball } = run.exported as { knot: Body; ball: Body };
    const estimate = volumeByPoints(knot, ball, 60, 5);
    expect(estimate.error).toBeLessThan(0.01 * estimate.volume);
    expect(Math.abs(volume - estimate.volume)).toBeLessThan(3 * estimate.error);
  });

  test('reports plain data of two closed meshes', async () => {
    const { pairs, meshes, diagnostics } = await report();
    const { kind, measured, pixels, area } = pairs[0];
    expect(kind).toBe('hard');
    expect(diagnostics).toEqual([]);
    expect(area).toBeCloseTo(pixels * measured.pixelSize[0] * measured.pixelSize[1], 12);
    expect(meshes.knot).toMatchObject({ closed: true, eulerCharacteristic: 0, diagnostics: [] });
    expect(meshes.ball).toMatchObject({ closed: true, eulerCharacteristic: 2, diagnostics: [] });
  });

  test('prints the numbers of the report, aligned', async () => {
    const { pairs, machine } = await report();
    const { volume, volumeError, depthAlongView, pixels, measured } = pairs[0];
    const value = (what: string) => run.line(what.padEnd(18));
    expect(value('verdict')).toBe('hard');
    expect(value('volume')).toBe(`${volume.toPrecision(5)} ± ${volumeError.toPrecision(2)}`);
    expect(value('depth along view')).toBe(depthAlongView.toPrecision(5));
    expect(value('rays in overlap')).toContain(String(pixels));
    expect(value('can be missed')).toBe(measured.limit);
    expect(value('machine')).toBe(machine);
  });

  test('writes a picture of its full size', async () => {
    pixelsOf(await run.read('overlap.png'));
  });
});

describe('the random points', () => {
  test('know a box from its outside', () => {
    const inside = insideTest(body(box({ size: [2, 4, 6] }), { pose: translation(1, 2, 3) }));
    expect(inside(0.11, 0.12, 0.13) && inside(1.91, 3.92, 5.93)).toBe(true);
    expect(inside(-0.11, 2.1, 3.2) || inside(2.11, 2.1, 3.2) || inside(1.1, 4.1, 3.2) || inside(1.1, 2.1, -0.1)).toBe(
      false,
    );
  });

  test('find the volume of a ring within a box (seed 8)', () => {
    const { volume, error } = volumeByPoints(body(torus()), body(box({ size: 4 })), 40, 8);
    expect(error).toBeLessThan(0.01 * volume);
    expect(Math.abs(volume - torusMeshVolume())).toBeLessThan(3 * error);
  });
});
