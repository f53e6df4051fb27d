import { formatStep, roundStep } from '../../../report/roundNumbers.js';
import { tickText } from './figures.js';

/** A scale from values to places, with its marks. */
export interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly isLog: boolean;
}

/** Values that differ by more than this factor are told apart on a logarithmic scale only. */
const LOG_ABOVE = 200;
const MOST_TICKS = 5;

/** An axis for positive values, from `low` (the place of the least) to `high`; 0 is on it unless it is logarithmic. */
export function axisFor(values: readonly number[], low: number, high: number): Axis {
  const most = Math.max(...values);
  const least = Math.min(...values);
  if (most / least > LOG_ABOVE) return logAxis(least, most, low, high);
  // Up to a mark, so that the largest does not stick out.
  const step = roundStep(most, MOST_TICKS);
  return linearAxis(0, Math.ceil(most / step - 1e-9) * step, low, high);
}

export function linearAxis(
  from: number,
  to: number,
  low: number,
  high: number,
  most = MOST_TICKS,
  textOf = (value: number, step: number): string => tickText(formatStep(value, step)),
): Axis {
  const range = to - from || 1;
  const step = roundStep(range, most);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, k) => {
    const value = (first + k) * step;
    return { value, text: textOf(value, step) };
  });
  return { at: (value) => low + ((value - from) / range) * (high - low), ticks, isLog: false };
}

function logAxis(least: number, most: number, low: number, high: number): Axis {
  const from = Math.floor(Math.log10(least) + 1e-9);
  const to = Math.ceil(Math.log10(most) - 1e-9);
  const every = Math.ceil((to - from) / MOST_TICKS);
  const ticks: { value: number; text: string }[] = [];
  for (let e = from; e <= to; e += every)
    ticks.push({ value: 10 ** e, text: tickText(Math.abs(e) > 3 ? `1e${e}` : String(10 ** e)) });
  return { at: (value) => low + ((Math.log10(value) - from) / (to - from)) * (high - low), ticks, isLog: true };
}
