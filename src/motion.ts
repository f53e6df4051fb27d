import type { Body } from './body.js';
import type { PairKind } from './detect/zlist/judgePair.js';
import { InputError } from './errors.js';
import { type InterferenceOptions, interference } from './interference.js';
import type { BodyDiagnostic, PairReport } from './interferenceReport.js';

export interface MotionOptions extends Omit<InterferenceOptions, 'onPairs'> {
  /** The moments to look at, in growing order. */
  times: readonly number[];
  /** Puts all bodies where they are at a time: assigns their `pose`, or calls their `update`. */
  move: (time: number) => void;
  /**
   * How well the first contact of a pair is to be known: moments between two steps are looked at, halving the time, until no
   * more than this is between the last moment apart and the first in contact. By default the steps decide.
   */
  timeTolerance?: number | undefined;
  /** Hears how many of how many steps are done, and what has been found so far. */
  onStep?: ((done: number, total: number, soFar: readonly PairMotion[]) => void) | undefined;
}

/** What happens between bodies over time. Plain data. */
export interface MotionReport {
  /** Every pair that is ever not `none`, in the order of the bodies. */
  readonly pairs: readonly PairMotion[];
  /**
   * Pairs that were looked at and found apart, whether they meet at another step or not, at the moments at which that is least
   * sure: where most rays are undecided, where they may be nearest, and where rays may have missed most.
   */
  readonly cleared: readonly PairReport[];
  readonly diagnostics: readonly BodyDiagnostic[];
  readonly machine: string;
  /** How many poses were looked at, those between the steps among them. */
  readonly poseCount: number;
}

export interface PairMotion {
  /** The last moment at which the pair was found apart before it first was not (null: it never was), and that first moment. */
  readonly firstContact: { readonly after: number | null; readonly at: number };
  /** The moment of the deepest overlap, or where there is none of the least distance; the first one of equals. */
  readonly worstTime: number;
  readonly worst: PairReport;
  /** Every kind that the pair is of at some moment, in the order in which they were found. */
  readonly kinds: readonly PairKind[];
  /** Steps at which the pair is not `none`, as first and last of each run. */
  readonly intervals: readonly (readonly [number, number])[];
}

interface Track {
  firstContact: { after: number | null; at: number };
  worstTime: number;
  worst: PairReport;
  kinds: Set<PairKind>;
  intervals: [number, number][];
  lastStep: number;
}

/**
 * Looks at bodies in motion, step by step: when each pair first meets, when it is worst, and which pairs ever meet. What begins
 * and ends between two steps is not seen.
 *
 * @example
 * const { pairs } = await motion([tool, stock], { times, move: (t) => { tool.pose = path(t) }, timeTolerance: 1e-3 });
 */
