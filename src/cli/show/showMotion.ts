import type { ClashReport, PairTimes, ReportMotion, ReportPair } from '../../report/clashReport.js';
import { clashKinds } from '../../report/countsAsClash.js';
import { timeFormat } from '../../report/formatTime.js';
import { printable } from '../terminal/printable.js';
import type { Column } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { bound, counted, figure, measure, place, titled } from './figures.js';
import { lines } from './notes.js';
import { overlapping, showPairs, showSummary } from './showScene.js';
import { paintOf } from './verdict.js';

type TimeFormat = (time: number) => string;

/** How many stretches of time are listed. */
const MOST_INTERVALS = 3;

/** Which pairs ever meet, when first, when worst and for how long. */
export function showMotion(report: ClashReport, terminal: Terminal): string[] {
  const { motion } = report;
  return [
    ...showPairs(report, columnsOf(report, terminal), terminal),
    ...showSummary(report, terminal),
    ...(motion ? lines(showSteps(motion, timeFormat(report)), terminal) : []),
  ];
}

function showSteps({ stepCount, startTime, endTime, longestStep }: ReportMotion, time: TimeFormat): string {
  if (stepCount < 2) return `1 step, at ${time(startTime)}: nothing moves`;
  return `${counted(stepCount, 'step')} from ${time(startTime)} to ${time(endTime)}; what begins and ends within ${bound(longestStep)} can go unseen`;
}

function columnsOf(report: ClashReport, { style }: Terminal): Column<ReportPair>[] {
  const time = timeFormat(report);
  return [
    { title: 'kind', rank: 10, cell: (pair) => showKind(pair, report), paint: (pair) => paintOf(pair, report, style) },
    { title: 'A', rank: 9, least: 8, cell: ({ a }) => printable(a) },
    { title: 'B', rank: 9, least: 8, cell: ({ b }) => printable(b) },
    { title: 'first contact', rank: 8, cell: ({ times }) => (times ? showFirst(times, time) : '') },
    { title: 'worst at', rank: 7, align: 'right', cell: ({ times }) => (times ? time(times.worst) : '') },
    {
      title: titled('depth', report),
      rank: 6,
      align: 'right',
      cell: (pair) => overlapping(pair, figure(pair.depthAlongView)),
    },
    { title: titled('distance', report), rank: 5, align: 'right', cell: ({ distance }) => figure(distance) },
    { title: 'when', rank: 4, cell: ({ times }) => (times ? showIntervals(times, time) : '') },
    {
      title: titled('volume', report, 3),
      rank: 3,
      align: 'right',
      cell: (pair) => overlapping(pair, measure(pair.volume, pair.volumeError)),
    },
    { title: 'at', rank: 2, cell: (pair) => (pair.point ? place(pair.point, report) : '') },
    { title: 'id', rank: 1, cell: ({ id }) => id },
  ];
}

/** Where the pair counts for what it is at another moment than the worst, that is named, too: `contained, also hard`. */
function showKind({ kind, times }: ReportPair, { settings }: ClashReport): string {
  const counting = clashKinds(settings);
  const others = times?.kinds.filter((one) => counting.includes(one)) ?? [];
  return counting.includes(kind) || others.length === 0 ? kind : `${kind}, also ${others.join(', ')}`;
}

/** `after 0.4 at 0.5`: apart at the one, not any more at the other. */
export function showFirst({ firstContact: { after, at } }: PairTimes, time: TimeFormat): string {
  return after === null ? `from the start (${time(at)})` : `after ${time(after)} at ${time(at)}`;
}

/** `0.5–1.2, 3, 4–5 and 2 more` */
export function showIntervals({ intervals }: PairTimes, time: TimeFormat): string {
  const shown = intervals.slice(0, MOST_INTERVALS).map(([from, to]) => [...new Set([time(from), time(to)])].join('–'));
  const rest = intervals.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
