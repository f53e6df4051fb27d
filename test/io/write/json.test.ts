import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { toJson } from '../../../src/io/write/json.js';
import { withBaseline } from '../../../src/report/baseline.js';
import type { ClashReport, ReportBody, ReportMotion, ReportPair } from '../../../src/report/clashReport.js';
import type { InspectedBody, InspectReport } from '../../../src/report/inspectReport.js';
import { sampleReport } from '../../report/support/sampleReport.js';
import { pipeRack, plantRoom } from '../../report/support/sampleScenes.js';

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schema/${name}.schema.json`, import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const validate = ajv.compile(schemaOf('report'));
const validateInspect = ajv.compile(schemaOf('inspect'));

/** What is wrong with a report, as it is written to a file. */
const faultsOf = (report: unknown, check = validate) => {
  check(JSON.parse(typeof report === 'string' ? report : JSON.stringify(report)));
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const { bodies, facts, clearance } = plantRoom();
const room = await sampleReport(bodies, { facts, clearance });

/** Every field there is: the types demand that none is left out here, and the schema allows no other. */
const body: Required<ReportBody> = {
  ...room.bodies[0],
  ...{
    sourceId: '2O2Fr$t4X7Zf8NOew3FLOH',
    type: 'IfcWall',
    surface: { kind: 'nurbs', patchCount: 8 },
    chordError: 0.01,
  },
};
const pair: Required<ReportPair> = {
  ...room.pairs[0],
  reviewed: { kind: 'hard', distance: -0.5, units: 'mm' },
  inner: 'a',
  solids: {
    ...{ mapOf: 'b', algorithm: 'extended', renderings: 3, isApart: false },
    settled: [{ by: 'concave', rendering: 3, answer: 'collision', pixels: 7 }],
  },
  nearest: [
    [0, 0, 0],
    [1, 2, 3],
  ],
  times: {
    firstContact: { after: null, at: 0.5 },
    worst: 0.75,
    kinds: ['touch', 'hard'],
    intervals: [
      [0.5, 1],
      [2, 2],
    ],
  },
};
const motion: Required<ReportMotion> = { stepCount: 5, startTime: 0, endTime: 2, longestStep: 0.5 };
const full: Required<ClashReport> = {
  ...room,
  motion,
  bodies: [body, ...room.bodies.slice(1)],
  pairs: [pair],
  groups: [
    { bodies: ['a', 'b', 'c'], indices: [0, 1, 2], volume: 1, volumeError: 0, depthAlongView: 1, point: [0, 0, 0] },
  ],
  undecided: [{ a: 'a', b: 'b', reason: 'open' }, { reason: 'a limit' }],
  resolved: [{ id: 'x', a: 'a', b: 'b', kind: 'touch', status: 'approved' }],
};

const inspected: Required<InspectedBody> = {
  ...{ id: 'x', name: 'x', file: 'x.stl', path: ['p'], sourceId: 's', type: 't', triangles: 12, vertices: 8 },
  ...{ surface: { kind: 'torus', patchCount: 1 }, chordError: 0 },
  ...{ components: 1, closed: true, consistentlyOriented: true, openEdgeCount: 0, nonManifoldEdgeCount: 0 },
  ...{ flippedEdgeCount: 0, degenerateFaceCount: 0, duplicateFaceCount: 0, selfIntersectionCount: null, volume: -1 },
  bounds: { min: [0, 0, 0], max: [1, 1, 1] },
};
const inspection: InspectReport = {
  ...{ version: 1, tool: 'zclash 0.1.0', units: null, bodies: [inspected] },
  diagnostics: [{ body: 'x', code: 'open', message: 'open', count: 3 }],
};

describe('the schemas', () => {
  test('take reports as they are found', async () => {
    expect(faultsOf(toJson(room))).toEqual([]);
    expect(faultsOf(toJson(withBaseline(room, room)))).toEqual([]);
    expect(faultsOf(toJson(await sampleReport(pipeRack(3), { precision: 'exact', views: 3, units: null })))).toEqual(
      [],
    );
    expect(faultsOf(toJson(await sampleReport([], {})))).toEqual([]);
  });

  test('have every field of the types', () => {
    expect(faultsOf(toJson(full))).toEqual([]);
    expect(faultsOf(toJson(inspection), validateInspect)).toEqual([]);
    const bare = { ...inspected, sourceId: undefined, type: undefined, volume: null, selfIntersectionCount: 4 };
    expect(faultsOf({ ...inspection, units: 'mm', bodies: [bare] }, validateInspect)).toEqual([]);
  });

  test('miss every field that is left out, unless it may be', () => {
    const leaveOut = <T extends object>(
      from: T,
      optional: readonly string[],
      whole: (part: unknown) => unknown,
      check = validate,
    ) => {
      for (const key of Object.keys(from)) {
        const faults = faultsOf(whole({ ...from, [key]: undefined }), check);
        expect([key, faults.length > 0]).toEqual([key, !optional.includes(key)]);
      }
    };
    leaveOut(full, ['motion', 'resolved'], (part) => part);
    leaveOut(pair, ['inner', 'nearest', 'times', 'reviewed', 'solids'], (part) => ({ ...full, pairs: [part] }));
    leaveOut(pair.solids, [], (part) => ({ ...full, pairs: [{ ...pair, solids: part }] }));
    leaveOut(pair.measured, [], (part) => ({ ...full, pairs: [{ ...pair, measured: part }] }));
    leaveOut(pair.times, [], (part) => ({ ...full, pairs: [{ ...pair, times: part }] }));
    leaveOut(body, ['sourceId', 'type', 'surface', 'chordError'], (part) => ({ ...full, bodies: [part] }));
    leaveOut(full.settings, [], (part) => ({ ...full, settings: part }));
    leaveOut(motion, [], (part) => ({ ...full, motion: part }));
    leaveOut(full.groups[0], [], (part) => ({ ...full, groups: [part] }));
    leaveOut(full.undecided[0], ['a', 'b'], (part) => ({ ...full, undecided: [part] }));
    leaveOut(full.resolved[0], [], (part) => ({ ...full, resolved: [part] }));
    leaveOut(inspection, [], (part) => part, validateInspect);
    leaveOut(
      inspected,
      ['sourceId', 'type', 'surface', 'chordError'],
      (part) => ({ ...inspection, bodies: [part] }),
      validateInspect,
    );
  });

  test.each<[string, unknown]>([
    ['another version', { ...full, version: 2 }],
    ['a field that is not known', { ...full, extra: 1 }],
    ['a field of a pair that is not known', { ...full, pairs: [{ ...pair, extra: 1 }] }],
    ['a kind that is not known', { ...full, pairs: [{ ...pair, kind: 'soft' }] }],
    ['a status that is not known', { ...full, pairs: [{ ...pair, status: 'done' }] }],
    ['a unit that is not known', { ...full, units: 'parsec' }],
    ['a negative volume', { ...full, pairs: [{ ...pair, volume: -1 }] }],
    ['a number that was not finite', { ...full, pairs: [{ ...pair, distance: Number.NaN }] }],
    ['a point in the plane', { ...full, pairs: [{ ...pair, point: [1, 2] }] }],
    ['a text for a number', { ...full, pairsAsked: '3' }],
    ['half a triangle', { ...full, bodies: [{ ...body, triangles: 0.5 }] }],
    ['a box without an end', { ...full, bodies: [{ ...body, bounds: { min: [0, 0, 0] } }] }],
    ['a group of two', { ...full, groups: [{ ...full.groups[0], indices: [0, 1] }] }],
  ])('refuse %s', (_, report) => {
    expect(faultsOf(report)).not.toEqual([]);
  });
});

describe('toJson', () => {
  test('gives back what it was given', () => {
    expect(JSON.parse(toJson(full))).toEqual(JSON.parse(JSON.stringify(full)));
    expect(JSON.parse(toJson(inspection))).toEqual(inspection);
    expect(toJson(full).endsWith('}\n')).toBe(true);
  });

  test('is the same text whatever the order of keys', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, one]) => [key, shuffled(one)] as const)
          .reverse(),
      );
    };
    expect(toJson(shuffled(full) as ClashReport)).toBe(toJson(full));
    expect(toJson(full).indexOf('"version"')).toBeLessThan(toJson(full).indexOf('"tool"'));
  });

  test('keeps all digits of a number, and vectors on one line', () => {
    const odd = { ...pair, volume: 0.1 + 0.2, point: [1 / 3, -1e-300, 5e20] as const };
    const text = toJson({ ...full, pairs: [odd] });
    expect(text).toContain('"volume": 0.30000000000000004,');
    expect(text).toContain('"point": [0.3333333333333333, -1e-300, 500000000000000000000],');
    expect(text).toContain('"intervals": [[0.5, 1], [2, 2]]');
  });

  test('holds nothing that a terminal obeys, and gives it back all the same', () => {
    const name = '\u009b31mred\u007f \u0085\u2028\u2029\u200e\u200f\u202a\u202e\u2066\u2069\u061c ü語 \u001b[2J';
    const odd = { ...full, bodies: [{ ...body, name }], timings: { [name]: 1 } };
    const text = toJson(odd);
    for (const one of name.replace(/[\w[ ü語]/g, '')) expect(text).not.toContain(one);
    expect(text).toContain('"\\u009b31mred\\u007f ');
    expect(text).toContain('ü語');
    expect(JSON.parse(text)).toMatchObject({ bodies: [{ name }], timings: { [name]: 1 } });
  });

  test('refuses what JSON cannot hold', () => {
    expect(() => toJson({ ...full, pairs: [{ ...pair, area: Infinity }] })).toThrow(
      new InputError(
        'json: a number is not finite (report.pairs[0].area = Infinity). JSON cannot hold it: give finite options and coordinates.',
      ),
    );
  });
});
