import { extent } from '../../../math/box.js';
import type { ClashReport, ReportBody } from '../../../report/clashReport.js';
import { roundUp } from '../../../report/roundNumbers.js';
import { unitName } from '../../../report/unitName.js';
import { escapeHtml, nameHtml } from './escapeHtml.js';
import { count, counted, figure } from './figures.js';

/** So many bodies are shown at once; more are there, and one opens the list. */
const OPEN_UP_TO = 40;

/** The bodies with what is wrong with them. */
export function bodyTableHtml({ bodies, diagnostics, units }: ClashReport): string {
  const unit = unitName(units);
  const faults = new Map<string, string[]>();
  for (const { body, message } of diagnostics) {
    const known = faults.get(body);
    if (known) known.push(message);
    else faults.set(body, [message]);
  }
  const rows = bodies.map((body) => rowHtml(body, faults.get(body.name) ?? []));
  const faulty = bodies.filter(({ name, closed }) => !closed || faults.has(name)).length;
  const note = faulty > 0 ? `, ${count(faulty)} of them faulty` : '';
  return `<section><details${bodies.length <= OPEN_UP_TO ? ' open' : ''}><summary><h2>${counted(bodies.length, 'body', 'bodies')}${note}</h2></summary>
<div class="scroll"><table class="bodies">
<thead><tr><th scope="col">Body</th><th scope="col" class="minor">File</th><th scope="col" class="minor">Type</th><th scope="col" class="number">Triangles</th><th scope="col">Closed</th><th scope="col" class="number">Volume <span class="unit">${unit}³</span></th><th scope="col" class="number minor">Size <span class="unit">${unit}</span></th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div></details></section>`;
}

function rowHtml(
  { name, file, type, triangles, closed, volume, bounds, path, surface, chordError }: ReportBody,
  faults: readonly string[],
): string {
  const inside = path.length > 0 ? ` <span class="quiet">in ${path.map(nameHtml).join(' / ')}</span>` : '';
  const isClosed = closed ? 'yes' : '<strong class="fault">no: open</strong>';
  const worth = chordError
    ? `${surface ? `${surface.kind}, ${counted(surface.patchCount, 'patch', 'patches')}; ` : ''}triangles up to ${figure(roundUp(chordError, 3))} off the surface`
    : '';
  const shape = worth && ` <span class="quiet">${escapeHtml(worth)}</span>`;
  const wrong =
    faults.length > 0
      ? `\n<tr class="faults"><td colspan="7">${faults.map((fault) => escapeHtml(fault)).join('<br>')}</td></tr>`
      : '';
  return `<tr><th scope="row" class="name">${nameHtml(name)}${inside}${shape}</th><td class="minor name">${nameHtml(file)}</td><td class="minor">${type ? escapeHtml(type) : '–'}</td><td class="number">${count(triangles)}</td><td>${isClosed}</td><td class="number">${figure(volume)}</td><td class="number minor">${extent(bounds).map(figure).join(' × ')}</td></tr>${wrong}`;
}

/** What could not be decided or read, and what else there is to know; empty where there is nothing. */
export function notesHtml({ bodies, complete, diagnostics, undecided }: ClashReport): string {
  const names = new Set(bodies.map(({ name }) => name));
  const notes = [
    ...(complete ? [] : ['The work was interrupted: pairs may be missing.']),
    ...diagnostics
      .filter(({ body }) => !names.has(body))
      .map(({ body, message }) => `${nameHtml(body)}: ${escapeHtml(message)}`),
  ];
  const open = undecided.map(({ a, b, reason }) => {
    const who = [a, b].filter((name) => name !== undefined).map(nameHtml);
    return `${who.join(' × ')}${who.length > 0 ? ': ' : ''}${escapeHtml(reason)}`;
  });
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const said = notes.length > 0 ? list(notes) : '';
  const left =
    open.length > 0
      ? `<details${open.length <= 5 ? ' open' : ''}><summary>${counted(open.length, 'doubt')}: pairs that were found apart may not be</summary>${list(open)}</details>`
      : '';
  return said || left ? `<section class="notes" aria-label="Notes">${said}${left}</section>` : '';
}
