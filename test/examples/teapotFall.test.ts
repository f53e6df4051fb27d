import { beforeAll, describe, expect, test } from 'vitest';
import { TEAPOT_FALL_OVERLAPS, teapotFall } from '../../scenes/teapotFall.js';
import { worldBounds } from '../../src/body.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { pixelsOf, runExample } from './support/runExample.js';

/** The table of overlaps has four digits after the point. */
const TABLE_ERROR = 0.5e-4;

describe('teapotFall', () => {
  const run = runExample('teapotFall');
  let contacts: ({ step: number; timeMs: number } & PairReport)[];
  beforeAll(async () => {
    contacts = JSON.parse(String(await run.read('teapot-fall.json')));
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
    expect(run.lines[0]).toMatch(/^51 steps, [\d.]+ ms each, on CPU/);
    const rows = run.lines.filter((line) => /^ +\d+ /.test(line)).map((line) => line.trim().split(/ +/));
    expect(rows.map(([step, time, kind, volume]) => [step, time, kind, volume])).toEqual(
      contacts.map(({ step, timeMs, kind, volume }) => [String(step), timeMs.toFixed(0), kind, volume.toFixed(4)]),
    );
    contacts.forEach(({ faces }, i) => {
      expect(rows[i].slice(-2)).toEqual([`${faces.a.length},`, String(faces.b.length)]);
    });
  });

  test('writes its report, and pictures of the first and the last contact', async () => {
    const pictures = ['teapot-first-contact.png', 'teapot-last-contact.png'];
    expect(await run.files()).toEqual(['teapot-fall.json', ...pictures]);
    const [first, last] = await Promise.all(pictures.map(async (name) => pixelsOf(await run.read(name))));
    expect(first.equals(last)).toBe(false);
  });
});
