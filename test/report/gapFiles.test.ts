import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import { load } from '../../src/io/load/load.js';
import { open } from '../../src/machine/open.js';
import { scaling, transformPoint, translation } from '../../src/math/affine.js';
import { heightField } from '../../src/mesh/shapes/heightField.js';
import { paintGap } from '../../src/paintGap.js';
import { gapColour, gapScale } from '../../src/report/gapColours.js';
import { gapRaysCsv, gapRegionsCsv } from '../../src/report/gapCsv.js';
import { gapPly } from '../../src/report/gapPly.js';
import { gapSample } from './gapSample.js';

const machine = await open({ backend: 'cpu' });
/** z over (x, y), and between the two fields a gap of 0.5 − 0.3 cos x cos y along z. */
const ground = (x: number, y: number): number => 0.1 * Math.sin(2 * x) * Math.cos(y);
const between = (x: number, y: number): number => 0.2 - 0.3 * Math.cos(x) * Math.cos(y);
const lower = body(heightField({ height: ground, segments: [48, 48], bottom: -1 }), { name: 'lower' });
// Turned over, so that its bumpy side looks down.
const upper = body(
  heightField({ height: (x, y) => -(ground(x, y) + between(x, y)), segments: [48, 48], bottom: -1.5 }),
  {
    name: 'upper',
    pose: scaling(1, 1, -1),
  },
);
const map = await gap(upper, lower, { direction: [0, 0, -1], resolution: 96, threshold: 0, machine });

describe('CSV of a gap map', () => {
  test('rays: where each gap begins, and how long it is, as the two fields have it', () => {
    const [head, ...rows] = gapRaysCsv(map).trimEnd().split('\r\n');
    expect(head).toBe('column,row,x,y,z,gap,error');
    expect(rows.length).toBe(map.seen.filter((seen) => seen === 3).length);
    for (const row of rows.filter((_, k) => k % 37 === 0)) {
      const [column, line, x, y, z, value, error] = row.split(',').map(Number);
      const p = line * map.columns + column;
      expect([Math.fround(value), Math.fround(error)]).toEqual([map.gap[p], map.error[p]]);
      // The fields are flat between their points: a curve of this bend is off by less.
      expect(Math.abs(value - between(x, y))).toBeLessThan(5e-4);
      // Seen from above, a gap begins at the upper body, and what is inside both at the lower one.
      expect(Math.abs(z - Math.max(ground(x, y), ground(x, y) + between(x, y)))).toBeLessThan(5e-4);
    }
  });

  test('regions: a line each, with the figures of the map', () => {
    const lines = gapRegionsCsv(map).trimEnd().split('\r\n');
    expect(lines.length).toBe(1 + map.regions.length);
    const [names, values] = lines.map((line) => line.split(','));
    const of = (name: string): number => Number(values[names.indexOf(name)]);
    const [region] = map.regions;
    expect([of('region'), of('rays'), of('column'), of('row')]).toEqual([1, region.pixels, ...region.minimum.ray]);
    expect(of('area')).toBeCloseTo(region.area, 6);
    expect(of('minimum_gap')).toBeCloseTo(-0.1, 3);
    expect([of('a_x'), of('a_y')].every((c) => Math.abs(c) < 0.1)).toBe(true);
    expect(of('a_z') - of('b_z')).toBeCloseTo(of('minimum_gap'), 6);
  });

  test('far from the origin coordinates keep all their digits', () => {
    // Map coordinates of a surveyor: nine digits would end at centimetres.
    const [x, y, z] = [5_412_345.678, 3_500_123.25, 412.0625];
    const sample = gapSample((column) => -0.1 - column / 1000, { columns: 8, rows: 4, pixelSize: [1 / 3, 1 / 3] });
    const far: typeof sample = {
      ...sample,
      view: { ...sample.view, origin: [x, y, z] },
      regions: [
        {
          ...{
            pixels: 32,
            area: 32 / 9,
            minimum: { ...sample.minimum!, onA: [x + 1 / 3, y, z], onB: [x, y, z - 0.1] },
          },
          ...{ interference: { pixels: 32, area: 32 / 9 }, from: [0, 0], to: [7, 3] },
          bounds: { min: [x, y, z], max: [x + 8 / 3, y, z] },
        },
      ],
    };
    const [names, values] = gapRegionsCsv(far)
      .split('\r\n')
      .map((line) => line.split(','));
    const of = (name: string): string => values[names.indexOf(name)];
    expect(['a_x', 'a_y', 'a_z', 'b_z', 'min_x', 'max_x'].map((name) => Number(of(name)))).toEqual([
      ...[x + 1 / 3, y, z, z - 0.1, x, x + 8 / 3],
    ]);
    expect([of('minimum_gap'), of('minimum_error'), of('area')]).toEqual([
      '-0.107000001',
      '9.99999997e-7',
      '3.55555556',
    ]);
    const rays = gapRaysCsv(far)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').map(Number));
    expect(rays.length).toBe(32);
    // To a few last places of such a number, 1e-9 each.
    for (const [column, row, ...p] of rays) {
      expect(Math.abs(p[0] - (x + (column + 0.5) / 3))).toBeLessThan(4e-9);
      expect(Math.abs(p[1] - (y - (row + 0.5) / 3))).toBeLessThan(4e-9);
    }
  });

  test('a table that nobody could open is refused', () => {
    const many = { ...gapSample(() => 0), gap: new Float32Array(4_000_001) };
    expect(() => gapRaysCsv(many)).toThrow(
      'gap: a table of 4000001 rays is too long. Lower the resolution, or write a picture.',
    );
  });
});

