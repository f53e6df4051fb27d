import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TEAPOT_FALL_OVERLAPS, teapotFall } from '../scenes/teapotFall.js';
import { worldBounds } from '../src/body.js';
import type { PairReport } from '../src/interferenceReport.js';

/** The table of overlaps has four digits after the point. */
const TABLE_ERROR = 0.5e-4;

describe('the falling teapot', () => {
  const home = process.cwd();
  let folder: string;
  let contacts: ({ step: number; timeMs: number } & PairReport)[];
  const printed: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zclash-teapot-'));
    process.chdir(folder);
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
    await import('../examples/teapotFall.js');
    log.mockRestore();
    contacts = JSON.parse(await readFile(join(folder, 'out/teapot-fall.json'), 'utf8'));
  });
  afterAll(async () => {
    process.chdir(home);
    await rm(folder, { recursive: true });
  });

  test('first meets the field at the step that manifold-3d tells, and at every one from there on', () => {
    expect(contacts.map(({ step }) => step)).toEqual(TEAPOT_FALL_OVERLAPS.map(({ step }) => step));
    for (const { a, b, kind } of contacts) expect([a, b, kind]).toEqual(['teapot', 'field', 'hard']);
  });

  test('tells the volumes that manifold-3d tells, within the errors it gives', () => {
    TEAPOT_FALL_OVERLAPS.forEach(({ volume }, i) => {
      const { volume: measured, volumeError } = contacts[i];
      expect(Math.abs(measured - volume)).toBeLessThanOrEqual(volumeError + TABLE_ERROR);
      // An error as large as the volume would prove little.
      expect(volumeError).toBeLessThan(0.2 * volume);
    });
  });

  test('places each contact in both bodies, at its time', () => {
    const { teapot, field, poses, timesMs } = teapotFall();
    for (const { step, timeMs, point, bounds } of contacts) {
      expect(timeMs).toBe(timesMs[step]);
      for (const one of [{ ...teapot, pose: poses[step] }, field]) {
        const { min, max } = worldBounds(one);
        for (let k = 0; k < 3; k++) {
          expect(point![k]).toBeGreaterThan(min[k]);
          expect(point![k]).toBeLessThan(max[k]);
          expect(bounds!.min[k]).toBeGreaterThan(min[k] - 0.1);
          expect(bounds!.max[k]).toBeLessThan(max[k] + 0.1);
        }
      }
    }
  });

  test('prints a line for each contact, with the numbers of the report', () => {
    expect(printed[0]).toMatch(/^51 steps, [\d.]+ ms each, on CPU/);
    const rows = printed.filter((line) => /^ +\d+ /.test(line)).map((line) => line.trim().split(/ +/));
    expect(rows.map(([step, time, kind, volume]) => [step, time, kind, volume])).toEqual(
      contacts.map(({ step, timeMs, kind, volume }) => [String(step), timeMs.toFixed(0), kind, volume.toFixed(4)]),
    );
    contacts.forEach(({ faces }, i) => {
      expect(rows[i].slice(-2)).toEqual([`${faces.a.length},`, String(faces.b.length)]);
    });
  });

  test('writes its report, and pictures of the first and the last contact', async () => {
    expect((await readdir(join(folder, 'out'))).sort()).toEqual([
      'teapot-fall.json',
      'teapot-first-contact.png',
      'teapot-last-contact.png',
    ]);
    const pixels = await Promise.all(
      ['first', 'last'].map(async (name) => {
        const file = await readFile(join(folder, `out/teapot-${name}-contact.png`));
        expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
        const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
        const data = inflateSync(file.subarray(41, 41 + file.readUInt32BE(33)));
        expect(data.length).toBe(height * (4 * width + 1));
        expect(file.subarray(-8, -4).toString('latin1')).toBe('IEND');
        return data;
      }),
    );
    // Something is seen, and not the same twice.
    for (const data of pixels) expect(new Set(data).size).toBeGreaterThan(50);
    expect(pixels[0].equals(pixels[1])).toBe(false);
  });
});
