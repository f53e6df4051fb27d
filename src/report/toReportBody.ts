import { type BodyState, worldBounds, worldChordError } from '../body.js';
import type { AssembledBody, BodyIdentity } from '../io/assemble.js';
import { determinant, greatestStretch } from '../math/affine.js';
import { inspect, type MeshInspection } from '../mesh/inspect.js';
import type { Mesh } from '../mesh/mesh.js';
import type { ReportBody } from './clashReport.js';

/** Instances share their arrays, whatever mesh these stand in: each shape is looked over once. */
const inspections = new WeakMap<Mesh['positions'], { indices: Mesh['indices']; inspection: MeshInspection }>();

export function inspectionOf(mesh: Mesh): MeshInspection {
  const { positions, indices } = mesh;
  let known = inspections.get(positions);
  if (known?.indices !== indices) inspections.set(positions, (known = { indices, inspection: inspect(mesh) }));
  return known.inspection;
}

/** What is said of a body wherever it is told of. */
export function identityOf(assembled: AssembledBody): BodyIdentity {
  const { id, name, file, path, sourceId, type, body, deflection } = assembled;
  const { surface, pose } = body;
  const chordError = surface ? worldChordError(body) : deflection && deflection * greatestStretch(pose);
  return {
    ...{ id, name, file, path },
    ...(sourceId !== undefined && { sourceId }),
    ...(type !== undefined && { type }),
    ...(surface && { surface: { kind: surface.kind, patchCount: surface.patches.length } }),
    ...(chordError !== undefined && { chordError }),
  };
}

/** A body as plain data. */
export function toReportBody(assembled: AssembledBody): ReportBody {
  const { body } = assembled;
  const { triangles, weldedVertices, signedVolume, ...facts } = inspectionOf(body.mesh);
  const closed = isClosed(body, facts);
  return {
    ...identityOf(assembled),
    ...{ triangles, vertices: weldedVertices, closed },
    volume: closed ? Math.abs(signedVolume * determinant(body.pose)) : null,
    bounds: worldBounds(body),
  };
}

/** What is no mesh is closed, whatever becomes of the faces in its place. */
export const isClosed = ({ surface }: BodyState, { closed }: Pick<MeshInspection, 'closed'>): boolean =>
  surface !== undefined || closed;

/** Whether rays may enter the body and not leave it, so that nobody can tell what lies inside. */
export function mayBeOpen(body: BodyState): boolean {
  if (body.surface) return false;
  const { closed, openEdgeCount, nonManifoldEdgeCount } = inspectionOf(body.mesh);
  // Faces that only disagree on what is outside enclose a volume all the same: layers are counted by twos.
  return !closed && openEdgeCount + nonManifoldEdgeCount > 0;
}
