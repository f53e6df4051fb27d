import { describe, expect, test } from 'vitest';
import { multiply, rotation, transformPoint, translation } from '../../src/math/affine.js';
import { prismVolume } from '../../src/mesh/shapes/cylinder.js';
import { polygonArea } from '../../src/mesh/shapes/revolve.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torusKnotVolume } from '../../src/mesh/shapes/torusKnot.js';
import { runExample } from './support/runExample.js';

describe('pegInHole', () => {
  const run = runExample('pegInHole');

  test('has the play, the walls and the excess that regular prisms of 96 sides have', () => {
    // Walls of both are parallel: their distance is that of the radii, by the cosine of half a side's angle.
    const [play] = run.numbers('peg -0.05 mm: none   goes in, with ');
    expect(play).toBeCloseTo(0.05 * Math.cos(Math.PI / 96), 5);
    expect(run.numbers('peg +0.00 mm: touch  line to line: the peg lies on ')).toEqual([192, 192]);
    const [volume, error] = run.numbers('peg +0.05 mm: hard   must be pressed in: ');
    expect(Math.abs(volume - polygonArea(96) * 20 * (10.05 ** 2 - 10 ** 2))).toBeLessThan(error + 0.0005);
    expect(error).toBeLessThan(0.1);
  });
});

describe('bearing', () => {
  const run = runExample('bearing');
  const [PITCH, GROOVE, CENTRE] = [20, 4.16, 19.845];
  /** How far it is from a point outwards, along x, to the groove. */
  const gapAt = ([x, y, z]: readonly number[]): number =>
    Math.sqrt((CENTRE + Math.sqrt(GROOVE ** 2 - z * z)) ** 2 - y * y) - x;

  test('tells the play of the ball, and how much one is too large', () => {
    expect(run.numbers('a ball: free, least gap ')[0]).toBeCloseTo(0.005, 3);
    expect(run.numbers('a ball 0.01 too large: hard, least gap ')[0]).toBeCloseTo(-0.005, 3);
  });

  test('and that a mesh would have hidden it: as far as points on its faces are from the groove', () => {
    const { positions, indices } = icoSphere({ radius: 4.01, subdivisions: 2 });
    const pose = multiply(translation(PITCH, 0, 0), rotation([0.6, 0, 0.8], 0.5));
    let least = Infinity;
    const corner = (k: number) =>
      transformPoint(pose, [positions[3 * indices[k]], positions[3 * indices[k] + 1], positions[3 * indices[k] + 2]]);
    for (let f = 0; f < indices.length; f += 3) {
      const [a, b, c] = [corner(f), corner(f + 1), corner(f + 2)];
      if (Math.max(a[0], b[0], c[0]) < PITCH + 3.5) continue;
      for (let i = 0; i <= 60; i++)
        for (let j = 0; i + j <= 60; j++)
          least = Math.min(least, gapAt(a.map((x, k) => x + (i / 60) * (b[k] - x) + (j / 60) * (c[k] - x))));
    }
    const [play] = run.numbers('a mesh of that ball: free, least gap ');
    expect(least).toBeGreaterThan(0);
    // The nearest ray is up to 0.022 mm from the nearest point, beside which faces fall off by up to 0.17 (9.5°).
    expect(play).toBeGreaterThan(least - 0.0001);
    expect(play).toBeLessThan(least + 0.022 * 0.17);
  });
});

describe('gears', () => {
  const run = runExample('gears');

  test('keep the clearance of their backlash at every angle', () => {
    const flankGap = 0.1 * Math.cos(Math.PI / 9);
    const rows = run.lines.map((line) => line.trim().split(/ +/)).filter(([, verdict]) => verdict === 'apart');
    expect(rows.map(([angle]) => Number(angle))).toEqual([0, 5, 10, 15]);
    for (const [, , gap] of rows) expect(Math.abs(Number(gap) - flankGap)).toBeLessThan(3e-4);
    const [least, byFormula] = run.numbers('least clearance ');
    expect(byFormula).toBeCloseTo(flankGap, 4);
    expect(least).toBeCloseTo(flankGap, 3);
  });
});

describe('hiddenInside', () => {
  const run = runExample('hiddenInside');

  test('finds what no face meets, and leaves free what stands in a hollow', () => {
    const whole = prismVolume({ radius: 5, height: 10 });
    for (const begin of [
      'casting / in the wall: contained (inside is: in the wall), ',
      'there twice / there twice, too: duplicate, ',
    ]) {
      const [volume, error] = run.numbers(begin);
      expect(Math.abs(volume - whole)).toBeLessThanOrEqual(error + 0.05);
      expect(run.lines[run.lines.findIndex((line) => line.startsWith(begin)) + 1]).toBe(
        '  faces that go through each other: 0',
      );
    }
    expect(run.numbers('casting / in the hollow: free, ')).toEqual([25]);
    expect(run.lines.length).toBe(5);
  });
});

describe('chain', () => {
  const run = runExample('chain');

  test('binds where the middles of links are farther apart than two radii less two tubes', () => {
    // Tubes with 16 sides are thinner than round ones in places, by less than 0.04.
    expect(run.numbers('a link every 15 mm: ')).toEqual([0, 29]);
    expect(run.numbers('a link every 15.9 mm: ')).toEqual([0, 29]);
    expect(run.numbers('a link every 16.2 mm: ')).toEqual([29, 29]);
    const decided = run.lines
      .filter((line) => line.startsWith('  found by '))
      .map((line) => line.match(/\d+/g)!.map(Number));
    for (const [byPoint, byFaces] of decided) expect(byPoint + byFaces).toBe(29);
    expect(decided[0]).toEqual([0, 29]);
  });
});

describe('printCheck', () => {
  const run = runExample('printCheck');
  const said = (name: string): string[] => {
    const at = run.lines.findIndex((line) => line.startsWith(`${name}: `));
    const rest = run.lines.slice(at + 1);
    const end = rest.findIndex((line) => !line.startsWith(' '));
    return [run.lines[at].slice(name.length + 2), ...rest.slice(0, end < 0 ? rest.length : end)];
  };

  test('passes what is sound, with its volume', () => {
    expect(said('a clean cube')).toEqual(['ready to print', '  triangles: 12, pieces: 1, closed', '  1000.00 mm³']);
    const [verdict, , volume] = said('a knot');
    expect(verdict).toBe('ready to print');
    // A tube with 24 sides in place of a round one.
    const round = torusKnotVolume({ tubeRadius: 0.25 });
    expect(Number.parseFloat(volume)).toBeCloseTo((round * polygonArea(24)) / Math.PI, 1);
  });

  test('and says of the rest what is wrong', () => {
    const [missing, , hole] = said('one face missing');
    expect([missing, hole]).toEqual(['NOT ready', expect.stringContaining('open edges (3 of 18)')]);
    const [turned, , volume] = said('inside out');
    expect([turned, volume]).toEqual(['NOT ready', expect.stringContaining('signed volume -1000')]);
    // A trefoil meets itself in three places, which are turned into each other.
    const [thick, , count, ...places] = said('a knot too thick for itself');
    expect(thick).toBe('NOT ready');
    expect(Number.parseInt(count, 10) % 3).toBe(0);
    expect(places.length).toBe(3);
    const angles = places.map((place) => {
      const [x, y] = place.match(/-?\d+\.\d+/g)!.map(Number);
      return Math.floor(((Math.atan2(y, x) + Math.PI) / (2 * Math.PI)) * 3);
    });
    expect(new Set(angles).size).toBe(3);
  });
});
