import type { PairKind } from '../../../detect/zlist/judgePair.js';
import type { ClashReport, ReportPair } from '../../../report/clashReport.js';
import { clashKinds, isOfClashKind } from '../../../report/countsAsClash.js';
import { KIND_MEANING, KINDS_BY_WEIGHT } from '../../../report/kindInWords.js';
import { unitName } from '../../../report/unitName.js';
import { escapeHtml } from './escapeHtml.js';
import { boundWith, count, counted, figureWith, timeText } from './figures.js';
import { kindMark } from './kindMark.js';

/** What a reader wants to know first: the verdict, how many of which kind, how it was measured, what can be missing. */
export function headerHtml(report: ClashReport): string {
  const { bodies, pairsAsked, pairsLookedAt } = report;
  const files = new Set(bodies.map(({ file }) => file)).size;
  const scope = `${counted(bodies.length, 'body', 'bodies')} from ${counted(files, 'file')}, ${counted(pairsAsked, 'pair')} asked for, ${count(pairsLookedAt)} looked at`;
  const { tone, title, detail } = verdict(report);
  return `<header class="top ${tone}">
<p class="brand">Clash report</p>
<h1>${title}</h1>
<p class="scope">${detail}${scope}.</p>
</header>
<ul class="tiles" aria-label="Pairs by kind">${kindTiles(report)}</ul>
${factsHtml(report)}`;
}

interface Verdict {
  readonly tone: 'clash' | 'clear' | 'unsure';
  readonly title: string;
  readonly detail: string;
}

function verdict({ clash, complete, pairs, settings, undecided }: ClashReport): Verdict {
  const counting = pairs.filter((pair) => isOfClashKind(pair, settings));
  const open = counting.filter(({ status }) => status !== 'approved' && status !== 'resolved');
  const settled = counting.length - open.length;
  const kept = settled > 0 ? `${counted(settled, 'clash', 'clashes')} approved or resolved; ` : '';
  if (clash) {
    const doubts = undecided.length > 0 ? `${counted(undecided.length, 'doubt')} besides, see below; ` : '';
    const found = `${counted(open.length, 'clash', 'clashes')} found`;
    return complete
      ? { tone: 'clash', title: found, detail: `${doubts}${kept}` }
      : { tone: 'clash', title: `${found} so far`, detail: `the work was interrupted; ${doubts}${kept}` };
  }
  if (!complete) return { tone: 'unsure', title: 'No clash found so far', detail: `the work was interrupted; ${kept}` };
  if (undecided.length > 0)
    return { tone: 'unsure', title: 'Undecided', detail: `no clash found for certain; ${kept}` };
  return { tone: 'clear', title: settled > 0 ? 'No open clash' : 'No clash found', detail: kept };
}

export const kindsIn = ({ pairs }: ClashReport): PairKind[] =>
  KINDS_BY_WEIGHT.filter((kind) => pairs.some((pair) => pair.kind === kind));

const kindTiles = (report: ClashReport): string =>
  kindsIn(report)
    .map((kind) => {
      const pairs = report.pairs.filter((pair) => pair.kind === kind);
      return `<li><strong>${count(pairs.length)}</strong>${kindMark(kind)}<span class="meaning">${KIND_MEANING[kind]}${noteOn(kind, pairs, report)}</span></li>`;
    })
    .join('');

/** Where a kind does not count as a clash; pairs may count all the same, for what they are at another moment than the worst. */
function noteOn(kind: PairKind, pairs: readonly ReportPair[], { settings }: ClashReport): string {
  const counting = clashKinds(settings);
  if (counting.includes(kind)) return '';
  const those = pairs.filter((pair) => isOfClashKind(pair, settings));
  if (those.length === 0) return ' <small>(does not count as a clash)</small>';
  const others = counting.filter((one) => those.some(({ times }) => times?.kinds.includes(one)));
  const which =
    those.length < pairs.length ? `${count(those.length)} of them count` : those.length === 1 ? 'counts' : 'count';
  return ` <small>(${which} as a clash: ${others.join(' or ')} at another moment than the worst)</small>`;
}

function factsHtml(report: ClashReport): string {
  const { units, precision, settings, backend, pairs, tool, motion } = report;
  const unit = unitName(units);
  const { resolution, views, tolerance, clearance } = settings;
  const facts: [string, string][] = [
    ['Units', units === null ? 'not known: no file tells what a length of 1 means' : unit],
    ['Precision', precision],
    ['Rays', `${resolution} × ${resolution} a view, ${counted(views, 'view')} a pair`],
    ['Tolerance', figureWith(tolerance, unit)],
    ['Clearance', clearance === null ? 'none demanded' : figureWith(clearance, unit)],
    ['Counts as a clash', clashKinds(settings).join(', ') || 'nothing'],
    ['Made with', `${escapeHtml(tool)}, ${escapeHtml(backend)}`],
  ];
  if (motion) {
    const time = timeText(report);
    facts.push([
      'Motion',
      `${counted(motion.stepCount, 'step')} from ${time(motion.startTime)} to ${time(motion.endTime)}, at most ${boundWith(motion.longestStep, '').trim()} apart: what begins and ends between two steps is not seen`,
    ]);
  }
  const list = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
  const missed = pairs.reduce((most, { measured }) => Math.max(most, measured.missedBelow), 0);
  const size =
    missed > 0
      ? ` Of the pairs below, the coarsest was looked at so that nothing thicker than ${boundWith(missed, unit)} can have been missed; each says its own limit.`
      : '';
  const limit =
    precision === 'exact'
      ? 'Which bodies touch, overlap or contain each other is decided exactly for the coordinates given. Depths and volumes are sampled by rays and carry their error.'
      : 'Rays decide: an overlap that is thinner than the distance between two rays can be missed. Volumes carry their error.';
  return `<section class="facts" aria-label="How it was measured"><dl>${list}</dl>
<p class="limit"><strong>What can be missing.</strong> ${limit}${size}</p></section>`;
}
