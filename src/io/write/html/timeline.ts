import type { ClashReport, ReportMotion, ReportPair } from '../../../report/clashReport.js';
import { type Axis, linearAxis } from './axis.js';
import { nameHtml } from './escapeHtml.js';
import { timeText } from './figures.js';
import { kindMark } from './kindMark.js';

const SIZE = { width: 480, height: 18, margin: 14 } as const;

/** When which pair is in contact; empty without a motion. */
export function timelineHtml(report: ClashReport, idOf: (pair: ReportPair) => string): string {
  const { motion, pairs } = report;
  if (!motion) return '';
  const moving = pairs.filter(({ times }) => times);
  if (moving.length === 0) return '';
  const ordered = moving.sort((p, q) => p.times!.firstContact.at - q.times!.firstContact.at);
  const time = timeText(report);
  const axis = axisOf(motion, time);
  const rows = ordered.map((pair) => rowHtml(pair, axis, idOf(pair), time)).join('\n');
  return `<section aria-labelledby="timeline-title"><h2 id="timeline-title">Contacts over time</h2>
<p class="hint">Bars: from the first to the last step of each contact. Mark: where the pair is worst.</p>
<div class="scroll tall" tabindex="0" role="region" aria-labelledby="timeline-title"><table class="timeline">
<thead><tr><th scope="col">Pair</th><th scope="col">Kind</th><th scope="col" class="number">First contact</th><th scope="col" class="number">Worst</th><th scope="col"><span class="unseen">Time</span>${axisSvg(axis)}</th></tr></thead>
<tbody>
${rows}
</tbody></table></div></section>`;
}

function rowHtml(pair: ReportPair, axis: Axis, id: string, time: (time: number) => string): string {
  const { firstContact, worst } = pair.times!;
  const first = firstContact.after === null ? 'from the beginning' : time(firstContact.at);
  return `<tr><th scope="row"><a href="#${id}">${nameHtml(pair.a)} × ${nameHtml(pair.b)}</a></th><td>${kindMark(pair.kind)}</td><td class="number">${first}</td><td class="number">${time(worst)}</td><td>${barsSvg(pair, axis)}</td></tr>`;
}

/** As many marks as their texts leave room for. */
function axisOf({ startTime, endTime }: ReportMotion, time: (time: number) => string): Axis {
  const { width, margin } = SIZE;
  const axisWith = (most: number) => linearAxis(startTime, endTime, margin, width - margin, most, time);
  for (let most = 5; most > 1; most--) {
    const axis = axisWith(most);
    const places = axis.ticks.map(({ value, text }) => spanOf(axis.at(value), text));
    if (places.every(([from], k) => k === 0 || from > places[k - 1][1] + TEXT_GAP)) return axis;
  }
  return axisWith(1);
}

const TEXT_GAP = 8;
/** No digit is wider. */
const LETTER_WIDTH = 7.5;

/** From where to where the text of a mark goes: its middle is at the mark, unless it would leave the picture. */
function spanOf(x: number, text: string): readonly [from: number, to: number] {
  const width = text.length * LETTER_WIDTH;
  const from = Math.max(0, Math.min(SIZE.width - width, x - width / 2));
  return [from, from + width];
}

function axisSvg({ at, ticks }: Axis): string {
  const marks = ticks.map(({ value, text }) => {
    const [from, to] = spanOf(at(value), text);
    return `<path class="axis" d="M${num(at(value))} 14V18"/><text x="${num((from + to) / 2)}" y="11" text-anchor="middle">${text}</text>`;
  });
  return `<svg class="strip" aria-hidden="true" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${marks.join('')}<path class="axis" d="M${SIZE.margin} 17.5H${SIZE.width - SIZE.margin}"/></svg>`;
}

function barsSvg({ kind, times }: ReportPair, { at, ticks }: Axis): string {
  const grid = ticks.map(({ value }) => `<path class="grid" d="M${num(at(value))} 0V${SIZE.height}"/>`).join('');
  const bars = times!.intervals.map(([from, to]) => {
    // One step is a moment; it must be seen all the same.
    const width = Math.max(3, at(to) - at(from));
    return `<rect class="${kind}" x="${num((at(from) + at(to) - width) / 2)}" y="5" width="${num(width)}" height="8" rx="1.5"/>`;
  });
  const worst = `<path class="worst" d="M${num(at(times!.worst))} 1l4 4-4 12-4-12z"/>`;
  return `<svg class="strip" aria-hidden="true" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${grid}${bars.join('')}${worst}</svg>`;
}

const num = (value: number): string => String(Number(value.toFixed(2)));
