import { Worker } from 'node:worker_threads';
import { DeviceError, InputError } from '../../errors.js';
import type { ClashPicture } from '../../report/clashPicture.js';
import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { withPairs } from './draftReport.js';
import type { ClashResult, GapResult, InspectResult, JobProgress, RunningJob } from './jobEvent.js';
import type { GapJob, InspectJob, JobSpec } from './jobSpec.js';
import type { JobMessage } from './messages.js';

/** Starts a job in a worker of its own, which can be ended at any moment. */
export function runJob(job: InspectJob, onProgress: (progress: JobProgress) => void): RunningJob<InspectResult>;
export function runJob(job: GapJob, onProgress: (progress: JobProgress) => void): RunningJob<GapResult>;
export function runJob(
  job: Exclude<JobSpec, InspectJob | GapJob>,
  onProgress: (progress: JobProgress) => void,
): RunningJob<ClashResult>;
export function runJob(
  job: JobSpec,
  onProgress: (progress: JobProgress) => void,
): RunningJob<ClashResult | InspectResult | GapResult> {
  const pictures = new Map<string, ClashPicture>();
  let unreadable: readonly string[] = [];
  let draft: ClashReport | undefined;
  let pairs: readonly ReportPair[] = [];
  let lookedAt = 0;
  const worker = new Worker(new URL('./jobWorker.js', import.meta.url), { workerData: job });

  const done = new Promise<ClashResult | InspectResult | GapResult>((resolve, reject) => {
    worker.on('message', (message: JobMessage) => {
      if (message.type === 'progress') onProgress(message.progress);
      else if (message.type === 'draft') ({ report: draft, unreadable } = message);
      else if (message.type === 'pairs') {
        pairs = message.anew ? message.pairs : [...pairs, ...message.pairs];
        lookedAt = message.lookedAt;
      } else if (message.type === 'picture') pictures.set(message.id, message.picture);
      else if (message.type === 'report') resolve({ report: message.report, pictures, unreadable });
      else if (message.type === 'inspected') resolve({ report: message.report, unreadable: message.unreadable });
      else if (message.type === 'measured') resolve(message.result);
      else reject(errorOf(message));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The worker ended before its job was done (exit ${code}).`)));
  });
  return {
    done,
    soFar: () => draft && { report: withPairs(draft, pairs, lookedAt), pictures, unreadable },
    stop: () => void worker.terminate(),
  };
}

function errorOf({ name, message, stack }: Extract<JobMessage, { type: 'failed' }>): Error {
  if (name === 'InputError') return new InputError(message);
  if (name === 'DeviceError') return new DeviceError(message);
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
