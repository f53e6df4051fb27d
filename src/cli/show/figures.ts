import type { ClashReport } from '../../report/clashReport.js';
import { formatMeasure } from '../../report/formatMeasure.js';
import { roundCoordinate } from '../../report/roundCoordinate.js';
import { roundUp } from '../../report/roundNumbers.js';
import { unitName } from '../../report/unitName.js';

// Numbers for people: as many digits as they are worth, and their unit.

/** Four digits, no exponent where that is short. */
export function figure(value: number, digits = 4): string {
  if (value === 0 || !Number.isFinite(value)) return String(value === 0 ? 0 : value);
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  return size < 1e-4 || size >= 1e7 ? exponent(rounded.toExponential()) : String(rounded);
}

/** A bound: never shown smaller than it is. */
export const bound = (value: number): string => figure(roundUp(value, 4));

/** A value to the last digit that its error leaves standing, and the error: `0.0107 ± 0.0004`. */
export const measure = (value: number, error: number): string => formatMeasure(value, error).join(' ± ');

/** A point of a report, without what rounding adds to its coordinates. */
export const place = (p: readonly number[], report: Pick<ClashReport, 'bodies'>): string =>
  point(p.map((x) => roundCoordinate(x, report)));

export const point = (p: readonly number[]): string => `(${p.map((x) => figure(x)).join(', ')})`;

/** 1234567 → 1,234,567 */
export const count = (n: number): string => n.toLocaleString('en-US');

/** `1 pair`, `2 pairs`; `2 bodies`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

export function duration(ms: number): string {
  if (ms < 1000) return `${figure(ms, 2)} ms`;
  const s = ms / 1000;
  if (s < 60) return `${figure(s, 3)} s`;
  const minutes = Math.floor(s / 60);
  return `${minutes} min ${Math.round(s - 60 * minutes)} s`;
}

/** Behind a number: ` mm`, ` mm³`; nothing where no file tells what a length of 1 means. */
export const unitOf = ({ units }: Pick<ClashReport, 'units'>, power: 1 | 2 | 3 = 1): string =>
  units === null ? '' : ` ${unitName(units)}${['', '', '²', '³'][power]}`;

/** In a title: `depth (mm)`. */
export const titled = (title: string, report: Pick<ClashReport, 'units'>, power: 1 | 2 | 3 = 1): string =>
  report.units === null ? title : `${title} (${unitOf(report, power).trim()})`;

const exponent = (text: string): string => text.replace('e+', 'e');
