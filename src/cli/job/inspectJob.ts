import { type Body, worldBounds } from '../../body.js';
import { type AssembledBody, assemble } from '../../io/assemble.js';
import { determinant } from '../../math/affine.js';
import { assumedUnits } from '../../report/assemblyNotes.js';
import { REPORT_VERSION, type ReportDiagnostic } from '../../report/clashReport.js';
import type { InspectedBody } from '../../report/inspectReport.js';
import { ZCLASH_VERSION } from '../../report/projectVersion.js';
import { identityOf, inspectionOf, isClosed } from '../../report/toReportBody.js';
import { selfIntersections } from '../../selfIntersections.js';
import type { InspectResult } from './jobEvent.js';
import type { InspectJob } from './jobSpec.js';
import { demandAll, loadFiles } from './loadFiles.js';
import type { Emit } from './messages.js';

/** What the parts of files are, and what is wrong with them. */
export async function inspectJob(job: InspectJob, emit: Emit): Promise<InspectResult> {
  const loaded = await loadFiles(job.files, job.timeLimitMs, (progress) => emit({ type: 'progress', progress }));
  if (loaded.scenes.length === 0) demandAll(loaded);
  const assembly = assemble(loaded.scenes, { units: job.units, allFiles: job.files.map(({ path }) => path) });
  const bodies: InspectedBody[] = [];
  const diagnostics: ReportDiagnostic[] = [...loaded.diagnostics, ...assumedUnits(assembly)];
  for (const [done, assembled] of assembly.bodies.entries()) {
    emit({ type: 'progress', progress: { stage: 'inspecting', done, total: assembly.bodies.length } });
    bodies.push(inspected(assembled, job.selfIntersections));
    // What is wrong with faces is no fault of a surface that they stand for.
    const faults = assembled.body.surface ? [] : inspectionOf(assembled.body.mesh).diagnostics;
    for (const { code, message, count } of faults) diagnostics.push({ body: assembled.name, code, message, count });
  }
  const report = {
    version: REPORT_VERSION,
    tool: `zclash ${ZCLASH_VERSION}`,
    units: assembly.units ?? null,
    bodies,
    diagnostics,
  } as const;
  return { report, unreadable: loaded.unreadable };
}

function inspected(assembled: AssembledBody, doIntersect: boolean): InspectedBody {
  const { body } = assembled;
  const facts = inspectionOf(body.mesh);
  const { triangles, weldedVertices, components, consistentlyOriented } = facts;
  const closed = isClosed(body, facts);
  const { openEdgeCount, nonManifoldEdgeCount, flippedEdgeCount, degenerateFaces, duplicateFaces } = facts;
  return {
    ...identityOf(assembled),
    ...{ triangles, vertices: weldedVertices, components, closed, consistentlyOriented },
    ...{ openEdgeCount, nonManifoldEdgeCount, flippedEdgeCount },
    degenerateFaceCount: degenerateFaces.length,
    duplicateFaceCount: duplicateFaces.length,
    selfIntersectionCount: doIntersect ? countSelfIntersections(body) : null,
    // A pose that mirrors keeps the inside inside.
    volume: closed ? facts.signedVolume * Math.abs(determinant(body.pose)) : null,
    bounds: worldBounds(body),
  };
}

function countSelfIntersections(body: Body): number {
  const { crossing, coplanar } = selfIntersections(body, { kinds: [] }).counts;
  return crossing + coplanar;
}
