import type { ClashReport } from './clashReport.js';

type Motion = Pick<ClashReport, 'motion' | 'pairs'>;

/** First contacts are narrowed down to this share of a step. */
const SHARE_OF_STEP = 1 / 64;
/** What a double holds for certain, less one for rounding in between. */
const MOST_DIGITS = 16;

const formats = new WeakMap<Motion, (time: number) => string>();

/**
 * Writes times of a report: however far from 0 they are, with as many decimals as tell apart what the report tells apart. All
 * places that show a time use it, so that they show the same.
 */
export function timeFormat(report: Motion): (time: number) => string {
  let format = formats.get(report);
  if (!format) formats.set(report, (format = makeFormat(report)));
  return format;
}

function makeFormat({ motion, pairs }: Motion): (time: number) => string {
  let finest = motion && motion.longestStep > 0 ? motion.longestStep * SHARE_OF_STEP : Number.POSITIVE_INFINITY;
  let largest = motion ? Math.max(Math.abs(motion.startTime), Math.abs(motion.endTime)) : 0;
  // Steps need not be alike: a contact found within a short one is told more finely.
  for (const { times } of pairs)
    if (times) {
      const { after, at } = times.firstContact;
      if (after !== null && at > after) finest = Math.min(finest, at - after);
      largest = Math.max(largest, Math.abs(at), Math.abs(times.worst));
    }
  // One moment alone: all its digits, less noise.
  if (finest === Number.POSITIVE_INFINITY) return (time) => plain(String(Number(time.toPrecision(12))));
  const place = Math.floor(Math.log10(finest) + 1e-9);
  const first = largest > 0 ? Math.floor(Math.log10(largest) + 1e-9) : place;
  const digits = Math.min(MOST_DIGITS, Math.max(1, first - place + 1));
  if (largest < 1e-4 || largest >= 1e15)
    return (time) => (time === 0 ? '0' : plain(Number(time.toPrecision(digits)).toExponential()));
  const decimals = Math.min(20, Math.max(0, digits - first - 1));
  return (time) => {
    const fixed = time.toFixed(decimals);
    const short = fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
    return short === '-0' ? '0' : short;
  };
}

const plain = (text: string): string => text.replace('e+', 'e');
