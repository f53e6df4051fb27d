import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { axisFor, linearAxis } from '../../../src/io/write/html/axis.js';
import { base64 } from '../../../src/io/write/html/base64.js';
import { escapeHtml } from '../../../src/io/write/html/escapeHtml.js';
import { figure, tickText } from '../../../src/io/write/html/figures.js';
import { toHtml } from '../../../src/io/write/html.js';
import type { ClashReport } from '../../../src/report/clashReport.js';
import { sampleReport } from '../../report/support/sampleReport.js';
import { plantRoom } from '../../report/support/sampleScenes.js';

const { bodies, facts, clearance } = plantRoom();
const report = await sampleReport(bodies, { facts, clearance });
const page = (changed: Partial<ClashReport> = {}): string =>
  toHtml({ report: { ...report, ...changed }, pictures: new Map() });
const titleOf = (html: string) => /<h1>(.*)<\/h1>/.exec(html)![1];

describe('toHtml', () => {
  test('allows its own style and script, by their hashes, and nothing else', () => {
    const html = page();
    const hashOf = (tag: string) => {
      const texts = [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text]) => text);
      expect(texts.length).toBe(1);
      return `'sha256-${createHash('sha256').update(texts[0]).digest('base64')}'`;
    };
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1].replaceAll('&#39;', "'");
    expect(policy).toBe(
      `default-src 'none'; img-src data:; style-src ${hashOf('style')}; script-src ${hashOf('script')}; base-uri 'none'; form-action 'none'`,
    );
    // No address of anything, no styles or handlers in attributes.
    expect(html).not.toMatch(/https?:|\bstyle="|<[^>]*\son\w+="|@import|url\(/);
  });

  test.each<[string, Partial<ClashReport>]>([
    ['5 clashes found', {}],
    ['1 clash found', { pairs: report.pairs.filter(({ kind }) => kind === 'hard') }],
    ['No open clash', { clash: false, pairs: report.pairs.map((pair) => ({ ...pair, status: 'approved' })) }],
    ['No clash found', { clash: false, pairs: [] }],
    ['No clash found so far', { clash: false, pairs: [], complete: false }],
    ['5 clashes found so far', { complete: false }],
    ['Undecided', { clash: false, pairs: [], undecided: [{ a: 'x', b: 'y', reason: 'x is open.' }] }],
  ])('says: %s', (title, changed) => {
    expect(titleOf(page(changed))).toBe(title);
  });

  test('is the same text every time, and valid UTF-8', () => {
    expect(page()).toBe(page());
    const odd = page({ bodies: report.bodies.map((body) => ({ ...body, name: 'a\u0000\u0007b\uD800' })) });
    expect(odd).toContain('a\uFFFD\uFFFDb');
  });

  test('tells of what could not be read or decided', () => {
    const html = page({
      diagnostics: [{ body: 'lost & found.stl', code: 'unreadable', message: 'the file is <empty>.', count: 1 }],
      undecided: [{ a: 'p', b: 'q', reason: 'p is open.' }],
    });
    expect(html).toContain('<bdi>lost &amp; found.stl</bdi>: the file is &lt;empty&gt;.');
    expect(html).toContain('<bdi>p</bdi> × <bdi>q</bdi>: p is open.');
  });
});

test('lists groups and what an earlier report had', () => {
  const group = {
    bodies: ['p<', 'q', 'r'],
    indices: [0, 1, 2],
    volume: 3,
    volumeError: 0.1,
    depthAlongView: 1,
    point: [1, 2, 3],
  } as const;
  const html = page({ groups: [group], resolved: [{ id: 'x', a: 'old<', b: 'b', kind: 'hard', status: 'resolved' }] });
  expect(html).toContain('1 group of three and more bodies that overlap in one place');
  expect(html).toContain('<bdi>p&lt;</bdi>, <bdi>q</bdi>, <bdi>r</bdi>');
  expect(html).toContain('1 pair of the earlier report not found any more');
  expect(html).toContain('<bdi>old&lt;</bdi>');
});

test('a clash report that was interrupted, or has doubts, says so at the top', () => {
  const scope = (changed: Partial<ClashReport>) => /<p class="scope">(.*?)<\/p>/.exec(page(changed))![1];
  expect(scope({ complete: false })).toMatch(/^the work was interrupted; /);
  expect(scope({ undecided: [{ a: 'x', b: 'y', reason: 'x is open.' }] })).toMatch(/^1 doubt besides, see below; /);
});

test('keeps apart what is gone and what could not be decided', () => {
  const pair = { a: 'p', b: 'q', kind: 'hard' } as const;
  const resolved = [
    { ...pair, id: '1', status: 'resolved' },
    { ...pair, id: '2', status: 'active' },
    { ...pair, id: '3', status: 'approved' },
  ] as const;
  const html = page({ resolved });
  expect(html).toContain('1 pair of the earlier report not found any more');
  expect(html).toContain('2 pairs of the earlier report that this one could not decide on');
  expect(page({ resolved: resolved.slice(1) })).not.toContain('not found any more');
});

