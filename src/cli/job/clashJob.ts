import { toPose } from '../../body.js';
import { interference } from '../../interference.js';
import type { PairReport } from '../../interferenceReport.js';
import { assemble } from '../../io/assemble.js';
import { open } from '../../machine/open.js';
import { multiply } from '../../math/affine.js';
import { assumedUnits, facetedBodies } from '../../report/assemblyNotes.js';
import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { clashKinds } from '../../report/countsAsClash.js';
import { toReportPair } from '../../report/toReportPair.js';
import { undecidedPairs } from '../../report/undecidedPairs.js';
import { draftReport, withoutDoubleVolumes, withPairs } from './draftReport.js';
import { drawPairs } from './drawPairs.js';
import type { CheckJob, SceneJob } from './jobSpec.js';
import { demandAll, loadFiles, selectOrExplain } from './loadFiles.js';
import { missingParts } from './loadNotes.js';
import type { Emit } from './messages.js';
import type { SelectedPairs } from './selectPairs.js';

/** One pair, or all pairs of a scene, as they stand. */
export async function clashJob(job: CheckJob | SceneJob, emit: Emit): Promise<ClashReport> {
  const begin = performance.now();
  const { settings } = job;
  const files = job.kind === 'check' ? [job.a, job.b] : job.files;
  const loaded = await loadFiles(files, settings.timeLimitMs, (progress) => emit({ type: 'progress', progress }));
  if (job.kind === 'check' || loaded.scenes.length === 0) demandAll(loaded);
  const assembly = assemble(loaded.scenes, {
    ...{ units: settings.units, whole: job.kind === 'check' },
    allFiles: files.map(({ path }) => path),
  });
  if (job.kind === 'check' && job.poseOfB) {
    const { body } = assembly.bodies[1];
    body.pose = multiply(toPose(job.poseOfB), body.pose);
  }
  const selected: SelectedPairs =
    job.kind === 'check'
      ? { bodies: assembly.bodies, between: () => true, pairCount: 1 }
      : selectOrExplain(assembly.bodies, job.selection, loaded);
  const { bodies, between, pairCount } = selected;
  const machine = await open({ backend: settings.backend, threads: settings.threads });
  const loadMs = performance.now() - begin;

  const fromFiles = [...loaded.diagnostics, ...assumedUnits(assembly), ...facetedBodies(assembly)];
  const draft = draftReport({
    ...{ bodies, units: assembly.units, settings, backend: machine.name, pairsAsked: pairCount },
    diagnostics: fromFiles,
    selection: job.kind === 'scene' ? job.selection : undefined,
  });
  emit({ type: 'draft', report: draft, unreadable: loaded.unreadable });
  emit({ type: 'progress', progress: { stage: 'looking', done: 0, total: pairCount } });

  const { method, precision, resolution, views, tolerance, clearance } = settings;
  let lookedAt = 0;
  const found = await interference(
    bodies.map(({ body }) => body),
    {
      ...{ method, precision, resolution, views, tolerance, clearance, between, machine },
      onPairs(pairs, done, total) {
        lookedAt = done;
        emit({ type: 'pairs', pairs: reported(pairs), lookedAt });
        emit({ type: 'progress', progress: { stage: 'looking', done, total } });
      },
    },
  );
  function reported(pairs: readonly PairReport[]): ReportPair[] {
    return pairs.filter(({ kind }) => kind !== 'none').map((pair) => toReportPair(pair, bodies));
  }

  const pairs = reported(found.pairs);
  const lookMs = performance.now() - begin - loadMs;
  if (settings.pictures)
    await drawPairs(
      machine,
      pairs,
      draft.settings,
      ({ indices: [i, j] }) => [bodies[i].body, bodies[j].body],
      assembly.units,
      emit,
    );
  const kinds = clashKinds(draft.settings);
  const harmless = found.pairs.filter(({ kind }) => !kinds.includes(kind));
  return {
    ...withPairs(draft, pairs, lookedAt),
    bodies: withoutDoubleVolumes(draft.bodies, found.diagnostics),
    groups: found.groups.map(({ bodies, indices, volume, volumeError, depthAlongView, point }) => ({
      ...{ bodies, indices, volume, volumeError, depthAlongView, point },
    })),
    undecided: [
      ...missingParts(loaded, job.kind === 'scene' ? job.selection : undefined),
      ...undecidedPairs([...found.cleared, ...harmless], bodies, clearance),
      ...(found.cleared.some(({ measured }) => measured.chordError)
        ? await (await import('../../report/nearSurfaces.js')).nearSurfaces(found.cleared, bodies, clearance)
        : []), // exact distances are not for every job to load
    ],
    complete: true,
    diagnostics: [
      ...fromFiles,
      ...found.diagnostics.map(({ body, code, message, count }) => ({ body, code, message, count })),
    ],
    timings: { loadMs, lookMs, wallMs: performance.now() - begin },
  };
}
