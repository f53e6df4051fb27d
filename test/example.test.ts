import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { body } from '../src/body.js';
import { translation } from '../src/math/affine.js';
import { box } from '../src/mesh/shapes/box.js';
import { torus, torusMeshVolume } from '../src/mesh/shapes/torus.js';
import { insideTest, volumeByPoints } from './report/pointInMesh.js';

describe('the example', () => {
  const home = process.cwd();
  let folder: string;
  let bodies: typeof import('../examples/overlap.js');
  const printed: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zclash-example-'));
    process.chdir(folder);
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
    bodies = await import('../examples/overlap.js');
    log.mockRestore();
  });
  afterAll(async () => {
    process.chdir(home);
    await rm(folder, { recursive: true });
  });

  const report = async () => JSON.parse(await readFile(join(folder, 'out/report.json'), 'utf8'));

  test('measures the volume that random points tell (seed 5)', async () => {
    const { volume } = (await report()).pairs[0];
    const estimate = volumeByPoints(bodies.knot, bodies.ball, 60, 5);
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
    const value = (what: string) => printed.find((line) => line.startsWith(what))?.slice(18);
    expect(value('verdict')).toBe('hard');
    expect(value('volume')).toBe(`${volume.toPrecision(5)} ± ${volumeError.toPrecision(2)}`);
    expect(value('depth along view')).toBe(depthAlongView.toPrecision(5));
    expect(value('rays')).toContain(String(pixels));
    expect(value('can be missed')).toBe(measured.limit);
    expect(value('machine')).toBe(machine);
  });

  test('writes a picture of its full size', async () => {
    const file = await readFile(join(folder, 'out/overlap.png'));
    expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
    expect(file.subarray(37, 41).toString('latin1')).toBe('IDAT');
    expect(inflateSync(file.subarray(41, 41 + file.readUInt32BE(33))).length).toBe(height * (4 * width + 1));
    expect(file.subarray(-8, -4).toString('latin1')).toBe('IEND');
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
