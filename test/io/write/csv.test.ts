import { describe, expect, test } from 'vitest';
import { toCsv } from '../../../src/io/write/csv.js';
import type { ClashReport } from '../../../src/report/clashReport.js';
import { sampleReport } from '../../report/support/sampleReport.js';
import { HOSTILE, plantRoom } from '../../report/support/sampleScenes.js';

/** A reader by RFC 4180, apart from the writer: records end with CRLF, quoted fields may hold anything. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length; ) {
    let field = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        field += text[at];
        if (text[at] === '"') at++;
        if (at >= text.length) throw new Error('a quoted field does not end');
      }
      at++;
    } else while (at < text.length && text[at] !== ',' && text[at] !== '\r') field += text[at++];
    record.push(field);
    if (text[at] === ',') at++;
    else if (text.startsWith('\r\n', at)) {
      records.push(record);
      record = [];
      at += 2;
    } else throw new Error(`after a field there is ${JSON.stringify(text[at])} at ${at}`);
  }
  return records;
}

const asObjects = (text: string): Record<string, string>[] => {
  const [names, ...records] = readCsv(text);
  return records.map((record) => {
    expect(record.length).toBe(names.length);
    return Object.fromEntries(names.map((name, k) => [name, record[k]]));
  });
};

const { bodies, facts, clearance } = plantRoom();
const report = await sampleReport(bodies, { facts, clearance });
const withNames = (a: string, b: string): ClashReport => ({ ...report, pairs: [{ ...report.pairs[0], a, b }] });

describe('toCsv', () => {
  test('has the columns of the field, and a line for each pair', () => {
    const [names, ...lines] = readCsv(toCsv(report));
    expect(names.join()).toBe(
      'id,rule,status,a,b,a_type,b_type,a_file,b_file,a_source_id,b_source_id,x,y,z,distance,depth_along_view,volume,volume_error,units,measured,face_pairs,group',
    );
    expect(lines.length).toBe(report.pairs.length);
  });

  test('gives every figure back, digit by digit', () => {
    asObjects(toCsv(report)).forEach((line, k) => {
      const pair = report.pairs[k];
      expect(line).toMatchObject({ id: pair.id, rule: pair.kind, status: pair.status, units: 'mm' });
      expect([line.distance, line.depth_along_view, line.volume, line.volume_error].map(Number)).toEqual([
        ...[pair.distance, pair.depthAlongView, pair.volume, pair.volumeError],
      ]);
      expect([line.x, line.y, line.z]).toEqual(pair.point ? pair.point.map(String) : ['', '', '']);
      expect(line.a_file).toBe(report.bodies[pair.indices[0]].file);
      expect(line.b_type).toBe(report.bodies[pair.indices[1]].type ?? '');
    });
  });

  test('negative numbers stay numbers', () => {
    const hard = asObjects(toCsv(report)).find(({ rule }) => rule === 'hard')!;
    expect(Number(hard.distance)).toBeLessThan(-199);
  });

  test.each(['=1+1', '+A1', '-2', '@SUM(A1)', ' =1', '＝1+1', '\tx', '\rx', '\nx', '=HYPERLINK("http://x","y")'])(
    'defuses %j, which a spreadsheet would run',
    (name) => {
      const [line] = asObjects(toCsv(withNames(name, 'b')));
      expect(line.a).toBe(`'${name}`);
    },
  );

  test.each(['x;=1+1', 'x\t=1+1', 'x\n=1+1', 'x;"=1+1";', ';; @A1', '\t=1', 'x,y;-2', 'x\r\n+1', '"";"=1'])(
    'has no formula in %j, whatever separates columns',
    (name) => {
      const text = toCsv(withNames(name, name)).split('\r\n').slice(1).join('\r\n');
      const [, a] = /^\w+,\w+,\w+,(".*")(?:,.*){18}\s*$/s.exec(text) ?? [];
      expect(a).toBeDefined();
      // Where commas separate nothing, quotes within a line hold nothing together.
      const pieces = text.split(/[;\t\r\n]/).map((piece) => piece.replace(/^[" ]+/, ''));
      expect(pieces.filter((piece) => /^[=+\-@]/.test(piece))).toEqual([]);
      expect(asObjects(toCsv(withNames(name, name)))[0].a.replaceAll("'", '')).toBe(name);
    },
  );

  test.each(['a,b', 'say "x"', 'two\r\nlines', 'two\nlines', ' blanks ', '語 ü', HOSTILE, 'a-b=c', ''])(
    'gives %j back as it was',
    (name) => {
      const [line] = asObjects(toCsv(withNames(name, name)));
      expect([line.a, line.b]).toEqual([name, name]);
    },
  );

  test('names groups by number, and times where there is a motion', () => {
    const { indices } = report.pairs[0];
    const group = {
      bodies: ['x', 'y', 'z'],
      indices: [...indices, 9],
      volume: 1,
      volumeError: 0,
      depthAlongView: 1,
      point: [0, 0, 0],
    } as const;
    const times = {
      firstContact: { after: 0.25, at: 0.5 },
      worst: 1.5,
      kinds: ['hard'],
      intervals: [[0.5, 2]],
    } as const;
    const moving: ClashReport = {
      ...report,
      groups: [{ ...group, indices: [7, 8, 9] }, group, group],
      motion: { stepCount: 9, startTime: 0, endTime: 2, longestStep: 0.25 },
      pairs: [{ ...report.pairs[0], times }, report.pairs[1]],
    };
    const [first, second] = asObjects(toCsv(moving));
    expect(first).toMatchObject({
      group: '2 3',
      first_contact_after: '0.25',
      first_contact_at: '0.5',
      worst_time: '1.5',
    });
    expect(second).toMatchObject({ group: '', first_contact_after: '', worst_time: '' });
  });

  test('two hundred bodies in thousands of groups: a short column', () => {
    const count = 200;
    // Of body k there are the groups {k, k + 1, k + 2, …}, so that a pair (i, j) is in i + 1 of them.
    const groups = Array.from({ length: count - 2 }, (_, k) => ({
      ...{ bodies: [], volume: 1, volumeError: 0, depthAlongView: 1, point: [0, 0, 0] as const },
      indices: Array.from({ length: count - k }, (_, place) => k + place),
    }));
    const pairs = [
      [0, 1],
      [1, 2],
      [2, 199],
      [150, 199],
      [3, 4],
    ].map((indices) => ({ ...report.pairs[0], indices: indices as [number, number] }));
    const lines = asObjects(toCsv({ ...report, groups, pairs }));
    expect(lines.map(({ group }) => group)).toEqual(['1', '1 2', '1 2 3', '1 2 3 and 148 more', '1 2 3 and 1 more']);
  });

  test('is a line of names where nothing was found', () => {
    expect(readCsv(toCsv({ ...report, pairs: [] })).length).toBe(1);
  });
});
