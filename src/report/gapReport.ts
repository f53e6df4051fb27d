import type { GapArea, GapMap, GapMeasurement, GapPlace, GapRegion } from '../gapMap.js';
import { SEEN } from '../gapMap.js';
import type { LengthUnit } from '../io/units.js';
import { harmless } from '../io/write/json.js';
import type { Vec3 } from '../math/vector.js';
import type { View } from '../view/view.js';
import type { REPORT_VERSION, ReportBody, ReportDiagnostic, Undecided } from './clashReport.js';

/** What `zclash gap` reports: the figures of a gap map without its arrays. Lengths are in `units`, areas in their squares. */
export interface GapReport {
  readonly version: typeof REPORT_VERSION;
  readonly tool: string;
  /** null where no file and no option tells what a length of 1 means. */
  readonly units: LengthUnit | null;
  /** The machine that rasterized, in words. */
  readonly backend: string;
  readonly settings: GapSettings;
  readonly bodies: readonly [a: ReportBody, b: ReportBody];
  /** Whether a ray is inside both bodies for longer than its error explains, and `measured.isDecided`. */
  readonly interferes: boolean;
  readonly view: View & {
    readonly pixelSize: readonly [number, number];
    /** How the direction came about. */
    readonly chosenBy: GapMap['direction'];
  };
  readonly rays: RayCounts;
  /** The least gap; null where no ray sees both bodies. */
  readonly minimum: GapPlace | null;
  readonly interference: GapArea;
  readonly bands: GapMap['bands'];
  /** Where the gap is at most `settings.threshold`, the largest first. */
  readonly regions: readonly GapRegion[];
  readonly measured: GapMeasurement;
  /** Why nobody can tell whether the bodies interfere; empty where that is decided. */
  readonly undecided: readonly Undecided[];
  readonly diagnostics: readonly ReportDiagnostic[];
  /** In milliseconds. The only part that differs from run to run. */
  readonly timings: Readonly<Record<string, number>>;
}

export interface GapSettings {
  readonly resolution: number;
  /** null where it was chosen. */
  readonly direction: Vec3 | null;
  readonly up: Vec3 | null;
  readonly bands: readonly number[];
  readonly threshold: number;
  readonly extent: 'both' | 'all';
}

export interface RayCounts {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly nothing: number;
  readonly undecided: number;
}

/** What a map says by itself. */
export function gapFigures(map: GapMap) {
  const { view, pixelSize, direction, minimum, interference, bands, regions, measured, machine } = map;
  return {
    backend: machine,
    interferes: measured.isDecided && interference.pixels > 0,
    view: { ...view, pixelSize, chosenBy: direction },
    rays: rayCounts(map),
    minimum: minimum ?? null,
    ...{ interference, bands, regions, measured },
  };
}

function rayCounts({ seen }: GapMap): RayCounts {
  const counts = [0, 0, 0, 0, 0];
  for (let p = 0; p < seen.length; p++) counts[seen[p]]++;
  const of = (what: keyof typeof SEEN): number => counts[SEEN[what]];
  return {
    ...{ both: of('both'), onlyA: of('onlyA'), onlyB: of('onlyB') },
    ...{ nothing: of('nothing'), undecided: of('undecided') },
  };
}

/** The report as JSON, as `schema/gap.schema.json` describes it. What a terminal would obey is escaped. */
export const gapJson = (report: GapReport): string =>
  // Lists of numbers go on one line. A text in JSON has no line break, so that no name is touched.
  `${harmless(JSON.stringify(report, undefined, 2)).replace(/\[\n\s+([-\d.e+]+(?:,\n\s+[-\d.e+]+)*)\n\s+\]/g, (_, list: string) => `[${list.replace(/\n\s+/g, ' ')}]`)}\n`;