test('errors are rounded up, and coordinates have no noise', () => {
  const [pair] = report.pairs;
  const html = page({ pairs: [{ ...pair, volume: 6000, volumeError: 24.05, point: [-1.819e-10, 5, 6] }] });
  expect(html).toContain('<dd>6000 ± 25 mm³, by ');
  expect(html).toContain('<dt>Point</dt><dd>0, 5, 6 mm</dd>');
});

describe('a motion', () => {
  const moving = (start: number, changed: Partial<ClashReport['settings']> = {}): string => {
    const [pair] = report.pairs;
    const times = {
      firstContact: { after: start + 0.4921875, at: start + 0.5 },
      worst: start + 1.5,
      kinds: ['touch', 'hard', 'contained'],
      intervals: [[start + 0.5, start + 6.5]],
    } as const;
    return page({
      motion: { stepCount: 21, startTime: start, endTime: start + 10, longestStep: 0.5 },
      pairs: [{ ...pair, kind: 'contained', times }],
      settings: { ...report.settings, clearance: null, ...changed },
    }).replaceAll('\u202F', '');
  };

  test.each([0, 20000, 1.7e9, -3e8])('that begins at %d has times that are told apart, everywhere', (start) => {
    const html = moving(start);
    const written = (value: number) => String(value).replace('-', '−');
    const [after, at, worst, end] = [0.492, 0.5, 1.5, 6.5].map((t) => written(Number((start + t).toFixed(3))));
    expect(html).toContain(`first between ${after} and ${at}, worst at ${worst}; steps ${at} to ${end}`);
    expect(html).toContain(`from ${written(start)} to ${written(start + 10)}, at most 0.5 apart`);
    expect(html).toContain(`data-v="${start + 0.5}">${at}</td>`);
    const [head] = /<table class="timeline">\n<thead>.*<\/thead>/.exec(html)!;
    const labels = [...head.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(labels.length).toBeGreaterThan(1);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('a pair that counts for what it is at another moment is not called uncounted', () => {
    const html = moving(0, { failOn: ['hard'] });
    expect(html).toContain('(counts as a clash: hard at another moment than the worst)');
    expect(html).not.toContain('does not count as a clash');
    expect(html).toContain('touch, hard, contained over time; all figures are of the worst moment, contained');
    expect(moving(0, { failOn: ['duplicate'] })).toContain('(does not count as a clash)');
  });
});

describe('parts of the page', () => {
  test('texts cannot leave their place', () => {
    expect(escapeHtml(`<a href='x' title="y">&\`</a>\u0000\u009F`)).toBe(
      '&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;&#96;&lt;/a&gt;\uFFFD\uFFFD',
    );
  });

  test('figures are short and grouped', () => {
    const shown = [0, 12, -0.5, 199.79102, 6212212.6, 12345, 1234, 4.32e8, 1.6e-5, -3.6e12, 1e-7].map(figure);
    const thin = '\u202F';
    expect(shown).toEqual([
      ...['0', '12', '−0.5', '199.8', `6${thin}212${thin}000`, `12${thin}350`, '1234', `432${thin}000${thin}000`],
      ...['1.6 × 10⁻⁵', '−3.6 × 10¹²', '10⁻⁷'],
    ]);
    expect(figure(null)).toBe('–');
    expect([tickText('1e7'), tickText('20000'), tickText('-5')]).toEqual(['10⁷', `20${thin}000`, '−5']);
  });

  test('axes begin at 0, end at a mark, and become logarithmic where values differ much', () => {
    const even = axisFor([120, 60, 3], 200, 0);
    expect(even.ticks.map(({ text }) => text)).toEqual(['0', '50', '100', '150']);
    expect([even.at(0), even.at(150), even.isLog]).toEqual([200, 0, false]);
    const wide = axisFor([5e5, 30, 2], 200, 0);
    expect(wide.ticks.map(({ value }) => value)).toEqual([1, 100, 10000, 1e6]);
    expect([wide.at(1), wide.at(1000), wide.isLog]).toEqual([200, expect.closeTo(100, 9), true]);
    expect(linearAxis(-1, 1, 0, 10).ticks.map(({ text }) => text)).toEqual(['−1.0', '−0.5', '0', '0.5', '1.0']);
    expect(linearAxis(3, 3, 0, 10).ticks.length).toBe(1);
  });

  test('bytes become base64 as Buffer does it', () => {
    for (const length of [0, 1, 2, 3, 12287, 12288, 12289, 40000]) {
      const bytes = Uint8Array.from({ length }, (_, k) => (k * 7919) >> 3);
      expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    }
  });
});
