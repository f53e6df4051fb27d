import { roundStep } from '../../src/report/roundNumbers.js';
import type { Point } from './fitLine.js';

/** Points of one colour and shape, and a curve through them. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  readonly curve?: (x: number) => number;
  /** What the curve is, for the legend. */
  readonly curveName?: string;
}

export interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** Both axes: from zero up, or by powers of ten. */
  readonly scale: 'linear' | 'log';
}

const WIDTH = 760;
const HEIGHT = 500;
const PLOT = { left: 84, right: 728, top: 52, bottom: 430 };
/** Told apart by everybody (Okabe and Ito), and by their marks in black and white. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];
const CURVE_STEPS = 96;

/** A chart as an SVG file. The same numbers give the same bytes. */
export function chart({ title, xLabel, yLabel, series, scale }: ChartOptions): string {
  // With the curves' ends, so that no curve leaves the chart.
  const all = series.flatMap(({ points, curve }) => [
    ...points,
    ...(curve ? points.map(([px]) => [px, curve(px)] as const) : []),
  ]);
  const toAxis = scale === 'log' ? logAxis : linearAxis;
  const x = toAxis(
    all.map((point) => point[0]),
    PLOT.left,
    PLOT.right,
  );
  const y = toAxis(
    all.map((point) => point[1]),
    PLOT.bottom,
    PLOT.top,
  );
  const middle = { x: (PLOT.left + PLOT.right) / 2, y: (PLOT.top + PLOT.bottom) / 2 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#222">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<clipPath id="plot"><rect x="${PLOT.left}" y="${PLOT.top}" width="${PLOT.right - PLOT.left}" height="${PLOT.bottom - PLOT.top}"/></clipPath>`,
    text(middle.x, 28, title, 'text-anchor="middle" font-size="16" font-weight="bold"'),
    ...x.ticks.map(({ at, label }) =>
      [
        ...(label ? [line(at, PLOT.top, at, PLOT.bottom, '#e4e4e4')] : []),
        line(at, PLOT.bottom, at, PLOT.bottom + (label ? 6 : 3), '#222'),
        ...(label ? [text(at, PLOT.bottom + 21, label, 'text-anchor="middle"')] : []),
      ].join('\n'),
    ),
    ...y.ticks.map(({ at, label }) =>
      [
        ...(label ? [line(PLOT.left, at, PLOT.right, at, '#e4e4e4')] : []),
        line(PLOT.left - (label ? 6 : 3), at, PLOT.left, at, '#222'),
        ...(label ? [text(PLOT.left - 10, at + 4.5, label, 'text-anchor="end"')] : []),
      ].join('\n'),
    ),
    line(PLOT.left, PLOT.bottom, PLOT.right, PLOT.bottom, '#222'),
    line(PLOT.left, PLOT.top, PLOT.left, PLOT.bottom, '#222'),
    text(middle.x, HEIGHT - 24, xLabel, 'text-anchor="middle"'),
    text(22, middle.y, yLabel, `text-anchor="middle" transform="rotate(-90 22 ${middle.y})"`),
    ...series.map((one, k) => drawSeries(one, k, x, y)),
    legend(series),
    '</svg>\n',
  ].join('\n');
}

interface Axis {
  /** The pixel of a value, and the value of a pixel. */
  readonly place: (value: number) => number;
  readonly valueAt: (place: number) => number;
  /** Without a label: a small one between others. */
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

function linearAxis(values: readonly number[], from: number, to: number): Axis {
  const end = Math.max(...values) * 1.04;
  const step = roundStep(end, 8);
  const place = (value: number): number => from + (value / end) * (to - from);
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
  return {
    place,
    valueAt: (at) => ((at - from) / (to - from)) * end,
    ticks: ticks.map((value) => ({ at: place(value), label: short(value) })),
  };
}

function logAxis(values: readonly number[], from: number, to: number): Axis {
  const first = Math.floor(Math.log10(Math.min(...values.filter((value) => value > 0))));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  const place = (value: number): number => from + ((Math.log10(value) - first) / (last - first)) * (to - from);
  const decades = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  const between = decades.slice(0, -1).flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((m) => m * decade));
  return {
    place,
    valueAt: (at) => 10 ** (first + ((at - from) / (to - from)) * (last - first)),
    ticks: [
      ...between.map((value) => ({ at: place(value), label: '' })),
      ...decades.map((value) => ({ at: place(value), label: short(value) })),
    ],
  };
}

function drawSeries({ points, curve }: Series, k: number, x: Axis, y: Axis): string {
  const marks = points.map(([px, py]) => mark(x.place(px), y.place(py), k)).join('\n');
  if (!curve) return marks;
  const ends = [Math.min(...points.map(([px]) => px)), Math.max(...points.map(([px]) => px))].map(x.place);
  const path = Array.from({ length: CURVE_STEPS + 1 }, (_, i) => ends[0] + ((ends[1] - ends[0]) * i) / CURVE_STEPS)
    .map((at) => [at, curve(x.valueAt(at))] as const)
    // A fitted line may fall below zero, where a logarithmic axis has no place.
    .filter(([, value]) => value > 0)
    .map(([at, value], i) => `${i === 0 ? 'M' : 'L'}${round(at)} ${round(y.place(value))}`)
    .join('');
  return `<path d="${path}" fill="none" stroke="${COLOURS[k]}" stroke-width="1.5" clip-path="url(#plot)"/>\n${marks}`;
}

function legend(series: readonly Series[]): string {
  return series
    .map(({ name, curve, curveName }, k) => {
      const [left, at] = [PLOT.left + 18, PLOT.top + 22 + 22 * k];
      const label = curveName ? `${name}: ${curveName}` : name;
      return [
        ...(curve ? [line(left, at, left + 30, at, COLOURS[k], 1.5)] : []),
        mark(left + 15, at, k),
        // A white rim, so that it can be read across the grid.
        text(left + 40, at + 4.5, label, 'stroke="#fff" stroke-width="4" paint-order="stroke"'),
      ].join('\n');
    })
    .join('\n');
}

/** A disc, a square, a triangle or a diamond. */
function mark(x: number, y: number, k: number): string {
  const paint = `fill="${COLOURS[k]}" stroke="#fff" stroke-width="0.8"`;
  if (k === 0) return `<circle cx="${round(x)}" cy="${round(y)}" r="4.5" ${paint}/>`;
  const shape = [
    [-4, -4, 4, -4, 4, 4, -4, 4],
    [0, -5, 5, 4, -5, 4],
    [0, -5.5, 5.5, 0, 0, 5.5, -5.5, 0],
  ][k - 1];
  return `<polygon points="${shape.map((d, i) => round(d + (i % 2 === 0 ? x : y))).join(' ')}" ${paint}/>`;
}

const line = (x0: number, y0: number, x1: number, y1: number, colour: string, width = 1): string =>
  `<line x1="${round(x0)}" y1="${round(y0)}" x2="${round(x1)}" y2="${round(y1)}" stroke="${colour}" stroke-width="${width}"/>`;

const text = (x: number, y: number, words: string, attributes: string): string =>
  `<text x="${round(x)}" y="${round(y)}" ${attributes}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;

const round = (value: number): string => String(Number(value.toFixed(2)));

/** With thousands set apart, and without the digits that rounding adds. */
const short = (value: number): string =>
  Number(value.toPrecision(6)).toLocaleString('en', { maximumFractionDigits: 6 });
