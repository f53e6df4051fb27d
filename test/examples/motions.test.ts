import { describe, expect, test } from 'vitest';
import { capsule } from '../../src/mesh/shapes/capsule.js';
import { runExample } from './support/runExample.js';

describe('toolPath', () => {
  const run = runExample('toolPath');

  test('is free but for two moves, which hit when radii and heights say', () => {
    expect(run.lines.filter((line) => /^\d/.test(line)).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
      ...['free', 'free', 'free'],
      ...['COLLISION', 'COLLISION'],
    ]);
    // The cutter's side, 5 mm from its axis, comes to the clamp at x = 50 after 45 mm at 100 mm/s.
    const [seconds, x] = run.numbers('   cutter hits clamp after ');
    expect(seconds).toBeGreaterThanOrEqual(0.45);
    expect(seconds).toBeLessThanOrEqual(0.451);
    expect(x).toBeCloseTo(45, 0);
    // The holder's end, 30 mm above the tip, comes to the clamp's top at z = 25 after 10 mm at 10 mm/s.
    const [later, , , z] = run.numbers('   holder hits clamp after ');
    expect(later).toBeGreaterThanOrEqual(1);
    expect(later).toBeLessThanOrEqual(1.001);
    expect(z).toBeCloseTo(-5, 1);
    expect(run.lines.length).toBe(7);
  });
});

describe('watchRobot', () => {
  const run = runExample('watchRobot');

  test('tells every change at the step at which vertices cross the table or the post', () => {
    const { positions } = capsule({ radius: 0.045, height: 0.4, segments: 32 });
    const changes: string[] = [];
    const before = { table: false, post: false };
    for (let step = 0; step <= 500; step++) {
      const shoulder = 0.9 + 0.4 * Math.sin((2 * Math.PI * step) / 500);
      const [elbowX, elbowZ] = [0.5 * Math.sin(shoulder), 0.7 - 0.5 * Math.cos(shoulder)];
      const [sine, cosine] = [Math.sin(shoulder + 0.3), Math.cos(shoulder + 0.3)];
      let [lowest, farthest] = [Infinity, -Infinity];
      for (let v = 0; v < positions.length; v += 3) {
        const [x, z] = [positions[v], positions[v + 2] - 0.2];
        lowest = Math.min(lowest, elbowZ + x * sine + z * cosine);
        farthest = Math.max(farthest, elbowX + x * cosine - z * sine);
      }
      for (const [thing, meets] of [['table', lowest < 0] as const, ['post', farthest > 0.9] as const]) {
        if (meets !== before[thing])
          changes.push(`step ${step}: forearm and ${thing} ${meets ? 'hard (faces' : 'none (at'}`);
        before[thing] = meets;
      }
    }
    const told = run.lines
      .filter((line) => line.startsWith('step'))
      .map((line) => line.split(' ').slice(0, 7).join(' '));
    expect(told).toEqual(changes);
    expect(told.length).toBe(4);
  });

  test('looks at everything once a pair at most', () => {
    const ways = run.lines.slice(-4).map((line) => JSON.parse(line.slice(line.indexOf('{'))));
    for (const { witness, full, 'near faces': near } of ways) {
      expect(witness + near + full).toBe(501);
      expect(full).toBeLessThanOrEqual(1);
    }
  });
});

describe('deformingSheet', () => {
  const run = runExample('deformingSheet');
  const [RADIUS, CENTRE] = [0.5, 0.785];

  test('comes up into the ball by what it has swollen beyond its lowest point', () => {
    const rows = run.lines.slice(2).map((line) => line.trim().split(/ +/));
    expect(rows.length).toBe(21);
    for (const [frame, height, kind, depth] of rows) {
      expect(Number(height)).toBeCloseTo(0.03 * Number(frame), 9);
      const beyond = Number(height) - (CENTRE - RADIUS);
      expect(kind, frame).toBe(beyond > 0 ? 'hard' : 'none');
      if (beyond > 0) expect(Math.abs(Number(depth) - beyond)).toBeLessThan(0.002);
    }
  });

  test('by the volume that lies between the two surfaces', () => {
    const [, height, , , faces, volume] = run.lines.at(-1)!.trim().split(/ +/).map(Number);
    let sum = 0;
    const ring = 1e-4;
    for (let r = ring / 2; r < RADIUS; r += ring) {
      const [low, high] = [CENTRE - Math.sqrt(RADIUS ** 2 - r * r), height * Math.exp(-r * r)];
      sum += 2 * Math.PI * r * ring * Math.max(0, Math.min(high, 2 * CENTRE - low) - low);
    }
    expect(volume / sum).toBeCloseTo(1, 1);
    expect(Math.abs(volume / sum - 1)).toBeLessThan(0.03);
    expect(faces).toBeGreaterThan(100);
  });
});
