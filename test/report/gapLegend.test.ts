import { describe, expect, test } from 'vitest';
import { hasLetter } from '../../src/report/bitmapFont.js';
import { gapLegend, placeOn, valueAt } from '../../src/report/gapLegend.js';
import { gapScaleOf } from '../../src/report/gapScaleOf.js';
import { gapSample } from './gapSample.js';

/** Gaps from −0.2 to +0.8, evenly. */
const slope = (options = {}) => gapSample((column) => -0.2 + column / 100, { columns: 101, rows: 4, ...options });
const texts = (marks: readonly { text: string }[]): string[] => marks.map(({ text }) => text);

describe('the legend', () => {
  test('of clash: title, signs, contact in the middle, the least gap', () => {
    const map = slope();
    const legend = gapLegend(map, gapScaleOf(map, 'clash', [-0.2, 0.8]), 'mm');
    expect(legend.title).toEqual([
      'upper × lower',
      'gap along −z, pixels of 0.1 × 0.1 mm',
      'minimum −0.2 mm at (0.05, -0.05, 0) on A',
    ]);
    expect(legend.caption).toBe('gap in mm: − inside both, 0 contact, + apart');
    expect(texts(legend.marks)).toEqual(['−0.20', '−0.15', '−0.10', '−0.05', '0', '+0.2', '+0.4', '+0.6', '+0.8']);
    expect(legend.marks.find(({ value }) => value === 0)!.at).toBe(0.5);
    expect(legend.marks.map(({ at }) => at).every((at, k, all) => k === 0 || at > all[k - 1])).toBe(true);
    expect(legend.minimum).toMatchObject({ text: 'minimum −0.2', at: 0 });
    expect(legend.beyond).toEqual([false, false]);
    expect(legend.swatches.map(({ text }) => text)).toEqual(['minimum']);
  });

  test('of occlusion: steps by the bands, in µm where the unit is mm', () => {
    const map = slope({ bands: [0.05, 0.1], threshold: 0.2 });
    const legend = gapLegend(map, gapScaleOf(map, 'occlusion'), 'mm');
    expect(legend.caption).toBe('gap in µm: − inside both, 0 contact, + near');
    expect(texts(legend.marks)).toEqual(['−200', '−100', '−50', '0', '+50', '+100', '+200']);
    expect(legend.minimum!.text).toBe('minimum −200');
    expect(legend.swatches.map(({ text }) => text)).toEqual(['beyond +200 µm', 'minimum']);
    const other = gapLegend(map, gapScaleOf(map, 'occlusion'), 'in');
    expect(texts(other.marks).slice(-2)).toEqual(['+0.1', '+0.2']);
    expect(other.swatches[0].text).toBe('beyond +0.2 in');
  });

  test('of deviation: alike on both sides', () => {
    const map = slope();
    const legend = gapLegend(map, gapScaleOf(map, 'deviation', [-0.1, 0.4]), '');
    expect(texts(legend.marks)).toEqual(['−0.4', '−0.3', '−0.2', '−0.1', '0', '+0.1', '+0.2', '+0.3', '+0.4']);
    expect(legend.caption).toBe('gap: − inside both, 0 contact, + apart');
    expect(legend.minimum!.at).toBeCloseTo(0.25, 6);
    expect(legend.beyond).toEqual([false, true]);
  });

  test('a least gap that may be 0 is 0, with its error', () => {
    const map = gapSample(() => -5e-7, { depthError: 1.234e-6 });
    const legend = gapLegend(map, gapScaleOf(map, 'clash'), 'mm');
    expect(legend.title[2]).toBe('minimum 0 mm (within 1.3e-6) at (0.05, -0.05, 0) on A');
    expect(legend.minimum).toMatchObject({ value: 0, text: 'minimum 0', at: 0 });
    const steep = gapSample(() => 0.25, { errorAt: () => 0.0125 });
    expect(gapLegend(steep, gapScaleOf(steep, 'clash'), 'mm').title[2]).toMatch(
      /^minimum \+0\.25 mm \(within 0\.013\) at /,
    );
  });

  test('without interference there is no lower side, and without a gap no upper one', () => {
    const apart = gapSample(() => 0.5);
    expect(texts(gapLegend(apart, gapScaleOf(apart, 'clash'), 'mm').marks)[0]).toBe('0');
    expect(gapLegend(apart, gapScaleOf(apart, 'clash'), 'mm').caption).toBe('gap in mm: 0 contact, + apart');
    const inside = gapSample(() => -0.5);
    expect(texts(gapLegend(inside, gapScaleOf(inside, 'clash'), 'mm').marks).at(-1)).toBe('0');
  });

  test('grey, pink and undecided rays are named where there are some', () => {
    const words = ['onlyA', 'onlyB', 'undecided', 'nothing'] as const;
    const map = gapSample((column) => words[column % 4], { names: ['crown', 'stump'] });
    const legend = gapLegend(map, gapScaleOf(map, 'clash'), 'mm');
    expect(legend.swatches.map(({ text }) => text)).toEqual(['only A: crown', 'only B: stump', 'undecided']);
    expect(legend.title[2]).toBe('no ray sees both bodies');
    expect(legend.minimum).toBeUndefined();
  });

  test.each(['clash', 'occlusion', 'deviation'] as const)('%s: the font has all letters that are written', (preset) => {
    const words = [-0.2, 0.1, 'onlyA', 'onlyB', 'undecided'] as const;
    for (const error of [1e-6, 0.5]) {
      const map = gapSample((column) => words[column % 5], { bands: [0.05], threshold: 0.2, errorAt: () => error });
      const { title, caption, marks, minimum, swatches } = gapLegend(map, gapScaleOf(map, preset), 'mm');
      const texts = [...title, caption, minimum!.text, ...[...marks, ...swatches].map(({ text }) => text)];
      expect([...texts.join('')].filter((letter) => !hasLetter(letter))).toEqual([]);
    }
  });

  test.each(['clash', 'occlusion', 'deviation'] as const)('%s: places and values along the bar agree', (preset) => {
    const map = slope({ bands: [0.1], threshold: 0.3 });
    const { stretches } = gapLegend(map, gapScaleOf(map, preset), 'mm');
    expect(stretches.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    for (let k = 0; k <= 50; k++) expect(placeOn(stretches, valueAt(stretches, k / 50))).toBeCloseTo(k / 50, 9);
  });
});

describe('the range of the colours', () => {
  test('ends at the deepest place and where nine tenths of the gaps do', () => {
    const map = gapSample((column, row) => (row === 0 ? -0.25 : column === 99 ? 1000 : (column + 1) / 100), {
      columns: 100,
      rows: 11,
    });
    const [least, most] = gapScaleOf(map, 'clash').range;
    expect(least).toBe(-0.25);
    expect(most).toBeCloseTo(0.91, 6);
  });

  test('of deviation is as wide as the interference is deep, or as the nearer half of the gaps', () => {
    // Gaps from 0.01 to 1 evenly, and two thirds as many that are far.
    const fitted = (depth: number) =>
      gapSample((column, row) => (row === 0 ? -depth : row > 15 ? 50 : (column + 1) / 100), { columns: 100, rows: 26 });
    const [deep, shallow] = [fitted(2), fitted(0.001)].map((map) => gapScaleOf(map, 'deviation').range);
    expect(deep).toEqual([-2, 2]);
    // Half of all are five sixths of the near ones.
    expect(shallow[1]).toBeCloseTo(0.84, 6);
    expect(shallow[0]).toBe(-shallow[1]);
    expect(gapScaleOf(fitted(2), 'deviation', [-0.1, 0.05]).range).toEqual([-0.1, 0.1]);
  });

  test('what may be 0 but for the error of its ray is no interference, however large that is', () => {
    const map = gapSample((column) => (column < 3 ? -0.2 : column < 6 ? -0.1 : 0.5), {
      errorAt: (column) => (column < 3 ? 0.25 : 1e-6),
    });
    expect(gapScaleOf(map, 'clash').range).toEqual([Math.fround(-0.1), 0.5]);
    // So that there is nothing below the lower end of the bar.
    expect(gapLegend(map, gapScaleOf(map, 'clash'), 'mm').beyond).toEqual([false, false]);
    expect(gapLegend(map, gapScaleOf(map, 'clash', [0, 1]), 'mm').beyond).toEqual([true, false]);
  });

  test.each(['clash', 'occlusion', 'deviation'] as const)('%s: one number is no range', (preset) => {
    expect(() => gapScaleOf(slope(), preset, 1 as unknown as [number, number])).toThrow(
      'gap colours: the range is not two numbers (1).',
    );
  });

  test('what may be 0 but for rounding is no interference', () => {
    const map = gapSample((column) => (column % 2 === 0 ? -1e-7 : 0.5), { depthError: 1e-6 });
    expect(gapScaleOf(map, 'clash').range).toEqual([0, 0.5]);
    expect(gapScaleOf(map, 'occlusion').steps[0]).toEqual([]);
  });

  test('occlusion ends at the threshold, else at the last band, else at a round number', () => {
    const end = (options: object) => gapScaleOf(slope(options), 'occlusion').range[1];
    expect([end({ threshold: 0.3, bands: [0.1] }), end({ bands: [0.1, 0.2] }), end({})]).toEqual([0.3, 0.2, 0.2]);
    expect(gapScaleOf(slope({ threshold: 0.3 }), 'occlusion').steps[1]).toEqual([0.1, 0.2, 0.3]);
    expect(end({ threshold: Infinity, bands: [0.1] })).toBe(0.1);
  });

  test('bodies that touch everywhere have a range all the same', () => {
    expect(
      gapScaleOf(
        gapSample(() => 0),
        'clash',
      ).range,
    ).toEqual([0, 0.1]);
    expect(
      gapScaleOf(
        gapSample(() => 'onlyA'),
        'deviation',
      ).range,
    ).toEqual([-0.1, 0.1]);
  });
});
