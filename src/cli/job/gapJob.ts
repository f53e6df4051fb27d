import { type Body, toPose } from '../../body.js';
import { gap } from '../../gap.js';
import type { GapMap } from '../../gapMap.js';
import type { AssembledBody } from '../../io/assemble.js';
import { encodePng } from '../../io/write/png.js';
import { open } from '../../machine/open.js';
import { multiply } from '../../math/affine.js';
import { paintGap } from '../../paintGap.js';
import { assumedUnits, facetedBodies } from '../../report/assemblyNotes.js';
import { REPORT_VERSION, type ReportDiagnostic } from '../../report/clashReport.js';
import { gapRaysCsv } from '../../report/gapCsv.js';
import { gapPicture } from '../../report/gapPicture.js';
import { gapPly } from '../../report/gapPly.js';
import { gapFigures } from '../../report/gapReport.js';
import { gapScaleOf } from '../../report/gapScaleOf.js';
import { gapSettled } from '../../report/gapSettled.js';
import { ZCLASH_VERSION } from '../../report/projectVersion.js';
import { inspectionOf, toReportBody } from '../../report/toReportBody.js';
import { unitName } from '../../report/unitName.js';
import { gapBodies } from './gapBodies.js';
import { gapUndecided } from './gapUndecided.js';
import type { GapResult } from './jobEvent.js';
import type { GapJob } from './jobSpec.js';
import { demandAll, loadFiles } from './loadFiles.js';
import { missingParts } from './loadNotes.js';
import type { Emit } from './messages.js';

/** The gaps between two bodies, with what is to be written of them. */
export async function gapJob(job: GapJob, emit: Emit): Promise<GapResult> {
  const begin = performance.now();
  const loaded = await loadFiles(job.files, job.timeLimitMs, (progress) => emit({ type: 'progress', progress }));
  demandAll(loaded);
  const { assembly, bodies } = gapBodies(loaded, job);
  const [a, b] = bodies.map(({ body }) => body);
  if (job.poseOfB) b.pose = multiply(toPose(job.poseOfB), b.pose);
  const machine = await open({ backend: job.backend });
  const loadMs = performance.now() - begin;

  emit({ type: 'progress', progress: { stage: 'looking', done: 0, total: 1 } });
  const { direction, up, ...settings } = job.settings;
  const map = await gap(a, b, { ...settings, direction: direction ?? undefined, up: up ?? undefined, machine });
  const lookMs = performance.now() - begin - loadMs;

  const { wanted } = job;
  if (wanted.picture || wanted.painted) emit({ type: 'progress', progress: { stage: 'drawing', done: 0, total: 1 } });
  const extras = {
    ...(wanted.picture && { picture: await drawn(map, { ...job.colours, unit: unitName(assembly.units) }) }),
    ...(wanted.painted && { painted: painted(map, [a, b], job.colours) }),
    ...(wanted.rays && { rays: gapRaysCsv(map) }),
  };
  const { backend, interferes, view, rays, minimum, interference, bands, regions, measured } = gapFigures(map);
  return {
    report: {
      version: REPORT_VERSION,
      tool: `zclash ${ZCLASH_VERSION}`,
      units: assembly.units ?? null,
      ...{ backend, settings: job.settings },
      bodies: [toReportBody(bodies[0]), toReportBody(bodies[1])],
      ...{ interferes, view, rays, minimum, interference, bands, regions, measured },
      undecided: [...missingParts(loaded, undefined), ...gapUndecided(map, bodies)],
      diagnostics: [
        ...loaded.diagnostics,
        ...assumedUnits(assembly),
        ...facetedBodies(assembly),
        ...bodies.flatMap(faultsOf),
      ],
      timings: { loadMs, lookMs, wallMs: performance.now() - begin },
    },
    ...extras,
  };
}

async function drawn(map: GapMap, options: Parameters<typeof gapPicture>[1]): Promise<Uint8Array> {
  const { width, height, rgba } = gapPicture(map, options);
  return encodePng(width, height, rgba);
}

/** Both bodies. Their colours show contact where the map does: where a gap may be 0 but for its error. */
function painted(
  map: GapMap,
  [a, b]: readonly Body[],
  { preset, range }: GapJob['colours'],
): NonNullable<GapResult['painted']> {
  const scale = gapScaleOf(map, preset, range);
  const shownMap = { ...map, gap: gapSettled(map) };
  const ply = (body: Body, of: 'a' | 'b') => gapPly(body, paintGap(map, body, of), scale, paintGap(shownMap, body, of));
  return [ply(a, 'a'), ply(b, 'b')];
}

const faultsOf = ({ name, body }: AssembledBody): ReportDiagnostic[] =>
  body.surface
    ? []
    : inspectionOf(body.mesh).diagnostics.map(({ code, message, count }) => ({ body: name, code, message, count }));
