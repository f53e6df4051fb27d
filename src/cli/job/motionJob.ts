import { InputError } from '../../errors.js';
import { open } from '../../machine/open.js';
import { motion, type PairMotion } from '../../motion.js';
import { assumedUnits, facetedBodies } from '../../report/assemblyNotes.js';
import type { ClashReport, ReportPair, Undecided } from '../../report/clashReport.js';
import { clashKinds } from '../../report/countsAsClash.js';
import { toReportPair } from '../../report/toReportPair.js';
import { undecidedPairs } from '../../report/undecidedPairs.js';
import { animatedScene } from './animatedScene.js';
import { draftReport, withPairs } from './draftReport.js';
import { drawPairs } from './drawPairs.js';
import type { MotionJob } from './jobSpec.js';
import { selectOrExplain } from './loadFiles.js';
import { missingParts } from './loadNotes.js';
import type { Emit } from './messages.js';
import { motionScene } from './motionScene.js';

/** First contacts are looked for until this share of a step is left. */
const FIRST_CONTACT_SHARE = 1 / 64;

/** All pairs over time. */
export async function motionJob(job: MotionJob, emit: Emit): Promise<ClashReport> {
  const begin = performance.now();
  const { settings } = job;
  const prepare = isMotionFile(job.file) ? motionScene : animatedScene;
  const scene = await prepare(job, (progress) => emit({ type: 'progress', progress }));
  const { assembly, loaded, times, move } = scene;
  if (assembly.bodies.length === 0) throw new InputError(loaded.unreadable.join('\n'));
  move(times[0]);
  const selection = { ...job.selection, ignore: [...job.selection.ignore, ...scene.ignore] };
  const { bodies, between, pairCount } = selectOrExplain(assembly.bodies, selection, loaded);
  const machine = await open({ backend: settings.backend, threads: settings.threads });
  const loadMs = performance.now() - begin;

  const steps = times.slice(1).map((time, k) => time - times[k]);
  const longestStep = steps.reduce((most, step) => Math.max(most, step), 0);
  const fromFiles = [...loaded.diagnostics, ...assumedUnits(assembly), ...facetedBodies(assembly)];
  const draft: ClashReport = {
    ...draftReport({
      ...{ bodies, units: assembly.units, settings, backend: machine.name, pairsAsked: pairCount },
      diagnostics: fromFiles,
      selection,
    }),
    motion: { stepCount: times.length, startTime: times[0], endTime: times[times.length - 1], longestStep },
  };
  emit({ type: 'draft', report: draft, unreadable: loaded.unreadable });
  emit({ type: 'progress', progress: { stage: 'moving', done: 0, total: times.length } });

  const reported = (pairs: readonly PairMotion[]): ReportPair[] =>
    pairs.map(({ worst, worstTime, kinds, firstContact, intervals }) => ({
      ...toReportPair(worst, bodies),
      times: { firstContact, worst: worstTime, kinds, intervals },
    }));
  const { precision, resolution, views, tolerance, clearance } = settings;
  const found = await motion(
    bodies.map(({ body }) => body),
    {
      ...{ precision, resolution, views, tolerance, clearance, between, machine, times, move },
      timeTolerance: longestStep > 0 ? longestStep * FIRST_CONTACT_SHARE : undefined,
      onStep(done, total, soFar) {
        emit({ type: 'pairs', pairs: reported(soFar), lookedAt: soFar.length, anew: true });
        emit({ type: 'progress', progress: { stage: 'moving', done, total } });
      },
    },
  );
  const pairs = reported(found.pairs);
  const lookMs = performance.now() - begin - loadMs;
  if (settings.pictures) {
    const atWorst = ({ indices: [i, j], times: when }: ReportPair) => {
      move(when!.worst);
      return [bodies[i].body, bodies[j].body] as const;
    };
    await drawPairs(machine, pairs, draft.settings, atWorst, assembly.units, emit);
  }
  const keyOf = ({ indices }: { readonly indices: readonly number[] }): string => indices.join();
  const kinds = clashKinds(draft.settings);
  const clashes = found.pairs.filter((pair) => pair.kinds.some((kind) => kinds.includes(kind)));
  const clashing = new Set(clashes.map(({ worst }) => keyOf(worst)));
  const looks = [...found.cleared, ...found.pairs.map(({ worst }) => worst)];
  const harmless = looks.filter((pair) => !clashing.has(keyOf(pair)));
  return {
    ...withPairs(draft, pairs, new Set(looks.map(keyOf)).size),
    undecided: [...missingParts(loaded, job.selection), ...onePerPair(undecidedPairs(harmless, bodies, clearance))],
    complete: true,
    diagnostics: [
      ...fromFiles,
      ...found.diagnostics.map(({ body, code, message, count }) => ({ body, code, message, count })),
    ],
    timings: { loadMs, lookMs, wallMs: performance.now() - begin },
  };
}

/** Motion files and glTF files are both JSON: the latter have an asset. */
function isMotionFile({ path, data }: MotionJob['file']): boolean {
  if (!data) return /\.json$/i.test(path);
  const text = new TextDecoder().decode(data);
  return /^\ufeff?\s*\{/.test(text) && !/"asset"\s*:/.test(text);
}

/** A pair may be in doubt at several moments; the first reason will do. */
function onePerPair(all: readonly Undecided[]): Undecided[] {
  const first = new Map<string, Undecided>();
  for (const one of all) {
    const key = JSON.stringify([one.a, one.b]);
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}
