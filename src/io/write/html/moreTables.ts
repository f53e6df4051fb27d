import type { ClashReport, ResolvedPair } from '../../../report/clashReport.js';
import { unitName } from '../../../report/unitName.js';
import { nameHtml } from './escapeHtml.js';
import { counted, figure, measureWith, place } from './figures.js';
import { kindMark } from './kindMark.js';

/** Where three and more bodies overlap: for each set of bodies the places that lie in just these and in no other. */
export function groupTableHtml(report: ClashReport): string {
  const { groups, units } = report;
  if (groups.length === 0) return '';
  const unit = unitName(units);
  const rows = groups.map(
    ({ bodies, volume, volumeError, depthAlongView, point }, k) =>
      `<tr><th scope="row">${k + 1}</th><td>${bodies.map(nameHtml).join(', ')}</td><td class="number">${figure(depthAlongView)}</td><td class="number">${measureWith(volume, volumeError, '').trim()}</td><td class="minor">${place(point, report)}</td></tr>`,
  );
  return `<section><h2>${counted(groups.length, 'group')} of three and more bodies that overlap in one place</h2>
<p class="hint">Depth and volume are of what lies in just these bodies, and in no other.</p>
<div class="scroll"><table><thead><tr><th scope="col">Group</th><th scope="col">Bodies</th><th scope="col" class="number">Depth <span class="unit">${unit}</span></th><th scope="col" class="number">Volume <span class="unit">${unit}³</span></th><th scope="col" class="minor">Point</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div></section>`;
}

/** What an earlier report had and this one has not: what is gone, and apart from it what this report could not tell. */
export function resolvedTableHtml({ resolved = [] }: ClashReport): string {
  const gone = resolved.filter(({ status }) => status === 'resolved');
  const unknown = resolved.filter(({ status }) => status !== 'resolved');
  const tables = [
    earlierHtml(gone, `${counted(gone.length, 'pair')} of the earlier report not found any more`),
    earlierHtml(unknown, `${counted(unknown.length, 'pair')} of the earlier report that this one could not decide on`),
  ];
  return tables.filter(Boolean).join('\n');
}

function earlierHtml(pairs: readonly ResolvedPair[], title: string): string {
  if (pairs.length === 0) return '';
  const rows = pairs.map(
    ({ a, b, kind, status }) =>
      `<tr><td>${kindMark(kind)}</td><td>${nameHtml(a)}</td><td>${nameHtml(b)}</td><td><span class="status ${status}">${status}</span></td></tr>`,
  );
  return `<section><details><summary><h2>${title}</h2></summary>
<div class="scroll"><table><thead><tr><th scope="col">Was</th><th scope="col">A</th><th scope="col">B</th><th scope="col">Status</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div></details></section>`;
}
