import { describe, expect, test } from 'vitest';
import { gapExitCode } from '../../src/cli/commands/gap.js';
import { showGap } from '../../src/cli/show/showGap.js';
import { styleFor } from '../../src/cli/terminal/style.js';
import type { Terminal } from '../../src/cli/terminal/terminal.js';
import type { GapMap, GapRegion } from '../../src/gapMap.js';
import { type GapReport, gapFigures, gapJson } from '../../src/report/gapReport.js';
import { gapSample } from '../report/gapSample.js';
import { sampleReport } from './support/sampleReport.js';

const terminal = { style: styleFor(false), width: Infinity } as Terminal;
const { version, tool, bodies } = sampleReport();

const reportOn = (map: GapMap, changes: Partial<GapReport> = {}): GapReport => ({
  ...{ version, tool, units: 'mm' },
  ...gapFigures(map),
  settings: {
    ...{ resolution: 64, direction: [0, 0, -1], up: null, extent: 'both', threshold: map.threshold },
    bands: map.bands.map(({ to }) => to),
  },
  bodies: [bodies[0], bodies[1]],
  ...{ undecided: [], diagnostics: [], timings: { wallMs: 1234 } },
  ...changes,
});
const shown = (map: GapMap, changes: Partial<GapReport> = {}): string =>
  showGap(reportOn(map, changes), terminal).join('\n');

const region = (map: GapMap, pixels: number): GapRegion => ({
  ...{ pixels, area: pixels * 0.01, minimum: map.minimum!, interference: { pixels: 0, area: 0 } },
  ...{ from: [0, 0], to: [1, 1], bounds: { min: [0, 0, 0], max: [1, 1, 0] } },
});

