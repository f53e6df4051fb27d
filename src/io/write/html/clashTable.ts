import type { PairKind } from '../../../detect/zlist/judgePair.js';
import type { ClashPicture } from '../../../report/clashPicture.js';
import { type ClashReport, REVIEW_STATUSES, type ReportPair } from '../../../report/clashReport.js';
import { KINDS_BY_WEIGHT } from '../../../report/kindInWords.js';
import { unitName } from '../../../report/unitName.js';
import { detailsHtml } from './clashDetails.js';
import { escapeHtml, nameHtml } from './escapeHtml.js';
import { count, counted, figure, timeText } from './figures.js';
import { kindsIn } from './header.js';
import { kindMark } from './kindMark.js';

/** A column: what is in it, and what it is sorted by: a number or a text; null comes last either way. */
interface Column {
  readonly key: string;
  readonly title: string;
  readonly unit?: string;
  /** Which way the first click sorts. */
  readonly first: 'ascending' | 'descending';
  /** Left out on narrow screens; the details have it, too. */
  readonly isMinor?: boolean;
  readonly isNumber?: boolean;
  readonly isName?: boolean;
  readonly cell: (pair: ReportPair) => string;
  readonly by?: (pair: ReportPair) => number | null;
}

const weightOf = (kind: PairKind): number => KINDS_BY_WEIGHT.indexOf(kind);

function columnsOf(report: ReportLike): Column[] {
  const { units, motion, pairs } = report;
  const unit = unitName(units);
  const number = (of: (pair: ReportPair) => number | null | undefined) =>
    ({
      isNumber: true,
      first: 'descending',
      cell: (pair) => figure(of(pair)),
      by: (pair) => of(pair) ?? null,
    }) as const satisfies Partial<Column>;
  const columns: Column[] = [
    {
      ...{ key: 'kind', title: 'Kind', first: 'ascending' },
      ...{ cell: ({ kind }) => kindMark(kind), by: ({ kind }) => weightOf(kind) },
    },
    { key: 'a', title: 'A', first: 'ascending', isName: true, cell: ({ a }) => nameHtml(a) },
    { key: 'b', title: 'B', first: 'ascending', isName: true, cell: ({ b }) => nameHtml(b) },
    { key: 'depth', title: 'Depth', unit, ...number(overlapOnly(({ depthAlongView }) => depthAlongView)) },
    {
      ...{ key: 'volume', title: 'Volume', unit: `${unit}³`, isMinor: true },
      ...number(overlapOnly(({ volume }) => volume)),
    },
    {
      key: 'distance',
      title: 'Distance',
      unit,
      ...number(({ distance }) => distance),
      first: 'ascending',
      isMinor: true,
    },
    {
      ...{ key: 'status', title: 'Status', first: 'ascending', isMinor: true },
      cell: ({ status }) => `<span class="status ${status}">${status}</span>`,
      by: ({ status }) => REVIEW_STATUSES.indexOf(status),
    },
  ];
  if (pairs.some(({ facePairCount }) => facePairCount !== null))
    columns.push({
      ...{ key: 'faces', title: 'Face pairs', isMinor: true },
      ...number(({ facePairCount }) => facePairCount),
      cell: ({ facePairCount }) => (facePairCount === null ? '–' : count(facePairCount)),
    });
  if (motion) {
    const time = timeText(report);
    const moment = (
      of: (pair: ReportPair) => number | undefined,
    ): Pick<Column, 'isNumber' | 'first' | 'cell' | 'by'> => ({
      ...number(of),
      first: 'ascending',
      cell: (pair) => (pair.times ? time(of(pair)!) : '–'),
    });
    columns.push(
      { key: 'first', title: 'First contact', ...moment(({ times }) => times?.firstContact.at) },
      { key: 'worst', title: 'Worst at', ...moment(({ times }) => times?.worst), isMinor: true },
    );
  }
  return columns;
}

