import { describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../src/cli/doctor/diagnosis.js';
import { bound, duration, figure, measure, place } from '../../src/cli/show/figures.js';
import { showCheck } from '../../src/cli/show/showCheck.js';
import { showDoctor } from '../../src/cli/show/showDoctor.js';
import { isSound, showInspect } from '../../src/cli/show/showInspect.js';
import { showFirst, showIntervals, showMotion } from '../../src/cli/show/showMotion.js';
import { showScene } from '../../src/cli/show/showScene.js';
import { displayWidth } from '../../src/cli/terminal/displayWidth.js';
import { createTerminal, type Terminal } from '../../src/cli/terminal/terminal.js';
import { seeded } from '../../src/math/random.js';
import { timeFormat } from '../../src/report/formatTime.js';
import type { InspectedBody, InspectReport } from '../../src/report/inspectReport.js';
import { samplePair, sampleReport } from './support/sampleReport.js';

const terminalOf = (columns?: number): Terminal => {
  const stream = { isTTY: columns !== undefined, columns, write: () => true };
  return createTerminal(stream, stream, { NO_COLOR: '1' });
};
const pipe = terminalOf();

describe('figures', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [1234.567, '1235'],
    [0.000123456, '0.0001235'],
    [0.0000123456, '1.235e-5'],
    [123456789, '1.235e8'],
    [-2.5, '-2.5'],
  ])('%d is shown as %s', (value, text) => {
    expect(figure(value)).toBe(text);
  });

  test.each([
    [0.010654, 0.00031, '0.01065 ± 0.00032'],
    [0.375, 0.0061, '0.375 ± 0.007'],
    [6000, 24.05, '6000 ± 25'],
    [6212212.6, 24.05, '6212213 ± 25'],
    [432_123_456, 1e5, '4.3212e8 ± 110000'],
    [1234.5, 78, '1235 ± 80'],
    [0.375, 0, '0.375'],
    [3e-9, 2e-10, '3e-9 ± 2e-10'],
    [0, 0.5, '0.0 ± 0.5'],
    [2, 0.95, '2 ± 1'],
  ])('%d ± %d is shown as %s', (value, error, text) => {
    expect(measure(value, error)).toBe(text);
  });

  test('errors are never shown smaller than they are, with the rounding of the value, seed 7', () => {
    const random = seeded(7);
    for (let k = 0; k < 2000; k++) {
      const error = 10 ** (14 * random() - 8);
      const value = (random() - 0.3) * 10 ** (18 * random() - 9);
      const [shown, bounds] = measure(value, error).split(' ± ').map(Number);
      expect(shown - bounds).toBeLessThanOrEqual(value - error + 1e-8 * error);
      expect(shown + bounds).toBeGreaterThanOrEqual(value + error - 1e-8 * error);
      expect(bounds).toBeLessThanOrEqual(1.2 * error + Math.abs(shown - value) + 1e-8 * error);
    }
    expect([bound(0.33333), bound(0.5), bound(20000.4)]).toEqual(['0.3334', '0.5', '20010']);
  });

  test('coordinates without what rounding adds', () => {
    expect(place([-1.819e-10, 0.5, 1.25], sampleReport())).toBe('(0, 0.5, 1.25)');
  });

  test('durations', () => {
    expect([0.42, 43.4, 1234, 75_400].map(duration)).toEqual(['0.42 ms', '43 ms', '1.23 s', '1 min 15 s']);
  });
});

