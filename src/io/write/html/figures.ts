import type { Vec3 } from '../../../math/vector.js';
import type { ClashReport } from '../../../report/clashReport.js';
import { formatCoordinate } from '../../../report/formatFigure.js';
import { formatMeasure } from '../../../report/formatMeasure.js';
import { timeFormat } from '../../../report/formatTime.js';
import { roundCoordinate } from '../../../report/roundCoordinate.js';
import { roundUp } from '../../../report/roundNumbers.js';

/** Larger numbers have a power of ten. */
const POWER_FROM = 1e10;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A number for people, with four significant digits: 6 212 000, 0.01234, 1.6 × 10⁻⁵; a dash where there is none. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const rounded = Number(value.toPrecision(4));
  const size = Math.abs(rounded);
  if (size !== 0 && (size < 1e-4 || size >= POWER_FROM)) return power(rounded);
  return grouped(withMinus(String(rounded)));
}

/** A mark on an axis, as it was rounded. */
export const tickText = (text: string): string => (text.includes('e') ? power(Number(text)) : grouped(withMinus(text)));

function power(value: number): string {
  const [digits, exponent] = value.toExponential().split('e');
  const raised = exponent
    .replace('+', '')
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
  return digits === '1' ? `10${raised}` : `${withMinus(digits)} × 10${raised}`;
}

const withMinus = (text: string): string => text.replace(/^-/, '−');

/** Whole numbers from five digits on in groups of three, with narrow spaces that do not break. */
const grouped = (text: string): string =>
  text.replace(/^(−?)(\d{5,})/, (_, sign: string, digits: string) => sign + count(Number(digits)));

export const figureWith = (value: number, unit: string): string => `${figure(value)} ${unit}`;

/** A bound: never shown smaller than it is. */
export const boundWith = (value: number, unit: string): string => figureWith(roundUp(value, 4), unit);

/** A value with its error, which is never shown smaller than it is. */
export const measureWith = (value: number, error: number, unit: string): string =>
  `${formatMeasure(value, error, POWER_FROM)
    .map((text) => tickText(text!))
    .join(' ± ')} ${unit}`;

/** Writes the times of a report. */
export function timeText(report: Pick<ClashReport, 'motion' | 'pairs'>): (time: number) => string {
  const format = timeFormat(report);
  return (time) => tickText(format(time));
}

export const place = (point: Vec3 | null | undefined, report: Pick<ClashReport, 'bodies'>): string =>
  point ? point.map((c) => withMinus(formatCoordinate(roundCoordinate(c, report)))).join(', ') : '–';

/** A whole number in groups of three digits. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202F');

/** One clash, two clashes. */
export const counted = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`;
