import type { Body } from './body.js';
import { MAX_FRAME_PX } from './constants.js';
import { candidatePairs } from './detect/candidatePairs.js';
import { toParty } from './detect/toParty.js';
import { detectGroups } from './detect/zlist/detectGroups.js';
import { detectPairs } from './detect/zlist/detectPairs.js';
import type { Verdict } from './detect/zlist/judgePair.js';
import type { GroupFinding } from './detect/zlist/lookAtScenes.js';
import { InputError } from './errors.js';
import type { GroupReport, Interference, PairReport } from './interferenceReport.js';
import type { Machine, Timings } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import type { Vec3 } from './math/vector.js';
import { reportDiagnostics } from './reportDiagnostics.js';
import { reportPair } from './reportPair.js';
import { basis } from './view/fit.js';

export interface InterferenceOptions {
  /** Rays across and down each view. */
  resolution?: number;
  /**
   * `zlist`: all layers of every ray (Shinya and Forgue 1991). `solids`: faces are counted against a depth map first (Myszkowski, Okunev
   * and Kunii 1995); pairs that this and their faces show apart need no lists, the others are measured by z-lists. View by pairs only.
   */
  method?: 'zlist' | 'solids';
  /**
   * `sampled`: one ray per pixel decides. `exact`: besides, the faces that meet are found without a miss, and kinds are decided
   * by topology: as every face of A compared with every face of B in exact arithmetic would tell. View by pairs only.
   */
  precision?: 'sampled' | 'exact';
  /** `exact`: volumes of overlaps are worked out from the faces that meet, to rounding, for solids that are meshes. */
  volume?: 'sampled' | 'exact';
  /** How deep an overlap may be and still count as touching, in model units; never a share of the size. */
  tolerance?: number;
  /**
   * The gap that is demanded, in model units: pairs that are nearer, as sampled, are reported as `clearance`. Pairs that may
   * be nearer, given the sampling error, are in `cleared` with their distance.
   */
  clearance?: number | undefined;
  /**
   * `pairs`: a view for each pair that could meet, with the full resolution, and further ones where it cannot tell; `scene`:
   * one view over all bodies, as in the paper, and none besides: contacts along walls that its rays run along are not seen.
   */
  view?: 'pairs' | 'scene';
  /** 3: look along three directions at right angles and put the findings together. */
  views?: 1 | 3;
  /** Along which all rays run; by default the thinnest way through what two bodies can have in common. */
  direction?: Vec3 | undefined;
  /** Which pairs are asked for, by the bodies' places; by default all. Asked for pairs whose boxes meet only, the lower place first. */
  between?: ((a: number, b: number) => boolean) | undefined;
  /**
   * Hears of findings before all are there, a batch of pairs at a time, with how many of how many pairs are done. What it gets
   * is what `pairs` and `cleared` will hold in the end.
   */
  onPairs?: ((found: readonly PairReport[], done: number, total: number) => void) | undefined;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const INTERFERENCE_DEFAULTS = {
  resolution: 512,
  method: 'zlist',
  precision: 'sampled',
  volume: 'sampled',
  tolerance: 0,
  clearance: undefined,
  view: 'pairs',
  views: 1,
  direction: undefined,
  between: undefined,
  onPairs: undefined,
  machine: undefined,
} as const;

/** Where somebody listens, as many pairs at a time are looked at, and no more rays than that; without a listener all are at once. */
const PAIRS_AT_A_TIME = 64;
const RAYS_AT_A_TIME = 2 ** 22;

/**
 * Finds every pair of bodies that interfere: which kind of interference, how deep, how much, where, and by which faces.
 * Z-lists along parallel rays (Shinya and Forgue 1991); nothing is prepared, so bodies may deform from query to query.
 *
 * @example
 * const { pairs } = await interference([shaft, housing, cover], { tolerance: 0.01 });
 * for (const { a, b, kind, volume, depthAlongView } of pairs) console.log(a, b, kind, volume, depthAlongView);
 */
export async function interference(bodies: readonly Body[], options: InterferenceOptions = {}): Promise<Interference> {
  const begin = performance.now();
  const settings = settingsOf(options);
  check(bodies, settings);
  const parties = bodies.map(toParty);
  const machine = settings.machine ?? (await sharedMachine());
  const { clearance = 0 } = settings;
  const stagesMs: Record<string, number> = {};
  const time = (timings: Timings) => {
    for (const [stage, ms] of Object.entries(timings.stagesMs)) stagesMs[stage] = (stagesMs[stage] ?? 0) + ms;
  };

  const asked = settings.between ?? (() => true);
  const candidates = candidatePairs(
    parties.map(({ bounds }) => bounds),
    clearance,
  )
    .filter(([i, j]) => asked(i, j))
    .map(([i, j]) => [parties[i], parties[j]] as const);
  const { detect, detectScene, detectClearance, reportExactly, measureVolumes } = await partsFor(settings);
  const judge = async (pairs: typeof candidates, verdicts: readonly Verdict[]): Promise<PairReport[]> => {
    if (reportExactly) return reportExactly(machine, pairs, verdicts, { ...settings, measureVolumes }, time);
    const hasDistance = settings.clearance !== undefined;
    const judged = (await detectClearance?.(machine, pairs, verdicts, { ...settings, clearance })) ?? verdicts;
    const volumes = await measureVolumes?.(machine, judged, time);
    return judged.map((verdict, k) => reportPair(verdict, { hasDistance, worked: volumes?.[k] }));
  };
  const inScene =
    detectScene &&
    (async () => {
      const { verdicts, groups } = await detectScene(machine, candidates, settings, time);
      const reports = await judge(candidates, verdicts);
      settings.onPairs?.(reports, candidates.length, candidates.length);
      return { verdicts, groups, reports };
    });
  const inPairs = async () => {
    const seen: Verdict[][] = [];
    const found: PairReport[][] = [];
    const inTime = Math.min(PAIRS_AT_A_TIME, Math.ceil(RAYS_AT_A_TIME / settings.resolution ** 2));
    const batch = settings.onPairs ? inTime : Math.max(1, candidates.length);
    for (let from = 0; from < candidates.length; from += batch) {
      const pairs = candidates.slice(from, from + batch);
      const verdicts = await detect(machine, pairs, settings, time);
      const reports = await judge(pairs, verdicts);
      seen.push(verdicts);
      found.push(reports);
      settings.onPairs?.(reports, from + pairs.length, candidates.length);
    }
    const verdicts = seen.flat();
    return {
      verdicts,
      groups: await detectGroups(machine, verdicts, settings.resolution, time),
      reports: found.flat(),
    };
  };
  const { verdicts, groups, reports } = await (inScene ?? inPairs)();
  const diagnostics = await reportDiagnostics(machine, parties, verdicts);
  return {
    pairs: reports.filter(({ kind }) => kind !== 'none'),
    cleared: reports.filter(({ kind }) => kind === 'none'),
    groups: groups.map(reportGroup),
    diagnostics,
    machine: machine.name,
    timings: { wallMs: performance.now() - begin, stagesMs },
  };
}

/** What only some queries need is loaded when one of them comes: pages that sample z-lists never fetch it. */
async function partsFor({ method, view, precision, volume, clearance }: Required<InterferenceOptions>) {
  const isNear = clearance !== undefined;
  return {
    detect: method === 'solids' ? (await import('./detect/solids/detectSolids.js')).detectSolids : detectPairs,
    detectScene: view === 'scene' ? (await import('./detect/zlist/detectScene.js')).detectScene : undefined,
    detectClearance: isNear ? (await import('./detect/zlist/detectClearance.js')).detectClearance : undefined,
    reportExactly: precision === 'exact' ? (await import('./reportExactly.js')).reportExactly : undefined,
    measureVolumes: volume === 'exact' ? (await import('./detect/exact/measureVolumes.js')).measureVolumes : undefined,
  };
}

/** A group as plain data. */
const reportGroup = ({ parties, volume, volumeError, pixels, depth, deepest }: GroupFinding): GroupReport => ({
  indices: parties.map(({ index }) => index),
  bodies: parties.map(({ body }) => body.name),
  volume,
  volumeError,
  pixels,
  depthAlongView: depth,
  point: deepest,
});

/** Options that are given as undefined are not given. */
function settingsOf(options: InterferenceOptions): Required<InterferenceOptions> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...INTERFERENCE_DEFAULTS, ...Object.fromEntries(given) };
}