describe('check', () => {
  test('a clash in a few lines, with units', () => {
    expect(showCheck(sampleReport(), pipe)).toEqual([
      'duct × wall: clash, hard: the bodies overlap',
      '  volume     0.375 ± 0.007 mm³',
      '  depth      0.75 mm along (0, 0, 1)',
      '  distance   -0.75 mm',
      '  at         (1.75, 1.5, 1.25)',
      '  faces      4 of A and 6 of B',
      '  limit      Nothing thicker than 0.0014 can have been missed.',
      '  machine    CPU, 512 × 512 rays, 1 view, sampled; 1.23 s',
      '  units      lengths in mm',
    ]);
  });

  test('who lies inside whom, exact faces, a status', () => {
    const pair = samplePair({ kind: 'contained', inner: 'b', facePairCount: 1, status: 'approved' });
    const lines = showCheck(sampleReport({ pairs: [pair], clash: false, units: null }), pipe);
    expect(lines[0]).toBe('duct × wall: no clash, contained: B lies inside A');
    expect(lines).toContain('  volume     0.375 ± 0.007');
    expect(lines).toContain('  faces      4 of A and 6 of B; 1 pair of faces meet');
    expect(lines).toContain('  status     approved');
    expect(lines).toContain('  units      unit of lengths not known (give --units)');
  });

  test('too near: a distance, no volume', () => {
    const pair = samplePair({ kind: 'clearance', volume: 0, depthAlongView: 0, distance: 1.5, distanceError: 0.01 });
    const lines = showCheck(sampleReport({ pairs: [pair] }), pipe);
    expect(lines).toContain('  distance   1.50 ± 0.01 mm');
    expect(lines.filter((line) => /volume|depth/.test(line))).toEqual([]);
  });

  test('nothing found: what can be missed', () => {
    const found = { pairs: [], clash: false };
    expect(showCheck(sampleReport(found), pipe).slice(0, 2)).toEqual([
      'duct × wall: no clash',
      '  limit      Where an overlap is thinner than the rays lie apart it can be missed; --precision exact misses nothing.',
    ]);
    expect(showCheck(sampleReport({ ...found, precision: 'exact' }), pipe)[1]).toMatch(/Nothing is missed/);
  });

  test.each([
    [['touch'], null, 'no clash (only touch counts), hard: the bodies overlap'],
    [['clearance', 'touch'], null, 'no clash (only clearance, touch count), hard: the bodies overlap'],
    [['clearance'], 2, 'no clash (only clearance, touch count), hard: the bodies overlap'],
    [
      ['hard', 'contained', 'duplicate', 'clearance', 'touch'],
      null,
      'clash (touch counts as well), hard: the bodies overlap',
    ],
    [['clearance', 'duplicate', 'contained', 'hard'], 2, 'clash, hard: the bodies overlap'],
  ] as const)('where %j count, clearance %j: %s', (failOn, clearance, verdict) => {
    const report = sampleReport({ clash: failOn.some((kind) => kind === 'hard') });
    const settings = { ...report.settings, failOn, clearance };
    expect(showCheck({ ...report, settings }, pipe)[0]).toBe(`duct × wall: ${verdict}`);
    const [, , , ...summary] = showScene({ ...report, settings }, pipe);
    expect(summary[0]).toBe(verdict.replace(', hard: the bodies overlap', ': 1 hard'));
  });

  test('undecided, with the reason', () => {
    const undecided = [{ a: 'duct', b: 'wall', reason: "'duct' is not closed: what lies inside cannot be told." }];
    const lines = showCheck(sampleReport({ pairs: [], clash: false, undecided }), pipe);
    expect(lines[0]).toBe('duct × wall: undecided, no clash found');
    expect(lines).toContain("undecided: duct × wall: 'duct' is not closed: what lies inside cannot be told.");
  });
});

describe('scene', () => {
  const pairs = [
    samplePair({ id: '1', kind: 'touch', a: 'roof', volume: 0, depthAlongView: 0, distance: 0, area: 3 }),
    samplePair({ id: '2', kind: 'clearance', a: 'pipe', volume: 0, depthAlongView: 0, distance: 1.5 }),
    samplePair({ id: '3', depthAlongView: 0.1 }),
    samplePair({ id: '4', depthAlongView: 7, status: 'approved' }),
    samplePair({ id: '5', kind: 'contained', depthAlongView: 0.5 }),
    samplePair({ id: '6', kind: 'clearance', a: 'lamp', volume: 0, depthAlongView: 0, distance: 0.5 }),
  ];

  test('the worst first: overlaps by depth, then the nearest, then what is no clash', () => {
    const [, ...rows] = showScene(sampleReport({ pairs }), pipe).slice(0, 7);
    expect(rows.map((row) => row.split(/\s+/).at(-1))).toEqual(['5', '3', '6', '2', '4', '1']);
  });

  test('a table and a summary', () => {
    expect(showScene(sampleReport(), pipe)).toEqual([
      'kind  A     B     depth (mm)   volume (mm³)  distance (mm)  at                 id',
      'hard  duct  wall        0.75  0.375 ± 0.007          -0.75  (1.75, 1.5, 1.25)  00000000000000aa',
      '',
      'clash: 1 hard',
      '3 bodies, 3 pairs, 2 looked at; lengths in mm',
      'CPU, 512 × 512 rays, 1 view, sampled; 1.23 s',
    ]);
  });

  for (const columns of [40, 60, 80, 120])
    test(`fits ${columns} columns, names of any kind`, () => {
      const odd = samplePair({ a: '壁'.repeat(40), b: `Wall\u001b[31m${'x'.repeat(90)}` });
      const diagnostics = [
        { body: 'duct', code: 'open', message: `open: the surface has open edges (3 of ${9e9}).`, count: 3 },
      ];
      for (const line of showScene(sampleReport({ pairs: [odd, ...pairs], diagnostics }), terminalOf(columns))) {
        expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toContain('\u001b');
      }
    });

  test('a thousand pairs: a person sees the worst, a file has all', () => {
    const many = sampleReport({ pairs: Array.from({ length: 1000 }, (_, k) => samplePair({ id: `${k}` })) });
    expect(showScene(many, terminalOf(80))).toContain('and 800 more; --json, or --out with .csv or .html, has all');
    expect(showScene(many, pipe).filter((line) => line.startsWith('hard'))).toHaveLength(1000);
  });

  test('an interrupted report says so', () => {
    const report = sampleReport({ complete: false, timings: {} });
    expect(showScene(report, pipe)).toContain('clash, interrupted before the end: 1 hard');
    expect(showScene({ ...report, pairs: [], clash: false }, pipe)[0]).toBe('interrupted, no clash so far');
  });

  test('faults of bodies by kind, reasons of doubt by reason', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const report = sampleReport({
      diagnostics: [
        ...names.map((body) => ({ body, code: 'open', message: 'open: it has open edges (3 of 9).', count: 3 })),
        { body: 'x.stl', code: 'repaired', message: 'x.stl: faces were turned.', count: 1 },
      ],
      undecided: names.map((a) => ({ a, b: 'wall', reason: '7 rays enter a body and do not leave it.' })),
    });
    expect(showScene(report, pipe).slice(-3)).toEqual([
      'undecided: a × wall, b × wall, c × wall, d × wall, e × wall and 2 more: 7 rays enter a body and do not leave it.',
      'open: 7 bodies (a, b, c, d, e and 2 more); a: it has open edges (3 of 9).',
      'repaired: x.stl: faces were turned.',
    ]);
  });

  test('three bodies at once, and what is gone since the baseline', () => {
    const group = { bodies: ['a', 'b', 'c'], indices: [0, 1, 2], volume: 2, volumeError: 0.1, depthAlongView: 1 };
    const report = sampleReport({
      groups: [{ ...group, point: [1, 2, 3] }],
      resolved: [{ id: 'x', a: 'a', b: 'b', kind: 'hard', status: 'resolved' }],
    });
    const lines = showScene(report, pipe);
    expect(lines).toContain('a, b, c: 3 bodies overlap, 2.0 ± 0.1 mm³ in just these, at (1, 2, 3)');
    expect(lines).toContain('clash: 1 hard, 1 gone since the baseline');
  });
});

