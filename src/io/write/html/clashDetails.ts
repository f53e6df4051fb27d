import type { ClashPicture } from '../../../report/clashPicture.js';
import type { ClashReport, ReportBody, ReportPair } from '../../../report/clashReport.js';
import { directionName } from '../../../report/directionName.js';
import { KIND_MEANING } from '../../../report/kindInWords.js';
import { unitName } from '../../../report/unitName.js';
import { groupsOfPair } from '../groupsOfPair.js';
import { base64 } from './base64.js';
import { escapeHtml, nameHtml } from './escapeHtml.js';
import { count, figureWith, measureWith, place, timeText } from './figures.js';

/** The picture of a pair and all that is known of it. */
export function detailsHtml(report: ClashReport, pair: ReportPair, picture: ClashPicture | undefined): string {
  const image = picture ? `<figure class="picture">${imageHtml(pair, picture)}</figure>` : '';
  const facts = factsOf(report, pair)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`)
    .join('');
  return `<div class="details">${image}<div><p class="said">${saidOf(pair)}</p><dl>${facts}</dl><p class="limit">${escapeHtml(pair.measured.limit)}</p></div></div>`;
}

function imageHtml({ a, b, kind }: ReportPair, { width, height, png, view }: ClashPicture): string {
  const said = escapeHtml(`${a} and ${b}, ${kind}, seen along ${directionName(view.direction)}`);
  return `<img loading="lazy" decoding="async" width="${width}" height="${height}" alt="${said}" src="data:image/png;base64,${base64(png)}">`;
}

function saidOf({ a, b, kind, inner }: ReportPair): string {
  if (kind === 'contained' && inner)
    return inner === 'a' ? `${nameHtml(a)} lies inside ${nameHtml(b)}.` : `${nameHtml(b)} lies inside ${nameHtml(a)}.`;
  return `${nameHtml(a)} and ${nameHtml(b)}: ${KIND_MEANING[kind]}.`;
}

function factsOf(report: ClashReport, pair: ReportPair): [string, string][] {
  const unit = unitName(report.units);
  const { kind, volume, volumeError, area, depthAlongView, direction, distance, distanceError, bounds, measured } =
    pair;
  const isOverlap = kind === 'hard' || kind === 'contained' || kind === 'duplicate';
  const facts: [string, string][] = [
    ['Signed distance', `${measureWith(distance, distanceError, unit)}; negative is inside`],
  ];
  if (depthAlongView > 0)
    facts.push(['Depth', `${figureWith(depthAlongView, unit)}, along ${directionName(direction)}`]);
  if (isOverlap) facts.push(['Volume', `${measureWith(volume, volumeError, `${unit}³`)}, by ${measured.volumeBy}`]);
  if (area > 0) facts.push([isOverlap ? 'Area seen' : 'Area of contact', figureWith(area, `${unit}²`)]);
  facts.push(['Point', `${place(pair.point, report)} ${unit}`]);
  if (bounds) facts.push(['Box', `${place(bounds.min, report)} to ${place(bounds.max, report)} ${unit}`]);
  if (pair.nearest)
    facts.push(['Nearest points', `${place(pair.nearest[0], report)} and ${place(pair.nearest[1], report)} ${unit}`]);
  if (pair.facePairCount !== null) facts.push(['Pairs of faces', count(pair.facePairCount)]);
  if (pair.times) facts.push(['In contact', whenOf(pair.times, timeText(report))]);
  if (pair.times && pair.times.kinds.length > 1)
    facts.push(['Kinds', `${pair.times.kinds.join(', ')} over time; all figures are of the worst moment, ${kind}`]);
  const groups = groupsOfPair(report, pair);
  const named = groups.first.map((place) => place + 1).join(', ');
  const more = groups.count - groups.first.length;
  if (groups.count > 0) facts.push(['Group', more > 0 ? `${named} and ${count(more)} more` : named]);
  facts.push(
    ['A', bodyOf(pair.a, report.bodies[pair.indices[0]])],
    ['B', bodyOf(pair.b, report.bodies[pair.indices[1]])],
    ['Measured', `${measured.precision}, ${measured.viewCount} ${measured.viewCount === 1 ? 'view' : 'views'}`],
    ['Status', pair.status],
    ['Id', `<code>${escapeHtml(pair.id)}</code>`],
  );
  return facts;
}

function whenOf(
  { firstContact: { after, at }, worst, intervals }: NonNullable<ReportPair['times']>,
  time: (time: number) => string,
): string {
  const first = after === null ? 'from the beginning' : `first between ${time(after)} and ${time(at)}`;
  const spans = intervals.map(([from, to]) => [...new Set([time(from), time(to)])].join(' to '));
  return `${first}, worst at ${time(worst)}; steps ${spans.join(', ')}`;
}

function bodyOf(name: string, body: ReportBody | undefined): string {
  if (!body) return nameHtml(name);
  const { path, file, type, sourceId } = body;
  const facts = [
    type && escapeHtml(type),
    path.length > 0 && `in ${path.map(nameHtml).join(' / ')}`,
    `from ${nameHtml(file)}`,
    sourceId && `<code>${escapeHtml(sourceId)}</code>`,
  ].filter(Boolean);
  return `${nameHtml(name)} <span class="quiet">${facts.join(', ')}</span>`;
}
