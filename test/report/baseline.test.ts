import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { toJson } from '../../src/io/write/json.js';
import { withBaseline } from '../../src/report/baseline.js';
import { type ClashReport, REVIEW_STATUSES, type ReviewStatus } from '../../src/report/clashReport.js';
import { parseReport } from '../../src/report/parseReport.js';
import { sampleReport } from './support/sampleReport.js';
import { plantRoom } from './support/sampleScenes.js';

const { bodies, facts, clearance } = plantRoom();
const report = await sampleReport(bodies, { facts, clearance });

const withStatuses = (from: ClashReport, status: ReviewStatus): ClashReport => ({
  ...from,
  pairs: from.pairs.map((pair) => ({ ...pair, status })),
});
const without = (from: ClashReport, ...kinds: string[]): ClashReport => ({
  ...from,
  pairs: from.pairs.filter(({ kind }) => !kinds.includes(kind)),
});
const statusesOf = ({ pairs }: ClashReport) => new Set(pairs.map(({ status }) => status));

describe('withBaseline', () => {
  test.each([
    ['new', 'active'],
    ['active', 'active'],
    ['reviewed', 'reviewed'],
    ['approved', 'approved'],
    ['resolved', 'active'],
  ] as const)('a pair that was %s is %s', (before, now) => {
    const judged = withBaseline(report, withStatuses(report, before));
    expect([...statusesOf(judged)]).toEqual([now]);
    expect(judged.resolved).toEqual([]);
    // Figures stay as they are.
    const plain = withStatuses(judged, 'new').pairs.map(({ reviewed: _, ...pair }) => pair);
    expect(plain).toEqual(report.pairs);
  });

  test('pairs that were not there are new', () => {
    const judged = withBaseline(report, without(withStatuses(report, 'approved'), 'hard'));
    expect(judged.pairs.find(({ kind }) => kind === 'hard')!.status).toBe('new');
    expect(judged.pairs.filter(({ status }) => status === 'approved').length).toBe(report.pairs.length - 1);
  });

  test('what was approved as another kind is active again', () => {
    const touched = withStatuses(report, 'approved').pairs.map((pair) => ({ ...pair, kind: 'touch' as const }));
    const judged = withBaseline(report, { ...report, pairs: touched });
    for (const { kind, status } of judged.pairs) expect(status).toBe(kind === 'touch' ? 'approved' : 'active');
    expect(judged.clash).toBe(true);
  });

  const sure = { ...report, pairs: report.pairs.map((pair) => ({ ...pair, distanceError: 0 })) };
  /** The same pairs, overlaps deeper by this factor and gaps narrower. */
  const worse = (from: ClashReport, factor: number): ClashReport => ({
    ...from,
    pairs: from.pairs.map((pair) => ({
      ...pair,
      distance: pair.distance < 0 ? pair.distance * factor : pair.distance / factor,
    })),
  });

  test('what is deeper or nearer than what was approved is active again', () => {
    const approved = withStatuses(sure, 'approved');
    expect([...statusesOf(withBaseline(worse(sure, 1.2), approved))]).toEqual(['approved']);
    for (const { kind, status } of withBaseline(worse(sure, 1.5), approved).pairs)
      expect(status, kind).toBe(kind === 'touch' ? 'approved' : 'active');
  });

  test('an approved overlap cannot grow little by little', () => {
    let last = withStatuses(sure, 'approved');
    const statuses = [1.15, 1.3, 1.45].map((factor) => {
      last = parseReport(toJson(withBaseline(worse(sure, factor), last)), 'last.json') as ClashReport;
      return last.pairs.find(({ kind }) => kind === 'hard')!.status;
    });
    expect(statuses).toEqual(['approved', 'active', 'active']);
  });

  test('lengths are compared in one unit', () => {
    const approved = withStatuses({ ...sure, units: 'mm' }, 'approved');
    const inUnits = (units: ClashReport['units'], factor: number) => worse({ ...sure, units }, factor);
    const hard = (judged: ClashReport) => judged.pairs.find(({ kind }) => kind === 'hard')!.status;
    expect(hard(withBaseline(inUnits('m', 0.001), approved))).toBe('approved');
    expect(hard(withBaseline(inUnits('m', 0.009), approved))).toBe('active');
    expect(hard(withBaseline(inUnits('um', 1000), approved))).toBe('approved');
    expect(hard(withBaseline(inUnits(null, 1), approved))).toBe('active');
  });

  /** What becomes of the pairs of one kind when reports that cannot tell come between. */
  const statusAfter = (kind: string, ...between: ClashReport[]): string[] => {
    let last = withStatuses(report, 'approved');
    return between.map((one) => {
      last = withBaseline(one, last);
      const known = [...last.pairs, ...last.resolved!].filter((pair) => pair.kind === kind);
      return [...new Set(known.map(({ status }) => status))].join();
    });
  };

  test('pairs that were not asked for keep their status, however often', () => {
    const selection = { a: ['pump'], b: [], ignore: [], within: null };
    const narrow = { ...without(report, 'hard'), settings: { ...report.settings, selection } };
    expect(statusAfter('hard', narrow, narrow, report)).toEqual(['approved', 'approved', 'approved']);
    // With the same choice as before the pair was asked for, and is gone.
    const chosen = { ...withStatuses(report, 'approved'), settings: narrow.settings };
    expect(withBaseline(narrow, chosen).resolved![0].status).toBe('resolved');
    expect(statusAfter('hard', without(report, 'hard'), report)).toEqual(['resolved', 'active']);
  });

  test('gaps that were not looked for keep their status', () => {
    const careless = { ...without(report, 'clearance'), settings: { ...report.settings, clearance: null } };
    expect(statusAfter('clearance', careless, careless, report)).toEqual(['approved', 'approved', 'approved']);
    expect(statusAfter('clearance', without(report, 'clearance'))).toEqual(['resolved']);
  });

  test('a body that is gone from its file is gone; one whose file was not given may still be there', () => {
    const { a, b } = report.pairs.find(({ kind }) => kind === 'hard')!;
    const fileOfA = 'x/part.stl';
    const placed = (file: string): ClashReport => ({
      ...report,
      bodies: report.bodies.map((body) => ({ ...body, file: body.name === a ? file : 'y/part.stl' })),
    });
    const lacking = (from: ClashReport): ClashReport => ({
      ...without(from, 'hard'),
      bodies: from.bodies.filter(({ name }) => name !== a),
    });
    const statusOf = (judged: ClashReport) => judged.resolved!.find((pair) => pair.a === a && pair.b === b)!.status;
    const apart = withStatuses(placed(fileOfA), 'approved');
    const once = withBaseline(lacking(placed(fileOfA)), apart);
    expect(statusOf(once)).toBe('approved');
    expect(statusOf(withBaseline(lacking(placed(fileOfA)), once))).toBe('approved');
    const together = withStatuses(placed('y/part.stl'), 'approved');
    expect(statusOf(withBaseline(lacking(placed('y/part.stl')), together))).toBe('resolved');
  });

  test('approved pairs do not count as a clash, others do', () => {
    expect(report.clash).toBe(true);
    for (const status of REVIEW_STATUSES)
      expect(withBaseline(report, withStatuses(report, status)).clash).toBe(status !== 'approved');
    const touching = { ...without(report, 'hard', 'contained', 'duplicate', 'clearance'), clash: true };
    // Bodies that touch have no gap: where one is demanded, that is a clash.
    expect(withBaseline(touching, report).clash).toBe(true);
    const free = { ...touching, settings: { ...touching.settings, clearance: null } };
    expect(withBaseline(free, report).clash).toBe(false);
  });

  test('pairs that are gone are resolved, stay known, and are active when they come back', () => {
    const gone = report.pairs.find(({ kind }) => kind === 'hard')!;
    const second = withBaseline(without(report, 'hard'), withStatuses(report, 'approved'));
    expect(second.resolved).toMatchObject([{ id: gone.id, kind: 'hard', status: 'resolved' }]);
    const third = withBaseline(without(report, 'hard'), second);
    expect(third.resolved).toEqual(second.resolved);
    const back = withBaseline(report, third);
    expect(back.pairs.find(({ id }) => id === gone.id)!.status).toBe('active');
    expect(back.resolved).toEqual([]);
  });

  test.each<[string, Partial<ClashReport>]>([
    ['the report is incomplete', { complete: false }],
    ['the pair is undecided', { undecided: [{ a: 'Pipe DN200, Lüftung', b: 'Wall "W-01"', reason: 'open' }] }],
    ['something is undecided that names no pair', { undecided: [{ reason: 'a limit was reached' }] }],
    [
      'its body is not there, and a file could not be read',
      {
        bodies: report.bodies.slice(1),
        diagnostics: [{ body: 'room.ifc', code: 'unreadable', message: 'empty', count: 1 }],
      },
    ],
  ])('a pair keeps its status where %s', (_, change) => {
    const now = { ...without(report, 'hard'), ...change };
    expect(withBaseline(now, withStatuses(report, 'reviewed')).resolved).toMatchObject([{ status: 'reviewed' }]);
    const otherPair = {
      ...now,
      complete: true,
      undecided: [{ a: 'Slab', b: 'Column', reason: 'open' }],
      diagnostics: [],
    };
    expect(withBaseline(otherPair, withStatuses(report, 'reviewed')).resolved).toMatchObject([{ status: 'resolved' }]);
  });
});