function check(bodies: readonly Body[], settings: Required<InterferenceOptions>): void {
  const { resolution, method, precision, volume, tolerance, clearance, view, views, direction } = settings;
  if (!Array.isArray(bodies))
    throw new InputError(`interference: the bodies are no list (${typeof bodies}). Give an array of bodies.`);
  if (!(Number.isInteger(resolution) && resolution > 0 && resolution <= MAX_FRAME_PX))
    throw new InputError(
      `interference: the resolution is not a whole number from 1 to ${MAX_FRAME_PX} (${resolution}). Give the number of rays across a view.`,
    );
  if (!(typeof tolerance === 'number' && tolerance >= 0))
    throw new InputError(
      `interference: the tolerance is not a length (${tolerance}). Give a number from 0 up, in model units.`,
    );
  if (clearance !== undefined && !(typeof clearance === 'number' && clearance >= 0 && clearance < Infinity))
    throw new InputError(
      `interference: the clearance is not a length (${clearance}). Give a number from 0 up, in model units.`,
    );
  if (view !== 'pairs' && view !== 'scene')
    throw new InputError(`interference: there is no view '${view}'. Choose one of: pairs, scene.`);
  if (method !== 'zlist' && method !== 'solids')
    throw new InputError(`interference: there is no method '${method}'. Choose one of: zlist, solids.`);
  if (method === 'solids' && view === 'scene')
    throw new InputError(
      "interference: the method 'solids' looks at pairs (view 'scene' asked). Leave out one of the two options.",
    );
  if (precision !== 'sampled' && precision !== 'exact')
    throw new InputError(`interference: there is no precision '${precision}'. Choose one of: sampled, exact.`);
  if (volume !== 'sampled' && volume !== 'exact')
    throw new InputError(`interference: there is no volume '${volume}'. Choose one of: sampled, exact.`);
  if (precision === 'exact' && view === 'scene')
    throw new InputError(
      "interference: exact precision compares pair by pair (view 'scene' asked). Leave out one of the two options.",
    );
  if (views !== 1 && views !== 3)
    throw new InputError(`interference: there are 1 or 3 views (${views} asked). Choose one of these.`);
  if (direction) basis(direction);
  for (const [name, listener] of Object.entries({ between: settings.between, onPairs: settings.onPairs }))
    if (listener !== undefined && typeof listener !== 'function')
      throw new InputError(
        `interference: \`${name}\` is no function (${typeof listener}). Give a function or leave it out.`,
      );
}