describe('zclash gap for people', () => {
  const map = gapSample(
    (x, y) => (x === 3 && y === 2 ? -0.25 : x < 10 ? 0.05 : x < 32 ? 0.15 : x < 50 ? 'onlyA' : 'onlyB'),
    {
      bands: [0.1, 0.2],
      threshold: 0.1,
    },
  );

  test('the verdict, the least gap and where, areas by bands', () => {
    const text = shown(map);
    expect(text).toMatch(/^duct × wall: interference, 0\.25 mm deep along the view\n/);
    expect(text).toMatch(/minimum +−0\.25 ± 1e-6 mm at \(0\.35, -0\.25, 0\) on A\n/);
    expect(text).toMatch(/inside both +0\.01 mm², 1 ray\n/);
    expect(text).toMatch(/direction +\(0, 0, -1\), as asked\n/);
    expect(text).toMatch(/map +64 × 48 rays, 0\.1 × 0\.1 mm apart\n/);
    expect(text).toMatch(/rays +1,536 see both, 864 only A, 672 only B\n/);
    expect(text).toMatch(/ {2}0 … 0\.1 +4\.79 +479\n {2}0 … 0\.2 +15\.35 +1,535\n/);
    expect(text).toMatch(/limit +Nothing wider than 0\.15 can have been missed\./);
    expect(text).toMatch(/machine +CPU; 1\.23 s\n/);
  });

  test('the largest regions, and how many more there are', () => {
    const regions = Array.from({ length: 13 }, (_, k) => region(map, 100 - k));
    const text = shown(map, { regions });
    expect(text).toContain('13 regions where the gap is at most +0.1 mm\n');
    expect(text).toMatch(/ 1 +1 +−0\.25 +\(0\.35, -0\.25, 0\) +0 +100\n/);
    expect(text).toMatch(/ 10 +0\.91 .*\n {2}and 3 more\n/);
    expect(shown(map, { regions: [] })).toContain('no region where the gap is at most +0.1 mm\n');
  });

  test.each([
    ['apart', gapSample(() => 0.5), 'apart: 0.5 mm on the nearest ray'],
    ['contact', gapSample((x) => (x === 0 ? -1e-7 : 0.5)), 'contact, no interference'],
    ['contact by its ray', gapSample(() => -0.2, { errorAt: () => 0.25 }), 'contact, no interference'],
    ['contact from above', gapSample(() => 0.2, { errorAt: () => 0.25 }), 'contact, no interference'],
    ['nothing seen of both', gapSample(() => 'onlyA'), 'no interference: no ray sees both'],
  ])('%s', (_, found, words) => {
    expect(shown(found)).toMatch(new RegExp(`^duct × wall: ${words}\n`));
    expect(reportOn(found).interferes).toBe(false);
    expect(gapExitCode(reportOn(found))).toBe(0);
  });

  test('that no ray sees both tells nothing of other directions, and that is said', () => {
    const text = shown(gapSample((x) => (x < 30 ? 'onlyA' : 'onlyB')));
    expect(text.split('\n')[1]).toBe(
      '  minimum       none: no ray along (0, 0, -1) sees both bodies. As far as rays tell, neither reaches into the other. How near they are, this direction does not tell. Give another --direction, or ask zclash check, with --clearance for a distance.',
    );
    expect(shown(map)).not.toContain('no ray along');
    // Where rays miss a body they do not tell that it is elsewhere.
    const thin = shown(
      gapSample(() => 'onlyA'),
      { undecided: [{ a: 'duct', b: 'wall', reason: 'No ray meets wall.' }] },
    );
    expect(thin.split('\n').slice(0, 2)).toEqual([
      'duct × wall: undecided, no interference found',
      '  minimum       none: no ray along (0, 0, -1) sees both bodies.',
    ]);
  });

  test('interference counts where a ray is sure of it, though another that is deeper is not', () => {
    const found = gapSample((x) => (x === 0 ? -0.5 : x < 3 ? -0.25 : 1), { errorAt: (x) => (x === 0 ? 0.6 : 1e-6) });
    expect([reportOn(found).interferes, gapExitCode(reportOn(found))]).toEqual([true, 1]);
    expect(shown(found)).toMatch(/^duct × wall: interference, 96 rays inside both\n/);
  });

  test('what the map cannot decide is no contact, but undecided', () => {
    const found = gapSample((x) => (x === 0 ? -0.5 : 1), { errorAt: () => 0.75, isDecided: false });
    const report = reportOn(found, { undecided: [{ a: 'duct', b: 'wall', reason: 'Surfaces are too steep.' }] });
    expect([report.interferes, gapExitCode(report)]).toEqual([false, 3]);
    expect(showGap(report, terminal)[0]).toBe('duct × wall: undecided, no interference found');
  });

  test('what is undecided is said, with its reason', () => {
    const text = shown(
      gapSample((x) => (x === 0 ? 'undecided' : 1)),
      { undecided: [{ a: 'duct', reason: 'It is open.' }] },
    );
    expect(text).toMatch(/^duct × wall: undecided, no interference found\n/);
    expect(text).toContain('48 undecided');
    expect(text).toContain('undecided: duct: It is open.');
  });

  test('names cannot give orders to a terminal', () => {
    const odd = { ...bodies[0], name: 'a\u001b[2Jb' };
    const report = reportOn(map, { bodies: [odd, bodies[1]] });
    expect(showGap(report, terminal).join('\n')).not.toContain('\u001b');
    expect(gapJson({ ...report, bodies: [{ ...odd, name: 'x\u009b[ 1,\n 2 ]' }, bodies[1]] })).toContain(
      'x\\u009b[ 1,\\n 2 ]',
    );
  });

  test('lists of numbers stand on one line of the JSON, and nothing is lost', () => {
    const report = reportOn(map);
    expect(gapJson(report)).toContain('"onA": [0.35');
    expect(JSON.parse(gapJson(report))).toEqual(JSON.parse(JSON.stringify(report)));
  });

  test('it fits a narrow terminal', () => {
    const regions = Array.from({ length: 3 }, (_, k) => region(map, 100 - k));
    for (const line of showGap(reportOn(map, { regions }), { ...terminal, width: 60 }))
      expect(line.length).toBeLessThanOrEqual(60);
  });
});