describe('parseReport', () => {
  test('reads what toJson writes, with statuses of all kinds', () => {
    for (const status of REVIEW_STATUSES) {
      const earlier = withBaseline(without(report, 'touch'), withStatuses(report, status));
      const read = parseReport(`\uFEFF${toJson(earlier)}`, 'old.json');
      expect(read.pairs.map(({ id, status: s }) => [id, s])).toEqual(earlier.pairs.map(({ id, status: s }) => [id, s]));
      expect(read.resolved).toEqual(earlier.resolved);
      expect(withBaseline(report, read)).toEqual(withBaseline(report, earlier));
    }
  });

  const GIVE = 'Give a JSON report that zclash wrote.';
  test.each([
    ['[1, 2]', `old.json: this is JSON, but no report of zclash. ${GIVE}`],
    ['null', `old.json: this is JSON, but no report of zclash. ${GIVE}`],
    ['{"version": 1}', `old.json: this is JSON, but no report of zclash. ${GIVE}`],
    [
      '{"version": 2, "tool": "zclash 9"}',
      'old.json: the report has version 2 (this program reads 1). Read it with the version of zclash that wrote it, or make a new one.',
    ],
    [
      '{"version": 1, "tool": "zclash 0.1.0", "bodies": []}',
      `old.json: this is no report on clashes: it has no list of pairs. ${GIVE}`,
    ],
    ['{"version": 1, "tool": "z", "pairs": [3]}', `old.json: pairs[0] is no pair. ${GIVE}`],
    ['{"version": 1, "tool": "z", "pairs": [{"id": 3}]}', `old.json: pairs[0].id is no text (3). ${GIVE}`],
    [
      '{"version": 1, "tool": "z", "pairs": [{"id": "x", "a": "a", "b": "b", "kind": "soft", "status": "new"}]}',
      'old.json: pairs[0].kind is "soft". Write one of: hard, contained, duplicate, clearance, touch, none.',
    ],
    [
      '{"version": 1, "tool": "z", "pairs": [], "resolved": [{"id": "x", "a": "a", "b": "b", "kind": "hard", "status": "done"}]}',
      'old.json: resolved[0].status is "done". Write one of: new, active, reviewed, approved, resolved.',
    ],
    ['{"version": 1, "tool": "z", "pairs": [], "resolved": 4}', `old.json: 'resolved' is no list. ${GIVE}`],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => parseReport(text, 'old.json')).toThrow(new InputError(message));
  });

  test('says that something is no JSON, in one line', () => {
    for (const text of ['', '{', 'solid x', '{"a": \u0000}'])
      expect(() => parseReport(text, 'old.json')).toThrow(
        /^old\.json: this is no JSON \(.*\)\. Give a JSON report that zclash wrote\.$/,
      );
  });
});
