import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { groupsOfPair } from './groupsOfPair.js';

/** One column: its name, and what it says of a pair. Texts are guarded and quoted, numbers are as they are, null is empty. */
type Column = readonly [name: string, of: (pair: ReportPair) => string | number | null | undefined];

/**
 * The pairs of a report as comma-separated values (RFC 4180): a line of names, then a line for each pair, in UTF-8, with a point
 * as decimal sign whatever the country. A spreadsheet takes a text that begins with = + - @ for a formula, so such texts (and
 * those that begin with a tab or a line break) get an apostrophe before them. So do such pieces of a text behind a semicolon,
 * a tab or a line break: where these separate columns, quotes within a line do not hold a text together.
 *
 * @example await writeFile('clashes.csv', toCsv(report))
 */
export function toCsv(report: ClashReport): string {
  const columns = columnsOf(report);
  const lines = [columns.map(([name]) => name), ...report.pairs.map((pair) => columns.map(([, of]) => cell(of(pair))))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function columnsOf(report: ClashReport): Column[] {
  const { bodies, units, motion } = report;
  const a = ({ indices }: ReportPair) => bodies[indices[0]];
  const b = ({ indices }: ReportPair) => bodies[indices[1]];
  const groupsOf = (pair: ReportPair): string => {
    const { first, count } = groupsOfPair(report, pair);
    const rest = count - first.length;
    return first.map((place) => place + 1).join(' ') + (rest > 0 ? ` and ${rest} more` : '');
  };
  const columns: Column[] = [
    ['id', ({ id }) => id],
    ['rule', ({ kind }) => kind],
    ['status', ({ status }) => status],
    ['a', (pair) => pair.a],
    ['b', (pair) => pair.b],
    ['a_type', (pair) => a(pair)?.type],
    ['b_type', (pair) => b(pair)?.type],
    ['a_file', (pair) => a(pair)?.file],
    ['b_file', (pair) => b(pair)?.file],
    ['a_source_id', (pair) => a(pair)?.sourceId],
    ['b_source_id', (pair) => b(pair)?.sourceId],
    ['x', ({ point }) => point?.[0]],
    ['y', ({ point }) => point?.[1]],
    ['z', ({ point }) => point?.[2]],
    ['distance', ({ distance }) => distance],
    ['depth_along_view', ({ depthAlongView }) => depthAlongView],
    ['volume', ({ volume }) => volume],
    ['volume_error', ({ volumeError }) => volumeError],
    ['units', () => units],
    ['measured', ({ measured: { precision, volumeBy } }) => `${precision}, volume by ${volumeBy}`],
    ['face_pairs', ({ facePairCount }) => facePairCount],
    ['group', groupsOf],
  ];
  if (motion)
    columns.push(
      ['first_contact_after', ({ times }) => times?.firstContact.after],
      ['first_contact_at', ({ times }) => times?.firstContact.at],
      ['worst_time', ({ times }) => times?.worst],
    );
  return columns;
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const guarded = (/^[\t\r\n]/.test(value) ? `'${value}` : value).replace(FORMULA_AHEAD, "$1'$2");
  return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The start of a text, or of what may become a cell of its own, before a sign that makes it a formula (also a wide one). */
const FORMULA_AHEAD = /(^|[;\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g;
