import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { molars } from '../../scenes/molars.js';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { prismVolume } from '../../src/mesh/shapes/cylinder.js';
import { pixelsOf, runExample } from './support/runExample.js';

describe('filesFromDisk', () => {
  const run = runExample('filesFromDisk');

  test('finds the bolt that goes through the plate, and the one that is too near, in the units of the plate', () => {
    const [volume] = run.numbers('plate and long bolt: hard, ');
    expect(volume).toBeCloseTo(prismVolume({ radius: 3, height: 4 }), 0);
    expect(run.line('plate and short bolt: clearance, ')).toBe('1.00 mm apart');
    expect(run.lines.length).toBe(3);
  });

  test('writes what it found as data', async () => {
    expect(await run.files()).toEqual(['bolts.gltf', 'clashes.json', 'plate.stl']);
    const { units, pairs, diagnostics } = JSON.parse(String(await run.read('clashes.json')));
    expect([units, diagnostics]).toEqual(['mm', []]);
    const [through, near] = pairs;
    const { volume, volumeError } = through;
    expect(Math.abs(volume - prismVolume({ radius: 3, height: 4 }))).toBeLessThanOrEqual(volumeError);
    expect(Math.abs(near.distance - 1)).toBeLessThanOrEqual(near.distanceError + 1e-6);
  });
});

describe('routeClearance', () => {
  const run = runExample('routeClearance');

  test('tells volumes that products of lengths tell, by pairs and in all', () => {
    const across = prismVolume({ radius: 0.04, height: 1, segments: 64 });
    expect(run.numbers('duct / beam: hard, ')[0]).toBeCloseTo(0.4 * 0.2 * 0.25, 3);
    expect(run.numbers('duct / riser: hard, ')[0]).toBeCloseTo(0.3 * across, 4);
    expect(run.numbers('beam / riser: hard, ')[0]).toBeCloseTo(0.4 * across, 4);
    expect(run.numbers('duct + beam + riser: ')[0]).toBeCloseTo(0.25 * across, 4);
  });

  test('moves a pipe away that is 20 mm from the duct, and has it clear', () => {
    expect(run.numbers('duct / cold water: clearance, ')).toEqual([20]);
    expect(run.line('  cold water moved by ')).toBe('30.0 mm: clear');
    expect(run.lines.some((line) => line.includes('hot water'))).toBe(false);
  });
});

describe('occlusalMap', () => {
  const run = runExample('occlusalMap');
  const { upper, lower } = molars('c', 12_000);

  test('has a mark within each line along which the teeth go through each other, of the areas within', async () => {
    const { curves } = await contacts(upper, lower, { machine: createCpuMachine() });
    // Seen along the map's rays.
    const [dx, dy, dz] = run.numbers('rays along ');
    const areas = curves.map(({ points }) => {
      let twice = 0;
      points.forEach(([x, y, z], k) => {
        const [u, v, w] = points[(k + 1) % points.length];
        twice += dx * (y * w - z * v) + dy * (z * u - x * w) + dz * (x * v - y * u);
      });
      return Math.abs(twice) / 2;
    });
    areas.sort((a, b) => b - a);
    const marks = run.lines.filter((line) => line.startsWith('  ')).map((line) => Number.parseFloat(line));
    expect(marks.length).toBe(areas.length);
    marks.forEach((mark, k) => {
      expect(Math.abs(mark - areas[k])).toBeLessThan(0.02 * areas[k] + 0.02);
    });
    const [whole] = run.numbers('in each other  ');
    expect(whole).toBeLessThanOrEqual(marks.reduce((sum, mark) => sum + mark, 0) + 0.03);
  });

  test('has bands that hold each other', () => {
    const areas = [0.1, 0.2, 0.3, 0.4].map((to) => run.numbers(`0 to ${to} mm    `)[0]);
    expect(areas).toEqual([...areas].sort((a, b) => a - b));
    expect(areas[0]).toBeGreaterThan(0);
  });

  test('draws the map, and paints the teeth purple where they bite through', async () => {
    pixelsOf(await run.read('bite.png'));
    const lines = String(await run.read('upper.obj'))
      .trim()
      .split('\n');
    const vertices = lines.filter((line) => line.startsWith('v ')).map((line) => line.slice(2).split(' ').map(Number));
    expect(vertices.length).toBe(upper.mesh.positions.length / 3);
    expect(lines.length - vertices.length).toBe(upper.mesh.indices.length / 3);
    const [, x, y, z] = run.numbers('deepest ');
    const away = ([a, b, c]: readonly number[]) => Math.hypot(a - x, b - y, c - z);
    const nearest = vertices.reduce((best, vertex) => (away(vertex) < away(best) ? vertex : best));
    const [red, green, blue] = nearest.slice(3);
    expect(blue > red && red > green).toBe(true);
    expect(new Set(vertices.map((vertex) => vertex.slice(3).join())).size).toBeGreaterThan(5);
  });
});

describe('assemblyToBcf', () => {
  const run = runExample('assemblyToBcf');
  let files: Record<string, Uint8Array>;
  beforeAll(async () => {
    files = unzipSync(await run.read('clashes.bcf'));
  });

  test('finds the duct in the wall and the pipe before it, and leaves out the wall on its slab', async () => {
    // 0.4 × 0.2 × 0.3, 0.2 deep; and the pipe ends 0.03 before the wall.
    expect(run.line('Wall / Duct: ')).toBe('hard, 0.0240 m³, -0.200 m');
    expect(run.line('Wall / Pipe: ')).toBe('clearance, 0.0000 m³, 0.030 m');
    const rows = String(await run.read('clashes.csv'))
      .trim()
      .split('\r\n');
    expect(rows.slice(1).map((row) => row.split(',').slice(1, 5))).toEqual([
      ['hard', 'new', 'Wall', 'Duct'],
      ['clearance', 'new', 'Wall', 'Pipe'],
    ]);
    const page = String(await run.read('clashes.html'));
    for (const name of ['Slab', 'Wall', 'Duct', 'Pipe']) expect(page).toContain(name);
    expect(page.match(/data:image\/png/g)?.length).toBe(2);
  });

  test('writes a topic for each, with a camera and a snapshot that differs', () => {
    const of = (end: string) => Object.keys(files).filter((path) => path.endsWith(end));
    expect([of('markup.bcf').length, of('viewpoint.bcfv').length]).toEqual([2, 2]);
    const [one, other] = of('snapshot.png').map((path) => pixelsOf(files[path]));
    expect(one.equals(other)).toBe(false);
  });

  const schemas = new URL('../../../shared/bcf/2.1/', import.meta.url);
  const isThere = existsSync(schemas);
  test.skipIf(!isThere)(
    `of the official schemas${isThere ? '' : ' (left out: ../shared/bcf is not there)'}`,
    async () => {
      const read = (name: string) => ({ fileName: name, contents: readFileSync(new URL(name, schemas), 'utf8') });
      const all = readdirSync(schemas);
      for (const [schema, end] of [
        ['version.xsd', 'bcf.version'],
        ['markup.xsd', 'markup.bcf'],
        ['visinfo.xsd', '.bcfv'],
      ]) {
        const xml = Object.entries(files).filter(([path]) => path.endsWith(end));
        const { errors } = await validateXML({
          xml: xml.map(([path, bytes]) => ({ fileName: path.replaceAll('/', '_'), contents: strFromU8(bytes) })),
          schema: [read(schema)],
          preload: all.filter((name) => name !== schema).map(read),
        });
        expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([]);
      }
    },
  );
});