export async function motion(bodies: readonly Body[], options: MotionOptions): Promise<MotionReport> {
  const { times, move, timeTolerance, onStep, ...asked } = options;
  check(options);
  const tracks = new Map<string, Track>();
  const cleared = new Map<string, PairReport>();
  const diagnostics = new Map<string, BodyDiagnostic>();
  let machine = '';
  let poseCount = 0;
  const look = async (time: number, settings: InterferenceOptions) => {
    move(time);
    poseCount++;
    return interference(bodies, settings);
  };

  for (let step = 0; step < times.length; step++) {
    const time = times[step];
    const found = await look(time, asked);
    machine = found.machine;
    for (const one of found.diagnostics)
      keepGreatest(diagnostics, `${one.index} ${one.code}`, one, ({ count }) => count);
    for (const pair of found.cleared)
      for (const [doubt, measure] of Object.entries(DOUBTS))
        keepGreatest(cleared, `${keyOf(pair)} ${doubt}`, pair, measure);
    for (const pair of found.pairs) {
      const track = tracks.get(keyOf(pair));
      if (!track) {
        const after = step === 0 ? null : times[step - 1];
        tracks.set(keyOf(pair), {
          ...{ firstContact: { after, at: time }, worstTime: time, worst: pair },
          ...{ kinds: new Set([pair.kind]), intervals: [[time, time]], lastStep: step },
        });
        continue;
      }
      track.kinds.add(pair.kind);
      if (isWorse(pair, track.worst)) Object.assign(track, { worst: pair, worstTime: time });
      if (track.lastStep === step - 1) track.intervals[track.intervals.length - 1][1] = time;
      else track.intervals.push([time, time]);
      track.lastStep = step;
    }
    onStep?.(step + 1, times.length, toMotions(tracks));
  }

  if (timeTolerance !== undefined)
    for (const track of tracks.values()) {
      const [i, j] = track.worst.indices;
      const between = (a: number, b: number): boolean => a === i && b === j;
      let { after, at } = track.firstContact;
      while (after !== null && at - after > timeTolerance) {
        const middle = after + (at - after) / 2;
        if (!(middle > after && middle < at)) break;
        const { pairs } = await look(middle, { ...asked, between });
        for (const { kind } of pairs) track.kinds.add(kind);
        if (pairs.length > 0) at = middle;
        else after = middle;
      }
      track.firstContact = { after, at };
      track.intervals[0][0] = at;
    }
  const pairs = toMotions(tracks);
  return {
    pairs,
    cleared: [...new Set(cleared.values())].sort(byPlace),
    diagnostics: [...diagnostics.values()],
    machine,
    poseCount,
  };
}

/** Why a pair that was found apart may not be. */
const DOUBTS: Readonly<Record<string, (pair: PairReport) => number>> = {
  rays: ({ undecidedRays }) => undecidedRays,
  distance: ({ distance = Infinity, distanceError = 0 }) => distanceError - distance,
  size: ({ measured }) => measured.missedBelow,
};

const keyOf = ({ indices }: PairReport): string => indices.join();

const byPlace = (p: PairReport, q: PairReport): number => p.indices[0] - q.indices[0] || p.indices[1] - q.indices[1];

const toMotions = (tracks: ReadonlyMap<string, Track>): PairMotion[] =>
  [...tracks.values()]
    .map(({ firstContact, worstTime, worst, kinds, intervals }) => ({
      ...{ firstContact, worstTime, worst, kinds: [...kinds] },
      intervals: intervals.map(([from, to]) => [from, to] as const),
    }))
    .sort((p, q) => byPlace(p.worst, q.worst));

/** Deeper; of pairs that only touch or come near: nearer. A body in another is worse than any that only touches it. */
function isWorse(one: PairReport, other: PairReport): boolean {
  if (one.depthAlongView !== other.depthAlongView) return one.depthAlongView > other.depthAlongView;
  return (one.distance ?? 0) < (other.distance ?? 0) || one.volume > other.volume;
}

function keepGreatest<T>(kept: Map<string, T>, key: string, one: T, measure: (one: T) => number): void {
  const before = kept.get(key);
  if (before === undefined || measure(one) > measure(before)) kept.set(key, one);
}

function check({ times, move, timeTolerance }: MotionOptions): void {
  if (!(Array.isArray(times) && times.length > 0 && times.every(Number.isFinite)))
    throw new InputError('motion: the times are no list of numbers. Give the moments to look at, one or more.');
  const back = times.findIndex((time, k) => k > 0 && !(time > times[k - 1]));
  if (back > 0)
    throw new InputError(
      `motion: the times do not grow (${times[back - 1]} is followed by ${times[back]}). Give them in growing order, each once.`,
    );
  if (typeof move !== 'function')
    throw new InputError(`motion: \`move\` is no function (${typeof move}). Give one that puts the bodies in place.`);
  if (timeTolerance !== undefined && !(timeTolerance > 0))
    throw new InputError(`motion: the time tolerance is not a time (${timeTolerance}). Give a number above 0.`);
}
