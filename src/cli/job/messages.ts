import type { ClashPicture } from '../../report/clashPicture.js';
import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import type { InspectReport } from '../../report/inspectReport.js';
import type { GapResult, JobProgress } from './jobEvent.js';

/** What a worker tells while it works, in this order: any progress, one draft, pairs, pictures, then the end. */
export type JobMessage =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  /** The bodies are there, the pairs are not. */
  | { readonly type: 'draft'; readonly report: ClashReport; readonly unreadable: readonly string[] }
  /** More pairs, or with `anew` all that are known by now. */
  | {
      readonly type: 'pairs';
      readonly pairs: readonly ReportPair[];
      readonly lookedAt: number;
      readonly anew?: boolean;
    }
  | { readonly type: 'picture'; readonly id: string; readonly picture: ClashPicture }
  | { readonly type: 'report'; readonly report: ClashReport }
  | { readonly type: 'inspected'; readonly report: InspectReport; readonly unreadable: readonly string[] }
  | { readonly type: 'measured'; readonly result: GapResult }
  | { readonly type: 'failed'; readonly name: string; readonly message: string; readonly stack: string | undefined };

export type Emit = (message: JobMessage) => void;