test('motion: first contact, worst moment, stretches of time', () => {
  const times = {
    firstContact: { after: 0.4, at: 0.5 },
    worst: 0.75,
    kinds: ['hard'],
    intervals: [
      [0.5, 1],
      [2, 2],
    ],
  } as const;
  const early = {
    firstContact: { after: null, at: 0 },
    worst: 0,
    kinds: ['touch' as const],
    intervals: [0, 1, 2, 3, 4].map((k) => [k, k] as const),
  };
  const report = sampleReport({
    pairs: [samplePair({ times }), samplePair({ id: 'b', a: 'door', depthAlongView: 0.5, times: early })],
    motion: { stepCount: 61, startTime: 0, endTime: 3, longestStep: 0.05 },
  });
  const lines = showMotion(report, pipe);
  expect(lines[1]).toMatch(/^hard {2}duct {2}wall {2}after 0\.4 at 0\.5 {2,}0\.75 {2,}0\.75 {2,}-0\.75 {2,}0\.5–1, 2 /);
  expect(lines[2]).toMatch(
    /^hard {2}door {2}wall {2}from the start \(0\) {2,}0 {2,}0\.5 {2,}-0\.75 {2}0, 1, 2 and 2 more /,
  );
  expect(lines).toContain('61 steps from 0 to 3; what begins and ends within 0.05 can go unseen');
});

test.each([
  [20000, ['after 20000.492 at 20000.5', '20001.5', '20000.5–20006.5', 'from 20000 to 20010']],
  [1.7e9, ['after 1700000000.492 at 1700000000.5', '1700000001.5', 'from 1700000000 to 1700000010']],
])('motion: times that begin at %d are told apart', (start, texts) => {
  const times = {
    firstContact: { after: start + 0.4921875, at: start + 0.5 },
    worst: start + 1.5,
    kinds: ['hard'],
    intervals: [[start + 0.5, start + 6.5]],
  } as const;
  const motion = { stepCount: 21, startTime: start, endTime: start + 10, longestStep: 0.5 };
  const text = showMotion(sampleReport({ pairs: [samplePair({ times })], motion }), pipe).join('\n');
  for (const one of texts) expect(text).toContain(one);
});

test('motion: a pair that counts for what it is at another moment says so', () => {
  const times = {
    firstContact: { after: null, at: 0 },
    worst: 1,
    kinds: ['hard', 'contained'],
    intervals: [[0, 1]],
  } as const;
  const report = sampleReport({ pairs: [samplePair({ kind: 'contained', times })] });
  const settings = { ...report.settings, failOn: ['hard'] as const };
  expect(showMotion({ ...report, settings }, pipe)[1]).toMatch(/^contained, also hard {2}duct/);
  expect(showMotion(report, pipe)[1]).toMatch(/^contained {2}duct/);
});

