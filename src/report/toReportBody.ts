import { worldBounds } from '../body.js';
import type { AssembledBody, BodyIdentity } from '../io/assemble.js';
import { determinant } from '../math/affine.js';
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
export const identityOf = ({ id, name, file, path, sourceId, type }: AssembledBody): BodyIdentity => ({
  ...{ id, name, file, path },
  ...(sourceId !== undefined && { sourceId }),
  ...(type !== undefined && { type }),
});

/** A body as plain data. */
export function toReportBody(assembled: AssembledBody): ReportBody {
  const { body } = assembled;
  const { triangles, weldedVertices, closed, signedVolume } = inspectionOf(body.mesh);
  return {
    ...identityOf(assembled),
    ...{ triangles, vertices: weldedVertices, closed },
    volume: closed ? Math.abs(signedVolume * determinant(body.pose)) : null,
    bounds: worldBounds(body),
  };
}

/** Whether rays may enter the mesh and not leave it, so that nobody can tell what lies inside. */
export function mayBeOpen(mesh: Mesh): boolean {
  const { closed, openEdgeCount, nonManifoldEdgeCount } = inspectionOf(mesh);
  // Faces that only disagree on what is outside enclose a volume all the same: layers are counted by twos.
  return !closed && openEdgeCount + nonManifoldEdgeCount > 0;
}