describe('PLY of a painted body', () => {
  const scale = gapScale('clash', [-0.1, 0.2]);

  test('the body as it stands, for any reader; its own outside stays outside', async () => {
    const ply = gapPly(upper, paintGap(map, upper, 'a'), scale);
    const { parts, problems } = await load(ply, { name: 'upper.ply' });
    expect(problems).toEqual([]);
    const { positions, indices } = parts[0].mesh;
    const { positions: own } = upper.mesh;
    expect(positions.length).toBe(own.length);
    for (let v = 0; v < own.length; v += 3) {
      const p = transformPoint(upper.pose, [own[v], own[v + 1], own[v + 2]]);
      for (let k = 0; k < 3; k++) expect(positions[v + k]).toBeCloseTo(p[k], 6);
    }
    let volume = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [...positions.slice(3 * indices[i + k], 3 * indices[i + k] + 3)]);
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeGreaterThan(4);
  });

  test('each vertex has its gap and its colour: analytic on the bumpy side, NaN and grey elsewhere', () => {
    const ply = gapPly(lower, paintGap(map, lower, 'b'), scale);
    const start = Buffer.from(ply).indexOf('end_header\n') + 'end_header\n'.length;
    const view = new DataView(ply.buffer, ply.byteOffset + start);
    let painted = 0;
    for (let v = 0; v < lower.mesh.positions.length / 3; v++) {
      const [x, y, z] = [0, 1, 2].map((k) => view.getFloat64(31 * v + 8 * k, true));
      const rgb = [0, 1, 2].map((k) => view.getUint8(31 * v + 24 + k));
      const value = view.getFloat32(31 * v + 27, true);
      expect(rgb).toEqual(gapColour(value, scale).map(Math.round));
      if (Number.isNaN(value)) continue;
      painted++;
      expect(Math.abs(z - ground(x, y))).toBeLessThan(1e-6);
      // At the rim the nearest ray stands for the vertex: no farther off than a pixel's diagonal, on a slope below 0.3.
      const isRim = Math.max(Math.abs(x), Math.abs(y)) > 0.97;
      expect(Math.abs(value - between(x, y))).toBeLessThan(isRim ? 0.3 * Math.hypot(...map.pixelSize) : 1e-3);
    }
    // The whole bumpy side, its rim included.
    expect(painted).toBe(49 * 49);
  });

  test('colours can show contact where the value has an error of its own', () => {
    const [value, shown] = [Float32Array.of(-0.05, -0.05, Number.NaN), Float32Array.of(0, Number.NaN, Number.NaN)];
    const triangle = body({ positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) });
    const ply = gapPly(triangle, value, scale, shown);
    const start = Buffer.from(ply).indexOf('end_header\n') + 'end_header\n'.length;
    const view = new DataView(ply.buffer, start);
    const told = [0, 1, 2].map((v) => view.getFloat32(31 * v + 27, true));
    const rgb = [0, 1, 2].map((v) => [24, 25, 26].map((k) => view.getUint8(31 * v + k)));
    expect(told).toEqual([...value]);
    expect(rgb).toEqual([0, value[1], Number.NaN].map((gap) => gapColour(gap, scale).map(Math.round)));
  });

  test('it stands where it is moved to', () => {
    const moved = body(lower.mesh, { pose: translation(5, 0, 0) });
    const ply = gapPly(moved, new Float32Array(lower.mesh.positions.length / 3), scale);
    const start = Buffer.from(ply).indexOf('end_header\n') + 'end_header\n'.length;
    expect(new DataView(ply.buffer, start).getFloat64(0, true)).toBe(lower.mesh.positions[0] + 5);
  });

  test('gaps of another body are refused', () => {
    expect(() => gapPly(lower, new Float32Array(3), scale)).toThrow(/^gapPly: there are 3 gaps for \d+ vertices\./);
  });
});