test('motion: a narrow bracket is shown as one, and one moment is no motion', () => {
  const times = {
    worst: 2,
    kinds: ['hard'],
    firstContact: { after: 1.49996, at: 1.50002 },
    intervals: [[1.50002, 1.5]],
  } as const;
  const pairs = [samplePair({ times })];
  const time = timeFormat({ pairs, motion: { stepCount: 3, startTime: 0, endTime: 3, longestStep: 1 } });
  expect([showFirst(times, time), showIntervals(times, time)]).toEqual(['after 1.49996 at 1.50002', '1.50002–1.5']);
  const motion = { stepCount: 1, startTime: 3, endTime: 3, longestStep: 0 };
  const lines = showMotion(sampleReport({ motion }), pipe);
  expect(lines.at(-1)).toBe('1 step, at 3: nothing moves');
});

describe('inspect', () => {
  const sound: InspectedBody = {
    ...{ id: '1', name: 'cube', file: 'cube.stl', path: [], triangles: 12, vertices: 8, components: 1 },
    ...{ closed: true, consistentlyOriented: true, openEdgeCount: 0, nonManifoldEdgeCount: 0, flippedEdgeCount: 0 },
    ...{ degenerateFaceCount: 0, duplicateFaceCount: 0, selfIntersectionCount: null, volume: 8 },
    bounds: { min: [0, 0, 0], max: [2, 2, 2] },
  };
  const open: InspectedBody = { ...sound, name: 'lid', closed: false, volume: null };
  const report: InspectReport = { version: 1, tool: 'zclash', units: 'cm', bodies: [sound, open], diagnostics: [] };

  test('a row per body, and how many are sound', () => {
    expect(showInspect(report, pipe)).toEqual([
      'body  solid  triangles  volume (cm³)  size (cm)  pieces  vertices',
      'cube  yes           12             8  2 × 2 × 2       1         8',
      'lid   open          12                2 × 2 × 2       1         8',
      '',
      '2 bodies, 24 triangles; lengths in cm: 1 body not sound',
    ]);
  });

  test.each([
    ['yes', {}],
    ['open', { closed: false, volume: null }],
    ['flipped faces', { consistentlyOriented: false }],
    ['inside out', { volume: -8 }],
    ['no volume', { volume: 0 }],
    ['crosses itself', { selfIntersectionCount: 2 }],
    ['yes', { selfIntersectionCount: 0 }],
  ])('%s: %o', (word, changes) => {
    const body = { ...sound, ...changes };
    expect(showInspect({ ...report, bodies: [body] }, pipe)[1]).toMatch(new RegExp(`^cube +${word} `));
    expect(isSound(body)).toBe(word === 'yes');
  });
});

test('doctor: no line is wider than the terminal, but for names that cannot be broken', () => {
  const selfTest = { machine: 'CPU', isRight: true, says: 'hard, volume 0.375', ms: 50 };
  const found: Diagnosis = {
    version: 1,
    tool: 'zclash 0.1.0',
    node: 'v20.0.0',
    platform: 'linux x64 6.1',
    cpu: { model: 'a processor', threads: 8, selfTest },
    webgpu: {
      adapters: (['default', 'low-power'] as const).map((asked) => ({
        ...{ asked, name: 'Acme X1\u001b[31m', software: false, canTime: true, canDraw: false },
        ...{ maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 27 },
      })),
      autoAdapter: 'Acme X1',
      refusal: null,
      selfTest: { ...selfTest, isRight: false, says: 'none' },
      fault: null,
    },
    vulkan: { named: [{ file: '/x/y_icd.json', exists: false }], installed: [] },
    auto: { backend: 'webgpu', why: 'Acme X1' },
    packages: [{ name: 'web-ifc', serves: 'IFC files', version: null }],
    advice: ['WebGPU does not work properly here: use --backend cpu, and update the graphics driver.'],
  };
  const lines = showDoctor(found, terminalOf(60));
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(60);
  const text = showDoctor(found, pipe).join('\n');
  expect(text).not.toContain('\u001b');
  expect(text).toContain(
    '  adapter         Acme X1\ufffd[31m, hardware, buffers up to 4 GiB, bindings up to 128 MiB, lacks depth32float-stencil8; asked for: default, low-power',
  );
  expect(text).toContain('  self-test       CPU: wrong: none');
  expect(text).toContain('  driver named    /x/y_icd.json (there is no such file)');
  expect(text).toContain('  auto takes      Acme X1 (webgpu)');
  expect(text).toContain('  web-ifc         not installed: IFC files; npm install web-ifc');
});
