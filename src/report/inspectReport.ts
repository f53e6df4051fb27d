import type { BodyIdentity } from '../io/assemble.js';
import type { LengthUnit } from '../io/units.js';
import type { Box } from '../math/box.js';
import type { REPORT_VERSION, ReportDiagnostic } from './clashReport.js';

/** What `zclash inspect` tells about files. */
export interface InspectReport {
  readonly version: typeof REPORT_VERSION;
  readonly tool: string;
  /** Of the lengths below; null where no file and no option tells. */
  readonly units: LengthUnit | null;
  readonly bodies: readonly InspectedBody[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

export interface InspectedBody extends BodyIdentity {
  readonly triangles: number;
  readonly vertices: number;
  readonly components: number;
  readonly closed: boolean;
  readonly consistentlyOriented: boolean;
  readonly openEdgeCount: number;
  readonly nonManifoldEdgeCount: number;
  readonly flippedEdgeCount: number;
  readonly degenerateFaceCount: number;
  readonly duplicateFaceCount: number;
  /** Pairs of faces that go through each other; null where not asked for. */
  readonly selfIntersectionCount: number | null;
  /** Signed, as the body stands; negative where it is inside out, null where it is not closed. */
  readonly volume: number | null;
  readonly bounds: Box;
}
