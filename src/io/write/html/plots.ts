import type { ClashReport, ReportPair } from '../../../report/clashReport.js';
import { unitName } from '../../../report/unitName.js';
import { axisFor } from './axis.js';
import { escapeHtml } from './escapeHtml.js';
import { count, figureWith } from './figures.js';

/** A plot's size and margins, in units of its own. */
const SIZE = { width: 560, height: 250, left: 62, right: 10, top: 12, bottom: 38 } as const;
const WIDEST_BAR = 30;
/** More would be thinner than a screen can show. */
const MOST_BARS = 1000;

/** What a plot is about. */
interface Quantity {
  readonly title: string;
  readonly unit: string;
  readonly order: string;
  readonly of: (pair: ReportPair) => number;
}

/** How deep and how large the overlaps are, the worst first. `idOf` is where the pair is in the page. */
export function plotsHtml({ pairs, units }: ClashReport, idOf: (pair: ReportPair) => string): string {
  const unit = unitName(units);
  const quantities: Quantity[] = [
    { title: 'Depth along the view', unit, order: 'deepest first', of: ({ depthAlongView }) => depthAlongView },
    { title: 'Volume of the overlap', unit: `${unit}³`, order: 'largest first', of: ({ volume }) => volume },
  ];
  const figures = quantities.map((quantity) => plotHtml(pairs, quantity, idOf)).join('');
  return figures && `<section class="plots" aria-label="Depths and volumes">${figures}</section>`;
}

function plotHtml(pairs: readonly ReportPair[], quantity: Quantity, idOf: (pair: ReportPair) => string): string {
  const { title, unit, order, of } = quantity;
  const all = pairs.filter((pair) => of(pair) > 0).sort((p, q) => of(q) - of(p));
  if (all.length === 0) return '';
  const shown = all.slice(0, MOST_BARS);
  const { width, height, left, right, top, bottom } = SIZE;
  const floor = height - bottom;
  const { at, ticks, isLog } = axisFor(shown.map(of), floor, top);
  const pitch = Math.min(WIDEST_BAR / 0.8, (width - left - right) / shown.length);
  const bars = shown.map((pair, k) => {
    const name = escapeHtml(`${pair.a} × ${pair.b}: ${figureWith(of(pair), unit)}`);
    const x = left + (k + 0.5) * pitch;
    return `<a href="#${idOf(pair)}" tabindex="-1"><title>${name}</title>${mark(pair, x, at(of(pair)), floor, pitch, isLog)}</a>`;
  });
  const grid = ticks.map(
    ({ value, text }) =>
      `<path class="grid" d="M${left} ${num(at(value))}H${width - right}"/><text x="${left - 7}" y="${num(at(value) + 4)}" text-anchor="end">${text}</text>`,
  );
  const some = shown.length < all.length ? `the first ${count(shown.length)} of ` : '';
  const axis = `${some}${count(all.length)} ${all.length === 1 ? 'overlap' : 'overlaps'}${all.length === 1 ? '' : `, ${order}`}`;
  const said = `${title}: from ${figureWith(of(all[all.length - 1]), unit)} to ${figureWith(of(all[0]), unit)} over ${count(all.length)} overlaps.`;
  return `<figure><figcaption>${title} <span>(${unit}${isLog ? ', logarithmic' : ''})</span></figcaption>
<svg role="img" aria-label="${escapeHtml(said)}" viewBox="0 0 ${width} ${height}">
${grid.join('')}
<path class="axis" d="M${left} ${top}V${floor}H${width - right}"/>
${bars.join('\n')}
<text class="label" x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">${axis}</text>
</svg></figure>`;
}

/** A bar from zero; on a logarithmic scale, which has none, a dot. */
function mark({ kind }: ReportPair, x: number, y: number, floor: number, pitch: number, isLog: boolean): string {
  if (isLog)
    return `<circle class="${kind}" cx="${num(x)}" cy="${num(y)}" r="${num(Math.max(1.6, Math.min(4, pitch)))}"/>`;
  // Thin bars without gaps, on whole pixels: no stripes between them.
  const bar = pitch > 4 ? 0.8 * pitch : pitch;
  const crisp = pitch > 4 ? '' : ' shape-rendering="crispEdges"';
  return `<rect class="${kind}"${crisp} x="${num(x - bar / 2)}" y="${num(y)}" width="${num(bar)}" height="${num(Math.max(0.5, floor - y))}"/>`;
}

const num = (value: number): string => String(Number(value.toFixed(2)));
