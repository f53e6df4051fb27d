import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { runZclash } from '../support/runZclash.js';
import { reportOf, validInspection } from './support.js';

const folder = fileURLToPath(new URL('../../../../shared/models/', import.meta.url));
const isThere = existsSync(`${folder}INDEX.json`);
const at = (name: string): string => folder + name;

interface Entry {
  readonly file: string;
  readonly triangles: number;
  readonly volume: number;
  readonly balanced?: boolean;
  readonly bbox: readonly [number[], number[]] | null;
}

describe.skipIf(!isThere)(`real models${isThere ? '' : ' (skipped: no ../shared/models here)'}`, () => {
  const entries: Entry[] = isThere ? JSON.parse(readFileSync(`${folder}INDEX.json`, 'utf8')).files : [];
  const single = entries.filter(
    ({ file, triangles }) =>
      /^(bench|cad|robot|pairs)\/.*\.(stl|obj|ply|off)$/.test(file) && triangles > 0 && triangles < 30_000,
  );

  it(`inspect tells of ${single.length} models what is known of them`, async () => {
    const ran = await runZclash(['inspect', ...single.map(({ file }) => at(file)), '--json']);
    const { bodies } = validInspection(ran.stdout);
    expect(ran.stderr).toBe('');
    for (const { file, triangles, balanced, volume, bbox } of single) {
      const parts = bodies.filter((body) => body.file === at(file));
      expect(
        parts.reduce((sum, part) => sum + part.triangles, 0),
        file,
      ).toBe(triangles);
      if (parts.length > 1) continue;
      expect(parts[0].closed, file).toBe(balanced);
      if (balanced) expect(Math.abs(parts[0].volume! / volume - 1), file).toBeLessThan(1e-5);
      const size = Math.max(...bbox![1].map((x, k) => x - bbox![0][k]));
      for (const k of [0, 1, 2]) {
        expect(Math.abs(parts[0].bounds.min[k] - bbox![0][k]) / size, file).toBeLessThan(1e-6);
        expect(Math.abs(parts[0].bounds.max[k] - bbox![1][k]) / size, file).toBeLessThan(1e-6);
      }
    }
  });

  it('two hulls cross each other, by no more than rays can miss', async () => {
    const hulls = [at('cad/manifold_hull-body.obj'), at('cad/manifold_hull-mask.obj')];
    const { report, code } = await reportOf(['check', ...hulls, '--precision', 'exact', '--resolution', '128']);
    expect([code, report.pairs[0].kind]).toEqual([1, 'hard']);
    expect(report.pairs[0].facePairCount).toBeGreaterThanOrEqual(529);
  });

  it('six dowels are pressed into their plate', async () => {
    const { report, code } = await reportOf(['scene', at('glb/trimesh_pins.glb'), '--resolution', '128']);
    expect([code, report.bodies.length, report.units]).toEqual([1, 7, 'm']);
    expect(report.pairs.map(({ kind }) => kind)).toEqual(Array(6).fill('hard'));
  });

  it('disciplines of a building: what is in several files is found, with its GlobalId', async () => {
    const names = ['Architecture', 'Hvac', 'Structural'].map((name) => at(`ifc/PCERT_Building-${name}.ifc`));
    const args = ['scene', ...names, '--within', 'other-file', '--resolution', '64', '--out', 'clashes.bcf'];
    const { report, code, files } = await reportOf(args);
    expect([code, report.units, report.bodies.length]).toEqual([1, 'm', 32]);
    // Each file has the same origin and the same geo-reference.
    expect(report.pairs.filter(({ kind }) => kind === 'duplicate').length).toBe(6);
    for (const { sourceId, type } of report.bodies) {
      expect(sourceId).toMatch(/^[0-3][0-9A-Za-z_$]{21}$/);
      expect(type).toMatch(/^Ifc/);
    }
    const topics = Object.keys(unzipSync(files.get('clashes.bcf')!)).filter((name) => name.endsWith('/markup.bcf'));
    expect(topics.length).toBe(6);
  });

  it('teeth of one jaw are closed bodies', async () => {
    const teeth = ['FMA55697_UR7-second-molar', 'FMA55698_UR6-first-molar'].map((name) =>
      at(`dental/bp3d_${name}.stl`),
    );
    const { report } = await reportOf(['check', ...teeth, '--units', 'mm', '--clearance', '2', '--resolution', '128']);
    expect(report.bodies.map(({ closed }) => closed)).toEqual([true, true]);
    expect(report.bodies[1].volume).toBeCloseTo(1201.4, 0);
  });
});