const classesOf = ({ isNumber, isMinor, isName }: Column): string =>
  [isNumber && 'number', isMinor && 'minor', isName && 'name'].filter(Boolean).join(' ');

type ReportLike = Pick<ClashReport, 'units' | 'motion' | 'pairs'>;

/** Bodies that touch or are near have no depth and no volume in common, whatever rounding leaves of it. */
const overlapOnly =
  (of: (pair: ReportPair) => number) =>
  (pair: ReportPair): number | null =>
    of(pair) > 0 ? of(pair) : null;

/** The worst first: by kind, then by depth. */
export const worstFirst = (pairs: readonly ReportPair[]): ReportPair[] =>
  [...pairs].sort((p, q) => weightOf(p.kind) - weightOf(q.kind) || p.distance - q.distance);

/** All clashes: a line each, that opens to a picture and all figures. The script makes it sort and filter. */
export function clashTableHtml(
  report: ClashReport,
  pictures: ReadonlyMap<string, ClashPicture>,
  idOf: (pair: ReportPair) => string,
): string {
  if (report.pairs.length === 0) return '';
  const columns = columnsOf(report);
  const heads = columns.map((column) => {
    const { key, title, unit, first } = column;
    const name = unit ? `${title} <span class="unit">${unit}</span>` : title;
    return `<th scope="col" class="${classesOf(column)}" data-key="${key}" data-first="${first}"><button type="button" class="sort">${name}</button></th>`;
  });
  const clashes = worstFirst(report.pairs).map((pair, k) => {
    const id = idOf(pair);
    const cells = columns.map((column) => {
      const { cell, by } = column;
      const sorted = by ? ` data-v="${by(pair) ?? ''}"` : '';
      return `<td class="${classesOf(column)}"${sorted}>${cell(pair)}</td>`;
    });
    const label = escapeHtml(`Details of ${pair.a} × ${pair.b}`);
    return `<tbody id="${id}" data-kind="${pair.kind}" data-status="${pair.status}">
<tr class="line"><td class="open"><button type="button" aria-expanded="true" aria-controls="${id}-more" aria-label="${label}"></button><span class="rank">${k + 1}</span></td>${cells.join('')}</tr>
<tr class="more" id="${id}-more"><td colspan="${columns.length + 1}">${detailsHtml(report, pair, pictures.get(pair.id))}</td></tr>
</tbody>`;
  });
  return `<section aria-labelledby="clashes-title"><h2 id="clashes-title">${counted(report.pairs.length, 'pair')}</h2>
${controlsHtml(report)}
<div class="scroll" tabindex="0" role="region" aria-labelledby="clashes-title"><table id="clashes"${report.motion ? ' class="moving"' : ''}>
<caption class="unseen">Pairs with their figures. The buttons in the head sort.</caption>
<thead><tr><th scope="col" class="open"><span class="unseen">Details</span></th>${heads.join('')}</tr></thead>
${clashes.join('\n')}
</table></div>
<p id="nothing" class="hint" hidden>No pair fits the filter.</p>
</section>`;
}

function controlsHtml(report: ClashReport): string {
  const kinds = kindsIn(report).map(
    (kind) => `<label><input type="checkbox" name="kind" value="${kind}" checked>${kindMark(kind)}</label>`,
  );
  const statuses = REVIEW_STATUSES.filter((status) => report.pairs.some((pair) => pair.status === status));
  const options = statuses.map((status) => `<option value="${status}">${status}</option>`);
  return `<form class="controls" hidden>
<label class="find">Find <input type="search" id="find" autocomplete="off" placeholder="name, file, type, id"></label>
<fieldset${kinds.length === 1 ? ' hidden' : ''}><legend class="unseen">Kinds</legend>${kinds.join('')}</fieldset>
<label>Status <select id="status"><option value="">all</option>${options.join('')}</select></label>
<button type="button" id="all" aria-pressed="false">Open all</button>
<output id="shown" aria-live="polite"></output>
</form>`;
}
