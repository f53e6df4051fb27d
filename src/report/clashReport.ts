import type { PairKind } from '../detect/zlist/judgePair.js';
import type { GroupReport, SolidsReport } from '../interferenceReport.js';
import type { BodyIdentity } from '../io/assemble.js';
import type { LengthUnit } from '../io/units.js';
import type { Box } from '../math/box.js';
import type { Vec3 } from '../math/vector.js';

/** Grows when a reader of older reports would misread a newer one; `schema/report.schema.json` describes it. */
export const REPORT_VERSION = 1;

/** Where a clash stands in review; carried from report to report by the pair's id. */
export const REVIEW_STATUSES = ['new', 'active', 'reviewed', 'approved', 'resolved'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** What the command line reports: plain data, written as JSON, CSV, HTML and BCF. Lengths are in `units`. */
export interface ClashReport {
  readonly version: typeof REPORT_VERSION;
  /** The program and its version. */
  readonly tool: string;
  /** null where no file and no option tells what a length of 1 means. */
  readonly units: LengthUnit | null;
  /** The machine that rasterized, in words. */
  readonly backend: string;
  readonly method: 'zlist' | 'solids';
  readonly precision: 'sampled' | 'exact';
  readonly settings: ReportSettings;
  readonly bodies: readonly ReportBody[];
  /** Every pair that is not `none`, by place of the bodies; with a motion: as they stand where it is worst. */
  readonly pairs: readonly ReportPair[];
  /** Where three or more bodies overlap: for each set of bodies the places where just these do. */
  readonly groups: readonly ReportGroup[];
  /** How many pairs were asked for, and how many of these needed a look, because their boxes meet. */
  readonly pairsAsked: number;
  readonly pairsLookedAt: number;
  /**
   * Whether a pair is, or ever was, of a kind that counts as a clash (`settings.failOn`; with a clearance `touch`, too), and not
   * approved or resolved.
   */
  readonly clash: boolean;
  /** Why pairs that were found apart may not be; empty where all is decided. */
  readonly undecided: readonly Undecided[];
  /** false where the work was interrupted: pairs may be missing. */
  readonly complete: boolean;
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly motion?: ReportMotion;
  /** Compared with an earlier report: its pairs that are not here any more. */
  readonly resolved?: readonly ResolvedPair[];
  /** In milliseconds. The only part that differs from run to run. */
  readonly timings: Readonly<Record<string, number>>;
}

export interface ReportSettings {
  readonly resolution: number;
  readonly views: number;
  readonly tolerance: number;
  readonly clearance: number | null;
  readonly failOn: readonly PairKind[];
  /** Which pairs were asked for; absent where all were. */
  readonly selection?: ReportSelection;
}

/** Patterns by which pairs were chosen. */
export interface ReportSelection {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly ignore: readonly (readonly [string, string])[];
  readonly within: string | null;
}

export interface ReportBody extends BodyIdentity {
  readonly triangles: number;
  readonly vertices: number;
  readonly closed: boolean;
  /** Enclosed, as the body stands, in cubic `units`; null where the body is not closed, or overlaps itself. */
  readonly volume: number | null;
  readonly bounds: Box;
}

export interface ReportPair {
  /** From the bodies' ids, whichever comes first: the same in every run. */
  readonly id: string;
  readonly status: ReviewStatus;
  readonly a: string;
  readonly b: string;
  /** Places in `bodies`. */
  readonly indices: readonly [number, number];
  readonly kind: PairKind;
  readonly inner?: 'a' | 'b';
  readonly volume: number;
  readonly volumeError: number;
  readonly area: number;
  readonly depthAlongView: number;
  readonly direction: Vec3;
  /** Signed: how far apart (`clearance`), 0 where they touch, minus `depthAlongView` where they overlap. */
  readonly distance: number;
  readonly distanceError: number;
  /** Faces that meet, or that are too near, pair by pair; null where rays alone decided. */
  readonly facePairCount: number | null;
  /** Faces around the overlap, of A and of B. */
  readonly faceCounts: readonly [number, number];
  /** Deepest in the overlap, in the middle of the contact, or half-way between the nearest points; null where unknown. */
  readonly point: Vec3 | null;
  readonly bounds: Box | null;
  readonly centroid: Vec3 | null;
  readonly nearest?: readonly [Vec3, Vec3];
  readonly undecidedRays: number;
  /** With the method `solids`: what counting faces showed, before the rest was measured. */
  readonly solids?: SolidsReport;
  readonly measured: {
    readonly precision: 'sampled' | 'exact';
    readonly volumeBy: 'rays' | 'intersection';
    readonly viewCount: number;
    readonly pixelSize: readonly [number, number];
    readonly missedBelow: number;
    /** What can have been missed, in words. */
    readonly limit: string;
  };
  /** With a motion: when. */
  readonly times?: PairTimes;
  /** Where the status is `reviewed` or `approved`: what it was given for. */
  readonly reviewed?: ReviewedAs;
}

/** A pair of an earlier report that is not among the pairs of this one. */
export interface ResolvedPair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
  /** As it was when it was last seen. */
  readonly kind: PairKind;
  /** `resolved`; as it was before where this report cannot tell, being incomplete, undecided about the pair, or not asked for it. */
  readonly status: ReviewStatus;
  readonly reviewed?: ReviewedAs;
  readonly seen?: SeenBy;
}

/** What a pair was like when somebody reviewed or approved it. */
export interface ReviewedAs {
  readonly kind: PairKind;
  readonly distance: number;
  readonly units: LengthUnit | null;
}

/** The report that last saw a pair: who does not look at as much cannot say that it is gone. */
export interface SeenBy {
  /** Of the two bodies. */
  readonly files: readonly [string, string];
  readonly units: LengthUnit | null;
  readonly clearance: number | null;
  readonly selection?: ReportSelection;
}

export interface PairTimes {
  /** They are found apart at `after` (null where they clash from the beginning) and not any more at `at`. */
  readonly firstContact: { readonly after: number | null; readonly at: number };
  /** When they overlap most, by depth; the pair's figures are of this moment. */
  readonly worst: number;
  /** Every kind that the pair is of at some moment. */
  readonly kinds: readonly PairKind[];
  /** Steps at which the pair is not `none`, as [first, last] of each run. */
  readonly intervals: readonly (readonly [number, number])[];
}

export interface ReportMotion {
  readonly stepCount: number;
  readonly startTime: number;
  readonly endTime: number;
  /** The largest time between two steps: what begins and ends between two steps is not seen. */
  readonly longestStep: number;
}

export type ReportGroup = Omit<GroupReport, 'pixels'>;

export interface Undecided {
  /** Which pair, where it is one. */
  readonly a?: string;
  readonly b?: string;
  readonly reason: string;
}

export interface ReportDiagnostic {
  /** The body's name, or the file's where no body came of it. */
  readonly body: string;
  readonly code: string;
  readonly message: string;
  readonly count: number;
}
