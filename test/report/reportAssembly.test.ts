import { describe, expect, it } from 'vitest';
import { assemble, type SceneFile } from '../../src/io/assemble.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { type ReportAssemblyOptions, reportAssembly } from '../../src/report/reportAssembly.js';

const machine = createCpuMachine();
const files: SceneFile[] = [
  {
    file: 'frame.glb',
    scene: {
      units: 'm',
      parts: [
        { name: 'post', path: [], mesh: box(), pose: translation(0, 0, 0) },
        { name: 'beam', path: [], mesh: box({ size: [4, 0.5, 0.5] }), pose: translation(2, 0, 0) },
      ],
      problems: [{ code: 'unreadable', part: 'brace', message: 'an index is out of range. Export it again.' }],
      animations: [],
    },
  },
  {
    file: 'duct.stl',
    scene: {
      units: undefined,
      parts: [{ name: 'duct', path: [], mesh: box(), pose: translation(9, 0, 0) }],
      problems: [],
      animations: [],
    },
  },
];
const ask = (options: ReportAssemblyOptions = {}) =>
  reportAssembly(assemble(files), { machine, resolution: 64, ...options });

describe('reportAssembly', () => {
  it('reports pairs with pictures, and nothing that could not be read is passed over', async () => {
    const { report, pictures } = await ask();
    expect(report.pairs.map(({ a, b, kind }) => [a, b, kind])).toEqual([['post', 'beam', 'hard']]);
    expect(report.pairs[0].volume).toBeCloseTo(0.5 * 0.5 * 0.5, 6);
    expect([...pictures.keys()]).toEqual([report.pairs[0].id]);
    expect([report.clash, report.complete, report.pairsAsked]).toEqual([true, true, 3]);
    expect(report.undecided).toEqual([
      { a: 'brace', reason: 'It could not be read: frame.glb: an index is out of range. Export it again.' },
    ]);
    expect(report.diagnostics.map(({ body, code }) => [body, code])).toEqual([
      ['brace', 'unreadable'],
      ['duct.stl', 'units-assumed'],
    ]);
  });

  it('takes options that are undefined as not given', async () => {
    const { report, pictures } = await ask({
      tolerance: undefined!,
      views: undefined!,
      failOn: undefined,
      pictures: false,
    });
    expect(report.settings).toEqual({
      ...{ resolution: 64, views: 1, tolerance: 0, clearance: null },
      failOn: ['hard', 'contained', 'duplicate', 'clearance'],
    });
    expect([report.method, report.precision, pictures.size]).toEqual(['zlist', 'sampled', 0]);
  });

  it('refuses what is no kind, and what is no assembly', async () => {
    await expect(ask({ failOn: ['hrad' as 'hard'] })).rejects.toThrow(
      'reportAssembly: failOn has no such kind (hrad). Give',
    );
    await expect(ask({ failOn: 'hard' as never })).rejects.toThrow(
      'reportAssembly: failOn has no such kind (hard). Give',
    );
    await expect(reportAssembly(files as never)).rejects.toThrow('Give what assemble(files) returns.');
    await expect(reportAssembly(undefined as never)).rejects.toThrow(
      'reportAssembly: this is no assembly (undefined).',
    );
  });
});
